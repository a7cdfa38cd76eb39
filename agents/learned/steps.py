"""How guides put numbers into bytes."""

import numpy as np
import numpy.typing as npt

from boru_env.rules.compiled import compiled

ZERO = 128
"""The byte of 0."""

FLAG = 64
"""Steps of what is 0 or 1, or a chance."""

POINTS, POINTS_AHEAD, WORTH, COIN_WORTH = 3, 4, 16, 64
"""Steps a point, of standings, of leads, and of what things are worth; or each of what is counted."""

Bytes = npt.NDArray[np.uint8]


@compiled
def as_byte(value: float) -> int:
    """Give a signed number as a byte, ZERO for 0."""
    return int(max(0.0, min(255.0, np.floor(value + ZERO + 0.5))))
