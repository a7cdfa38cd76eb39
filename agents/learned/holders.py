"""How likely each other seat holds each card that a seat has not seen, from what it recalls of the draft.

A card that the seat passed on lies with one of those who got that pack later; the others are anywhere that it has not
seen. The chances are exact for each card alone, if nobody chooses: what players prefer is for a network to learn.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import MAX_SEATS, NUM_CARDS, WHITE
from boru_env.rules import state as st
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.views.slots import SLOT, UNSEEN, is_hidden, list_drafted, list_places

NOBODY = MAX_SEATS
"""Where a card is that nobody has: set aside."""

Chances = npt.NDArray[np.float64]
"""(25, 5) the chance that a card is in the hand of each seat; 0 for what the seat sees."""


@compiled
def group_of(s: State, seat: int, card: int) -> int:
    """Give the set of a card, as `slots.set_of`, of full states as well as of redacted ones."""
    origin, pick = int(s["card_origin"][card]), int(s["card_pick"][card])
    if origin == st.NONE:
        return UNSEEN
    own_pick = (seat - origin) % int(s["num_players"]) + 1
    return origin if pick == 0 or pick >= own_pick else UNSEEN


@compiled
def count_slots(t: Tables, s: State, seat: int, counts: npt.NDArray[np.int64]) -> None:
    """Fill how many hidden cards of each group each other seat has, (6, 6) by group and seat; the draft is over."""
    slots, counts[:] = np.empty(NUM_CARDS, SLOT), 0
    drafted = s["draft_step"] > 0
    number = list_drafted(t, s, seat, slots) if drafted else list_places(s, seat, slots)
    for k in range(number):
        taker = slots[k]["taker"]
        counts[slots[k]["set"], taker if taker != st.NONE else NOBODY] += 1
    for card in range(NUM_CARDS if drafted else 0):  # what was played was listed as taken
        place = int(s["card_place"][card])
        if place >= st.PLAYED and place % 8 != seat:
            counts[group_of(s, seat, card), place % 8] -= 1


@compiled
def fill_holders(t: Tables, s: State, seat: int, counts: npt.NDArray[np.int64], out: Chances) -> None:
    """Fill the chances.

    Args:
        t: the edition.
        s: a state in a trick.
        seat: who looks.
        counts: (6, 6) room.
        out: filled.
    """
    out[:] = 0
    count_slots(t, s, seat, counts)
    for card in range(NUM_CARDS):
        if is_hidden(s, seat, card):
            group = counts[group_of(s, seat, card) if s["draft_step"] > 0 else UNSEEN]
            total = group.sum()
            if total > 0:
                for other in range(s["num_players"]):
                    out[card, other] = max(0.0, group[other] / total)


@compiled
def fits(t: Tables, card: int, colour: int) -> bool:
    """T4: tell whether a card can win in a town of a colour."""
    return bool(t["card_colour"][card] == colour or t["card_colour"][card] == WHITE)


@compiled
def chance_of_none(
    t: Tables, s: State, seat: int, above: int, colour: int, to_come: int, holders: Chances
) -> tuple[float, float]:
    """Look for cards that beat one in a town of a colour, with the next so many seats.

    Returns:
        The chance that none of them holds any, as if the cards were independent, and how many they hold in the mean.
    """
    none, expected, players = 1.0, 0.0, int(s["num_players"])
    for card in range(above + 1, NUM_CARDS):
        if fits(t, card, colour):
            held = 0.0
            for turn in range(1, to_come + 1):
                held += holders[card, (seat + turn) % players]
            expected += held
            none *= 1 - min(1.0, held)
    return none, expected
