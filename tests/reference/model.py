"""The things on the table: towns, claim tokens, cards, players, and what a player is asked."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

VIKINGS = "vikings"

Side: TypeAlias = int | str
"""Who controls a town: a seat, or `VIKINGS`."""


@dataclass(frozen=True)
class Decision:
    """A question to one player.

    Attributes:
        phase: The name of the question.
        seat: Who answers.
        legal: The possible answers in words, sorted.
    """

    phase: str
    seat: int
    legal: list[str]


Asking: TypeAlias = Generator[Decision, str, None]
"""A part of the game that may stop to ask."""


@dataclass
class Town:
    """A town with what lies on it."""

    id: str
    region: str
    colour: str
    disc: int | None = None
    viking: bool = False
    monastery: bool = False
    neighbours: list[Town] = field(default_factory=list, repr=False)

    @property
    def is_free(self) -> bool:
        """Whether no disc lies on the town."""
        return self.disc is None

    @property
    def side(self) -> Side | None:
        """Who controls the town; None if it is free."""
        return VIKINGS if self.viking else self.disc

    @property
    def strength(self) -> int:
        """What the town counts for in its region."""  # R1
        return 2 if self.monastery else 1


@dataclass
class Claim:
    """A region's claim token."""

    region: str
    threshold: int
    points: int
    face_up: bool = False
    holder: int | None = None


@dataclass(frozen=True)
class ActionCard:
    """An action card with its primary action and its one or two secondary ones."""

    value: int
    colour: str
    primary: list[str]
    secondaries: dict[str, list[str]]

    def matches(self, town: Town) -> bool:
        """Whether the card counts as one of the town's colour."""  # T2, T4
        return self.colour in ("white", town.colour)


@dataclass
class Player:
    """A seat with all that belongs to it."""

    seat: int
    coins: int
    renown: int
    points: int
    raiders: int = 0
    church: int = 0
    space: int = 1
    hand: list[int] = field(default_factory=list)
    selected: list[int] = field(default_factory=list)
    pack: list[int] = field(default_factory=list)
    played: int | None = None
    unplayed: int | None = None
    marriages: list[str] = field(default_factory=list)
    princess: str | None = None
    final_points: int = 0


@dataclass
class Table:
    """Everything in the game, and the edition that it is played with."""

    edition: dict[str, Any]
    players: list[Player]
    towns: dict[str, Town]
    claims: dict[str, Claim]
    cards: dict[int, ActionCard]
    marriage_pile: list[str]
    viking_deck: list[str]
    action_decks: list[list[int]]
    hand_size: int
    rounds: int
    marker: int
    round: int = 0
    battle_area: int = 0
    marriage_card: str | None = None
    active_town: Town | None = None
    set_aside: int | None = None
    discarded: list[int] = field(default_factory=list)
    winners: list[int] | None = None

    def clockwise_from(self, seat: int) -> list[Player]:
        """All players, beginning with the given seat."""
        return self.players[seat:] + self.players[:seat]

    def clockwise_from_marker(self) -> list[Player]:
        """All players, beginning with the holder of the active town marker."""
        return self.clockwise_from(self.marker)

    def free_towns(self, region: str | None = None) -> list[Town]:
        """The towns without a disc, on the whole board or in one region."""
        return [town for town in self.towns.values() if town.is_free and region in (None, town.region)]

    def towns_of(self, side: Side) -> list[Town]:
        """The towns that a player, or the Vikings, control."""
        return [town for town in self.towns.values() if town.side == side]

    def most(self, amount: str) -> list[Player]:
        """The players with the most of something, if they have any of it.

        Args:
            amount: The name of one of a player's numbers.
        """
        best = max(getattr(player, amount) for player in self.players)
        return [player for player in self.players if getattr(player, amount) == best > 0]


def town_words(towns: Iterable[Town]) -> list[str]:
    """The actions that choose one of the towns."""
    return sorted(f"town {town.id}" for town in towns)


def ask_town(table: Table, phase: str, seat: int, towns: list[Town]) -> Generator[Decision, str, Town | None]:
    """Asks for one of the towns; without any town nobody is asked.

    Returns:
        The chosen town, or None if there was nothing to choose.
    """
    if not towns:
        return None
    words = yield Decision(phase, seat, town_words(towns))
    return table.towns[words.removeprefix("town ")]
