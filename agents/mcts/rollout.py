"""From a leaf to the end of the game, and what that was worth to each seat."""

from math import exp

import numpy as np
import numpy.typing as npt

from agents.greedy.policy import choose
from agents.greedy.values import Values, Weights
from agents.mcts.options import GREEDY, RANDOM, Options
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.chance import philox
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.engine import fill_mask, perform, run_on
from boru_env.rules.state import GAME_OVER
from boru_env.views.random_play import ACTION_STREAM, Key, pick_uniform

MARGIN_SCALE = 8.0
"""Points ahead of the best other that make the margin's value 1 / (1 + 1 / e)."""

COIN_STREAM = np.uint64(0x40000000)


@compiled
def finish_game(t: Tables, s: State, o: Options, w: Weights, v: Values, key: Key) -> int:
    """Play the game to its end as the options say; give how many decisions that took."""
    mask, scores = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS)
    words = mask.view(np.uint64)
    decisions = 0
    while s["phase"] != GAME_OVER:
        fill_mask(t, s, mask)
        if o["rollout"] == RANDOM or (o["rollout"] != GREEDY and is_surprise(o, key, decisions)):
            action = pick_uniform(words, key, 0, decisions)
        else:
            action = choose(t, s, w, v, mask, scores)
        perform(t, s, action)
        run_on(t, s)
        decisions += 1
    return decisions


@compiled
def is_surprise(o: Options, key: Key, decision: int) -> bool:
    """Tell whether a decision of a mixed rollout is a random one."""
    word = philox(np.uint64(key[0]) ^ ACTION_STREAM, np.uint64(key[1]) ^ COIN_STREAM, np.uint64(decision))
    return bool(word < o["surprise"] * 2.0**32)


@compiled
def result_of(s: State, o: Options, out: npt.NDArray[np.float64]) -> None:
    """Fill what a finished game is worth to each seat, in [0, 1]: its share of the win, and by how much."""
    n = int(s["num_players"])
    winners = 0
    for seat in range(n):
        winners += int(s["winners"][seat])
    for seat in range(n):
        best = -(2**31)
        for other in range(n):
            if other != seat:
                best = max(best, int(s["final_points"][other]))
        ahead = int(s["final_points"][seat]) - best
        margin = 1 / (1 + exp(-ahead / MARGIN_SCALE))
        out[seat] = (1 - o["margin"]) * s["winners"][seat] / winners + o["margin"] * margin
