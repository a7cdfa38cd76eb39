"""Opponents of many games at once: how the vector environments ask them."""

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from boru_env.errors import IllegalActionError, OptionError
from boru_env.views import seats
from boru_env.views.seat_view import SeatView

if TYPE_CHECKING:
    from boru_env.envs.seat_batch import SeatBatch

Rows = npt.NDArray[np.int64]
"""(K,) rows of a batch."""

Function = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], npt.ArrayLike]
"""(K, OBSERVATION_SIZE) observations and (K, 80) masks -> (K,) actions."""


class Policy(Protocol):
    """An opponent as a batch asks it."""

    def reset(self, row: int, seed: int, seat: int) -> None:
        """Begin a new game in a row."""

    def choose(self, games: "SeatBatch", rows: Rows) -> npt.NDArray[np.int64]:
        """Decide for the seats to act in these rows."""


class BatchPolicy:
    """A function of observations and masks, asked for all waiting games at once."""

    def __init__(self, policy: Function) -> None:
        self._policy = policy

    def reset(self, row: int, seed: int, seat: int) -> None:
        """Begin a new game; a function keeps nothing."""

    def choose(self, games: "SeatBatch", rows: Rows) -> npt.NDArray[np.int64]:
        """Ask the function for the seats to act."""
        actions = np.asarray(self._policy(*games.seen_by_those_to_act(rows)))
        if actions.shape != rows.shape or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalActionError(
                f"opponents: a policy gave {actions.dtype}, shape {actions.shape}; it must give integers, "
                f"shape {rows.shape}"
            )
        return actions.astype(np.int64)


class AgentCopies:
    """An object with `act(view)`, one copy for every game."""

    def __init__(self, agent: Any, num_envs: int) -> None:
        self._agents = [copy.deepcopy(agent) for _ in range(num_envs)]

    def reset(self, row: int, seed: int, seat: int) -> None:
        """Tell the game's copy that a game begins, if it wants to know."""
        reset = getattr(self._agents[row], "reset", None)
        if reset is not None:
            reset(seed, seat)

    def choose(self, games: "SeatBatch", rows: Rows) -> npt.NDArray[np.int64]:
        """Ask the copies one by one."""
        chosen = []
        for row in rows.tolist():
            game = games.game(row)
            chosen.append(game.action_id(self._agents[row].act(SeatView(game))))
        return np.array(chosen, np.int64)


def make_policies(opponents: object, count: int, num_envs: int) -> tuple[list[Policy], list[int]]:
    """Give the policies, and for each opponent, clockwise from the learner's left, RANDOM or 2 + its policy's place."""
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        given = list(opponents)
        if len(given) != count:
            raise OptionError(f"opponents: {len(given)} are given; with {count + 1} players there are {count}")
    else:
        given = ["random" if opponents is None else opponents] * count
    policies: list[Policy] = []
    shared: dict[int, int] = {}  # the same function or policy in several seats is asked once for all of them
    places: list[int] = []
    for opponent in given:
        if isinstance(opponent, str) and opponent == "random":
            places.append(seats.RANDOM)
        elif id(opponent) in shared:
            places.append(shared[id(opponent)])
        else:
            policies.append(_make_policy(opponent, num_envs))
            places.append(len(policies) + 1)
            if not isinstance(policies[-1], AgentCopies):
                shared[id(opponent)] = places[-1]
    return policies, places


def _make_policy(opponent: object, num_envs: int) -> Policy:
    """Give an opponent in the form in which a batch asks it."""
    if hasattr(opponent, "act"):
        return AgentCopies(opponent, num_envs)
    if hasattr(opponent, "choose") and hasattr(opponent, "reset"):
        policy: Policy = opponent
        return policy
    if callable(opponent):
        return BatchPolicy(opponent)
    raise OptionError(
        f"opponents: {opponent!r} is none; an opponent is 'random', an object with act(view), a function "
        "(observations, action_masks) -> actions, or an object with reset(row, seed, seat) and choose(games, rows)"
    )
