"""SuperSuit around the PettingZoo environment, whose observation is a dictionary, and around the Gymnasium one."""

import gymnasium as gym
import numpy as np
import pytest
from plain_loop import PLAYERS, SEEDS, aec_game, choose, example, need, plain_game

from boru_env import IllegalActionError, brian_boru_v0

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning:supersuit"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:pettingzoo"),
    # nan_noop and its like say so each time; the Gymnasium ones say that spaces lose precision.
    pytest.mark.filterwarnings("ignore::UserWarning"),
]
ID = "boru_env/BrianBoru-v0"
# A wrapper a line: its name and its further arguments.
WORK = {
    "observation_lambda_v0": (lambda seen, space: dict(seen), lambda space: space),
    "action_lambda_v1": (lambda action, space: action, lambda space: space),
    "clip_reward_v0": (-1, 1),
    "pad_action_space_v0": (),
    "nan_noop_v0": (0,),
    "nan_random_v0": (),
    "nan_zeros_v0": (),
}
REFUSED = {
    "agent_indicator_v0": (),
    "pad_observations_v0": (),
    "dtype_v0": (np.float16,),
    "flatten_v0": (),
    "frame_stack_v1": (2,),
    "normalize_obs_v0": (),
    "reshape_v0": ((10, 129),),
    "resize_v1": (10, 10),
    "color_reduction_v0": (),
    "scale_actions_v0": (2,),
    "black_death_v3": (),
    "pettingzoo_env_to_vec_env_v1": (),
}
NO_USE = {
    "frame_skip_v0": (2,),
    "sticky_actions_v0": (0.9,),
    "delay_observations_v0": (1,),
    "max_observation_v0": (2,),
    "clip_actions_v0": (),
}
WORK_ON_A_SEAT = {
    "flatten_v0": (),
    "dtype_v0": (np.float16,),
    "frame_stack_v1": (2,),
    "normalize_obs_v0": (),
    "reshape_v0": ((10, 129),),
    "observation_lambda_v0": (lambda seen, space: seen, lambda space: space),
    "clip_reward_v0": (-1, 1),
    "delay_observations_v0": (1,),
    "max_observation_v0": (2,),
    "nan_noop_v0": (0,),
}


def wrap(name, arguments, env):
    return getattr(need("supersuit"), name)(env, *arguments)


@pytest.mark.parametrize("name", WORK)
def test_the_wrappers_that_work_change_no_game(name):
    for num_players in PLAYERS:
        for seed in SEEDS:
            env = wrap(name, WORK[name], brian_boru_v0.env(num_players=num_players))
            assert aec_game(env, seed) == plain_game(num_players, seed)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_rewards_can_be_changed(num_players):
    for seed in SEEDS:
        env = wrap("reward_lambda_v0", (lambda reward: 2 * reward,), brian_boru_v0.env(num_players=num_players))
        returns, moves = aec_game(env, seed)
        plain, same_moves = plain_game(num_players, seed)
        assert (returns, moves) == ({agent: 2 * paid for agent, paid in plain.items()}, same_moves)


@pytest.mark.parametrize("name", REFUSED)
def test_the_wrappers_for_other_spaces_or_parallel_games_are_refused_at_construction(name):
    with pytest.raises((AssertionError, AttributeError, TypeError)):
        wrap(name, REFUSED[name], brian_boru_v0.env())


@pytest.mark.parametrize("name", NO_USE)
def test_the_wrappers_of_no_use_do_not_get_through_a_game(name):
    with pytest.raises((IllegalActionError, AttributeError, IndexError)):
        aec_game(wrap(name, NO_USE[name], brian_boru_v0.raw_env()), 3)


def test_its_vector_of_turn_games_wants_observations_of_numbers():
    vector = wrap("vectorize_aec_env_v0", (2,), brian_boru_v0.env())
    vector.reset(seed=3)
    assert vector.last()[0].dtype == object


def seat_game(env, seed):
    rng, total, actions, over = np.random.default_rng(seed), 0.0, [], False
    env.reset(seed=seed)
    while not over:
        actions.append(choose(env.get_wrapper_attr("action_masks")(), rng))
        _, reward, over, _, _ = env.step(actions[-1])
        total += float(reward)
    return total, actions


@pytest.mark.parametrize("name", WORK_ON_A_SEAT)
def test_the_wrappers_that_work_on_the_gymnasium_environment_change_no_game(name):
    for num_players in PLAYERS:
        for seed in SEEDS:
            env = wrap(name, WORK_ON_A_SEAT[name], gym.make(ID, num_players=num_players))
            assert seat_game(env, seed) == seat_game(gym.make(ID, num_players=num_players), seed)


@pytest.mark.parametrize("name", ["gym_vec_env_v0", "stable_baselines3_vec_env_v0"])
def test_its_vectors_of_the_gymnasium_environment_play_twenty_games(name):
    need("stable_baselines3")
    vector = wrap(name, (3,), gym.make(ID))
    vector.reset()
    envs, rng, games = vector.envs, np.random.default_rng(0), 0
    while games < 20:
        masks = [env.get_wrapper_attr("action_masks")() for env in envs]
        result = vector.step(np.array([choose(mask, rng) if mask.any() else 0 for mask in masks]))
        ended = np.flatnonzero(result[2])
        games += len(ended)
        assert all(result[1][place] != 0 for place in ended)


def test_the_example_of_the_page_runs():
    need("supersuit")
    env = example("SuperSuit")["env"]
    assert env.observation_space("player_0").contains(env.observe(env.agent_selection))
