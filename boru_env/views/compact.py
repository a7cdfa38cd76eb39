"""The compact observation: uint8, a quarter of the bytes, for those who feed a GPU.

Flags are 0 and 1, counts stand as they are, up to 255. `expand` gives exactly the float32 observation, for counts up to
255. On another device the same is one line, with `RATIO` and `SCALE` as tensors:

    x = compact.float()
    obs = x / (x * RATIO + SCALE)
"""

import numpy as np
import numpy.typing as npt

from boru_env.errors import OptionError
from boru_env.views.layout import FIELDS, OBSERVATION_SIZE

RATIO = np.concatenate([np.full(field.size, field.encoding == "ratio", np.float32) for field in FIELDS])
"""(OBSERVATION_SIZE,) float32: 1 where a count is encoded as a ratio."""

SCALE = np.concatenate([np.full(field.size, field.scale, np.float32) for field in FIELDS])
"""(OBSERVATION_SIZE,) float32: the scale of ratios and shares, 1 for flags."""


def expand(compact: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Give the float32 observations, (..., OBSERVATION_SIZE) in [0, 1], of compact ones.

    Raises:
        OptionError: it is no array of compact observations.
    """
    if not isinstance(compact, np.ndarray) or compact.dtype != np.uint8 or compact.shape[-1:] != (OBSERVATION_SIZE,):
        found = f"{compact.dtype}, shape {compact.shape}" if isinstance(compact, np.ndarray) else type(compact).__name__
        raise OptionError(f"compact: is {found}; it must be uint8, shape (..., {OBSERVATION_SIZE})")
    numbers = compact.astype(np.float32)
    expanded: npt.NDArray[np.float32] = numbers / (numbers * RATIO + SCALE)
    return expanded
