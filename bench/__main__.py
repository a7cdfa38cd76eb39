"""How fast the faces of one game are, beside PettingZoo's own loop around an environment that does nothing.

    python -m bench [--runs 5] [--seconds 2]

Every kind of loop is warmed up, then all are run in turn, several times; the table gives medians. One process, one
thread, four players, uniformly random legal actions.
"""

import argparse
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from boru_env import Game, brian_boru_v0
from boru_env.envs.registration import GYMNASIUM_ID

Loop = Callable[[float], tuple[int, float]]
"""Runs for about so many seconds; gives steps and seconds."""


class Idle(AECEnv):  # type: ignore[misc]  # an untyped package
    """The same API, observations and masks, and no game: what PettingZoo's loop costs by itself."""

    metadata = {"name": "idle", "is_parallelizable": False}  # noqa: RUF012  # PettingZoo's API

    def __init__(self) -> None:
        self.possible_agents = [f"player_{seat}" for seat in range(4)]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin again."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Give arrays of the same sizes, all ones."""
        return {
            "observation": np.ones(Game.OBSERVATION_SIZE, np.float32),
            "action_mask": np.ones(Game.NUM_ACTIONS, np.int8),
        }

    def step(self, action: Any) -> None:
        """Hand the turn on."""
        self.agent_selection = self.agents[(int(self.agent_selection[-1]) + 1) % 4]


def aec_loop(env: Any) -> Loop:
    """PettingZoo's documented loop: `agent_iter`, `last`, `step`."""

    def loop(seconds: float) -> tuple[int, float]:
        steps, seed = 0, 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            env.reset(seed=seed)
            seed += 1
            for _ in env.agent_iter(max_iter=400):
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(random.choice(observation["action_mask"].nonzero()[0]))
                steps += 1
        return steps, time.perf_counter() - began

    return loop


def game_loop(seconds: float) -> tuple[int, float]:
    """`Game.apply` and `Game.legal_mask`, nothing else."""
    steps, seed = 0, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        game = Game(4, seed=seed)
        seed += 1
        while not game.is_over:
            game.apply(random.choice(game.legal_mask().nonzero()[0]))
            steps += 1
    return steps, time.perf_counter() - began


def gymnasium_loop(seconds: float) -> tuple[int, float]:
    """`gymnasium.make` with random opponents; a step is one decision of the learner, with three opponents' between."""
    env = gymnasium.make(GYMNASIUM_ID)
    steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        _, info = env.reset(seed=steps)
        over = False
        while not over:
            _, _, over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
            steps += 1
    return steps, time.perf_counter() - began


def measure(loops: dict[str, Loop], runs: int, seconds: float) -> dict[str, float]:
    """Give each loop's median of steps a second; the loops take turns, so that a slow spell hits all."""
    for loop in loops.values():
        loop(0.2)
    rates: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(runs):
        for name, loop in loops.items():
            steps, spent = loop(seconds)
            rates[name].append(steps / spent)
    return {name: statistics.median(values) for name, values in rates.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="of each loop")
    parser.add_argument("--seconds", type=float, default=2.0, help="a run")
    options = parser.parse_args(arguments)
    loops: dict[str, Loop] = {
        "AEC loop, an environment that does nothing": aec_loop(Idle()),
        "Game.apply + legal_mask": game_loop,
        "AEC loop, raw_env": aec_loop(brian_boru_v0.raw_env(num_players=4)),
        "AEC loop, env (PettingZoo's wrappers)": aec_loop(brian_boru_v0.env(num_players=4)),
        "Gymnasium, random opponents (learner's steps)": gymnasium_loop,
    }
    random.seed(0)
    rates = measure(loops, options.runs, options.seconds)
    limit = next(iter(rates.values()))
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("pettingzoo", "gymnasium", "numba", "numpy"))
    print(f"Python {platform.python_version()}, {platform.machine()}, {versions}")
    print(f"median of {options.runs} runs of {options.seconds:g} s, one thread, 4 players\n")
    print(f"{'loop':<48}{'steps/s':>10}{'us/step':>10}{'to nothing':>12}")
    for name, rate in rates.items():
        print(f"{name:<48}{rate:>10,.0f}{1e6 / rate:>10.1f}{rate / limit:>12.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
