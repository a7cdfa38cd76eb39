"""The opponents of MaskablePPO: past selves and scripted players, each drawn anew for a game."""

import numpy as np
import pytest

from agents.greedy import GreedyAgent
from boru_env import SeatView
from helpers import one_game_in_each_phase, random_game

pytest.importorskip("sb3_contrib")
import torch
from sb3_contrib import MaskablePPO

from boru_env.envs.sb3 import SeatVecEnv
from tiny_run import train_a_little
from training.opponent_pool import PooledOpponent, PooledOpponents, Snapshots, forward


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a tiny run."""
    return train_a_little(tmp_path_factory.mktemp("trained") / "run")


@pytest.fixture
def policy(trained):
    """The policy of a tiny run; each test may change its own."""
    return MaskablePPO.load(trained / "model.zip", device="cpu").policy


def test_the_logits_of_a_past_self_are_those_of_the_torch_policy(policy):
    snapshots = Snapshots()
    snapshots.add(policy)
    rng = np.random.default_rng(0)
    for game in random_game(4, 2):
        seen = game.observe(0)
        with torch.no_grad():
            latent, _ = policy.mlp_extractor(torch.as_tensor(seen)[None])
            logits = policy.action_net(latent)[0].numpy()
        assert np.allclose(forward(snapshots.draw(rng), seen), logits, atol=1e-5)


def test_a_past_self_is_a_copy_and_the_oldest_leaves_first(policy):
    snapshots = Snapshots(keep=2)
    for value in (1.0, 2.0, 3.0):
        with torch.no_grad():
            policy.action_net.bias.fill_(value)
        snapshots.add(policy)
    drawn = [snapshots.draw(np.random.default_rng(seed))[-1][1][0] for seed in range(200)]
    assert len(snapshots) == 2
    assert set(drawn) == {2.0, 3.0}
    assert 0.65 < drawn.count(3.0) / len(drawn) < 0.85


def test_opponents_from_the_pool_are_drawn_anew_play_legally_and_repeat(policy):
    snapshots = Snapshots()
    for past_selves in (0, 1):
        opponent = PooledOpponent(["self", "random", "greedy"], snapshots)
        for game in one_game_in_each_phase(3, range(5)).values():
            for seed in range(0 if game.is_over else 6):
                chosen = []
                for _ in range(2):
                    opponent.reset(seed, game.seat)
                    chosen.append(opponent.act(SeatView(game)))
                assert chosen[0] == chosen[1]
                assert game.legal_mask()[chosen[0]]
        if not past_selves:
            snapshots.add(policy)


def test_greedy_in_the_pool_decides_for_all_its_games_at_once_as_the_agent_does():
    pooled = SeatVecEnv(12, opponents=[PooledOpponents(["greedy"], Snapshots(), 0)] * 3)
    plain = SeatVecEnv(12, opponents=GreedyAgent())
    for games in (pooled, plain):
        games.seed(3)
    assert pooled.reset().tobytes() == plain.reset().tobytes()
    for _ in range(30):
        actions = np.array([mask.argmax() for mask in pooled.env_method("action_masks")])
        assert pooled.step(actions)[0].tobytes() == plain.step(actions)[0].tobytes()
