"""A position as JSON: everything, or what lies open to a seat. The format is `boru-state/1`."""

import hashlib
import json
from typing import Any

from boru_env.editions import Edition
from boru_env.editions.tables import NUM_CARDS
from boru_env.rules import state as st
from boru_env.rules.compiled import State

FORMAT = "boru-state/1"
PRINCESS_WORDS = (None, "support", "trade")


def state_to_json(edition: Edition, s: State) -> dict[str, Any]:
    """Give the full information of a position, as plain Python values."""
    num_players, turn, rounds = int(s["num_players"]), int(s["round"]), int(s["rounds"])
    over = s["phase"] == st.GAME_OVER
    state: dict[str, Any] = {
        "format": FORMAT,
        "edition": edition.id,
        "num_players": num_players,
        "round": turn,
        "rounds": rounds,
        "phase": st.PHASE_NAMES[s["phase"]],
        "seat_to_act": _or_none(s["seat"]),
        "marker": int(s["marker"]),
        "active_town": None if s["active_town"] < 0 else edition.town_ids[s["active_town"]],
        "battle_area": int(s["battle_area"]),
        "marriage_card": None if s["marriage_card"] < 0 else edition.marriage_ids[s["marriage_card"]],
        "marriage_pile": [edition.marriage_ids[card] for card in s["marriage_pile"][turn:rounds]],
        "viking_deck": [edition.viking_ids[card] for card in s["viking_deck"][turn:rounds]],
        "set_aside": next(iter(_values(s, st.SET_ASIDE, 1)), None),
        "discarded": _values(s, st.DISCARDED, 8),
        "towns": {town: _town(s, i) for i, town in enumerate(edition.town_ids)},
        "claims": {
            region: {"face_up": bool(s["claim_face_up"][i]), "holder": _or_none(s["claim_holder"][i])}
            for i, region in enumerate(edition.region_ids)
        },
        "players": [_player(edition, s, seat, over) for seat in range(num_players)],
    }
    if over:
        state["winners"] = [seat for seat in range(num_players) if s["winners"][seat]]
    return state


def state_seen_by(edition: Edition, s: State, seat: int | None) -> dict[str, Any]:
    """Give what lies open, and the seat's own cards; every hidden value is None, lengths stay.

    Args:
        edition: the game's edition.
        s: the position.
        seat: whose cards are shown; None for a spectator, who sees no hand.
    """
    state = state_to_json(edition, s)
    state["set_aside"] = None
    for pile in ("marriage_pile", "viking_deck"):
        state[pile] = [None] * len(state[pile])
    for other, player in enumerate(state["players"]):
        if other != seat:
            for cards in ("hand", "selected", "pack"):
                player[cards] = [None] * len(player[cards])
            player["unplayed"] = None
    return state


def state_sha256(state: dict[str, Any]) -> str:
    """Give the hash of a position: SHA-256 of its JSON with sorted keys, no spaces, ASCII only."""
    text = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _player(edition: Edition, s: State, seat: int, over: bool) -> dict[str, Any]:
    played, unplayed = _values(s, st.PLAYED + seat, 1), _values(s, st.UNPLAYED + seat, 1)
    holder = s["marriage_holder"] == seat
    player = {
        "coins": int(s["coins"][seat]),
        "renown": int(s["renown"][seat]),
        "points": int(s["points"][seat]),
        "raiders": int(s["raiders"][seat]),
        "church": int(s["church"][seat]),
        "space": int(s["space"][seat]),
        "hand": _values(s, st.HAND + seat, 1),
        "selected": _values(s, st.SELECTED + seat, 1),
        "pack": _values(s, st.PACK + seat, 1),
        "played": played[0] if played else None,
        "unplayed": unplayed[0] if unplayed else None,
        "marriages": sorted(name for name, held in zip(edition.marriage_ids, holder, strict=True) if held),
        "princess": PRINCESS_WORDS[s["princess"]] if holder[-1] else None,
    }
    if over:
        player["final_points"] = int(s["final_points"][seat])
    return player


def _town(s: State, town: int) -> dict[str, Any]:
    return {
        "disc": _or_none(s["town_disc"][town]),
        "viking": bool(s["town_viking"][town]),
        "monastery": bool(s["town_monastery"][town]),
    }


def _values(s: State, place: int, width: int) -> list[int]:
    """Give the values of the cards at the places `place` .. `place + width - 1`, ascending."""
    places = s["card_place"].tolist()
    return [card + 1 for card in range(NUM_CARDS) if place <= places[card] < place + width]


def _or_none(number: Any) -> int | None:
    return None if number < 0 else int(number)
