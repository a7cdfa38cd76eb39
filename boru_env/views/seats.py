"""One learner's seat in each of many games: the compiled part of the vector environments."""

import functools

import numpy as np
import numpy.typing as npt

from boru_env.editions import load_edition
from boru_env.editions.tables import MAX_SEATS
from boru_env.rules import scoring
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Records, compiled, first_use
from boru_env.rules.engine import begin, draw_deal, fill_mask, perform, run_on
from boru_env.rules.state import GAME_OVER
from boru_env.views.batch import WIN, Floats, blank_states, pay
from boru_env.views.layout import OBSERVATION_SIZE
from boru_env.views.observation import fill_observation
from boru_env.views.random_play import Key, pick_uniform
from boru_env.views.vectors import Vector

LEARNER, RANDOM = 0, 1
"""Who plays a seat; from 2 on: a policy of the caller's."""

OVER = -1
"""In place of who is to act: the game is over."""


@compiled
def deal_row(tables: Records, states: Records, i: int, num_players: int, key: Key) -> None:
    """Begin the game of a key in row `i`."""
    draw_deal(tables, states, i, num_players, key)
    begin(tables, states, i)


@compiled
def apply_rows(
    tables: Records,
    states: Records,
    rows: npt.NDArray[np.int64],
    actions: npt.NDArray[np.int64],
    legal: npt.NDArray[np.bool_],
) -> None:
    """Perform a decision in each of these rows; where it is not legal, leave the row and say so.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`.
        rows: (K,) rows at a decision.
        actions: (K,) ids, any numbers.
        legal: (K,) filled: whether the action was legal.
    """
    mask = np.empty(NUM_ACTIONS, np.int8)
    for k in range(len(rows)):
        s = states[rows[k]]
        fill_mask(tables[0], s, mask)
        legal[k] = 0 <= actions[k] < len(mask) and mask[actions[k]] == 1
        if legal[k]:
            perform(tables[0], s, actions[k])
            run_on(tables[0], s)


@compiled
def play_on(
    tables: Records,
    states: Records,
    rows: npt.NDArray[np.int64],
    players: npt.NDArray[np.int64],
    keys: npt.NDArray[np.uint32],
    drawn: npt.NDArray[np.int64],
    waits: npt.NDArray[np.int64],
) -> None:
    """Let random opponents decide in each of these rows until somebody else has to, or the game is over.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`.
        rows: (K,) rows.
        players: (N, 5) who plays each seat: LEARNER, RANDOM or more.
        keys: (N, 5, 2) the random players' keys.
        drawn: (N, 5) how many decisions they have drawn; counted on.
        waits: (N,) filled for these rows: who is to act, or OVER.
    """
    mask = np.empty(NUM_ACTIONS, np.int8)
    words = mask.view(np.uint64)
    for i in rows:
        s = states[i]
        while s["phase"] != GAME_OVER and players[i, s["seat"]] == RANDOM:
            seat = int(s["seat"])
            fill_mask(tables[0], s, mask)
            action = pick_uniform(words, keys[i, seat], 0, drawn[i, seat])
            drawn[i, seat] += 1
            perform(tables[0], s, action)
            run_on(tables[0], s)
        waits[i] = OVER if s["phase"] == GAME_OVER else players[i, s["seat"]]


@compiled
def look_at(
    tables: Records,
    states: Records,
    rows: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int64],
    obs: npt.NDArray[np.float32],
    masks: npt.NDArray[np.int8],
) -> None:
    """Fill what a seat of each of these rows sees, and may do if it is to act.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`.
        rows: (K,) rows.
        seats: (N,) the seats that look.
        obs: (N, OBSERVATION_SIZE).
        masks: (N, 80); all zero where the seat is not to act.
    """
    for i in rows:
        s = states[i]
        fill_observation(tables[0], s, seats[i], obs[i])
        if s["seat"] == seats[i]:
            fill_mask(tables[0], s, masks[i])
        else:
            masks[i] = 0


@compiled
def look_for_actors(
    tables: Records,
    states: Records,
    rows: npt.NDArray[np.int64],
    obs: Vector,
    masks: npt.NDArray[np.int8],
) -> None:
    """Fill what the seat to act of each of these rows sees and may do; row k of the results is row `rows[k]`."""
    for k in range(len(rows)):
        s = states[rows[k]]
        fill_observation(tables[0], s, s["seat"], obs[k])
        fill_mask(tables[0], s, masks[k])


@compiled
def read_results(
    states: Records,
    rows: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int64],
    kind: int,
    rewards: Floats,
    points: npt.NDArray[np.int64],
    placements: npt.NDArray[np.int64],
    win_shares: Floats,
) -> None:
    """Fill how these rows stand for the learner: rewards and places of finished games, points of all.

    Args:
        states: (N,) `STATE`.
        rows: (K,) rows.
        seats: (N,) the learner's seats.
        kind: which reward, of `batch.REWARD_KINDS`.
        rewards: (N,) filled: what the learner gets for a finished game, else 0.
        points: (N, n) filled: by seat, with final scoring where the game is over.
        placements: (N,) filled: the learner's place (F7) where the game is over, else 0.
        win_shares: (N,) filled: its share of the win where the game is over, else 0.
    """
    paid = np.zeros(MAX_SEATS, np.float64)
    for i in rows:
        s, seat = states[i], seats[i]
        over = s["phase"] == GAME_OVER
        for other in range(s["num_players"]):
            points[i, other] = s["final_points"][other] if over else s["points"][other]
        rewards[i], placements[i], win_shares[i] = 0, 0, 0
        if over:
            pay(s, kind, paid)
            rewards[i] = paid[seat]
            winners = 0
            placements[i] = 1
            for other in range(s["num_players"]):
                winners += int(s["winners"][other])
                placements[i] += scoring.beats(s, other, seat)
            win_shares[i] = s["winners"][seat] / winners


@compiled
def is_over(states: Records, rows: npt.NDArray[np.int64], over: npt.NDArray[np.bool_]) -> None:
    """Fill, (N,), whether the games of these rows are over."""
    for i in rows:
        over[i] = states[i]["phase"] == GAME_OVER


@functools.cache
def compile_seats() -> None:
    """Compile, or load from the cache, all of the above; say so on stderr if it takes long."""
    with first_use():
        tables, states, rows = load_edition("reconstructed").tables, blank_states(1), np.zeros(1, np.int64)
        players, keys = np.ones((1, MAX_SEATS), np.int64), np.zeros((1, MAX_SEATS, 2), np.uint32)
        obs, masks = np.zeros((1, OBSERVATION_SIZE), np.float32), np.zeros((1, NUM_ACTIONS), np.int8)
        flags, numbers, shares = np.zeros(1, np.bool_), np.zeros((1, MAX_SEATS), np.int64), np.zeros(1)
        deal_row(tables, states, 0, 3, keys[0, 0])
        look_for_actors(tables, states, rows, obs, masks)
        apply_rows(tables, states, rows, rows, flags)
        play_on(tables, states, rows, players, keys, numbers, rows.copy())
        look_at(tables, states, rows, rows, obs, masks)
        read_results(states, rows, rows, WIN, shares, numbers, rows.copy(), shares.copy())
        is_over(states, rows, flags)
