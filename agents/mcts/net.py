"""A network in the search: its values at the leaves."""

from math import exp

import numpy as np
import numpy.typing as npt

from agents.greedy.values import Values, Weights
from agents.learned.compiled import Net, evaluate
from agents.mcts.options import Options
from agents.mcts.rollout import MARGIN_SCALE
from boru_env.editions.tables import MAX_SEATS
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.engine import fill_mask, perform, run_on
from boru_env.rules.state import GAME_OVER
from boru_env.views.batch import MARGIN, WIN, pay
from boru_env.views.batch import MARGIN_SCALE as MARGIN_OF_ONE

Scores = npt.NDArray[np.float64]


@compiled
def go_to_choice(t: Tables, s: State, mask: Mask) -> None:
    """Play on while there is nothing to choose; fill the mask of what is, if the game is not over."""
    legal = 1
    while legal == 1 and s["phase"] != GAME_OVER:
        fill_mask(t, s, mask)
        legal, action = 0, 0
        for each in range(NUM_ACTIONS):
            if mask[each]:
                legal, action = legal + 1, each
        if legal == 1:
            perform(t, s, action)
            run_on(t, s)


@compiled
def fill_net_result(
    t: Tables,
    s: State,
    o: Options,
    w: Weights,
    v: Values,
    mask: Mask,
    scores: Scores,
    net: Net,
    out: Scores,
) -> None:
    """Fill what the network thinks that a position is worth to each seat, in [0, 1]."""
    evaluate(t, s, w, v, mask, scores, net)
    n = int(s["num_players"])
    for place in range(n):
        out[(s["seat"] + place) % n] = worth(net.values[place] / o["net_scale"])


@compiled
def fill_end(s: State, o: Options, out: Scores) -> None:
    """Fill what a finished game is worth to each seat, on the scale of what the network foresees."""
    wins, margins = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    pay(s, WIN, wins)
    pay(s, MARGIN, margins)
    for seat in range(int(s["num_players"])):
        out[seat] = worth((1 - o["net_margin"]) * wins[seat] + o["net_margin"] * margins[seat])


@compiled
def worth(reward: float) -> float:
    """Give a reward in [-1, 1] as a result in [0, 1], as `result_of` does with margins."""
    return 1 / (1 + exp(-reward * MARGIN_OF_ONE / MARGIN_SCALE))
