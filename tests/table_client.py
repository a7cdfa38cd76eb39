"""A table in memory and a scripted browser, for the tests of the web table."""

import contextlib
import json
import time
import warnings

from agents.registry import make_agent
from agents.table.guard import Guard
from agents.table.match import Match
from agents.table.players import seat_players
from agents.table.room import Room
from agents.table.server import make_app
from agents.table.wire import apply_changes
from boru_env import Game
from boru_env.views.game import compile_rules

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Starlette would rather have the successor of httpx
    from starlette.testclient import TestClient

TOKENS = {seat: f"secret-of-seat-{seat}" for seat in range(5)}
BASE = "http://127.0.0.1:8000"
SOCKET = "ws://127.0.0.1:8000/table"


def warm_up():
    """Compile what a table needs, so that no test finds the sentence that says so among the others."""
    compile_rules()
    make_agent("greedy")


def make_match(players="me,greedy,random", seed=3, **options):
    """Give a match and its seats."""
    seats = seat_players(players.split(","))
    game = options.pop("game", None) or Game(len(seats.names), seed=seed)
    return Match(game, seats.names, seats.people, seed=seed, **options), seats


@contextlib.contextmanager
def opened(match, seats, agents_seed=0):
    """Open a table; gives the client of its web application."""
    tokens = {seat: TOKENS[seat] for seat in seats.people}
    app = make_app(Room(match, seats, agents_seed), tokens, Guard("127.0.0.1"))
    with TestClient(app, base_url=BASE) as client:
        yield client


class Browser:
    """One browser at a seat: takes messages, and keeps the position as the page does."""

    def __init__(self, socket, token):
        self.socket, self.position, self.table = socket, {}, None
        self.heard = []
        self.answered = None
        self.send(type="sit", token=token)

    def send(self, **message):
        self.socket.send_text(json.dumps(message))

    def hear(self):
        """Take the next message."""
        text = self.socket.receive_text()
        message = json.loads(text)
        self.heard.append(text)
        if message["type"] == "position":
            self.position = apply_changes(self.position, message)
        elif message["type"] == "table":
            self.table, self.position = message, {}
        return message

    def until(self, done):
        """Take messages until the position fits."""
        while not (self.position and done(self.position)):
            message = self.hear()
            assert message["type"] != "refusal", message
        return self.position

    def turn(self):
        """Wait for the own turn, or for the end."""
        return self.until(lambda now: now["yours"] or now["result"])

    def answer(self, kind):
        """Take messages until an answer of a kind comes."""
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def act(self, action):
        version = self.position["version"]
        self.send(type="act", action=action, version=version)
        return self.until(lambda now: now["version"] > version)

    def play(self, choose=lambda legal: legal[0]):
        """Play to the end; give the phases that were asked."""
        phases = []
        while not self.turn()["result"]:
            phases.append(self.position["phase"])
            self.act(choose(self.position["legal"])["action"])
        return phases


@contextlib.contextmanager
def browser(client, seat=0, token=None):
    """Connect a browser to a seat."""
    with client.websocket_connect(SOCKET) as socket:
        yield Browser(socket, TOKENS[seat] if token is None else token)


@contextlib.contextmanager
def browsers(client, count):
    """Connect a browser to every seat."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(browser(client, seat)) for seat in range(count)]


def wait_for(what, seconds=20):
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.002)
    return True
