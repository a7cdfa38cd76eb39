"""F: final scoring, and who wins."""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import NUM_REGIONS, PRINCESS
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.state import NONE, TRADE, most_alone
from boru_env.rules.strength import most_in, strengths


@compiled
def score(t: Tables, s: State) -> None:
    """F: add the final points of every seat to the score track's, and find the winners (F7)."""
    for seat in range(s["num_players"]):
        s["final_points"][seat] = (
            s["points"][seat]
            + most_coins(t, s, seat)
            + active_marker(t, s, seat)
            + renown(t, s, seat)
            + held_claims(t, s, seat)
            + shared_claims(t, s, seat)
            + region_count(t, s, seat)
        )
    best = 0
    for seat in range(1, s["num_players"]):
        if beats(s, seat, best):
            best = seat
    for seat in range(s["num_players"]):
        s["winners"][seat] = not beats(s, best, seat)


@compiled
def most_coins(t: Tables, s: State, seat: int) -> int:
    """F1: most coins, alone."""
    return int(t["most_coins_points"]) if most_alone(s, s["coins"]) == seat else 0


@compiled
def active_marker(t: Tables, s: State, seat: int) -> int:
    """F2: the active town marker."""
    return int(t["marker_points"]) if s["marker"] == seat else 0


@compiled
def renown(t: Tables, s: State, seat: int) -> int:
    """F3: each renown."""
    return int(t["renown_points"] * s["renown"][seat])


@compiled
def held_claims(t: Tables, s: State, seat: int) -> int:
    """F4: the points of each claim token held."""
    points = 0
    for region in range(NUM_REGIONS):
        if s["claim_holder"][region] == seat:
            points += t["region_points"][region]
    return points


@compiled
def shared_claims(t: Tables, s: State, seat: int) -> int:
    """F5: half the points, rounded down, of each face-up token on the board for all the strongest players.

    The Vikings are a side here too: level with them still scores, below them does not.
    """
    points = 0
    strength_in = strengths(t, s)
    for region in range(NUM_REGIONS):
        on_board = s["claim_face_up"][region] and s["claim_holder"][region] == NONE
        if on_board and 0 < strength_in[region, seat] == most_in(strength_in, region):
            points += t["region_points"][region] // 2
    return points


@compiled
def region_count(t: Tables, s: State, seat: int) -> int:
    """F6: the number of regions with a town of the seat's; with trade also those under the Vikings."""
    trades = s["princess"] == TRADE and s["marriage_holder"][PRINCESS] == seat
    present = np.zeros(NUM_REGIONS, np.uint8)
    for town in range(t["num_towns"]):
        counts = trades if s["town_viking"][town] else s["town_disc"][town] == seat
        if counts:
            present[t["town_region"][town]] = 1
    return int(t["region_count_points"][present.sum()])


@compiled
def beats(s: State, one: int, other: int) -> bool:
    """F7: more points; on a tie more claim tokens; on a tie more marriage cards."""
    if s["final_points"][one] != s["final_points"][other]:
        return bool(s["final_points"][one] > s["final_points"][other])
    claims = count_held(s["claim_holder"], one) - count_held(s["claim_holder"], other)
    if claims != 0:
        return claims > 0
    return count_held(s["marriage_holder"], one) > count_held(s["marriage_holder"], other)


@compiled
def count_held(holders: npt.NDArray[np.int8], seat: int) -> int:
    """Count the tokens or cards that the seat holds."""
    count = 0
    for holder in holders:
        if holder == seat:
            count += 1
    return count
