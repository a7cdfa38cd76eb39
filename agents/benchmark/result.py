"""What the benchmark found, for people and for programs."""

import hashlib
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata
from typing import Any

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from agents.arena.files import game_entry
from agents.arena.options import package_version
from agents.arena.play import Result
from agents.arena.ratings import rate
from agents.arena.statistics import Estimate, decision_times, summarise
from agents.benchmark.protocol import EDITION, HARD_LIMIT, LADDER, SEED, SUBMITTED, VERSION, LineUp
from agents.benchmark.reference import Reference
from boru_env import load_edition

FORMAT = "boru-bench/1"


def games_sha256(results: Sequence[Result]) -> str:
    """Give the fingerprint of all results: equal for two runs that played alike, decision times apart."""
    games = [game_entry(result) for result in sorted(results, key=lambda result: result.pairing.game)]
    return hashlib.sha256(json.dumps(games, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def make_result(
    agent: str, results: Sequence[Result], named: Sequence[LineUp], deals: int, quick: bool, reference: Reference
) -> dict[str, Any]:
    """Give everything that a paper needs, as JSON values.

    Args:
        agent: the submitted agent, as a text.
        results: the games, with the names of the line-ups.
        named: the line-ups by name.
        deals: how many a line-up.
        quick: whether it is a trial that counts for nothing.
        reference: the ladder's ratings.
    """
    edition = load_edition(EDITION)
    rating = rate(results, fixed=reference.fixed())[0].rating
    mine = next(row for row in summarise(results) if row.name == SUBMITTED)
    times = next((of for of in decision_times(results) if of.name == SUBMITTED), None)
    return {
        "format": FORMAT,
        "version": VERSION,
        "quick": quick,
        "agent": agent,
        "rating": asdict(rating),
        "faults": mine.faults,
        "decision_times": None if times is None else {"median_ms": times.median_ms, "p95_ms": times.p95_ms},
        "line_ups": [_of_line_up(table, results, named) for table in range(len(named))],
        "reference": {name: reference.ratings[name] for name in LADDER},
        "protocol": {
            "line_ups": [list(line_up) for line_up in named],
            "ladder": LADDER,
            "deals": deals,
            "games": len(results),
            "seed": SEED,
            "rotations": "cyclic",
            "hard_limit": HARD_LIMIT,
        },
        "edition": {"id": edition.id, "sha256": edition.sha256},
        "package_version": package_version(),
        "python": platform.python_version(),
        "libraries": {name: metadata.version(name) for name in ("numpy", "numba", "openskill")},
        "games_sha256": games_sha256(results),
    }


def _of_line_up(table: int, results: Sequence[Result], named: Sequence[LineUp]) -> dict[str, Any]:
    """Give the submitted agent's results at one table."""
    row = next(row for row in summarise([of for of in results if of.pairing.table == table]) if row.name == SUBMITTED)
    return {"line_up": list(named[table])} | {
        key: value for key, value in asdict(row).items() if key in ("games", "wins", "points", "place", "faults")
    }


def make_table(result: dict[str, Any]) -> RichTable:
    """Give the results by line-up as a table."""
    title = f"{result['version']}{' (quick: counts for nothing)' if result['quick'] else ''}: {result['agent']}"
    table = RichTable(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("against", no_wrap=True)
    for heading in ("games", "fair %", "win %", "points", "place"):
        table.add_column(heading, justify="right", no_wrap=True)
    for entry in result["line_ups"]:
        wins, points, place = (Estimate(**entry[key]) for key in ("wins", "points", "place"))
        table.add_row(
            ", ".join(entry["line_up"][1:]),
            str(entry["games"]),
            f"{100 / len(entry['line_up']):.0f}",
            f"{100 * wins.mean:.1f} [{100 * wins.low:.1f}, {100 * wins.high:.1f}]",
            f"{points.mean:.1f}",
            f"{place.mean:.2f}",
        )
    return table


def make_lines(result: dict[str, Any]) -> str:
    """Say the one number, and what it stands beside."""
    rating, times = Estimate(**result["rating"]), result["decision_times"]
    ladder = ", ".join(f"{name} {entry['mean']:.1f}" for name, entry in result["reference"].items())
    lines = [f"Rating: {rating.mean:.1f} [{rating.low:.1f}, {rating.high:.1f}]   (ladder: {ladder})"]
    if times is not None:
        lines.append(f"A decision took {times['median_ms']:.3g} ms (half), {times['p95_ms']:.3g} ms (95 %).")
    if result["faults"]:
        lines.append(f"Games lost by a fault: {result['faults']}.")
    return "\n".join([*lines, f"Results: {result['games_sha256'][:16]}, the same whenever the agent plays the same."])
