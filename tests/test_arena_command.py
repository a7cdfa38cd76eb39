"""`python -m agents.arena`: its output, files, processes, faults, interrupts and refusals."""

import json
import os
import sys

import pytest

from agents.arena.__main__ import main
from boru_env.views.replay import read_replays

HERE = ["--processes", "0"]


def games_of(path):
    return json.loads(path.read_text())["games"]


def test_several_processes_give_the_same_results_and_files(tmp_path):
    common = ["--players", "greedy,random,random", "--games", "12", "--seed", "4"]
    for processes in ("0", "3"):
        files = ["--json", str(tmp_path / f"{processes}.json"), "--record", str(tmp_path / f"{processes}.jsonl")]
        assert main([*common, "--processes", processes, *files]) == 0
    assert games_of(tmp_path / "0.json") == games_of(tmp_path / "3.json")
    assert (tmp_path / "0.jsonl").read_bytes() == (tmp_path / "3.jsonl").read_bytes()
    replays = read_replays(tmp_path / "0.jsonl")
    assert [replay.fault for replay in replays] == [None] * 12
    for replay, game in zip(replays, games_of(tmp_path / "0.json"), strict=True):
        assert replay.header["agents"] == game["names"]
        assert replay.game.final_points == game["points"]
        assert replay.game.winners == game["winners"]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_file_that_fails_after_the_games_costs_one_line_and_keeps_the_table(tmp_path, monkeypatch, capsys):
    def full(*given):
        raise OSError("no space\nleft")

    monkeypatch.setattr("agents.arena.__main__.write_json", full)
    players = ["--players", "random,random,greedy", "--games", "2", "--processes", "0"]
    assert main([*players, "--json", str(tmp_path / "out.json")]) == 1
    told = capsys.readouterr()
    assert told.err == "not written: no space left\n"
    assert "3 games of 3" in told.out
    assert "2 games were asked for: rounded up" in told.out


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
        assert main(["--players", players, *HERE, "--games", "9", "--json", str(path)]) == code
    broken, whole = games_of(tmp_path / "Sometimes.json"), games_of(tmp_path / "Never.json")
    faults = [game["fault"] for game in broken]
    assert sum(fault is not None for fault in faults) == 3
    assert "seat 1, sometimes: ValueError: not in seat 1" in capsys.readouterr().out
    assert [b for b, fault in zip(broken, faults, strict=True) if not fault] == [
        w for w, fault in zip(whole, faults, strict=True) if not fault
    ]


def test_an_interrupt_prints_and_writes_what_was_finished(tmp_path, module, capsys):
    path = tmp_path / "out.json"
    assert (
        main(["--players", f"{module}:Interrupted,random,random", *HERE, "--games", "30", "--json", str(path)]) == 130
    )
    said = capsys.readouterr()
    assert said.err == "interrupted after 5 games\n"
    assert "5 games of 3" in said.out
    assert len(games_of(path)) == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--players", "random,random"], "--players: 2"),
        (["--players", "random," * 5 + "random"], "--players: 6"),
        (["--players", "nobody,random,random"], "nobody"),
        (["--games", "0"], "--games"),
        (["--games", "many"], "--games"),
        (["--seed", "-1"], "--seed"),
        (["--processes", "-1"], "--processes"),
        (["--processes", "2", "--players", "nobody,random,random"], "nobody"),
        (["--record", "no/such/folder/file.jsonl"], "folder"),
        (["--json", "no/such/folder/file.json"], "folder"),
        (["--json", "."], "folder"),
        (["--json", "a_device"], "no plain file"),
        (["--record", "a_device"], "no plain file"),
        (["--json", "same", "--record", "./same"], "two files"),
        (["--edition", "nowhere"], "nowhere"),
    ],
)
def test_bad_options_are_told_in_one_line_with_exit_code_2(options, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("a_device")  # stands for what a renamed file would put an end to, such as /dev/null
    assert main(options) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a_device"]
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert said in told.err
