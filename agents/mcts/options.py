"""What the search can be told."""

import numpy as np
import numpy.typing as npt

RANDOM, GREEDY, MIXED = range(3)
ROLLOUTS = {"random": RANDOM, "greedy": GREEDY, "mixed": MIXED}
"""Who plays on from a leaf: anybody at random, `greedy`, or `greedy` with a random decision now and then."""

OPTIONS = np.dtype(
    [
        ("c", np.float64),  # how much is explored
        ("temperature", np.float64),  # of the prior: points of `greedy` that make an action e times as likely
        ("rollout", np.int64),  # of ROLLOUTS
        ("surprise", np.float64),  # the share of random decisions in mixed rollouts
        ("margin", np.float64),  # the share of the margin in the value; the rest is the share of the win
    ],
    align=True,
)
"""One record of options. Compiled functions call it `o`."""

Options = np.void


def as_record(c: float, temperature: float, rollout: str, surprise: float, margin: float) -> npt.NDArray[np.void]:
    """Give options as (1,) `OPTIONS`."""
    record = np.zeros(1, OPTIONS)
    record["c"], record["temperature"], record["rollout"] = c, temperature, ROLLOUTS[rollout]
    record["surprise"], record["margin"] = surprise, margin
    return record
