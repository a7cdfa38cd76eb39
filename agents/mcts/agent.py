"""`mcts`: the search as an agent, with a budget of simulations or of time."""

import functools
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.greedy.policy import compile_greedy, load_weights
from agents.learned.compiled import NO_LAYERS, net_of
from agents.learned.load import load_searched
from agents.mcts import options as opt
from agents.mcts.tree import NONE, ROOT, new_tree, search
from boru_env import Game, SeatView
from boru_env.errors import OptionError, brief
from boru_env.rules.compiled import first_use
from boru_env.views.batch import blank_states

DEFAULT_SIMULATIONS = 400
CHUNK = 32
"""Simulations between two looks at the clock."""

MAX_SIMULATIONS = 10_000_000
MAX_THREADS = 64


class Choice(NamedTuple):
    """What the search found about one action of the root."""

    action: int
    """Its id."""
    visits: int
    """Simulations that began with it."""
    available: int
    """Simulations in which it was legal."""
    value: float
    """The searching seat's mean result, in [0, 1]."""


class MctsAgent:
    """Searches anew at every decision; nothing is kept, since what others do in between changes what is possible.

    Args:
        sims: simulations a decision; None: 400, or as many as fit into `ms`.
        ms: milliseconds a decision; with `sims`, what ends first counts. The same seed then need not play the same.
        c: how much is explored; None: 1, or 0.2 where a network's values, which lie close together, are searched.
        temperature: of the prior, in points of `greedy`, or in logits of a network; None: 1, or 4 for a network, whose
            policy is so sure of itself that a search would only follow it.
        rollout: `"random"`, `"greedy"`, `"mixed"`, or `"none"`: the network says what a leaf is worth, which takes
            half of the time.
        surprise: the share of random decisions in mixed rollouts, 0..1.
        margin: the share of the margin in the value, 0..1; the rest is the share of the win.
        threads: trees that are searched side by side and counted together; each has its share of the simulations.
        net: a trained network, of kind `mlp` or `guided`, whose policy is the prior: a path, or `"default"`.

    Raises:
        OptionError: an option is impossible.
    """

    def __init__(
        self,
        sims: int | None = None,
        ms: float | None = None,
        c: float | None = None,
        temperature: float | None = None,
        rollout: str = "mixed",
        surprise: float = 0.2,
        margin: float = 0.3,
        threads: int = 1,
        net: str | None = None,
    ) -> None:
        temperature = temperature if temperature is not None else 1.0 if net is None else 4.0
        c = c if c is not None else 0.2 if rollout == "none" else 1.0
        _check_budget(sims, ms, threads)
        _check_options(c, temperature, rollout, surprise, margin)
        if rollout == "none" and net is None:
            raise OptionError("mcts: rollout is 'none', which needs a network: give net=default or net=PATH as well")
        self._searched = None if net is None else load_searched(str(net))
        self.sims = sims if sims is not None else DEFAULT_SIMULATIONS if ms is None else None
        self.ms, self.threads = ms, threads
        told = [f"{name}={value:g}" for name, value in (("sims", sims), ("ms", ms)) if value is not None]
        told += [f"net={net}"] * (net is not None)
        self.name = ":".join(["mcts", *[",".join(told)] * bool(told)])
        rewards = (0.0, 1.0) if self._searched is None else (self._searched.scale, self._searched.margin_weight)
        self._options = opt.as_record(c, temperature, rollout, surprise, margin, *rewards)
        self._weights = load_weights("tuned")
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        self.reset(0, 0)
        compile_search()

    @property
    def net_weights(self) -> bytes:
        """The weights of its network, nothing without one: they tell two searches of one name apart."""
        return b"" if self._searched is None else self._searched.layers.weights.tobytes()

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: the same seed gives the same searches, if their budget is in simulations."""
        self._rng = np.random.default_rng([seed, seat])

    def act(self, view: SeatView) -> int:
        """Take the action that most simulations began with, the better one on a tie, then the lowest id."""
        return self.search(view)[0].action

    def search(self, view: SeatView) -> list[Choice]:
        """Search; give the legal actions, the most visited first."""
        legal = np.flatnonzero(view.legal_mask).tolist()
        if len(legal) == 1:
            return [Choice(legal[0], 0, 0, 0.5)]
        keys = self._rng.integers(2**32, size=(self.threads, 2), dtype=np.uint32)
        if self.threads == 1:
            found = [self._grow(view, keys[0], self.sims)]
        else:
            shares = [None if self.sims is None else max(1, self.sims // self.threads)] * self.threads
            found = list(self._executor().map(lambda key, share: self._grow(view, key, share), keys, shares))
        return _merge(found, legal)

    def _grow(self, view: SeatView, key: npt.NDArray[np.uint32], sims: int | None) -> npt.NDArray[np.float64]:
        """Grow one tree; give what it says of the root's actions."""
        ends = time.perf_counter() + (float("inf") if self.ms is None else self.ms / 1000)
        limit = MAX_SIMULATIONS if sims is None else sims
        tree = new_tree(min(limit, 1024) if self.ms is not None else limit)
        tables, root, work, done, size = view.edition.tables, view.records, blank_states(1), 0, 1
        net = net_of(NO_LAYERS if self._searched is None else self._searched.layers_for(view.edition))
        while done < limit:
            last = min(limit, done + CHUNK) if self.ms is not None else limit
            if last + 1 > len(tree):
                tree = np.concatenate([tree, new_tree(len(tree))])
            size = search(
                tables,
                root,
                view.seat,
                key,
                done,
                last,
                self._options,
                self._weights,
                work,
                tree,
                size,
                net,
            )
            done = last
            if time.perf_counter() >= ends:
                break
        return _children(tree, view.seat)

    def _executor(self) -> ThreadPoolExecutor:
        if self._pool is None or self._pool[0] != os.getpid():  # threads do not survive a fork
            self._pool = (os.getpid(), ThreadPoolExecutor(self.threads, "mcts"))
        return self._pool[1]

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_pool": None}


def _children(tree: npt.NDArray[np.void], seat: int) -> npt.NDArray[np.float64]:
    """Give action, visits, availability and the seat's sum of results of the nodes below the root, (K, 4)."""
    places, place = [], int(tree["child"][ROOT])
    while place != NONE:
        places.append(place)
        place = int(tree["next"][place])
    nodes = tree[places]
    return np.column_stack([nodes["action"], nodes["visits"], nodes["available"], nodes["value"][:, seat]])


def _merge(found: list[npt.NDArray[np.float64]], legal: list[int]) -> list[Choice]:
    """Add up what the trees say of each legal action; the most visited first."""
    rows = np.concatenate(found)
    choices = []
    for action in legal:
        _, visits, available, value = rows[rows[:, 0] == action].sum(axis=0)
        choices.append(Choice(action, int(visits), int(available), value / visits if visits else 0.0))
    return sorted(choices, key=lambda choice: (-choice.visits, -choice.value, choice.action))


def _check_budget(sims: object, ms: object, threads: object) -> None:
    for name, value, most in (("sims", sims, MAX_SIMULATIONS), ("threads", threads, MAX_THREADS)):
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not ((is_whole and 1 <= value <= most) or (value is None and name == "sims")):  # type: ignore[operator]
            raise OptionError(f"mcts: {name} is {brief(value)}; it must be a whole number 1..{most}")
    if ms is not None and not (isinstance(ms, (int, float)) and 0 < ms < 1e7):
        raise OptionError(f"mcts: ms is {brief(ms)}; it must be milliseconds above 0")


def _check_options(c: object, temperature: object, rollout: object, surprise: object, margin: object) -> None:
    for name, value, low, high in (
        ("c", c, 0.0, 1e3),
        ("temperature", temperature, 1e-2, 1e3),
        ("surprise", surprise, 0.0, 1.0),
        ("margin", margin, 0.0, 1.0),
    ):
        if not (isinstance(value, (int, float)) and low <= value <= high):
            raise OptionError(f"mcts: {name} is {brief(value)}; it must be a number {low:g}..{high:g}")
    if not isinstance(rollout, str) or rollout not in opt.ROLLOUTS:
        raise OptionError(f"mcts: rollout is {brief(rollout)}; it must be one of {', '.join(opt.ROLLOUTS)}")


@functools.cache
def compile_search() -> None:
    """Compile, or load from the cache, what the search needs; say so on stderr if it takes long."""
    compile_greedy()
    with first_use():
        view, record = SeatView(Game(3, seed=0)), opt.as_record(1.0, 1.0, "random", 0.0, 0.0)
        key, weights = np.zeros(2, np.uint32), load_weights("tuned")
        work, tree = blank_states(1), new_tree(1)
        search(
            view.edition.tables, view.records, view.seat, key, 0, 1, record, weights, work, tree, 1, net_of(NO_LAYERS)
        )
