"""What each action is worth, by phase; in the order of the game."""

import numpy as np
import numpy.typing as npt

from agents.greedy.values import Values, Weights
from agents.greedy.worth import gain, own_loss, row_worth, run_worth, secondary_worth, site
from boru_env.editions.tables import CHURCH, NUM_CARDS, NUM_REGIONS, RAIDER, STEP, WHITE
from boru_env.rules import state as st
from boru_env.rules.actions import BUY, CHOOSE_SUPPORT, CHOOSE_TRADE, FIRST_TOWN, NUM_ACTIONS, STOP, UPPER_ROW
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import NONE
from boru_env.rules.strength import VIKINGS

MAX_BUYS = 3
"""How many purchases in a row are looked ahead."""

Scores = npt.NDArray[np.float64]
"""(80,) the worth of each legal action."""


@compiled
def judge(t: Tables, s: State, w: Weights, v: Values, mask: Mask, out: Scores) -> None:
    """Fill the worth of each legal action; the others are left alone. `v` has been counted and weighed."""
    phase = s["phase"]
    if phase == st.CHOOSE_TOWN:
        judge_leads(t, s, w, v, mask, out)
        return
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        if phase == st.DRAFT:
            out[action] = pick_worth(t, s, w, v, action)
        elif phase == st.PLAY_CARD:
            out[action] = play_worth(t, s, w, v, action)
        elif phase == st.CHOOSE_SECONDARY:
            out[action] = row_worth(t, s, w, v, s["acting_card"], 1 if action == UPPER_ROW else 2, 0.0)
        elif phase == st.BUY_CHURCH or phase == st.BUY_RAIDER or phase == st.BUY_STEP:
            out[action] = purchase_worth(t, s, w, v) if action == BUY else 0.0
        elif phase == st.PRINCESS_CHOICE:
            out[action] = princess_worth(t, v, action)
        elif action == STOP:
            out[action] = 0.0
        else:
            out[action] = town_worth(t, s, w, v, action - FIRST_TOWN)


@compiled
def town_worth(t: Tables, s: State, w: Weights, v: Values, town: int) -> float:
    """Give what choosing a town is worth, by what it is chosen for."""
    phase, region = s["phase"], t["town_region"][town]
    if phase == st.PLACE_START:
        return start_worth(t, w, v, town)
    if phase == st.EXPAND:
        return float(v["town"][region] - t["cost_expand"] * v["coin"])
    if phase == st.LIBERATE:
        return liberation_worth(t, s, w, v, town)
    if phase == st.RAID_TOWN:
        return raid_worth(t, s, w, v, town)
    if phase == st.MONASTERY:
        return site(t, w, v, region)
    return float(v["town"][region])  # M1, M5


@compiled
def start_worth(t: Tables, w: Weights, v: Values, town: int) -> float:
    """S5: a rich region with few towns to hold, where roads lead on."""
    size, roads = 0, 0
    for other in range(t["num_towns"]):
        size += t["town_region"][other] == t["town_region"][town]
        roads += int(t["roads"][town] >> np.uint64(other)) & 1
    return float(v["town"][t["town_region"][town]] + w["start_roads"] * roads - w["start_size"] * size)


@compiled
def power(t: Tables, card: int, white: float) -> float:
    """Give how likely a card wins a trick, roughly: its value squared, white ones more."""
    return float(((card + 1) / NUM_CARDS) ** 2 * (white if t["card_colour"][card] == WHITE else 1.0))


@compiled
def pick_worth(t: Tables, s: State, w: Weights, v: Values, card: int) -> float:
    """D2: cards that win in colours not yet covered, or whose secondary action serves well."""
    covered = power(t, card, w["pick_white"])
    for other in range(NUM_CARDS):
        if s["card_place"][other] == st.SELECTED + v["me"] and t["card_colour"][other] == t["card_colour"][card]:
            covered *= w["pick_same"]
    primary = covered * (w["pick_town"] * v["best_town"] + row_worth(t, s, w, v, card, 0, 0.0))
    return float(w["pick_win"] * primary + w["pick_lose"] * secondary_worth(t, s, w, v, card))


@compiled
def win_chance(t: Tables, w: Weights, v: Values, card: int, colour: int, to_come: int) -> float:
    """Give the chance that a card wins in a town of a colour, with so many players still to play."""
    own = t["card_colour"][card]
    if (own != colour and own != WHITE) or v["beaten"][card, colour]:
        return 0.0
    held = min(1.0, max(1, v["hand_size"]) * to_come / max(1, v["num_unseen"]))
    return float((1 - w["win_held"] * held) ** v["higher"][card, colour])


@compiled
def keep_worth(t: Tables, s: State, w: Weights, v: Values, card: int) -> float:
    """Give what a card is worth in a later trick."""
    if v["tricks_left"] <= 1:
        return 0.0
    later = power(t, card, w["keep_white"]) * v["best_town"]
    return float(w["keep_win"] * later + w["keep_lose"] * secondary_worth(t, s, w, v, card))


@compiled
def judge_leads(t: Tables, s: State, w: Weights, v: Values, mask: Mask, out: Scores) -> None:
    """T2: the town where the best card of the hand brings most; towns of a region and colour are worth the same."""
    best = np.full((NUM_REGIONS, WHITE), -1e9)
    for card in range(NUM_CARDS):
        if s["card_place"][card] != st.HAND + v["me"]:
            continue
        bare, loses = row_worth(t, s, w, v, card, 0, 0.0), secondary_worth(t, s, w, v, card)
        kept = keep_worth(t, s, w, v, card)
        for colour in range(WHITE):
            if t["card_colour"][card] != colour and t["card_colour"][card] != WHITE:
                continue
            wins = win_chance(t, w, v, card, colour, s["num_players"] - 1)
            for region in range(NUM_REGIONS):
                town = v["town"][region]
                now = wins * (bare + town) + (1 - wins) * (loses - w["lead_denial"] * town)
                best[region, colour] = max(best[region, colour], now - kept)
    for town in range(t["num_towns"]):
        if mask[FIRST_TOWN + town]:
            out[FIRST_TOWN + town] = best[t["town_region"][town], t["town_colour"][town]]


@compiled
def play_worth(t: Tables, s: State, w: Weights, v: Values, card: int) -> float:
    """T2, T3: what winning or losing brings, less what the card could still win later."""
    active, wins, won = s["active_town"], 0.0, 0.0
    if active != NONE:
        to_come = s["num_players"] - 1 - v["played"]
        wins = win_chance(t, w, v, card, t["town_colour"][active], to_come)
        if wins > 0:
            won = row_worth(t, s, w, v, card, 0, v["town"][t["town_region"][active]])
    lost = secondary_worth(t, s, w, v, card)
    return float(wins * won + (1 - wins) * lost - keep_worth(t, s, w, v, card))


@compiled
def purchase_worth(t: Tables, s: State, w: Weights, v: Values) -> float:
    """A5, A6, A7: what one more, or up to three, are worth beyond their coins."""
    symbol = CHURCH if s["phase"] == st.BUY_CHURCH else RAIDER if s["phase"] == st.BUY_RAIDER else STEP
    best = -1e9
    for times in range(1, 1 + min(MAX_BUYS, s["coins"][v["me"]] // t["cost_extra"])):
        best = max(best, run_worth(t, s, w, v, symbol, times) - times * t["cost_extra"] * v["coin"])
    return float(best - w["buy_margin"])


@compiled
def princess_worth(t: Tables, v: Values, action: int) -> float:
    """M4: military support, trade, or the points for spurning her."""
    if action == CHOOSE_SUPPORT:
        return float(v["support"])
    return float(v["trade"]) if action == CHOOSE_TRADE else float(t["spurn_points"])


@compiled
def liberation_worth(t: Tables, s: State, w: Weights, v: Values, town: int) -> float:
    """A9: an own town, else where it hurts least."""
    owner = s["town_disc"][town]
    if owner == v["me"]:
        return own_loss(t, s, w, v, town)
    size = 1 + int(s["town_monastery"][town])
    return float(gain(t, w, v, t["town_region"][town], owner, size, VIKINGS) + w["liberate_other"])


@compiled
def raid_worth(t: Tables, s: State, w: Weights, v: Values, town: int) -> float:
    """B2: of one's own the least, of another's what helps oneself and hurts the other most."""
    owner, region = s["town_disc"][town], t["town_region"][town]
    if owner == v["me"]:
        return -own_loss(t, s, w, v, town)
    size = 1 + int(s["town_monastery"][town])
    worth = gain(t, w, v, region, owner, -size, VIKINGS)
    if v["strength"][region, owner] == v["strength"][region].max():
        worth += w["denial"] * t["region_points"][region]
    return float(worth)
