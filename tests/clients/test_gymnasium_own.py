"""Gymnasium's own wrappers around the Gymnasium environment; they need nothing extra."""

import functools

import gymnasium as gym
import gymnasium.wrappers as wrappers
import numpy as np
import pytest
from plain_loop import PLAYERS, SEEDS, choose, example

import boru_env  # noqa: F401  # registers the environment

ID = "boru_env/BrianBoru-v0"


def play(env, seed):
    """Play a random episode; gives the return, the actions, the last info and how it ended."""
    rng, total, actions, over = np.random.default_rng(seed), 0.0, [], False
    env.reset(seed=seed)
    while not over:
        actions.append(choose(env.get_wrapper_attr("action_masks")(), rng))
        _, reward, terminated, truncated, info = env.step(actions[-1])
        total, over = total + float(reward), terminated or truncated
    return total, actions, info, terminated


KEEP_ALL = {
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "FlattenObservation": wrappers.FlattenObservation,
    "TimeLimit": lambda env: wrappers.TimeLimit(env, env.unwrapped.max_decisions),
    "TimeAwareObservation": lambda env: wrappers.TimeAwareObservation(wrappers.TimeLimit(env, 1000)),
    "NormalizeObservation": wrappers.NormalizeObservation,
    "TransformObservation": lambda env: wrappers.TransformObservation(env, lambda seen: seen, env.observation_space),
    "RescaleObservation": lambda env: wrappers.RescaleObservation(env, np.float32(-1), np.float32(1)),
    "DtypeObservation": lambda env: wrappers.DtypeObservation(env, np.float16),
    "ReshapeObservation": lambda env: wrappers.ReshapeObservation(env, (10, 129)),
    "FrameStackObservation": lambda env: wrappers.FrameStackObservation(env, 2),
    "DelayObservation": lambda env: wrappers.DelayObservation(env, 1),
    "ClipReward": lambda env: wrappers.ClipReward(env, -1, 1),
    "Autoreset": wrappers.Autoreset,
    "OrderEnforcing": wrappers.OrderEnforcing,
    "PassiveEnvChecker": wrappers.PassiveEnvChecker,
}


@functools.cache
def plain(num_players, seed):
    return play(gym.make(ID, num_players=num_players), seed)


@pytest.mark.filterwarnings("ignore:.*precision lowered by casting to float16")
@pytest.mark.parametrize("wrap", KEEP_ALL.values(), ids=KEEP_ALL)
def test_wrappers_change_neither_masks_nor_returns(wrap):
    for num_players in PLAYERS:
        for seed in SEEDS:
            total, actions, last, _ = plain(num_players, seed)
            wrapped, same_actions, info, terminated = play(wrap(gym.make(ID, num_players=num_players)), seed)
            assert terminated
            assert (wrapped, same_actions) == (pytest.approx(total), actions)
            assert info["placement"] == last["placement"]


def test_statistics_count_the_episode_and_a_time_limit_truncates_it():
    total, actions, info, _ = play(wrappers.RecordEpisodeStatistics(gym.make(ID)), 3)
    assert (info["episode"]["r"], info["episode"]["l"]) == (pytest.approx(total), len(actions))
    _, actions, info, terminated = play(wrappers.TimeLimit(gym.make(ID), 10), 3)
    assert (len(actions), terminated, info["illegal_action"]) == (10, False, False)


def test_scaled_rewards_keep_their_sign_and_their_game():
    for seed in SEEDS:
        total, actions, _, _ = play(gym.make(ID), seed)
        assert play(wrappers.TransformReward(gym.make(ID), lambda reward: 2 * reward), seed)[0] == 2 * total
        scaled, same_actions, _, _ = play(wrappers.NormalizeReward(gym.make(ID)), seed)
        assert (np.sign(scaled), same_actions) == (np.sign(total), actions)


REPEATING = {
    "StickyAction": lambda env: wrappers.StickyAction(env, 0.9),
    "MaxAndSkipObservation": lambda env: wrappers.MaxAndSkipObservation(env, 2),
}
if hasattr(wrappers, "RepeatAction"):  # from Gymnasium 1.3 on
    REPEATING["RepeatAction"] = lambda env: wrappers.RepeatAction(env, 2)


@pytest.mark.parametrize("wrap", REPEATING.values(), ids=REPEATING)
def test_wrappers_that_repeat_an_action_are_no_use_they_end_the_episode_as_illegal(wrap):
    _, _, info, terminated = play(wrap(gym.make(ID)), 0)
    assert terminated
    assert info["illegal_action"]


REFUSED = {
    "ClipAction": wrappers.ClipAction,
    "RescaleAction": lambda env: wrappers.RescaleAction(env, np.float32(-1), np.float32(1)),
    "DiscretizeAction": lambda env: wrappers.DiscretizeAction(env, 4),
    "FilterObservation": lambda env: wrappers.FilterObservation(env, ["observation"]),
    "GrayscaleObservation": wrappers.GrayscaleObservation,
    "ResizeObservation": lambda env: wrappers.ResizeObservation(env, (8, 8)),
    "HumanRendering": wrappers.HumanRendering,
}


@pytest.mark.parametrize("wrap", REFUSED.values(), ids=REFUSED)
def test_wrappers_for_other_spaces_and_pictures_are_refused_at_construction(wrap):
    with pytest.raises((AssertionError, TypeError, ValueError)):
        wrap(gym.make(ID))


def test_the_examples_of_the_page_run():
    assert example("Gymnasium")["info"]["episode"]["l"] > 10
    assert example("CleanRL")["episodes"] >= 20
