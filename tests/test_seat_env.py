"""The Gymnasium environment: one learner's seat."""

import copy
import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from boru_env import Game, IllegalActionError, OptionError, StateError
from boru_env.envs.rewards import REWARDS
from boru_env.envs.seat import SeatEnv

PLAYERS = (3, 4, 5)
ID = "boru_env/BrianBoru-v0"


def play(env, seed, rng):
    """Play a random episode; gives the transitions and the return."""
    observation, info = env.reset(seed=seed)
    rows, total, over = [], 0.0, False
    while not over:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        following, reward, over, truncated, info = env.step(action)
        rows.append((observation.tobytes(), action, reward))
        observation, total = following, total + reward
        assert not truncated
    return rows, total


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_checkers_of_gymnasium_and_sb3_pass_without_a_warning(num_players):
    check_env(gym.make(ID, num_players=num_players).unwrapped)
    sb3_check_env(SeatEnv(num_players))


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_return_is_the_learners_own_whoever_ends_the_game(num_players, reward):
    env = SeatEnv(num_players, reward=reward)
    rng = np.random.default_rng(0)
    signs, ended_by_others = set(), 0
    for seed in range(25):
        _, total = play(env, seed, rng)
        assert env.game.is_over
        seat = env._info()["seat"]
        assert total == pytest.approx(REWARDS[reward](env.game)[seat])
        signs.add(np.sign(total))
        last = env._info()
        assert last["points"].tolist() == env.game.final_points
        assert last["win_share"] == ((seat in env.game.winners) / len(env.game.winners))
        ended_by_others += int(env.game.deal["starting_seat"] != seat)
    assert {1.0, -1.0} <= signs
    assert ended_by_others


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_seat_can_be_fixed_and_a_random_one_is_every_seat(num_players):
    for seat in range(num_players):
        env = SeatEnv(num_players, seat=seat)
        _, info = env.reset(seed=seat)
        assert info["seat"] == env.game.seat == seat
    env = SeatEnv(num_players)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(40)} == set(range(num_players))


def test_every_info_has_the_same_keys_and_fresh_arrays():
    env = SeatEnv(4)
    observation, info = env.reset(seed=0)
    keys, over, rng = set(info), False, np.random.default_rng(0)
    while not over:
        assert env.observation_space.contains(observation)
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        assert env.action_masks().dtype == np.bool_
        assert not np.shares_memory(env.action_masks(), env.action_masks())
        following, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        assert not np.shares_memory(following, observation)
        assert set(info) == keys
        observation = following
    assert not info["action_mask"].any()
    assert info["placement"] in (1, 2, 3, 4)
    with pytest.raises(StateError, match="reset"):
        env.step(0)


def test_an_illegal_action_ends_the_episode_with_the_lowest_reward():
    env = SeatEnv(3)
    _, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = env.game.to_bytes()
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, True)
    assert env.game.to_bytes() == before
    assert not env.reset(seed=0)[1]["illegal_action"]


@pytest.mark.parametrize("value", [-1, 80, 10**6, 2.0, "3", True, None])
def test_a_value_that_is_no_action_is_an_error_and_changes_nothing(value):
    env = SeatEnv(3)
    env.reset(seed=0)
    before = env.game.to_bytes()
    with pytest.raises(IllegalActionError):
        env.step(value)
    assert env.game.to_bytes() == before
    env.step(env.game.legal_ids()[0])


def test_the_same_seed_gives_the_same_episodes_and_resets_without_one_go_on():
    first, second = SeatEnv(4), SeatEnv(4)
    runs = []
    for env in (first, second):
        rng = np.random.default_rng(1)
        runs.append([play(env, seed, rng) for seed in (5, None, None, 6)])
    assert runs[0] == runs[1]
    assert runs[0][0] != runs[0][1] != runs[0][2]


def test_sixteen_games_at_once_are_sixteen_games():
    vector = gym.make_vec(ID, num_envs=16, vectorization_mode="sync")
    vector.reset(seed=3)
    deals = [str(env.unwrapped.game.deal) for env in vector.envs]
    assert len(set(deals)) == 16
    vector.close()


def test_opponents_may_be_names_objects_or_functions():
    class First:
        def __init__(self):
            self.games = []

        def reset(self, seed, seat):
            self.games.append(seat)

        def act(self, view):
            assert not hasattr(view, "game")
            return view.legal_actions[0]

    class Words:
        def act(self, view):
            return view.words(view.legal_actions[-1])

    first = First()
    env = SeatEnv(4, opponents=[first, Words(), lambda observation, mask: int(mask.argmax())], seat=2)
    _, total = play(env, 0, np.random.default_rng(0))
    assert total == REWARDS["win"](env.game)[2]
    assert first.games == [3]
    assert play(SeatEnv(3, opponents=first), 0, np.random.default_rng(0))


def test_each_opponent_is_told_a_new_seed_and_its_seat_in_each_episode():
    told = []

    class Told:
        def reset(self, seed, seat):
            told.append((seed, seat))

        def act(self, view):
            return view.legal_actions[0]

    env = SeatEnv(4, opponents=[Told(), Told(), Told()], seat=1)
    for seed in (3, None, 3, 4):
        env.reset(seed=seed)
    assert [seat for _, seat in told] == [2, 3, 0] * 4
    episodes = [tuple(seed for seed, _ in told[begin : begin + 3]) for begin in (0, 3, 6, 9)]
    assert episodes[0] == episodes[2]
    assert len({seed for episode in episodes for seed in episode}) == 9


def test_an_opponent_that_does_what_is_not_legal_is_named():
    env = SeatEnv(3, opponents=lambda observation, mask: int(mask.argmin()), seat=0)

    def play_on():
        env.reset(seed=0)
        env.step(env.game.legal_ids()[0])

    with pytest.raises(IllegalActionError, match=r"opponent in seat [12]"):
        play_on()


def test_impossible_options_are_refused_in_words():
    for options, said in (
        ({"num_players": 6}, "num_players"),
        ({"seat": 4}, "seat"),
        ({"seat": "left"}, "seat"),
        ({"opponents": ["random"]}, "opponents"),
        ({"opponents": "nobody"}, "opponents"),
        ({"reward": "gold"}, "reward"),
        ({"render_mode": "hologram"}, "render_mode"),
    ):
        with pytest.raises(OptionError, match=said):
            SeatEnv(**options)


def test_copies_and_pickles_in_the_middle_of_a_game_go_on_alone():
    env = SeatEnv(4, opponents="random")
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(15):
        _, _, _, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    action, before = env.game.legal_ids()[0], env.game.to_bytes()
    results = [twin.step(action)[0].tobytes() for twin in twins]
    assert env.game.to_bytes() == before
    assert results == [env.step(action)[0].tobytes()] * 2


def test_a_game_can_start_from_a_deal_and_is_drawn_as_the_learner_sees_it():
    deal = Game(3, seed=5).deal
    env = SeatEnv(3, seat=1, render_mode="ansi")
    env.reset(options={"deal": deal, "else": 0})
    assert env.game.deal == deal
    assert env.render() == env.game.text(1)


def test_an_episode_is_never_longer_than_its_bound():
    env = SeatEnv(5)
    lengths = [len(play(env, seed, np.random.default_rng(seed))[0]) for seed in range(10)]
    assert max(lengths) < env.max_decisions
