"""`python -m agents.report`: play games, and say what they say about the game."""

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from agents.arena.files import check_targets, make_folder
from agents.arena.lineups import split_players
from agents.arena.options import check_processes
from agents.arena.play import Result
from agents.arena.plot import need_matplotlib
from agents.arena.schedule import Pairing, make_schedule
from agents.arena.tournament import Tournament
from agents.arena.worker import Setting
from agents.arguments import Parser, one_line, refuse
from agents.report import measures, pictures
from agents.report.facts import Facts, read_facts
from agents.report.page import TITLES, make_page
from agents.report.variance import split
from boru_env import load_edition
from boru_env.errors import BoruError, OptionError
from boru_env.views.files import replacing

PLAYERS = "greedy,greedy,random,random"


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.report", description="Play games; say what they say about the game.")
    parser.add_argument("--players", default=PLAYERS, help="3 to 5 agents, separated by commas")
    parser.add_argument("--games", type=int, default=400, help="how many; rounded up to whole deals")
    parser.add_argument("--seed", type=int, default=0, help="a whole number >= 0")
    parser.add_argument("--edition", default="reconstructed", help="name or file of an edition")
    parser.add_argument("--processes", type=int, default=1, help="the result does not depend on it")
    parser.add_argument("--margin", type=float, default=100 * measures.MARGIN, help="percentage points off: flagged")
    parser.add_argument("--page", default="report/report.md", help="the page; its pictures come beside it")
    return parser.parse_args(arguments)


def prepare(options: argparse.Namespace) -> tuple[Tournament, Path, dict[str, Path]]:
    """Check a command line; give what is played, the page, and the picture of each group.

    Raises:
        OptionError: an option is impossible, or matplotlib is missing.
        EditionError: the edition cannot be loaded.
    """
    line_up = tuple(split_players(options.players))
    schedule: list[Pairing] = make_schedule(line_up, options.games, options.seed)
    check_processes(options.processes, 0)
    if not (math.isfinite(options.margin) and 0 <= options.margin <= 100):
        raise OptionError(f"--margin: is {options.margin}; it must be 0 to 100 percentage points")
    load_edition(options.edition)
    need_matplotlib("report")
    page = Path(options.page)
    if page.suffix != ".md":
        raise OptionError(f"--page: is {options.page!r}; its name must end in .md")
    make_folder("--page", str(page.parent))
    files = {name: page.with_name(f"{page.stem}-{name}.png") for name in ("decisions", "split", *TITLES)}
    check_targets([page, *files.values()])
    setting = Setting((line_up,), options.edition, record=True)
    return Tournament(setting, schedule, options.processes, None, {}), page, files


def write(options: argparse.Namespace, games: Sequence[Facts], page: Path, files: dict[str, Path]) -> None:
    """Measure, draw, and write the page."""
    margin = options.margin / 100
    groups = {"seats": measures.seats(games, margin), **measures.others(games, margin)}
    found = measures.decisions(games)
    kinds: dict[str, list[Sequence[float]]] = {
        "share of the win": [game.shares for game in games],
        "points": [game.points for game in games],
    }
    splits = {name: of for name, values in kinds.items() if (of := split(games, values)) is not None}
    pictures.plot_decisions(files["decisions"], found)
    if splits:
        pictures.plot_split(files["split"], splits)
    for name, of_group in groups.items():
        if of_group:
            pictures.plot_measures(files[name], TITLES[name], of_group, margin)
    edition = load_edition(options.edition)
    head = {
        "command": f"`{command(options)}`",
        "games": f"{len(games)} of {options.players.replace(',', ', ')}, every agent in every seat with the same cards",
        "edition": f"`{edition.id}`, sha256 `{edition.sha256[:16]}`",
    }
    text = make_page(head, groups, found, splits, margin, {name: path.name for name, path in files.items()})
    with replacing(page) as temporary:
        temporary.write_text(text, encoding="utf-8")


def command(options: argparse.Namespace) -> str:
    """Give the command that makes the same page again."""
    given = {"players": options.players, "games": options.games, "seed": options.seed, "page": options.page}
    if options.edition != "reconstructed":
        given["edition"] = options.edition
    return "python -m agents.report " + " ".join(f"--{name} {value}" for name, value in given.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the report.

    Returns:
        0: all went well, 1: an agent broke off a game or a file failed, 2: bad options, 130: interrupted.
    """
    try:
        options = parse(arguments)
        tournament, page, files = prepare(options)
    except BoruError as error:
        return refuse(error)
    results: list[Result] = []

    def conclude() -> int:
        whole = sorted((of for of in results if of.fault is None), key=lambda of: of.pairing.game)
        broken = [of for of in results if of.fault is not None]
        for result in broken[:5]:
            print(f"left out: game {result.pairing.game}: {result.fault}", file=sys.stderr)
        if not whole:
            print("no report: no game was played to its end", file=sys.stderr)
            return 1
        edition = load_edition(options.edition)
        try:
            write(options, [read_facts(result, edition) for result in whole], page, files)
        except OSError as error:
            print(f"not written: {one_line(error)}", file=sys.stderr)
            return 1
        print(f"{page}: {len(whole)} games")
        return int(bool(broken))

    return tournament.play_and(conclude, results)


if __name__ == "__main__":
    sys.exit(main())
