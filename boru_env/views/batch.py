"""Many games in one array: the compiled steps of the batch. A row depends on nothing but itself.

`first` and `last` cut out the rows to work on, so that threads can share a batch; the result is the same for any cut.
"""

import functools

import numpy as np
import numpy.typing as npt

from boru_env.editions import load_edition
from boru_env.editions.tables import MAX_SEATS
from boru_env.rules import scoring
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.chance import philox
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled, first_use
from boru_env.rules.engine import begin, draw_deal, fill_mask, perform, run_on
from boru_env.rules.state import GAME_OVER, STATE
from boru_env.views.layout import OBSERVATION_SIZE
from boru_env.views.observation import fill_observation
from boru_env.views.random_play import Key, pick_rows
from boru_env.views.vectors import Vector

WIN, RANK, MARGIN = range(3)
REWARD_KINDS = {"win": WIN, "rank": RANK, "margin": MARGIN}
"""What a finished game can pay; `envs.rewards` says how much."""

MARGIN_SCALE = 30

Floats = npt.NDArray[np.floating]


def blank_states(count: int) -> Records:
    """Give (count,) `STATE` of zeros."""
    return np.zeros(count * STATE.itemsize, np.uint8).view(STATE)


@compiled
def begin_game(tables: Records, states: Records, i: int, num_players: int, key: Key, game: int, episode: int) -> None:
    """Begin game number `game`'s episode number `episode` of the run that `key` stands for, in row `i`."""
    own = np.empty(2, np.uint32)
    for half in range(2):
        own[half] = philox(np.uint64(key[half]), np.uint64(game), np.uint64(episode))
    draw_deal(tables, states, i, num_players, own)
    begin(tables, states, i)


@compiled
def begin_rows(
    tables: Records, states: Records, first: int, last: int, players: Mask, key: Key, episodes: npt.NDArray[np.int64]
) -> None:
    """Begin the current episode of every game."""
    for i in range(first, last):
        begin_game(tables, states, i, players[i], key, i, episodes[i])


@compiled
def look_rows(
    tables: Records,
    states: Records,
    first: int,
    last: int,
    obs: Vector,
    masks: npt.NDArray[np.int8],
    seats: Mask,
) -> None:
    """Fill what the seat to act of every row sees and may do. `obs` of no rows: no observation."""
    for i in range(first, last):
        look(tables[0], states[i], i, obs, masks, seats)


@compiled
def look(t: Tables, s: State, i: int, obs: Vector, masks: npt.NDArray[np.int8], seats: Mask) -> None:
    """Fill what the seat to act of one row sees and may do."""
    seats[i] = s["seat"]
    fill_mask(t, s, masks[i])
    if len(obs) > 0:
        fill_observation(t, s, s["seat"], obs[i])


@compiled
def first_illegal(masks: npt.NDArray[np.int8], actions: npt.NDArray[np.int64], first: int, last: int) -> int:
    """Give the first row whose action is not legal, -1 if all are."""
    for i in range(first, last):
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1


@compiled
def step_rows(
    tables: Records,
    states: Records,
    first: int,
    last: int,
    actions: npt.NDArray[np.int64],
    players: Mask,
    key: Key,
    episodes: npt.NDArray[np.int64],
    kind: int,
    obs: Vector,
    masks: npt.NDArray[np.int8],
    seats: Mask,
    rewards: Floats,
    dones: npt.NDArray[np.bool_],
    final_points: npt.NDArray[np.int32],
) -> None:
    """Perform one legal decision in every row, begin new games where one has ended, and look.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`, each at a decision.
        first: row to begin with.
        last: row to end before.
        actions: (N,) legal ids.
        players: (N,) int8, 3 to 5.
        key: (2,) the run's key.
        episodes: (N,) how many games each row has ended; counted on.
        kind: which reward, of `REWARD_KINDS`.
        obs: (N, OBSERVATION_SIZE) or (0, ...).
        masks: (N, 80).
        seats: (N,).
        rewards: (N, 5); what a game that has just ended pays each seat, else 0.
        dones: (N,) whether a game has just ended.
        final_points: (N, 5); of the game that ended last in this row.
    """
    t = tables[0]
    for i in range(first, last):
        s = states[i]
        perform(t, s, actions[i])
        run_on(t, s)
        dones[i] = s["phase"] == GAME_OVER
        rewards[i] = 0
        if dones[i]:
            pay(s, kind, rewards[i])
            for seat in range(MAX_SEATS):
                final_points[i, seat] = s["final_points"][seat]
            episodes[i] += 1
            begin_game(tables, states, i, players[i], key, i, episodes[i])
        look(t, s, i, obs, masks, seats)


@compiled
def pay(s: State, kind: int, out: Floats) -> None:
    """Fill what a finished game pays each seat, (5,): see `envs.rewards`, which gives the same numbers."""
    n = int(s["num_players"])
    total = 0
    winners = 0
    for seat in range(n):
        total += int(s["final_points"][seat])
        winners += int(s["winners"][seat])
    for seat in range(n):
        if kind == WIN:
            out[seat] = (n * int(s["winners"][seat]) / winners - 1) / (n - 1)
        elif kind == RANK:
            out[seat] = 1 - 2 * (mean_place(s, seat) - 1) / (n - 1)
        else:
            own = int(s["final_points"][seat])
            out[seat] = max(-1.0, min(1.0, (own - (total - own) / (n - 1)) / MARGIN_SCALE))


@compiled
def mean_place(s: State, seat: int) -> float:
    """Give the seat's place in a finished game (F7), 1 = first, ties averaged."""
    ahead, level = 0, 0
    for other in range(s["num_players"]):
        if scoring.beats(s, other, seat):
            ahead += 1
        elif not scoring.beats(s, seat, other):
            level += 1
    return ahead + 1 + (level - 1) / 2


@functools.cache
def compile_batch() -> None:
    """Compile, or load from the cache, all that a batch needs; say so on stderr if it takes long."""
    with first_use():
        tables, states, key = load_edition("reconstructed").tables, blank_states(1), np.zeros(2, np.uint32)
        players, episodes, actions = np.full(1, 3, np.int8), np.zeros(1, np.int64), np.zeros(1, np.int64)
        obs, masks = np.zeros((1, OBSERVATION_SIZE), np.float32), np.zeros((1, NUM_ACTIONS), np.int8)
        seats, rewards = np.zeros(1, np.int8), np.zeros((1, MAX_SEATS), np.float32)
        dones, points = np.zeros(1, np.bool_), np.zeros((1, MAX_SEATS), np.int32)
        begin_rows(tables, states, 0, 1, players, key, episodes)
        look_rows(tables, states, 0, 1, obs, masks, seats)
        pick_rows(masks, 0, 1, key, 0, actions)
        first_illegal(masks, actions, 0, 1)
        step_rows(tables, states, 0, 1, actions, players, key, episodes, WIN, obs, masks, seats, rewards, dones, points)
