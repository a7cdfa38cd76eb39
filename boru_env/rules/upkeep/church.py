"""C: the church's favour: monasteries, the marker, points."""

from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import (
    MONASTERY,
    NONE,
    STEP_CHURCH_FOUR,
    STEP_CHURCH_LEADER,
    STEP_CHURCH_POINT,
    STEP_REGIONS,
    ask,
    controls,
    from_marker,
    most_alone,
)

DISCS_FOR_MONASTERY = 4
"""Discs in the church area that are enough for a monastery without the most (C4)."""


@compiled
def favour_leader(t: Tables, s: State) -> None:
    """C1: alone with the most discs: a monastery, if there is a town for it. Shared most: skipped."""
    seat = most_alone(s, s["church"])
    if seat == NONE:
        s["step"] = STEP_CHURCH_POINT
        return
    s["step"] = STEP_CHURCH_LEADER
    if has_site(t, s, seat):
        ask(s, MONASTERY, seat)


@compiled
def crown_leader(s: State) -> None:
    """C1: the leader takes the marker and takes back all discs, also if no monastery could be placed."""
    seat = most_alone(s, s["church"])
    s["marker"] = seat
    s["church"][seat] = 0
    s["step"] = STEP_CHURCH_POINT


@compiled
def reward_most(s: State) -> None:
    """C2: every player who now has the most discs, at least 1: a point, and one disc comes back."""
    most = 1
    for seat in range(s["num_players"]):
        most = max(most, s["church"][seat])
    for seat in range(s["num_players"]):
        if s["church"][seat] == most:
            s["points"][seat] += 1
            s["church"][seat] -= 1
    s["cursor"] = 0
    s["step"] = STEP_CHURCH_FOUR


@compiled
def favour_four(t: Tables, s: State) -> None:
    """C4: clockwise from the marker holder, players with 4 or more discs place a monastery if they can."""
    if s["cursor"] == s["num_players"]:
        s["cursor"] = 0
        s["step"] = STEP_REGIONS
        return
    seat = from_marker(s)
    if s["church"][seat] >= DISCS_FOR_MONASTERY and has_site(t, s, seat):
        ask(s, MONASTERY, seat)
    else:
        s["cursor"] += 1


@compiled
def is_site(s: State, seat: int, town: int) -> bool:
    """C1, C3: tell whether the seat controls the town and it has no monastery yet."""
    return bool(controls(s, seat, town) and s["town_monastery"][town] == 0)


@compiled
def has_site(t: Tables, s: State, seat: int) -> bool:
    """Tell whether the seat has a town for a monastery."""
    for town in range(t["num_towns"]):
        if is_site(s, seat, town):
            return True
    return False


@compiled
def legal_sites(t: Tables, s: State, mask: Mask) -> None:
    """C3: the seat's own towns without a monastery. `mask` is (48,), by town."""
    for town in range(t["num_towns"]):
        mask[town] = is_site(s, s["seat"], town)


@compiled
def build(s: State, town: int) -> None:
    """C1, C4: place the monastery; by C4 the discs come back only now."""
    s["town_monastery"][town] = 1
    if s["step"] == STEP_CHURCH_FOUR:
        s["church"][s["seat"]] = 0
        s["cursor"] += 1
