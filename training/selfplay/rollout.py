"""Playing: T decisions in each of N games, and the learner's choices among them with their advantages.

A decision with one legal action is no choice: it is played without asking anybody, and is in no stream.
"""

import time
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from agents.greedy import GreedyPolicy
from agents.greedy.policy import choose_rows
from agents.learned.network import masked, probabilities
from boru_env import Game, SelfPlay
from boru_env.views.batch import look_rows
from training.selfplay.gae import advantages_along_seats
from training.selfplay.options import Options
from training.selfplay.pool import FIRST_PAST, GREEDY, LEARNER, RANDOM, Seating

Arrays = dict[str, npt.NDArray[Any]]
KEPT = {
    "obs": (Game.OBSERVATION_SIZE,),
    "mask": (Game.NUM_ACTIONS,),
    "row": (),
    "seat": (),
    "action": (),
    "teacher": (),
}
TYPES = {"obs": np.uint8, "mask": np.int8, "row": np.int64, "seat": np.int8, "action": np.int64}
TYPES |= {"teacher": np.int64}
TYPICAL_LENGTH = 300
"""Decisions of a game, about."""

FLOATS = ("log_prob", "value")


@dataclass
class Choices:
    """What is learned from: M choices of the learner, each with its advantage.

    Attributes:
        obs: (M, OBSERVATION_SIZE) uint8, compact.
        mask: (M, 80) int8.
        action: (M,) int64.
        log_prob: (M,) float32, of the action when it was chosen.
        value: (M,) float32, of the acting seat, then.
        advantage: (M,) float32.
        teacher: (M,) int64, what `greedy` would have chosen, if it was asked.
    """

    obs: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.int8]
    action: npt.NDArray[np.int64]
    log_prob: npt.NDArray[np.float32]
    value: npt.NDArray[np.float32]
    advantage: npt.NDArray[np.float32]
    teacher: npt.NDArray[np.int64]

    @property
    def target(self) -> npt.NDArray[np.float32]:
        """(M,) what the value should have been."""
        return self.advantage + self.value


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

    def __init__(self, options: Options, games: SelfPlay, seating: Seating, rng: np.random.Generator) -> None:
        self._options, self.games, self.seating, self._rng = options, games, seating, rng
        self.clock = Clock()
        self.kept: Arrays = {name: np.zeros((0, *size), TYPES[name]) for name, size in KEPT.items()}
        self.kept |= {name: np.zeros(0, np.float32) for name in FLOATS}
        self.arrays = self._room()
        self._greedy = GreedyPolicy().weights
        self.finished: list[npt.NDArray[np.int32]] = []

    def _room(self) -> Arrays:
        size = (self._options.num_steps, self.games.num_games)
        room: Arrays = {name: np.zeros((*size, *shape), TYPES[name]) for name, shape in KEPT.items()}
        room |= {name: np.zeros(size, np.float32) for name in (*FLOATS, "advantage")}
        room |= {name: np.zeros(size, np.bool_) for name in ("learned", "done", "is_open")}
        room["row"][:] = np.arange(self.games.num_games)
        return room | {"reward": np.zeros((*size, 5), np.float32)}

    def collect(self, network: nn.Module, ask_teacher: bool = False) -> Choices:
        """Play a rollout; on request, ask `greedy` what it would do in the learner's place."""
        self.clock.lap("other")
        batch = self.games._shown  # what the games show now: no step is lost between rollouts
        for t in range(self._options.num_steps):
            actions = batch.mask.argmax(axis=1)
            driver = self.seating.driver[np.arange(self.games.num_games), batch.seat]
            choice = batch.mask.sum(axis=1, dtype=np.int16) > 1
            self._look(t, batch, choice & (driver == LEARNER))
            self._ask_others(batch, driver, choice, actions)
            if ask_teacher:
                rows = np.flatnonzero(self.arrays["learned"][t])
                self.arrays["teacher"][t, rows] = self._ask_greedy(rows)
            self.clock.lap("opponents")
            self._ask(t, network, actions)
            self.clock.lap("network")
            batch = self.games.step(actions)
            self.clock.lap("environment")
            self._score(t, batch)
        choices = self._close()
        self.clock.lap("advantages")
        return choices

    def _look(self, t: int, batch: Any, learned: npt.NDArray[np.bool_]) -> None:
        a = self.arrays
        a["obs"][t], a["mask"][t], a["seat"][t], a["learned"][t] = batch.obs, batch.mask, batch.seat, learned

    def _ask(self, t: int, network: nn.Module, actions: npt.NDArray[np.int64]) -> None:
        """Let the learner choose in its rows."""
        a = self.arrays
        rows = np.flatnonzero(a["learned"][t])
        if len(rows):
            chosen, log_probs, values = choose(network, a["obs"][t, rows], a["mask"][t, rows], self._rng)
            actions[rows] = chosen
            a["log_prob"][t, rows], a["value"][t, rows] = log_probs, values
        a["action"][t] = actions

    def _ask_others(self, batch: Any, driver: Any, choice: Any, actions: npt.NDArray[np.int64]) -> None:
        """Let scripted players and past selves choose in theirs."""
        for who in np.unique(driver[choice & (driver != LEARNER)]).tolist():
            rows = np.flatnonzero(choice & (driver == who))
            if who == GREEDY:
                actions[rows] = self._ask_greedy(rows)
            elif who == RANDOM:
                noise = self._rng.random(batch.mask[rows].shape)
                actions[rows] = np.where(batch.mask[rows] != 0, noise, -1).argmax(axis=1)
            else:
                past = self.seating.member(who - FIRST_PAST)
                actions[rows] = choose(past, batch.obs[rows], batch.mask[rows], self._rng)[0]

    def _ask_greedy(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        chosen = np.empty(len(rows), np.int64)
        choose_rows(self.games.edition.tables, self.games._states, rows, self._greedy, chosen)
        return chosen

    def _score(self, t: int, batch: Any) -> None:
        """Note what the games paid, and let the next ones begin."""
        a = self.arrays
        a["done"][t] = batch.done
        a["reward"][t] = batch.rewards
        rows = np.flatnonzero(batch.done)
        if len(rows):
            weight = self._options.margin_weight
            if weight:
                a["reward"][t, rows] *= 1 - weight
                a["reward"][t, rows] += weight * margins(batch.final_points[rows], self.games.num_players[rows])
            self.seating.finish(rows, batch.rewards)

    def _close(self) -> Choices:
        """Give the choices whose streams have gone on or ended, and keep the others."""
        a, kept = self.arrays, self.kept
        gained, still_open = np.zeros(len(kept["row"]), np.float32), np.zeros(len(kept["row"]), np.bool_)
        advantages_along_seats(
            a["seat"], a["learned"], a["value"], a["reward"], a["done"], kept["row"], kept["seat"], kept["value"],
            self._options.gamma, self._options.gae_lambda, a["advantage"], a["is_open"], gained, still_open,
        )  # fmt: skip
        closed, opened = a["learned"] & ~a["is_open"], a["learned"] & a["is_open"]
        names = ("obs", "mask", "action", "teacher", *FLOATS)
        found = {name: np.concatenate([kept[name][~still_open], a[name][closed]]) for name in names}
        advantage = np.concatenate([gained[~still_open], a["advantage"][closed]])
        self.kept = {name: np.concatenate([kept[name][still_open], a[name][opened]]) for name in kept}
        return Choices(**found, advantage=advantage)


def stagger(games: SelfPlay, rng: np.random.Generator) -> None:
    """Put each game some random moves into its course, so that games do not all end in the same rollout."""
    moves = rng.integers(TYPICAL_LENGTH, size=games.num_games)
    states, episodes = games._states.copy(), games._episodes.copy()
    for played in range(TYPICAL_LENGTH):
        rows = np.flatnonzero(moves == played)
        states[rows], episodes[rows] = games._states[rows], games._episodes[rows]
        games.step(games.random_actions())
    games._states[:], games._episodes[:] = states, episodes
    shown = games._arrays
    look_rows(games.edition.tables, games._states, 0, games.num_games, shown.obs, shown.mask, shown.seat)


def margins(points: npt.NDArray[np.int32], players: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
    """Give the reward `margin`, (K, 5), of final points (K, 5): see `boru_env.envs.rewards`."""
    others = (points.sum(axis=1, keepdims=True) - points) / (players[:, None] - 1)
    exists = np.arange(5) < players[:, None]
    paid: npt.NDArray[np.float32] = np.where(exists, ((points - others) / 30).clip(-1, 1), 0).astype(np.float32)
    return paid


Chosen = tuple[npt.NDArray[np.int64], npt.NDArray[np.float32], npt.NDArray[np.float32]]


def choose(
    network: nn.Module,
    obs: npt.NDArray[np.uint8 | np.float32],
    mask: npt.NDArray[np.int8],
    rng: np.random.Generator | None,
) -> Chosen:
    """Draw actions from a policy.

    Args:
        network: observations -> logits, values.
        obs: (K, OBSERVATION_SIZE).
        mask: (K, 80).
        rng: of the draws, one number a row; None: the most probable actions.

    Returns:
        Actions (K,), their log-probabilities (K,), and values (K,).
    """
    device = next(network.parameters()).device
    with torch.no_grad():
        logits, values = network(torch.from_numpy(obs).to(device))
        legal = torch.from_numpy(mask).to(device)
        log_probs = masked(logits, legal)
        if rng is None:
            actions = log_probs.argmax(dim=1)
        else:
            up_to = probabilities(log_probs, legal).double().cumsum(dim=1)
            share = torch.from_numpy(rng.random(len(obs)) * (1 - 1e-12)).to(device)  # below 1 also when rounded
            drawn = share[:, None] * up_to[:, -1:]
            actions = (up_to <= drawn).sum(dim=1)
        chosen = log_probs.gather(1, actions[:, None])[:, 0]
    return actions.cpu().numpy(), chosen.float().cpu().numpy(), values.float().cpu().numpy()
