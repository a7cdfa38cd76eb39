"""The PettingZoo environment."""

import copy
import hashlib
import pickle
import random
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import aec_to_parallel

from boru_env import Game, IllegalActionError, OptionError, brian_boru_v0
from boru_env.envs.rewards import REWARDS
from helpers import one_game_in_each_phase

PLAYERS = (3, 4, 5)
KNOWN_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def play(env, seed, rng=None):
    """Play a random game; gives the hash of all that was seen, the rewards by `last`, and those by `rewards`."""
    rng = rng or np.random.default_rng(seed)
    digest, by_last, by_step = hashlib.sha256(), {}, {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        by_last[agent] = by_last.get(agent, 0) + reward
        digest.update(agent.encode() + observation["observation"].tobytes() + observation["action_mask"].tobytes())
        digest.update(repr((reward, terminated, truncated, info)).encode())
        if terminated or truncated:
            env.step(None)
            continue
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        for other, paid in env.rewards.items():
            by_step[other] = by_step.get(other, 0) + paid
    return digest.hexdigest(), by_last, by_step


@pytest.mark.parametrize("num_players", PLAYERS)
def test_pettingzoos_own_tests_pass_with_no_warning_but_the_two_for_dict_observations(num_players, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(brian_boru_v0.env(num_players=num_players), num_cycles=1000)
        api_test(brian_boru_v0.raw_env(num_players=num_players), num_cycles=200)
        seed_test(lambda: brian_boru_v0.env(num_players=num_players))
        render_test(lambda **options: brian_boru_v0.env(num_players=num_players, **options))
    assert all(str(warning.message).startswith(KNOWN_WARNINGS) for warning in caught), [str(w.message) for w in caught]


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("num_players", PLAYERS)
def test_everyone_is_paid_the_final_reward_exactly_once(num_players, reward):
    env = brian_boru_v0.env(num_players=num_players, reward=reward)
    for seed in range(8):
        _, by_last, by_step = play(env, seed)
        game = env.unwrapped.game
        right = dict(zip(env.possible_agents, REWARDS[reward](game), strict=True))
        assert by_last == right
        assert by_step == right
        assert env.agents == []


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_flags_change_for_all_in_the_step_that_ends_the_game(num_players):
    env = brian_boru_v0.raw_env(num_players=num_players)
    for seed in range(5):
        env.reset(seed=seed)
        rng = random.Random(seed)
        while True:
            env.step(rng.choice(env.game.legal_ids()))
            assert set(env.terminations.values()) == {env.game.is_over}
            assert all(type(flag) is bool for flag in env.terminations.values())
            assert not any(env.truncations.values())
            if env.game.is_over:
                break
            assert not any(env.rewards.values())


def test_the_rewards_are_as_documented():
    class Finished:
        def __init__(self, points, winners, placements):
            self.num_players, self.final_points = len(points), points
            self.winners, self.placements = winners, placements

    alone = Finished([50, 40, 30, 20], [0], [1, 2, 3, 4])
    assert REWARDS["win"](alone) == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])
    assert REWARDS["rank"](alone) == pytest.approx([1, 1 / 3, -1 / 3, -1])
    assert REWARDS["margin"](alone) == pytest.approx([20 / 30, 20 / 90, -20 / 90, -20 / 30])
    shared = Finished([40, 20, 40], [0, 2], [1, 3, 1])
    assert REWARDS["win"](shared) == pytest.approx([0.25, -0.5, 0.25])
    assert REWARDS["rank"](shared) == pytest.approx([0.5, -1, 0.5])
    assert REWARDS["margin"](Finished([90, 10, 10], [0], [1, 2, 2]))[0] == 1
    for reward in REWARDS.values():
        assert sum(reward(alone)) == pytest.approx(0)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_masks_are_those_of_the_agent_to_act_and_zero_for_all_others(num_players):
    env = brian_boru_v0.env(num_players=num_players)
    env.reset(seed=2)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        for other in env.possible_agents:
            space = env.observation_space(other)
            seen = env.observe(other)
            assert space is env.observation_space(other)
            assert space.contains(seen)
            assert seen["action_mask"].any() == (other == agent and not over)
        if not over:
            action = env.action_space(agent).sample(observation["action_mask"])
            assert observation["action_mask"][action] == 1
        env.step(None if over else action)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_same_seed_gives_the_same_game_whatever_happens_around_it(num_players):
    first = play(brian_boru_v0.env(num_players=num_players), 7)[0]
    np.random.seed(1)  # noqa: NPY002  # the global generator must not matter
    random.seed(2)
    noisy, other = brian_boru_v0.env(num_players=num_players, render_mode="ansi"), brian_boru_v0.env(num_players=5)
    other.reset(seed=1)
    before = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
    noisy.reset(seed=7)
    noisy.render()
    copy.deepcopy(noisy)
    other.step(other.unwrapped.game.legal_ids()[0])
    assert play(noisy, 7)[0] == first
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # noqa: NPY002


def test_the_same_seed_gives_the_same_game_in_another_process():
    script = "import sys; sys.path.insert(0, 'tests'); import test_aec as t; print(t.play(t.brian_boru_v0.env(), 7)[0])"
    results = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
        ).stdout
        for environment in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    }
    assert results == {play(brian_boru_v0.env(), 7)[0] + "\n"}


def test_resets_without_a_seed_go_on_from_the_last_seed():
    def three(env):
        deals = []
        for seed in (5, None, None):
            env.reset(seed=seed)
            deals.append(env.unwrapped.game.deal)
        return deals

    env = brian_boru_v0.env()
    deals = three(env)
    assert deals[0] != deals[1] != deals[2] != deals[0]
    assert three(env) == deals
    assert three(brian_boru_v0.env()) == deals


@pytest.mark.parametrize("make", [brian_boru_v0.env, brian_boru_v0.raw_env])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_copies_and_pickles_in_the_middle_of_a_game_go_on_alone(num_players, make):
    env = make(num_players=num_players)
    rng = random.Random(0)
    env.reset(seed=3)
    for turn in range(150):
        if turn % 15 == 0:
            for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                before = env.unwrapped.game.to_bytes()
                assert twin.unwrapped.game == env.unwrapped.game
                assert twin.agent_selection == env.agent_selection
                for agent in env.possible_agents:
                    assert (twin.observe(agent)["observation"] == env.observe(agent)["observation"]).all()
                twin.step(twin.unwrapped.game.legal_ids()[0])
                assert env.unwrapped.game.to_bytes() == before
                assert twin.unwrapped.game.to_bytes() != before
        env.step(rng.choice(env.unwrapped.game.legal_ids()))


@pytest.mark.filterwarnings("ignore:.*Illegal move.*")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_an_illegal_action_ends_the_wrapped_game_and_is_refused_by_the_raw_one(num_players):
    for phase, game in one_game_in_each_phase(num_players, range(8)).items():
        if phase == "game_over":
            continue
        env = brian_boru_v0.env(num_players=num_players)
        env.reset(seed=0)
        env.unwrapped.game = game.copy()
        env.unwrapped._select_next()
        illegal = next(action for action in range(80) if action not in game.legal_ids())
        with pytest.raises(IllegalActionError):
            env.unwrapped.step(illegal)
        assert env.unwrapped.game == game
        offender = env.agent_selection
        env.step(illegal)
        assert all(env.terminations.values())
        assert all(env.truncations.values())
        paid = {}
        for agent in env.agent_iter():
            paid[agent] = env.last()[1]
            env.step(None)
        assert paid == {agent: -1.0 if agent == offender else 0 for agent in env.possible_agents}


@pytest.mark.parametrize("value", [-1, 80, 10**6, 2.0, "3", True, None])
def test_a_value_outside_the_action_space_is_an_error_and_changes_nothing(value):
    for make in (brian_boru_v0.env, brian_boru_v0.raw_env):
        env = make()
        env.reset(seed=1)
        before = env.unwrapped.game.to_bytes()
        with pytest.raises((AssertionError, ValueError)):
            env.step(value)
        assert env.unwrapped.game.to_bytes() == before
        assert not any(env.terminations.values())


@pytest.mark.parametrize("form", [int, np.int8, np.int16, np.int32, np.int64, np.array])
def test_legal_ids_may_come_as_any_integer(form):
    env = brian_boru_v0.env()
    env.reset(seed=1)
    action = env.unwrapped.game.legal_ids()[0]
    expected = env.unwrapped.game.copy().apply(action)
    env.step(form(action))
    assert env.unwrapped.game == expected


def test_a_game_can_start_from_a_deal_or_a_position_and_other_options_are_ignored():
    env = brian_boru_v0.env(num_players=3)
    deal = Game(3, seed=99).deal
    env.reset(seed=1, options={"deal": deal, "whatever": 1})
    assert env.unwrapped.game.deal == deal
    game = next(game for game in one_game_in_each_phase(3).values() if game.phase == "choose_town")
    env.reset(options={"state": game.to_json()})
    assert env.unwrapped.game.to_json() == game.to_json()
    with pytest.raises(OptionError, match="players"):
        brian_boru_v0.raw_env(num_players=4).reset(options={"state": game.to_json()})


def test_impossible_options_are_refused_in_words():
    for options, said in (
        ({"num_players": 2}, "num_players"),
        ({"reward": "gold"}, "reward"),
        ({"render_mode": "hologram"}, "render_mode"),
        ({"edition": "no-such"}, "no-such"),
    ):
        with pytest.raises(ValueError, match=said):
            brian_boru_v0.env(**options)
    with pytest.raises(TypeError, match="colour"):
        brian_boru_v0.env(colour="red")


def test_it_refuses_to_be_parallel_and_is_named_and_registered():
    env = brian_boru_v0.env(num_players=5)
    assert str(env) == "brian_boru_v0"
    assert env.possible_agents == [f"player_{seat}" for seat in range(5)]
    with pytest.raises(AssertionError, match=r"[Pp]arallel"):
        aec_to_parallel(env)
    assert pettingzoo.make("aec", "boru_env/brian_boru-v0", num_players=3).max_num_agents == 3


def test_the_full_state_is_in_its_space_and_shows_the_hidden_cards():
    env = brian_boru_v0.env()
    env.reset(seed=4)
    states = set()
    for _ in range(100):
        state = env.state()
        assert env.unwrapped.state_space.contains(state)
        states.add(state.tobytes())
        env.step(env.unwrapped.game.legal_ids()[0])
    assert len(states) == 100


def test_rendering_without_a_mode_warns_and_before_reset_is_an_error():
    env = brian_boru_v0.env()
    with pytest.raises(AttributeError, match="before reset"):
        env.agents  # noqa: B018
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    env.close()
    env.close()
    assert gymnasium.spaces.Discrete(80) == env.action_space("player_0")


def test_the_page_in_the_docstring_says_the_true_numbers():
    page = brian_boru_v0.__doc__
    assert f"Discrete({Game.NUM_ACTIONS})" in page
    assert f"`observation`: ({Game.OBSERVATION_SIZE},), `action_mask`: ({Game.NUM_ACTIONS},)" in page
    assert f"| State Shape | ({Game.FULL_STATE_SIZE},) |" in page
