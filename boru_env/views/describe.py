"""The numbers of an observation back in names."""

from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env.errors import OptionError, brief
from boru_env.views.layout import FIELDS, FULL_STATE_FIELDS, FULL_STATE_SIZE, OBSERVATION_SIZE, Field, offsets


def describe(vector: npt.ArrayLike) -> dict[str, Any]:
    """Give the named fields of an observation, or of a full state.

    Args:
        vector: (OBSERVATION_SIZE,) or (FULL_STATE_SIZE,) numbers.

    Returns:
        name -> value: for `one-hot` the index or None, for `flags` 0 or 1, for counts the count; nested lists
        for fields of more than one such value.

    Raises:
        OptionError: the vector has another shape, or values that are none of 0..1.
    """
    try:
        values = np.asarray(vector, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"vector: is {brief(vector)}; it must be an array of numbers") from None
    if values.shape == (OBSERVATION_SIZE,):
        fields: tuple[Field, ...] = FIELDS
    elif values.shape == (FULL_STATE_SIZE,):
        fields = FULL_STATE_FIELDS
    else:
        raise OptionError(
            f"vector: has the shape {values.shape}; an observation has ({OBSERVATION_SIZE},), "
            f"a full state ({FULL_STATE_SIZE},)"
        )
    slices = offsets(fields)
    strange = np.flatnonzero(~((values >= 0) & (values <= 1)))  # so also NaN
    if strange.size:
        raise OptionError(f"vector: has {values[strange[0]]} in place {strange[0]}; all values must be 0..1")
    return {field.name: _decode(field, values[slices[field.name]].reshape(field.shape)) for field in fields}


def _decode(field: Field, values: npt.NDArray[np.float64]) -> Any:
    """Undo one field's encoding."""
    if field.encoding == "one-hot":
        found = values.max(axis=-1) > 0
        indices = np.where(found, values.argmax(axis=-1), -1)
        return _without_none(indices.tolist())
    if field.encoding == "ratio":
        values = field.scale * values / np.maximum(1 - values, 1e-9)
    elif field.encoding == "share":
        values = field.scale * values
    counts = np.rint(values).astype(np.int64).tolist()
    return counts[0] if field.shape == (1,) else counts


def _without_none(indices: Any) -> Any:
    """Write None for -1."""
    if isinstance(indices, list):
        return [_without_none(index) for index in indices]
    return None if indices < 0 else indices
