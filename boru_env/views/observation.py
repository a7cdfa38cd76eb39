"""The observation of one seat, filled in one compiled call. What it holds is said in `layout`.

Nothing that the seat may not know is read here: other hands, selections, packs and unplayed cards, the card
set aside, and both decks beyond the current round.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import (
    MAX_SEATS,
    MAX_SPACES,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_MARRIAGES,
    NUM_REGIONS,
    NUM_VIKINGS,
)
from boru_env.rules import state as st
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled
from boru_env.rules.engine import fill_mask
from boru_env.views.layout import MAX_HAND, OBSERVATION_SIZE, offset, scale

Vector = npt.NDArray[np.float32]
"""(OBSERVATION_SIZE,) float32 in [0, 1]."""

# Where each field begins. Numba freezes module-level ints as constants.
PHASE = offset("phase")
ROUND = offset("round")
ROUNDS_LEFT = offset("rounds_left")
SEAT_EXISTS = offset("seat_exists")
SEAT_TO_ACT = offset("seat_to_act")
MARKER = offset("marker")
TRICK_WINNER = offset("trick_winner")
TAKER = offset("taker")
VICTIM = offset("victim")
CHURCH_LEADER = offset("church_leader")
ACTING_CARD = offset("acting_card")
ACTING_ROW = offset("acting_row")
POSITION = offset("position")
ACTIVE_TOWN = offset("active_town")
BATTLE_AREA = offset("battle_area")
MARRIAGE_CARD = offset("marriage_card")
MARRIAGES_SEEN = offset("marriages_seen")
VIKINGS_SEEN = offset("vikings_seen")
PRINCESS = offset("princess")
COINS = offset("coins")
RENOWN = offset("renown")
POINTS = offset("points")
RAIDERS = offset("raiders")
CHURCH = offset("church")
SPACE = offset("space")
HAND_SIZE = offset("hand_size")
SELECTED_SIZE = offset("selected_size")
PACK_SIZE = offset("pack_size")
MARRIAGES = offset("marriages")
CLAIM_FACE_UP = offset("claim_face_up")
CLAIM_HOLDER = offset("claim_holder")
TOWN_DISC = offset("town_disc")
TOWN_VIKING = offset("town_viking")
TOWN_MONASTERY = offset("town_monastery")
HAND = offset("hand")
SELECTED = offset("selected")
PACK = offset("pack")
UNPLAYED = offset("unplayed")
PICKED = offset("picked")
PASSED = offset("passed")
TRICK = offset("trick")
PLAYED = offset("played")
VOID = offset("void")
HANDS = offset("hands")
SELECTIONS = offset("selections")
PACKS = offset("packs")
ALL_UNPLAYED = offset("all_unplayed")
ALL_SET_ASIDE = offset("set_aside")
MARRIAGE_PILE = offset("marriage_pile")
VIKING_DECK = offset("viking_deck")

# By zone (UNDEALT, HAND, SELECTED, PACK, PLAYED, DISCARDED, UNPLAYED): where its cards are shown, each player's apart
# or not, whether all see them or only their own, and which size they count for.
ZONE_START = np.array([HAND, HAND, SELECTED, PACK, TRICK, PLAYED, UNPLAYED])
ZONE_STRIDE = np.array([0, 0, 0, 0, NUM_CARDS, NUM_CARDS, 0])
ZONE_IS_OPEN = np.array([0, 0, 0, 0, 1, 1, 0], np.uint8)
ZONE_IS_OWN = np.array([0, 1, 1, 1, 0, 0, 1], np.uint8)
ZONE_SIZE = np.array([HAND_SIZE, HAND_SIZE, SELECTED_SIZE, PACK_SIZE, HAND_SIZE, HAND_SIZE, HAND_SIZE])
ZONE_COUNTS = np.array([0, 1, 1, 1, 0, 0, 0], np.float32) / np.float32(MAX_HAND)

# Where each count is encoded as a half.
BATTLE_AREA_HALF = scale("battle_area")
COINS_HALF = scale("coins")
RENOWN_HALF = scale("renown")
POINTS_HALF = scale("points")
RAIDERS_HALF = scale("raiders")
CHURCH_HALF = scale("church")


@compiled
def observe(tables: Records, states: Records, i: int, seat: int, out: Vector) -> None:
    """Fill `out`, (OBSERVATION_SIZE,) float32, with what `seat` of row `i` knows. See `layout.FIELDS`."""
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
            out[ALL_SET_ASIDE + card] = 1
        elif zone == st.HAND:
            out[HANDS + seat * NUM_CARDS + card] = 1
        elif zone == st.SELECTED:
            out[SELECTIONS + seat * NUM_CARDS + card] = 1
        elif zone == st.PACK:
            out[PACKS + seat * NUM_CARDS + card] = 1
        elif zone == st.UNPLAYED:
            out[ALL_UNPLAYED + seat * NUM_CARDS + card] = 1
    for turn in range(s["rounds"]):
        put(out, MARRIAGE_PILE + turn * NUM_MARRIAGES, s["marriage_pile"][turn])
        put(out, VIKING_DECK + turn * NUM_VIKINGS, s["viking_deck"][turn])


@compiled
def fill_observation(t: Tables, s: State, seat: int, out: Vector) -> None:
    """Fill one seat's observation."""
    out[:] = 0
    fill_turn(s, seat, out)
    fill_revealed(s, out)
    fill_players(s, seat, out)
    fill_board(t, s, seat, out)
    fill_cards(s, seat, out)


@compiled
def put(out: Vector, start: int, index: int) -> None:
    """Set one 1 of a one-hot; NONE sets nothing."""
    if index >= 0:
        out[start + int(index)] = 1


@compiled
def put_seat(s: State, observer: int, out: Vector, start: int, seat: int) -> None:
    """Set one 1 of a one-hot over seats, relative to the observer; NONE sets nothing."""
    if seat >= 0:
        out[start + relative(s, observer, seat)] = 1


@compiled
def relative(s: State, observer: int, seat: int) -> int:
    """Give how many places to the left of the observer the seat sits."""
    place = int(seat) - int(observer)
    return place if place >= 0 else place + int(s["num_players"])


@compiled
def ratio(count: int, half: int) -> float:
    """Encode a count: 0 at 0, a half at `half`, towards 1."""
    return count / (count + half)


@compiled
def fill_turn(s: State, seat: int, out: Vector) -> None:
    """Fill where the game stands and what is being resolved."""
    put(out, PHASE, s["phase"])
    put(out, ROUND, s["round"])
    put(out, ROUNDS_LEFT, s["rounds"] - s["round"])
    for other in range(s["num_players"]):
        out[SEAT_EXISTS + other] = 1
    put_seat(s, seat, out, SEAT_TO_ACT, s["seat"])
    put_seat(s, seat, out, MARKER, s["marker"])
    put_seat(s, seat, out, TRICK_WINNER, s["winner"])
    put_seat(s, seat, out, TAKER, s["taker"])
    put_seat(s, seat, out, VICTIM, s["victim"])
    if s["phase"] == st.MONASTERY and s["step"] == st.STEP_CHURCH_LEADER:
        out[CHURCH_LEADER] = 1
    put(out, ACTING_CARD, s["acting_card"])
    put(out, ACTING_ROW, s["acting_row"])
    put(out, POSITION, s["position"])
    put(out, ACTIVE_TOWN, s["active_town"])


@compiled
def fill_revealed(s: State, out: Vector) -> None:
    """Fill the battle area and the cards revealed so far."""
    out[BATTLE_AREA] = ratio(s["battle_area"], BATTLE_AREA_HALF)
    put(out, MARRIAGE_CARD, s["marriage_card"])
    for turn in range(s["round"]):
        put(out, MARRIAGES_SEEN, s["marriage_pile"][turn])
        put(out, VIKINGS_SEEN, s["viking_deck"][turn])
    put(out, PRINCESS, s["princess"] - 1)


@compiled
def fill_players(s: State, seat: int, out: Vector) -> None:
    """Fill each player's tokens, space, claims and marriages."""
    for other in range(s["num_players"]):
        place = relative(s, seat, other)
        out[COINS + place] = ratio(s["coins"][other], COINS_HALF)
        out[RENOWN + place] = ratio(s["renown"][other], RENOWN_HALF)
        out[POINTS + place] = ratio(s["points"][other], POINTS_HALF)
        out[RAIDERS + place] = ratio(s["raiders"][other], RAIDERS_HALF)
        out[CHURCH + place] = ratio(s["church"][other], CHURCH_HALF)
        out[SPACE + place * MAX_SPACES + int(s["space"][other]) - 1] = 1
        for colour in range(NUM_COLOURS):
            out[VOID + place * NUM_COLOURS + colour] = s["void"][other] >> colour & 1
    for card in range(NUM_MARRIAGES):
        holder = s["marriage_holder"][card]
        if holder >= 0:
            out[MARRIAGES + relative(s, seat, holder) * NUM_MARRIAGES + card] = 1
    for region in range(NUM_REGIONS):
        out[CLAIM_FACE_UP + region] = s["claim_face_up"][region]
        put_seat(s, seat, out, CLAIM_HOLDER + region * MAX_SEATS, s["claim_holder"][region])


@compiled
def fill_board(t: Tables, s: State, seat: int, out: Vector) -> None:
    """Fill the towns."""
    n = int(s["num_players"])
    discs, vikings, monasteries = s["town_disc"], s["town_viking"], s["town_monastery"]
    for town in range(t["num_towns"]):
        owner = int(discs[town])
        if owner >= 0:
            side = owner - int(seat)
            side = side + n if side < 0 else side
            out[TOWN_DISC + town * MAX_SEATS + side] = 1
        out[TOWN_VIKING + town] = vikings[town]
        out[TOWN_MONASTERY + town] = monasteries[town]


@compiled
def zone_and_seat(s: State, card: int) -> tuple[int, int]:
    """Give the zone of a card (HAND, PACK, ...) and its seat, 0 for zones without one."""
    place = int(s["card_place"][card])
    if place < st.HAND:
        return place, 0
    return place - place % 8, place % 8


@compiled
def fill_cards(s: State, seat: int, out: Vector) -> None:
    """Fill the sizes of all hands, the seat's own cards, the cards played, and the draft's recall.

    No branches, here and in `recall_draft`: where 25 cards lie is as good as random, and each wrong guess of the
    processor costs more than a few needless steps.
    """
    n = int(s["num_players"])
    places = s["card_place"]
    for card in range(NUM_CARDS):
        place = int(places[card])
        zone, owner = place >> 3, place & 7
        side = owner - int(seat)
        side = side + n if side < 0 else side
        side = MAX_SEATS if owner >= MAX_SEATS else side
        shown = ZONE_IS_OPEN[zone] | (owner == seat) & ZONE_IS_OWN[zone]
        out[ZONE_START[zone] + ZONE_STRIDE[zone] * side + card] = shown
        out[ZONE_SIZE[zone] + side] += ZONE_COUNTS[zone]
    recall_draft(s, seat, out)


@compiled
def recall_draft(s: State, seat: int, out: Vector) -> None:
    """Fill which cards the seat picked and passed on, and at which selection.

    The pack dealt to `card_origin` is, at selection k, with the seat k - 1 places to its left.
    """
    n, now = int(s["num_players"]), int(s["draft_step"])
    origins, picks = s["card_origin"], s["card_pick"]
    for card in range(NUM_CARDS):
        origin, pick = int(origins[card]), int(picks[card])
        step = int(seat) - origin + 1
        step = step + n if step < 1 else step
        picked = ((pick == step) | (pick == step + n)) & (origin >= 0)
        row = pick - 1 if picked else 0
        out[PICKED + row * NUM_CARDS + card] = picked
        passed = (step < now) & ((pick == 0) | (pick > step)) & (origin >= 0)
        row = step - 1 if passed else 0
        out[PASSED + row * NUM_CARDS + card] = passed
