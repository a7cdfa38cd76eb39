"""The observation of one seat, filled in one compiled call. What it holds is said in `layout`.

Nothing that the seat may not know is read here: other hands, selections, packs and unplayed cards, the card
set aside, and both decks beyond the current round.
"""

import numpy as np

from boru_env.editions.tables import (
    MAX_SEATS,
    MAX_SPACES,
    MAX_TOWNS,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_MARRIAGES,
    NUM_REGIONS,
    NUM_VIKINGS,
)
from boru_env.rules import state as st
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled
from boru_env.rules.engine import fill_mask
from boru_env.views import offsets as at
from boru_env.views.layout import MAX_HAND, OBSERVATION_SIZE, scale
from boru_env.views.observed_cards import fill_cards, recall_draft
from boru_env.views.vectors import Vector, copy_flags, mark, put, put_seat, seat_at

# Where each count is encoded as a ratio x / (x + half), or a share x / MAX_HAND.
TOKENS = slice(at.COINS, at.CHURCH + MAX_SEATS)
TOKEN_HALVES = np.repeat(
    np.array([scale(name) for name in ("coins", "renown", "points", "raiders", "church")], np.float32), MAX_SEATS
)
BATTLE_AREA_HALF = np.float32(scale("battle_area"))
SIZES = slice(at.HAND_SIZE, at.PACK_SIZE + MAX_SEATS)

MAX_BYTE, MAX_COUNT = 255, 2**31 - 1
"""Where counts end: in the compact form, and in the state."""


@compiled
def observe(tables: Records, states: Records, i: int, seat: int, out: Vector) -> None:
    """Fill `out`, (OBSERVATION_SIZE,) float32 or uint8, with what `seat` of row `i` knows. See `layout.FIELDS`."""
    fill_observation(tables[0], states[i], seat, out[:OBSERVATION_SIZE])


@compiled
def observe_decision(tables: Records, states: Records, i: int, out: Vector, mask: Mask) -> None:
    """Fill what the seat to act of row `i` knows, and what it may do, in one call.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`; row `i` must not be over.
        i: row.
        out: (OBSERVATION_SIZE,) float32.
        mask: (80,) int8.
    """
    fill_observation(tables[0], states[i], states[i]["seat"], out)
    fill_mask(tables[0], states[i], mask)


@compiled
def full_state(tables: Records, states: Records, i: int, out: Vector) -> None:
    """Fill `out`, (FULL_STATE_SIZE,) float32, with everything: seat 0's view, then all that is hidden."""
    s = states[i]
    fill_observation(tables[0], s, 0, out)
    for card in range(NUM_CARDS):
        zone, seat = zone_and_seat(s, card)
        if zone == st.SET_ASIDE:
            out[at.ALL_SET_ASIDE + card] = 1
        elif zone == st.HAND:
            out[at.HANDS + seat * NUM_CARDS + card] = 1
        elif zone == st.SELECTED:
            out[at.SELECTIONS + seat * NUM_CARDS + card] = 1
        elif zone == st.PACK:
            out[at.PACKS + seat * NUM_CARDS + card] = 1
        elif zone == st.UNPLAYED:
            out[at.ALL_UNPLAYED + seat * NUM_CARDS + card] = 1
    for turn in range(s["rounds"]):
        put(out, at.MARRIAGE_PILE + turn * NUM_MARRIAGES, s["marriage_pile"][turn])
        put(out, at.VIKING_DECK + turn * NUM_VIKINGS, s["viking_deck"][turn])


@compiled
def fill_observation(t: Tables, s: State, seat: int, out: Vector) -> None:
    """Fill one seat's observation: first all numbers as they are, then counts scaled to [0, 1] unless compact."""
    compact = out.itemsize == 1
    out[:] = 0
    fill_turn(s, seat, out)
    fill_revealed(s, out)
    fill_tokens(s, seat, out, MAX_BYTE if compact else MAX_COUNT)
    fill_holdings(s, seat, out)
    fill_board(s, seat, out)
    fill_cards(s, seat, out)
    recall_draft(s, seat, out)
    if not compact:
        scale_counts(out)


@compiled
def zone_and_seat(s: State, card: int) -> tuple[int, int]:
    """Give the zone of a card (HAND, PACK, ...) and its seat, 0 for zones without one."""
    place = int(s["card_place"][card])
    if place < st.HAND:
        return place, 0
    return place - place % 8, place % 8


@compiled
def fill_turn(s: State, seat: int, out: Vector) -> None:
    """Fill where the game stands and what is being resolved."""
    put(out, at.PHASE, s["phase"])
    put(out, at.ROUND, s["round"])
    put(out, at.ROUNDS_LEFT, s["rounds"] - s["round"])
    for other in range(s["num_players"]):
        out[at.SEAT_EXISTS + other] = 1
    put_seat(s, seat, out, at.SEAT_TO_ACT, s["seat"])
    put_seat(s, seat, out, at.MARKER, s["marker"])
    put_seat(s, seat, out, at.TRICK_WINNER, s["winner"])
    put_seat(s, seat, out, at.TAKER, s["taker"])
    put_seat(s, seat, out, at.VICTIM, s["victim"])
    if s["phase"] == st.MONASTERY and s["step"] == st.STEP_CHURCH_LEADER:
        out[at.CHURCH_LEADER] = 1
    put(out, at.ACTING_CARD, s["acting_card"])
    put(out, at.ACTING_ROW, s["acting_row"])
    put(out, at.POSITION, s["position"])
    put(out, at.ACTIVE_TOWN, s["active_town"])


@compiled
def fill_revealed(s: State, out: Vector) -> None:
    """Fill the cards revealed so far."""
    put(out, at.MARRIAGE_CARD, s["marriage_card"])
    for turn in range(s["round"]):
        put(out, at.MARRIAGES_SEEN, s["marriage_pile"][turn])
        put(out, at.VIKINGS_SEEN, s["viking_deck"][turn])
    put(out, at.PRINCESS, s["princess"] - 1)


@compiled
def fill_tokens(s: State, seat: int, out: Vector, cap: int) -> None:
    """Fill all counts, none larger than `cap`, and each player's space."""
    out[at.BATTLE_AREA] = min(int(s["battle_area"]), cap)
    for side in range(s["num_players"]):
        other = seat_at(s, seat, side)
        out[at.COINS + side] = min(int(s["coins"][other]), cap)
        out[at.RENOWN + side] = min(int(s["renown"][other]), cap)
        out[at.POINTS + side] = min(int(s["points"][other]), cap)
        out[at.RAIDERS + side] = min(int(s["raiders"][other]), cap)
        out[at.CHURCH + side] = min(int(s["church"][other]), cap)
        out[at.SPACE + side * MAX_SPACES + int(s["space"][other]) - 1] = 1


@compiled
def fill_holdings(s: State, seat: int, out: Vector) -> None:
    """Fill who holds which marriages and claims, and what T8 has shown."""
    for side in range(s["num_players"]):
        other = seat_at(s, seat, side)
        mark(out, at.MARRIAGES + side * NUM_MARRIAGES, s["marriage_holder"], other)
        void = int(s["void"][other])
        for colour in range(NUM_COLOURS):
            out[at.VOID + side * NUM_COLOURS + colour] = void >> colour & 1
    for region in range(NUM_REGIONS):
        out[at.CLAIM_FACE_UP + region] = s["claim_face_up"][region]
        put_seat(s, seat, out, at.CLAIM_HOLDER + region * MAX_SEATS, s["claim_holder"][region])


@compiled
def fill_board(s: State, seat: int, out: Vector) -> None:
    """Fill the towns."""
    for side in range(s["num_players"]):
        mark(out, at.TOWN_DISC + side * MAX_TOWNS, s["town_disc"], seat_at(s, seat, side))
    copy_flags(out, at.TOWN_VIKING, s["town_viking"])
    copy_flags(out, at.TOWN_MONASTERY, s["town_monastery"])


@compiled
def scale_counts(out: Vector) -> None:
    """Scale all counts to [0, 1]: tokens as ratios, sizes as shares. Every quotient is rounded once."""
    area = np.float32(out[at.BATTLE_AREA])
    out[at.BATTLE_AREA] = area / (area + BATTLE_AREA_HALF)
    tokens = out[TOKENS.start : TOKENS.stop]
    for index in range(len(tokens)):
        tokens[index] = tokens[index] / (tokens[index] + TOKEN_HALVES[index])
    sizes = out[SIZES.start : SIZES.stop]
    for index in range(len(sizes)):
        sizes[index] = sizes[index] / np.float32(MAX_HAND)
