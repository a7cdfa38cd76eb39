"""`Game`: one game of Brian Boru, for people, tests and tools."""

import functools
import operator
import os
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from boru_env.editions import Edition, load_edition
from boru_env.errors import IllegalActionError, OptionError, StateError, brief
from boru_env.rules import engine, scoring
from boru_env.rules.actions import FIRST_TOWN, NUM_ACTIONS, UPPER_ROW, Action
from boru_env.rules.bounds import max_decisions
from boru_env.rules.compiled import Records, first_use
from boru_env.rules.state import GAME_OVER, PHASE_NAMES, blank_state, copy_states
from boru_env.views import observation
from boru_env.views.checks import check_num_players, check_seat, key_from_rng, key_from_seed, load_named
from boru_env.views.deal import deal_to_json, fill_deal
from boru_env.views.drawing import draw
from boru_env.views.drawing.page import both_themes
from boru_env.views.information_set import redact, resample
from boru_env.views.layout import FULL_STATE_SIZE, OBSERVATION_SIZE
from boru_env.views.position import fill_position, read_position
from boru_env.views.saved import decode, encode
from boru_env.views.state_json import state_seen_by, state_to_json
from boru_env.views.text import board_text


class Game:
    """One game, at the decision that is asked next.

    Args:
        num_players: 3, 4 or 5.
        edition: name, id or path of an edition, or an `Edition`.
        seed: a whole number >= 0: the same seed gives the same deal; None: a deal from the system's entropy.
        deal: all chance of the game as in `deal`, instead of a seed.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
        DealError: the deal does not fit.

    Example:
        >>> game = Game(num_players=3, seed=7)
        >>> while not game.is_over:
        ...     game = game.apply(game.legal_actions()[0])
        >>> len(game.final_points)
        3
    """

    NUM_ACTIONS = NUM_ACTIONS
    OBSERVATION_SIZE = OBSERVATION_SIZE
    FULL_STATE_SIZE = FULL_STATE_SIZE

    def __init__(
        self,
        num_players: int = 4,
        edition: str | os.PathLike[str] | Edition = "reconstructed",
        seed: int | None = None,
        deal: Mapping[str, Any] | None = None,
    ) -> None:
        check_num_players(num_players)
        loaded = load_edition(edition)
        states = blank_state()
        if deal is not None:
            if seed is not None:
                raise OptionError("seed: a deal is given too; give one of them")
            engine.clear(loaded.tables, states, 0, num_players)
            fill_deal(loaded, states[0], deal)
        else:
            engine.draw_deal(loaded.tables, states, 0, num_players, key_from_seed(seed))
        engine.begin(loaded.tables, states, 0)
        self._attach(loaded, states)

    def _attach(self, edition: Edition, states: Records) -> None:
        """Take over a state array of one row; keep views of what is read often."""
        compile_rules()
        self.edition = edition
        self._tables = edition.tables
        self._states = states
        self._seat, self._phase = states["seat"], states["phase"]
        self._num_players = int(states["num_players"][0])
        self._points = states["points"][0, : self._num_players]

    @classmethod
    def _of(cls, edition: Edition, states: Records) -> Self:
        """Give the game that stands on a state array of one row."""
        game = cls.__new__(cls)
        game._attach(edition, states)
        return game

    @property
    def num_players(self) -> int:
        """3, 4 or 5."""
        return self._num_players

    @property
    def phase(self) -> str:
        """What is asked; `game_over` at the end. See FORMATS for the names."""
        return PHASE_NAMES[self._phase[0]]

    @property
    def seat(self) -> int | None:
        """The seat to act, None at the end."""
        seat = int(self._seat[0])
        return seat if seat >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and is scored."""
        return bool(self._phase[0] == GAME_OVER)

    @property
    def points(self) -> list[int]:
        """The score track by seat."""
        points: list[int] = self._points.tolist()
        return points

    @property
    def final_points(self) -> list[int] | None:
        """The points with final scoring (F) by seat; None before the end."""
        return self._states["final_points"][0, : self.num_players].tolist() if self.is_over else None

    @property
    def winners(self) -> list[int] | None:
        """The seats that win or share the win (F7), ascending; None before the end."""
        return np.flatnonzero(self._states["winners"][0]).tolist() if self.is_over else None

    @property
    def placements(self) -> list[int] | None:
        """Each seat's place by F7, 1 = first; tied seats share the better place. None before the end."""
        if not self.is_over:
            return None
        seats = range(self.num_players)
        record = self._states[0]
        return [1 + sum(bool(scoring.beats(record, other, seat)) for other in seats) for seat in seats]

    @staticmethod
    def max_decisions_of(edition: Edition, num_players: int) -> int:
        """Give a number of decisions that no game of so many players exceeds."""
        return max_decisions(edition.tables, num_players)

    @property
    def deal(self) -> dict[str, Any]:
        """All chance of the game, as replays keep it.

        Raises:
            StateError: the game was set up from a position, whose earlier chance is not known.
        """
        if self._states["decks"][0, 0, 0] < 0:
            raise StateError("deal: the game was set up from a position, so its deal is not known")
        return deal_to_json(self.edition, self._states[0])

    def legal_mask(self) -> npt.NDArray[np.int8]:
        """Give a fresh (80,) int8 array: 1 = legal for the seat to act; all zero after the end."""
        mask = np.empty(NUM_ACTIONS, np.int8)
        engine.legal_mask(self._tables, self._states, 0, mask)
        return mask

    def legal_ids(self) -> list[int]:
        """Give the ids of the legal actions, ascending."""
        return np.flatnonzero(self.legal_mask()).tolist()

    def legal_actions(self) -> list[Action]:
        """Give the legal actions by ascending id; empty after the end."""
        return [Action.from_id(action_id) for action_id in self.legal_ids()]

    def apply(self, action: Action | int | str) -> Self:
        """Perform an action and run on to the next decision or to the end.

        Args:
            action: an `Action`, its id (any integer type, also a 0-d array), or its words.

        Returns:
            The game itself.

        Raises:
            IllegalActionError: no such action, or it is not legal now; the game is untouched.
        """
        action_id = self.action_id(action)
        if not engine.apply(self._tables, self._states, 0, action_id):
            raise IllegalActionError(self._why_illegal(action_id))
        return self

    def action_id(self, action: object) -> int:
        """Give the id, 0..79, of an action in any of its forms.

        Raises:
            IllegalActionError: it is no action of this edition.
        """
        if isinstance(action, Action):
            return action.id
        if isinstance(action, str):
            return Action.from_text(action, self.edition.town_ids).id
        try:
            if isinstance(action, bool):  # NumPy's bool has no index of its own
                raise TypeError
            action_id = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            raise IllegalActionError(
                f"action {brief(action)}: is no action; it must be an Action, an id or words"
            ) from None
        if not 0 <= action_id < NUM_ACTIONS:
            raise IllegalActionError(f"action {brief(action_id)}: no such number; actions are 0..{NUM_ACTIONS - 1}")
        return action_id

    def words(self, action: Action | int) -> str:
        """Give an action in words, such as `town dublin`.

        Raises:
            IllegalActionError: it is no action of this edition.
        """
        return Action.from_id(self.action_id(action)).text(self.edition.town_ids)

    def _why_illegal(self, action_id: int) -> str:
        words = self.words(action_id)
        if FIRST_TOWN + len(self.edition.town_ids) <= action_id < UPPER_ROW:
            words = f"{action_id} (a town that this edition does not have)"
        if self.is_over:
            return f"action {words}: the game is over; nothing is legal"
        legal = ", ".join(self.words(other) for other in self.legal_ids())
        return f"action {words}: not legal for seat {self.seat} in phase {self.phase}; legal are {legal}"

    def check_seat(self, seat: int) -> int:
        """Give the seat as an int.

        Raises:
            OptionError: there is no such seat in this game.
        """
        return check_seat(seat, self.num_players)

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """Give a fresh (1290,) float32 array in [0, 1]: what the seat knows, see `views.layout`.

        Raises:
            OptionError: there is no such seat in this game.
        """
        out = np.empty(OBSERVATION_SIZE, np.float32)
        observation.observe(self._tables, self._states, 0, self.check_seat(seat), out)
        return out

    def observe_decision(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """Give the observation and the mask of the seat to act, as fresh arrays; `observe` and `legal_mask` in one.

        Raises:
            StateError: the game is over, nobody is to act.
        """
        if self.is_over:
            raise StateError("game: it is over; no seat is to act")
        out, mask = np.empty(OBSERVATION_SIZE, np.float32), np.empty(NUM_ACTIONS, np.int8)
        observation.observe_decision(self._tables, self._states, 0, out, mask)
        return out, mask

    def full_state(self) -> npt.NDArray[np.float32]:
        """Give a fresh (FULL_STATE_SIZE,) float32 array in [0, 1]: everything, for centralised critics."""
        out = np.zeros(FULL_STATE_SIZE, np.float32)
        observation.full_state(self._tables, self._states, 0, out)
        return out

    def to_json(self) -> dict[str, Any]:
        """Give the full information of the position as `boru-state/1`."""
        return state_to_json(self.edition, self._states[0])

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """Give the position as JSON with None for all that the seat (None: a spectator) may not see."""
        return state_seen_by(self.edition, self._states[0], None if seat is None else self.check_seat(seat))

    @classmethod
    def from_json(
        cls,
        state: Mapping[str, Any],
        edition: str | os.PathLike[str] | Edition | None = None,
        seed: int | None = None,
    ) -> Self:
        """Set a game up from a position at `choose_town`.

        Args:
            state: a `boru-state/1` with full information.
            edition: the edition; None: the one that the state names.
            seed: draws the decks of the later rounds, which a position does not tell.

        Raises:
            StateError: the position cannot be read, or is none of the game.
            EditionError: there is no such edition.
        """
        position = read_position(state)
        loaded = load_named("state", position.edition) if edition is None else load_edition(edition)
        states = blank_state()
        engine.clear(loaded.tables, states, 0, position.num_players)
        engine.begin(loaded.tables, states, 0)
        states["key"][0] = key_from_seed(seed)
        fill_position(loaded, states[0], position)
        engine.resume(loaded.tables, states, 0)
        return cls._of(loaded, states)

    def redacted_into(self, states: Records) -> int:
        """Write into `states`, (1,) `STATE`, what the seat to act knows; give that seat.

        Raises:
            StateError: the game is over, nobody is to act.
        """
        if self.is_over:
            raise StateError("game: it is over; no seat is to act")
        redact(self._states, 0, int(self._seat[0]), states, 0)
        return int(self._seat[0])

    def resample(self, seat: int, rng: np.random.Generator) -> Self:
        """Draw a game that the seat cannot tell from this one; all such games are equally likely.

        Earlier rounds' decks are not drawn: nothing depends on them any more, and `deal` is not known.

        Args:
            seat: who looks, 0..num_players-1.
            rng: gives the key of the drawn game, two 32-bit numbers.

        Raises:
            OptionError: there is no such seat in this game.
        """
        return self.from_view(self.edition, self._states, self.check_seat(seat), rng)

    @classmethod
    def from_states(cls, edition: Edition, states: Records) -> Self:
        """Give a game that stands on a copy of a state array of one row, (1,) `STATE`."""
        return cls._of(edition, copy_states(states))

    @classmethod
    def from_view(cls, edition: Edition, view: Records, seat: int, rng: np.random.Generator) -> Self:
        """Draw a game from what a seat knows: as `resample`, where only the redacted state is at hand.

        Args:
            edition: the game's edition.
            view: (1,) `STATE`, redacted for the seat or not.
            seat: who looks, 0..num_players-1.
            rng: gives the key of the drawn game.

        Raises:
            OptionError: there is no such seat in this game.
        """
        seat = check_seat(seat, int(view["num_players"][0]))
        states = blank_state()
        resample(edition.tables, view, 0, seat, key_from_rng(rng), states, 0)
        return cls._of(edition, states)

    def copy_into(self, states: Records, row: int) -> None:
        """Copy the game's state into a row of a state array, (N,) `STATE`."""
        states.view(np.uint8).reshape(len(states), -1)[row] = self._states.view(np.uint8)

    def copy(self) -> Self:
        """Give an independent copy that goes on identically."""
        return self.from_states(self.edition, self._states)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.edition == other.edition and self._states.tobytes() == other._states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def to_bytes(self) -> bytes:
        """Save the game: complete, at any moment; the edition itself is not in it."""
        return encode(self.edition, self._states)

    @classmethod
    def from_bytes(cls, data: bytes, edition: str | os.PathLike[str] | Edition | None = None) -> Self:
        """Load a saved game.

        Args:
            data: what `to_bytes` gave.
            edition: the edition; None: the shipped one that the save names.

        Raises:
            StateError: the bytes are no saved game, damaged, or of another edition or version.
            EditionError: there is no such edition.
        """
        return cls._of(*decode(data, edition))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(), self.edition)

    def text(self, seat: int | None = None) -> str:
        """Draw the board as a seat sees it; None: as a spectator, who sees no hand."""
        return board_text(self.edition, self._states[0], None if seat is None else self.check_seat(seat))

    def svg(
        self,
        seat: int | None = None,
        theme: str = "light",
        names: Sequence[str] | None = None,
        last: str | None = None,
        width: int | None = None,
    ) -> str:
        """Draw the board as SVG: as a seat sees it; None: all cards open.

        Args:
            seat: who looks.
            theme: `"light"`, `"dark"` or `"css"`, see `views.drawing`.
            names: the players' names by seat.
            last: the last decision in words.
            width: in pixels; None: 800.

        Raises:
            OptionError: there is no such seat or theme.
        """
        state = self.to_json() if seat is None else self.seen_by(seat)
        return draw(self.edition, state, theme=theme, names=names, viewer=seat, last=last, width=width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return both_themes(self.svg(theme="css"))

    def __str__(self) -> str:
        return board_text(self.edition, self._states[0], everything=True)

    def __repr__(self) -> str:
        return f"<Game of {self.num_players}, {self.edition.id}, round {self._states['round'][0]}, {self.phase}>"


@functools.cache
def compile_rules() -> None:
    """Compile, or load from the cache, all that a game needs; say so on stderr if it takes long."""
    with first_use():
        tables, states = load_edition("reconstructed").tables, blank_state()
        mask, out = np.zeros(NUM_ACTIONS, np.int8), np.zeros(OBSERVATION_SIZE, np.float32)
        engine.draw_deal(tables, states, 0, 3, np.zeros(2, np.uint32))
        engine.begin(tables, states, 0)
        engine.legal_mask(tables, states, 0, mask)
        engine.apply(tables, states, 0, int(mask.argmax()))
        observation.observe(tables, states, 0, 0, out)
        observation.observe_decision(tables, states, 0, out, mask)
