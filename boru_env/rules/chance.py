"""The random numbers of a game: Philox2x32-10, a counter-based generator.

J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011. Key
and counter lie in the state, so the same key gives the same game on every machine, in a batch or alone. All
products of two 32-bit words fit into 64 bits, so the arithmetic is the same with and without Numba.
"""

import numpy as np
import numpy.typing as npt

from boru_env.rules.compiled import State, compiled

_MULTIPLIER = np.uint64(0xD256D193)
_KEY_STEP = np.uint64(0x9E3779B9)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ROUNDS = 10


@compiled
def philox(key: np.uint64, high: np.uint64, low: np.uint64) -> np.uint64:
    """Give the first word of Philox2x32-10's block.

    Args:
        key: uint64 below 2**32.
        high: uint64 below 2**32, the counter's second word.
        low: uint64 below 2**32, the counter's first word.

    Returns:
        uint64 below 2**32.
    """
    for _ in range(_ROUNDS):
        product = _MULTIPLIER * low
        low = (product >> _HALF) ^ key ^ high
        high = product & _LOW
        key = (key + _KEY_STEP) & _LOW
    return low


@compiled
def draw_below(s: State, bound: int) -> int:
    """Draw a number 0..bound-1 and move the state's counter on. The bias is below bound / 2**32."""
    word = philox(np.uint64(s["key"][0]), np.uint64(s["key"][1]), np.uint64(s["counter"]))
    s["counter"] += np.uint32(1)
    return int((word * np.uint64(bound)) >> _HALF)


@compiled
def shuffle(s: State, values: npt.NDArray[np.int8]) -> None:
    """Shuffle an array in place (Fisher-Yates, from the end)."""
    for last in range(len(values) - 1, 0, -1):
        other = draw_below(s, last + 1)
        values[last], values[other] = values[other], values[last]
