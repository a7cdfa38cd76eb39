"""TorchRL's PettingZooWrapper."""

import numpy as np
import pytest
from plain_loop import PLAYERS, SEEDS, add, choose, example, need, plain_game

from boru_env import brian_boru_v0

pytestmark = [
    pytest.mark.slow,
    # What TorchRL says of itself: the PettingZoo it was tested with, and what it or torch will drop.
    pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using version"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:torchrl"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:tensordict"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:torch"),
    pytest.mark.filterwarnings("ignore::FutureWarning:torch"),
]


def wrapped(num_players):
    need("torchrl")
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper

    return PettingZooWrapper(brian_boru_v0.env(num_players=num_players), use_mask=True)


def torchrl_game(env, seed):
    """Play a random game; gives the returns, the moves and the last step."""
    rng, returns, moves = np.random.default_rng(seed), {}, []
    state = env.reset(seed=seed)
    while not state["done"]:
        (agent,) = (name for name in env.group_map if state[name, "mask"].item())
        moves.append((agent, choose(state[agent, "action_mask"][0].numpy(), rng)))
        for name in env.group_map:
            state[name, "action"] = env.full_action_spec[name, "action"].zero()
        state[agent, "action"][:] = moves[-1][1]
        step = env.step(state)["next"]
        add(returns, {name: step[name, "reward"].item() for name in env.group_map})
        assert not step["truncated"]
        state = step.clone()
    return returns, moves, state


@pytest.mark.parametrize("num_players", PLAYERS)
def test_full_games_pay_each_agent_as_the_plain_loop_does(num_players):
    env = wrapped(num_players)
    for seed in SEEDS:
        returns, moves, last = torchrl_game(env, seed)
        plain, same_moves = plain_game(num_players, seed)
        assert returns == pytest.approx(plain)
        assert moves == same_moves
        assert last["player_1", "info", "final_points"][0].tolist() == env._env.unwrapped.game.final_points


@pytest.mark.parametrize("num_players", PLAYERS)
def test_its_own_check_passes_and_its_random_player_plays_on_after_the_end(num_players):
    env = wrapped(num_players)
    from torchrl.envs.utils import check_env_specs

    check_env_specs(env, seed=3)
    played = env.rollout(700, break_when_any_done=False)
    assert played["next", "done"].sum() >= 2
    assert not played["next", "truncated"].any()


def test_without_the_mask_it_is_refused():
    need("torchrl")
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper

    with pytest.raises(ValueError, match="use_mask=True"):
        PettingZooWrapper(brian_boru_v0.env())


def test_the_example_of_the_page_runs():
    need("torchrl")
    assert example("TorchRL")["played"]["next", "done"][-1].item()
