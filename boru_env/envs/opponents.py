"""What may be given as an opponent, and how it is asked.

- `"random"`: uniform over the legal actions;
- an object with `act(view: SeatView) -> action`, and optionally `reset(seed: int, seat: int)`, called before
  each game: any agent of this project;
- a function `(observation, action_mask) -> action`: any policy.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from boru_env.errors import IllegalActionError, OptionError, brief
from boru_env.views import random_play
from boru_env.views.game import Game
from boru_env.views.seat_view import SeatView


class Player(Protocol):
    """An opponent as the environment asks it."""

    def reset(self, seed: int, seat: int) -> None:
        """Begin a new game in a seat."""

    def choose(self, game: Game) -> object:
        """Decide for the seat to act."""


def random_key(seed: int, seat: int) -> npt.NDArray[np.uint32]:
    """Give the key, (2,) uint32, of the random player in a seat."""
    return np.array((seed & 0xFFFFFFFF, (seed >> 32 << 3 | seat) & 0xFFFFFFFF), np.uint32)


class RandomPlayer:
    """Uniform over the legal actions."""

    def reset(self, seed: int, seat: int) -> None:
        """Begin a new game; seed and seat alone decide what is played."""
        self._key = random_key(seed, seat)
        self._drawn = 0

    def choose(self, game: Game) -> int:
        """Decide for the seat to act."""
        self._drawn += 1
        return random_play.pick_uniform(game.legal_mask().view(np.uint64), self._key, 0, self._drawn - 1)


class AgentPlayer:
    """An object with `act(view)`."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def reset(self, seed: int, seat: int) -> None:
        """Tell the agent that a game begins, if it wants to know."""
        reset = getattr(self._agent, "reset", None)
        if reset is not None:
            reset(seed, seat)

    def choose(self, game: Game) -> object:
        """Ask the agent; it is handed a view of its seat, never the game."""
        action: object = self._agent.act(SeatView(game))
        return action


class PolicyPlayer:
    """A function of observation and mask."""

    def __init__(self, policy: Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], object]) -> None:
        self._policy = policy

    def reset(self, seed: int, seat: int) -> None:
        """Begin a new game; a function keeps nothing."""

    def choose(self, game: Game) -> object:
        """Ask the function."""
        seat = game.seat
        assert seat is not None
        return self._policy(game.observe(seat), game.legal_mask())


def make_players(opponents: object, count: int) -> list[Player]:
    """Give the opponents, clockwise from the learner's left.

    Args:
        opponents: None or one opponent for all, or a sequence of `count` of them.
        count: how many there are.

    Raises:
        OptionError: not an opponent, or not so many.
    """
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != count:
            raise OptionError(f"opponents: {len(opponents)} are given; with {count + 1} players there are {count}")
        return [_make_player(opponent) for opponent in opponents]
    return [_make_player("random" if opponents is None else opponents) for _ in range(count)]


def _make_player(opponent: object) -> Player:
    if isinstance(opponent, str) and opponent == "random":
        return RandomPlayer()
    if hasattr(opponent, "act"):
        return AgentPlayer(opponent)
    if callable(opponent):
        return PolicyPlayer(opponent)
    raise OptionError(
        f"opponents: {brief(opponent)} is none; an opponent is 'random', an object with act(view), or a function "
        "(observation, action_mask) -> action"
    )


def play_opponent(game: Game, player: Player) -> None:
    """Let an opponent decide for the seat to act.

    Raises:
        IllegalActionError: what it chose is not legal; the message names its seat.
    """
    action = player.choose(game)
    try:
        game.apply(action)  # type: ignore[arg-type]  # apply checks every kind of value
    except IllegalActionError as error:
        raise IllegalActionError(f"opponent in seat {game.seat}: {error}") from None
