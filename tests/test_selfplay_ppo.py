"""Self-play PPO: streams by seat, the loss, resuming, learning; against plain recomputations where there are any."""

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
from agents.learned.network import KINDS, entropy, masked
from boru_env import Game, load_edition
from boru_env.views.batch import REWARD_KINDS
from training.selfplay.checkpoint import CHECKPOINT, MODEL, load_checkpoint, unpack_games
from training.selfplay.choices import margins
from training.selfplay.demonstrations import demonstrate
from training.selfplay.evaluate import evaluate
from training.selfplay.options import Options
from training.selfplay.pool import FIRST_PAST, GREEDY, LEARNER, RANDOM
from training.selfplay.rollout import NOT_ASKED
from training.selfplay.update import teacher_loss_of
from training.selfplay_ppo import Run, main

MIXED = {"self_share": 0.4, "pool_share": 0.2, "greedy_share": 0.2, "random_share": 0.2}
SMALL = Options(
    num_players="3,4,5", num_games=24, num_steps=50, hidden=16, threads=1, network="mlp", margin_weight=0,
    reward_scale=1, gae_lambda=0.98, minibatch_size=256, update_epochs=2, learning_rate=1.5e-3, ent_coef=0.01,
    snapshot_every=10, **MIXED,
)  # fmt: skip


def plain_streams(rollouts):
    """All streams of all rollouts: each choice's value, log-probability, reward and the rollout in which it closed."""
    streams, current = [], {}
    for number, a in enumerate(rollouts):
        for t in range(len(a["seat"])):
            for row in range(a["seat"].shape[1]):
                seat = int(a["seat"][t, row])
                if a["learned"][t, row]:
                    before = current.setdefault((row, seat), [])
                    if before:
                        before[-1]["closed"] = number
                    known = {"value": float(a["value"][t, row]), "log_prob": float(a["log_prob"][t, row])}
                    before.append(known | {"reward": 0.0, "closed": None})
                if a["done"][t, row]:
                    for other in range(5):
                        ended = current.pop((row, other), None)
                        if ended:
                            ended[-1] |= {"reward": float(a["reward"][t, row, other]), "closed": number, "last": True}
                            streams.append(ended)
    return streams + list(current.values())


def plain_advantages(streams, number, gamma, lam):
    """What the choices that close in rollout `number` gain, by their values and log-probabilities."""
    found = {}
    for stream in streams:
        known = [choice for choice in stream if choice["closed"] is not None and choice["closed"] <= number]
        for place, choice in enumerate(known):
            if choice["closed"] == number:
                total = 0.0
                for k, later in enumerate(known[place:]):
                    following = 0.0 if later.get("last") else stream[place + k + 1]["value"]
                    total += (gamma * lam) ** k * (later["reward"] + gamma * following - later["value"])
                assert (choice["value"], choice["log_prob"]) not in found
                found[choice["value"], choice["log_prob"]] = total
    return found


def played(options, rollouts):
    run, seen, choices = Run(options), [], []
    for _ in range(rollouts):
        choices.append(run.collector.collect(run.network))
        seen.append({name: array.copy() for name, array in run.collector.arrays.items()})
    return run, seen, choices


@pytest.mark.parametrize(("gamma", "lam"), [(1.0, 0.95), (0.97, 0.8), (1.0, 0.0)])
def test_advantages_are_those_of_a_plain_recomputation(gamma, lam):
    options = replace(SMALL, gamma=gamma, gae_lambda=lam, reward="margin")
    run, seen, choices = played(options, 8)
    run.pool.add(run.network, set(), run.rng)
    streams = plain_streams(seen)
    assert sum(len(stream) for stream in streams) == sum(int(a["learned"].sum()) for a in seen)
    for number, found in enumerate(choices):
        expected = plain_advantages(streams, number, gamma, lam)
        assert len(found.value) == len(expected)
        wanted = [expected[key] for key in zip(found.value.tolist(), found.log_prob.tolist(), strict=True)]
        assert np.allclose(found.advantage, wanted, atol=1e-5)
    kept = sum(choice["closed"] is None for stream in streams for choice in stream)
    assert kept == len(run.collector.kept["row"]) > 0


def test_each_seats_reward_reaches_its_own_last_choice_and_no_other():
    run = Run(replace(SMALL, gae_lambda=0.0))
    torch.nn.init.zeros_(run.network.value.weight)
    seen, earned = [], {}
    for _ in range(10):
        found = run.collector.collect(run.network)
        earned |= dict(zip(found.log_prob.tolist(), found.target.tolist(), strict=True))
        seen.append({name: array.copy() for name, array in run.collector.arrays.items()})
    streams = [stream for stream in plain_streams(seen) if stream[-1].get("last")]
    assert len(streams) > 60
    logged = [choice["log_prob"] for stream in plain_streams(seen) for choice in stream]
    alone = {log_prob for log_prob in logged if logged.count(log_prob) == 1}
    for stream in streams:
        for choice in stream:
            if choice["log_prob"] in alone:
                assert earned[choice["log_prob"]] == choice["reward"]
        assert all(choice["reward"] == 0 for choice in stream[:-1])


def test_in_games_of_the_learner_alone_all_that_was_paid_is_earned():
    options = replace(
        SMALL, gae_lambda=0.0, reward="margin", self_share=1, pool_share=0, greedy_share=0, random_share=0
    )
    run = Run(options)
    torch.nn.init.zeros_(run.network.value.weight)
    paid, earned = [], []
    for _ in range(8):
        found = run.collector.collect(run.network)
        earned.extend(found.target[found.target != 0].tolist())
        paid.extend(run.collector.arrays["reward"][run.collector.arrays["reward"] != 0].tolist())
    assert len(paid) > 50
    assert sorted(earned) == sorted(paid)


def test_others_decisions_are_not_learned_from_and_forced_ones_neither():
    run = Run(SMALL)
    drivers = set()
    for _ in range(3):
        run.train_once()
        drivers |= set(np.unique(run.seating.driver).tolist())
        a = run.collector.arrays
        assert (a["mask"][a["learned"]].sum(axis=-1) > 1).all()
        legal = np.take_along_axis(a["mask"], a["action"][..., None], axis=-1)
        assert (legal == 1).all()
    assert {LEARNER, GREEDY, RANDOM, FIRST_PAST} <= drivers


def test_games_end_evenly_and_not_in_waves():
    run = Run(replace(SMALL, num_players="4", num_games=200, num_steps=64))
    ended = []
    for _ in range(6):
        run.collector.collect(run.network)  # 64 decisions in each of 200 games
        ended.append(int(run.collector.arrays["done"].sum()))
    assert min(ended) > 10


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_ratios_are_one(kind):
    run, _, choices = played(replace(SMALL, network=kind, town_width=8), 1)
    found = choices[0]
    logits, values = run.network(torch.from_numpy(found.obs))
    log_probs = masked(logits, torch.from_numpy(found.mask)).gather(1, torch.from_numpy(found.action)[:, None])[:, 0]
    assert np.allclose(log_probs.detach().numpy(), found.log_prob, atol=1e-5)
    assert np.allclose(values.detach().numpy()[:, 0], found.value, atol=1e-5)


def test_masked_log_probs_and_entropy_are_those_of_a_plain_recomputation():
    rng = np.random.default_rng(0)
    logits = (50 * rng.normal(size=(500, 80))).astype(np.float32)
    mask = (rng.random((500, 80)) < 0.1).astype(np.int8)
    mask[np.arange(500), rng.integers(80, size=500)] = 1
    found = masked(torch.from_numpy(logits), torch.from_numpy(mask))
    spread = entropy(found, torch.from_numpy(mask))
    for row in range(500):
        legal = np.flatnonzero(mask[row])
        own = logits[row, legal].astype(np.float64)
        plain = own - own.max() - np.log(np.exp(own - own.max()).sum())
        assert np.allclose(found[row, legal], plain, atol=1e-3)
        assert np.isclose(spread[row], -(np.exp(plain) * plain).sum(), atol=1e-4)
        assert found[row].exp().sum().item() == pytest.approx(1, abs=1e-5)
        assert (found[row][mask[row] == 0].exp() == 0).all()
    assert (spread[mask.sum(axis=1) == 1].abs() < 1e-6).all()


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_of_the_first_layer_are_those_of_the_dense_product(kind):
    run, _, choices = played(replace(SMALL, network=kind, town_width=8), 1)
    first, obs = run.network.first, torch.from_numpy(choices[0].obs[:, : Game.OBSERVATION_SIZE])
    numbers = obs.float() / (obs.float() * first.ratio + first.scale)
    weight, bias = first.weight.detach().clone().requires_grad_(), first.bias.detach().clone().requires_grad_()
    dense, sparse = numbers @ weight + bias, first(obs)
    assert torch.allclose(dense, sparse, atol=1e-5)
    assert torch.allclose(first(numbers), sparse, atol=1e-6)
    (dense**2).sum().backward()
    (sparse**2).sum().backward()
    assert torch.allclose(weight.grad, first.weight.grad, atol=1e-2, rtol=1e-4)
    assert torch.allclose(bias.grad, first.bias.grad, atol=1e-2, rtol=1e-4)


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


def same(one, other, names):
    """Compare parts of checkpoints to the last bit."""
    for name in names:
        left, right = one[name], other[name]
        if isinstance(left, dict):
            assert left.keys() == right.keys(), name
            same(left, right, left)
        elif torch.is_tensor(left):
            assert torch.equal(left.isnan(), right.isnan()), name
            assert torch.equal(left.nan_to_num(), right.nan_to_num()), name
        else:
            assert str(left) == str(right), name


def test_a_mixed_margin_is_the_reward_of_the_environment():
    run = Run(replace(SMALL, margin_weight=1.0, num_steps=400))
    again = Run(replace(SMALL, reward="margin", num_steps=400))
    for one in (run, again):
        one.collector.collect(one.network)
    ended = run.collector.arrays["done"]
    assert ended.sum() > 10
    assert np.allclose(run.collector.arrays["reward"], again.collector.arrays["reward"], atol=1e-6)
    assert margins(np.array([[40, 10, 10, 0, 0]]), np.array([3])).tolist() == [[1.0, -0.5, -0.5, 0.0, 0.0]]


def plain_targets_of_others(a, players, lam):
    """For each choice and other seat: what the learner thought of it at each later choice, and what it was paid."""
    found = np.full(a["others"].shape, np.nan)
    for row, n in enumerate(players.tolist()):
        for t in np.flatnonzero(a["learned"][:, row]):
            for place in range(1, n):
                other, known, end = (a["seat"][t, row] + place) % n, [], None
                for later in range(t, len(a["seat"])):
                    if later > t and a["learned"][later, row]:
                        known.append(a["values"][later, row, (other - a["seat"][later, row]) % n])
                    if a["done"][later, row]:
                        end = a["reward"][later, row, other]
                        break
                known += [end] * (end is not None)
                if known:
                    weights = [(1 - lam) * lam**k for k in range(len(known) - 1)] + [lam ** (len(known) - 1)]
                    found[t, row, place - 1] = np.dot(weights, known)
    return found


def test_values_of_other_seats_are_taught_by_a_plain_recomputations_returns():
    run, seen, choices = played(replace(SMALL, num_steps=120, reward="margin", gae_lambda=0.8), 3)
    for a in seen:
        lam = 1 - 0.2 / run.collector.games.num_players.mean()
        expected = plain_targets_of_others(a, run.collector.games.num_players, lam)
        assert np.allclose(a["others"][a["learned"]], expected[a["learned"]], atol=1e-5, equal_nan=True)
    others = np.concatenate([found.others for found in choices])
    assert 0.1 < np.isnan(others).mean() < 0.7


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
        margin_weight=0, reward_scale=1, update_epochs=2, gae_lambda=0.98, ent_coef=0.01,
    )  # fmt: skip
    run = Run(options)
    before = evaluate(run.network, run.edition, 3, "random", 150, 0)
    while run.progress() < 1:
        run.train_once()
    after = evaluate(run.network, run.edition, 3, "random", 150, 0)
    assert before.high < 0.33
    assert after.mean > 0.43


def test_choices_of_which_the_teacher_was_not_asked_teach_nothing():
    log_probs = torch.log_softmax(torch.arange(12.0).reshape(3, 4), dim=1)
    asked = teacher_loss_of(log_probs, torch.tensor([2, NOT_ASKED, 1]))
    assert asked == pytest.approx(-(log_probs[0, 2] + log_probs[2, 1]) / 2)
    assert teacher_loss_of(log_probs, torch.full((3,), NOT_ASKED)) == 0
    run = Run(replace(SMALL, teacher_coef=0.0))
    run.train_once()
    assert (run.collector.arrays["teacher"] == NOT_ASKED).all()


def test_a_policy_that_has_moved_too_far_learns_no_more_from_a_rollout():
    told = []
    for target_kl in (None, 1e-12):
        run = Run(replace(SMALL, target_kl=target_kl, minibatch_size=32))
        before = torch.nn.utils.parameters_to_vector(run.network.parameters()).detach().clone()
        run.train_once()
        after = torch.nn.utils.parameters_to_vector(run.network.parameters()).detach()
        told.append(float((after - before).norm()))
    assert 0 < told[1] < told[0]


def test_a_teacher_is_followed_while_it_speaks():
    options = replace(SMALL, teacher_coef=5.0, teacher_until=1.0, minibatch_size=64, learning_rate=3e-3, hidden=64)
    run = Run(replace(options, steps=20 * 24 * 50))
    told = [run.train_once()["losses/teacher_loss"] for _ in range(6)]
    assert told[-1] < 0.9 * told[0]
    a = run.collector.arrays
    taught = np.take_along_axis(a["mask"], a["teacher"][..., None], axis=-1)[..., 0]
    assert (taught[a["learned"]] == 1).all()
    silent = Run(SMALL)
    assert "losses/teacher_loss" not in silent.train_once()
