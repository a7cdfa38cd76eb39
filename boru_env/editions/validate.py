"""The promises of the edition format that several values keep together: the door, and the rules of the game.

`validate` runs every check, in the order of the file. The first promise broken is reported; the checks
rely on those before them. Board and cards have their own files.
"""

from __future__ import annotations

from collections.abc import Iterator

from boru_env.editions.messages import Place, quote, row_name
from boru_env.editions.schema import EditionFile, Record
from boru_env.editions.tables import NUM_CARDS
from boru_env.editions.validate_board import check_board, check_track
from boru_env.editions.validate_cards import check_cards, check_marriages, check_princess, check_vikings

# The twelve symbols of the format and where each may appear.
SYMBOL_PLACES: dict[str, tuple[str, ...]] = {
    "town": ("cards",),
    "coin": ("cards", "track"),
    "pay": ("cards",),
    "renown": ("cards", "marriage", "track"),
    "church": ("cards",),
    "raider": ("cards",),
    "step": ("cards",),
    "expand": ("cards",),
    "liberate": ("cards",),
    "points": ("marriage",),
    "town_in": ("marriage",),
    "any_town": ("track",),
}
PLAYER_COUNTS = (3, 4, 5)


def validate(edition: EditionFile, source: str) -> None:
    """Check everything that the format promises and the types of the schema cannot tell.

    Args:
        edition: the file, its types and ranges already right.
        source: the file's name, for messages.

    Raises:
        EditionError: names file, table, row and key, what is wrong and what would be right.
    """
    check_symbols(edition, source)
    symbols = {symbol.id: symbol.on for symbol in edition.symbols}
    check_board(edition, source)
    check_marriages(edition, source)
    check_vikings(edition, source)
    check_track(edition, symbols, source)
    check_cards(edition, symbols, source)
    check_princess(edition, source)
    check_setup(edition, source)
    check_scoring(edition, source)
    check_attested(edition, source)


def check_symbols(edition: EditionFile, source: str) -> None:
    """The twelve symbols, each once and with its places; the schema has counted them."""
    seen: set[str] = set()
    for symbol in edition.symbols:
        place = Place(source, "symbols", quote(symbol.id))
        if symbol.id not in SYMBOL_PLACES:
            known = ", ".join(SYMBOL_PLACES)
            raise place.error(f"is not a symbol of the format; the symbols are {known}", "id")
        if symbol.id in seen:
            missing = next(name for name in SYMBOL_PLACES if name not in {s.id for s in edition.symbols})
            raise place.error(f"appears twice; there must be one row for each symbol, {missing} too", "id")
        seen.add(symbol.id)
    for symbol in edition.symbols:
        right = SYMBOL_PLACES[symbol.id]
        if sorted(symbol.on) != sorted(right):  # in whatever order
            raise Place(source, "symbols", quote(symbol.id)).error(
                f"is {_list(symbol.on)}; it must be {_list(right)}", "on"
            )


def check_setup(edition: EditionFile, source: str) -> None:
    """One row for each number of players, with hands and rounds that the cards allow."""
    counts: list[int] = [row.players for row in edition.setup.players]
    for count in PLAYER_COUNTS:
        if counts.count(count) != 1:
            place = Place(source, "setup.players", f"players {count}")
            times = "is missing" if count not in counts else f"appears {counts.count(count)} times"
            raise place.error(f"{times}; there must be one row for each of 3, 4 and 5 players", "players")
    for row in edition.setup.players:
        place = Place(source, "setup.players", f"players {row.players}")
        if row.hand * row.players > NUM_CARDS:
            most = NUM_CARDS // row.players
            raise place.error(
                f"is {row.hand}, {row.hand * row.players} cards in all; it must be at most {most}, "
                f"because there are {NUM_CARDS} cards",
                "hand",
            )
        left = NUM_CARDS - row.hand * row.players
        if left > 1:
            raise place.error(
                f"is {row.hand}, which leaves {left} cards over; it must be {NUM_CARDS // row.players}, "
                "because at most one card is set aside (D1)",
                "hand",
            )
        if row.rounds != row.marriages + 1:
            raise place.error(
                f"is {row.rounds}; it must be marriages + 1 = {row.marriages + 1}, one marriage card a round "
                "and the Princess last",
                "rounds",
            )


def check_scoring(edition: EditionFile, source: str) -> None:
    """More regions never score less."""
    counts = edition.scoring.region_count
    for regions in range(1, len(counts)):
        if counts[regions] < counts[regions - 1]:
            raise Place(source, "scoring").error(
                f"gives {counts[regions]} for {regions} regions but {counts[regions - 1]} for {regions - 1}; "
                "the numbers must not fall",
                "region_count",
            )


def check_attested(edition: EditionFile, source: str) -> None:
    """`attested` names keys that its record has."""
    for place, record in _records(edition, source):
        keys = [key for key in record.__struct_fields__ if getattr(record, key) not in (None, ())]
        for name in record.attested:
            if name not in keys:
                raise place.error(
                    f"names {quote(name)}; it must name keys that this record has: {', '.join(keys)}",
                    "attested",
                )


def _records(edition: EditionFile, source: str) -> Iterator[tuple[Place, Record]]:
    """Every record of the file with its place."""
    tables: dict[str, tuple[Record, ...]] = {
        "symbols": edition.symbols,
        "regions": edition.regions,
        "towns": edition.towns,
        "roads": edition.roads,
        "marriages": edition.marriages,
        "vikings": edition.vikings,
        "track": edition.track,
        "cards": edition.cards,
        "setup.players": edition.setup.players,
    }
    for table, rows in tables.items():
        for number, row in enumerate(rows):
            yield Place(source, table, row_name(table, number, row)), row
    for table in ("princess", "setup", "costs", "components", "scoring"):
        yield Place(source, table), getattr(edition, table)


def _list(words: tuple[str, ...]) -> str:
    """The words as a TOML list."""
    return "[" + ", ".join(quote(word) for word in words) + "]"
