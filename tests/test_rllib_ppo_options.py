"""What `training.rllib_ppo` says without ray, and to bad options; with ray, see tests/clients/test_rllib_ppo.py."""

import json
import sys

import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")
from training.rllib.checkpoint import load_checkpoint, save_checkpoint
from training.rllib.options import OF_THIS_COMMAND, Options, check, command_of
from training.rllib_ppo import main

RUBBISH = [
    ["--num-players", "2"],
    ["--num-players", "6"],
    ["--num-env-runners", "-1"],
    ["--num-env-runners", "9" * 4000],
    ["--num-envs-per-env-runner", "0"],
    ["--num-cpus-per-env-runner", "-0.5"],
    ["--num-cpus-per-env-runner", "nan"],
    ["--iterations", "0"],
    ["--minutes", "nan"],
    ["--minutes", "0"],
    ["--batch-size", "0"],
    ["--minibatch-size", "-1"],
    ["--update-epochs", "0"],
    ["--learning-rate", "inf"],
    ["--learning-rate", "0"],
    ["--ent-coef", "-1"],
    ["--gamma", "1.1"],
    ["--gae-lambda", "nan"],
    ["--seed", "-1"],
    ["--reward", "gold"],
    ["--network", "tree"],
    ["--hidden", "0"],
    ["--town-width", "0"],
    ["--edition", "nowhere"],
    ["--eval-games", "-1"],
    ["--address", "nowhere"],
    ["--address", "127.0.0.1:x"],
    ["--address", "127.0.0.1:1"],
    ["--address", "127.0.0.1:" + "9" * 30],
    ["--address", "a\nb\0:1"],
    ["--address", "x" * 5000 + ":1"],
    ["--resume"],
    ["--resume", "--out", "x" * 5000],
    ["--resume", "--out", "\0"],
]


@pytest.fixture
def without_ray(monkeypatch):
    """As if ray were not installed."""
    monkeypatch.setitem(sys.modules, "ray", None)


def refused(arguments, capsys):
    """Run a command that must be refused; gives its one sentence."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.strip().count("\n") == 0
    return told.err.strip()


@pytest.mark.parametrize("arguments", RUBBISH, ids=lambda given: ascii(given)[:40])
def test_bad_options_are_refused_in_one_sentence_before_ray_is_asked_for(
    arguments, capsys, tmp_path, monkeypatch, without_ray
):
    monkeypatch.chdir(tmp_path)
    said = refused(arguments, capsys)
    assert said.startswith("edition" if "--edition" in arguments else arguments[0])
    assert not list(tmp_path.iterdir())


def test_without_ray_the_extra_is_named(capsys, tmp_path, without_ray):
    assert "pip install 'boru-env[ray]'" in refused(["--out", str(tmp_path / "run")], capsys)
    assert not list(tmp_path.iterdir())


def written(folder, options):
    """Save a checkpoint without anything of ray's in it."""
    return save_checkpoint(folder, 3, options, {"edition": "e", "seconds": 1.5}, lambda inner: inner.mkdir())


def test_a_folder_in_use_is_not_begun_anew(capsys, tmp_path):
    written(tmp_path, Options(out=tmp_path))
    assert "holds a run already" in refused(["--out", str(tmp_path)], capsys)


def test_a_resumed_run_keeps_its_options(tmp_path):
    options = Options(out=tmp_path, seed=7, minutes=2.5, network="towns", learning_rate=1e-3)
    written(tmp_path, options)
    found, facts, saved = load_checkpoint(tmp_path)
    assert found == options
    assert (facts["iteration"], facts["seconds"], saved.is_dir()) == (3, 1.5, True)


@pytest.mark.parametrize(
    ("key", "said"), [("layout", "its layout is"), ("version", "its version is"), ("format", "its format")]
)
def test_a_checkpoint_of_another_layout_or_version_is_refused(tmp_path, capsys, key, said):
    head = written(tmp_path, Options(out=tmp_path)) / "run.json"
    head.write_text(json.dumps(json.loads(head.read_text()) | {key: "another"}))
    assert said in refused(["--resume", "--out", str(tmp_path)], capsys)


def test_a_damaged_checkpoint_and_one_of_another_edition_are_refused(tmp_path, capsys):
    head = written(tmp_path, Options(out=tmp_path)) / "run.json"
    assert "has changed since" in refused(["--resume", "--out", str(tmp_path)], capsys)
    head.write_text(head.read_text()[:100])
    assert "damaged" in refused(["--resume", "--out", str(tmp_path)], capsys)


def test_the_options_are_those_that_it_checks_and_the_command_names_them():
    check(Options())
    assert set(OF_THIS_COMMAND) <= set(vars(Options()))
    told = command_of(Options(seed=3, address="host:1", gae_lambda=0.9))
    assert told == "python -m training.rllib_ppo --seed 3 --gae-lambda 0.9"
