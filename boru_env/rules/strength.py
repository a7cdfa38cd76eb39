"""R1: how strong each side is in each region. Claiming (R) and final scoring (F5) both ask it."""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import MAX_SEATS, NUM_REGIONS, PRINCESS
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.state import NONE, SUPPORT

VIKINGS = MAX_SEATS
"""The Vikings' place among the sides of a region: behind all seats."""

NUM_SIDES = MAX_SEATS + 1

Strengths = npt.NDArray[np.int32]
"""(8, 6) int32: by region and side."""


@compiled
def strengths(t: Tables, s: State) -> Strengths:
    """R1: give each side's strength in each region, (8, 6): towns controlled, one with a monastery counting 2.

    With military support the Vikings' strength counts for that player, and not for the Vikings.
    """
    strength = np.zeros((NUM_REGIONS, NUM_SIDES), np.int32)
    vikings = VIKINGS
    if s["princess"] == SUPPORT:
        vikings = int(s["marriage_holder"][PRINCESS])
    for town in range(t["num_towns"]):
        owner = int(s["town_disc"][town])
        side = vikings if s["town_viking"][town] else max(owner, 0)
        control = (1 + s["town_monastery"][town]) * int(owner != NONE)
        strength[t["town_region"][town], side] += control
    return strength


@compiled
def most_in(strength_in: Strengths, region: int) -> int:
    """Give the strength of the strongest side of a region."""
    most = 0
    for side in range(NUM_SIDES):
        most = max(most, strength_in[region, side])
    return int(most)


@compiled
def total_in(strength_in: Strengths, region: int) -> int:
    """Give the strength of all sides of a region together."""
    total = 0
    for side in range(NUM_SIDES):
        total += strength_in[region, side]
    return int(total)
