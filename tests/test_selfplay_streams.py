"""Self-play PPO: what is learned from what; streams by seat against plain recomputations."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")
import torch

from plain_ppo import SMALL, plain_advantages, plain_streams, played
from training.selfplay.choices import margins
from training.selfplay.pool import FIRST_PAST, GREEDY, LEARNER, RANDOM
from training.selfplay_ppo import Run


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
