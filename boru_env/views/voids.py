"""What a leader shows about the hand by T8, and the drawing of hidden cards that agree with it.

Two facts bind hidden cards: a seat that led without a match holds no card of some colours (`void` of the state); and
a leader who has chosen a town, but not yet played, either holds a card that matches it, or none that matches
any free town. How many ways are left is counted colour by colour, slot by slot; the colours are then drawn in
proportion, so that every way is equally likely. A way to colour the slots stands for the same number of ways to
deal the cards, whatever the colours.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import NUM_COLOURS, WHITE
from boru_env.rules import state as st
from boru_env.rules.chance import draw_below
from boru_env.rules.compiled import Records, State, Tables, compiled
from boru_env.rules.trick import free_colours
from boru_env.views.slots import NUM_SETS, Cards, set_of

FREE_OF_ALL, MATCHES, FAILS = range(3)
"""What the leader's cards come to: no match for any free town; a match for the town; some match, but not for it."""

WORDS = 1 << 32
"""How many numbers one draw can give."""

Ways = npt.NDArray[np.int64]
"""Numbers of ways. 24 cards of 4 colours: below 2**48."""


@compiled
def must_explain(s: State, seat: int) -> bool:
    """Tell whether another seat leads, has chosen the town, and has not played yet."""
    return bool(s["phase"] == st.PLAY_CARD and s["cursor"] == 0 and s["active_town"] != st.NONE and s["seat"] != seat)


@compiled
def is_bound(s: State, seat: int) -> bool:
    """Tell whether the seat knows anything by T8 about cards that it does not see."""
    for other in range(s["num_players"]):
        if other != seat and s["void"][other] != 0:
            return True
    return must_explain(s, seat)


@compiled
def order_by_colour(t: Tables, s: State, seat: int, cards: Cards, slots: Records) -> None:
    """Reorder shuffled cards so that, filled in this order, the slots agree with all that the seat knows by T8.

    Args:
        t: the edition.
        s: a redacted state; the colours are drawn from its generator.
        seat: who looks.
        cards: (C,) the hidden cards in random order; reordered, set by set.
        slots: (S,) `SLOT`; the first free one of a set is for the set's first card.
    """
    counts = np.zeros((NUM_SETS, NUM_COLOURS), np.int64)
    for card in cards:
        counts[set_of(s, card), t["card_colour"][card]] += 1
    goal = np.ones(3, np.int64)
    if must_explain(s, seat):
        goal[FAILS] = 0
    ways = np.zeros((NUM_SETS, largest_table(counts), 3), np.int64)
    for group in range(NUM_SETS - 1, -1, -1):
        takers = takers_of(slots, group)
        count_ways(t, s, seat, takers, counts[group], goal, ways[group])
        goal = ways[group, place_in_table(counts[group], counts[group])]
    given, so_far = 0, FREE_OF_ALL
    for group in range(NUM_SETS):
        left = counts[group].copy()
        for taker in takers_of(slots, group):
            colour = draw_colour(t, s, seat, taker, counts[group], left, so_far, ways[group])
            so_far = progress(t, s, seat, taker, colour, so_far)
            left[colour] -= 1
            bring_forward(t, s, cards, given, group, colour)
            given += 1


@compiled
def takers_of(slots: Records, group: int) -> Cards:
    """Give who took each free slot of a set, in the slots' order."""
    takers = np.empty(len(slots), np.int8)
    count = 0
    for index in range(len(slots)):
        if slots[index]["set"] == group:
            takers[count] = slots[index]["taker"]
            count += 1
    return takers[:count]


@compiled
def progress(t: Tables, s: State, seat: int, taker: int, colour: int, so_far: int) -> int:
    """Give what the leader's cards come to with one more card; NONE if the card cannot be there at all."""
    if taker == st.NONE:
        return so_far
    if s["void"][taker] >> colour & 1:
        return st.NONE
    if taker != s["seat"] or not must_explain(s, seat):
        return so_far
    if colour == WHITE or colour == t["town_colour"][s["active_town"]]:
        return MATCHES
    if so_far == FREE_OF_ALL and free_colours(t, s) >> colour & 1:
        return FAILS
    return so_far


@compiled
def largest_table(counts: Ways) -> int:
    """Give how many rows the largest table of a set needs: one for each number of cards left of each colour."""
    largest = 1
    for group in range(NUM_SETS):
        largest = max(largest, place_in_table(counts[group], counts[group]) + 1)
    return largest


@compiled
def place_in_table(counts: Ways, left: Ways) -> int:
    """Give the row for the cards left of each colour, in a table for so many cards at first."""
    place = 0
    for colour in range(NUM_COLOURS):
        place = place * (counts[colour] + 1) + left[colour]
    return place


@compiled
def count_ways(t: Tables, s: State, seat: int, takers: Cards, counts: Ways, goal: Ways, ways: Ways) -> None:
    """Count in how many ways the last slots of a set can be coloured with the cards left, and all later sets filled.

    Args:
        t: the edition.
        s: a redacted state.
        seat: who looks.
        takers: (S,) who took each slot.
        counts: (4,) the set's cards by colour, S in all.
        goal: (3,) ways to fill all later sets, by what the leader's cards have come to.
        ways: (rows, 3) zeros; row `place_in_table(counts, left)` is filled for every `left`.
    """
    rows = place_in_table(counts, counts) + 1
    left = np.zeros(NUM_COLOURS, np.int64)
    for row in range(rows):
        rest = row
        for colour in range(NUM_COLOURS - 1, -1, -1):
            left[colour] = rest % (counts[colour] + 1)
            rest //= counts[colour] + 1
        if row == 0:
            ways[row] = goal
            continue
        taker = takers[len(takers) - left.sum()]
        for so_far in range(3):
            for colour in range(NUM_COLOURS):
                ways[row, so_far] += ways_with(t, s, seat, taker, counts, left, so_far, ways, colour)


@compiled
def ways_with(
    t: Tables, s: State, seat: int, taker: int, counts: Ways, left: Ways, so_far: int, ways: Ways, colour: int
) -> int:
    """Count the ways in which the next slot gets this colour."""
    if left[colour] == 0:
        return 0
    after = progress(t, s, seat, taker, colour, so_far)
    if after == st.NONE:
        return 0
    left[colour] -= 1
    place = place_in_table(counts, left)
    left[colour] += 1
    return int(ways[place, after])


@compiled
def draw_colour(t: Tables, s: State, seat: int, taker: int, counts: Ways, left: Ways, so_far: int, ways: Ways) -> int:
    """Draw the colour of the next slot, each in proportion to the ways that it leaves."""
    number = draw_long(s, ways[place_in_table(counts, left), so_far])
    for colour in range(NUM_COLOURS):
        number -= ways_with(t, s, seat, taker, counts, left, so_far, ways, colour)
        if number < 0:
            return colour
    return st.NONE


@compiled
def draw_long(s: State, bound: int) -> int:
    """Draw a number 0..bound-1 for bounds up to 2**48. The bias is below bound / 2**62."""
    return int((draw_below(s, WORDS >> 2) * WORDS + draw_below(s, WORDS)) % bound)


@compiled
def bring_forward(t: Tables, s: State, cards: Cards, given: int, group: int, colour: int) -> None:
    """Swap the first card of this set and colour that has no slot yet to the front of those left."""
    for index in range(given, len(cards)):
        card = cards[index]
        if set_of(s, card) == group and t["card_colour"][card] == colour:
            cards[index] = cards[given]
            cards[given] = card
            return
