"""What a network chooses in many games at once, compiled: no torch, and no lock of the interpreter while it thinks."""

import functools
from math import exp, log

import numpy as np
import numpy.typing as npt

from agents.greedy.policy import compile_greedy, load_weights
from agents.greedy.values import VALUES
from agents.learned.compiled import NO_LAYERS, Bytes, Layers, Net, evaluate, net_of
from agents.learned.linear import Floats
from boru_env import Edition
from boru_env.editions.tables import MAX_SEATS
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, Records, compiled, first_use
from boru_env.rules.engine import fill_mask

Rows = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Chosen = tuple[Rows, Floats, Floats]
"""Actions (K,), their log-probabilities (K,), and values (K, 5) of all seats, the one to act first."""


@compiled
def most_probable(mask: Mask, scores: Scores) -> int:
    """Give the legal action of the greatest score, the lowest id on a tie."""
    best = -1
    for action in range(NUM_ACTIONS):
        if mask[action] and (best < 0 or scores[action] > scores[best]):
            best = action
    return best


@compiled
def draw(mask: Mask, scores: Scores, total: float, most: float, share: float) -> int:
    """Give the legal action at which the probabilities, summed by id, exceed `share`, in [0, 1)."""
    left, last = share * total, -1
    for action in range(NUM_ACTIONS):
        if mask[action]:
            left -= exp(scores[action] - most)
            last = action
            if left < 0:
                break
    return last


@compiled
def choose_rows(
    tables: Records,
    states: Records,
    rows: Rows,
    greedy: Records,
    net: Net,
    shares: Scores,
    seen: Bytes,
    actions: Rows,
    log_probs: Floats,
    values: Floats,
) -> None:
    """Choose for the seats to act in these rows.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`.
        rows: (K,) rows at a decision.
        greedy: (1,) `WEIGHTS` of `greedy`, for guides.
        net: the network.
        shares: (K,) in [0, 1): where in the probabilities, summed by id, the choice falls; of no length: the most
            probable actions.
        seen: (N, D) or of no length; rows are filled with the first D bytes of what the network read.
        actions: (K,) filled.
        log_probs: (K,) filled: that of each chosen action.
        values: (K, 5) filled: of all seats, the one to act first.
    """
    mask, scores, counted = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS), np.empty(1, VALUES)
    for k in range(len(rows)):
        s = states[rows[k]]
        fill_mask(tables[0], s, mask)
        evaluate(tables[0], s, greedy[0], counted[0], mask, scores, net)
        best = most_probable(mask, scores)
        total = 0.0
        for action in range(NUM_ACTIONS):
            if mask[action]:
                total += exp(scores[action] - scores[best])
        chosen = draw(mask, scores, total, scores[best], shares[k]) if len(shares) > 0 else best
        actions[k] = chosen
        log_probs[k] = scores[chosen] - scores[best] - log(total)
        values[k] = net.values
        if len(seen) > 0:
            seen[rows[k]] = net.seen[: seen.shape[1]]


class CompiledPlayer:
    """A network of kind `mlp` or `guided` that chooses in many games at once.

    Args:
        layers: its weights, which are copied.
        edition: what is played.
    """

    def __init__(self, layers: Layers, edition: Edition) -> None:
        compile_rows()
        self._net, self._tables, self._greedy = net_of(layers), edition.tables, load_weights("tuned")

    def choose(
        self,
        states: npt.NDArray[np.void],
        rows: Rows,
        rng: np.random.Generator | None,
        seen: Bytes | None = None,
    ) -> Chosen:
        """Choose for the seats to act; see `agents.learned.acting.Player`."""
        count = len(rows)
        shares = np.zeros(0) if rng is None else rng.random(count)
        actions, log_probs = np.empty(count, np.int64), np.empty(count, np.float32)
        values, filled = np.empty((count, MAX_SEATS), np.float32), np.empty((0, 0), np.uint8) if seen is None else seen
        choose_rows(self._tables, states, rows, self._greedy, self._net, shares, filled, actions, log_probs, values)
        return actions, log_probs, values


@functools.cache
def compile_rows() -> None:
    """Compile, or load from the cache, what this needs; say so on stderr if it takes long."""
    from boru_env import Game, SeatView

    compile_greedy()
    with first_use():
        view, nothing = SeatView(Game(3, seed=0)), np.zeros(0, np.int64)
        floats, table = np.zeros(0, np.float32), np.zeros((0, MAX_SEATS), np.float32)
        choose_rows(
            view.edition.tables, view.records, nothing, load_weights("tuned"), net_of(NO_LAYERS), np.zeros(0),
            np.zeros((0, 0), np.uint8), nothing, floats, table,
        )  # fmt: skip
