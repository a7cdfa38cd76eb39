"""The Gymnasium environment inside Gymnasium's and SB3's vectors, and MaskablePPO's way to the masks."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

import boru_env  # noqa: F401  # registers the environment
from boru_env.envs.seat import SeatEnv

ID = "boru_env/BrianBoru-v0"
PLAYERS = 3


def make():
    return SeatEnv(PLAYERS)


def choose(mask, turn):
    legal = np.flatnonzero(mask)
    return int(legal[turn % len(legal)])


def serial(seed, episodes):
    """Play episodes one after another, actions fixed by the turn; gives (observation, action, reward) rows."""
    env = make()
    observation, info = env.reset(seed=seed)
    rows, turn = [], 0
    for _ in range(episodes):
        over = False
        while not over:
            action = choose(info["action_mask"], turn)
            following, reward, over, _, info = env.step(action)
            rows.append((observation.tobytes(), action, reward))
            observation, turn = following, turn + 1
        observation, info = env.reset()
    return rows


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_vector_plays_the_same_transitions_as_one_game_after_another(mode):
    vector = SyncVectorEnv([make, make], autoreset_mode=mode)
    observations, infos = vector.reset(seed=[4, 9])
    rows, turns, resetting = [[], []], [0, 0], [False, False]
    while min(sum(row[2] != 0 for row in game) for game in rows) < 2:
        actions = [0 if resetting[i] else choose(infos["action_mask"][i], turns[i]) for i in range(2)]
        following, rewards, ended, _, infos = vector.step(np.array(actions))
        for i in range(2):
            if not resetting[i]:
                rows[i].append((observations[i].tobytes(), actions[i], float(rewards[i])))
                turns[i] += 1
            if mode == AutoresetMode.SAME_STEP and ended[i]:
                assert infos["final_info"]["win_share"][i] in (0.0, 0.5, 1.0)
                assert (infos["final_obs"][i] != following[i]).any()
            resetting[i] = bool(ended[i]) and mode == AutoresetMode.NEXT_STEP
        observations = following.copy()
    vector.close()
    for i, seed in enumerate((4, 9)):
        right = serial(seed, 2)
        assert rows[i][: len(right)] == right


def test_gymnasiums_wrappers_stand_on_top():
    env = RecordEpisodeStatistics(FlattenObservation(TimeLimit(gym.make(ID, num_players=PLAYERS), 1000)))
    _, info = env.reset(seed=0)
    over, turn = False, 0
    while not over:
        assert env.get_wrapper_attr("action_masks")().tolist() == info["action_mask"].astype(bool).tolist()
        _, reward, over, truncated, info = env.step(choose(info["action_mask"], turn))
        turn += 1
    assert not truncated
    assert info["episode"]["r"] == pytest.approx(reward)
    assert info["episode"]["l"] == turn


def masks_along(vector, steps):
    vector.seed(5)
    vector.reset()
    seen = []
    for turn in range(steps):
        masks = get_action_masks(vector)
        assert masks.shape == (2, 80)
        assert masks.any(axis=1).all()
        seen.append(masks.copy())
        vector.step(np.array([choose(mask, turn) for mask in masks]))
    return np.array(seen)


@pytest.mark.parametrize("method", ["spawn", pytest.param("forkserver", marks=pytest.mark.slow)])
def test_masks_come_through_other_processes_as_they_are(method):
    here = masks_along(DummyVecEnv([make, make]), 150)
    vector = SubprocVecEnv([make, make], start_method=method)
    try:
        there = masks_along(vector, 150)
    finally:
        vector.close()
    assert (here == there).all()
    assert not any(process.is_alive() for process in vector.processes)
