"""The arena's command line: read, and checked before anything is played."""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from agents.arena.files import check_targets, make_folder
from agents.arena.lineups import read_line_ups
from agents.arena.plot import need_matplotlib
from agents.arena.schedule import ROTATIONS, Pairing, make_schedules
from agents.arena.worker import HARD_LIMIT, Setting
from agents.arguments import Parser
from boru_env import load_edition
from boru_env.errors import OptionError, brief

MAX_PROCESSES = 256
"""More are a slip of the hand: each is a Python of its own."""

MAX_SECONDS = 86_400.0


@dataclass(frozen=True)
class Plan:
    """A checked command line.

    Attributes:
        setting: line-ups, edition, limits.
        schedule: the games.
        games: how many a table were asked for.
        processes: how many play.
        rotations: which seatings.
        seed: the tournament's.
        anchor: the agent whose rating is 0.
        files: where to write what: keys json, csv, plot, record, journal.
    """

    setting: Setting
    schedule: list[Pairing]
    games: int
    processes: int
    rotations: str
    seed: int
    anchor: str
    files: dict[str, Path]

    def identity(self) -> dict[str, Any]:
        """Give what makes the games what they are, as JSON values by name; not how many of them there are."""
        setting = self.setting
        return {
            "line_ups": [list(line_up) for line_up in setting.line_ups],
            "seed": self.seed,
            "rotations": self.rotations,
            "edition_sha256": load_edition(setting.edition).sha256,
            "time_limit": setting.time_limit,
            "hard_limit": setting.hard_limit,
            "record": setting.record,
            "package_version": package_version(),
        }


def package_version() -> str:
    """Give the version of what is installed."""
    try:
        return metadata.version("boru-env")
    except metadata.PackageNotFoundError:  # run from the sources
        return "not installed"


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.arena", description="Play a seat-balanced tournament.")
    who = parser.add_argument_group("who plays")
    who.add_argument("--players", action="append", default=[], help="3 to 5 agents, by commas; again for more tables")
    who.add_argument("--tables", metavar="FILE", help="line-ups from a TOML file")
    who.add_argument("--round-robin", metavar="AGENTS", help="every choice of --seats of these agents is a table")
    who.add_argument("--seats", type=int, default=4, help="of a round robin's tables")
    what = parser.add_argument_group("what is played")
    what.add_argument("--games", type=int, default=200, help="how many a table; rounded up to whole deals")
    what.add_argument("--seed", type=int, default=0, help="a whole number >= 0")
    what.add_argument("--rotations", default="cyclic", help=f"{' or '.join(ROTATIONS)}: which seatings of a deal")
    what.add_argument("--edition", default="reconstructed", help="name or file of an edition")
    how = parser.add_argument_group("how")
    how.add_argument("--processes", type=int, default=1, help="the result does not depend on it; 0: here, to debug")
    how.add_argument("--time-limit", type=float, metavar="SECONDS", help="a decision that takes longer loses the game")
    how.add_argument(
        "--hard-limit", type=float, default=HARD_LIMIT, metavar="SECONDS", help="then a hanging agent is ended"
    )
    out = parser.add_argument_group("what is written")
    out.add_argument("--resume", metavar="FILE", help="the journal: go on from it, or begin it")
    out.add_argument("--out", metavar="FOLDER", help="journal, JSON, CSV and plot, all in one folder")
    out.add_argument("--json", metavar="FILE", help="write results and options as JSON")
    out.add_argument("--csv", metavar="FILE", help="write the tables as CSV")
    out.add_argument("--plot", metavar="FILE", help="draw ratings and win shares, as PNG or SVG")
    out.add_argument("--record", metavar="FILE", help="write replays of all games")
    out.add_argument("--anchor", default="random", help="the agent whose rating is 0")
    return parser.parse_args(arguments)


def make_plan(options: argparse.Namespace) -> Plan:
    """Check a command line.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """
    line_ups = read_line_ups(options.players, options.tables, options.round_robin, options.seats)
    schedule = make_schedules(line_ups, options.games, options.seed, options.rotations)
    check_processes(options.processes, 0)
    for name, value in (("--time-limit", options.time_limit), ("--hard-limit", options.hard_limit)):
        if value is not None and not (math.isfinite(value) and 0 < value <= MAX_SECONDS):
            raise OptionError(f"{name}: is {value}; it must be more than 0 and at most {MAX_SECONDS:g} seconds")
    if options.time_limit is not None and options.time_limit > options.hard_limit:
        raise OptionError(
            f"--time-limit: is {options.time_limit:g} s, more than --hard-limit, {options.hard_limit:g} s"
        )
    load_edition(options.edition)
    setting = Setting(
        tuple(line_ups), options.edition, options.record is not None, options.time_limit, options.hard_limit
    )
    plan = Plan(
        setting,
        schedule,
        options.games,
        options.processes,
        options.rotations,
        options.seed,
        options.anchor,
        _files(options),
    )
    check_targets(list(plan.files.values()))
    return plan


def check_processes(processes: int, least: int = 1) -> None:
    """Check a number of processes.

    Raises:
        OptionError: it is impossible.
    """
    if not least <= processes <= MAX_PROCESSES:
        raise OptionError(f"--processes: is {brief(processes)}; it must be {least} to {MAX_PROCESSES}")


def _files(options: argparse.Namespace) -> dict[str, Path]:
    """Give where to write what; the folder of `--out` is made."""
    given = {"journal": options.resume, **{kind: vars(options)[kind] for kind in ("json", "csv", "plot", "record")}}
    files = {kind: Path(path) for kind, path in given.items() if path is not None}
    if "plot" in files:
        need_matplotlib("--plot")
        if files["plot"].suffix not in (".png", ".svg"):
            raise OptionError(f"--plot: {brief(options.plot)}; its name must end in .png or .svg")
    if options.out is not None:
        folder = make_folder("--out", options.out)
        names = {"journal": "journal.jsonl", "json": "results.json", "csv": "results.csv", "plot": "results.png"}
        files = {kind: folder / name for kind, name in names.items()} | files
    return files
