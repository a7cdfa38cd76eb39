"""What things are worth to a seat, in points at the end of the game, by rules of thumb."""

from math import exp

import numpy as np

from agents.greedy.values import Values, Weights
from boru_env.editions.tables import (
    ANY_TOWN,
    CHURCH,
    COIN,
    EXPAND,
    LIBERATE,
    MAX_SYMBOLS,
    NO_SYMBOL,
    NUM_REGIONS,
    PAY,
    PRINCESS,
    RAIDER,
    RENOWN,
    STEP,
    TOWN,
)
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.state import NONE, PRINCESS_CHOICE
from boru_env.rules.strength import NUM_SIDES, VIKINGS


@compiled
def chance(lead: float, steepness: float) -> float:
    """Give the chance that a lead lasts."""
    return float(1 / (1 + exp(-steepness * lead)))


@compiled
def weigh(t: Tables, s: State, w: Weights, v: Values) -> None:
    """Fill the worth of all that many actions share. `v` has been counted."""
    last = v["rounds_left"] == 0
    v["late"] = 1 - 0.2 * v["rounds_left"]
    v["coin"] = w["coin_at_last"] + w["coin_a_trick"] * v["tricks_left"] if last else w["coin"]
    v["steepness"] = w["steep"] / (1 + w["less_steep"] * v["tricks_left"])
    for region in range(NUM_REGIONS):
        v["region"][region] = value_at(t, w, v, region, v["total"][region], v["own"][region], v["rival"][region])
    v["one_more_region"] = one_more_region(t, w, v)
    v["best_town"], v["best_site"] = 0, 0
    for region in range(NUM_REGIONS):
        v["town"][region] = w["town"] + own_gain(t, w, v, region)
        if v["strength"][region, v["me"]] == 0:
            v["town"][region] += v["one_more_region"]
        if v["free"][region]:
            v["best_town"] = max(v["best_town"], v["town"][region])
        if v["sites"][region]:
            v["best_site"] = max(v["best_site"], site(t, w, v, region))
    v["support"], v["trade"] = 0, 0
    if s["marriage_card"] == PRINCESS or s["phase"] == PRINCESS_CHOICE:
        v["support"], v["trade"] = support(t, w, v), trade(t, v)
    v["marriage"] = marriage(t, s, w, v)
    v["church"] = church(s, w, v, s["church"][v["me"]])
    v["raiders"] = raiders(s, w, v, s["raiders"][v["me"]], 0)
    v["track"] = track(t, s, w, v, s["space"][v["me"]] - 1)
    v["runs"][:] = np.nan


@compiled
def region_worth(
    t: Tables, w: Weights, v: Values, region: int, side: int, more: int, other: int, other_more: int
) -> float:
    """Give what a region is worth to oneself, with the strength of two sides changed (NONE: not)."""
    total, rival, own = 0, 0, 0
    for each in range(NUM_SIDES):
        strength = int(v["strength"][region, each])
        strength += more if each == side else 0
        strength += other_more if each == other else 0
        total += strength
        if each == v["me"]:
            own = strength
        else:
            rival = max(rival, strength)
    return value_at(t, w, v, region, total, own, rival)


@compiled
def value_at(t: Tables, w: Weights, v: Values, region: int, total: int, own: int, rival: int) -> float:
    """Give what a region is worth to oneself with so much strength in all, of one's own, and of the strongest other."""
    coming = (total + w["region_soon"] * (1 + v["rounds_left"])) / (t["region_threshold"][region] + 1)
    lead = own - rival - w["region_lead"]
    steepness = w["region_steep"] + w["region_steeper"] * v["late"]
    return float(t["region_points"][region] * min(1.0, coming) * chance(lead, steepness))


@compiled
def own_gain(t: Tables, w: Weights, v: Values, region: int) -> float:
    """Give the gain of one more strength of one's own in a region."""
    total, own, rival = v["total"][region], v["own"][region], v["rival"][region]
    return float(value_at(t, w, v, region, total + 1, own + 1, rival) - v["region"][region])


@compiled
def gain(t: Tables, w: Weights, v: Values, region: int, side: int, more: int, loser: int) -> float:
    """Give the gain when a side's strength in a region changes; what it gains, `loser` loses, if not NONE."""
    return float(region_worth(t, w, v, region, side, more, loser, -more) - v["region"][region])


@compiled
def regions_held(v: Values) -> int:
    """Count the regions with an own town."""
    held = 0
    for region in range(NUM_REGIONS):
        held += v["strength"][region, v["me"]] > 0
    return held


@compiled
def one_more_region(t: Tables, w: Weights, v: Values) -> float:
    """F6: what one more region is worth, or the way to two."""
    held = regions_held(v)
    points = t["region_count_points"]
    now, one, two = points[held], points[min(NUM_REGIONS, held + 1)], points[min(NUM_REGIONS, held + 2)]
    return float(max(one - now, w["second_region"] * (two - now) / 2))


@compiled
def own_loss(t: Tables, s: State, w: Weights, v: Values, town: int) -> float:
    """Give what losing an own town to the Vikings costs; what freeing it brings is taken for the same."""
    region = t["town_region"][town]
    size = 1 + int(s["town_monastery"][town])
    loss = w["town"] - gain(t, w, v, region, v["me"], -size, VIKINGS)
    return float(loss + (v["one_more_region"] if v["strength"][region, v["me"]] <= size else 0.0))


@compiled
def site(t: Tables, w: Weights, v: Values, region: int) -> float:
    """Give what a monastery on an own town of a region is worth."""
    return float(w["monastery"] + own_gain(t, w, v, region))


@compiled
def support(t: Tables, w: Weights, v: Values) -> float:
    """M4: what military support is worth: the Vikings' strength becomes one's own."""
    worth = 0.0
    for region in range(NUM_REGIONS):
        vikings = int(v["strength"][region, VIKINGS])
        if vikings > 0:
            worth += gain(t, w, v, region, v["me"], vikings, VIKINGS)
    return worth


@compiled
def trade(t: Tables, v: Values) -> float:
    """M4: what trade is worth: regions with towns under the Vikings count (F6)."""
    held = regions_held(v)
    more = 0
    for region in range(NUM_REGIONS):
        more += v["strength"][region, v["me"]] == 0 and v["strength"][region, VIKINGS] > 0
    return float(t["region_count_points"][held + more] - t["region_count_points"][held])


@compiled
def marriage(t: Tables, s: State, w: Weights, v: Values) -> float:
    """Give what the marriage card on offer is worth."""
    card = s["marriage_card"]
    if card == NONE:
        return 0.0
    if card == PRINCESS:
        return float(max(t["spurn_points"], v["support"], v["trade"]))
    worth = t["marriage_points"][card] + w["renown"] * t["marriage_renown"][card]
    region = t["marriage_region"][card]
    if region != NONE and v["free"][region]:
        worth += v["town"][region]
    return float(worth)


@compiled
def church(s: State, w: Weights, v: Values, discs: int) -> float:
    """Give what so many discs of one's own in the church area are worth."""
    most, second = 0, 0
    for seat in range(s["num_players"]):
        if seat != v["me"]:
            most, second = max(most, s["church"][seat]), max(second, min(most, s["church"][seat]))
    first = (v["best_site"] + w["marker"]) * chance(discs - most - 0.5, v["steepness"])
    next_best = w["church_second"] * chance(discs - second - 0.5, v["steepness"]) if discs > 0 else 0.0
    kept = w["church_kept"] * discs + (w["church_four"] * v["best_site"] if discs >= 4 else 0.0)
    return float(first + next_best + kept * (w["church_last"] if v["rounds_left"] == 0 else 1.0))


@compiled
def raiders(s: State, w: Weights, v: Values, own: int, taken: int) -> float:
    """Give what so many raiders of one's own are worth, when so many more have left the battle area."""
    most, second, fewest = 0, 0, 2**30
    for seat in range(s["num_players"]):
        if seat != v["me"]:
            most, second = max(most, s["raiders"][seat]), max(second, min(most, s["raiders"][seat]))
            fewest = min(fewest, s["raiders"][seat])
    spoils = (1 + w["renown"] + w["raid_renown"] * s["renown"][v["me"]]) * chance(own - most - 0.5, v["steepness"])
    if own > 0:
        spoils += w["raid_second"] * chance(own - second - 0.5, v["steepness"])
    left = max(0, s["battle_area"] - taken)
    threat = min(1.0, left / (w["threat_base"] + w["threat_trick"] * v["tricks_left"]))
    raided = threat * (1 - chance(own - fewest - 0.5, v["steepness"]))
    return float(spoils - w["threat"] * raided + (0.0 if v["rounds_left"] == 0 else w["raid_kept"] * own))


@compiled
def track(t: Tables, s: State, w: Weights, v: Values, space: int) -> float:
    """Give what a space, 0.., on the marriage track is worth."""
    highest = 0
    for seat in range(s["num_players"]):
        if seat != v["me"]:
            highest = max(highest, s["space"][seat] - 1)
    reward = 0.0
    for position in range(MAX_SYMBOLS):
        symbol = t["track_rewards"][space, position]
        if symbol == COIN:
            reward += v["coin"]
        elif symbol == RENOWN:
            reward += w["renown"]
        elif symbol == ANY_TOWN:
            reward += v["best_town"]
    first = chance(space - highest - 0.5, w["track_steep"] * v["steepness"]) if space > 0 else 0.0
    kept = 0.0 if v["rounds_left"] == 0 else w["track_space"] * space
    return float(first * v["marriage"] + (1 - first) * reward * w["track_reward"] + kept)


@compiled
def run_worth(t: Tables, s: State, w: Weights, v: Values, symbol: int, times: int) -> float:
    """Give what so many equal symbols in a row are worth (A10); what was asked before is remembered."""
    if symbol < CHURCH or symbol > STEP:
        return times * symbol_worth(t, s, w, v, symbol)
    known = v["runs"][symbol - CHURCH, times]
    if np.isnan(known):
        known = advance_worth(t, s, w, v, symbol, times)
        v["runs"][symbol - CHURCH, times] = known
    return float(known)


@compiled
def advance_worth(t: Tables, s: State, w: Weights, v: Values, symbol: int, times: int) -> float:
    """A5, A6, A7: give what going on so far in the church area, the battle or the marriage track is worth."""
    me = v["me"]
    if symbol == CHURCH:
        return float(church(s, w, v, s["church"][me] + times) - v["church"])
    if symbol == RAIDER:
        taken = min(times, s["battle_area"])
        return float(raiders(s, w, v, s["raiders"][me] + taken, taken) - v["raiders"])
    space = min(t["num_spaces"], s["space"][me] + times) - 1
    return float(track(t, s, w, v, space) - v["track"])


@compiled
def symbol_worth(t: Tables, s: State, w: Weights, v: Values, symbol: int) -> float:
    """Give what one symbol is worth that is not counted in runs."""
    if symbol == COIN:
        return float(v["coin"])
    if symbol == PAY:
        return float(-max(v["coin"], w["pay"]))
    if symbol == RENOWN:
        return float(w["renown"])
    if symbol == EXPAND and s["coins"][v["me"]] + 2 >= t["cost_expand"]:
        return float(max(0.0, w["expand"] * v["best_town"] - t["cost_expand"] * v["coin"]))
    if symbol == LIBERATE:
        return best_liberation(t, s, w, v)
    return 0.0


@compiled
def best_liberation(t: Tables, s: State, w: Weights, v: Values) -> float:
    """Give what the best own town to free is worth; freeing another's is a must if there is no own (A9)."""
    best, own, others = 0.0, False, False
    for town in range(t["num_towns"]):
        if s["town_viking"][town]:
            if s["town_disc"][town] == v["me"]:
                worth = own_loss(t, s, w, v, town)
                best = max(best, worth) if own else worth
                own = True
            else:
                others = True
    return best if own else float(w["liberate_other"]) if others else 0.0


@compiled
def row_worth(t: Tables, s: State, w: Weights, v: Values, card: int, row: int, town_worth: float) -> float:
    """Give what performing a card's row is worth, with an active town of this worth."""
    worth = 0.0
    position = 0
    while position < MAX_SYMBOLS and t["card_symbols"][card, row, position] != NO_SYMBOL:
        symbol = t["card_symbols"][card, row, position]
        times = 1
        while position + times < MAX_SYMBOLS and t["card_symbols"][card, row, position + times] == symbol:
            times += 1
        if symbol == TOWN:
            worth += w["marker"] + town_worth
        else:
            worth += run_worth(t, s, w, v, symbol, times)
        position += times
    return worth


@compiled
def secondary_worth(t: Tables, s: State, w: Weights, v: Values, card: int) -> float:
    """Give what the better secondary action of a card is worth."""
    worth = row_worth(t, s, w, v, card, 1, 0.0)
    if t["card_secondaries"][card] == 2:
        worth = max(worth, row_worth(t, s, w, v, card, 2, 0.0))
    return worth
