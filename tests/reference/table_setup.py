"""Setting the table (S1 to S4) from an edition and a deal."""

from __future__ import annotations

from typing import Any

from .model import ActionCard, Claim, Player, Table, Town


def set_table(edition: dict[str, Any], num_players: int, deal: dict[str, Any]) -> Table:
    """Lays out board, cards and players."""
    (row,) = (row for row in edition["setup"]["players"] if row["players"] == num_players)
    check_deal(edition, row, deal)
    return Table(
        edition=edition,
        players=[new_player(edition, seat) for seat in range(num_players)],
        towns=make_towns(edition),
        claims=make_claims(edition),
        cards={card["value"]: make_card(card) for card in edition["cards"]},
        marriage_pile=list(deal["marriage_pile"]),  # S3
        viking_deck=list(deal["viking_deck"]),  # S4
        action_decks=[list(deck) for deck in deal["action_decks"]],
        hand_size=row["hand"],
        rounds=row["rounds"],
        marker=deal["starting_seat"],  # S4
    )


def check_deal(edition: dict[str, Any], row: dict[str, Any], deal: dict[str, Any]) -> None:
    """Refuses a deal that does not fit the number of players.

    Raises:
        ValueError: A pile or a deck is not what the rules promise.
    """
    rounds = row["rounds"]
    lengths = {key: len(deal[key]) for key in ("marriage_pile", "viking_deck", "action_decks")}
    if set(lengths.values()) != {rounds} or rounds != row["marriages"] + 1:
        raise ValueError(f"{rounds} rounds, but the piles have {lengths}")
    if deal["marriage_pile"][-1] != edition["princess"]["id"]:  # S3
        raise ValueError("the Princess is not at the bottom of the marriage pile")
    values = sorted(card["value"] for card in edition["cards"])
    if any(sorted(deck) != values for deck in deal["action_decks"]):  # D1
        raise ValueError("an action deck is not the whole deck")
    if deal["starting_seat"] not in range(row["players"]):
        raise ValueError("no such starting seat")


def new_player(edition: dict[str, Any], seat: int) -> Player:
    """A player with what everyone starts with."""  # S1
    setup = edition["setup"]
    return Player(seat, coins=setup["coins"], renown=setup["renown"], points=setup["points"])


def make_towns(edition: dict[str, Any]) -> dict[str, Town]:
    """The towns, joined by the roads."""
    towns = {row["id"]: Town(row["id"], row["region"], row["colour"]) for row in edition["towns"]}
    for road in edition["roads"]:
        a, b = towns[road["a"]], towns[road["b"]]
        a.neighbours.append(b)
        b.neighbours.append(a)
    return towns


def make_claims(edition: dict[str, Any]) -> dict[str, Claim]:
    """The claim tokens, all face down."""  # S2
    return {row["id"]: Claim(row["id"], row["threshold"], row["points"]) for row in edition["regions"]}


def make_card(row: dict[str, Any]) -> ActionCard:
    """An action card with its upper and, if it has one, lower secondary action."""
    secondaries = {"upper": row["secondary_1"]}
    if "secondary_2" in row:
        secondaries["lower"] = row["secondary_2"]
    return ActionCard(row["value"], row["colour"], row["primary"], secondaries)
