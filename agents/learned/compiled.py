"""A network as compiled code, one position at a time: for a search, which asks between two of its steps.

It computes what `network.Network` and `guided.GuidedNetwork` do, up to the order of sums; there is no torch in it.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.greedy.values import Values, Weights
from agents.learned.guide import (
    BEST_HINT,
    FLAG,
    HINTS_PER_POINT,
    NUM_FEATURES,
    NUM_GUIDES,
    NUM_REASONS,
    ZERO,
    fill_guides,
)
from boru_env.editions.tables import MAX_SEATS
from boru_env.errors import OptionError
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.views.compact import RATIO, SCALE
from boru_env.views.layout import OBSERVATION_SIZE
from boru_env.views.observation import fill_observation

Floats = npt.NDArray[np.float32]
CLOSE = 4.0
"""As in `guided`, which needs torch."""


class Layers(NamedTuple):
    """The weights, inputs first: (inputs, outputs). Those of a network without guides have no rows or columns."""

    first: Floats
    first_bias: Floats
    ratio: Floats
    scale: Floats
    beside: Floats
    second: Floats
    second_bias: Floats
    actions: Floats
    actions_bias: Floats
    value: Floats
    value_bias: Floats
    trust: Floats
    reason: Floats
    about: Floats
    context: Floats
    sought: Floats
    sought_bias: Floats


class Room(NamedTuple):
    """Room for the numbers between the layers."""

    obs: npt.NDArray[np.uint8]
    guides: npt.NDArray[np.uint8]
    first: Floats
    second: Floats
    context: Floats
    sought: Floats
    read: Floats


def layers_of(network: Any) -> Layers:
    """Give the weights of a `Network` or `GuidedNetwork`.

    Raises:
        OptionError: it is of another kind.
    """
    if network.shape.kind not in ("mlp", "guided"):
        raise OptionError(f"net: is of kind {network.shape.kind!r}; a search reads networks of kind mlp or guided")
    weights = {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}
    hidden, width = network.shape.hidden, network.shape.reason_width if network.guides else 0
    inputs = NUM_ACTIONS + NUM_FEATURES if network.guides else 0

    def turned(name: str, *shape: int) -> Floats:
        found = weights.get(name)
        return np.ascontiguousarray(np.zeros(shape) if found is None else found.T, np.float32)

    bias = weights["first.bias"] + weights.get("beside.bias", np.float32(0))
    about = weights.get("about", np.zeros((NUM_ACTIONS, 0))) + weights.get("reason.bias", np.zeros(0))
    return Layers(
        np.ascontiguousarray(weights["first.weight"], np.float32), bias.astype(np.float32), RATIO, SCALE,
        turned("beside.weight", inputs, hidden), turned("second.weight"), weights["second.bias"],
        turned("actions.weight"), weights["actions.bias"], turned("value.weight"), weights["value.bias"],
        np.ascontiguousarray(weights.get("trust", np.zeros(NUM_ACTIONS)), np.float32),
        turned("reason.weight", NUM_REASONS + 1, width),
        np.ascontiguousarray(about + weights.get("context.bias", np.zeros(width)), np.float32),
        turned("context.weight", hidden, width), turned("sought.weight", hidden, width),
        np.ascontiguousarray(weights.get("sought.bias", np.zeros(width)), np.float32),
    )  # fmt: skip


def room_for(layers: Layers) -> Room:
    """Give room for one position."""
    hidden, width = layers.second.shape[0], layers.reason.shape[1]
    floats = [np.zeros(size, np.float32) for size in (hidden, hidden, width, width, width)]
    return Room(np.zeros(OBSERVATION_SIZE, np.uint8), np.zeros(NUM_GUIDES, np.uint8), *floats)


@compiled
def add_scaled(out: Floats, row: Floats, factor: float) -> None:
    """Add a row times a factor."""
    by = np.float32(factor)
    for h in range(len(out)):
        out[h] += by * row[h]


@compiled
def add_product(out: Floats, inputs: Floats, weight: Floats) -> None:
    """Add inputs times a weight, (I,) times (I, O)."""
    for i in range(len(inputs)):
        if inputs[i] != 0:
            add_scaled(out, weight[i], inputs[i])


@compiled
def rectify(values: Floats) -> None:
    """Set what is below 0 to 0."""
    for h in range(len(values)):
        values[h] = max(values[h], np.float32(0))


@compiled
def run_trunk(net: Layers, room: Room) -> None:
    """Fill `room.second` from the observation and the guides."""
    room.first[:] = net.first_bias
    for place in range(len(room.obs)):
        if room.obs[place] != 0:
            count = np.float32(room.obs[place])
            add_scaled(room.first, net.first[place], float(count / (count * net.ratio[place] + net.scale[place])))
    for place in range(len(net.beside)):
        number = float(room.guides[place])
        if place < NUM_ACTIONS:
            number = max(0.0, 1 + (number - BEST_HINT) / (HINTS_PER_POINT * CLOSE))
        else:
            number = (number - ZERO) / FLAG
        if number != 0:
            add_scaled(room.first, net.beside[place], number)
    rectify(room.first)
    room.second[:] = net.second_bias
    add_product(room.second, room.first, net.second)
    rectify(room.second)


@compiled
def appeal(net: Layers, room: Room, action: int, behind: float) -> float:
    """Give what the reasons add to the logit of a legal action."""
    room.read[:] = room.context
    for h in range(len(room.read)):
        room.read[h] += net.about[action, h]
    start = NUM_ACTIONS + NUM_FEATURES + action * NUM_REASONS
    for k in range(NUM_REASONS):
        add_scaled(room.read, net.reason[k], (float(room.guides[start + k]) - ZERO) / FLAG)
    add_scaled(room.read, net.reason[NUM_REASONS], behind / CLOSE)
    total = 0.0
    for h in range(len(room.read)):
        total += max(room.read[h], np.float32(0)) * room.sought[h]
    return total


@compiled
def evaluate(
    t: Tables,
    s: State,
    w: Weights,
    v: Values,
    mask: Mask,
    scores: npt.NDArray[np.float64],
    net: Layers,
    room: Room,
    values: Floats,
) -> None:
    """Fill what a network thinks of a position.

    Args:
        t: the edition.
        s: a state at a decision; only what the seat to act knows is read.
        w: the weights of `greedy`, for guides.
        v: room for its values.
        mask: (80,) int8, the legal actions.
        scores: (80,) float64, filled: the logits of legal actions.
        net: the weights.
        room: room between the layers.
        values: (5,) filled: the values of all seats, the one to act first.
    """
    fill_observation(t, s, s["seat"], room.obs)
    guided = len(net.beside) > 0
    if guided:
        fill_guides(t, s, w, v, mask, scores, room.guides)
    run_trunk(net, room)
    room.context[:] = 0
    add_product(room.context, room.second, net.context)
    room.sought[:] = net.sought_bias
    add_product(room.sought, room.second, net.sought)
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        logit = float(net.actions_bias[action])
        for h in range(len(room.second)):
            logit += room.second[h] * net.actions[h, action]
        if guided:
            behind = (float(room.guides[action]) - BEST_HINT) / HINTS_PER_POINT
            logit += net.trust[action] * behind + appeal(net, room, action, behind)
        scores[action] = logit
    values[:] = net.value_bias
    add_product(values, room.second, net.value)


def logits_and_values(
    edition_tables: Any, state: npt.NDArray[np.void], weights: npt.NDArray[np.void], layers: Layers
) -> tuple[npt.NDArray[np.float64], Floats]:
    """Give the logits (80,), NaN where not legal, and values (5,) of the position in row 0; for tests and curiosity."""
    from agents.greedy.values import VALUES
    from boru_env.rules.engine import fill_mask

    mask, scores = np.zeros(NUM_ACTIONS, np.int8), np.full(NUM_ACTIONS, np.nan)
    values, fitted = np.zeros(MAX_SEATS, np.float32), np.zeros(1, VALUES)
    fill_mask(edition_tables[0], state[0], mask)
    evaluate(edition_tables[0], state[0], weights[0], fitted[0], mask, scores, layers, room_for(layers), values)
    return np.where(mask == 1, scores, np.nan), values
