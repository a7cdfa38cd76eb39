"""Stable-Baselines3 and sb3-contrib: the check, both vectors under every way to start a process, MaskablePPO."""

import numpy as np
import pytest
from plain_loop import PLAYERS, choose, example, need

import boru_env  # noqa: F401  # registers the environment
from boru_env.envs.seat import SeatEnv

pytestmark = pytest.mark.slow


class Make:
    """Makes an environment, in this process or another."""

    def __init__(self, num_players):
        self.num_players = num_players

    def __call__(self):
        return SeatEnv(self.num_players)


def episodes(vector, count):
    """Play random episodes; gives the (return, place) pairs of each environment in order."""
    get_action_masks = need("sb3_contrib.common.maskable.utils").get_action_masks
    vector.seed(5)
    vector.reset()
    rng, done = np.random.default_rng(0), [[] for _ in range(vector.num_envs)]
    while sum(map(len, done)) < count:
        masks = get_action_masks(vector)
        _, rewards, dones, infos = vector.step(np.array([choose(mask, rng) for mask in masks]))
        for place in np.flatnonzero(dones):
            assert not infos[place]["illegal_action"]
            # DummyVecEnv keeps rewards as float32.
            done[place].append((float(np.float32(rewards[place])), infos[place]["placement"]))
    return done


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_check_passes_without_a_warning(num_players):
    need("stable_baselines3.common.env_checker").check_env(SeatEnv(num_players))


# From Python 3.12 on a fork beside threads is warned of.
@pytest.mark.filterwarnings("ignore:.*use of fork.. may lead to deadlocks:DeprecationWarning")
@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_twenty_games_in_other_processes_are_those_of_one_process(method):
    vectors = need("stable_baselines3.common.vec_env")
    makers = [Make(num_players) for num_players in PLAYERS]
    here = episodes(vectors.DummyVecEnv(makers), 20)
    vector = vectors.SubprocVecEnv(makers, start_method=method)
    try:
        assert episodes(vector, 20) == here
    finally:
        vector.close()
    assert not any(process.is_alive() for process in vector.processes)


def test_the_example_of_the_page_runs():
    need("sb3_contrib")
    assert example("Stable-Baselines3")["model"].num_timesteps == 512
