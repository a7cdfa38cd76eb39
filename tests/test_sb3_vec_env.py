"""The vector environment of Stable-Baselines3: a DummyVecEnv of single environments, to the last bit."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from boru_env import IllegalActionError, OptionError
from boru_env.envs.sb3 import SeatVecEnv
from boru_env.envs.seat import SeatEnv

PLAYERS = (3, 4, 5)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_it_gives_what_a_dummy_vec_env_gives(num_players):
    native = SeatVecEnv(5, num_players, reward="margin")
    dummy = DummyVecEnv([lambda: SeatEnv(num_players, reward="margin")] * 5)
    native.seed(3)
    dummy.seed(3)
    ours, theirs = native.reset(), dummy.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(250):
        assert ours.tobytes() == theirs.tobytes()
        masks = get_action_masks(native)
        assert masks.dtype == np.bool_
        assert masks.tobytes() == get_action_masks(dummy).tobytes()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        (ours, rewards, dones, infos), (theirs, paid, over, told) = native.step(actions), dummy.step(actions)
        assert rewards.tobytes() == paid.tobytes()
        assert dones.tolist() == over.tolist()
        for row in np.flatnonzero(dones):
            ended += 1
            for name, value in infos[row].items():
                assert np.array_equal(value, told[row][name]), name
            assert set(infos[row]) == set(told[row]) - {"action_mask"}
        assert all(infos[row] == {} for row in np.flatnonzero(~dones))
    assert ended >= 5


def test_an_illegal_action_ends_its_episode():
    env = SeatVecEnv(3, 4)
    env.seed(0)
    env.reset()
    actions = env.action_masks().argmax(axis=1)
    actions[2] = env.action_masks()[2].argmin()
    _, rewards, dones, infos = env.step(actions)
    assert rewards.tolist() == [0, 0, -1]
    assert dones.tolist() == [False, False, True]
    assert infos[2]["illegal_action"]
    assert env.action_masks().any(axis=1).all()


def test_maskable_ppo_learns_and_is_evaluated_on_it():
    env = VecMonitor(SeatVecEnv(4, 3), info_keywords=("win_share", "placement"))
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=0, device="cpu")
    model.learn(1024)
    assert len(model.ep_info_buffer) >= 4
    assert {"r", "l", "win_share", "placement"} <= set(model.ep_info_buffer[0])
    mean, _ = evaluate_policy(model, VecMonitor(SeatVecEnv(2, 3)), n_eval_episodes=3)
    assert -1 <= mean <= 1


def test_rows_have_masks_and_nothing_else_of_their_own():
    env = SeatVecEnv(3, 4)
    env.reset()
    assert [mask.shape for mask in env.env_method("action_masks", indices=[0, 2])] == [(80,), (80,)]
    assert env.get_attr("action_masks", 1)[0]().tolist() == env.action_masks()[1].tolist()
    assert env.has_attr("action_masks")
    assert env.get_attr("num_envs") == [3, 3, 3]
    assert not env.has_attr("surprise")
    assert env.env_is_wrapped(object) == [False] * 3
    with pytest.raises(AttributeError, match="have one method, action_masks"):
        env.env_method("render")
    with pytest.raises(AttributeError, match="no attributes of their own"):
        env.set_attr("seat", 1)
    env.close()


def test_what_is_no_row_of_actions_is_refused():
    env = SeatVecEnv(2, 4)
    env.reset()
    before = [env.game(row) for row in range(2)]
    for actions in (np.array([0]), np.array([0.0, 1.0]), np.array([0, 80]), np.array([-1, 0])):
        with pytest.raises(IllegalActionError, match="actions: are"):
            env.step(actions)
    assert [env.game(row) for row in range(2)] == before
    with pytest.raises(OptionError, match="num_envs: is -1"):
        SeatVecEnv(-1)
