"""What a seat can count: the board in its own numbers, once a decision.

Only what the seat knows is read: its own hand, all that lies open, and how much of the rest it has not seen.
"""

import numpy as np

from boru_env.editions.tables import MAX_SEATS, MAX_SYMBOLS, NUM_CARDS, NUM_REGIONS, WHITE
from boru_env.rules import state as st
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.strength import NUM_SIDES, strengths

VALUES = np.dtype(
    [
        ("me", np.int64),  # the seat
        ("rounds_left", np.int64),  # rounds after this one
        ("tricks_left", np.int64),  # tricks of this round after the present one
        ("hand_size", np.int64),  # own cards in hand
        ("played", np.int64),  # cards in the trick
        ("num_unseen", np.int64),  # cards that may be in others' hands
        ("strength", np.int32, (NUM_REGIONS, MAX_SEATS + 1)),  # R1, by seat; the Vikings last
        ("total", np.int64, (NUM_REGIONS,)),  # strength of all sides together
        ("own", np.int64, (NUM_REGIONS,)),  # one's own
        ("rival", np.int64, (NUM_REGIONS,)),  # the strongest other side's
        ("free", np.uint8, (NUM_REGIONS,)),  # whether the region has a free town
        ("sites", np.uint8, (NUM_REGIONS,)),  # whether there is an own town for a monastery
        ("higher", np.int8, (NUM_CARDS, WHITE)),  # unseen cards that beat a card in a town of each colour
        ("beaten", np.uint8, (NUM_CARDS, WHITE)),  # whether a card of the trick does
        ("late", np.float64),  # 1 in the last round, less before
        ("coin", np.float64),  # worth of a coin
        ("steepness", np.float64),  # how safe a lead on a track is
        ("region", np.float64, (NUM_REGIONS,)),  # worth of each region as it stands
        ("town", np.float64, (NUM_REGIONS,)),  # worth of a free town of each region
        ("best_town", np.float64),  # the best of them, 0 without one
        ("best_site", np.float64),  # the best monastery, 0 without one
        ("one_more_region", np.float64),  # F6: worth of a region more
        ("support", np.float64),  # M4: worth of military support
        ("trade", np.float64),  # M4: worth of trade
        ("marriage", np.float64),  # worth of the marriage card on offer
        ("church", np.float64),  # worth of the discs in the church area as they are
        ("raiders", np.float64),  # worth of the raiders as they are
        ("track", np.float64),  # worth of the space on the marriage track as it is
        ("runs", np.float64, (3, MAX_SYMBOLS + 1)),  # worth of runs of church, raider, step; NaN: not asked yet
    ],
    align=True,
)
"""What a decision is judged by."""

Weights = np.void
"""One record of `WEIGHTS`. Compiled functions call it `w`."""

Values = np.void
"""One record of `VALUES`. Compiled functions call it `v`."""


@compiled
def count(t: Tables, s: State, seat: int, v: Values) -> None:
    """Fill what the seat can count."""
    v["me"] = seat
    v["rounds_left"] = s["rounds"] - s["round"]
    v["strength"][:] = strengths(t, s)
    count_regions(seat, v)
    count_towns(t, s, seat, v)
    count_hand(t, s, seat, v)
    if s["phase"] == st.CHOOSE_TOWN or s["phase"] == st.PLAY_CARD:
        count_cards(t, s, seat, v)


@compiled
def count_regions(seat: int, v: Values) -> None:
    """Fill who is how strong in each region."""
    for region in range(NUM_REGIONS):
        total, rival = 0, 0
        for side in range(NUM_SIDES):
            strength = int(v["strength"][region, side])
            total += strength
            rival = max(rival, strength * int(side != seat))
        v["total"][region], v["rival"][region] = total, rival
        v["own"][region] = v["strength"][region, seat]


@compiled
def count_towns(t: Tables, s: State, seat: int, v: Values) -> None:
    """Fill which regions have free towns, and own towns without a monastery."""
    v["free"][:] = False
    v["sites"][:] = False
    for town in range(t["num_towns"]):
        region = t["town_region"][town]
        v["free"][region] |= st.is_free(s, town)
        v["sites"][region] |= st.controls(s, seat, town) & (s["town_monastery"][town] == 0)


@compiled
def count_hand(t: Tables, s: State, seat: int, v: Values) -> None:
    """Fill the size of the hand, and the tricks left."""
    hand = 0
    for card in range(NUM_CARDS):
        hand += s["card_place"][card] == st.HAND + seat
    v["hand_size"] = hand
    if s["phase"] == st.DRAFT or s["phase"] == st.PLACE_START:
        hand = int(t["hand_size"][s["num_players"]])
    v["tricks_left"] = max(0, hand - 1)


@compiled
def count_cards(t: Tables, s: State, seat: int, v: Values) -> None:
    """Fill which cards beat which. Unseen is all that is neither one's own nor open."""
    played, unseen = 0, 0
    for card in range(NUM_CARDS):
        played += is_in_trick(s, card)
        unseen += is_unseen(s, seat, card)
    v["played"], v["num_unseen"] = played, unseen
    for colour in range(WHITE):
        higher, beaten = 0, False
        for card in range(NUM_CARDS - 1, -1, -1):
            v["higher"][card, colour], v["beaten"][card, colour] = higher, beaten
            fits = (t["card_colour"][card] == colour) | (t["card_colour"][card] == WHITE)
            higher += int(fits & is_unseen(s, seat, card))
            beaten |= fits & is_in_trick(s, card)


@compiled
def is_in_trick(s: State, card: int) -> bool:
    """Tell whether a card lies in the trick."""
    return bool((s["card_place"][card] >= st.PLAYED) & (s["card_place"][card] < st.DISCARDED))


@compiled
def is_unseen(s: State, seat: int, card: int) -> bool:
    """Tell whether a card may be in another's hand: it is neither the seat's own nor open."""
    place = int(s["card_place"][card])
    is_own = (place >= st.HAND) & (place % 8 == seat)
    is_open = (place >= st.PLAYED) & (place < st.UNPLAYED)
    return bool(not (is_own | is_open))
