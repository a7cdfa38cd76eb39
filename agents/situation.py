"""What a seat sees, in numbers that a heuristic can count with. Seat 0 is always oneself."""

import functools
from bisect import bisect_right
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env import Edition, SeatView
from boru_env.editions.tables import MAX_TOWNS, NUM_CARDS, NUM_REGIONS, WHITE
from boru_env.rules.state import PHASE_NAMES
from boru_env.views.layout import FIELDS, offsets

_SLICES = offsets(FIELDS)
_FIELDS = {field.name: field for field in FIELDS}

SEEN_CARDS = ("hand", "selected", "pack", "unplayed", "trick", "played")
"""The fields of cards that are in no other hand."""

Run = tuple[int, int]
"""A symbol, and how many of it stand side by side (A10)."""


@functools.cache
def _in_lists(edition: Edition) -> dict[str, Any]:
    """Give an edition's tables as plain lists: single numbers are read ten times faster from them."""
    record = edition.tables[0]
    return {name: record[name].tolist() for name in record.dtype.names or ()}


@functools.cache
def _runs_of(edition: Edition) -> list[list[list[Run]]]:
    """Give the runs of each card, 0..24, and row: primary, upper, lower."""
    cards = _in_lists(edition)["card_symbols"]
    return [[_runs([symbol for symbol in row if symbol]) for row in rows] for rows in cards]


def _runs(symbols: list[int]) -> list[Run]:
    return [(symbol, len(list(group))) for symbol, group in groupby(symbols)]


class Situation:
    """One decision, decoded from the observation and the edition's tables alone.

    Args:
        view: the view of the seat to act.
    """

    def __init__(self, view: SeatView) -> None:
        self.vector = view.observation
        self.mask = view.legal_mask
        self.tables = _in_lists(view.edition)
        self.runs = _runs_of(view.edition)
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
        return np.flatnonzero(self.vector[_SLICES[name]]).tolist()

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
        owners = [-1] * int(self.tables["num_towns"])
        for place in np.flatnonzero(self.vector[_SLICES["town_disc"]]).tolist():  # (seats, towns), flat
            owners[place % MAX_TOWNS] = place // MAX_TOWNS
        return owners

    @cached_property
    def vikings(self) -> list[bool]:
        """Which towns the Vikings control."""
        return self._town_flags("town_viking")

    @cached_property
    def monasteries(self) -> list[bool]:
        """Which towns have a monastery."""
        return self._town_flags("town_monastery")

    def _town_flags(self, name: str) -> list[bool]:
        flags: list[bool] = self.vector[_SLICES[name]].astype(np.bool_).tolist()
        return flags

    @cached_property
    def regions(self) -> list[int]:
        """The region of each town."""
        regions: list[int] = self.tables["town_region"]
        return regions

    @cached_property
    def strength(self) -> list[list[int]]:
        """Strength (R1) by region and side: the seats, then the Vikings."""
        table = [[0] * (self.num_players + 1) for _ in range(NUM_REGIONS)]
        regions, vikings, monasteries = self.regions, self.vikings, self.monasteries
        for town, owner in enumerate(self.owners):
            if owner >= 0:
                side = self.num_players if vikings[town] else owner
                table[regions[town]][side] += 2 if monasteries[town] else 1
        return table

    @cached_property
    def spaces(self) -> list[int]:
        """Spaces on the marriage track by seat, the first is 0."""
        spaces: list[int] = self.field("space")[: self.num_players].argmax(axis=1).tolist()
        return spaces

    @cached_property
    def unseen(self) -> set[int]:
        """Cards that may still be in others' hands."""
        flags = np.concatenate([self.vector[_SLICES[name]] for name in SEEN_CARDS])  # (rows, cards), flat
        return set(range(NUM_CARDS)) - {place % NUM_CARDS for place in np.flatnonzero(flags).tolist()}

    @cached_property
    def trick(self) -> list[int]:
        """Cards played in this trick so far."""
        return np.flatnonzero(self.field("trick").any(axis=0)).tolist()

    @cached_property
    def _unseen_by_colour(self) -> list[list[int]]:
        """The unseen cards, ascending, that count in a town of each colour: its own and the white ones (T4)."""
        colours = self.tables["card_colour"]
        return [[card for card in sorted(self.unseen) if colours[card] in (colour, WHITE)] for colour in range(WHITE)]

    def higher_unseen(self, card: int, town: int) -> int:
        """Count the unseen cards that would beat a card in a town."""
        rivals = self._unseen_by_colour[self.tables["town_colour"][town]]
        return len(rivals) - bisect_right(rivals, card)

    def matches(self, card: int, town: int) -> bool:
        """Tell whether a card is of a town's colour or white."""
        colour = self.tables["card_colour"][card]
        return bool(colour == WHITE or colour == self.tables["town_colour"][town])
