"""What a card of this round can have been: the slots that the cards a seat does not know have to fill.

A slot belongs to one pack as dealt, and was taken at one selection by a known seat, or is still in the pack; one
more is set aside. How many slots of each kind there are is known to everyone; which card is in which is not. A
seat that has seen a pack knows which cards it passed on with it: they fill the pack's later slots. All other cards
fill the rest. A card that was played lies in a slot of the seat that played it.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import MAX_SEATS, NUM_CARDS
from boru_env.rules import state as st
from boru_env.rules.chance import shuffle
from boru_env.rules.compiled import Records, State, Tables, compiled
from boru_env.rules.draft import PICKS
from boru_env.views.vectors import relative

UNSEEN = MAX_SEATS
"""The set of all cards that the seat has not seen this round. The sets before it: the pack dealt to that seat."""

NUM_SETS = MAX_SEATS + 1

SLOT = np.dtype(
    [
        ("set", np.int8),  # ()     0..5: which set of cards fills it
        ("origin", np.int8),  # ()  its card's `card_origin`
        ("pick", np.int8),  # ()    its card's `card_pick`
        ("place", np.int8),  # ()   where its card lies, unless it was played
        ("taker", np.int8),  # ()   who took it, or NONE
    ]
)

Cards = npt.NDArray[np.int8]
"""(C,) int8: cards 0..24."""


@compiled
def is_hidden(s: State, seat: int, card: int) -> bool:
    """Tell whether the seat does not see where the card is."""
    place = s["card_place"][card]
    if place == st.SET_ASIDE:
        return True
    if place < st.HAND or st.PLAYED <= place < st.UNPLAYED:
        return False
    return bool(place % 8 != seat)


@compiled
def hidden_cards(s: State, seat: int) -> Cards:
    """Give the cards that the seat does not see, ascending."""
    cards = np.empty(NUM_CARDS, np.int8)
    count = 0
    for card in range(NUM_CARDS):
        if is_hidden(s, seat, card):
            cards[count] = card
            count += 1
    return cards[:count]


@compiled
def set_of(s: State, card: int) -> int:
    """Give the set of a card in a redacted state: the pack in which the seat saw it, or UNSEEN."""
    origin = s["card_origin"][card]
    return UNSEEN if origin == st.NONE else int(origin)


@compiled
def unknown_slots(t: Tables, s: State, seat: int) -> Records:
    """Give the slots whose cards the seat does not know, (S,) `SLOT`, in random order.

    Args:
        t: the edition.
        s: a redacted state, whose generator gives the order.
        seat: who looks.
    """
    slots = np.empty(NUM_CARDS, SLOT)
    count = list_drafted(t, s, seat, slots) if s["draft_step"] > 0 else list_places(s, seat, slots)
    order = np.arange(count).astype(np.int8)
    shuffle(s, order)
    shuffled = np.empty(count, SLOT)
    for index in range(count):
        shuffled[index] = slots[order[index]]
    return shuffled


@compiled
def write_slot(slots: Records, index: int, group: int, origin: int, pick: int, place: int, taker: int) -> int:
    """Write a slot; give the next index."""
    slot = slots[index]
    slot["set"] = group
    slot["origin"] = origin
    slot["pick"] = pick
    slot["place"] = place
    slot["taker"] = taker
    return index + 1


@compiled
def list_places(s: State, seat: int, slots: Records) -> int:
    """List the slots of a position without a draft: the hidden places as they are; give their number."""
    count = 0
    for card in hidden_cards(s, seat):
        place = s["card_place"][card]
        taker = place % 8 if place >= st.HAND else st.NONE
        count = write_slot(slots, count, UNSEEN, st.NONE, 0, place, taker)
    return count


@compiled
def list_drafted(t: Tables, s: State, seat: int, slots: Records) -> int:
    """List the slots of this round's draft (D1, D2) that the seat does not know; give their number.

    The pack dealt to `origin` is, at selection k, with the seat k - 1 places to its left.
    """
    n, last = s["num_players"], s["draft_step"]
    zone = taken_zone(s)
    count = 0
    for origin in range(n):
        seen = relative(s, origin, seat) + 1
        left = t["hand_size"][n]
        for pick in range(1, last + 1):
            taker = (origin + pick - 1) % n
            size = PICKS if pick < last else taken_now(s, taker, left)
            left -= size
            if taker != seat:
                group = origin if seen < pick else UNSEEN
                for _ in range(size):
                    count = write_slot(slots, count, group, origin, pick, zone + taker, taker)
        holder = (origin + last - 1) % n
        if holder != seat:
            group = origin if seen < last else UNSEEN
            for _ in range(left):
                count = write_slot(slots, count, group, origin, 0, st.PACK + holder, st.NONE)
    for _ in range(t["hand_size"][n] * n, NUM_CARDS):
        count = write_slot(slots, count, UNSEEN, st.NONE, 0, st.SET_ASIDE, st.NONE)
    return count


@compiled
def taken_zone(s: State) -> int:
    """Give where the cards taken in the draft lie, unless they were played."""
    if s["phase"] == st.DRAFT:
        return st.SELECTED
    for card in range(NUM_CARDS):
        if s["card_place"][card] >= st.UNPLAYED:
            return st.UNPLAYED
    return st.HAND


@compiled
def taken_now(s: State, seat: int, left: int) -> int:
    """Give how many cards the seat has taken from the pack at the current selection, of the `left` it got."""
    if s["phase"] != st.DRAFT:
        return left
    selected = 0
    for card in range(NUM_CARDS):
        if s["card_place"][card] == st.SELECTED + seat:
            selected += 1
    return int(selected - PICKS * (s["draft_step"] - 1))
