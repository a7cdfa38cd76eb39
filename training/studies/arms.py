"""What is compared with what: each study changes one thing."""

from dataclasses import dataclass
from typing import Any

RECALL = "picked,passed,played,void"
"""The fields of the observation that only somebody who remembers the round knows."""

FROM_ZERO = {"network": "mlp", "pretrain": 0.3, "self_share": 1.0, "pool_share": 0.0, "greedy_share": 0.0}
"""A network that reads the observation alone: `guided` is told by `greedy` what else has been counted. It is too weak
to learn from games that `greedy` wins, and plays against itself."""


@dataclass(frozen=True)
class Study:
    """A question, and the runs that answer it.

    Attributes:
        question: as a title.
        arms: a name for each way to train -> the options in which it differs from the defaults.
        by_time: whether time is what matters, and not decisions.
    """

    question: str
    arms: dict[str, dict[str, Any]]
    by_time: bool = False


STUDIES = {
    "strength": Study(
        "How long does strength take?",
        {
            "guided": {},
            "mlp, after games of greedy": FROM_ZERO,
            "towns, after games of greedy": FROM_ZERO | {"network": "towns"},
        },
        by_time=True,
    ),
    "recall": Study(
        "What is it worth to remember the round?",
        {
            "guided, all fields": {},
            "guided, without recall": {"hide": RECALL},
            "mlp, all fields": FROM_ZERO,
            "mlp, without recall": FROM_ZERO | {"hide": RECALL},
        },
    ),
    "reward": Study(
        "What should a game pay?",
        {
            "win": {"reward": "win", "reward_scale": 1.0},
            "rank": {"reward": "rank", "reward_scale": 1.0},
            "a fifth win, the rest margin, times 6": {"reward": "win", "margin_weight": 0.8},
            "margin, times 6": {},
        },
    ),
    "pool": Study(
        "Against whom?",
        {
            "itself": {"self_share": 1.0, "pool_share": 0.0, "greedy_share": 0.0},
            "itself and past selves": {"self_share": 0.6, "pool_share": 0.4, "greedy_share": 0.0},
            "itself, past selves and greedy": {},
            "greedy": {"self_share": 0.0, "pool_share": 0.0, "greedy_share": 1.0},
        },
    ),
}
