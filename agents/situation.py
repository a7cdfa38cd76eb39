"""What a seat sees, in numbers that a heuristic can count with. Seat 0 is always oneself."""

import functools
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env import Edition, SeatView
from boru_env.editions.tables import NUM_REGIONS, WHITE
from boru_env.rules.state import PHASE_NAMES
from boru_env.views.layout import FIELDS, OBSERVATION_SIZE, offsets

_SLICES = offsets(FIELDS)
_FIELDS = {field.name: field for field in FIELDS}
assert _SLICES["played"].stop == OBSERVATION_SIZE


@functools.cache
def _in_lists(edition: Edition) -> dict[str, Any]:
    """Give an edition's tables as plain lists: single numbers are read ten times faster from them."""
    record = edition.tables[0]
    return {name: record[name].tolist() for name in record.dtype.names or ()}


class Situation:
    """One decision, decoded from the observation and the edition's tables alone.

    Args:
        view: the view of the seat to act.
    """

    def __init__(self, view: SeatView) -> None:
        self.vector = view.observation
        self.mask = view.legal_mask
        self.tables = _in_lists(view.edition)
        self.num_players = view.num_players
        self._counts: dict[str, list[int]] = {}
        self.phase = PHASE_NAMES[int(self.field("phase").argmax())]

    def field(self, name: str) -> npt.NDArray[np.float32]:
        """Give a field in its own shape."""
        return self.vector[_SLICES[name]].reshape(_FIELDS[name].shape)

    def counts(self, name: str) -> list[int]:
        """Give a field of counts, by seat."""
        if name not in self._counts:
            scale = _FIELDS[name].scale
            values = self.vector[_SLICES[name]][: self.num_players].tolist()
            self._counts[name] = [round(scale * value / (1 - value)) for value in values]
        return self._counts[name]

    def index(self, name: str) -> int:
        """Give the index of a one-hot, -1 for none."""
        values = self.field(name)
        return int(values.argmax()) if values.any() else -1

    def cards(self, name: str) -> list[int]:
        """Give the cards of a field of flags, ascending, 0..24."""
        return np.flatnonzero(self.field(name)).tolist()

    @cached_property
    def coins(self) -> int:
        """Own coins."""
        return self.counts("coins")[0]

    @cached_property
    def rounds_left(self) -> int:
        """Rounds after this one."""
        return max(0, self.index("rounds_left"))

    @cached_property
    def hand(self) -> list[int]:
        """Own hand."""
        return self.cards("hand")

    @cached_property
    def tricks_left(self) -> int:
        """Tricks of this round after the present one."""
        full = int(self.tables["hand_size"][self.num_players])
        held = len(self.hand) if not self.field("pack_size").any() else full
        return max(0, held - 1)

    @cached_property
    def owners(self) -> list[int]:
        """The disc's seat of each town, -1 = free."""
        discs = self.field("town_disc")[: int(self.tables["num_towns"])]
        return [int(seat) for seat in np.where(discs.any(axis=1), discs.argmax(axis=1), -1)]

    @cached_property
    def vikings(self) -> list[bool]:
        """Which towns the Vikings control."""
        return [bool(flag) for flag in self.field("town_viking")[: int(self.tables["num_towns"])]]

    @cached_property
    def monasteries(self) -> list[bool]:
        """Which towns have a monastery."""
        return [bool(flag) for flag in self.field("town_monastery")[: int(self.tables["num_towns"])]]

    @cached_property
    def regions(self) -> list[int]:
        """The region of each town."""
        regions: list[int] = self.tables["town_region"]
        return regions

    @cached_property
    def strength(self) -> list[list[int]]:
        """Strength (R1) by region and side: the seats, then the Vikings."""
        table = [[0] * (self.num_players + 1) for _ in range(NUM_REGIONS)]
        for town, owner in enumerate(self.owners):
            if owner >= 0:
                side = self.num_players if self.vikings[town] else owner
                table[self.regions[town]][side] += 2 if self.monasteries[town] else 1
        return table

    @cached_property
    def spaces(self) -> list[int]:
        """Spaces on the marriage track by seat, the first is 0."""
        return [int(space) for space in self.field("space")[: self.num_players].argmax(axis=1)]

    @cached_property
    def unseen(self) -> set[int]:
        """Cards that may still be in others' hands."""
        gone = set(self.hand) | set(self.cards("selected")) | set(self.cards("pack")) | set(self.cards("unplayed"))
        gone |= set(np.flatnonzero(self.field("trick").any(axis=0)).tolist())
        gone |= set(np.flatnonzero(self.field("played").any(axis=0)).tolist())
        return set(range(25)) - gone

    @cached_property
    def trick(self) -> list[int]:
        """Cards played in this trick so far."""
        return np.flatnonzero(self.field("trick").any(axis=0)).tolist()

    def row(self, card: int, row: int) -> list[int]:
        """Give the symbols of a card's row."""
        return [symbol for symbol in self.tables["card_symbols"][card][row] if symbol]

    def matches(self, card: int, town: int) -> bool:
        """Tell whether a card is of a town's colour or white."""
        colour = self.tables["card_colour"][card]
        return bool(colour == WHITE or colour == self.tables["town_colour"][town])
