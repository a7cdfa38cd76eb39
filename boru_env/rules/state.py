"""The state of one game: one record of `STATE`, for every number of players.

A copy is a memcpy, a save is the bytes, a batch is an array. All numbers that the rules leave unlimited (S6)
are int32. The last column of each field says who may see it: everyone, its seat, or nobody. The record is packed:
padding would not be copied, and equal games would differ in their bytes.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import (
    MAX_SEATS,
    MAX_TOWNS,
    NUM_CARDS,
    NUM_MARRIAGES,
    NUM_REGIONS,
)
from boru_env.rules.compiled import Records, State, Tables, compiled

MAX_ROUNDS = 7
"""A round needs a Viking card, and there are seven (P1)."""

NONE = -1
"""No seat, no town, no card. Never used as an index."""

# Phases: what is asked, in the order of the game. The names are those of the file formats.
PLACE_START = 0  # S5
DRAFT = 1  # D2
CHOOSE_TOWN = 2  # T2
PLAY_CARD = 3  # T2, T3
CHOOSE_SECONDARY = 4  # T5
BUY_CHURCH = 5  # A5
BUY_RAIDER = 6  # A6
BUY_STEP = 7  # A7
EXPAND = 8  # A8
LIBERATE = 9  # A9
MARRIAGE_TOWN = 10  # M1
PRINCESS_CHOICE = 11  # M4
TRACK_TOWN = 12  # M5
RAID_TOWN = 13  # B2
MONASTERY = 14  # C1, C4
GAME_OVER = 15
PHASE_NAMES = (
    "place_start",
    "draft",
    "choose_town",
    "play_card",
    "choose_secondary",
    "buy_church",
    "buy_raider",
    "buy_step",
    "expand",
    "liberate",
    "marriage_town",
    "princess",
    "track_town",
    "raid_town",
    "monastery",
    "game_over",
)
NUM_PHASES = len(PHASE_NAMES)
RUNNING = 100
"""The phase while nothing is asked: the rules run on. Never seen outside the engine."""

# Steps: where the rules go on once nothing is asked, in the order of the game.
STEP_START = 0  # S5
STEP_PREPARE = 1  # P
STEP_DEAL = 2  # D1
STEP_DRAFT = 3  # D2
STEP_LEAD = 4  # T1, T2, T7
STEP_PLAY = 5  # T3
STEP_RESOLVE = 6  # T5
STEP_SYMBOL = 7  # A
STEP_PURCHASE = 8  # A5, A6, A7
STEP_SETTLE = 9  # A11, T6
STEP_MARRIAGE = 10  # M1, M3
STEP_FAREWELL = 11  # M2
STEP_TRACK = 12  # M5
STEP_BATTLE = 13  # B1
STEP_RAID = 14  # B2, B3
STEP_SPOILS = 15  # B4, B5
STEP_CHURCH = 16  # C1
STEP_CHURCH_LEADER = 17  # C1
STEP_CHURCH_POINT = 18  # C2
STEP_CHURCH_FOUR = 19  # C4
STEP_REGIONS = 20  # R

# Places of an action card: one of these plus, from HAND on, its seat.
UNDEALT = 0
SET_ASIDE = 1
HAND = 8
SELECTED = 16
PACK = 24
PLAYED = 32
DISCARDED = 40
UNPLAYED = 48

NO_CHOICE, SUPPORT, TRADE = 0, 1, 2
"""What the holder of the Princess chose (M4)."""

STATE = np.dtype(
    [
        # field            dtype   shape                     range; meaning; who may see it
        ("key", np.uint32, (2,)),  # (2,)      the game's key of the generator; nobody
        ("counter", np.uint32),  # ()        numbers drawn so far; nobody
        ("num_players", np.int8),  # ()        3..5; everyone
        ("rounds", np.int8),  # ()        rounds of this game; everyone
        ("round", np.int8),  # ()        0 while the first discs are placed, then 1..rounds; everyone
        ("phase", np.int8),  # ()        0..15, see PHASE_NAMES; everyone
        ("step", np.int8),  # ()        where the rules go on; everyone
        ("seat", np.int8),  # ()        the seat to act, -1 at the end; everyone
        ("cursor", np.int8),  # ()        seats done in this step, from the marker clockwise; everyone
        ("position", np.int8),  # ()        symbols or rewards done in the row being resolved; everyone
        ("starting_seat", np.int8),  # ()        S4; everyone
        ("marker", np.int8),  # ()        holder of the active town marker; everyone
        ("active_town", np.int8),  # ()        -1 = none; everyone
        ("must_match", np.uint8),  # ()        1 = the leader still has to match a town (T2), 0 = T8, T9; its seat
        ("winner", np.int8),  # ()        winner of the trick, -1 = none (yet); everyone
        ("acting_card", np.int8),  # ()        0..24, the card being resolved, -1 = none; everyone
        ("acting_row", np.int8),  # ()        0 primary, 1 upper, 2 lower, -1 = none (yet); everyone
        ("draft_step", np.int8),  # ()        1.. = which selection of the draft; everyone
        ("taker", np.int8),  # ()        who takes the marriage card, until M5 is done, or -1; everyone
        ("victim", np.int8),  # ()        whose town is lost while B2 is asked, or -1; everyone
        ("princess", np.int8),  # ()        NO_CHOICE, SUPPORT or TRADE; everyone
        ("battle_area", np.int32),  # ()        raiders in the battle area; everyone
        ("marriage_card", np.int8),  # ()        0..7, the card on offer, -1 = none; everyone
        ("marriage_pile", np.int8, (MAX_ROUNDS,)),  # (7,) cards in order; everyone up to `round`, then nobody
        ("viking_deck", np.int8, (MAX_ROUNDS,)),  # (7,) cards in order; everyone up to `round`, then nobody
        ("marriage_holder", np.int8, (NUM_MARRIAGES,)),  # (8,) seat or -1; everyone
        ("town_disc", np.int8, (MAX_TOWNS,)),  # (48,) seat whose disc lies there, -1 = free; everyone
        ("town_viking", np.uint8, (MAX_TOWNS,)),  # (48,) 1 = Viking control token; everyone
        ("town_monastery", np.uint8, (MAX_TOWNS,)),  # (48,) 1 = monastery; everyone
        ("claim_face_up", np.uint8, (NUM_REGIONS,)),  # (8,) 1 = face up; everyone
        ("claim_holder", np.int8, (NUM_REGIONS,)),  # (8,) seat, -1 = on the board; everyone
        ("coins", np.int32, (MAX_SEATS,)),  # (5,) everyone
        ("renown", np.int32, (MAX_SEATS,)),  # (5,) everyone
        ("points", np.int32, (MAX_SEATS,)),  # (5,) the score track; everyone
        ("raiders", np.int32, (MAX_SEATS,)),  # (5,) everyone
        ("church", np.int32, (MAX_SEATS,)),  # (5,) discs in the church area; everyone
        ("space", np.int8, (MAX_SEATS,)),  # (5,) 1.. on the marriage track; everyone
        ("final_points", np.int32, (MAX_SEATS,)),  # (5,) points with F added, 0 before the end; everyone
        ("winners", np.uint8, (MAX_SEATS,)),  # (5,) 1 = wins or shares the win (F7), 0 before; everyone
        ("void", np.uint8, (MAX_SEATS,)),  # (5,) bit c = showed by T8 to hold no card of colour c; everyone
        ("card_place", np.int8, (NUM_CARDS,)),  # (25,) see the places above; by place
        ("card_origin", np.int8, (NUM_CARDS,)),  # (25,) seat it was dealt to this round, -1; who saw the pack
        (
            "card_pick",
            np.int8,
            (NUM_CARDS,),
        ),  # (25,) draft step at which it was taken, 0 = not; who saw it go
        (
            "decks",
            np.int8,
            (MAX_ROUNDS, NUM_CARDS),
        ),  # (7, 25) cards 0..24 in the order dealt, by round; nobody
    ],
)


def blank_state() -> Records:
    """Give a (1,) `STATE` of zeros. NumPy's own way takes seven times as long for a record of this size."""
    return np.frombuffer(bytearray(STATE.itemsize), STATE)


def copy_states(states: Records) -> Records:
    """Give a copy of (N,) `STATE` as one block of bytes; `ndarray.copy` goes field by field, 25 times as slowly."""
    return np.frombuffer(bytearray(states.tobytes()), STATE)


@compiled
def ask(s: State, phase: int, seat: int) -> None:
    """Stop here: `seat` has to decide."""
    s["phase"] = phase
    s["seat"] = seat


@compiled
def from_marker(s: State) -> int:
    """Give the seat whose turn it is when `cursor` seats, clockwise from the marker holder, are done."""
    seat, n = int(s["marker"]) + int(s["cursor"]), int(s["num_players"])
    return seat - n if seat >= n else seat


@compiled
def left_of(s: State, seat: int) -> int:
    """Give the next seat clockwise."""
    return int(seat) + 1 if seat + 1 < s["num_players"] else 0


@compiled
def is_free(s: State, town: int) -> bool:
    """Tell whether no disc lies on the town."""
    return bool(s["town_disc"][town] == NONE)


@compiled
def controls(s: State, seat: int, town: int) -> bool:
    """Tell whether the seat's disc lies on the town with no Viking control token on top."""
    return bool((s["town_disc"][town] == seat) & (s["town_viking"][town] == 0))


@compiled
def place_disc(s: State, seat: int, town: int) -> None:
    """Put a disc of the seat on a free town."""
    s["town_disc"][town] = seat


@compiled
def any_free_town(t: Tables, s: State) -> bool:
    """Tell whether some town is free."""
    for town in range(t["num_towns"]):
        if is_free(s, town):
            return True
    return False


@compiled
def most_alone(s: State, counts: npt.NDArray[np.int32]) -> int:
    """Give the seat that alone has the most, at least one; NONE if the most is shared or zero."""
    best, seat = 0, NONE
    for other in range(s["num_players"]):
        if counts[other] > best:
            best, seat = counts[other], other
        elif counts[other] == best:
            seat = NONE
    return seat
