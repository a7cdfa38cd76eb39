"""The arena: its schedule, its games, agents that misbehave, its statistics; `test_arena_command` has the rest."""

import sys
from collections import Counter

import numpy as np
import pytest

from agents.arena.lineups import split_players
from agents.arena.play import Result, play_game
from agents.arena.report import make_table
from agents.arena.schedule import Pairing, make_schedule
from agents.arena.statistics import by_seat, summarise
from agents.registry import make_agent
from boru_env import Action, Game, load_edition

EDITION = load_edition("reconstructed")


class Faulty:
    """Plays the first legal action until a decision, 0 = its reset; then `deed` is called with the view."""

    def __init__(self, deed, when, name="faulty"):
        self.name, self.deed, self.when = name, deed, when

    def reset(self, seed, seat):
        self.decision = 0
        if self.when == 0:
            self.deed(None)

    def act(self, view):
        self.decision += 1
        return self.deed(view) if self.decision == self.when else int(np.flatnonzero(view.legal_mask)[0])


def raise_(error):
    raise error


DEEDS = {
    "raises": (lambda view: raise_(RuntimeError("no\nidea")), "RuntimeError: no idea"),
    "leaves": (lambda view: sys.exit(3), "SystemExit: 3"),
    "none": (lambda view: None, "None: is no action"),
    "nan": (lambda view: float("nan"), "nan: is no action"),
    "illegal": (lambda view: int(np.flatnonzero(view.legal_mask == 0)[0]), "is not legal in phase"),
    "no_town": (lambda view: 72, "town 47 is not legal"),
    "no_number": (lambda view: 80, "no such number"),
    "no_words": (lambda view: "card 99", "card 99"),
    "half_an_action": (lambda view: Action("card", 1.0), "IllegalActionError"),
}


def made(name="stops", seats=(0, 1, 2), shares=(1.0, 0.0, 0.0), points=(30, 20, 10), deal=0, offender=None):
    names = ["a" if place == 0 else "b" for place in seats]
    places = [1.0, 2.0, 3.0]
    fault = None if offender is None else f"seat {offender}, {names[offender]}: ValueError: x, b: y"
    return Result(Pairing(0, deal, 1, 2, seats), names, list(points), list(shares), places, 9, offender, fault)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_each_deal_is_played_with_every_player_in_every_seat(n):
    schedule = make_schedule(list("abcde"[:n]), 7, 5)
    assert len(schedule) == -(-7 // n) * n
    assert [pairing.game for pairing in schedule] == list(range(len(schedule)))
    times = Counter((place, seat) for pairing in schedule for seat, place in enumerate(pairing.seats))
    assert set(times.values()) == {len(schedule) // n}
    for deal in {pairing.deal for pairing in schedule}:
        assert len({(pairing.seed, pairing.agents_seed) for pairing in schedule if pairing.deal == deal}) == 1
    assert schedule == make_schedule(list("abcde"[:n]), 7, 5)


def test_tournaments_of_neighbouring_seeds_share_no_deal_and_longer_ones_begin_alike():
    first, second = (make_schedule(list("abcd"), 4000, seed) for seed in (0, 1))
    seeds = {pairing.seed for pairing in first}
    assert len(seeds) == 1000
    assert seeds.isdisjoint(pairing.seed for pairing in second)
    assert make_schedule(list("abcd"), 40, 0) == first[:40]


@pytest.mark.parametrize(
    ("deed", "when"), [*((deed, when) for deed in DEEDS for when in (1, 40)), ("raises", 0), ("leaves", 0)]
)
def test_an_agent_that_breaks_off_loses_and_the_others_share_the_win(deed, when):
    act, said = DEEDS[deed]
    agents = [make_agent("random"), Faulty(act, when), make_agent("random"), make_agent("greedy")]
    names = [agent.name for agent in agents]
    result = play_game(agents, names, Pairing(0, 0, 11, 12, (0, 1, 2, 3)), EDITION, record=True)
    assert result.shares == [1 / 3, 0.0, 1 / 3, 1 / 3]
    assert result.places == [2.0, 4.0, 2.0, 2.0]
    assert result.offender == 1
    assert result.fault.startswith("seat 1, faulty: ")
    assert said in result.fault
    assert "\n" not in result.fault
    assert len(result.lines) == 1 + result.decisions


def test_an_interrupt_passes_through_a_game():
    agents = [Faulty(lambda view: raise_(KeyboardInterrupt), 2), make_agent("random"), make_agent("random")]
    with pytest.raises(KeyboardInterrupt):
        play_game(agents, ["a", "b", "c"], Pairing(0, 0, 1, 2, (0, 1, 2)), EDITION)


def test_ties_split_the_win_and_average_the_places(monkeypatch):
    monkeypatch.setattr(Game, "winners", property(lambda game: [0, 2] if game.is_over else None))
    monkeypatch.setattr(Game, "placements", property(lambda game: [1, 3, 1, 3] if game.is_over else None))
    agents = [make_agent("random") for _ in range(4)]
    result = play_game(agents, ["r"] * 4, Pairing(0, 0, 1, 2, (0, 1, 2, 3)), EDITION)
    assert result.shares == [0.5, 0.0, 0.5, 0.0]
    assert result.places == [1.5, 3.5, 1.5, 3.5]


def test_the_statistics_are_those_of_a_hand_computation():
    results = [
        made(),
        made(seats=(1, 0, 2), shares=(0.5, 0.5, 0.0), points=(25, 25, 12), deal=1),
        made(seats=(1, 2, 0), shares=(0.5, 0.5, 0.0), deal=1, offender=2),
    ]
    a, b = summarise(results)
    assert (a.name, a.games, a.seats, a.faults) == ("a", 3, 3, 1)
    assert (b.name, b.games, b.seats, b.faults) == ("b", 3, 6, 0)
    assert a.wins.mean == pytest.approx((1 + 0.5 + 0) / 3)
    assert a.points.mean == pytest.approx((30 + 25 + 10) / 3)
    assert a.place.mean == pytest.approx((1 + 2 + 3) / 3)
    assert b.wins.mean == pytest.approx((0 + 0.5 + 1) / 6)
    assert [seat.mean for seat in by_seat(results)] == pytest.approx([2 / 3, 1 / 3, 0])
    # Two deals, drawn with replacement: a's share is 1, 0.5 (of both) or 0.25, at the ends of the interval.
    assert (a.wins.low, a.wins.high) == pytest.approx((0.25, 1.0))


def test_a_name_in_the_table_is_no_markup():
    results = [made()]
    results[0].names[0] = "ppo:[bold]/model[/bold].zip"
    assert str(next(iter(make_table(summarise(results), "t").columns[0].cells))) == "ppo:[bold]/model[/bold].zip"


def test_players_are_split_at_the_commas_between_them():
    assert split_players("a:x=1,y=2,greedy,ppo:b.zip") == ["a:x=1,y=2", "greedy", "ppo:b.zip"]
    assert split_players("ppo:b,sample=1,ppo:c,greedy") == ["ppo:b,sample=1", "ppo:c", "greedy"]


def test_no_agent_is_told_the_seed_of_the_deal():
    told = []

    class Spy:
        name = "spy"

        def reset(self, seed, seat):
            told.append(seed)

        def act(self, view):
            return view.legal_actions[0]

    schedule = make_schedule(["spy"] * 3, 20, 0)
    for pairing in schedule:
        play_game([Spy() for _ in range(3)], ["spy"] * 3, pairing, EDITION)
        assert set(told[-3:]) == {pairing.agents_seed}
        deals = [Game(3, EDITION, seed).deal for seed in (pairing.seed, pairing.agents_seed)]
        assert deals[0]["action_decks"] != deals[1]["action_decks"]
    assert set(told).isdisjoint(pairing.seed for pairing in schedule)
