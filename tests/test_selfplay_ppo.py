"""Self-play PPO: resuming to the last bit, playing ahead, demonstrations, learning."""

import os
import signal
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")
import torch
from safetensors.torch import load_file

from agents.learned.guide import NUM_GUIDES
from boru_env import Game, load_edition
from boru_env.views.batch import REWARD_KINDS
from plain_ppo import SMALL, same
from training.selfplay.checkpoint import CHECKPOINT, MODEL, load_checkpoint, unpack_games
from training.selfplay.demonstrations import demonstrate
from training.selfplay.evaluate import evaluate
from training.selfplay.options import Options
from training.selfplay_ppo import Run, main


@pytest.mark.parametrize("ahead", [False, True])
def test_a_resumed_run_goes_on_bit_by_bit_as_if_it_had_not_been_interrupted(tmp_path, monkeypatch, capsys, ahead):
    arguments = ["--num-players", "3,4", "--num-games", "16", "--num-steps", "40", "--hidden", "8", "--threads", "1"]
    arguments += ["--minibatch-size", "128", "--steps", str(6 * 640), "--eval-games", "3", "--snapshot-every", "2"]
    arguments += ["--self-share", "0.4", "--pool-share", "0.4", "--greedy-share", "0.1", "--random-share", "0.1"]
    arguments += ["--overlap"] if ahead else ["--network", "mlp"]
    assert main([*arguments, "--out", str(tmp_path / "whole")]) == 0
    train_once = Run.train_once

    def interrupted(run):
        if run.rollouts == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return train_once(run)

    monkeypatch.setattr(Run, "train_once", interrupted)
    assert main([*arguments, "--out", str(tmp_path / "parts")]) == 0
    assert "interrupted; what was learned is saved" in capsys.readouterr().out
    assert load_checkpoint(tmp_path / "parts" / CHECKPOINT)[1]["counts"][1] == 3
    monkeypatch.setattr(Run, "train_once", train_once)
    assert main(["--resume", "--steps", str(6 * 640), "--out", str(tmp_path / "parts")]) == 0
    whole, parts = (load_checkpoint(tmp_path / name / CHECKPOINT)[1] for name in ("whole", "parts"))
    same(whole, parts, ("head", "network", "optimizer", "pool", "driver", "kept", "ahead", "rngs", "counts"))
    games = [unpack_games(saved["games"]) for saved in (whole, parts)]
    assert all(
        np.array_equal(*arrays) for arrays in zip(*(one.step(one.random_actions()) for one in games), strict=True)
    )
    models = [load_file(tmp_path / name / MODEL) for name in ("whole", "parts")]
    assert all(torch.equal(models[0][name], models[1][name]) for name in models[0])
    assert not [path for path in tmp_path.rglob(".*") if path.is_file()]


def test_playing_ahead_uses_the_network_of_before_and_is_repeatable():
    options = replace(SMALL, overlap=True, steps=10**6)
    runs = [Run(options) for _ in range(2)]
    for run in runs:
        before = {name: weight.clone() for name, weight in run.network.state_dict().items()}
        run.train_once()
        run.state()  # awaits what is being played
        acted = run._acting.state_dict()
        assert all(torch.equal(acted[name], before[name]) for name in before)
        run.train_once()
        run.close()
    same(runs[0].state(), runs[1].state(), ("network", "optimizer", "driver", "kept", "rngs", "counts"))


@pytest.mark.parametrize("kind", ["mlp", "guided"])
def test_demonstrations_are_learned_from_before_the_learner_plays(kind):
    options = replace(SMALL, network=kind, hidden=64, pretrain=0.5, steps=3_000_000, minibatch_size=512)
    run = Run(replace(options, reward="margin", reward_scale=6.0))
    first = run.train_once()
    while run.progress() < options.pretrain:
        last = run.train_once()
    assert run.rollouts == 0
    assert last["losses/agreement"] > max(0.55, first["losses/agreement"])
    assert last["losses/explained_variance"] > 0
    assert "losses/policy_loss" in run.train_once()
    assert run.rollouts == 1


def test_demonstrations_are_greedys_choices_with_the_games_pay():
    options = replace(SMALL, pretrain_noise=0.0, num_players="4")
    players, edition = np.full(40, 4, np.int8), load_edition("reconstructed")
    choices, played_on = demonstrate(edition, players, REWARD_KINDS["win"], options, NUM_GUIDES, 5)
    again, _ = demonstrate(edition, players, REWARD_KINDS["win"], options, NUM_GUIDES, 5)
    assert all(
        np.array_equal(one, other, equal_nan=True)
        for one, other in zip(vars(choices).values(), vars(again).values(), strict=True)
    )
    assert 0.1 * played_on < 5 * len(choices.action) < played_on
    assert np.take_along_axis(choices.mask, choices.action[:, None], axis=1).all()
    assert (choices.mask.sum(axis=1) > 1).all()
    hints = choices.obs[:, Game.OBSERVATION_SIZE :][:, : Game.NUM_ACTIONS]
    assert ((hints > 0) == (choices.mask == 1)).all()
    assert (hints[np.arange(len(hints)), choices.action] == 255).all()
    paid = np.concatenate([choices.target[:, None], choices.others[:, :3]], axis=1)
    assert np.isnan(choices.others[:, 3]).all()
    assert np.allclose(paid.sum(axis=1), 0, atol=1e-5)
    assert paid.max() == 1
    assert np.isclose(paid.min(), -1 / 3)


def test_it_learns_to_beat_random():
    options = Options(
        num_players="3", num_games=128, num_steps=64, hidden=64, reward="margin", steps=20 * 128 * 64, threads=1,
        minibatch_size=1024, learning_rate=2e-3, self_share=1, pool_share=0, greedy_share=0, network="mlp",
        reward_scale=1, update_epochs=2, gae_lambda=0.98, ent_coef=0.01,
    )  # fmt: skip
    run = Run(options)
    before = evaluate(run.network, run.edition, 3, "random", 150, 0)
    while run.progress() < 1:
        run.train_once()
    after = evaluate(run.network, run.edition, 3, "random", 150, 0)
    assert before.high < 0.33
    assert after.mean > 0.43
