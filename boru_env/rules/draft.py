"""D: the draft. `card_origin` and `card_pick` keep who saw which pack, and who took what from it."""

from boru_env.editions.tables import NUM_CARDS
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import (
    DRAFT,
    HAND,
    NONE,
    PACK,
    SELECTED,
    SET_ASIDE,
    STEP_DRAFT,
    STEP_LEAD,
    ask,
    from_marker,
    left_of,
)

PICKS = 2
"""Cards that are selected from each pack (D2)."""


@compiled
def deal_cards(t: Tables, s: State) -> None:
    """D1: seat 0 gets the first hand of the shuffled deck, seat 1 the next; what is left is set aside."""
    deck = s["decks"][s["round"] - 1]
    hand_size = int(t["hand_size"][s["num_players"]])
    for seat in range(s["num_players"]):
        for card in deck[seat * hand_size : (seat + 1) * hand_size]:
            s["card_place"][card] = PACK + seat
            s["card_origin"][card] = seat
            s["card_pick"][card] = 0
    for card in deck[int(s["num_players"]) * hand_size :]:
        s["card_place"][card] = SET_ASIDE
        s["card_origin"][card] = NONE
        s["card_pick"][card] = 0
    for seat in range(s["num_players"]):
        s["void"][seat] = 0
    s["draft_step"] = 1
    s["cursor"] = 0
    s["step"] = STEP_DRAFT


@compiled
def ask_draft(t: Tables, s: State) -> None:
    """D3: from the marker holder clockwise, each picks; when all have, the packs move."""
    if s["cursor"] < s["num_players"]:
        ask(s, DRAFT, from_marker(s))
    else:
        pass_packs(s)
        if t["hand_size"][s["num_players"]] - PICKS * (s["draft_step"] - 1) <= PICKS:
            take_last_cards(s)
            take_up_hands(s)
            s["step"] = STEP_LEAD


@compiled
def legal_picks(s: State, mask: Mask) -> None:
    """D2: any card of the pack. `mask` is (25,), by card."""
    place = PACK + s["seat"]
    for card in range(NUM_CARDS):
        mask[card] = s["card_place"][card] == place


@compiled
def select(s: State, card: int) -> None:
    """D2: select one card, face down; after the second it is the next player's turn."""
    seat = s["seat"]
    s["card_place"][card] = SELECTED + seat
    s["card_pick"][card] = s["draft_step"]
    picked = 0
    for other in range(NUM_CARDS):
        picked += (s["card_place"][other] == SELECTED + seat) & (s["card_pick"][other] == s["draft_step"])
    if picked == PICKS:
        s["cursor"] += 1


@compiled
def pass_packs(s: State) -> None:
    """D2: every pack goes to the left."""
    for card in range(NUM_CARDS):
        place = s["card_place"][card]
        if PACK <= place < PACK + s["num_players"]:
            s["card_place"][card] = PACK + left_of(s, place - PACK)
    s["draft_step"] += 1
    s["cursor"] = 0


@compiled
def take_last_cards(s: State) -> None:
    """D2: one or two cards received are taken as they are, without a choice."""
    for card in range(NUM_CARDS):
        place = s["card_place"][card]
        if PACK <= place < PACK + s["num_players"]:
            s["card_place"][card] = SELECTED + place - PACK
            s["card_pick"][card] = s["draft_step"]


@compiled
def take_up_hands(s: State) -> None:
    """Everyone takes their selected cards into the hand."""
    for card in range(NUM_CARDS):
        place = s["card_place"][card]
        if SELECTED <= place < SELECTED + s["num_players"]:
            s["card_place"][card] = HAND + place - SELECTED
