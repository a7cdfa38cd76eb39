"""A first layer that reads only what is not zero: nine in ten numbers of an observation are.

Ten times less work than the dense product, and exact. Compiled, for the CPU; a GPU does better with the dense product.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.learned.linear import add_rows
from boru_env.rules.compiled import compiled

Floats = npt.NDArray[np.float32]


@compiled
def read_nonzero(
    row: npt.NDArray[Any], ratio: Floats, scale: Floats, places: npt.NDArray[np.int64], values: Floats
) -> int:
    """Collect the places and expanded values of what is not zero in one observation; give how many there are.

    Without a branch in the first loop, which would often be guessed wrong.
    """
    count = 0
    for place in range(len(row)):
        places[count] = place
        count += int(row[place] != 0)
    for k in range(count):
        value = np.float32(row[places[k]])
        values[k] = value / (value * ratio[places[k]] + scale[places[k]])
    return count


@compiled
def multiply(obs: npt.NDArray[Any], ratio: Floats, scale: Floats, weight: Floats, bias: Floats, out: Floats) -> None:
    """Fill `out` with expanded observations times weight plus bias.

    Args:
        obs: (B, D) uint8 compact, or float32 with `ratio` 0 and `scale` 1.
        ratio: (D,) as in `boru_env.views.compact`.
        scale: (D,) likewise.
        weight: (D, H) float32.
        bias: (H,) float32.
        out: (B, H) float32, filled.
    """
    places, values = np.empty(obs.shape[1], np.int64), np.empty(obs.shape[1], np.float32)
    for i in range(len(obs)):
        count = read_nonzero(obs[i], ratio, scale, places, values)
        out[i] = bias
        add_rows(out[i], weight, places, values, count)


@compiled
def gather_gradient(obs: npt.NDArray[Any], ratio: Floats, scale: Floats, grad: Floats, out: Floats) -> None:
    """Add to `out`, (D, H), the gradient of the weight: expanded observations, transposed, times `grad`, (B, H)."""
    places, values = np.empty(obs.shape[1], np.int64), np.empty(obs.shape[1], np.float32)
    for i in range(len(obs)):
        count = read_nonzero(obs[i], ratio, scale, places, values)
        for k in range(count):
            place, value = places[k], values[k]
            for h in range(grad.shape[1]):
                out[place, h] += value * grad[i, h]
