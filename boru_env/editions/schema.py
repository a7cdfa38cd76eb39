"""The shape of an edition file: one frozen msgspec struct per table of the TOML, with the bounds of each key.

What one value can tell by itself (its type, its range, its spelling, the length of a list) is checked by
these types; what several values have to agree on is checked in `validate`. The `description` of a type is
the end of the sentence "it must be ..." in an error message.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MAX_NUMBER = 1000  # keeps every sum of the rules far inside int32

Text = Annotated[str, Meta(description="text in quotes")]
Name = Annotated[str, Meta(min_length=1, description="a name in quotes, not empty")]
Id = Annotated[str, Meta(pattern=r"\A[a-z0-9_]+\Z", description="an id made of a-z, 0-9 and _ alone, in quotes")]
EditionId = Annotated[
    str, Meta(pattern=r"\A[a-z0-9_-]+\Z", description="an id made of a-z, 0-9, _ and - alone, in quotes")
]
Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="a whole number from 0 to 1000")]
Positive = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="a whole number from 1 to 1000")]
Latitude = Annotated[float, Meta(ge=-90, le=90, description="a number of degrees from -90 to 90")]
Longitude = Annotated[float, Meta(ge=-180, le=180, description="a number of degrees from -180 to 180")]
Provenance = Annotated[
    Literal["rulebook", "reconstructed", "transcribed"],
    Meta(description='"rulebook", "reconstructed" or "transcribed"'),
]
Place = Annotated[Literal["cards", "marriage", "track"], Meta(description='"cards", "marriage" or "track"')]
TownColour = Annotated[Literal["red", "blue", "yellow"], Meta(description='"red", "blue" or "yellow"')]
CardColour = Annotated[
    Literal["red", "blue", "yellow", "white"], Meta(description='"red", "blue", "yellow" or "white"')
]
SymbolRow = Annotated[tuple[Text, ...], Meta(min_length=1, max_length=10, description="a list of 1 to 10 symbols")]
Reward = Annotated[tuple[Text, ...], Meta(max_length=10, description="a list of at most 10 symbols")]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every record has: where its values come from.

    `attested` names the keys of the record that a rulebook states; `evidence` says where it does.
    """

    provenance: Provenance
    attested: Annotated[tuple[Text, ...], Meta(description="a list of keys of its record")] = ()
    evidence: Text | None = None
    note: Text | None = None


class Symbol(Record, frozen=True, kw_only=True):
    """A word of the symbol lists; `on` says where it may appear."""

    id: Id
    on: Annotated[tuple[Place, ...], Meta(description="a list of places")]
    text: Text


class Region(Record, frozen=True, kw_only=True):
    """An over-kingdom: `threshold` of control turns its claim token up, worth `points` at the end."""

    id: Id
    name: Name
    threshold: Annotated[int, Meta(ge=1, le=96, description="a whole number from 1 to 96")]
    points: Number
    irish: Text | None = None


class Town(Record, frozen=True, kw_only=True):
    """A town; `lat` and `lon` (decimal degrees, west negative) are used only to draw the map."""

    id: Id
    name: Name
    region: Id
    colour: TownColour
    lat: Latitude
    lon: Longitude


class Road(Record, frozen=True, kw_only=True):
    """An undirected road between the towns `a` and `b`."""

    a: Id
    b: Id


class Marriage(Record, frozen=True, kw_only=True):
    """An ordinary marriage card; `town_in` is the region where it gives a town, "" = none."""

    id: Id
    name: Name
    points: Number
    renown: Number
    town_in: Annotated[str, Meta(pattern=r"\A[a-z0-9_]*\Z", description='the id of a region, or "" for no town')]


class Viking(Record, frozen=True, kw_only=True):
    """A Viking card; `strength` raiders go to the battle area at the start of a round."""

    id: Id
    strength: Number


class TrackSpace(Record, frozen=True, kw_only=True):
    """A space of the marriage track, 1 = the first; `reward` is what a disc on it gives."""

    space: Annotated[int, Meta(ge=1, le=16, description="a whole number from 1 to 16")]
    reward: Reward


class Card(Record, frozen=True, kw_only=True):
    """An action card; `secondary_1` is the upper and `secondary_2` the lower secondary action."""

    value: Annotated[int, Meta(ge=1, le=25, description="a whole number from 1 to 25")]
    colour: CardColour
    primary: SymbolRow
    secondary_1: SymbolRow
    secondary_2: SymbolRow | None = None


class Princess(Record, frozen=True, kw_only=True):
    """The last marriage card, with three options; spurning her gives `spurn_points`."""

    id: Id
    name: Name
    options: Annotated[tuple[Text, ...], Meta(description='the list ["support", "trade", "spurn"]')]
    spurn_points: Number


class SetupRow(Record, frozen=True, kw_only=True):
    """One number of players: cards dealt to each, ordinary marriages over the Princess, rounds."""

    players: Annotated[Literal[3, 4, 5], Meta(description="3, 4 or 5")]
    hand: Annotated[int, Meta(ge=2, le=8, description="a whole number from 2 to 8")]
    marriages: Annotated[int, Meta(ge=1, le=6, description="a whole number from 1 to 6")]  # 7 Vikings
    rounds: Annotated[int, Meta(ge=2, le=7, description="a whole number from 2 to 7")]


class Setup(Record, frozen=True, kw_only=True):
    """What each player starts with, and one row for each number of players."""

    coins: Number
    renown: Number
    points: Number
    players: Annotated[
        tuple[SetupRow, ...],
        Meta(min_length=3, max_length=3, description="3 rows, for 3, 4 and 5 players"),
    ]


class Costs(Record, frozen=True, kw_only=True):
    """Coins for an expansion and for each extra piece or step; points lost for a "pay" without a coin."""

    expand: Positive
    extra_step: Positive
    no_coin: Number


class Components(Record, frozen=True, kw_only=True):
    """How many pieces the box holds; none of them is a limit."""

    discs_each: Number
    monastery: Number
    coin: Number
    viking_control: Number
    raider: Number
    renown: Number
    claim: Number


class Scoring(Record, frozen=True, kw_only=True):
    """Points at the end; `region_count` is indexed by the number of regions with a town, 0 to 8."""

    region_count: Annotated[
        tuple[Number, ...],
        Meta(min_length=9, max_length=9, description="a list of 9 numbers, for 0 to 8 regions"),
    ]
    most_coins: Number
    active_marker: Number
    per_renown: Number
    tie_on_claim: Annotated[Literal["half, rounded down"], Meta(description='"half, rounded down"')]


class EditionFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole edition file, in the order of its tables."""

    format: Annotated[Literal["boru-edition/1"], Meta(description='"boru-edition/1"')]
    id: EditionId
    name: Name
    date: Text
    symbols: Annotated[
        tuple[Symbol, ...], Meta(min_length=12, max_length=12, description="the 12 symbols of the format")
    ]
    regions: Annotated[tuple[Region, ...], Meta(min_length=8, max_length=8, description="8 regions")]
    towns: Annotated[tuple[Town, ...], Meta(min_length=1, max_length=48, description="1 to 48 towns")]
    roads: Annotated[tuple[Road, ...], Meta(description="a list of roads")]
    marriages: Annotated[tuple[Marriage, ...], Meta(min_length=7, max_length=7, description="7 ordinary marriages")]
    vikings: Annotated[tuple[Viking, ...], Meta(min_length=7, max_length=7, description="7 Viking cards")]
    track: Annotated[tuple[TrackSpace, ...], Meta(min_length=2, max_length=16, description="2 to 16 spaces")]
    cards: Annotated[tuple[Card, ...], Meta(min_length=25, max_length=25, description="25 cards")]
    princess: Princess
    setup: Setup
    costs: Costs
    components: Components
    scoring: Scoring
