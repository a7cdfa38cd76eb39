"""A: the symbols of the action cards, resolved from left to right."""

import numpy as np

from boru_env.editions.tables import (
    CHURCH,
    COIN,
    EXPAND,
    LIBERATE,
    MAX_SYMBOLS,
    NO_SYMBOL,
    PAY,
    RAIDER,
    RENOWN,
    TOWN,
)

# EXPAND and LIBERATE are symbols as well as decisions: the decisions are named with their module.
from boru_env.rules import state, trick
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import (
    BUY_CHURCH,
    BUY_RAIDER,
    BUY_STEP,
    STEP_PURCHASE,
    STEP_SETTLE,
    STEP_SYMBOL,
    ask,
    controls,
    is_free,
    place_disc,
)


@compiled
def symbol_at(t: Tables, s: State, position: int) -> int:
    """Give the symbol at a position of the row being resolved, NO_SYMBOL behind its end."""
    if position >= MAX_SYMBOLS:
        return NO_SYMBOL
    return int(t["card_symbols"][s["acting_card"], s["acting_row"], position])


@compiled
def resolve_symbol(t: Tables, s: State) -> None:
    """Resolve the next symbol of the row, or the next run of equal church, raider or step symbols (A10)."""
    seat = s["seat"]
    symbol = symbol_at(t, s, s["position"])
    if symbol == NO_SYMBOL:
        s["step"] = STEP_SETTLE
        return
    s["position"] += 1
    if symbol == TOWN:
        take_active_town(s, seat)
    elif symbol == COIN:
        s["coins"][seat] += 1  # A2
    elif symbol == PAY:
        pay_coin(t, s, seat)
    elif symbol == RENOWN:
        s["renown"][seat] += 1  # A4
    elif symbol == EXPAND:
        ask_expand(t, s, seat)
    elif symbol == LIBERATE:
        ask_liberate(t, s, seat)
    else:
        advance(t, s, seat, symbol)
        while symbol_at(t, s, s["position"]) == symbol:  # A10
            s["position"] += 1
            advance(t, s, seat, symbol)
        s["step"] = STEP_PURCHASE


@compiled
def take_active_town(s: State, seat: int) -> None:
    """A1: put your disc on the active town, take the marker."""
    place_disc(s, seat, s["active_town"])
    s["marker"] = seat


@compiled
def pay_coin(t: Tables, s: State, seat: int) -> None:
    """A3: return a coin; with no coin, lose points instead, never below 0."""
    if s["coins"][seat] > 0:
        s["coins"][seat] -= 1
    else:
        s["points"][seat] = max(0, s["points"][seat] - t["cost_no_coin"])


@compiled
def can_advance(t: Tables, s: State, seat: int, symbol: int) -> bool:
    """A6, A7: no effect without a raider in the battle area, or on the track's top space."""
    if symbol == RAIDER:
        return bool(s["battle_area"] > 0)
    if symbol == CHURCH:
        return True
    return bool(s["space"][seat] < t["num_spaces"])


@compiled
def advance(t: Tables, s: State, seat: int, symbol: int) -> None:
    """A5, A6, A7: one disc into the church area, one raider, or one space up, where possible."""
    if not can_advance(t, s, seat, symbol):
        return
    if symbol == CHURCH:
        s["church"][seat] += 1
    elif symbol == RAIDER:
        s["battle_area"] -= 1
        s["raiders"][seat] += 1
    else:
        s["space"][seat] += 1


@compiled
def ask_purchase(t: Tables, s: State) -> None:
    """A5, A6, A7: after the run of symbols you may buy more, as long as you can pay and it has an effect."""
    seat = s["seat"]
    symbol = symbol_at(t, s, s["position"] - 1)
    if s["coins"][seat] < t["cost_extra"] or not can_advance(t, s, seat, symbol):
        s["step"] = STEP_SYMBOL
    elif symbol == CHURCH:
        ask(s, BUY_CHURCH, seat)
    elif symbol == RAIDER:
        ask(s, BUY_RAIDER, seat)
    else:
        ask(s, BUY_STEP, seat)


@compiled
def buy(t: Tables, s: State) -> None:
    """A5, A6, A7: buy one more."""
    seat = s["seat"]
    s["coins"][seat] -= t["cost_extra"]
    advance(t, s, seat, symbol_at(t, s, s["position"] - 1))


@compiled
def stop_buying(s: State) -> None:
    """A5, A6, A7: buy no more; the row goes on."""
    s["step"] = STEP_SYMBOL


@compiled
def towns_in_reach(t: Tables, s: State, seat: int) -> np.uint64:
    """A8: give the set of towns (bits) joined by a road to a town that the seat controls."""
    reach = np.uint64(0)
    for town in range(t["num_towns"]):
        if controls(s, seat, town):
            reach |= t["roads"][town]
    return reach


@compiled
def can_expand_to(s: State, reach: np.uint64, town: int) -> bool:
    """A8: tell whether the town is in reach, free, and not the active town of the trick."""
    joined = (reach >> np.uint64(town)) & np.uint64(1) == np.uint64(1)
    return bool(joined & is_free(s, town) & (town != s["active_town"]))


@compiled
def legal_expansions(t: Tables, s: State, mask: Mask) -> None:
    """A8: the towns to expand to. `mask` is (48,), by town; declining is the engine's."""
    reach = towns_in_reach(t, s, s["seat"])
    for town in range(t["num_towns"]):
        mask[town] = can_expand_to(s, reach, town)


@compiled
def ask_expand(t: Tables, s: State, seat: int) -> None:
    """A8: you may pay to expand; not asked without the coins or without a town to go to."""
    if s["coins"][seat] < t["cost_expand"]:
        return
    reach = towns_in_reach(t, s, seat)
    for town in range(t["num_towns"]):
        if can_expand_to(s, reach, town):
            ask(s, state.EXPAND, seat)
            return


@compiled
def expand(t: Tables, s: State, town: int) -> None:
    """A8: pay and put a disc there."""
    s["coins"][s["seat"]] -= t["cost_expand"]
    place_disc(s, s["seat"], town)


@compiled
def ask_liberate(t: Tables, s: State, seat: int) -> None:
    """A9: must be done if there is a Viking control token."""
    for town in range(t["num_towns"]):
        if s["town_viking"][town] == 1:
            ask(s, state.LIBERATE, seat)
            return


@compiled
def legal_liberations(t: Tables, s: State, mask: Mask) -> None:
    """A9: any town under a Viking control token. `mask` is (48,), by town."""
    for town in range(t["num_towns"]):
        mask[town] = s["town_viking"][town]


@compiled
def liberate(s: State, town: int) -> None:
    """A9: remove the token; the town is its disc's owner's again."""
    s["town_viking"][town] = 0


@compiled
def settle(s: State) -> None:
    """A11: a marriage disc that shares a space moves down to the next free one, or to the first space."""
    seat = s["seat"]
    while s["space"][seat] > 1 and shares_space(s, seat):
        s["space"][seat] -= 1
    trick.discard_resolved(s)


@compiled
def shares_space(s: State, seat: int) -> bool:
    """Tell whether another disc lies on the seat's space of the marriage track."""
    for other in range(s["num_players"]):
        if other != seat and s["space"][other] == s["space"][seat]:
            return True
    return False
