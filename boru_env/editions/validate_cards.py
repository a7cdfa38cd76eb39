"""The promises of the cards: action cards, marriages, the Princess and the Vikings."""

from __future__ import annotations

from collections.abc import Mapping

from boru_env.editions.messages import Place, quote
from boru_env.editions.schema import Card, EditionFile
from boru_env.editions.validate_board import check_symbol_list, check_unique

# The colour of each value, 1 to 25 (7 red, 7 blue, 7 yellow, 4 white): the same for every edition.
# Source: card-distribution grid of the Spanish rules.
_GRID = "yrbyrbyrbyrbwyrbyrbwwwyrb"
_NAMES = {"r": "red", "b": "blue", "y": "yellow", "w": "white"}
CARD_COLOURS: tuple[str, ...] = tuple(_NAMES[letter] for letter in _GRID)

PRINCESS_OPTIONS = ("support", "trade", "spurn")


def check_cards(edition: EditionFile, symbols: Mapping[str, tuple[str, ...]], source: str) -> None:
    """The 25 action cards in order of value, each with its colour and its actions.

    Args:
        edition: the file.
        symbols: the places where each symbol may appear.
        source: the file's name, for messages.

    Raises:
        EditionError: names the card by its value, and the key.
    """
    for number, card in enumerate(edition.cards, start=1):
        place = Place(source, "cards", f"value {card.value}")
        if card.value != number:
            raise place.error(
                f"is {card.value} in row {number}; it must be {number}: the cards are 1 to 25, each once, "
                "in order of value",
                "value",
            )
        colour = CARD_COLOURS[number - 1]
        if card.colour != colour:
            raise place.error(
                f"is {quote(card.colour)}; it must be {quote(colour)}, the colour of this value", "colour"
            )
        _check_actions(card, symbols, place)


def _check_actions(card: Card, symbols: Mapping[str, tuple[str, ...]], place: Place) -> None:
    """The symbol rows of a card: `town` begins the primary action and appears nowhere else."""
    if card.primary[0] != "town":
        raise place.error(f'begins with {quote(card.primary[0])}; it must begin with "town"', "primary")
    if card.secondary_2 is None and card.colour != "white":
        raise place.error(
            "is missing; only white (royal) cards may have a single secondary action, the others must have "
            "a list of 1 to 10 symbols",
            "secondary_2",
        )
    rows = {
        "primary": card.primary[1:],
        "secondary_1": card.secondary_1,
        "secondary_2": card.secondary_2 or (),
    }
    for key, row in rows.items():
        if "town" in row:
            right = "only at its beginning" if key == "primary" else "in the primary action alone"
            raise place.error(f'has "town" out of its place; it must appear {right}', key)
        check_symbol_list(place, key, row, "cards", symbols)


def check_marriages(edition: EditionFile, source: str) -> None:
    """Each ordinary marriage has its own id and names a region or none."""
    check_unique(source, "marriages", [marriage.id for marriage in edition.marriages])
    regions = [region.id for region in edition.regions]
    for marriage in edition.marriages:
        if marriage.town_in and marriage.town_in not in regions:
            raise Place(source, "marriages", quote(marriage.id)).error(
                f'is {quote(marriage.town_in)}, which is no region; it must be "" or one of {", ".join(regions)}',
                "town_in",
            )


def check_vikings(edition: EditionFile, source: str) -> None:
    """Each Viking card has its own id."""
    check_unique(source, "vikings", [viking.id for viking in edition.vikings])


def check_princess(edition: EditionFile, source: str) -> None:
    """The Princess is no ordinary marriage and has her three options."""
    place = Place(source, "princess")
    if edition.princess.id in {marriage.id for marriage in edition.marriages}:
        raise place.error(
            f"is {quote(edition.princess.id)}, the id of an ordinary marriage; it must be an id of her own",
            "id",
        )
    if edition.princess.options != PRINCESS_OPTIONS:
        given = ", ".join(quote(option) for option in edition.princess.options)
        raise place.error(f'is [{given}]; it must be ["support", "trade", "spurn"]', "options")
