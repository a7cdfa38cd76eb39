"""The journal: an interrupted tournament goes on and ends as one that was never interrupted."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agents.arena.__main__ import main

ROOT = Path(__file__).parents[1]
COMMON = ["--players", "greedy,random,random", "--players", "random,random,random,greedy", "--games", "6"]
COMMON += ["--seed", "3", "--processes", "0"]


def played(folder, name, *options):
    """Play the tournament; give all of its results but what may differ."""
    assert main([*COMMON, "--json", str(folder / f"{name}.json"), *options]) == 0
    content = json.loads((folder / f"{name}.json").read_text())
    del content["options"], content["times"]
    return content


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    journal = folder / "journal.jsonl"
    return played(folder, "whole", "--resume", str(journal)), journal.read_bytes()


def test_a_run_in_several_processes_resumed_after_a_cut_ends_as_the_whole_one(whole, tmp_path):
    content, journal = whole
    lines = journal.splitlines(keepends=True)
    assert len(lines) == 1 + len(content["games"]) == 1 + 6 + 8
    file = tmp_path / "journal.jsonl"
    file.write_bytes(b"".join([lines[0], lines[9], lines[2], lines[2], lines[5]]))  # as they ended; one twice
    assert played(tmp_path, "again", "--resume", str(file), "--processes", "3") == content
    assert sorted(file.read_bytes().splitlines()[5:]) != []
    assert len(file.read_bytes().splitlines()) == 1 + 14 + 1


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_last_line_cut_short_is_played_again(whole, tmp_path, cut):
    content, journal = whole
    file = tmp_path / "journal.jsonl"
    file.write_bytes(journal[:-cut])
    assert played(tmp_path, "again", "--resume", str(file)) == content
    assert len(file.read_bytes().splitlines()) == 1 + 14
    assert played(tmp_path, "again", "--resume", str(file)) == content


@pytest.mark.parametrize("length", [0, 10])
def test_a_journal_cut_in_its_first_line_is_begun_again(whole, tmp_path, length):
    file = tmp_path / "journal.jsonl"
    file.write_bytes(whole[1][:length])
    assert played(tmp_path, "again", "--resume", str(file)) == whole[0]
    assert len(file.read_bytes().splitlines()) == 1 + 14


def test_more_games_go_on_from_fewer(whole, tmp_path):
    file = tmp_path / "journal.jsonl"
    file.write_bytes(whole[1])
    more = played(tmp_path, "more", "--resume", str(file), "--games", "9")
    assert more == played(tmp_path, "fresh", "--games", "9")
    assert len(file.read_bytes().splitlines()) == 1 + 9 + 12


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seed", "4"], "seed is 3 there and 4 here"),
        (["--players", "random,random,greedy"], "line_ups is"),
        (["--rotations", "all"], "rotations is 'cyclic' there and 'all' here"),
        (["--time-limit", "9"], "time_limit is None there and 9.0 here"),
        (["--games", "3"], "holds game"),
    ],
)
def test_a_journal_of_another_setting_is_refused_and_untouched(whole, tmp_path, capsys, options, said):
    file = tmp_path / "journal.jsonl"
    file.write_bytes(whole[1])
    assert main([*COMMON, "--resume", str(file), *options]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert said in told
    assert file.read_bytes() == whole[1]


def test_what_is_no_journal_or_damaged_is_refused_and_untouched(whole, tmp_path, capsys):
    lines = whole[1].splitlines(keepends=True)
    for content, said in (
        (b"my notes", "no journal"),
        (b"[1]\n{}\n", "no journal"),
        (b'{"format": "boru-replay/1"}\n', "no journal"),
        (lines[0] + b"rubbish\n" + lines[1], "line 2"),
        (lines[0] + lines[1] + lines[1].replace(b'"names":[', b'"names":["x",'), "line 3"),
        (lines[0] + lines[1].replace(b'"offender":null', b'"offender":7') + lines[2], "offender is 7"),
    ):
        file = tmp_path / "journal.jsonl"
        file.write_bytes(content)
        assert main([*COMMON, "--resume", str(file)]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert said in told
        assert file.read_bytes() == content


@pytest.fixture
def _interruptible():
    """Let what tests begin heed an interrupt: where they run in a shell's background, it would be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_an_interrupted_command_keeps_its_games_and_goes_on(tmp_path):
    out = tmp_path / "out"
    command = [sys.executable, "-m", "agents.arena", "--players", "greedy,greedy,random", "--games", "300"]
    running = subprocess.Popen([*command, "--out", str(out)], cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    journal = out / "journal.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (journal.exists() and journal.read_bytes().count(b"\n") > 4):
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    kept = journal.read_bytes()
    assert told.splitlines()[-1].startswith(b"interrupted after "), told  # a slow machine tells of compiling first
    assert 4 <= kept.count(b"\n") - 1 < 300
    assert main([*command[3:], "--out", str(out), "--processes", "0"]) == 0
    assert journal.read_bytes().startswith(kept)
    assert main([*command[3:], "--json", str(tmp_path / "fresh.json"), "--processes", "0"]) == 0
    contents = [json.loads(path.read_text()) for path in (out / "results.json", tmp_path / "fresh.json")]
    for content in contents:
        del content["options"], content["times"]
    assert contents[0] == contents[1]
    assert {path.name for path in out.iterdir()} >= {"journal.jsonl", "results.json", "results.csv"}
