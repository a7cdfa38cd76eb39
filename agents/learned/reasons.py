"""What the worth of each legal action is made of: NUM_REASONS signed bytes an action, `steps.ZERO` = 0.

By number, for a card | for a town; what is not said is 0.

0  what `greedy` thinks it worth
1  its rough chance to win | one's own strength before the strongest other side's
2  what the primary action is worth | a free town there
3  the better secondary action | strength missing to flip the claim token
4  to keep it (draft: picked cards of its colour) | best chance to win, or whose disc it is
5  unseen cards that beat it | cards in hand that fit, or whether there is a monastery
6  in tricks: the chance that nobody to come holds a card that beats it | one's own points that change at once
7  how many such cards they hold | one's own lead
8  the lead, by winning or by leaving the town to the best card so far | the most it is worth to another seat
9  the most that the town is worth to another seat, if it is left | the best free town along a road
10 cards in hand below it | to lead: the chance that nobody holds a card that beats the best own one
11 cards in hand of its colour | how many such cards the others hold
12 cards of the trick that come first | how many that fit at all

Up to 5 they are `greedy`'s rules of thumb, from 6 on exact, as `stakes` and `holders` count.
"""

import numpy as np
import numpy.typing as npt

from agents.greedy.judges import keep_worth, power, win_chance
from agents.greedy.values import Values, Weights
from agents.greedy.worth import row_worth, secondary_worth
from agents.learned.holders import Chances, chance_of_none, fits
from agents.learned.stakes import Stakes, change, lead
from agents.learned.steps import FLAG, POINTS_AHEAD, WORTH, ZERO, Bytes, as_byte
from boru_env.editions.tables import MAX_TOWNS, NUM_CARDS, WHITE
from boru_env.rules.actions import FIRST_TOWN, NUM_ACTIONS
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import CHOOSE_TOWN, DRAFT, HAND, LIBERATE, NONE, PLAY_CARD, RAID_TOWN, SELECTED
from boru_env.rules.strength import VIKINGS
from boru_env.rules.trick import is_played, matches

NUM_REASONS = 13

Scores = npt.NDArray[np.float64]


@compiled
def fill_reasons(
    t: Tables,
    s: State,
    w: Weights,
    v: Values,
    x: Stakes,
    holders: Chances,
    rivals: Scores,
    mask: Mask,
    scores: Scores,
    out: Bytes,
) -> None:
    """Fill the reasons.

    Args:
        t: the edition.
        s: a state at a decision.
        w: the weights of `greedy`.
        v: its values, weighed for the seat to act.
        x: what is at stake.
        holders: who may hold which card; read in tricks only.
        rivals: (8,) the most that a town of each region is worth to another seat.
        mask: (80,) the legal actions.
        scores: (80,) what `greedy` thinks they are worth.
        out: (80 * NUM_REASONS,) filled.
    """
    out[:] = ZERO
    leads, best = np.zeros((WHITE, 3)), trick_best(t, s)
    if s["phase"] == CHOOSE_TOWN:
        for colour in range(WHITE):
            count_lead(t, s, v, holders, colour, leads[colour])
    for action in range(NUM_ACTIONS):
        if mask[action]:
            own = out[action * NUM_REASONS : (action + 1) * NUM_REASONS]
            own[0] = as_byte(scores[action] * WORTH)
            if action < NUM_CARDS:
                fill_card_reasons(t, s, w, v, action, own)
                if s["phase"] == PLAY_CARD:
                    fill_play_reasons(t, s, v, x, holders, rivals, best, action, own)
            elif action < FIRST_TOWN + MAX_TOWNS:
                fill_town_reasons(t, s, w, v, action - FIRST_TOWN, own)
                fill_change_reasons(t, s, v, x, action - FIRST_TOWN, own)
                own[8] = as_byte(rivals[t["town_region"][action - FIRST_TOWN]] * WORTH)
                own[9] = as_byte(road_worth(t, s, v, action - FIRST_TOWN) * WORTH)
                if s["phase"] == CHOOSE_TOWN:
                    fill_lead_reasons(leads[t["town_colour"][action - FIRST_TOWN]], own)


@compiled
def fill_card_reasons(t: Tables, s: State, w: Weights, v: Values, card: int, out: Bytes) -> None:
    """Fill for a card to pick or to play: chance to win, what winning, losing and keeping bring, rivals."""
    active, colour = s["active_town"], t["card_colour"][card]
    town = v["town"][t["town_region"][active]] if active != NONE else v["best_town"]
    out[2] = as_byte(row_worth(t, s, w, v, card, 0, town) * WORTH)
    out[3] = as_byte(secondary_worth(t, s, w, v, card) * WORTH)
    if s["phase"] == DRAFT:
        out[1] = as_byte(power(t, card, w["pick_white"]) * FLAG)
        for other in range(NUM_CARDS):
            if s["card_place"][other] == SELECTED + v["me"] and t["card_colour"][other] == colour:
                out[4] = as_byte(out[4] - ZERO + WORTH)
    else:
        if active != NONE:
            to_come = s["num_players"] - 1 - v["played"]
            out[1] = as_byte(win_chance(t, w, v, card, t["town_colour"][active], to_come) * FLAG)
        out[4] = as_byte(keep_worth(t, s, w, v, card) * WORTH)
        shown = t["town_colour"][active] if active != NONE else 0
        out[5] = as_byte(v["higher"][card, shown if colour == WHITE else min(colour, WHITE - 1)] * WORTH)


@compiled
def fill_town_reasons(t: Tables, s: State, w: Weights, v: Values, town: int, out: Bytes) -> None:
    """Fill for a town to choose: majority and worth of the region, strength missing, and cards for it or its owner."""
    region = t["town_region"][town]
    out[1] = as_byte((v["own"][region] - v["rival"][region]) * WORTH)
    out[2] = as_byte(v["town"][region] * WORTH)
    out[3] = as_byte((t["region_threshold"][region] - v["total"][region]) * WORTH)
    if s["phase"] == CHOOSE_TOWN:
        best, fitting, colour = 0.0, 0, t["town_colour"][town]
        for card in range(NUM_CARDS):
            if fits(t, card, colour) and s["card_place"][card] == HAND + v["me"]:
                fitting += 1
                best = max(best, win_chance(t, w, v, card, colour, s["num_players"] - 1))
        out[4], out[5] = as_byte(best * FLAG), as_byte(fitting * WORTH / 2)
    else:
        owner = s["town_disc"][town]
        out[4] = as_byte((FLAG if owner == v["me"] else -FLAG) if owner != NONE else 0.0)
        out[5] = as_byte(s["town_monastery"][town] * FLAG)


@compiled
def trick_best(t: Tables, s: State) -> int:
    """T4: give the card of the trick that wins so far, or NONE."""
    active, best = s["active_town"], NONE
    if active != NONE:
        for card in range(NUM_CARDS):
            if is_played(s, card) and matches(t, card, active):
                best = card
    return best


@compiled
def fill_play_reasons(
    t: Tables, s: State, v: Values, x: Stakes, holders: Chances, rivals: Scores, best: int, card: int, out: Bytes
) -> None:
    """Fill for a card to play: who may still beat it, what is won or left to another, and how it lies in the hand.

    `best` is the card of the trick that wins so far, or NONE.
    """
    me, active = int(v["me"]), s["active_town"]
    lower, alike, before = 0, 0, 0
    for other in range(NUM_CARDS):
        if s["card_place"][other] == HAND + me:
            lower += other < card
            alike += t["card_colour"][other] == t["card_colour"][card]
        before += is_played(s, other) & (other < card)
    out[10], out[11], out[12] = as_byte(lower * WORTH), as_byte(alike * WORTH), as_byte(before * WORTH)
    if active == NONE:
        return
    region, colour = t["town_region"][active], t["town_colour"][active]
    if card > best and matches(t, card, active):
        to_come = int(s["num_players"]) - 1 - int(v["played"])
        none, expected = chance_of_none(t, s, me, card, colour, to_come, holders)
        out[6], out[7] = as_byte(none * FLAG), as_byte(expected * WORTH)
        out[8] = as_byte(x["trick_lead"][me] * POINTS_AHEAD)
    elif best != NONE:
        out[8] = as_byte(x["trick_lead"][s["card_place"][best] % 8] * POINTS_AHEAD)
        out[9] = as_byte(rivals[region] * WORTH)


@compiled
def fill_change_reasons(t: Tables, s: State, v: Values, x: Stakes, town: int, out: Bytes) -> None:
    """Fill for a town: what choosing it changes at once, in one's own points and in the lead."""
    me, region, size = int(v["me"]), t["town_region"][town], 1 + int(s["town_monastery"][town])
    owner, phase = int(s["town_disc"][town]), s["phase"]
    if owner == NONE:
        out[6], out[7] = as_byte(x["own_points"][region] * POINTS_AHEAD), as_byte(x["own_lead"][region] * POINTS_AHEAD)
        return
    if phase == RAID_TOWN:
        change(t, s, x, region, VIKINGS, size, 1, owner)
    elif phase == LIBERATE:
        change(t, s, x, region, owner, size, 1, VIKINGS)
    else:
        change(t, s, x, region, me, 1, 0, NONE)  # a monastery
    out[6] = as_byte(x["changed"][me] * POINTS_AHEAD)
    out[7] = as_byte((lead(s, x, me, True) - lead(s, x, me, False)) * POINTS_AHEAD)


@compiled
def road_worth(t: Tables, s: State, v: Values, town: int) -> float:
    """Give what the best free town along a road is worth."""
    best, roads, other = 0.0, t["roads"][town], 0
    while roads != 0:
        if roads & np.uint64(1) and s["town_disc"][other] == NONE:
            best = max(best, v["town"][t["town_region"][other]])
        roads >>= np.uint64(1)
        other += 1
    return best


@compiled
def count_lead(t: Tables, s: State, v: Values, holders: Chances, colour: int, out: Scores) -> None:
    """Fill for leading to a colour: how likely the best own card wins, how many others are higher, and how many fit."""
    me, others, best = int(v["me"]), int(s["num_players"]) - 1, NONE
    for card in range(NUM_CARDS):
        if s["card_place"][card] == HAND + me and fits(t, card, colour):
            best = card
    none, higher = chance_of_none(t, s, me, best, colour, others, holders)
    _, fitting = chance_of_none(t, s, me, NONE, colour, others, holders)
    out[0], out[1], out[2] = none if best != NONE else 0.0, higher, fitting


@compiled
def fill_lead_reasons(lead_there: Scores, out: Bytes) -> None:
    """Fill for a town to lead to what `count_lead` found for its colour."""
    out[10], out[11] = as_byte(lead_there[0] * FLAG), as_byte(lead_there[1] * WORTH)
    out[12] = as_byte(lead_there[2] * WORTH / 2)
