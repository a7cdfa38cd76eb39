"""The table on the wire: whole games, two browsers, reconnecting, undo, hints, agents that are slow or fail."""

import threading

import numpy as np
import pytest

from agents.table.wire import position
from agents.table.words import QUESTIONS
from boru_env.rules.state import PHASE_NAMES
from table_client import browser, make_match, opened, wait_for

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
    seat = match.game.seat
    with opened(match, seats) as client, browser(client, seat) as mover, browser(client, (seat + 1) % 3) as waiting:
        mover.turn()
        waiting.until(lambda now: True)
        waiting.send(type="hint")
        assert "own turn" in waiting.answer("refusal")["words"]
        mover.send(type="hint")
        hint = mover.answer("hint")
        assert hint["action"] in [choice["action"] for choice in mover.position["legal"]]
        assert not any('"type":"hint"' in text for text in waiting.heard)


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
