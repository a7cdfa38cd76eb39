"""The features of a guide that are exact: what the board would pay now, and what the trick is about."""

import numpy as np
import numpy.typing as npt

from agents.greedy.values import Values
from agents.learned.holders import Chances, chance_of_none
from agents.learned.reasons import trick_best
from agents.learned.stakes import Stakes, change, lead
from agents.learned.steps import FLAG, POINTS, POINTS_AHEAD, WORTH, Bytes, as_byte
from boru_env.editions.tables import MAX_SEATS, NUM_REGIONS
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.state import NONE, PLAY_CARD

STAKE_FEATURES = {
    "final": MAX_SEATS,  # points, were the round to end now without marriage, battle and church; oneself first
    "final_lead": 1,
    "town_points": NUM_REGIONS,  # points that a town more in each region would bring at once
    "town_lead": NUM_REGIONS,  # the same in one's lead
    "rival_lead": NUM_REGIONS,  # one's lead lost at worst if another seat got it
    "rival_town": NUM_REGIONS,  # the most that a town there is worth to another seat
    "trick_points": MAX_SEATS,  # points that the active town would bring to each seat
    "trick_lead": MAX_SEATS,  # the same in one's own lead
    "threat": MAX_SEATS,  # the chance that a seat still to play holds a card that beats the trick's best
}


@compiled
def fill_stake_features(
    t: Tables, s: State, v: Values, x: Stakes, holders: Chances, rivals: npt.NDArray[np.float64], out: Bytes
) -> None:
    """Fill the features, in the order of `STAKE_FEATURES`; `out` is ZERO everywhere.

    Leave in `x` what a town more in each region brings, and what the trick is about.
    """
    me, players = int(v["me"]), int(s["num_players"])
    for side in range(players):
        out[side] = as_byte(x["points"][(me + side) % players] * POINTS)
    now = lead(s, x, me, False)
    out[MAX_SEATS] = as_byte(now * POINTS_AHEAD)
    at = MAX_SEATS + 1
    for region in range(NUM_REGIONS):
        x["own_points"][region], x["own_lead"][region] = 0, 0
        if v["free"][region] or (s["active_town"] != NONE and region == t["town_region"][s["active_town"]]):
            worst = 0
            for side in range(1, players):
                change(t, s, x, region, (me + side) % players, 1, 1, NONE)
                worst = min(worst, lead(s, x, me, True) - now)
            change(t, s, x, region, me, 1, 1, NONE)
            x["own_points"][region], x["own_lead"][region] = x["changed"][me], lead(s, x, me, True) - now
            out[at + region] = as_byte(x["own_points"][region] * POINTS_AHEAD)
            out[at + NUM_REGIONS + region] = as_byte(x["own_lead"][region] * POINTS_AHEAD)
            out[at + 2 * NUM_REGIONS + region] = as_byte(worst * POINTS_AHEAD)
            out[at + 3 * NUM_REGIONS + region] = as_byte(rivals[region] * WORTH)
    at += 4 * NUM_REGIONS
    if s["active_town"] != NONE:
        fill_trick_features(t, s, v, x, holders, now, out[at:])


@compiled
def fill_trick_features(t: Tables, s: State, v: Values, x: Stakes, holders: Chances, now: int, out: Bytes) -> None:
    """Fill what the active town would change, by who wins it, and who may still win it."""
    me, players, active = int(v["me"]), int(s["num_players"]), s["active_town"]
    region, colour = t["town_region"][active], t["town_colour"][active]
    best = trick_best(t, s)
    for side in range(players):
        seat = (me + side) % players
        change(t, s, x, region, seat, 1, 1, NONE)
        x["trick_lead"][seat] = lead(s, x, me, True) - now
        out[side] = as_byte(x["changed"][seat] * POINTS_AHEAD)
        out[MAX_SEATS + side] = as_byte(x["trick_lead"][seat] * POINTS_AHEAD)
        if s["phase"] == PLAY_CARD and 1 <= side <= players - 1 - v["played"]:
            none, _ = chance_of_none(t, s, (seat - 1) % players, best, colour, 1, holders)
            out[2 * MAX_SEATS + side] = as_byte((1 - none) * FLAG)
