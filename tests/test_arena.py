"""The arena: its schedule, its games, agents that misbehave, its statistics and its command line."""

import json
import sys
from collections import Counter

import numpy as np
import pytest

from agents.arena.__main__ import main, split_players
from agents.arena.play import Result, play_game
from agents.arena.report import make_table
from agents.arena.schedule import Pairing, make_schedule
from agents.arena.statistics import by_seat, summarise
from agents.registry import make_agent
from boru_env import Action, Game, load_edition
from boru_env.views.replay import read_replays

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


def made(name="stops", seats=(0, 1, 2), shares=(1.0, 0.0, 0.0), points=(30, 20, 10), deal=0, fault=None):
    names = ["a" if place == 0 else "b" for place in seats]
    places = [1.0, 2.0, 3.0]
    return Result(Pairing(0, deal, 1, seats), names, list(points), list(shares), places, 9, fault)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_each_deal_is_played_with_every_player_in_every_seat(n):
    schedule = make_schedule(["random"] * n, 7, 5)
    assert len(schedule) == -(-7 // n) * n
    assert [pairing.game for pairing in schedule] == list(range(len(schedule)))
    times = Counter((place, seat) for pairing in schedule for seat, place in enumerate(pairing.seats))
    assert set(times.values()) == {len(schedule) // n}
    for deal in {pairing.deal for pairing in schedule}:
        assert len({pairing.seed for pairing in schedule if pairing.deal == deal}) == 1
    assert schedule == make_schedule(["random"] * n, 7, 5)


def test_tournaments_of_neighbouring_seeds_share_no_deal_and_longer_ones_begin_alike():
    first, second = (make_schedule(["random"] * 4, 4000, seed) for seed in (0, 1))
    seeds = {pairing.seed for pairing in first}
    assert len(seeds) == 1000
    assert seeds.isdisjoint(pairing.seed for pairing in second)
    assert make_schedule(["random"] * 4, 40, 0) == first[:40]


@pytest.mark.parametrize(
    ("deed", "when"), [*((deed, when) for deed in DEEDS for when in (1, 40)), ("raises", 0), ("leaves", 0)]
)
def test_an_agent_that_breaks_off_loses_and_the_others_share_the_win(deed, when):
    act, said = DEEDS[deed]
    agents = [make_agent("random"), Faulty(act, when), make_agent("random"), make_agent("greedy")]
    names = [agent.name for agent in agents]
    result = play_game(agents, names, Pairing(0, 0, 11, (0, 1, 2, 3)), EDITION, record=True)
    assert result.shares == [1 / 3, 0.0, 1 / 3, 1 / 3]
    assert result.places == [2.0, 4.0, 2.0, 2.0]
    assert result.fault.startswith("seat 1, faulty: ")
    assert said in result.fault
    assert "\n" not in result.fault
    assert len(result.lines) == 1 + result.decisions


def test_an_interrupt_passes_through_a_game():
    agents = [Faulty(lambda view: raise_(KeyboardInterrupt), 2), make_agent("random"), make_agent("random")]
    with pytest.raises(KeyboardInterrupt):
        play_game(agents, ["a", "b", "c"], Pairing(0, 0, 1, (0, 1, 2)), EDITION)


def test_ties_split_the_win_and_average_the_places(monkeypatch):
    monkeypatch.setattr(Game, "winners", property(lambda game: [0, 2] if game.is_over else None))
    monkeypatch.setattr(Game, "placements", property(lambda game: [1, 3, 1, 3] if game.is_over else None))
    agents = [make_agent("random") for _ in range(4)]
    result = play_game(agents, ["r"] * 4, Pairing(0, 0, 1, (0, 1, 2, 3)), EDITION)
    assert result.shares == [0.5, 0.0, 0.5, 0.0]
    assert result.places == [1.5, 3.5, 1.5, 3.5]


def test_the_statistics_are_those_of_a_hand_computation():
    results = [
        made(),
        made(seats=(1, 0, 2), shares=(0.5, 0.5, 0.0), points=(25, 25, 12), deal=1),
        made(seats=(1, 2, 0), shares=(0.5, 0.5, 0.0), deal=1, fault="seat 2, a: ValueError: x, b: y"),
    ]
    a, b = summarise(results)
    assert (a.name, a.games, a.seats, a.faults) == ("a", 3, 3, 1)
    assert (b.name, b.games, b.seats, b.faults) == ("b", 3, 6, 0)
    assert a.wins.mean == pytest.approx((1 + 0.5 + 0) / 3)
    assert a.points.mean == pytest.approx((30 + 25 + 10) / 3)
    assert a.place.mean == pytest.approx((1 + 2 + 3) / 3)
    assert b.wins.mean == pytest.approx((0 + 0.5 + 1) / 6)
    assert by_seat(results) == pytest.approx([2 / 3, 1 / 3, 0])
    # Two deals, drawn with replacement: a's share is 1, 0.5 (of both) or 0.25, at the ends of the interval.
    assert (a.wins.low, a.wins.high) == pytest.approx((0.25, 1.0))


def test_a_name_in_the_table_is_no_markup():
    results = [made()]
    results[0].names[0] = "ppo:[bold]/model[/bold].zip"
    assert str(next(iter(make_table(summarise(results), "t").columns[0].cells))) == "ppo:[bold]/model[/bold].zip"


def test_players_are_split_at_the_commas_between_them():
    assert split_players("a:x=1,y=2,greedy,ppo:b.zip") == ["a:x=1,y=2", "greedy", "ppo:b.zip"]


def games_of(path):
    return json.loads(path.read_text())["games"]


def test_several_processes_give_the_same_results_and_files(tmp_path):
    common = ["--players", "greedy,random,random", "--games", "12", "--seed", "4"]
    for processes in ("1", "2"):
        files = ["--json", str(tmp_path / f"{processes}.json"), "--record", str(tmp_path / f"{processes}.jsonl")]
        assert main([*common, "--processes", processes, *files]) == 0
    assert games_of(tmp_path / "1.json") == games_of(tmp_path / "2.json")
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    replays = read_replays(tmp_path / "1.jsonl")
    assert [replay.fault for replay in replays] == [None] * 12
    for replay, game in zip(replays, games_of(tmp_path / "1.json"), strict=True):
        assert replay.header["agents"] == game["names"]
        assert replay.game.final_points == game["points"]
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


MODULE = """
from agents.scripted import RandomAgent

class Sometimes(RandomAgent):
    name = "sometimes"
    def reset(self, seed, seat):
        super().reset(seed, seat)
        if seat == 1:
            raise ValueError("not in seat 1")

class Never(RandomAgent):
    name = "sometimes"

class Interrupted(RandomAgent):
    name = "interrupted"
    games = 0
    def reset(self, seed, seat):
        super().reset(seed, seat)
        self.games += 1
        if self.games == 6:
            raise KeyboardInterrupt

class Killer(RandomAgent):
    name = "killer"
    def reset(self, seed, seat):
        import os
        os._exit(9)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "arenaplayers").mkdir()
    (tmp_path / "arenaplayers" / "__init__.py").write_text("")
    (tmp_path / "arenaplayers" / "some.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "arenaplayers.some"
    for name in ("arenaplayers", "arenaplayers.some"):
        sys.modules.pop(name, None)


def test_a_fault_leaves_the_other_games_as_they_were(tmp_path, module, capsys):
    for factory, code in (("Sometimes", 1), ("Never", 0)):
        path = tmp_path / f"{factory}.json"
        players = f"{module}:{factory},random,greedy"
        assert main(["--players", players, "--games", "9", "--json", str(path)]) == code
    broken, whole = games_of(tmp_path / "Sometimes.json"), games_of(tmp_path / "Never.json")
    faults = [game["fault"] for game in broken]
    assert sum(fault is not None for fault in faults) == 3
    assert "seat 1, sometimes: ValueError: not in seat 1" in capsys.readouterr().out
    assert [b for b, fault in zip(broken, faults, strict=True) if not fault] == [
        w for w, fault in zip(whole, faults, strict=True) if not fault
    ]


def test_an_interrupt_prints_and_writes_what_was_finished(tmp_path, module, capsys):
    path = tmp_path / "out.json"
    assert main(["--players", f"{module}:Interrupted,random,random", "--games", "30", "--json", str(path)]) == 130
    said = capsys.readouterr()
    assert said.err == "interrupted after 5 games\n"
    assert "5 games of 3" in said.out
    assert len(games_of(path)) == 5


def test_an_agent_that_kills_its_process_is_told_in_one_line(module, capsys):
    assert main(["--players", f"{module}:Killer,random,random", "--games", "3", "--processes", "2"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--players", "random,random"], "--players: 2"),
        (["--players", "random," * 5 + "random"], "--players: 6"),
        (["--players", "nobody,random,random"], "nobody"),
        (["--games", "0"], "--games"),
        (["--games", "many"], "--games"),
        (["--seed", "-1"], "--seed"),
        (["--processes", "0"], "--processes"),
        (["--processes", "2", "--players", "nobody,random,random"], "nobody"),
        (["--record", "no/such/folder/file.jsonl"], "folder"),
        (["--json", "no/such/folder/file.json"], "folder"),
        (["--json", "."], "folder"),
        (["--edition", "nowhere"], "nowhere"),
    ],
)
def test_bad_options_are_told_in_one_line_with_exit_code_2(options, said, capsys):
    assert main(options) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert said in told.err
