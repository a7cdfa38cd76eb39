"""One learner's seat in each of N games: what the vector environments of Gymnasium and SB3 stand on.

Row i plays the games that a `SeatEnv` plays with the same seeds, to the last bit; the random opponents are compiled.
"""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env.editions import Edition, load_edition
from boru_env.envs.batch_opponents import Policy, Rows, make_policies
from boru_env.envs.common import new_game
from boru_env.envs.opponents import random_key
from boru_env.envs.rewards import LOWEST
from boru_env.errors import IllegalActionError, OptionError
from boru_env.views import batch, seats
from boru_env.views.checks import check_num_players, check_seat, key_from_seed
from boru_env.views.game import Game


class SeatBatch:
    """N games with one learner each; between two of its decisions the opponents play.

    Args:
        num_envs: N.
        num_players: 3, 4 or 5.
        edition: name, id or path of an edition, or an `Edition`.
        reward: `"win"`, `"rank"` or `"margin"`.
        opponents: one for all seats, or one each, clockwise from the learner's left: `"random"`, an object with
            `act(view)` (copied for every game), a function of a batch, (K, OBSERVATION_SIZE) observations and
            (K, 80) masks -> (K,) actions, or a `batch_opponents.Policy`.
        seat: the learner's seat, or `"random"`: drawn for each game.

    Attributes:
        obs: (N, OBSERVATION_SIZE) float32: what the learners see.
        masks: (N, 80) int8: what they may do; all zero where the episode is over.
        rewards: (N,) float64: of the last step.
        over: (N,) bool: whether the episode is over.
        illegal: (N,) bool: whether an action that was not legal has ended it.
        seats: (N,) the learners' seats.
        points, placements, win_shares: as in the infos of `SeatEnv`.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int = 4,
        edition: str | os.PathLike[str] | Edition = "reconstructed",
        reward: str = "win",
        opponents: object = "random",
        seat: int | str = "random",
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, (int, np.integer)) or num_envs < 1:
            raise OptionError(f"num_envs: is {num_envs!r}; it must be a whole number >= 1")
        check_num_players(num_players)
        if reward not in batch.REWARD_KINDS:
            raise OptionError(f"reward: is {reward!r}; it must be one of {', '.join(batch.REWARD_KINDS)}")
        if seat != "random" and isinstance(seat, str):
            raise OptionError(f"seat: is {seat!r}; it must be 'random' or a whole number 0..{num_players - 1}")
        self.num_envs, self.num_players = int(num_envs), int(num_players)
        self.edition = load_edition(edition)
        self._fixed_seat = None if isinstance(seat, str) else check_seat(seat, num_players)
        self._kind = batch.REWARD_KINDS[reward]
        self._policies, self._places = make_policies(opponents, self.num_players - 1, self.num_envs)
        n = self.num_envs
        self._states = batch.blank_states(n)
        self._players = np.zeros((n, 5), np.int64)
        self._keys = np.zeros((n, 5, 2), np.uint32)
        self._drawn = np.zeros((n, 5), np.int64)
        self._waits = np.zeros(n, np.int64)
        self.rngs: list[np.random.Generator | None] = [None] * n
        self.obs = np.zeros((n, Game.OBSERVATION_SIZE), np.float32)
        self.masks = np.zeros((n, Game.NUM_ACTIONS), np.int8)
        self.seats = np.zeros(n, np.int64)
        self.rewards = np.zeros(n, np.float64)
        self.over = np.ones(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)
        self.points = np.zeros((n, self.num_players), np.int64)
        self.placements = np.zeros(n, np.int64)
        self.win_shares = np.zeros(n, np.float64)
        seats.compile_seats()

    def begin(self, rows: Rows, options: Mapping[str, Any] | None = None) -> None:
        """Begin new games in these rows, up to the learners' first decisions; `rngs` of the rows must be set.

        Raises:
            DealError, StateError: what the options tell to start from does not fit.
            IllegalActionError: an opponent chose an action that is not legal.
        """
        for row in rows.tolist():
            self._begin_row(row, options or {})
        self.over[rows] = self.illegal[rows] = False
        self._play_opponents(rows)
        self._look(rows)
        self.rewards[rows] = 0

    def _begin_row(self, row: int, options: Mapping[str, Any]) -> None:
        """Draw a game, the learner's seat and the opponents' seeds, in the order of `SeatEnv.reset`."""
        rng = self.rngs[row]
        assert rng is not None
        if options.get("deal") is None and options.get("state") is None:
            key = key_from_seed(int(rng.integers(2**63)))
            seats.deal_row(self.edition.tables, self._states, row, self.num_players, key)
        else:
            new_game(self.num_players, self.edition, rng, options).copy_into(self._states, row)
        drawn = int(rng.integers(self.num_players))
        learner = drawn if self._fixed_seat is None else self._fixed_seat
        self.seats[row] = learner
        self._players[row, learner] = seats.LEARNER
        for place, player in enumerate(self._places):
            seat = (learner + 1 + place) % self.num_players
            seed = int(rng.integers(2**31))
            self._players[row, seat] = player
            self._keys[row, seat] = random_key(seed, seat)
            self._drawn[row, seat] = 0
            if player > seats.RANDOM:
                self._policies[player - 2].reset(row, seed, seat)

    def step(self, rows: Rows, actions: npt.NDArray[np.int64]) -> None:
        """Perform the learners' actions in these rows, none of them over, and let the opponents play.

        Args:
            rows: (K,) rows.
            actions: (K,) ids 0..79; one that is not legal ends its episode with -1.

        Raises:
            IllegalActionError: an opponent chose an action that is not legal.
        """
        legal = np.zeros(len(rows), np.bool_)
        seats.apply_rows(self.edition.tables, self._states, rows, actions, legal)
        played = rows[legal]
        self._play_opponents(played)
        seats.is_over(self._states, played, self.over)
        self._look(rows)
        wrong = rows[~legal]
        self.over[wrong] = self.illegal[wrong] = True
        self.rewards[wrong] = LOWEST
        self.masks[wrong] = 0

    def _look(self, rows: Rows) -> None:
        """Fill all that the learners of these rows are shown."""
        seats.look_at(self.edition.tables, self._states, rows, self.seats, self.obs, self.masks)
        seats.read_results(
            self._states, rows, self.seats, self._kind, self.rewards, self.points, self.placements, self.win_shares
        )

    def _play_opponents(self, rows: Rows) -> None:
        """Let the opponents decide until in each of these rows the learner has to, or the game is over."""
        while len(rows):
            seats.play_on(self.edition.tables, self._states, rows, self._players, self._keys, self._drawn, self._waits)
            rows = rows[self._waits[rows] > seats.RANDOM]
            for number, policy in enumerate(self._policies):
                asked = rows[self._waits[rows] == number + 2]
                if len(asked):
                    self._ask(policy, asked)

    def _ask(self, policy: Policy, rows: Rows) -> None:
        """Let one policy decide in these rows.

        Raises:
            IllegalActionError: what it chose is not legal; the message names row and seat.
        """
        actions = policy.choose(self, rows)
        legal = np.zeros(len(rows), np.bool_)
        seats.apply_rows(self.edition.tables, self._states, rows, actions, legal)
        for row, action in zip(rows[~legal].tolist(), actions[~legal].tolist(), strict=True):
            game = self.game(row)
            try:
                game.apply(action)
            except IllegalActionError as error:
                raise IllegalActionError(f"opponent in seat {game.seat} of game {row}: {error}") from None

    def to_act(self, rows: Rows) -> list[int]:
        """Give the seat to act in each of these rows."""
        seats_to_act: list[int] = self._states["seat"][rows].tolist()
        return seats_to_act

    def seen_by_those_to_act(self, rows: Rows) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """Give observations (K, OBSERVATION_SIZE) and masks (K, 80) of the seats to act in these rows."""
        obs = np.empty((len(rows), Game.OBSERVATION_SIZE), np.float32)
        masks = np.empty((len(rows), Game.NUM_ACTIONS), np.int8)
        seats.look_for_actors(self.edition.tables, self._states, rows, obs, masks)
        return obs, masks

    @property
    def states(self) -> npt.NDArray[np.void]:
        """The games themselves, (N,) `STATE`, for compiled policies: to be read, and of hidden things nothing."""
        return self._states

    def game(self, row: int) -> Game:
        """Give a copy of one game, for people and tests."""
        return Game.from_states(self.edition, self._states[row : row + 1])
