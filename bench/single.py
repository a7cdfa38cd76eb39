"""Loops over one game: `Game`, PettingZoo's AEC loop, Gymnasium's; and PettingZoo's loop around nothing."""

import random
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from bench.measure import Loop, repeat
from boru_env import Game, brian_boru_v0
from boru_env.envs.registration import GYMNASIUM_ID


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


def aec_loop(env: Any, longest: int = 400) -> Loop:
    """PettingZoo's documented loop, `agent_iter`, `last`, `step`, with random legal actions."""
    seeds = iter(range(10**9))

    def one_game() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        for _ in env.agent_iter(max_iter=longest):
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(random.choice(np.asarray(mask).nonzero()[0]))
            steps += 1
        return steps

    return lambda seconds: repeat(one_game, seconds)


def _one_game(seed: int) -> int:
    game = Game(4, seed=seed)
    steps = 0
    while not game.is_over:
        game.apply(random.choice(game.legal_mask().nonzero()[0]))
        steps += 1
    return steps


def _one_episode(env: Any, seed: int) -> int:
    _, info = env.reset(seed=seed)
    over, steps = False, 0
    while not over:
        _, _, over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
        steps += 1
    return steps


def single_loops() -> dict[str, Loop]:
    """Give the loops over one game of four players."""
    env = gymnasium.make(GYMNASIUM_ID)
    seeds = iter(range(10**9))
    return {
        "AEC loop around nothing": aec_loop(Idle()),
        "Game.apply + legal_mask": lambda seconds: repeat(lambda: _one_game(next(seeds)), seconds),
        "AEC loop, raw_env": aec_loop(brian_boru_v0.raw_env(num_players=4)),
        "AEC loop, env (PettingZoo's wrappers)": aec_loop(brian_boru_v0.env(num_players=4)),
        "Gymnasium, learner's steps": lambda seconds: repeat(lambda: _one_episode(env, next(seeds)), seconds),
    }
