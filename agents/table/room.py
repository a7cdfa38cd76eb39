"""`Room`: who is connected, whose turn it is, agents that think in a thread, and what each browser is to be told."""

import asyncio
import functools
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from agents.arguments import one_line
from agents.table.match import Match
from agents.table.players import Seats, begin_agents, decide, hint_name, make_adviser, tell_fault
from agents.table.wire import Message, changes, position, table_message
from agents.table.words import action_words
from boru_env import SeatView
from boru_env.errors import BoruError

MOST_ANSWERS = 20
"""Answers that wait for a browser that does not read; older ones are dropped."""

MOST_BROWSERS = 16
"""Connections to one seat at a time."""

T = TypeVar("T")


async def in_thread(call: Callable[[], T]) -> T:
    """Run a function in a thread of its own, which the end of the program does not wait for."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if not done.done():
            if error is None:
                done.set_result(result)  # type: ignore[arg-type]
            else:
                done.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = call()
        except BaseException as raised:  # an interrupt that an agent raised must not end the thread unheard
            error = RuntimeError(f"{type(raised).__name__}: {one_line(raised)}")
        try:
            loop.call_soon_threadsafe(settle, result, error)
        except RuntimeError:  # the loop has ended
            return

    threading.Thread(target=run, daemon=True).start()
    return await done


class Seated:
    """One browser at a seat.

    Attributes:
        seat: its seat.
        stir: set when there is something to send.
        answers: messages that wait.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.stir = asyncio.Event()
        self.answers: deque[Message] = deque(maxlen=MOST_ANSWERS)
        self._sent: Message = {}
        self.stir.set()

    def answer(self, message: Message) -> None:
        """Have a message sent."""
        self.answers.append(message)
        self.stir.set()

    def outgoing(self, match: Match, now: Message) -> list[Message]:
        """Give what is to be sent now: of the position, what this browser does not have yet; then the answers."""
        messages = [] if self._sent else [table_message(match, self.seat)]
        message = changes(self._sent, now)
        self._sent = now
        if len(message) > 1:
            messages.append(message)
        while self.answers:
            messages.append(self.answers.popleft())
        return messages


class Room:
    """A table that is open.

    Args:
        match: the game.
        seats: its players.
        agents_seed: what the agents are reset with.
        pace: seconds between two decisions of agents, for people to follow.
    """

    def __init__(self, match: Match, seats: Seats, agents_seed: int = 0, pace: float = 0.0) -> None:
        self.match, self.seats, self.pace = match, seats, pace
        self._seed = agents_seed
        self._agents = list(seats.agents)
        self._browsers: set[Seated] = set()
        self._drawn: dict[int, Message] = {}
        self._moved = asyncio.Event()
        self._begin = True  # the agents are to be reset
        self._adviser: Any = None
        self._advising = asyncio.Lock()

    @property
    def here(self) -> list[int]:
        """The seats with a browser."""
        return sorted({browser.seat for browser in self._browsers})

    def position(self, seat: int) -> Message:
        """Give what a seat sees now; each version is drawn once for all browsers of a seat."""
        drawn = self._drawn.get(seat)
        if drawn is None or drawn["version"] != self.match.version:
            drawn = self._drawn[seat] = position(self.match, seat)
        return drawn | {"here": self.here}

    def join(self, seat: int) -> Seated | None:
        """Connect a browser to a seat; None if the seat has too many."""
        if sum(browser.seat == seat for browser in self._browsers) >= MOST_BROWSERS:
            return None
        browser = Seated(seat)
        self._browsers.add(browser)
        self._stir()
        return browser

    def leave(self, browser: Seated) -> None:
        """Let a browser go; its seat stays as it is."""
        self._browsers.discard(browser)
        self._stir()

    def _stir(self) -> None:
        """Have everyone told of the new position, and the agents go on."""
        self._moved.set()
        for browser in self._browsers:
            browser.stir.set()

    async def run(self) -> None:
        """Let the agents play whenever it is their turn, as long as the table is open."""
        while True:
            self._moved.clear()
            if self._begin:
                self._begin = False
                await in_thread(functools.partial(begin_agents, self.seats, self._seed, self.match.decisions))
                continue
            seat = self.match.agent_to_act
            if seat is None:
                await self._moved.wait()
                continue
            await self._agent_acts(seat)
            await asyncio.sleep(self.pace)

    async def _agent_acts(self, seat: int) -> None:
        """Ask an agent in a thread; what it says is dropped if the position has changed meanwhile."""
        match, agent = self.match, self._agents[seat]
        assert agent is not None
        version, game = match.version, match.game.copy()
        action, fault = await in_thread(lambda: decide(agent, SeatView(game), game))
        if match.version != version:
            return
        if fault is not None:
            tell_fault(seat, match.names[seat], fault)
            match.note(f"The agent of {match.names[seat]} failed; a random action is taken in its place")
        self._save(lambda: match.act(action))
        self._stir()

    def _save(self, change: Callable[[], None]) -> None:
        """Change the match; a disk that is full is told in words and stops no game."""
        try:
            change()
        except OSError as error:
            print(f"the game could not be saved: {one_line(error)}", file=sys.stderr)

    async def take(self, browser: Seated, message: Message) -> None:
        """Do what a browser asks.

        Raises:
            BoruError: it cannot be done; nothing has changed.
        """
        kind = message.get("type")
        if kind == "act":
            self._act(browser.seat, message)
        elif kind == "undo":
            self._undo(browser.seat, message)
        elif kind == "hint":
            await self._hint(browser)
        else:
            raise BoruError("message: its type must be act, undo or hint")

    def _check_version(self, message: Message) -> None:
        if message.get("version") != self.match.version or isinstance(message.get("version"), bool):
            raise BoruError("The position has changed meanwhile; look again.")

    def _act(self, seat: int, message: Message) -> None:
        match, action = self.match, message.get("action")
        if match.game.seat != seat:
            raise BoruError("The game is over." if match.game.is_over else "It is not your turn.")
        self._check_version(message)
        if not isinstance(action, str):
            raise BoruError("message: its action must be words, such as `card 13`")
        self._save(lambda: match.act(action))
        self._stir()

    def _undo(self, seat: int, message: Message) -> None:
        self._check_version(message)
        self._save(lambda: self.match.undo(seat))
        self._begin = True
        self._stir()

    async def _hint(self, browser: Seated) -> None:
        """Ask the adviser what it would do, and say it to this browser alone."""
        match = self.match
        if match.game.seat != browser.seat:
            raise BoruError("Hints are for your own turn.")
        if self._advising.locked():
            raise BoruError("A hint is being thought of already.")
        async with self._advising:
            version, game = match.version, match.game.copy()
            if self._adviser is None:
                self._adviser = await in_thread(lambda: make_adviser(self._seed))
            action, fault = await in_thread(lambda: decide(self._adviser, SeatView(game), game))
        if match.version != version:
            raise BoruError("The position has changed meanwhile; look again.")
        if fault is not None:
            raise BoruError(f"{hint_name()} has no hint here.")
        words = action_words(game.edition, game.phase, action, game.seen_by(browser.seat), match.names)
        browser.answer({"type": "hint", "action": action, "words": f"{hint_name()} would: {words}", "version": version})
