"""What every client has to agree with: the plain PettingZoo loop; and the examples of docs/compatibility.md."""

import re
from pathlib import Path

import numpy as np
import pytest

from boru_env import brian_boru_v0

PAGE = Path(__file__).parents[2] / "docs" / "compatibility.md"
PLAYERS = (3, 4, 5)
SEEDS = range(7)  # with 3, 4 and 5 players: 21 games a client


def need(library):
    """Give a client's module, or skip the test."""
    return pytest.importorskip(library, reason=f"{library} is not installed; `make test-clients` installs it")


def choose(mask, rng):
    """Choose a legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def plain_game(num_players, seed, **options):
    """Play a random game by the plain loop; gives each agent's return and the (agent, action) pairs."""
    return aec_game(brian_boru_v0.env(num_players=num_players, **options), seed)


def aec_game(env, seed):
    """Play a random game of anything that keeps PettingZoo's AEC API and the names of our observation."""
    rng, returns, moves = np.random.default_rng(seed), {}, []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        returns[agent] = returns.get(agent, 0.0) + float(reward)
        action = None if terminated or truncated else choose(observation["action_mask"], rng)
        if action is not None:
            moves.append((agent, action))
        env.step(action)
    return returns, moves


def add(returns, rewards):
    """Add the rewards of a step to the returns."""
    for agent, reward in rewards.items():
        returns[agent] = returns.get(agent, 0.0) + float(reward)


def example(title):
    """Run the examples under a heading of the page, literally and in order; gives their variables."""
    section = PAGE.read_text().split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    assert blocks, f"no example under {title!r}"
    names: dict[str, object] = {"__name__": "example"}
    for block in blocks:
        exec(compile(block, f"{PAGE.name}: {title}", "exec"), names)
    return names
