"""What `boru-bench-v1` plays. A change of anything here makes another benchmark, which needs another name."""

from collections.abc import Sequence
from dataclasses import replace

from agents.arena.play import Result
from agents.arena.schedule import Pairing, schedule_deals, seatings

VERSION = "boru-bench-v1"

LADDER: dict[str, str] = {
    "random": "random",
    "greedy": "greedy",
}
"""The agents to be measured against, the weakest first: name -> the text that makes it.

One further agent is one further line; then `python -m agents.benchmark --reference` rates the ladder anew.
"""

SUBMITTED = "submitted"
"""The submitted agent's name in line-ups: it may be one of the ladder."""

EDITION = "reconstructed"
PLAYERS = (3, 4, 5)
DEALS, QUICK_DEALS = 40, 1
"""Deals a line-up; each is played with every rotation of the line-up."""

SEED = 20_140_423
REFERENCE_SEED, REFERENCE_DEALS = 10_140_423, 100
HARD_LIMIT = 300.0
"""Seconds after which an agent that does not answer has lost. There is no other limit: times are reported."""

LineUp = tuple[str, ...]


def line_ups() -> list[LineUp]:
    """Give the line-ups by name: the submitted agent against each of the ladder alone, and against all in turn."""
    found = []
    for n in PLAYERS:
        found += [(SUBMITTED, *[name] * (n - 1)) for name in LADDER]
        strongest_first = list(reversed(LADDER))
        found.append((SUBMITTED, *[strongest_first[place % len(LADDER)] for place in range(n - 1)]))
    return found


def reference_line_ups() -> list[LineUp]:
    """Give the line-ups that rate the ladder: each of it alone against each other one."""
    return [(name, *[other] * (n - 1)) for n in PLAYERS for name in LADDER for other in LADDER if other != name]


def specs(line_up: LineUp, agent: str = "") -> LineUp:
    """Give a line-up as the texts that make its agents."""
    return tuple(agent if name == SUBMITTED else LADDER[name] for name in line_up)


def schedule_of(named: Sequence[LineUp], deals: int, seed: int) -> list[Pairing]:
    """Give the games: so many deals a line-up, each with every rotation."""
    return schedule_deals([seatings(line_up, "cyclic") for line_up in named], [deals] * len(named), seed)


def by_name(result: Result, named: Sequence[LineUp]) -> Result:
    """Give a result with the names of the line-ups in place of the agents' own."""
    line_up = named[result.pairing.table]
    return replace(result, names=[line_up[place] for place in result.pairing.seats])
