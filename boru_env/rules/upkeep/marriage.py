"""M: the marriage card, the Princess of Denmark, and the rewards of the marriage track."""

from boru_env.editions.tables import COIN, MAX_SYMBOLS, NO_SYMBOL, PRINCESS, RENOWN
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import (
    MARRIAGE_TOWN,
    NONE,
    PRINCESS_CHOICE,
    STEP_BATTLE,
    STEP_FAREWELL,
    STEP_TRACK,
    SUPPORT,
    TRACK_TOWN,
    TRADE,
    any_free_town,
    ask,
    from_marker,
    is_free,
)


@compiled
def highest_on_track(s: State) -> int:
    """M1: give the player highest on the track; NONE if all discs are on the first space (M3)."""
    best, taker = 1, NONE
    for seat in range(s["num_players"]):
        if s["space"][seat] > best:
            best, taker = s["space"][seat], seat
    return taker


@compiled
def take_marriage(t: Tables, s: State) -> None:
    """M1: the highest takes the card and its rewards at once. M3: if all are on the first space, it leaves."""
    taker = highest_on_track(s)
    card = s["marriage_card"]
    s["marriage_card"] = NONE
    s["cursor"] = 0
    s["position"] = 0
    if taker == NONE:  # M3
        s["step"] = STEP_BATTLE
        return
    s["taker"] = taker
    s["marriage_holder"][card] = taker
    s["step"] = STEP_FAREWELL
    if card == PRINCESS:
        ask(s, PRINCESS_CHOICE, taker)  # M4
    else:
        gain_marriage(t, s, taker, card)


@compiled
def gain_marriage(t: Tables, s: State, taker: int, card: int) -> None:
    """M1: points, renown, a disc on a free town of the named region (none free: no effect)."""
    s["points"][taker] += t["marriage_points"][card]
    s["renown"][taker] += t["marriage_renown"][card]
    region = t["marriage_region"][card]
    if region != NONE:
        for town in range(t["num_towns"]):
            if t["town_region"][town] == region and is_free(s, town):
                ask(s, MARRIAGE_TOWN, taker)
                return


@compiled
def legal_marriage_towns(t: Tables, s: State, mask: Mask) -> None:
    """M1: free towns of the region named on the card just taken. `mask` is (48,), by town."""
    region = t["marriage_region"][s["marriage_pile"][s["round"] - 1]]
    for town in range(t["num_towns"]):
        mask[town] = (t["town_region"][town] == region) & is_free(s, town)


@compiled
def choose_princess(t: Tables, s: State, choice: int) -> None:
    """M4: military support (0), trade (1), or spurn her (2): the card is discarded, for points."""
    if choice == 0:
        s["princess"] = SUPPORT
    elif choice == 1:
        s["princess"] = TRADE
    else:
        s["marriage_holder"][PRINCESS] = NONE
        s["points"][s["seat"]] += t["spurn_points"]


@compiled
def farewell(s: State) -> None:
    """M2: the taker's disc goes back to the first space."""
    s["space"][s["taker"]] = 1
    s["step"] = STEP_TRACK


@compiled
def reward_track(t: Tables, s: State) -> None:
    """M5: clockwise from the marker holder, every other player gains what their space shows, one by one."""
    if s["cursor"] == s["num_players"]:
        s["cursor"] = 0
        s["taker"] = NONE
        s["step"] = STEP_BATTLE
        return
    seat = from_marker(s)
    reward = reward_at(t, s, seat)
    if seat == s["taker"] or reward == NO_SYMBOL:
        s["cursor"] += 1
        s["position"] = 0
        return
    s["position"] += 1
    if reward == COIN:
        s["coins"][seat] += 1
    elif reward == RENOWN:
        s["renown"][seat] += 1
    elif any_free_town(t, s):
        ask(s, TRACK_TOWN, seat)


@compiled
def reward_at(t: Tables, s: State, seat: int) -> int:
    """Give the next reward of the seat's space, NO_SYMBOL when all are gained."""
    if s["position"] >= MAX_SYMBOLS:
        return NO_SYMBOL
    return int(t["track_rewards"][s["space"][seat] - 1, s["position"]])


@compiled
def legal_track_towns(t: Tables, s: State, mask: Mask) -> None:
    """M5: any free town. `mask` is (48,), by town."""
    for town in range(t["num_towns"]):
        mask[town] = is_free(s, town)
