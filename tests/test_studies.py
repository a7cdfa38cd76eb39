"""Studies: the arms are possible trainings, runs go on where they were, and what a network may not read it does not."""

import math
import os
import signal
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")
pytest.importorskip("matplotlib")
import torch

from agents.learned.acting import see
from agents.learned.files import read_network
from boru_env import OptionError, SelfPlay
from boru_env.views.layout import FIELDS, offsets
from training.selfplay.checkpoint import CHECKPOINT, MODEL, load_checkpoint
from training.selfplay.options import Options, check
from training.selfplay.run import Run
from training.studies import __main__ as studies
from training.studies.arms import RECALL, STUDIES, Study
from training.studies.results import MEASURE, read_curve, spread, table

FEW = ["--steps", "3000", "--seeds", "2", "--evaluations", "2", "--eval-games", "4"]
SMALL = {"num_games": 8, "num_steps": 100, "hidden": 8, "self_share": 1.0, "pool_share": 0.0, "greedy_share": 0.0}


def test_a_curve_is_in_order_though_the_later_half_is_in_the_first_file(tmp_path):
    from torch.utils.tensorboard import SummaryWriter

    for step, name in ((480, "events.out.tfevents.2"), (960, "events.out.tfevents.1")):
        with SummaryWriter(str(tmp_path / "new")) as writer:
            writer.add_scalar(MEASURE, step / 1000, step)
            writer.add_scalar("charts/seconds", step / 10, step)
        (file,) = (tmp_path / "new").iterdir()
        file.rename(tmp_path / name)
    curve = read_curve(tmp_path)
    assert curve.steps.tolist() == [480, 960]
    assert curve.shares.tolist() == pytest.approx([0.48, 0.96])
    assert curve.seconds.tolist() == pytest.approx([48, 96])


@pytest.mark.parametrize("name", STUDIES)
def test_every_arm_is_a_training_and_differs_from_the_others(name):
    options = [studies.options_of(studies.Asked(name), arm, 0) for arm in STUDIES[name].arms]
    for one in options:
        check(one)
        assert Run(replace(one, num_games=4)).network
    alike = [replace(one, out=Options.out) for one in options]
    assert all(one != other for k, one in enumerate(alike) for other in alike[:k])
    assert len({one.out for one in options}) == len(options)


def test_a_study_trains_each_arm_with_each_seed_and_shows_what_came_of_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(STUDIES, "tiny", Study("Which?", {"one": SMALL, "the other": SMALL | {"hidden": 4}}))
    asked = ["tiny", *FEW, "--out", str(tmp_path)]
    assert studies.main(asked) == 0
    told = capsys.readouterr().out
    assert "| one |" in told
    assert "| the other |" in told
    assert (tmp_path / "tiny.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "tiny.md").read_text(encoding="utf-8").strip() in told
    for folder in ("one-0", "one-1", "the-other-0", "the-other-1"):
        curve = read_curve(tmp_path / "tiny" / folder)
        assert curve.steps.tolist() == [1600, 3200]
        assert (np.diff(curve.seconds) > 0).all()
        assert ((curve.shares >= 0) & (curve.shares <= 1)).all()
    runs = [file.stat().st_mtime_ns for file in sorted(tmp_path.rglob(MODEL))]
    assert studies.main(asked) == 0
    assert runs == [file.stat().st_mtime_ns for file in sorted(tmp_path.rglob(MODEL))]
    assert studies.main([*asked, "--eval-games", "8"]) == 2
    assert "other options" in capsys.readouterr().err


def test_a_study_goes_on_with_a_run_that_was_interrupted(tmp_path, monkeypatch):
    monkeypatch.setitem(STUDIES, "tiny", Study("Which?", {"one": SMALL}))
    asked = studies.Asked("tiny", steps=2400, seeds=1, evaluations=1, eval_games=4, out=tmp_path)
    whole = studies.Asked("tiny", steps=2400, seeds=1, evaluations=1, eval_games=4, out=tmp_path / "whole")
    studies.run(whole)
    options = studies.options_of(asked, "one", 0)
    options.out.mkdir(parents=True)
    run = Run(options)
    run.train_once()
    run.save()
    run.close()
    studies.run(asked)
    parts = [read_network(out / "tiny" / "one-0" / MODEL)[0].state_dict() for out in (whole.out, tmp_path)]
    assert all(torch.equal(parts[0][name], parts[1][name]) for name in parts[0])
    assert load_checkpoint(options.out / CHECKPOINT)[1]["counts"][0] == 2400


def test_an_interrupted_study_ends_and_the_same_command_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(STUDIES, "tiny", Study("Which?", {"one": SMALL, "the other": SMALL}))
    train_once = Run.train_once

    def interrupted(run):
        os.kill(os.getpid(), signal.SIGINT)
        return train_once(run)

    monkeypatch.setattr(Run, "train_once", interrupted)
    asked = ["tiny", *FEW, "--seeds", "1", "--evaluations", "1", "--out", str(tmp_path)]
    assert studies.main(asked) == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "tiny").iterdir()] == ["one-0"]
    monkeypatch.setattr(Run, "train_once", train_once)
    assert studies.main(asked) == 0
    assert len(list((tmp_path / "tiny").iterdir())) == 2


def test_an_evaluation_by_decisions_comes_at_the_same_decisions_each_time(tmp_path, monkeypatch):
    monkeypatch.setitem(STUDIES, "tiny", Study("Which?", {"one": SMALL}))
    curves = []
    for name in ("once", "again"):
        studies.run(studies.Asked("tiny", steps=2400, seeds=1, evaluations=3, eval_games=8, out=tmp_path / name))
        curves.append(read_curve(tmp_path / name / "tiny" / "one-0"))
    assert np.array_equal(curves[0].steps, curves[1].steps)
    assert np.array_equal(curves[0].shares, curves[1].shares)


@pytest.mark.parametrize("kind", ["mlp", "guided"])
def test_hidden_fields_are_never_read_not_even_after_training(kind):
    options = Options(network=kind, hide=RECALL, threads=1, **SMALL)
    run = Run(options)
    before = run.network.first.weight.detach().clone()
    for _ in range(3):
        run.train_once()
    run.close()
    weight = run.network.first.weight.detach()
    hidden = np.zeros(len(weight), bool)
    for name in RECALL.split(","):
        hidden[offsets(FIELDS)[name]] = True
    assert not weight[hidden].any()
    assert not torch.equal(weight[~hidden], before[~hidden])
    games = SelfPlay(32, seed=1, observe="uint8")
    for _ in range(150):
        games.step(games.random_actions())
    seen = torch.from_numpy(see(games.edition, games.states, np.arange(32), run.network.guides)[0])
    blind = seen.clone()
    blind[:, : len(hidden)][:, hidden] = 0
    assert not torch.equal(seen, blind)
    with torch.no_grad():
        assert torch.equal(run.network(seen)[0], run.network(blind)[0])


def test_what_cannot_be_hidden_is_told():
    with pytest.raises(OptionError, match="there is no field 'gold'; the fields are: phase"):
        Run(Options(hide="gold", num_games=4))
    with pytest.raises(OptionError, match="several places"):
        Run(Options(hide="void", network="towns", num_games=4))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["luck"], "must be one of strength, recall, reward, pool"),
        (["pool", "--seeds", "0"], "--seeds: is 0"),
        (["pool", "--steps", "0"], "--steps: is '0'"),
        (["pool", "--evaluations", "0"], "--evaluations: is 0"),
        (["pool", "--minutes", "nan"], "--minutes: is nan"),
    ],
)
def test_the_command_refuses_in_one_sentence(arguments, said, tmp_path, capsys):
    assert studies.main([*arguments, "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_the_spread_over_seeds_is_students():
    mean, low, high = spread([0.30, 0.34, 0.38])
    assert mean == pytest.approx(0.34)
    assert mean - low == pytest.approx(4.3027 * 0.04 / math.sqrt(3), rel=1e-4)
    assert high - mean == pytest.approx(mean - low)
    assert math.isnan(spread([0.5])[1])
    assert "mean of seeds" in table(Study("?", {}), {})
