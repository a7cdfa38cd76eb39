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

from agents.greedy.judges import judge
from agents.greedy.policy import compile_greedy, load_weights
from agents.greedy.values import VALUES, Values, Weights, count, count_regions, count_towns
from agents.greedy.worth import weigh
from agents.learned.holders import fill_holders
from agents.learned.reasons import NUM_REASONS, fill_reasons
from agents.learned.stake_features import STAKE_FEATURES, fill_stake_features
from agents.learned.stakes import STAKES, Stakes, count_stakes
from agents.learned.steps import COIN_WORTH, FLAG, POINTS, POINTS_AHEAD, WORTH, ZERO, Bytes, as_byte
from boru_env import Edition
from boru_env.editions.tables import MAX_SEATS, NUM_CARDS, NUM_REGIONS
from boru_env.rules import scoring
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled, first_use
from boru_env.rules.engine import fill_mask
from boru_env.rules.state import CHOOSE_TOWN, NONE, PLAY_CARD
from boru_env.rules.strength import NUM_SIDES, VIKINGS

HINTS_PER_POINT = 16
BEST_HINT = 255
CLOSE = 4.0
"""The hidden layers read hints of actions that are at most so many points behind."""

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
    **STAKE_FEATURES,
}
NUM_FEATURES = sum(FEATURES.values())
NUM_STAKE_FEATURES = sum(STAKE_FEATURES.values())
NUM_GUIDES = NUM_ACTIONS * (1 + NUM_REASONS) + NUM_FEATURES

Scores = npt.NDArray[np.float64]


@compiled
def standing(t: Tables, s: State, v: Values, x: Stakes, seat: int) -> int:
    """Give the points of a seat, were the game over now (F); its regions have been counted."""
    points = x["sure"][seat] + scoring.held_claims(t, s, seat)
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
def fill_standings(t: Tables, s: State, w: Weights, v: Values, x: Stakes, rivals: Scores, out: Bytes) -> int:
    """Fill standings and prospects; leave `v` weighed for the seat to act. Give how many features that are.

    Fill `rivals` as well, (8,): the most that a town of each region is worth to another seat.
    """
    me, players = int(s["seat"]), int(s["num_players"])
    own, rival, own_hope, rival_hope = 0, -1000, 0.0, -1000.0
    rivals[:] = 0.0
    for turn in range(players):
        place = players - 1 - turn  # oneself last
        seat = (me + place) % players
        v["me"] = seat
        count_regions(seat, v)
        count_towns(t, s, seat, v)
        weigh(t, s, w, v)
        now, hope = standing(t, s, v, x, seat), prospect(s, w, v, seat)
        out[place], out[MAX_SEATS + 1 + place] = as_byte(now * POINTS), as_byte(hope * POINTS)
        if place > 0:
            rival, rival_hope = max(rival, now), max(rival_hope, hope)
            for region in range(NUM_REGIONS):
                rivals[region] = max(rivals[region], v["town"][region])
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
def fill_features(t: Tables, s: State, w: Weights, v: Values, x: Stakes, rivals: Scores, out: Bytes) -> None:
    """Fill the features by `greedy` for the seat to act; leave `v` weighed for it and `x` counted.

    `out` is ZERO everywhere.
    """
    count(t, s, s["seat"], v)
    count_stakes(t, s, v["strength"], x)
    at = fill_standings(t, s, w, v, x, rivals, out)
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
    fill_with_room(t, s, w, v, np.empty(1, STAKES), mask, scores, out)


@compiled
def fill_with_room(
    t: Tables, s: State, w: Weights, v: Values, stakes: Records, mask: Mask, scores: Scores, out: Bytes
) -> None:
    """Do what `fill_guides` says.

    `stakes` is room, (1,) `STAKES`, and a parameter: compiled code frees an array whose record alone is still in use.
    """
    x, holders, rivals = stakes[0], np.empty((NUM_CARDS, MAX_SEATS)), np.empty(NUM_REGIONS)
    end = NUM_ACTIONS + NUM_FEATURES
    features = out[NUM_ACTIONS:end]
    features[:] = ZERO
    fill_features(t, s, w, v, x, rivals, features)
    fill_hints(t, s, w, v, mask, scores, out[:NUM_ACTIONS])
    if s["phase"] == CHOOSE_TOWN or s["phase"] == PLAY_CARD:
        fill_holders(t, s, int(v["me"]), np.empty((MAX_SEATS + 1, MAX_SEATS + 1), np.int64), holders)
    fill_stake_features(t, s, v, x, holders, rivals, features[NUM_FEATURES - NUM_STAKE_FEATURES :])
    fill_reasons(t, s, w, v, x, holders, rivals, mask, scores, out[end:])


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
    steps = [POINTS, POINTS_AHEAD, WORTH, COIN_WORTH, HINTS_PER_POINT]
    meaning = [FEATURES, NUM_REASONS, *steps, _weights().tobytes().hex()]
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
