"""`SeatView`: all that a player is handed to decide."""

from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env.editions import Edition
from boru_env.rules import engine
from boru_env.rules.actions import NUM_ACTIONS, Action
from boru_env.rules.compiled import Records
from boru_env.rules.state import PHASE_NAMES, blank_state, copy_states
from boru_env.views import observation
from boru_env.views.game import Game
from boru_env.views.layout import OBSERVATION_SIZE
from boru_env.views.state_json import state_seen_by
from boru_env.views.text import board_text


class SeatView:
    """What the seat to act knows, and what it may do.

    It stands on a copy of the state in which everything is blank that the seat does not know, so there is
    nothing in it to peek at, and nothing done to it changes the game.

    Args:
        game: a game that is not over; it is copied, not kept.

    Attributes:
        edition: the edition.
        seat: the seat to act.
        num_players: 3, 4 or 5.
    """

    def __init__(self, game: Game) -> None:
        self.edition: Edition = game.edition
        self._states = blank_state()
        self.seat = game.redacted_into(self._states)
        self.num_players = game.num_players

    @property
    def phase(self) -> str:
        """What is asked, such as `play_card`."""
        return PHASE_NAMES[self._states["phase"][0]]

    @property
    def records(self) -> Records:
        """The view as (1,) `STATE`, blank where the seat knows nothing: a copy, for compiled agents."""
        return copy_states(self._states)

    @property
    def observation(self) -> npt.NDArray[np.float32]:
        """A fresh (OBSERVATION_SIZE,) float32 array in [0, 1]: the seat's observation."""
        out = np.empty(OBSERVATION_SIZE, np.float32)
        observation.observe(self.edition.tables, self._states, 0, self.seat, out)
        return out

    @property
    def legal_mask(self) -> npt.NDArray[np.int8]:
        """A fresh (80,) int8 array: 1 = legal."""
        mask = np.empty(NUM_ACTIONS, np.int8)
        engine.legal_mask(self.edition.tables, self._states, 0, mask)
        return mask

    @property
    def legal_actions(self) -> list[Action]:
        """The legal actions by ascending id."""
        return [Action.from_id(int(action_id)) for action_id in np.flatnonzero(self.legal_mask)]

    @property
    def facts(self) -> dict[str, Any]:
        """The position as JSON (`boru-state/1`), None for every hidden value."""
        return state_seen_by(self.edition, self._states[0], self.seat)

    def resample(self, rng: np.random.Generator) -> Game:
        """Draw a full game that the seat cannot tell from the true one; all such games are equally likely.

        Args:
            rng: gives the key of the drawn game.
        """
        return Game.from_view(self.edition, self._states, self.seat, rng)

    def words(self, action: Action) -> str:
        """Give an action in words, such as `town dublin`."""
        return action.text(self.edition.town_ids)

    def __str__(self) -> str:
        return board_text(self.edition, self._states[0], self.seat)
