"""The numbers of an edition as one record of a NumPy structured array, for the compiled rules.

`TABLES` is the record's dtype; `compile_tables` fills one record from an edition file that the validator
has accepted. Seats, towns, regions, cards, marriages, Vikings and spaces are counted from 0 here, in the
order of the file (a card's index is its value - 1, a space's index its number - 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boru_env.editions.schema import Card, EditionFile

# Sizes. Numba freezes module-level ints as constants of the compiled code.
MAX_SEATS: Final = 5
MAX_TOWNS: Final = 48
NUM_REGIONS: Final = 8
NUM_CARDS: Final = 25
NUM_MARRIAGES: Final = 8  # the 7 ordinary marriages and, at index 7, the Princess
NUM_VIKINGS: Final = 7
MAX_SPACES: Final = 16
MAX_SYMBOLS: Final = 10
PRINCESS: Final = 7

# Colours of towns and cards; white (royal) is a card colour only.
RED: Final = 0  # battle
BLUE: Final = 1  # church
YELLOW: Final = 2  # courtship
WHITE: Final = 3
NUM_COLOURS: Final = 4

# Symbols of card rows and track rewards, performed from left to right.
NO_SYMBOL: Final = 0
TOWN: Final = 1
COIN: Final = 2
PAY: Final = 3
RENOWN: Final = 4
CHURCH: Final = 5
RAIDER: Final = 6
STEP: Final = 7
EXPAND: Final = 8
LIBERATE: Final = 9
ANY_TOWN: Final = 10

COLOUR_CODES: Final[dict[str, int]] = {"red": RED, "blue": BLUE, "yellow": YELLOW, "white": WHITE}
SYMBOL_CODES: Final[dict[str, int]] = {
    "town": TOWN,
    "coin": COIN,
    "pay": PAY,
    "renown": RENOWN,
    "church": CHURCH,
    "raider": RAIDER,
    "step": STEP,
    "expand": EXPAND,
    "liberate": LIBERATE,
    "any_town": ANY_TOWN,
}

TABLES: Final = np.dtype(
    [
        # name, type, shape                                 # range; meaning
        ("num_towns", np.int16),  # 1..48; towns of the board
        ("num_spaces", np.int16),  # 2..16; spaces of the marriage track
        ("town_region", np.int8, (MAX_TOWNS,)),  # 0..7, -1 = no such town; region of each town
        ("town_colour", np.int8, (MAX_TOWNS,)),  # RED..YELLOW, -1 = no such town; colour of each town
        ("roads", np.uint64, (MAX_TOWNS,)),  # bit set over towns; bit j of roads[i] = a road joins i and j
        ("region_threshold", np.int32, (NUM_REGIONS,)),  # 1..96; control that turns the claim token up
        ("region_points", np.int32, (NUM_REGIONS,)),  # 0..1000; points of the claim token at the end
        ("card_colour", np.int8, (NUM_CARDS,)),  # RED..WHITE; colour of the card with value index + 1
        # 0..10, NO_SYMBOL = padding; symbols of a card, rows: primary, upper and lower secondary
        ("card_symbols", np.int8, (NUM_CARDS, 3, MAX_SYMBOLS)),
        ("card_secondaries", np.int8, (NUM_CARDS,)),  # 1..2; secondaries that the card has
        ("marriage_points", np.int32, (NUM_MARRIAGES,)),  # 0..1000; points of the card (Princess: 0)
        ("marriage_renown", np.int32, (NUM_MARRIAGES,)),  # 0..1000; renown of the card (Princess: 0)
        ("marriage_region", np.int8, (NUM_MARRIAGES,)),  # 0..7; where it gives a town, -1 = it gives none
        ("viking_strength", np.int32, (NUM_VIKINGS,)),  # 0..1000; raiders of the card
        ("track_rewards", np.int8, (MAX_SPACES, MAX_SYMBOLS)),  # 0..10; symbols a disc on the space gives
        (
            "hand_size",
            np.int8,
            (MAX_SEATS + 1,),
        ),  # 0, 2..8; cards dealt to each by number of players, 0 = not playable
        ("rounds", np.int8, (MAX_SEATS + 1,)),  # 0, 2..7; rounds by number of players, 0 = not playable
        ("start_coins", np.int32),  # 0..1000; coins of each player at the start
        ("start_renown", np.int32),  # 0..1000; renown of each player at the start
        ("start_points", np.int32),  # 0..1000; points of each player at the start
        ("cost_expand", np.int32),  # 1..1000; coins for an expansion
        ("cost_extra", np.int32),  # 1..1000; coins for each extra raider, church disc or step
        ("cost_no_coin", np.int32),  # 0..1000; points lost for a PAY without a coin
        ("spurn_points", np.int32),  # 0..1000; points for spurning the Princess
        ("region_count_points", np.int32, (NUM_REGIONS + 1,)),  # 0..1000; points by regions with a town
        ("most_coins_points", np.int32),  # 0..1000; points for the most coins at the end
        ("marker_points", np.int32),  # 0..1000; points for holding the active-town marker at the end
        ("renown_points", np.int32),  # 0..1000; points for each renown at the end
    ],
    align=True,  # compiled code may take every field for aligned
)


def compile_tables(edition: EditionFile) -> npt.NDArray[np.void]:
    """Turn a validated edition file into the record that the rules read.

    Args:
        edition: a file that `validate` has accepted; nothing is checked again here.

    Returns:
        Array of shape (1,) and dtype `TABLES`, read-only.
    """
    array = np.zeros(1, dtype=TABLES)
    record: Any = array[0]
    _fill_board(record, edition)
    _fill_cards(record, edition)
    _fill_marriages_and_vikings(record, edition)
    _fill_numbers(record, edition)
    return np.frombuffer(array.tobytes(), TABLES)  # over bytes: nobody can make it writable


def _fill_board(record: Any, edition: EditionFile) -> None:
    """Towns, roads, regions and the marriage track."""
    region_index = {region.id: index for index, region in enumerate(edition.regions)}
    town_index = {town.id: index for index, town in enumerate(edition.towns)}
    record["num_towns"] = len(edition.towns)
    record["num_spaces"] = len(edition.track)
    record["town_region"][:] = -1
    record["town_colour"][:] = -1
    for index, town in enumerate(edition.towns):
        record["town_region"][index] = region_index[town.region]
        record["town_colour"][index] = COLOUR_CODES[town.colour]
    for road in edition.roads:
        a, b = town_index[road.a], town_index[road.b]
        record["roads"][a] |= np.uint64(1 << b)
        record["roads"][b] |= np.uint64(1 << a)
    for index, region in enumerate(edition.regions):
        record["region_threshold"][index] = region.threshold
        record["region_points"][index] = region.points
    for index, space in enumerate(edition.track):
        record["track_rewards"][index] = _codes(space.reward)


def _fill_cards(record: Any, edition: EditionFile) -> None:
    """Colours and symbol rows of the action cards."""
    for index, card in enumerate(edition.cards):
        rows = _rows(card)
        record["card_colour"][index] = COLOUR_CODES[card.colour]
        record["card_secondaries"][index] = len(rows) - 1
        for row, symbols in enumerate(rows):
            record["card_symbols"][index, row] = _codes(symbols)


def _fill_marriages_and_vikings(record: Any, edition: EditionFile) -> None:
    """The ordinary marriages in file order (the Princess's row stays 0, 0, -1) and the Vikings."""
    region_index = {region.id: index for index, region in enumerate(edition.regions)}
    record["marriage_region"][:] = -1
    for index, marriage in enumerate(edition.marriages):
        record["marriage_points"][index] = marriage.points
        record["marriage_renown"][index] = marriage.renown
        if marriage.town_in:
            record["marriage_region"][index] = region_index[marriage.town_in]
    for index, viking in enumerate(edition.vikings):
        record["viking_strength"][index] = viking.strength


def _fill_numbers(record: Any, edition: EditionFile) -> None:
    """Setup, costs and scoring."""
    for row in edition.setup.players:
        record["hand_size"][row.players] = row.hand
        record["rounds"][row.players] = row.rounds
    record["start_coins"] = edition.setup.coins
    record["start_renown"] = edition.setup.renown
    record["start_points"] = edition.setup.points
    record["cost_expand"] = edition.costs.expand
    record["cost_extra"] = edition.costs.extra_step
    record["cost_no_coin"] = edition.costs.no_coin
    record["spurn_points"] = edition.princess.spurn_points
    record["region_count_points"] = edition.scoring.region_count
    record["most_coins_points"] = edition.scoring.most_coins
    record["marker_points"] = edition.scoring.active_marker
    record["renown_points"] = edition.scoring.per_renown


def _rows(card: Card) -> list[Sequence[str]]:
    """The card's symbol rows: primary, upper secondary and, where there is one, lower secondary."""
    rows: list[Sequence[str]] = [card.primary, card.secondary_1]
    if card.secondary_2 is not None:
        rows.append(card.secondary_2)
    return rows


def _codes(symbols: Sequence[str]) -> npt.NDArray[np.int8]:
    """Symbol names as codes, padded with NO_SYMBOL; shape (10,), int8."""
    codes = np.full(MAX_SYMBOLS, NO_SYMBOL, dtype=np.int8)
    codes[: len(symbols)] = [SYMBOL_CODES[symbol] for symbol in symbols]
    return codes
