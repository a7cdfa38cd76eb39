"""The table on the wire: whole games, two browsers, reconnecting, undo, hints, rubbish; the game is unharmed."""

import json
import threading

import numpy as np
import pytest
from starlette.websockets import WebSocketDisconnect

from agents.table.guard import Guard, is_loopback
from agents.table.wire import position
from agents.table.words import QUESTIONS
from boru_env.rules.state import PHASE_NAMES
from table_client import BASE, SOCKET, browser, make_match, opened, wait_for

EVERY_PHASE = set(PHASE_NAMES) - {"game_over"}


@pytest.mark.parametrize(("num_players", "seed"), [(3, 16), (5, 22)])
def test_a_whole_game_is_played_through_the_wire_in_every_phase(num_players, seed):
    match, seats = make_match(",".join(["me", *["random"] * (num_players - 1)]), seed)
    rng, asked = np.random.default_rng(seed), set()
    with opened(match, seats) as client, browser(client) as ann:
        while not (now := ann.turn())["result"]:
            asked.add(now["phase"])
            actions = [choice["action"] for choice in now["legal"]]
            assert actions == [match.game.words(action) for action in match.game.legal_ids()]
            greedy = "buy" in actions and now["phase"] == "buy_step"
            ann.act("buy" if greedy else actions[int(rng.integers(len(actions)))])
        assert now["result"]["lines"][-1]["points"] == match.game.final_points
        assert now["result"]["winners"] == match.game.winners
    assert EVERY_PHASE - asked == (set() if num_players == 3 else {"track_town"})
    assert set(QUESTIONS) == EVERY_PHASE


def test_a_game_against_agents_is_played_and_its_log_tells_every_decision():
    match, seats = make_match("me:Ann,greedy,random")
    with opened(match, seats) as client, browser(client) as ann:
        phases = ann.play()
        assert {"place_start", "draft", "play_card"} <= set(phases)
        deeds = [line for line in ann.position["log"] if line[0] is not None]
        assert len(deeds) == match.decisions
        assert ann.position["log"][-1][1].startswith("The game is over, won by")
        assert ann.table["names"] == ["Ann", "greedy", "random"]


def test_every_legal_action_has_words_of_its_own_and_an_element_that_is_drawn():
    match, _ = make_match("me,me,me")
    while not match.game.is_over:
        now = position(match, match.game.seat)
        words = [choice["words"] for choice in now["legal"]]
        assert len(set(words)) == len(words)
        drawing = "".join(now["pieces"])
        for choice in now["legal"]:
            if choice["light"]:
                kind, _, name = choice["light"].partition(":")
                assert f'data-{kind}="{name}"' in drawing
        match.act(now["legal"][match.decisions % len(now["legal"])]["action"])


def decide(match, each):
    """Let the person decide whose turn it is; False at the end."""
    wait_for(lambda: match.agent_to_act is None)
    if match.game.seat is None:
        return False
    mover = each[match.game.seat]
    # The game is a step ahead of what has been told: wait for a position that asks, and is not the one answered last.
    now = mover.until(lambda now: now["legal"] and now["version"] != mover.answered)
    mover.answered = now["version"]
    mover.act(now["legal"][-1]["action"])
    return True


def test_two_people_play_and_one_comes_back_in_the_middle_with_the_whole_position():
    match, seats = make_match("me:Ann,me:Ben,greedy", seed=5)
    with opened(match, seats) as client, browser(client, 1) as ben:
        with browser(client, 0) as ann:
            for _ in range(16):
                decide(match, [ann, ben])
            wait_for(lambda: match.agent_to_act is None)
            old = dict(ann.until(lambda now: now["version"] == match.version))
        ben.until(lambda now: now["here"] == [1])
        with browser(client, 0) as again:
            again.hear()
            again.hear()
            assert again.position == old | {"here": again.position["here"]}
            while decide(match, [again, ben]):
                pass
            ends = [one.until(lambda now: now["result"])["result"] for one in (again, ben)]
            assert ends[0] == ends[1]


def test_two_browsers_at_one_seat_show_the_same_and_a_stale_click_is_refused():
    match, seats = make_match()
    with opened(match, seats) as client, browser(client) as here, browser(client) as there:
        before = dict(there.turn())
        action = here.turn()["legal"][0]["action"]
        here.act(action)
        here.turn()
        there.send(type="act", action=action, version=before["version"])
        assert "changed meanwhile" in there.answer("refusal")["words"]
        there.until(lambda now: now["version"] == match.version)


def test_in_practice_a_decision_is_taken_back_to_the_last_choice():
    match, seats = make_match(practice=True)
    with opened(match, seats) as client, browser(client) as ann:
        first = dict(ann.turn())
        ann.act(first["legal"][3]["action"])
        now = ann.turn()
        assert now["can_undo"]
        ann.send(type="undo", version=now["version"])
        ann.until(lambda now, version=now["version"]: now["version"] > version)
        back = ann.turn()
        assert back["legal"] == first["legal"]
        assert "takes a decision back" in back["log"][-1][1]
        assert back["pieces"][:-1] == first["pieces"][:-1]
        ann.act(back["legal"][1]["action"])


def test_without_practice_nothing_is_taken_back():
    match, seats = make_match()
    with opened(match, seats) as client, browser(client) as ann:
        ann.act(ann.turn()["legal"][0]["action"])
        ann.send(type="undo", version=ann.turn()["version"])
        assert "--practice" in ann.answer("refusal")["words"]


def test_a_hint_is_a_legal_action_in_words_and_goes_to_the_asker_alone():
    match, seats = make_match("me,me,me")
    with opened(match, seats) as client, browser(client, 0) as one, browser(client, 1) as other:
        now = one.until(lambda now: True)
        mover, waiting = (one, other) if now["yours"] else (other, one)
        if not mover.until(lambda now: True)["yours"]:
            pytest.skip("seat 2 begins")
        waiting.until(lambda now: True)
        waiting.send(type="hint")
        assert "own turn" in waiting.answer("refusal")["words"]
        mover.send(type="hint")
        hint = mover.answer("hint")
        assert hint["action"] in [choice["action"] for choice in mover.position["legal"]]
        assert not any('"type":"hint"' in text for text in waiting.heard)


RUBBISH = [
    "",
    "x",
    "[]",
    "null",
    "3",
    '{"type": 3}',
    '{"type": "fly"}',
    '{"type": "act"}',
    '{"type": "act", "version": 0, "action": null}',
    '{"type": "act", "version": 0, "action": 7}',
    '{"type": "act", "version": 0, "action": "card 25"}',
    '{"type": "act", "version": 0, "action": "town <b>"}',
    '{"type": "act", "version": 1e400, "action": "stop"}',
    '{"type": "act", "version": true, "action": "stop"}',
    '{"type": "undo"}',
    '{"type": "undo", "version": {}}',
    '{"type": "sit", "token": "again"}',
    "[" * 1900,
    '"' + "y" * 100_000 + '"',
    json.dumps({"type": "act", "version": 0, "action": "\ud800\0"}),
]


def test_rubbish_is_answered_in_a_sentence_and_the_game_is_unharmed():
    match, seats = make_match("me,me,me")
    before = match.game.copy()
    with opened(match, seats) as client, browser(client, before.seat) as ann:
        ann.turn()
        for text in RUBBISH:
            ann.socket.send_text(text)
            words = ann.answer("refusal")["words"]
            assert 5 < len(words) < 3000, text
        ann.socket.send_bytes(b"\xff\x00")
        assert ann.answer("refusal")["words"]
        assert match.game == before
        assert match.version == 0
        ann.act(ann.position["legal"][0]["action"])
        ann.send(type="act", action="town dublin", version=match.version)
        assert "not your turn" in ann.answer("refusal")["words"]


@pytest.mark.parametrize("token", ["", "x", "secret-of-seat-1", None, 0, True, {}, ["secret-of-seat-0"], "\ud800"])
def test_a_wrong_secret_gets_no_seat(token):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client, client.websocket_connect(SOCKET) as socket:
        socket.send_text(json.dumps({"type": "sit", "token": token}))
        told = json.loads(socket.receive_text())
        assert told["type"] == "refusal"
        assert told["closing"]
        assert socket.receive()["type"] == "websocket.close"


@pytest.mark.parametrize("first", ["", "x", "[1]", '{"type": "act"}', "z" * 9000])
def test_a_first_message_that_names_no_seat_closes_with_a_sentence(first):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client, client.websocket_connect(SOCKET) as socket:
        socket.send_text(first)
        assert len(json.loads(socket.receive_text())["words"]) > 10
        assert socket.receive()["type"] == "websocket.close"


def test_a_person_acts_for_the_own_seat_only():
    match, seats = make_match("me,me,me")
    other = (match.game.seat + 1) % 3
    with opened(match, seats) as client, browser(client, other) as ben:
        now = ben.until(lambda now: True)
        assert now["legal"] == []
        ben.send(type="act", action=match.game.words(match.game.legal_ids()[0]), version=now["version"])
        assert "not your turn" in ben.answer("refusal")["words"]
        assert match.version == 0


class Slow:
    """An agent that waits until it may go on."""

    name = "slow"

    def __init__(self):
        self.go, self.asked = threading.Event(), threading.Event()

    def reset(self, seed, seat):
        pass

    def act(self, view):
        self.asked.set()
        self.go.wait(20)
        return view.legal_actions[0]


def seat_agent(seats, seat, agent):
    return type(seats)(seats.specs, seats.names, tuple(agent if i == seat else a for i, a in enumerate(seats.agents)))


def test_an_agent_that_thinks_long_holds_nobody_up():
    match, seats = make_match("me,greedy,random", practice=True)
    slow = Slow()
    seats = seat_agent(seats, 1, slow)
    with opened(match, seats) as client, browser(client) as ann:
        while ann.until(lambda now: now["yours"] or now["to_act"] == 1)["yours"]:
            ann.act(ann.position["legal"][0]["action"])
        wait_for(slow.asked.is_set)
        ann.send(type="hint")
        assert "own turn" in ann.answer("refusal")["words"]
        assert client.get("/").status_code == 200
        slow.go.set()
        ann.turn()


class Raises:
    """An agent that fails with its cards in its words."""

    name = "raises"

    def reset(self, seed, seat):
        raise SystemExit(3)

    def act(self, view):
        raise KeyboardInterrupt(f"my hand is {view.facts['players'][view.seat]['hand']}")


class Illegal(Raises):
    def reset(self, seed, seat):
        raise ValueError("no")

    def act(self, view):
        return "princess spurn"


@pytest.mark.parametrize("agent", [Raises, Illegal])
def test_an_agent_that_fails_is_told_without_its_own_words_and_the_game_goes_on(agent, capsys):
    match, seats = make_match("me,greedy,random")
    with opened(match, seat_agent(seats, 1, agent())) as client, browser(client) as ann:
        for _ in range(6):
            ann.act(ann.turn()["legal"][0]["action"])
        ann.turn()
        assert any("failed; a random action" in words for _, words in ann.position["log"])
        assert not any("my hand" in text for text in ann.heard)
    told = capsys.readouterr().err
    assert "agent greedy (seat 1) failed" in told


NASTY = "<img src=x onerror=alert(1)>&\"'</script>"


def test_html_in_a_name_stays_text():
    match, seats = make_match(f"me:{NASTY},greedy,random")
    with opened(match, seats) as client, browser(client) as ann:
        ann.act(ann.turn()["legal"][0]["action"])
        ann.turn()
        drawing = "".join(ann.position["pieces"])
        assert "<img" not in drawing
        assert "&lt;img" in drawing
        assert ann.table["names"][0].startswith("<img")  # the page sets it as text
    page = client.get("/table.js").text + client.get("/score.js").text + client.get("/actions.js").text
    assert page.count("innerHTML") == 1  # the symbols' drawings, in which there is no name


def test_the_page_and_its_files_are_served_and_nothing_else():
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client:
        for name in ("", "index.html", "table.css", "colours.css", "table.js", "board.js", "actions.js", "score.js"):
            answer = client.get(f"/{name}")
            assert answer.status_code == 200
            assert "default-src 'none'" in answer.headers["content-security-policy"]
        for name in ("x", "..%2f__init__.py", "%2e%2e/room.py", "static/index.html", "table"):
            assert client.get(f"/{name}").status_code == 404
        assert client.post("/").status_code == 405


@pytest.mark.parametrize("host", ["evil.example:8000", "evil.example", "", "127.0.0.1.evil.example:8000", "8.8.8.8"])
def test_a_foreign_name_for_this_address_is_refused(host):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client:
        assert client.get("/", headers={"host": host}).status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(SOCKET, headers={"host": host}):
            pass


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1:9", "https://127.0.0.1:8000"])
def test_a_page_of_another_server_may_not_connect(origin):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client:
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(SOCKET, headers={"origin": origin}):
            pass
        with client.websocket_connect(SOCKET, headers={"origin": BASE}):
            pass


def test_the_names_that_a_table_answers_to():
    local, open_to_all = Guard("127.0.0.1"), Guard("0.0.0.0")
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"):
        assert local.refusal({"host": host}) is None
    assert local.refusal({"host": "192.168.1.5:8000"})
    assert open_to_all.refusal({"host": "192.168.1.5:8000"}) is None
    assert open_to_all.refusal({"host": "evil.example:8000"})
    assert [is_loopback(host) for host in ("localhost", "127.0.0.9", "::1", "0.0.0.0", "table.example")] == [
        True,
        True,
        True,
        False,
        False,
    ]
