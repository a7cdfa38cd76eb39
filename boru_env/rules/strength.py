"""R1: how strong each side is in each region. Claiming (R) and final scoring (F5) both ask it."""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import MAX_SEATS, NUM_REGIONS, PRINCESS
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.state import NONE, SUPPORT

VIKINGS = MAX_SEATS
"""The Vikings' place among the sides of a region: behind all seats."""

NUM_SIDES = MAX_SEATS + 1


@compiled
def strengths(t: Tables, s: State) -> npt.NDArray[np.int32]:
    """R1: give each side's strength in each region, (8, 6): towns controlled, one with a monastery counting 2.

    With military support the Vikings' strength counts for that player, and not for the Vikings.
    """
    strength = np.zeros((NUM_REGIONS, NUM_SIDES), np.int32)
    vikings = VIKINGS
    if s["princess"] == SUPPORT:
        vikings = s["marriage_holder"][PRINCESS]
    for town in range(t["num_towns"]):
        owner = s["town_disc"][town]
        if owner != NONE:
            side = vikings if s["town_viking"][town] else owner
            strength[t["town_region"][town], side] += 2 if s["town_monastery"][town] else 1
    return strength
