"""RLlib's PettingZooEnv, and PPO with masks on the new API stack."""

import numpy as np
import pytest
from plain_loop import PLAYERS, SEEDS, add, choose, example, need, plain_game
from ray_marks import RAY_RUNS

from boru_env import brian_boru_v0

pytestmark = [
    *RAY_RUNS,
    # Ray's check of an environment samples one action without looking at the mask.
    pytest.mark.filterwarnings("ignore:.*Illegal move"),
]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_full_games_pay_each_agent_as_the_plain_loop_does(num_players):
    need("ray.rllib")
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    env = PettingZooEnv(brian_boru_v0.env(num_players=num_players))
    assert set(env.possible_agents) == set(env.env.possible_agents)
    for seed in SEEDS:
        rng, returns, moves, over = np.random.default_rng(seed), {}, [], False
        observations, _ = env.reset(seed=seed)
        while not over:
            ((agent, seen),) = observations.items()
            assert env.observation_spaces[agent].contains(seen)
            moves.append((agent, choose(seen["action_mask"], rng)))
            observations, rewards, terminateds, truncateds, infos = env.step(dict([moves[-1]]))
            over = terminateds["__all__"]
            add(returns, rewards)
        assert not truncateds["__all__"]
        assert set(observations) == set(infos) == set(env.possible_agents)
        assert (returns, moves) == plain_game(num_players, seed)


def test_a_turn_game_is_no_parallel_game():
    need("ray.rllib")
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv

    with pytest.raises((TypeError, ValueError)):
        ParallelPettingZooEnv(brian_boru_v0.env()).reset(seed=1)


@pytest.fixture
def ray(monkeypatch):
    """Ray, running in this machine alone."""
    ray = need("ray")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


def test_the_examples_of_the_page_run_and_its_player_does_nothing_illegal(ray):
    need("supersuit")
    found = example("RLlib")
    results = found["results"]["env_runners"]
    assert results["num_episodes"] >= 1
    # An illegal action pays -1 and nobody wins; the rewards of true ends sum to zero, with a winner.
    for _ in range(20):
        found["algorithm"].env_runner.sample(num_episodes=1, random_actions=False)
        metrics = found["algorithm"].env_runner.get_metrics()["agent_episode_returns_mean"]
        returns = [value.peek() if hasattr(value, "peek") else float(value) for value in metrics.values()]
        assert sum(returns) == pytest.approx(0, abs=1e-6)
    found["algorithm"].stop()
