"""Agents that end, stop or outlast their process: they lose that game, and no other game is touched."""

import os
import tempfile
from pathlib import Path

import pytest

from agents.arena.__main__ import main
from agents.arena.pool import WorkerError, play_all
from agents.arena.schedule import make_schedule, make_schedules
from agents.arena.worker import Cast, Setting, serve
from boru_env import EditionError
from boru_env.views.replay import read_replays

FAULTS = {
    "Raises": "ValueError: two lines \\ud800",
    "Cannot": "MuteError: MuteError",
    "Floats": "1.5: is no action",
    "Arrays": "is no action",
    "Leaves": "SystemExit: 0",
    "Interrupts": "ended its process (exit code 130)",
    "Kills": "ended its process (exit code 0)",
    "Signals": "ended its process (signal 9)",
    "Hangs": "did not answer within 3 s",
    "Sleeps": "the limit is 0.5 s",
    "Asks": "EOFError",
}
FAULTLESS = ["Mutates", "Prints"]


def play(kinds, processes, record=False):
    """Play one deal with each kind of agent at a table of its own."""
    line_ups = tuple((f"arena_agents:{kind}", "random", "greedy") for kind in kinds)
    # A first decision loads compiled code, so the limits leave it room.
    setting = Setting(line_ups, record=record, time_limit=0.5, hard_limit=3)
    return sorted(play_all(setting, make_schedules(line_ups, 3, 8), processes), key=lambda result: result.pairing.game)


@pytest.fixture(scope="module")
def odd():
    """One deal at the tables of all kinds, in two processes."""
    return play([*FAULTS, *FAULTLESS], 2, record=True)


@pytest.fixture(scope="module")
def even():
    """The same deal with the same kind of agent that does nothing odd."""
    return play(["Odd"], 0)


@pytest.mark.parametrize("table", range(len(FAULTS)), ids=list(FAULTS))
def test_only_the_game_of_the_deed_is_lost_and_by_the_offender_alone(table, odd, even):
    of_table = [result for result in odd if result.pairing.table == table]
    assert len(of_table) == 3
    for result, other in zip(of_table, even, strict=True):
        offender = result.pairing.seats.index(0)
        if offender != 1:
            assert result.fault is None
            assert (result.points, result.shares, result.places) == (other.points, other.shares, other.places)
            continue
        kind = list(FAULTS)[table]
        assert result.fault.startswith(f"seat 1, {kind.lower()}: ")
        assert FAULTS[kind] in result.fault
        assert result.fault.isprintable()
        assert (result.offender, result.shares, result.places) == (1, [0.5, 0, 0.5], [1.5, 3, 1.5])
        assert 20 < result.decisions < 60
        assert len(result.points) == 3
        assert max(result.points) > 0


def test_printing_and_spoiling_the_view_change_nothing(odd, even):
    for table in range(len(FAULTS), len(FAULTS) + len(FAULTLESS)):
        for result, other in zip([of for of in odd if of.pairing.table == table], even, strict=True):
            assert result.fault is None
            assert (result.points, result.shares) == (other.points, other.shares)


def test_what_an_agent_prints_does_not_stand_among_the_results(tmp_path, capfd):
    players = ["--players", "arena_agents:Prints,random,random", "--games", "3"]
    assert main([*players, "--record", str(tmp_path / "r.jsonl")]) == 0
    told = capfd.readouterr()
    assert "spam" not in told.out
    assert told.err.count("spam from an agent") == 2
    assert [replay.fault for replay in read_replays(tmp_path / "r.jsonl")] == [None] * 3


def test_an_agent_that_cannot_be_made_is_told_before_any_game(capsys):
    for spec, said in (("arena_agents:MadeBadly", "exit code 3"), ("nobody", "is not known")):
        assert main(["--players", f"{spec},random,random", "--games", "3"]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert said in told.err


def test_a_process_that_ends_for_no_agents_fault_is_nobodys_loss(monkeypatch):
    line_up = ("random", "random", "random")
    schedule = make_schedule(line_up, 2, 1)
    whole = list(play_all(Setting((line_up,)), schedule, 0))
    monkeypatch.setattr("agents.arena.pool.serve", dies_once)
    again = list(play_all(Setting((line_up,)), schedule, 1))
    assert sorted(again, key=lambda result: result.pairing.game) == whole
    monkeypatch.setattr("agents.arena.pool.serve", dies_always)
    monkeypatch.setattr("agents.arena.pool.RETRIES", 0)
    with pytest.raises(WorkerError, match="again and again"):
        list(play_all(Setting((line_up,)), schedule[:1], 1))


def dies_always(setting, connection, shared):
    """A worker that ends after it was given a game, before any agent's code runs."""
    shared[1] = -1
    connection.send(dict.fromkeys(setting.line_ups[0], "random"))
    connection.recv()


def dies_once(setting, connection, shared):
    """A worker that does so the first time only."""
    mark = Path(tempfile.gettempdir()) / f"dies_once_{os.getppid()}"
    if mark.exists():
        mark.unlink()
        serve(setting, connection, shared)
    else:
        mark.touch()
        dies_always(setting, connection, shared)


def test_two_copies_of_an_agent_are_objects_of_their_own():
    cast = Cast(Setting((("random", "random", "greedy"), ("random", "greedy", "greedy"))))
    assert len({id(agent) for agents in cast._copies.values() for agent in agents}) == 4


def test_two_agents_of_one_name_are_two_in_the_tables():
    cast = Cast(Setting((("random", "agents.scripted:RandomAgent", "greedy"),)))
    assert sorted(cast.labels.values()) == ["agents.scripted:RandomAgent", "greedy", "random"]


def test_a_hard_limit_below_the_time_limit_is_refused(capsys):
    assert main(["--time-limit", "2", "--hard-limit", "1"]) == 2
    assert "--hard-limit" in capsys.readouterr().err


def test_no_processes_are_begun_for_no_games():
    assert list(play_all(Setting((("random",) * 3,)), [], 4)) == []


def test_an_unknown_edition_is_told_at_once():
    with pytest.raises(EditionError, match="nowhere"):
        list(play_all(Setting((("random",) * 3,), "nowhere"), make_schedule(["random"] * 3, 1, 0), 2))
