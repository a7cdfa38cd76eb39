"""The state as JSON with full information, and its hash."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from .model import Claim, Player, Table, Town


def state_json(table: Table, phase: str, seat: int | None) -> dict[str, Any]:
    """Writes the whole table down.

    Args:
        table: What lies on the table.
        phase: What is asked, or `game_over`.
        seat: Who is asked; None at the end.
    """
    is_over = phase == "game_over"
    state = {
        "format": "boru-state/1",
        "edition": table.edition["id"],
        "num_players": len(table.players),
        "round": table.round,
        "rounds": table.rounds,
        "phase": phase,
        "seat_to_act": seat,
        "marker": table.marker,
        "active_town": table.active_town.id if table.active_town else None,
        "battle_area": table.battle_area,
        "marriage_card": table.marriage_card,
        "marriage_pile": list(table.marriage_pile),
        "viking_deck": list(table.viking_deck),
        "set_aside": table.set_aside,
        "discarded": list(table.discarded),
        "towns": {town.id: town_json(town) for town in table.towns.values()},
        "claims": {claim.region: claim_json(claim) for claim in table.claims.values()},
        "players": [player_json(player, is_over) for player in table.players],
    }
    return {**state, "winners": table.winners} if is_over else state


def town_json(town: Town) -> dict[str, Any]:
    """What lies on a town."""
    return {"disc": town.disc, "viking": town.viking, "monastery": town.monastery}


def claim_json(claim: Claim) -> dict[str, Any]:
    """How a claim token lies, and before whom."""
    return {"face_up": claim.face_up, "holder": claim.holder}


def player_json(player: Player, is_over: bool) -> dict[str, Any]:
    """What belongs to a player, at the end with the final points."""
    state = {
        "coins": player.coins,
        "renown": player.renown,
        "points": player.points,
        "raiders": player.raiders,
        "church": player.church,
        "space": player.space,
        "hand": list(player.hand),
        "selected": list(player.selected),
        "pack": list(player.pack),
        "played": player.played,
        "unplayed": player.unplayed,
        "marriages": list(player.marriages),
        "princess": player.princess,
    }
    return {**state, "final_points": player.final_points} if is_over else state


def state_sha256(state: dict[str, Any]) -> str:
    """The SHA-256 of a state: of its JSON with sorted keys, no spaces, ASCII only."""
    text = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
