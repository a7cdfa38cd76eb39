"""Tianshou's PettingZooEnv, and its Collector with masked players in a vector of games."""

import numpy as np
import pytest
from plain_loop import PLAYERS, SEEDS, choose, example, need, plain_game

from boru_env import brian_boru_v0

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning:(tianshou|sensai|overrides|pandas|matplotlib|tensorboard)"),
    pytest.mark.filterwarnings("ignore::FutureWarning:tianshou"),
]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_full_games_pay_each_agent_as_the_plain_loop_does(num_players):
    need("tianshou")
    from tianshou.env import PettingZooEnv

    env = PettingZooEnv(brian_boru_v0.env(num_players=num_players))
    for seed in SEEDS:
        rng, moves, over, total = np.random.default_rng(seed), [], False, np.zeros(num_players)
        seen, _ = env.reset(seed=seed)
        while not over:
            moves.append((seen["agent_id"], choose(seen["mask"], rng)))
            seen, rewards, over, truncated, _ = env.step(moves[-1][1])
            total += rewards
        plain, same_moves = plain_game(num_players, seed)
        assert not truncated
        assert moves == same_moves
        assert dict(zip(env.env.possible_agents, total, strict=True)) == plain


def test_the_example_of_the_page_plays_twenty_games_that_end_as_games_do():
    need("tianshou")
    returns = np.array(example("Tianshou")["result"].returns)
    assert returns.shape == (20, 4)
    assert returns.sum(axis=1) == pytest.approx(np.zeros(20), abs=1e-6)
    assert (returns.max(axis=1) > 0).all()
