"""B: the Viking incursion and the spoils of battle."""

from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import (
    NONE,
    RAID_TOWN,
    STEP_CHURCH,
    STEP_RAID,
    STEP_SPOILS,
    ask,
    controls,
    from_marker,
    most_alone,
)


@compiled
def begin_battle(s: State) -> None:
    """B1: an incursion, if at least one raider is left in the battle area."""
    s["cursor"] = 0
    s["step"] = STEP_RAID if s["battle_area"] > 0 else STEP_SPOILS


@compiled
def raid_next(t: Tables, s: State) -> None:
    """B1, B2: one loser after another, clockwise from the marker holder; then B3."""
    if s["cursor"] == s["num_players"]:
        s["victim"] = NONE
        s["battle_area"] = 0  # B3
        s["cursor"] = 0
        s["step"] = STEP_SPOILS
        return
    loser = from_marker(s)
    if s["raiders"][loser] == fewest_raiders(s) and controls_any(t, s, loser):
        s["victim"] = loser
        chooser = most_alone(s, s["raiders"])
        ask(s, RAID_TOWN, loser if chooser == NONE else chooser)  # B2
    else:
        s["cursor"] += 1


@compiled
def fewest_raiders(s: State) -> int:
    """B1: give the fewest raiders over all players, also those without a town."""
    fewest = s["raiders"][0]
    for seat in range(1, s["num_players"]):
        fewest = min(fewest, s["raiders"][seat])
    return int(fewest)


@compiled
def controls_any(t: Tables, s: State, seat: int) -> bool:
    """Tell whether the seat controls a town."""
    for town in range(t["num_towns"]):
        if controls(s, seat, town):
            return True
    return False


@compiled
def legal_raids(t: Tables, s: State, mask: Mask) -> None:
    """B1: towns that the loser controls. `mask` is (48,), by town."""
    for town in range(t["num_towns"]):
        mask[town] = controls(s, s["victim"], town)


@compiled
def lose_town(s: State, town: int) -> None:
    """B1: a Viking control token on the disc; a monastery there stays."""
    s["town_viking"][town] = 1
    s["cursor"] += 1


@compiled
def share_spoils(t: Tables, s: State) -> None:
    """B4: alone with the most raiders: a renown, a point for each renown, all raiders back. Then B5."""
    seat = most_alone(s, s["raiders"])
    if seat != NONE:
        s["renown"][seat] += 1
        s["points"][seat] += s["renown"][seat]
        s["raiders"][seat] = 0
    reward_most(s)
    s["step"] = STEP_CHURCH


@compiled
def reward_most(s: State) -> None:
    """B5: every player who now has the most raiders, at least 1: a point, and one raider goes back."""
    most = 1
    for seat in range(s["num_players"]):
        most = max(most, s["raiders"][seat])
    for seat in range(s["num_players"]):
        if s["raiders"][seat] == most:
            s["points"][seat] += 1
            s["raiders"][seat] -= 1
