"""A network as compiled code, one position at a time: a search asks it between two of its steps, and so does play.

It computes what `network.Network` and `guided.GuidedNetwork` do, up to the order of sums; there is no torch in it.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.greedy.values import VALUES, Values, Weights
from agents.learned.guide import BEST_HINT, CLOSE, HINTS_PER_POINT, NUM_FEATURES, NUM_GUIDES, fill_guides
from agents.learned.linear import Floats, Places, add_product, add_rows, dot, matrix, rectify, vector
from agents.learned.reasons import NUM_REASONS
from agents.learned.sparse import read_nonzero
from agents.learned.steps import FLAG, ZERO
from boru_env.editions.tables import MAX_SEATS
from boru_env.errors import OptionError
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.engine import fill_mask
from boru_env.views.compact import RATIO, SCALE
from boru_env.views.layout import OBSERVATION_SIZE
from boru_env.views.observation import fill_observation

Bytes = npt.NDArray[np.uint8]
SEEN = OBSERVATION_SIZE + NUM_GUIDES
"""Bytes of an observation with guides."""

COMPILED_KINDS = ("mlp", "guided")
"""Kinds of networks that this computes."""


class Layers(NamedTuple):
    """The weights in one piece, and what says where each begins."""

    weights: Floats
    """All of them, layer after layer, (inputs, outputs) each."""
    sizes: npt.NDArray[np.int64]
    """(3,) hidden, width of the reasons, and inputs beside the observation: 0 for a network without guides."""


def layers_of(network: Any) -> Layers:
    """Give the weights of a `Network` or `GuidedNetwork`.

    Raises:
        OptionError: it is of another kind.
    """
    if network.shape.kind not in COMPILED_KINDS:
        known = " or ".join(COMPILED_KINDS)
        raise OptionError(f"net: is of kind {network.shape.kind!r}; a search reads networks of kind {known}")
    weights = {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}
    hidden, width = network.shape.hidden, network.shape.reason_width if network.guides else 0
    beside = NUM_ACTIONS + NUM_FEATURES if network.guides else 0
    nothing = np.zeros(0)
    about = weights["about"] + weights["reason.bias"] + weights["context.bias"] if network.guides else nothing
    parts = [weights["first.weight"], weights["first.bias"] + weights.get("beside.bias", np.zeros(hidden))]
    parts += [weights[name].T for name in ("second.weight",)] + [weights["second.bias"]]
    parts += [weights["actions.weight"], weights["actions.bias"], weights["value.weight"].T, weights["value.bias"]]
    parts += [weights.get("beside.weight", nothing).T, weights.get("trust", nothing), about]
    parts += [weights.get(f"{name}.weight", nothing).T for name in ("reason", "context", "sought")]
    parts += [weights.get("sought.bias", nothing)]
    flat = np.concatenate([part.ravel() for part in parts]).astype(np.float32)
    return Layers(flat, np.array([hidden, width, beside], np.int64))


NO_LAYERS = Layers(np.zeros(0, np.float32), np.zeros(3, np.int64))
"""No network: nobody may ask it."""


class Net(NamedTuple):
    """A network with room for one position."""

    weights: Floats
    """`Layers.weights`."""
    sizes: npt.NDArray[np.int64]
    """`Layers.sizes`."""
    room: Floats
    """For the numbers between the layers."""
    seen: Bytes
    """(SEEN,) for what is seen."""
    values: Floats
    """(5,) for the values of all seats, the one to act first."""
    places: Places
    """(SEEN,) or more: for which inputs of a layer are not 0."""
    numbers: Floats
    """As many, for those inputs."""


def net_of(layers: Layers) -> Net:
    """Give a network with room; what is asked of it at the same time by another thread needs one of its own."""
    hidden, width, _ = layers.sizes.tolist()
    room = np.zeros(2 * hidden + 3 * width, np.float32)
    seen, values, most = np.zeros(SEEN, np.uint8), np.zeros(MAX_SEATS, np.float32), max(SEEN, hidden)
    return Net(*layers, room, seen, values, np.zeros(most, np.int64), np.zeros(most, np.float32))


@compiled
def read_guides(guides: Bytes, weight: npt.NDArray[np.float32], out: Floats, places: Places, numbers: Floats) -> None:
    """Add hints and features times their weight; `places` and `numbers` are room."""
    count = 0
    for place in range(len(weight)):
        number = np.float32(guides[place])
        if place < NUM_ACTIONS:
            number = max(np.float32(0), 1 + (number - BEST_HINT) / np.float32(HINTS_PER_POINT * CLOSE))
        else:
            number = (number - ZERO) / np.float32(FLAG)
        places[count], numbers[count] = place, number
        count += int(number != 0)
    add_rows(out, weight, places, numbers, count)


@compiled
def appeal(
    guides: Bytes,
    action: int,
    behind: float,
    about: Floats,
    reason: npt.NDArray[np.float32],
    context: Floats,
    sought: Floats,
    read: Floats,
    places: Places,
    numbers: Floats,
) -> float:
    """Give what the reasons add to the logit of a legal action; `read`, `places` and `numbers` are room."""
    for h in range(len(read)):
        read[h] = context[h] + about[h]
    start = NUM_ACTIONS + NUM_FEATURES + action * NUM_REASONS
    for k in range(NUM_REASONS):
        places[k], numbers[k] = k, (np.float32(guides[start + k]) - ZERO) / np.float32(FLAG)
    places[NUM_REASONS], numbers[NUM_REASONS] = NUM_REASONS, np.float32(behind / CLOSE)
    add_rows(read, reason, places, numbers, NUM_REASONS + 1)
    rectify(read)
    return dot(read, sought)


@compiled
def evaluate(
    t: Tables,
    s: State,
    w: Weights,
    v: Values,
    mask: Mask,
    scores: npt.NDArray[np.float64],
    net: Net,
) -> None:
    """Fill what a network thinks of a position.

    Args:
        t: the edition.
        s: a state at a decision; only what the seat to act knows is read.
        w: the weights of `greedy`, for guides.
        v: room for its values.
        mask: (80,) int8, the legal actions.
        scores: (80,) float64, filled: the logits of legal actions.
        net: the network; its `values` are filled: those of all seats, the one to act first.
    """
    weights, room, values, places, numbers = net.weights, net.room, net.values, net.places, net.numbers
    hidden, width, beside = net.sizes[0], net.sizes[1], net.sizes[2]
    obs, guides = net.seen[:OBSERVATION_SIZE], net.seen[OBSERVATION_SIZE:]
    first, second = room[:hidden], room[hidden : 2 * hidden]
    context, at = vector(room, 2 * hidden, width)
    sought, at = vector(room, at, width)
    read, at = vector(room, at, width)
    fill_observation(t, s, s["seat"], obs)
    weight, at = matrix(weights, 0, OBSERVATION_SIZE, hidden)
    bias, at = vector(weights, at, hidden)
    first[:] = bias
    add_rows(first, weight, places, numbers, read_nonzero(obs, RATIO, SCALE, places, numbers))
    weight, at = matrix(weights, at, hidden, hidden)
    bias, at = vector(weights, at, hidden)
    second[:] = bias
    actions, at = matrix(weights, at, NUM_ACTIONS, hidden)
    actions_bias, at = vector(weights, at, NUM_ACTIONS)
    value, at = matrix(weights, at, hidden, MAX_SEATS)
    bias, at = vector(weights, at, MAX_SEATS)
    values[:] = bias
    if beside > 0:
        fill_guides(t, s, w, v, mask, scores, guides)
        of_guides, at = matrix(weights, at, beside, hidden)
        read_guides(guides, of_guides, first, places, numbers)
    rectify(first)
    add_product(second, first, weight, places, numbers)
    rectify(second)
    add_product(values, second, value, places, numbers)
    for action in range(NUM_ACTIONS):
        if mask[action]:
            scores[action] = actions_bias[action] + dot(second, actions[action])
    if beside > 0:
        trust, at = vector(weights, at, NUM_ACTIONS)
        about, at = matrix(weights, at, NUM_ACTIONS, width)
        reason, at = matrix(weights, at, NUM_REASONS + 1, width)
        weight, at = matrix(weights, at, hidden, width)
        context[:] = 0
        add_product(context, second, weight, places, numbers)
        weight, at = matrix(weights, at, hidden, width)
        bias, at = vector(weights, at, width)
        sought[:] = bias
        add_product(sought, second, weight, places, numbers)
        for action in range(NUM_ACTIONS):
            if mask[action]:
                behind = (float(guides[action]) - BEST_HINT) / HINTS_PER_POINT
                more = appeal(guides, action, behind, about[action], reason, context, sought, read, places, numbers)
                scores[action] += trust[action] * behind + more


def logits_and_values(
    edition_tables: Any, state: npt.NDArray[np.void], greedy: npt.NDArray[np.void], layers: Layers
) -> tuple[npt.NDArray[np.float64], Floats]:
    """Give the logits (80,), NaN where not legal, and values (5,) of the position in row 0; for tests and curiosity.

    Args:
        edition_tables: (1,) `TABLES`.
        state: (1,) `STATE`, at a decision.
        greedy: (1,) `WEIGHTS`.
        layers: the network.
    """
    mask, scores = np.zeros(NUM_ACTIONS, np.int8), np.full(NUM_ACTIONS, np.nan)
    net, counted = net_of(layers), np.zeros(1, VALUES)
    fill_mask(edition_tables[0], state[0], mask)
    evaluate(edition_tables[0], state[0], greedy[0], counted[0], mask, scores, net)
    return np.where(mask == 1, scores, np.nan), net.values
