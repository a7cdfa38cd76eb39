"""Whole games between sets of weights, compiled: what tuning and measuring need."""

import numpy as np
import numpy.typing as npt

from agents.greedy.policy import choose
from agents.greedy.values import VALUES
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Records, compiled
from boru_env.rules.engine import begin, draw_deal, fill_mask, perform, run_on
from boru_env.rules.state import GAME_OVER
from boru_env.views.random_play import Key


@compiled
def play_deals(
    tables: Records,
    states: Records,
    num_players: int,
    key: Key,
    first: int,
    last: int,
    weights: Records,
    shares: npt.NDArray[np.float64],
) -> None:
    """Play each deal once with the first set of weights in every seat, the second set in all others.

    Args:
        tables: (1,) `TABLES`.
        states: (1,) `STATE`, room for a game.
        num_players: 3, 4 or 5.
        key: (2,) uint32, of the deals.
        first: number of the first deal.
        last: number to end before.
        weights: (2,) `WEIGHTS`.
        shares: (last - first,) filled: the mean share of the win of the first set, over its seats.
    """
    deal = np.empty(2, np.uint32)
    for number in range(first, last):
        won = 0.0
        for seat in range(num_players):
            deal[0] = key[0]
            deal[1] = key[1] + np.uint32(number)
            draw_deal(tables, states, 0, num_players, deal)
            begin(tables, states, 0)
            won += share_of_win(tables, states, seat, weights)
        shares[number - first] = won / num_players


@compiled
def share_of_win(tables: Records, states: Records, seat: int, weights: Records) -> float:
    """Play the game in row 0 to its end; give the seat's share of the win."""
    mask, scores, values = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS), np.empty(1, VALUES)
    t, s = tables[0], states[0]
    while s["phase"] != GAME_OVER:
        fill_mask(t, s, mask)
        w = weights[0 if s["seat"] == seat else 1]
        perform(t, s, choose(t, s, w, values[0], mask, scores))
        run_on(t, s)
    winners = 0
    for other in range(s["num_players"]):
        winners += int(s["winners"][other])
    return float(s["winners"][seat] / winners)
