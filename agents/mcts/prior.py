"""Which actions the search looks at first: those that `greedy` or a network finds likely."""

from math import exp

import numpy as np
import numpy.typing as npt

from agents.greedy.judges import judge
from agents.greedy.values import Values, Weights, count
from agents.greedy.worth import weigh
from agents.learned.compiled import Net, evaluate
from agents.mcts.options import Options
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, State, Tables, compiled

Scores = npt.NDArray[np.float64]


@compiled
def fill_greedy_prior(t: Tables, s: State, o: Options, w: Weights, v: Values, mask: Mask, scores: Scores) -> None:
    """Fill how likely `greedy` would choose each legal action, were it to choose by chance."""
    count(t, s, s["seat"], v)
    weigh(t, s, w, v)
    judge(t, s, w, v, mask, scores)
    to_probabilities(mask, scores, o["temperature"])


@compiled
def fill_net_prior(
    t: Tables,
    s: State,
    o: Options,
    w: Weights,
    v: Values,
    mask: Mask,
    scores: Scores,
    net: Net,
) -> None:
    """Fill how likely the network would choose each legal action."""
    evaluate(t, s, w, v, mask, scores, net)
    to_probabilities(mask, scores, o["temperature"])


@compiled
def to_probabilities(mask: Mask, scores: Scores, temperature: float) -> None:
    """Turn the scores of legal actions into probabilities; those of the others become 0."""
    most, total = -1e300, 0.0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            most = max(most, scores[action])
    for action in range(NUM_ACTIONS):
        scores[action] = exp((scores[action] - most) / temperature) if mask[action] else 0.0
        total += scores[action]
    for action in range(NUM_ACTIONS):
        scores[action] /= total
