"""Values that no file and no caller should give, for tests that try them everywhere."""

import numpy as np
from hypothesis import strategies as st

from boru_env.errors import BoruError

HUGE = 10**5000
"""A whole number that Python itself does not write out."""

STRANGE_JSON = [None, True, False, -1, 0, 7, 10**6, 2**63, HUGE, 1.0, 2.5, float("nan"), float("inf"), "", "x", "3"]
STRANGE_JSON += ["\ud800", "card \u0661", "a\nb", "/etc/hostname", "y" * 5000, [], {}, [1], [[]], ["x"], {"x": 1}]


class Thing:
    """An object that says the same of itself in every process."""

    def __repr__(self) -> str:
        return "<a thing>"


STRANGE = [*STRANGE_JSON, b"x", Thing(), 1j, np.array([1, 2]), np.array(1.0), np.float32(1), np.True_, {1: 2}, (None,)]

json_values = st.sampled_from(STRANGE_JSON) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
"""Anything that JSON can hold, the strange values first."""

quick = {"derandomize": True, "database": None, "deadline": None}
"""Settings of every test of this kind: the same examples each time, none timed."""


def refusal(call, kinds=BoruError):
    """Give the words of a refusal, "" when there was none; any other exception is a failure."""
    try:
        call()
    except kinds as error:
        words = str(error)
        assert words.strip(), "a refusal without words"
        assert len(words) < 3000, "nobody reads a message of that length"
        return words
    return ""


def paths_of(value, path=()):
    """Give the path of every value inside a JSON value, itself left out."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths_of(inner, (*path, key))


def put(value, path, new):
    """Write a new value at a path."""
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new
