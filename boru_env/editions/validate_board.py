"""The promises of the board: regions, towns, roads and the marriage track."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boru_env.editions.messages import Place, quote
from boru_env.editions.schema import EditionFile


def check_board(edition: EditionFile, source: str) -> None:
    """Regions, towns and roads, in this order; raises EditionError."""
    check_unique(source, "regions", [region.id for region in edition.regions])
    check_unique(source, "towns", [town.id for town in edition.towns])
    check_towns(edition, source)
    check_regions(edition, source)
    check_roads(edition, source)


def check_unique(source: str, table: str, ids: Iterable[str]) -> None:
    """Each id of a table names one row only.

    Args:
        source: the file's name, for messages.
        table: the table's name.
        ids: the ids of its rows, in order.

    Raises:
        EditionError: names both rows by their place in the table, from 1.
    """
    first: dict[str, int] = {}
    for number, name in enumerate(ids, start=1):
        if name in first:
            raise Place(source, table, quote(name)).error(
                f"is the id of rows {first[name]} and {number}; each row must have an id of its own", "id"
            )
        first[name] = number


def check_towns(edition: EditionFile, source: str) -> None:
    """Each town lies in a region of the file."""
    regions = [region.id for region in edition.regions]
    for town in edition.towns:
        if town.region not in regions:
            raise Place(source, "towns", quote(town.id)).error(
                f"is {quote(town.region)}, which is no region; it must be one of {', '.join(regions)}",
                "region",
            )


def check_regions(edition: EditionFile, source: str) -> None:
    """Each region has a town, and its threshold can be reached with a monastery in every town."""
    for region in edition.regions:
        place = Place(source, "regions", quote(region.id))
        towns = sum(town.region == region.id for town in edition.towns)
        if towns == 0:
            raise place.error("has no town; each region must have at least one", "id")
        if region.threshold > 2 * towns:
            raise place.error(
                f"is {region.threshold}, out of reach; it must be at most {2 * towns}, twice the region's "
                f"{towns} towns (a monastery town counts 2)",
                "threshold",
            )


def check_roads(edition: EditionFile, source: str) -> None:
    """Each road joins two different towns of the file, and no two roads join the same two."""
    towns = {town.id for town in edition.towns}
    first: dict[frozenset[str], int] = {}
    for number, road in enumerate(edition.roads, start=1):
        place = Place(source, "roads", f"{quote(road.a)} - {quote(road.b)}")
        for key, name in (("a", road.a), ("b", road.b)):
            if name not in towns:
                raise place.error(f"is {quote(name)}, which is no town; it must be the id of a town", key)
        if road.a == road.b:
            raise place.error("is the town where the road begins; it must be another town", "b")
        ends = frozenset((road.a, road.b))
        if ends in first:
            raise place.error(
                f"joins the same towns as row {first[ends]} (this is row {number}); each road must be given "
                "once, in one direction"
            )
        first[ends] = number


def check_track(edition: EditionFile, symbols: Mapping[str, tuple[str, ...]], source: str) -> None:
    """The spaces are numbered in order, pay in track symbols, and the top one pays nothing.

    Args:
        edition: the file.
        symbols: the places where each symbol may appear.
        source: the file's name, for messages.

    Raises:
        EditionError: names the space and the key.
    """
    for number, space in enumerate(edition.track, start=1):
        place = Place(source, "track", f"space {space.space}")
        if space.space != number:
            raise place.error(
                f"is {space.space} in row {number}; it must be {number}: the spaces are numbered "
                "1, 2, 3, ... from the first space to the top",
                "space",
            )
        check_symbol_list(place, "reward", space.reward, "track", symbols)
    top = edition.track[-1]
    if top.reward:
        raise Place(source, "track", f"space {top.space}").error(
            "is not empty on the top space, which can never pay; it must be []", "reward"
        )


def check_symbol_list(
    place: Place, key: str, row: Iterable[str], where: str, symbols: Mapping[str, tuple[str, ...]]
) -> None:
    """Each word of the list is a symbol that may appear there.

    Args:
        place: the record that has the list.
        key: the list's key.
        row: the list.
        where: "cards" or "track".
        symbols: the places where each symbol may appear.

    Raises:
        EditionError: names the word, and the symbols that are allowed.
    """
    allowed = ", ".join(symbol for symbol, places in symbols.items() if where in places)
    for word in row:
        if word not in symbols:
            raise place.error(f"has {quote(word)}, which is no symbol; it must have only {allowed}", key)
        if where not in symbols[word]:
            raise place.error(f"has {quote(word)}, which may not appear on {where}; it must have only {allowed}", key)
