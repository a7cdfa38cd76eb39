"""`greedy`: looks one action ahead and takes what is worth most."""

import functools
import json
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from agents.greedy.judges import judge
from agents.greedy.values import VALUES, Values, Weights, count
from agents.greedy.weights import BY_HAND, as_record
from agents.greedy.worth import weigh
from boru_env import SeatView, load_edition
from boru_env.errors import OptionError
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled, first_use
from boru_env.rules.engine import fill_mask

if TYPE_CHECKING:
    from boru_env.envs.seat_batch import SeatBatch

WEIGHT_SETS = ("tuned", "by_hand")


@compiled
def choose(t: Tables, s: State, w: Weights, v: Values, mask: Mask, scores: npt.NDArray[np.float64]) -> int:
    """Give the legal action of the greatest worth for the seat to act, the lowest id on a tie.

    Args:
        t: the edition.
        s: a state at a decision; redacted for the seat or not: the choice is the same.
        w: the weights.
        v: room for the values.
        mask: (80,) int8, the legal actions.
        scores: (80,) room for the worth of each.
    """
    legal, first = 0, -1
    for action in range(NUM_ACTIONS):
        legal += mask[action]
        if mask[action] and first < 0:
            first = action
    if legal == 1:
        return first
    count(t, s, s["seat"], v)
    weigh(t, s, w, v)
    judge(t, s, w, v, mask, scores)
    best = first
    for action in range(first + 1, NUM_ACTIONS):
        if mask[action] and scores[action] > scores[best]:
            best = action
    return best


@compiled
def choose_rows(
    tables: Records, states: Records, rows: npt.NDArray[np.int64], weights: Records, chosen: npt.NDArray[np.int64]
) -> None:
    """Choose for the seats to act in these rows.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`.
        rows: (K,) rows at a decision.
        weights: (1,) `WEIGHTS`.
        chosen: (K,) filled: the actions.
    """
    mask, scores, values = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS), np.empty(1, VALUES)
    for k in range(len(rows)):
        s = states[rows[k]]
        fill_mask(tables[0], s, mask)
        chosen[k] = choose(tables[0], s, weights[0], values[0], mask, scores)


@functools.cache
def compile_greedy() -> None:
    """Compile, or load from the cache, what `greedy` needs; say so on stderr if it takes long."""
    from boru_env.views.game import Game

    with first_use():
        view = SeatView(Game(3, seed=0))
        rows = np.zeros(1, np.int64)
        choose_rows(load_edition("reconstructed").tables, view.records, rows, as_record(BY_HAND), rows.copy())


def load_weights(name: str) -> npt.NDArray[np.void]:
    """Give a shipped set of weights, (1,) `WEIGHTS`.

    Raises:
        OptionError: there is no such set.
    """
    if name == "by_hand":
        return as_record(BY_HAND)
    if name != "tuned":
        raise OptionError(f"weights: is {name!r}; it must be one of {', '.join(WEIGHT_SETS)}")
    text = resources.files("agents.greedy").joinpath("tuned.json").read_text(encoding="utf-8")
    return as_record(json.loads(text)["weights"])


class GreedyAgent:
    """A scripted player: no search, no chance; the same view gives the same action.

    Args:
        weights: `"tuned"`, or `"by_hand"`: the rules of thumb that the tuning began with.

    Raises:
        OptionError: there are no such weights.
    """

    def __init__(self, weights: str = "tuned") -> None:
        self.name = "greedy" if weights == "tuned" else f"greedy:weights={weights}"
        self.weights = load_weights(weights)
        self._rows, self._chosen = np.zeros(1, np.int64), np.zeros(1, np.int64)
        compile_greedy()

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: there is nothing to draw."""

    def act(self, view: SeatView) -> int:
        """Take the legal action of the greatest worth, the lowest id on a tie."""
        choose_rows(view.edition.tables, view.records, self._rows, self.weights, self._chosen)
        return int(self._chosen[0])


class GreedyPolicy:
    """The same player for the vector environments: one compiled call for all games that wait for it.

    Example:
        >>> from boru_env.envs.vector import SeatVectorEnv
        >>> env = SeatVectorEnv(64, opponents=GreedyPolicy())
    """

    def __init__(self, weights: str = "tuned") -> None:
        self.weights = load_weights(weights)
        compile_greedy()

    def reset(self, row: int, seed: int, seat: int) -> None:
        """Begin a new game; nothing is kept."""

    def choose(self, games: "SeatBatch", rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Decide for the seats to act in these rows. Only what a seat knows is read."""
        chosen = np.empty(len(rows), np.int64)
        choose_rows(games.edition.tables, games.states, rows, self.weights, chosen)
        return chosen
