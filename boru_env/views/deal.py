"""The deal: all chance of a game, in words."""

from collections.abc import Mapping
from typing import Any

from boru_env.editions import Edition
from boru_env.editions.tables import NUM_CARDS, PRINCESS
from boru_env.errors import DealError, brief
from boru_env.rules.compiled import State

KEYS = ("starting_seat", "marriage_pile", "viking_deck", "action_decks")


def deal_to_json(edition: Edition, s: State) -> dict[str, Any]:
    """Give the deal of a game: starting seat, both piles by id, one deck of 25 card values a round."""
    rounds = int(s["rounds"])
    return {
        "starting_seat": int(s["starting_seat"]),
        "marriage_pile": [edition.marriage_ids[card] for card in s["marriage_pile"][:rounds]],
        "viking_deck": [edition.viking_ids[card] for card in s["viking_deck"][:rounds]],
        "action_decks": [[int(card) + 1 for card in deck] for deck in s["decks"][:rounds]],
    }


def fill_deal(edition: Edition, s: State, deal: Mapping[str, Any]) -> None:
    """Write a checked deal into a cleared state.

    Args:
        edition: the edition that the deal is for.
        s: a state that `engine.clear` has emptied.
        deal: as `deal_to_json` gives it.

    Raises:
        DealError: the deal does not fit the edition or the number of players; `s` is then useless.
    """
    if not isinstance(deal, Mapping):
        raise DealError(f"deal: is {type(deal).__name__}; it must be a mapping with {', '.join(KEYS)}")
    for key in KEYS:
        if key not in deal:
            raise DealError(f"deal: key {key!r} is missing; a deal has {', '.join(KEYS)}")
    for key in deal:
        if key not in KEYS:
            raise DealError(f"deal: key {brief(key)} is unknown; a deal has {', '.join(KEYS)}")
    rounds = int(s["rounds"])
    s["starting_seat"] = _seat(deal["starting_seat"], int(s["num_players"]))
    pile = _cards("marriage_pile", deal["marriage_pile"], edition.marriage_ids, rounds)
    princess = edition.marriage_ids[PRINCESS]
    if pile[-1] != PRINCESS:
        raise DealError(f"deal: marriage_pile ends with {deal['marriage_pile'][-1]!r}; it must be {princess!r} (S3)")
    s["marriage_pile"][:rounds] = pile
    s["viking_deck"][:rounds] = _cards("viking_deck", deal["viking_deck"], edition.viking_ids, rounds)
    decks = _list("action_decks", deal["action_decks"], rounds, "decks, one a round")
    values = tuple(range(1, NUM_CARDS + 1))
    for turn, deck in enumerate(decks):
        s["decks"][turn] = _cards(f"action_decks[{turn}]", deck, values, NUM_CARDS)


def _seat(seat: object, num_players: int) -> int:
    if type(seat) is not int or not 0 <= seat < num_players:
        raise DealError(f"deal: starting_seat is {brief(seat)}; it must be a whole number 0..{num_players - 1}")
    return seat


def _list(where: str, value: object, length: int, what: str) -> list[Any]:
    if not isinstance(value, (list, tuple)) or len(value) != length:
        given = f"{len(value)} of them" if isinstance(value, (list, tuple)) else type(value).__name__
        raise DealError(f"deal: {where} is {given}; it must be a list of {length} {what}")
    return list(value)


def _cards(where: str, value: object, known: tuple[Any, ...], length: int) -> list[int]:
    """Check a list of cards, each known and none twice; give their indices."""
    kind = type(known[0])
    indices = []
    for place, card in enumerate(_list(where, value, length, "cards")):
        if type(card) is not kind or card not in known:
            raise DealError(f"deal: {where}[{place}] is {brief(card)}; it must be one of {_shown(known)}")
        index = known.index(card)
        if index in indices:
            raise DealError(f"deal: {where}[{place}] is {brief(card)}, which is in the list already")
        indices.append(index)
    return indices


def _shown(known: tuple[Any, ...]) -> str:
    if isinstance(known[0], int):
        return f"the card values {known[0]}..{known[-1]}"
    return ", ".join(known)
