"""What `test_no_jit` runs in processes of their own, where the rules are plain Python or checked for bounds.

Used as `python -W error tests/plain_python.py trace|guarded`.
"""

import hashlib
import sys
from typing import Any

import numpy as np

from boru_env import Game, SelfPlay
from boru_env.envs.vector import SeatVectorEnv
from boru_env.rules import engine
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.state import blank_state
from boru_env.views import observation
from boru_env.views.information_set import resample
from helpers import random_game

PLAYERS = (3, 4, 5)


def trace() -> str:
    """Play random games and hash each state, mask, observation, full state and drawn state; and some batches."""
    digest = hashlib.sha256()
    rng = np.random.default_rng(0)
    for num_players in PLAYERS:
        for seed in range(3):
            for game in random_game(num_players, seed):
                digest.update(game.to_bytes() + game.legal_mask().tobytes() + game.full_state().tobytes())
                for seat in range(num_players):
                    digest.update(game.observe(seat).tobytes())
                digest.update(game.resample(seed % num_players, rng).to_bytes())
        games, env = SelfPlay(3, num_players, reward="rank", seed=1), SeatVectorEnv(2, num_players, reward="margin")
        env.reset(seed=1)
        for _ in range(150):
            for array in (*games.step(games.random_actions()), *env.step(env.action_masks().argmax(axis=1))[:3]):
                digest.update(array.tobytes())
    return digest.hexdigest()


class Guarded(np.ndarray):
    """An array that refuses a negative index: -1 means "none" in a state, and would silently be the last place."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(checked(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(checked(index), value)


def checked(index: Any) -> Any:
    for number in index if isinstance(index, tuple) else (index,):
        if not isinstance(number, slice) and number < 0:
            raise IndexError(f"the index {number} is negative")
    return index


class GuardedRecord:
    """One record whose arrays are guarded; it writes through."""

    def __init__(self, record: np.void) -> None:
        self.record = record

    def __getitem__(self, name: str) -> Any:
        value = self.record[name]
        return value.view(Guarded) if isinstance(value, np.ndarray) else value

    def __setitem__(self, name: str, value: Any) -> None:
        self.record[name] = value


class GuardedRecords:
    """An array of records, each of them guarded."""

    def __init__(self, records: np.ndarray) -> None:
        self.records = records

    def __getitem__(self, row: int) -> GuardedRecord:
        return GuardedRecord(self.records[checked(row)])

    def __setitem__(self, row: int, record: GuardedRecord) -> None:
        self.records[checked(row)] = record.record


RESAMPLED = 3
"""After so many decisions, what one seat cannot see is drawn anew."""


def guarded() -> str:
    """Play random games with guarded arrays, and tell how many decisions there were; plain Python only."""
    decisions = 0
    for num_players in PLAYERS:
        for seed in range(4):
            game, rng = Game(num_players, seed=seed), np.random.default_rng([num_players, seed])
            t: Any = GuardedRecord(game.edition.tables[0])
            s: Any = GuardedRecord(game._states[0])
            mask = np.zeros(NUM_ACTIONS, np.int8).view(Guarded)
            out = np.zeros(game.OBSERVATION_SIZE, np.float32).view(Guarded)
            tables: Any = GuardedRecords(game.edition.tables)
            states: Any = GuardedRecords(game._states)
            drawn: Any = GuardedRecords(blank_state())
            key = np.array([num_players, seed], np.uint32)
            while not game.is_over:
                engine.fill_mask(t, s, mask)
                for seat in range(num_players):
                    observation.fill_observation(t, s, seat, out)
                if decisions % RESAMPLED == 0:
                    resample(tables, states, 0, decisions % num_players, key, drawn, 0)
                engine.perform(t, s, int(rng.choice(np.flatnonzero(mask))))
                engine.run_on(t, s)
                decisions += 1
    return f"{decisions} decisions"


if __name__ == "__main__":
    print({"trace": trace, "guarded": guarded}[sys.argv[1]]())
