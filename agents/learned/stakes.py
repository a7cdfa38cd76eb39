"""What the board would pay, were the round to end now, and what a town more or less would change: exact, by R and F.

`greedy`'s worths are rules of thumb for what may come; this is what is there. Marriage, battle and church are left out.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import MAX_SEATS, NUM_REGIONS, PRINCESS
from boru_env.rules import scoring
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.state import NONE, TRADE
from boru_env.rules.strength import NUM_SIDES, VIKINGS

Strength = npt.NDArray[np.int32]
Points = npt.NDArray[np.int64]

STAKES = np.dtype(
    [
        ("strength", np.int32, (NUM_REGIONS, NUM_SIDES)),  # R1
        ("towns", np.int64, (MAX_SEATS, NUM_REGIONS)),  # towns that count for F6
        ("regions", np.int64, (MAX_SEATS,)),  # regions with such towns
        ("pays", np.int64, (NUM_REGIONS, MAX_SEATS)),  # F4 and F5 after R
        ("sure", np.int64, (MAX_SEATS,)),  # points and F but for the claim tokens
        ("points", np.int64, (MAX_SEATS,)),  # all of F after R
        ("changed", np.int64, (MAX_SEATS,)),  # what the last change asked about brings each seat
        ("own_points", np.int64, (NUM_REGIONS,)),  # what a town more in each region brings the seat to act
        ("own_lead", np.int64, (NUM_REGIONS,)),  # the same in its lead
        ("trick_lead", np.int64, (MAX_SEATS,)),  # what its lead changes by if each seat gets the active town
    ],
    align=True,
)
"""One record. Compiled functions call it `x`."""

Stakes = np.void


@compiled
def count_stakes(t: Tables, s: State, strength: Strength, x: Stakes) -> None:
    """Fill what the board would pay.

    Args:
        t: the edition.
        s: a state.
        strength: (8, 6), as `rules.strength.strengths` gives it.
        x: filled.
    """
    x["strength"][:] = strength
    count_presence(t, s, x)
    for seat in range(s["num_players"]):
        x["sure"][seat] = (
            s["points"][seat]
            + scoring.most_coins(t, s, seat)
            + scoring.active_marker(t, s, seat)
            + scoring.renown(t, s, seat)
            + t["region_count_points"][x["regions"][seat]]
        )
        x["points"][seat] = x["sure"][seat]
    for region in range(NUM_REGIONS):
        fill_pay(t, s, region, x["strength"][region], x["pays"][region])
        for seat in range(s["num_players"]):
            x["points"][seat] += x["pays"][region, seat]


@compiled
def count_presence(t: Tables, s: State, x: Stakes) -> None:
    """F6: fill how many towns of each seat count in each region, and in how many regions it has any."""
    trader = s["marriage_holder"][PRINCESS] if s["princess"] == TRADE else NONE
    x["towns"][:] = 0
    x["regions"][:] = 0
    for town in range(t["num_towns"]):
        owner = trader if s["town_viking"][town] else s["town_disc"][town]
        if owner != NONE:
            region = t["town_region"][town]
            x["regions"][owner] += x["towns"][owner, region] == 0
            x["towns"][owner, region] += 1


@compiled
def fill_pay(t: Tables, s: State, region: int, strength: Strength, out: Points) -> None:
    """R2, R3, F4, F5: fill what a region's claim token pays each seat with these strengths of all sides, (6,)."""
    out[:] = 0
    most, total, sides, strongest = 0, 0, 0, NONE
    for side in range(NUM_SIDES):
        total += strength[side]
        if strength[side] > most:
            most, sides, strongest = strength[side], 1, side
        elif strength[side] == most:
            sides += 1
    if s["claim_face_up"][region] == 0 and total < t["region_threshold"][region]:
        return
    holder = s["claim_holder"][region]
    if most > 0 and sides == 1:
        holder = NONE if strongest == VIKINGS else strongest
    if holder != NONE:
        out[holder] = t["region_points"][region]
        return
    for seat in range(s["num_players"]):
        if 0 < strength[seat] == most:
            out[seat] = t["region_points"][region] // 2


@compiled
def change(t: Tables, s: State, x: Stakes, region: int, side: int, more: int, towns: int, loser: int) -> None:
    """Fill `changed` with what it brings each seat if a side becomes so much stronger in a region.

    Args:
        t: the edition.
        s: the state that was counted.
        x: its stakes; `changed` is filled.
        region: where.
        side: a seat or `VIKINGS`.
        more: strength, 1 or 2.
        towns: towns, 1 or, for a monastery, 0.
        loser: the side that loses as much, or NONE.
    """
    strength, changed = x["strength"][region], x["changed"]
    strength[side] += more
    if loser != NONE:
        strength[loser] -= more
    fill_pay(t, s, region, strength, changed)
    strength[side] -= more
    if loser != NONE:
        strength[loser] += more
    for seat in range(s["num_players"]):
        changed[seat] -= x["pays"][region, seat]
    steps = t["region_count_points"]  # F6
    if towns > 0 and side < MAX_SEATS and x["towns"][side, region] == 0:
        changed[side] += steps[min(NUM_REGIONS, x["regions"][side] + 1)] - steps[x["regions"][side]]
    if towns > 0 and loser != NONE and loser < MAX_SEATS and x["towns"][loser, region] == 1:
        changed[loser] -= steps[x["regions"][loser]] - steps[x["regions"][loser] - 1]


@compiled
def lead(s: State, x: Stakes, seat: int, changes: bool) -> int:
    """Give how many points a seat is ahead of the best other, on request with `changed`."""
    best, own = -(10**6), 0
    for each in range(s["num_players"]):
        points = x["points"][each] + (x["changed"][each] if changes else 0)
        if each == seat:
            own = points
        else:
            best = max(best, points)
    return int(own - best)
