"""Playing: T decisions in each of N games, and the learner's choices among them with their advantages.

A decision with one legal action is no choice: it is played without asking anybody, and is in no stream.
"""

import time
from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.greedy import GreedyPolicy
from agents.greedy.policy import choose_rows
from agents.learned.acting import Player, Policy, player_of
from boru_env import Batch, Game, SelfPlay
from training.selfplay.choices import Choices, reward_of
from training.selfplay.gae import advantages_along_seats, targets_of_others
from training.selfplay.options import Options
from training.selfplay.pool import FIRST_PAST, GREEDY, LEARNER, RANDOM, Seating

Arrays = dict[str, npt.NDArray[Any]]
TYPES = {"obs": np.uint8, "mask": np.int8, "row": np.int64, "seat": np.int8, "action": np.int64, "teacher": np.int64}
NOT_ASKED = -1
"""What the teacher would do where it was not asked."""

TYPICAL_LENGTH = 300
"""Decisions of a game, about."""

FLOATS = ("log_prob", "value")
WIDE = {"reward": 5, "values": 5, "others": 4}


class Clock:
    """Adds up where the time goes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """Count the time since the last call as that of `name`."""
        now = time.perf_counter()
        self.seconds[name] += now - self._last
        self._last = now


class Collector:
    """Plays the games on and on.

    Attributes:
        games: the games.
        seating: who plays where.
        kept: the open choices of earlier rollouts, K rows.
        arrays: what the last rollout saw, (T, N, ...), for tests.
    """

    def __init__(
        self, options: Options, games: SelfPlay, seating: Seating, rng: np.random.Generator, guides: int = 0
    ) -> None:
        self._options, self.games, self.seating, self._rng = options, games, seating, rng
        self.clock = Clock()
        self._sizes: dict[str, tuple[int, ...]] = dict.fromkeys(TYPES, ())
        self._sizes |= {"obs": (Game.OBSERVATION_SIZE + guides,), "mask": (Game.NUM_ACTIONS,)}
        self.kept: Arrays = {name: np.zeros((0, *size), TYPES[name]) for name, size in self._sizes.items()}
        self.kept |= {name: np.zeros(0, np.float32) for name in FLOATS}
        self.kept["others"] = np.zeros((0, 4), np.float32)
        self.arrays = self._room()
        self._greedy = GreedyPolicy().weights
        self._past: dict[int, Player] = {}

    def _room(self) -> Arrays:
        size = (self._options.num_steps, self.games.num_games)
        room: Arrays = {name: np.zeros((*size, *shape), TYPES[name]) for name, shape in self._sizes.items()}
        room |= {name: np.zeros(size, np.float32) for name in (*FLOATS, "advantage")}
        room |= {name: np.zeros(size, np.bool_) for name in ("learned", "done", "is_open")}
        room["row"][:] = np.arange(self.games.num_games)
        return room | {name: np.zeros((*size, width), np.float32) for name, width in WIDE.items()}

    def collect(self, network: Policy, ask_teacher: bool = False) -> Choices:
        """Play a rollout; on request, ask `greedy` what it would do in the learner's place."""
        self.clock.lap("waiting for the learner")
        self.arrays["teacher"][:] = NOT_ASKED
        learner, self._past = player_of(network, self.games.edition), {}
        batch = self.games.look()  # no step is lost between rollouts
        for t in range(self._options.num_steps):
            actions = batch.mask.argmax(axis=1)
            driver = self.seating.driver[np.arange(self.games.num_games), batch.seat]
            choice = batch.mask.sum(axis=1, dtype=np.int16) > 1
            for name, shown in (("mask", batch.mask), ("seat", batch.seat), ("learned", choice & (driver == LEARNER))):
                self.arrays[name][t] = shown
            self._ask_others(batch, driver, choice, actions)
            if ask_teacher:
                rows = np.flatnonzero(self.arrays["learned"][t])
                self.arrays["teacher"][t, rows] = self._ask_greedy(rows)
            self.clock.lap("opponents")
            self._ask(t, learner, actions)
            self.clock.lap("network")
            batch = self.games.step(actions)
            self.clock.lap("environment")
            self._score(t, batch)
        choices = self._close()
        self.clock.lap("advantages")
        return choices

    def _ask(self, t: int, learner: Player, actions: npt.NDArray[np.int64]) -> None:
        """Let the learner choose in its rows."""
        a = self.arrays
        rows = np.flatnonzero(a["learned"][t])
        if len(rows):
            chosen, log_probs, values = learner.choose(self.games.states, rows, self._rng, a["obs"][t])
            actions[rows] = chosen
            a["log_prob"][t, rows], a["values"][t, rows], a["value"][t, rows] = log_probs, values, values[:, 0]
        a["action"][t] = actions

    def _ask_others(self, batch: Batch, driver: Any, choice: Any, actions: npt.NDArray[np.int64]) -> None:
        """Let scripted players and past selves choose in theirs."""
        for who in np.unique(driver[choice & (driver != LEARNER)]).tolist():
            rows = np.flatnonzero(choice & (driver == who))
            if who == GREEDY:
                actions[rows] = self._ask_greedy(rows)
            elif who == RANDOM:
                noise = self._rng.random(batch.mask[rows].shape)
                actions[rows] = np.where(batch.mask[rows] != 0, noise, -1).argmax(axis=1)
            else:
                rng = None if self._options.frozen else self._rng
                actions[rows] = self._past_player(who - FIRST_PAST).choose(self.games.states, rows, rng)[0]

    def _past_player(self, number: int) -> Player:
        if number not in self._past:
            self._past[number] = self.seating.past_player(number)
        return self._past[number]

    def _ask_greedy(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        chosen = np.empty(len(rows), np.int64)
        choose_rows(self.games.edition.tables, self.games.states, rows, self._greedy, chosen)
        return chosen

    def _score(self, t: int, batch: Batch) -> None:
        """Note what the games paid, and let the next ones begin."""
        a = self.arrays
        a["done"][t] = batch.done
        a["reward"][t] = batch.rewards
        rows = np.flatnonzero(batch.done)
        if len(rows):
            points, players = batch.final_points[rows], self.games.num_players[rows]
            weight, scale = self._options.margin_weight, self._options.reward_scale
            a["reward"][t, rows] = reward_of(batch.rewards[rows], points, players, weight, scale)
            self.seating.finish(rows, batch.rewards)

    def _close(self) -> Choices:
        """Give the choices whose streams have gone on or ended, and keep the others."""
        a, kept = self.arrays, self.kept
        gained, still_open = np.zeros(len(kept["row"]), np.float32), np.zeros(len(kept["row"]), np.bool_)
        advantages_along_seats(
            a["seat"], a["learned"], a["value"], a["reward"], a["done"], kept["row"], kept["seat"], kept["value"],
            self._options.gamma, self._options.gae_lambda, a["advantage"], a["is_open"], gained, still_open,
        )  # fmt: skip
        lam = 1 - (1 - self._options.gae_lambda) / float(self.games.num_players.mean())
        targets_of_others(
            a["seat"], a["learned"], a["values"], a["reward"], a["done"], self.games.num_players, lam, a["others"]
        )
        closed, opened = a["learned"] & ~a["is_open"], a["learned"] & a["is_open"]
        names = ("obs", "mask", "action", "teacher", "others", *FLOATS)
        found = {name: np.concatenate([kept[name][~still_open], a[name][closed]]) for name in names}
        advantage = np.concatenate([gained[~still_open], a["advantage"][closed]])
        self.kept = {name: np.concatenate([kept[name][still_open], a[name][opened]]) for name in kept}
        return Choices(**found, advantage=advantage)
