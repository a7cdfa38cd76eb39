"""Self-play PPO: the loss, its ratios, entropy and gradients, and the teacher, against plain recomputations."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")
import torch

from agents.learned.network import KINDS, entropy, masked
from boru_env import Game
from plain_ppo import SMALL, played
from training.selfplay.rollout import NOT_ASKED
from training.selfplay.update import teacher_loss_of
from training.selfplay_ppo import Run


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
