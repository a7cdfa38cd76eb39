"""The symbols of the action cards (A1 to A11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from .model import VIKINGS, Asking, Decision, Player, Table, Town, ask_town, town_words

PURCHASABLE = ("church", "raider", "step")


def perform_action(table: Table, player: Player, symbols: list[str]) -> Asking:
    """Resolves all symbols from left to right, then looks at the marriage track."""
    for symbol, count in grouped_symbols(symbols):
        if symbol in PURCHASABLE:
            yield from gain_and_buy(table, player, symbol, count)
        elif symbol == "expand":
            yield from expand(table, player)
        elif symbol == "liberate":
            yield from liberate(table, player)
        else:
            PLAIN_SYMBOLS[symbol](table, player)
    step_down(table, player)


def grouped_symbols(symbols: list[str]) -> Iterator[tuple[str, int]]:
    """Takes equal purchasable symbols in a row together, all others one by one."""  # A10
    for symbol, run in groupby(symbols):
        count = len(list(run))
        if symbol in PURCHASABLE:
            yield symbol, count
        else:
            yield from [(symbol, 1)] * count


def take_active_town(table: Table, player: Player) -> None:
    """Puts a disc on the active town and takes the marker."""  # A1
    assert table.active_town is not None
    assert table.active_town.is_free
    table.active_town.disc = player.seat
    table.marker = player.seat


def take_coin(table: Table, player: Player) -> None:
    """Takes a coin."""  # A2
    player.coins += 1


def pay_coin(table: Table, player: Player) -> None:
    """Returns a coin, or loses points for want of one; points never go below 0."""  # A3
    if player.coins > 0:
        player.coins -= 1
    else:
        player.points = max(0, player.points - table.edition["costs"]["no_coin"])


def take_renown(table: Table, player: Player) -> None:
    """Takes a renown token."""  # A4
    player.renown += 1


PLAIN_SYMBOLS: dict[str, Callable[[Table, Player], None]] = {
    "town": take_active_town,
    "coin": take_coin,
    "pay": pay_coin,
    "renown": take_renown,
}


def gain_and_buy(table: Table, player: Player, symbol: str, count: int) -> Asking:
    """Takes what the symbols in a row give, then lets the player buy more of it."""  # A5, A6, A7, A10
    for _ in range(count):
        if is_available(table, player, symbol):
            gain_one(table, player, symbol)
    price = table.edition["costs"]["extra_step"]
    while player.coins >= price and is_available(table, player, symbol):
        words = yield Decision(f"buy_{symbol}", player.seat, ["buy", "stop"])
        if words == "stop":
            break
        player.coins -= price
        gain_one(table, player, symbol)


def is_available(table: Table, player: Player, symbol: str) -> bool:
    """Whether one more can be had: raiders run out and the marriage track has a top; discs have no end."""
    if symbol == "raider":
        return table.battle_area > 0  # A6
    if symbol == "step":
        return player.space < len(table.edition["track"])  # A7
    return True  # A5, S6


def gain_one(table: Table, player: Player, symbol: str) -> None:
    """Takes one more of what the symbol gives."""
    if symbol == "church":
        player.church += 1  # A5
    elif symbol == "raider":
        table.battle_area -= 1  # A6
        player.raiders += 1
    else:
        player.space += 1  # A7


def expand(table: Table, player: Player) -> Asking:
    """Offers to pay for a disc on a town one road away."""  # A8
    price = table.edition["costs"]["expand"]
    targets = expansion_targets(table, player)
    if player.coins < price or not targets:
        return
    words = yield Decision("expand", player.seat, sorted([*town_words(targets), "stop"]))
    if words == "stop":
        return
    player.coins -= price
    table.towns[words.removeprefix("town ")].disc = player.seat


def expansion_targets(table: Table, player: Player) -> list[Town]:
    """The free towns next to a town that the player controls, without the active town."""  # A8
    return [
        town
        for town in table.free_towns()
        if town is not table.active_town and any(near.side == player.seat for near in town.neighbours)
    ]


def liberate(table: Table, player: Player) -> Asking:
    """Removes one Viking control token, if there is one."""  # A9
    town = yield from ask_town(table, "liberate", player.seat, table.towns_of(VIKINGS))
    if town is not None:
        town.viking = False


def step_down(table: Table, player: Player) -> None:
    """Moves a marriage disc that shares its space down to the next empty space, or to the first."""  # A11
    taken = {other.space for other in table.players if other is not player}
    while player.space > 1 and player.space in taken:
        player.space -= 1
