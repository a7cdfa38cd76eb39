"""`SelfPlay`: any number of games in one array, all seats played by whoever calls; one compiled call a step."""

import itertools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boru_env.editions import Edition, load_edition
from boru_env.errors import IllegalActionError, OptionError, brief
from boru_env.views import batch, random_play
from boru_env.views.checks import check_num_players, key_from_seed
from boru_env.views.game import Game


class Batch(NamedTuple):
    """What a step gives, one row a game. The arrays belong to the `SelfPlay` and are overwritten by its next step."""

    obs: npt.NDArray[np.float32 | np.uint8]
    """(N, OBSERVATION_SIZE): what the seat to act sees, float32 in [0, 1] or compact; no rows if it is not observed."""
    mask: npt.NDArray[np.int8]
    """(N, 80): 1 = legal for the seat to act."""
    seat: npt.NDArray[np.int8]
    """(N,) the seat to act."""
    rewards: npt.NDArray[np.float32]
    """(N, 5) in [-1, 1]: what each seat of a game that has just ended gets, else 0; 0 for seats that do not exist."""
    done: npt.NDArray[np.bool_]
    """(N,) whether a game has just ended; `obs`, `mask` and `seat` are then those of the next one."""
    final_points: npt.NDArray[np.int32]
    """(N, 5) points with final scoring of the game that ended last in this row, 0 before."""

    def copy(self) -> "Batch":
        """Give copies of all arrays, which no step touches."""
        return _each(self, np.copy)


class SelfPlay:
    """N games side by side; every step is one decision in each of them, a finished game makes room for a new one.

    The games of row i are the same for any number of rows and threads: they follow from the seed, the row and how many
    games the row has ended.

    Args:
        num_games: N.
        num_players: 3, 4 or 5, or one such number a game.
        edition: name, id or path of an edition, or an `Edition`.
        reward: `"win"`, `"rank"` or `"margin"`, as in `envs.rewards`.
        seed: a whole number >= 0, or None for the system's entropy.
        observe: `"float32"` or True: observations in [0, 1]; `"uint8"`: compact ones, a quarter of the bytes, which
            `boru_env.expand` makes into the same float32; False: none are filled, which is faster.
        num_threads: over how many threads the rows are spread. Worth it from some hundred games on.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.

    Example:
        >>> games = SelfPlay(64, num_players=4, seed=7)
        >>> step = games.reset()
        >>> for _ in range(300):
        ...     step = games.step(games.random_actions())
        >>> step.obs.shape, step.mask.shape, step.rewards.shape
        ((64, 1290), (64, 80), (64, 5))
    """

    def __init__(
        self,
        num_games: int,
        num_players: int | Sequence[int] = 4,
        edition: str | os.PathLike[str] | Edition = "reconstructed",
        reward: str = "win",
        seed: int | None = None,
        observe: bool | str = True,
        num_threads: int = 1,
    ) -> None:
        self.num_games = _at_least_one("num_games", num_games)
        self.num_threads = min(_at_least_one("num_threads", num_threads), self.num_games)
        self.edition = load_edition(edition)
        self.num_players = _players(num_players, self.num_games)
        if reward not in batch.REWARD_KINDS:
            raise OptionError(f"reward: is {reward!r}; it must be one of {', '.join(batch.REWARD_KINDS)}")
        self._kind = batch.REWARD_KINDS[reward]
        self._states = batch.blank_states(self.num_games)
        self._episodes = np.zeros(self.num_games, np.int64)
        self._arrays = _new_batch(self.num_games, _observation_dtype(observe))
        self._shown = _each(self._arrays, _read_only)
        self._actions = np.zeros(self.num_games, np.int64)
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        batch.compile_batch()
        self.reset(seed)

    def reset(self, seed: int | None = None, copy: bool = False) -> Batch:
        """Begin new games in all rows.

        Args:
            seed: makes the games those of a new `SelfPlay` with this seed; None: new ones, from the system's entropy.
            copy: give arrays of the caller's own.
        """
        self._key = key_from_seed(seed)
        self._episodes[:] = 0
        self._steps = 0
        self._arrays.rewards[:] = 0
        self._arrays.done[:] = False
        self._arrays.final_points[:] = 0
        tables = self.edition.tables
        self._spread(
            lambda first, last: batch.begin_rows(
                tables, self._states, first, last, self.num_players, self._key, self._episodes
            )
        )
        self._spread(
            lambda first, last: batch.look_rows(
                tables, self._states, first, last, self._arrays.obs, self._arrays.mask, self._arrays.seat
            )
        )
        return self._shown.copy() if copy else self._shown

    def step(self, actions: npt.ArrayLike, copy: bool = False) -> Batch:
        """Perform one decision in every game.

        Args:
            actions: (N,) integers, legal ids.
            copy: give arrays of the caller's own, else those that the next step overwrites.

        Raises:
            IllegalActionError: an action is not legal; no game has moved.
        """
        chosen = self._checked(actions)
        tables, arrays = self.edition.tables, self._arrays
        self._spread(
            lambda first, last: batch.step_rows(
                tables,
                self._states,
                first,
                last,
                chosen,
                self.num_players,
                self._key,
                self._episodes,
                self._kind,
                *arrays,
            )
        )
        self._steps += 1
        return self._shown.copy() if copy else self._shown

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Pick a legal action in every game, each equally likely; (N,), overwritten by the next call.

        The picks of row i follow from the seed, the row and the number of steps since the reset.
        """
        self._spread(
            lambda first, last: random_play.pick_rows(
                self._arrays.mask, first, last, self._key, self._steps, self._actions
            )
        )
        return self._actions

    def look(self, copy: bool = False) -> Batch:
        """Give what the games show now: what the last `reset` or `step` gave."""
        return self._shown.copy() if copy else self._shown

    def stagger(self, decisions: npt.ArrayLike) -> Batch:
        """Play so many random decisions on in each game, so that games that began together do not end together.

        Args:
            decisions: (N,) whole numbers >= 0.
        """
        wanted = np.asarray(decisions)
        states, episodes = self._states.copy(), self._episodes.copy()
        for played in range(int(wanted.max()) + 1):
            rows = np.flatnonzero(wanted == played)
            states[rows], episodes[rows] = self._states[rows], self._episodes[rows]
            self.step(self.random_actions())
        self._states[:], self._episodes[:] = states, episodes
        self._arrays.rewards[:] = 0
        self._arrays.done[:] = False
        shown = self._arrays
        batch.look_rows(self.edition.tables, self._states, 0, self.num_games, shown.obs, shown.mask, shown.seat)
        return self._shown

    @property
    def states(self) -> npt.NDArray[np.void]:
        """The games themselves, (N,) `STATE`, for compiled policies: to be read, and of hidden things nothing."""
        return self._states

    def game(self, index: int) -> Game:
        """Give a copy of one game, to look at or to play on by itself."""
        if not 0 <= index < self.num_games:
            raise OptionError(f"index: is {index}; it must be 0..{self.num_games - 1}")
        return Game.from_states(self.edition, self._states[index : index + 1])

    def close(self) -> None:
        """End the threads; the next step starts them again."""
        if self._pool is not None and self._pool[0] == os.getpid():
            self._pool[1].shutdown()
        self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_pool": None, "_shown": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._shown = _each(self._arrays, _read_only)

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Give the actions as (N,) int64, all legal."""
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or not np.issubdtype(given.dtype, np.integer):
            raise IllegalActionError(
                f"actions: are {given.dtype}, shape {given.shape}; they must be integers, shape ({self.num_games},)"
            )
        chosen = np.ascontiguousarray(given, np.int64)
        row = batch.first_illegal(self._arrays.mask, chosen, 0, self.num_games)
        if row >= 0:
            try:
                self.game(row).apply(int(chosen[row]))
            except IllegalActionError as error:
                raise IllegalActionError(f"game {row}: {error}") from None
        return chosen

    def _spread(self, work: Callable[[int, int], None]) -> None:
        """Let each thread do its share of the rows; compiled code holds no lock."""
        if self.num_threads == 1:
            work(0, self.num_games)
            return
        if self._pool is None or self._pool[0] != os.getpid():  # threads do not survive a fork
            self._pool = (os.getpid(), ThreadPoolExecutor(self.num_threads - 1, "boru_env"))
        cuts = [self.num_games * share // self.num_threads for share in range(self.num_threads + 1)]
        others = [self._pool[1].submit(work, *cut) for cut in itertools.pairwise(cuts[1:])]
        work(cuts[0], cuts[1])
        for other in others:
            other.result()


def _at_least_one(name: str, value: object) -> int:
    """Check a count and give it as an int."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise OptionError(f"{name}: is {value!r}; it must be a whole number >= 1")
    return int(value)


def _players(num_players: int | Sequence[int], num_games: int) -> npt.NDArray[np.int8]:
    """Give the number of players of each game."""
    given = [num_players] * num_games if np.ndim(num_players) == 0 else list(num_players)  # type: ignore[arg-type]
    if len(given) != num_games:
        raise OptionError(f"num_players: are {len(given)} numbers; it must be one number, or one for each game")
    for number in set(given):
        check_num_players(number)
    return np.array(given, np.int8)


def _observation_dtype(observe: bool | str) -> type[np.float32 | np.uint8] | None:
    """Give the numbers of the observation, None if nothing is observed."""
    kinds = {True: np.float32, "float32": np.float32, "uint8": np.uint8, False: None}
    if not isinstance(observe, (bool, str)) or observe not in kinds:
        raise OptionError(f"observe: is {brief(observe)}; it must be True, False, 'float32' or 'uint8'")
    return kinds[observe]


def _new_batch(num_games: int, observed: type[np.float32 | np.uint8] | None) -> Batch:
    """Give arrays for a batch."""
    return Batch(
        obs=np.zeros((num_games if observed else 0, Game.OBSERVATION_SIZE), observed or np.float32),
        mask=np.zeros((num_games, Game.NUM_ACTIONS), np.int8),
        seat=np.zeros(num_games, np.int8),
        rewards=np.zeros((num_games, 5), np.float32),
        done=np.zeros(num_games, np.bool_),
        final_points=np.zeros((num_games, 5), np.int32),
    )


def _each(arrays: Batch, change: Callable[[Any], Any]) -> Batch:
    """Give a batch with every array changed."""
    return Batch(*map(change, arrays))


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Give a view that cannot be written to: a changed mask would let illegal actions through."""
    view = array.view()
    view.flags.writeable = False
    return view
