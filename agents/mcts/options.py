"""What the search can be told."""

import numpy as np
import numpy.typing as npt

RANDOM, GREEDY, MIXED, NONE = range(4)
ROLLOUTS = {"random": RANDOM, "greedy": GREEDY, "mixed": MIXED, "none": NONE}
"""Who plays on from a leaf: anybody at random, `greedy`, or `greedy` with a random decision now and then; or nobody: a
network says what the leaf is worth."""

OPTIONS = np.dtype(
    [
        ("c", np.float64),  # how much is explored
        ("temperature", np.float64),  # of the prior: points of `greedy`, or logits, that count e times
        ("rollout", np.int64),  # of ROLLOUTS
        ("surprise", np.float64),  # the share of random decisions in mixed rollouts
        ("margin", np.float64),  # the share of the margin in the value; the rest is the share of the win
        ("net", np.int64),  # whether a network gives the prior, instead of `greedy`
        ("net_scale", np.float64),  # what the network's values of rewards in [-1, 1] are multiplied by
        ("net_margin", np.float64),  # the share of the margin in those rewards; the rest is the share of the win
    ],
    align=True,
)
"""One record of options. Compiled functions call it `o`."""

Options = np.void


def as_record(
    c: float,
    temperature: float,
    rollout: str,
    surprise: float,
    margin: float,
    net_scale: float = 0.0,
    net_margin: float = 1.0,
) -> npt.NDArray[np.void]:
    """Give options as (1,) `OPTIONS`; with `net_scale` a network gives the prior."""
    record = np.zeros(1, OPTIONS)
    record["c"], record["temperature"], record["rollout"] = c, temperature, ROLLOUTS[rollout]
    record["surprise"], record["margin"] = surprise, margin
    record["net"], record["net_scale"], record["net_margin"] = net_scale > 0, net_scale, net_margin
    return record
