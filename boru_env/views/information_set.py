"""What a seat cannot tell apart: `redact` blanks all that the seat does not know, `resample` draws it anew.

A drawn state is made from the redacted one alone, so that it cannot depend on what is hidden. All states that the
seat cannot tell from the true one are equally likely: by what was dealt, taken, passed on, played and revealed
this round, and by what a leader shows about the hand (T8). How likely players are to play so is left aside. Earlier
rounds' decks stay blank: nothing depends on them any more.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import NUM_CARDS, NUM_MARRIAGES, NUM_VIKINGS, PRINCESS
from boru_env.rules import state as st
from boru_env.rules.chance import shuffle
from boru_env.rules.compiled import Records, State, Tables, compiled
from boru_env.rules.trick import can_match, colours_held, matching_colours
from boru_env.views.slots import Cards, hidden_cards, is_hidden, set_of, unknown_slots
from boru_env.views.vectors import relative
from boru_env.views.voids import is_bound, order_by_colour


@compiled
def redact(source: Records, i: int, seat: int, target: Records, j: int) -> None:
    """Copy row `i` into row `j` of `target`, with everything gone that `seat` does not know.

    Hidden cards are put into the hidden places in ascending order, so that sizes stay; decks, the order of the
    piles and the generator are blank. The seat's observation is unchanged; two states that the seat cannot
    tell apart give the same bytes.

    Args:
        source: (N,) `STATE`.
        i: row of the state.
        seat: who looks; NONE for a spectator.
        target: (M,) `STATE`; row `j` is overwritten.
        j: row of the result.
    """
    target[j] = source[i]
    s = target[j]
    blank_chance(s)
    if s["seat"] != seat:
        s["must_match"] = 0  # it tells what the leader holds (T8)
    for card in range(NUM_CARDS):
        blank_recall(s, seat, card)
    hide_cards(s, seat)


@compiled
def blank_chance(s: State) -> None:
    """Blank the generator, all decks, and what lies in the piles beyond this round."""
    s["key"][0] = 0
    s["key"][1] = 0
    s["counter"] = 0
    for turn in range(st.MAX_ROUNDS):
        for card in range(NUM_CARDS):
            s["decks"][turn, card] = st.NONE
    for turn in range(s["round"], s["rounds"]):
        s["marriage_pile"][turn] = st.NONE
        s["viking_deck"][turn] = st.NONE


@compiled
def blank_recall(s: State, seat: int, card: int) -> None:
    """Blank where a card was dealt and when it was taken, unless the seat saw it in a pack."""
    origin, pick = s["card_origin"][card], s["card_pick"][card]
    if origin == st.NONE:
        return
    step = relative(s, origin, seat) + 1 if seat >= 0 else s["draft_step"] + 1
    if step <= s["draft_step"] and (pick == 0 or pick >= step):
        picked = pick > 0 and (pick - step) % s["num_players"] == 0
        if not picked:
            s["card_pick"][card] = 0
    else:
        s["card_origin"][card] = st.NONE
        s["card_pick"][card] = 0


@compiled
def hide_cards(s: State, seat: int) -> None:
    """Put the hidden cards into the hidden places, both in ascending order."""
    sizes = [0] * 64
    for card in range(NUM_CARDS):
        if is_hidden(s, seat, card):
            sizes[s["card_place"][card]] += 1
    place = 0
    for card in range(NUM_CARDS):
        if is_hidden(s, seat, card):
            while sizes[place] == 0:
                place += 1
            sizes[place] -= 1
            s["card_place"][card] = place


@compiled
def resample(
    tables: Records, source: Records, i: int, seat: int, key: npt.NDArray[np.uint32], target: Records, j: int
) -> None:
    """Draw into row `j` of `target` a full state that `seat` cannot tell from row `i`, all equally likely.

    Args:
        tables: (1,) `TABLES`.
        source: (N,) `STATE`, redacted for the seat or not: the result is the same.
        i: row of the state, at a decision or over.
        seat: who looks, 0..num_players-1.
        key: (2,) uint32: the same key gives the same state; it becomes the state's key.
        target: (M,) `STATE`; row `j` is overwritten.
        j: row of the result; may be the same row of the same array.
    """
    redact(source, i, seat, target, j)
    t, s = tables[0], target[j]
    s["key"][0] = key[0]
    s["key"][1] = key[1]
    deal_hidden_cards(t, s, seat)
    if s["phase"] == st.CHOOSE_TOWN:
        s["must_match"] = can_match(t, s, s["seat"])
    elif s["phase"] == st.PLAY_CARD and s["cursor"] == 0 and s["active_town"] != st.NONE:
        s["must_match"] = colours_held(t, s, s["seat"]) & matching_colours(t, s["active_town"]) != 0
    draw_decks(t, s)
    draw_pile(s, s["marriage_pile"], NUM_MARRIAGES - 1)
    if s["round"] < s["rounds"]:
        s["marriage_pile"][s["rounds"] - 1] = PRINCESS  # S3
    draw_pile(s, s["viking_deck"], NUM_VIKINGS)


@compiled
def deal_hidden_cards(t: Tables, s: State, seat: int) -> None:
    """Draw where the cards lie that the seat does not see, and which slots those came from that others played."""
    slots = unknown_slots(t, s, seat)
    if s["draft_step"] > 0:
        for card in range(NUM_CARDS):
            place = s["card_place"][card]
            if st.PLAYED <= place < st.UNPLAYED and place % 8 != seat:
                fill_slot(s, card, slots, place % 8)
    cards = hidden_cards(s, seat)
    shuffle(s, cards)  # the slots left are no longer in random order: played cards took the first ones of their seat
    if is_bound(s, seat):
        order_by_colour(t, s, seat, cards, slots)
    for card in cards:
        s["card_place"][card] = fill_slot(s, card, slots, st.NONE)


@compiled
def fill_slot(s: State, card: int, slots: Records, taker: int) -> int:
    """Let the card fill the first free slot of its set, of this taker unless NONE; give where it lies if unplayed."""
    group = set_of(s, card)
    for index in range(len(slots)):
        slot = slots[index]
        if slot["set"] == group and (taker == st.NONE or slot["taker"] == taker):
            s["card_origin"][card] = slot["origin"]
            s["card_pick"][card] = slot["pick"]
            slot["set"] = st.NONE
            return int(slot["place"])
    return st.NONE


@compiled
def draw_decks(t: Tables, s: State) -> None:
    """Draw the order in which this round's cards were dealt, and the decks of all rounds to come (D1)."""
    turn = s["round"]
    if s["draft_step"] > 0:
        lay_deck(t, s, s["decks"][turn - 1])
    for later in range(turn, s["rounds"]):
        deck = s["decks"][later]
        for card in range(NUM_CARDS):
            deck[card] = card
        shuffle(s, deck)


@compiled
def lay_deck(t: Tables, s: State, deck: Cards) -> None:
    """Lay a deck that deals every pack of this round."""
    place = 0
    for origin in range(s["num_players"] + 1):
        first = place
        for card in range(NUM_CARDS):
            if s["card_origin"][card] == (origin if origin < s["num_players"] else st.NONE):
                deck[place] = card
                place += 1
        shuffle(s, deck[first:place])


@compiled
def draw_pile(s: State, pile: Cards, size: int) -> None:
    """Draw what lies in a pile beyond this round, from the cards 0..size-1 that have not been revealed."""
    rest = np.empty(size, np.int8)
    count = 0
    for card in range(size):
        if not is_in(pile, s["round"], card):
            rest[count] = card
            count += 1
    shuffle(s, rest[:count])
    for turn in range(s["round"], s["rounds"]):
        pile[turn] = rest[turn - s["round"]]


@compiled
def is_in(pile: Cards, size: int, card: int) -> bool:
    """Tell whether the card is one of the first `size` of the pile."""
    for place in range(size):
        if pile[place] == card:
            return True
    return False
