"""Command lines with rubbish: one clear sentence on stderr, exit code 2, no traceback, no file left behind."""

import importlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.arena.__main__ import main as arena
from boru_env.views.replay import main as replay
from strange import quick
from training.demo import main as demo
from training.maskable_ppo import main as train

DIGITS = "9" * 4000
ARENA = [
    ["--games", DIGITS],
    ["--games", "1000001"],
    ["--games", "1e3"],
    ["--games", ""],
    ["--seed", "-1"],
    ["--seed", "\u0661.0"],
    ["--processes", "-1"],
    ["--processes", DIGITS],
    ["--edition", ""],
    ["--edition", "\0/x.toml"],
    ["--edition", "a\n/b.toml"],
    ["--record", "\0"],
    ["--record", "no\n/x"],
    ["--json", "\0"],
    ["--json", "x" * 5000],
    ["--players", ""],
    ["--players", ",,"],
    ["--players", "a.b:c\nd,random,random"],
    ["--players", "..:x,random,random"],
    ["--players", "os.path:sep,random,random"],
    ["--players", "greedy:x=1,random,random"],
    ["--players", "ppo:\0,random,random"],
    ["--players", "ppo:default,sample=2,random,random"],
    ["--players", "greedy,sample=1,random,random"],
    ["--nope"],
    ["x"],
]
TRAIN = [
    ["--num-players", "2"],
    ["--num-players", "x"],
    ["--num-players", "1000000000000"],
    ["--num-players", "100000000000000000000"],
    ["--minutes", "nan"],
    ["--minutes", "1e400"],
    ["--timesteps", DIGITS],
    ["--num-envs", DIGITS],
    ["--num-envs", "0"],
    ["--n-steps", DIGITS],
    ["--batch-size", "-1"],
    ["--n-epochs", DIGITS],
    ["--hidden", DIGITS],
    ["--hidden", "0"],
    ["--num-envs", "10000", "--n-steps", "1000000"],
    ["--learning-rate", "nan"],
    ["--learning-rate", "1e300"],
    ["--ent-coef", "-1"],
    ["--gamma", "nan"],
    ["--gae-lambda", "2"],
    ["--seed", "4294967296"],
    ["--reward", ""],
    ["--opponents", ",,"],
    ["--opponents", "a.b:c\nd"],
    ["--edition", "a\n/b.toml"],
    ["--out", "x" * 5000],
    ["--out", "\0"],
    ["--resume"],
    ["--nope"],
]
DEMO = [["--minutes", "x"], ["--minutes", "nan"], ["--games", "0"], ["--games", DIGITS], ["--nope"], ["x"]]


def refused(main, arguments, capsys, folder):
    """Run a command that must be refused; give its one sentence."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    lines = [line for line in told.err.splitlines() if "compiling the rules" not in line]  # in a new checkout, once
    assert len(lines) == 1
    assert lines[0].strip()
    assert not list(folder.iterdir())
    return lines[0]


@pytest.mark.parametrize("arguments", ARENA, ids=lambda given: ascii(given)[:40])
def test_the_arena_refuses_in_one_sentence(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    players = [] if "--players" in arguments else ["--players", "random,random,random"]
    refused(arena, [*players, *arguments], capsys, tmp_path)


@pytest.mark.parametrize("arguments", TRAIN, ids=lambda given: ascii(given)[:40])
def test_the_training_refuses_in_one_sentence(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = [] if "--num-envs" in arguments else ["--num-envs", "2"]
    refused(train, [*few, *arguments], capsys, tmp_path)


@pytest.mark.parametrize("arguments", DEMO, ids=lambda given: ascii(given)[:40])
def test_the_demo_refuses_in_one_sentence(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(demo, arguments, capsys, tmp_path)


@pytest.mark.parametrize("name", ["nowhere", "a\nb", "\0", "", "."])
def test_the_replay_command_refuses_a_file_in_one_sentence(name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(replay, [name], capsys, tmp_path)


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["--edition"], ["--nope", "x"]])
def test_the_replay_command_says_how_it_is_used(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        replay(arguments)
    assert ended.value.code == 2
    assert "replay: error: " in capsys.readouterr().err.splitlines()[-1]


OPTIONS = ["--games", "--seed", "--processes", "--edition"]


@settings(**quick, max_examples=100)
@given(option=st.sampled_from(OPTIONS), value=st.text(max_size=8).filter(lambda text: not text.strip().isdecimal()))
def test_any_text_as_a_number_or_an_edition_is_refused(option, value):
    assert arena(["--players", "random,random,random", f"{option}={value}"]) == 2


@pytest.mark.parametrize(
    ("module", "options"),
    [
        ("selfplay_ppo", ["--out"]),
        ("maskable_ppo", ["--out"]),
        ("best_response", ["--against", "greedy", "--out"]),
        ("studies.__main__", ["pool", "--out"]),
        ("demo", []),
    ],
)
def test_what_no_memory_holds_is_told_in_one_line(module, options, tmp_path, monkeypatch, capsys):
    def train(_):
        raise MemoryError("Unable to allocate 9.00 TiB")

    command = importlib.import_module(f"training.{module}")
    monkeypatch.setattr(command, "train", train)
    if module == "demo":
        monkeypatch.setattr(command, "OUT", tmp_path / "out")
    assert command.main([*options, str(tmp_path / "out")] if options else []) == 2
    assert capsys.readouterr().err == "not enough memory: Unable to allocate 9.00 TiB\n"
