"""What a decision brought about, in words.

It is read off two positions as a spectator sees them, so nothing hidden is in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boru_env import Edition
from boru_env.views.drawing.tracks import marriage_words

Facts = Mapping[str, Any]

COUNTS = {
    "points": ("point", "points"),
    "coins": ("coin", "coins"),
    "renown": ("renown", "renown"),
    "raiders": ("raider", "raiders"),
    "church": ("church disc", "church discs"),
}


def happened(edition: Edition, before: Facts, after: Facts, names: Sequence[str]) -> list[str]:
    """Say line by line what has changed.

    Args:
        edition: the game's edition.
        before: the position before, of `Game.seen_by(None)`.
        after: the position after, likewise.
        names: the players' names by seat.
    """
    lines = [*_towns(edition, before, after, names), *_claims(edition, before, after, names)]
    lines += [*_players(edition, before, after, names), *_turn(edition, before, after, names)]
    return lines


def _towns(edition: Edition, before: Facts, after: Facts, names: Sequence[str]) -> Iterator[str]:
    for town in edition.file.towns:
        old, new = before["towns"][town.id], after["towns"][town.id]
        if old["disc"] is None and new["disc"] is not None:
            yield f"{town.name} is now {names[new['disc']]}'s"
        if new["viking"] and not old["viking"]:
            yield f"{town.name} falls to the Vikings"
        if old["viking"] and not new["viking"]:
            yield f"{town.name} is free of the Vikings: {names[new['disc']]}'s again"
        if new["monastery"] and not old["monastery"]:
            yield f"{town.name} has a monastery"


def _claims(edition: Edition, before: Facts, after: Facts, names: Sequence[str]) -> Iterator[str]:
    for region in edition.file.regions:
        old, new = before["claims"][region.id], after["claims"][region.id]
        if new["face_up"] and not old["face_up"]:
            yield f"{region.name}: the token turns up"
        if old["holder"] != new["holder"]:
            goes = "goes back to the board" if new["holder"] is None else f"is now {names[new['holder']]}'s"
            yield f"{region.name}: the token {goes}"


def _players(edition: Edition, before: Facts, after: Facts, names: Sequence[str]) -> Iterator[str]:
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        moved = []
        for key, (one, many) in COUNTS.items():
            change = new[key] - old[key]
            if change:
                moved.append(f"{change:+d} {one if abs(change) == 1 else many}")
        if old["space"] != new["space"]:
            moved.append(f"marriage track {old['space']} to {new['space']}")
        if moved:
            yield f"{names[seat]}: {', '.join(moved)}"
        for card in sorted(set(new["marriages"]) - set(old["marriages"])):
            yield f"{names[seat]} marries: {marriage_words(edition, card)[0]}"
    if before["marker"] != after["marker"]:
        yield f"{names[after['marker']]} takes the active town marker"


def _turn(edition: Edition, before: Facts, after: Facts, names: Sequence[str]) -> Iterator[str]:
    if before["round"] != after["round"]:
        offered = after["marriage_card"]
        offer = f"; on offer: {marriage_words(edition, offered)[0]}" if offered else ""
        yield f"Round {after['round']} of {after['rounds']}: {after['battle_area']} raiders come{offer}"
    if "winners" in after:
        yield f"The game is over, won by {' and '.join(names[seat] for seat in after['winners'])}"
