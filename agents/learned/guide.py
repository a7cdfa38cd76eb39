"""What a network of kind `guided` reads beside the observation: hints, features and reasons, NUM_GUIDES bytes.

Hints, one for each action: 255 for the one that `greedy` would take, 16 less for each point that another is worth less,
at least 1; 0 where an action is not legal. Features, signed, 128 = 0: what `greedy` counts, in the order of `FEATURES`.
Reasons, signed as well: for each legal action NUM_REASONS numbers that its worth is made of, see `reasons`.
All follow from what the acting seat knows and from `greedy`'s tuned weights alone.
"""

import functools
import hashlib
import json

import numpy as np
import numpy.typing as npt

from agents.greedy.judges import judge, keep_worth, power, win_chance
from agents.greedy.policy import compile_greedy, load_weights
from agents.greedy.values import VALUES, Values, Weights, count, count_regions, count_towns
from agents.greedy.worth import row_worth, secondary_worth, weigh
from boru_env import Edition
from boru_env.editions.tables import MAX_SEATS, MAX_TOWNS, NUM_CARDS, NUM_REGIONS, WHITE
from boru_env.rules import scoring
from boru_env.rules.actions import FIRST_TOWN, NUM_ACTIONS
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled, first_use
from boru_env.rules.engine import fill_mask
from boru_env.rules.state import CHOOSE_TOWN, DRAFT, HAND, NONE, SELECTED
from boru_env.rules.strength import NUM_SIDES, VIKINGS

HINTS_PER_POINT = 16
BEST_HINT = 255
ZERO = 128
FLAG = 64
CLOSE = 4.0
"""The hidden layers read hints of actions that are at most so many points behind."""

POINTS, POINTS_AHEAD, WORTH, COIN_WORTH = 3, 4, 16, 64
"""Steps a point, of standings, of leads, and of what things are worth."""

FEATURES = {
    "standing": MAX_SEATS,  # points, were the game over now; by seat, oneself first
    "lead": 1,  # oneself before the best other
    "prospect": MAX_SEATS,  # the same with what regions, discs, raiders and spaces promise, by rules of thumb
    "prospect_lead": 1,
    "strength": NUM_REGIONS * NUM_SIDES,  # R1, by region, then seat, oneself first; the Vikings last
    "majority": NUM_REGIONS,  # one's own strength before the strongest other side's
    "region": NUM_REGIONS,  # worth of each region as it stands
    "town": NUM_REGIONS,  # worth of a free town there
    "free": NUM_REGIONS,  # whether there is one
    "worths": 9,  # coin, best town, best monastery, marriage, church, raiders, track, one more region; how late it is
}
NUM_FEATURES = sum(FEATURES.values())
NUM_REASONS = 6
NUM_GUIDES = NUM_ACTIONS * (1 + NUM_REASONS) + NUM_FEATURES

Scores = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]


@compiled
def as_byte(value: float) -> int:
    """Give a signed number as a byte, ZERO for 0."""
    return int(max(0.0, min(255.0, np.floor(value + ZERO + 0.5))))


@compiled
def standing(t: Tables, s: State, v: Values, seat: int) -> int:
    """Give the points of a seat, were the game over now (F); its regions have been counted."""
    points = s["points"][seat] + scoring.most_coins(t, s, seat) + scoring.active_marker(t, s, seat)
    points += scoring.renown(t, s, seat) + scoring.held_claims(t, s, seat) + scoring.region_count(t, s, seat)
    for region in range(NUM_REGIONS):  # F5, whose own function would count the strengths anew
        on_board = s["claim_face_up"][region] and s["claim_holder"][region] == NONE
        if on_board and v["own"][region] > 0 and v["own"][region] >= v["rival"][region]:
            points += t["region_points"][region] // 2
    return int(points)


@compiled
def prospect(s: State, w: Weights, v: Values, seat: int) -> float:
    """Give what a seat may hope for in points; its values have been weighed."""
    total = v["coin"] * s["coins"][seat] + v["church"] + v["raiders"] + v["track"]
    total += s["points"][seat] + w["renown"] * s["renown"][seat]
    for region in range(NUM_REGIONS):
        total += v["region"][region]
    if s["marker"] == seat:
        total += w["marker"]
    return float(total)


@compiled
def fill_standings(t: Tables, s: State, w: Weights, v: Values, out: Bytes) -> int:
    """Fill standings and prospects; leave `v` weighed for the seat to act. Give how many features that are."""
    me, players = int(s["seat"]), int(s["num_players"])
    own, rival, own_hope, rival_hope = 0, -1000, 0.0, -1000.0
    for turn in range(players):
        place = players - 1 - turn  # oneself last
        seat = (me + place) % players
        v["me"] = seat
        count_regions(seat, v)
        count_towns(t, s, seat, v)
        weigh(t, s, w, v)
        now, hope = standing(t, s, v, seat), prospect(s, w, v, seat)
        out[place], out[MAX_SEATS + 1 + place] = as_byte(now * POINTS), as_byte(hope * POINTS)
        if place > 0:
            rival, rival_hope = max(rival, now), max(rival_hope, hope)
        else:
            own, own_hope = now, hope
    out[MAX_SEATS] = as_byte((own - rival) * POINTS_AHEAD)
    out[2 * MAX_SEATS + 1] = as_byte((own_hope - rival_hope) * 2 * POINTS_AHEAD)
    return 2 * MAX_SEATS + 2


@compiled
def fill_regions(s: State, v: Values, out: Bytes, at: int) -> int:
    """Fill what is counted by region, from place `at` on; give the place after it."""
    me, players = int(s["seat"]), int(s["num_players"])
    for region in range(NUM_REGIONS):
        for place in range(players):
            out[at + place] = as_byte(v["strength"][region, (me + place) % players] * WORTH)
        out[at + VIKINGS] = as_byte(v["strength"][region, VIKINGS] * WORTH)
        at += NUM_SIDES
    for region in range(NUM_REGIONS):
        out[at + region] = as_byte((v["own"][region] - v["rival"][region]) * WORTH)
        out[at + NUM_REGIONS + region] = as_byte(v["region"][region] * WORTH)
        out[at + 2 * NUM_REGIONS + region] = as_byte(v["town"][region] * WORTH)
        out[at + 3 * NUM_REGIONS + region] = as_byte(v["free"][region] * FLAG)
    return at + 4 * NUM_REGIONS


@compiled
def fill_features(t: Tables, s: State, w: Weights, v: Values, out: Bytes) -> None:
    """Fill the features for the seat to act; leave `v` weighed for it."""
    out[:] = ZERO
    count(t, s, s["seat"], v)
    at = fill_standings(t, s, w, v, out)
    at = fill_regions(s, v, out, at)
    out[at], out[at + 8] = as_byte(v["coin"] * COIN_WORTH), as_byte(v["late"] * FLAG)
    out[at + 1], out[at + 2] = as_byte(v["best_town"] * WORTH), as_byte(v["best_site"] * WORTH)
    out[at + 3], out[at + 4] = as_byte(v["marriage"] * WORTH), as_byte(v["church"] * WORTH)
    out[at + 5], out[at + 6] = as_byte(v["raiders"] * WORTH), as_byte(v["track"] * WORTH)
    out[at + 7] = as_byte(v["one_more_region"] * WORTH)


@compiled
def fill_hints(t: Tables, s: State, w: Weights, v: Values, mask: Mask, scores: Scores, out: Bytes) -> None:
    """Fill the hints, (80,); `v` has been weighed for the seat to act."""
    judge(t, s, w, v, mask, scores)
    best = -1e300
    for action in range(NUM_ACTIONS):
        if mask[action]:
            best = max(best, scores[action])
    for action in range(NUM_ACTIONS):
        out[action] = 0
        if mask[action]:
            behind = min(float(BEST_HINT), (best - scores[action]) * HINTS_PER_POINT)
            out[action] = max(1, BEST_HINT - int(behind + 0.5))


@compiled
def fill_reasons(t: Tables, s: State, w: Weights, v: Values, mask: Mask, scores: Scores, out: Bytes) -> None:
    """Fill what the worth of each legal action is made of, (80 * NUM_REASONS,); `scores` have been judged."""
    out[:] = ZERO
    for action in range(NUM_ACTIONS):
        if mask[action]:
            own = out[action * NUM_REASONS : (action + 1) * NUM_REASONS]
            own[0] = as_byte(scores[action] * WORTH)
            if action < NUM_CARDS:
                fill_card_reasons(t, s, w, v, action, own)
            elif action < FIRST_TOWN + MAX_TOWNS:
                fill_town_reasons(t, s, w, v, action - FIRST_TOWN, own)


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
            fits = t["card_colour"][card] == colour or t["card_colour"][card] == WHITE
            if fits and s["card_place"][card] == HAND + v["me"]:
                fitting += 1
                best = max(best, win_chance(t, w, v, card, colour, s["num_players"] - 1))
        out[4], out[5] = as_byte(best * FLAG), as_byte(fitting * WORTH)
    else:
        owner = s["town_disc"][town]
        out[4] = as_byte((FLAG if owner == v["me"] else -FLAG) if owner != NONE else 0.0)
        out[5] = as_byte(s["town_monastery"][town] * FLAG)


@compiled
def fill_guides(t: Tables, s: State, w: Weights, v: Values, mask: Mask, scores: Scores, out: Bytes) -> None:
    """Fill hints and features, (NUM_GUIDES,), for the seat to act.

    Args:
        t: the edition.
        s: a state at a decision; redacted for the seat or not: the result is the same.
        w: the weights of `greedy`.
        v: room for its values.
        mask: (80,) int8, the legal actions.
        scores: (80,) room for what each is worth.
        out: (NUM_GUIDES,) uint8, filled.
    """
    features_end = NUM_ACTIONS + NUM_FEATURES
    fill_features(t, s, w, v, out[NUM_ACTIONS:features_end])
    fill_hints(t, s, w, v, mask, scores, out[:NUM_ACTIONS])
    fill_reasons(t, s, w, v, mask, scores, out[features_end:])


@compiled
def fill_guide_rows(
    tables: Records, states: Records, rows: npt.NDArray[np.int64], weights: Records, out: Bytes
) -> None:
    """Fill the guides, (K, NUM_GUIDES), for the seats to act in these rows."""
    mask, scores, values = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS), np.empty(1, VALUES)
    for k in range(len(rows)):
        s = states[rows[k]]
        fill_mask(tables[0], s, mask)
        fill_guides(tables[0], s, weights[0], values[0], mask, scores, out[k])


def guide(edition: Edition, states: npt.NDArray[np.void], rows: npt.NDArray[np.int64]) -> Bytes:
    """Give the guides, (K, NUM_GUIDES), for the seats to act in these rows of (N,) `STATE`."""
    compile_guide()
    out = np.empty((len(rows), NUM_GUIDES), np.uint8)
    fill_guide_rows(edition.tables, states, rows, _weights(), out)
    return out


@functools.cache
def _weights() -> npt.NDArray[np.void]:
    return load_weights("tuned")


@functools.cache
def guide_hash() -> str:
    """Give 16 hex digits that change with what the guides mean: their order and `greedy`'s weights."""
    meaning = [FEATURES, POINTS, POINTS_AHEAD, WORTH, COIN_WORTH, HINTS_PER_POINT, _weights().tobytes().hex()]
    return hashlib.sha256(json.dumps(meaning).encode()).hexdigest()[:16]


@functools.cache
def compile_guide() -> None:
    """Compile, or load from the cache, what the guides need; say so on stderr if it takes long."""
    from boru_env import Game, SeatView, load_edition

    compile_greedy()
    with first_use():
        view, rows = SeatView(Game(3, seed=0)), np.zeros(1, np.int64)
        out = np.empty((1, NUM_GUIDES), np.uint8)
        fill_guide_rows(load_edition("reconstructed").tables, view.records, rows, _weights(), out)
