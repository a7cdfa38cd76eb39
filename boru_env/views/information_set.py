"""What a seat cannot tell apart: blanking out of a state all that the seat does not know."""

from boru_env.editions.tables import NUM_CARDS
from boru_env.rules import state as st
from boru_env.rules.compiled import Records, State, compiled
from boru_env.views.observation import relative


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
def is_hidden(s: State, seat: int, card: int) -> bool:
    """Tell whether the seat does not see where the card is."""
    place = s["card_place"][card]
    if place == st.SET_ASIDE:
        return True
    if place < st.HAND or st.PLAYED <= place < st.UNPLAYED:
        return False
    return bool(place % 8 != seat)


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
