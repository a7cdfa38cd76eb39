"""Loops over many games at once, and the physical limit: writing the same bytes and doing nothing else."""

import itertools
from typing import Any

import numpy as np

from bench.measure import Loop, repeat
from boru_env import SelfPlay
from boru_env.envs.vector import SeatVectorEnv
from boru_env.views.batch import blank_states
from boru_env.views.random_play import play_games

STEPS = 8
"""Steps between two looks at the clock."""


def self_play_loop(num_games: int, observe: bool | str, num_players: int = 4, num_threads: int = 1) -> Loop:
    """Random legal self-play, one compiled call for the choice and one for the step."""
    games = SelfPlay(num_games, num_players, seed=1, observe=observe, num_threads=num_threads)

    def steps() -> int:
        for _ in range(STEPS):
            games.step(games.random_actions())
        return STEPS * num_games

    return lambda seconds: repeat(steps, seconds)


def limit_loop(num_games: int, observe: bool) -> Loop:
    """Write all that a step of so many games writes, without a game."""
    shown = SelfPlay(1, seed=1, observe=observe).reset()
    arrays = [np.zeros((num_games, *array.shape[1:]), array.dtype) for array in shown if len(array)]

    def steps() -> int:
        for number in range(STEPS):
            for array in arrays:
                array.fill(number & 1)
        return STEPS * num_games

    return lambda seconds: repeat(steps, seconds)


def play_out_loop() -> Loop:
    """Whole random games in one compiled loop, deals included."""
    games = SelfPlay(1, seed=1, observe=False)
    tables, states, key = games.edition.tables, blank_states(1), np.array([1, 2], np.uint32)
    numbers = itertools.count(step=STEPS)
    return lambda seconds: repeat(lambda: play_games(tables, states, 4, key, next(numbers), STEPS), seconds)


def vector_loop(num_envs: int) -> Loop:
    """The Gymnasium vector environment with random opponents; a step is one decision of a learner."""
    env = SeatVectorEnv(num_envs)
    env.reset(seed=1)
    return lambda seconds: repeat(lambda: _vector_step(env, num_envs), seconds)


def _vector_step(env: Any, num_envs: int) -> int:
    env.step(env.action_masks().argmax(axis=1))
    return num_envs


def sb3_loop(num_envs: int) -> Loop:
    """The VecEnv of Stable-Baselines3 with random opponents; a step is one decision of a learner."""
    from boru_env.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(num_envs)
    env.seed(1)
    env.reset()
    return lambda seconds: repeat(lambda: _vector_step(env, num_envs), seconds)


def batch_loops(sizes: tuple[int, ...] = (16, 64, 256, 1024, 4096, 16384)) -> dict[str, Loop]:
    """Give the self-play loops over batch sizes, with and without observation, beside the limit."""
    loops: dict[str, Loop] = {}
    for size in sizes:
        loops[f"SelfPlay, {size} games, mask"] = self_play_loop(size, False)
        loops[f"SelfPlay, {size} games, mask and observation"] = self_play_loop(size, True)
        loops[f"limit: the bytes of {size} games"] = limit_loop(size, True)
    loops["SelfPlay, 4096 games, mask and compact observation"] = self_play_loop(4096, "uint8")
    loops["Random games in one compiled loop"] = play_out_loop()
    return loops


def many_loops() -> dict[str, Loop]:
    """Give the loops of the vector environments."""
    return {
        "VectorEnv, 64 games, learners' steps": vector_loop(64),
        "VectorEnv, 1024 games, learners' steps": vector_loop(1024),
        "SB3 VecEnv, 64 games, learners' steps": sb3_loop(64),
    }
