"""`python -m agents.arena`: a tournament from the command line."""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool

from rich.console import Console
from rich.progress import track

from agents.arena.play import Result
from agents.arena.pool import play_all
from agents.arena.report import check_targets, make_table, seat_line, write_json
from agents.arena.schedule import make_schedule
from agents.arena.statistics import summarise
from agents.arguments import Parser, one_line
from boru_env.errors import BoruError, OptionError, brief
from boru_env.views.replay import write_replays

MAX_PROCESSES = 256
"""More are a slip of the hand: each is a Python of its own."""

FILE_WIDTH = 120
"""Columns of the table in a file or a pipe; a terminal has its own."""


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.arena", description="Play a seat-balanced tournament.")
    parser.add_argument("--players", default="greedy,random,random,random", help="3 to 5 agents, separated by commas")
    parser.add_argument("--games", type=int, default=200, help="how many; rounded up to whole deals")
    parser.add_argument("--seed", type=int, default=0, help="a whole number >= 0")
    parser.add_argument("--edition", default="reconstructed", help="name or file of an edition")
    parser.add_argument("--processes", type=int, default=1, help="the result does not depend on it")
    parser.add_argument("--record", metavar="FILE", help="write replays of all games")
    parser.add_argument("--json", metavar="FILE", help="write results and options as JSON")
    return parser.parse_args(arguments)


def split_players(text: str) -> list[str]:
    """Split at the commas between agents; those inside an agent's parameters (`name:a=1,b=2`) stay."""
    players: list[str] = []
    for part in text.split(","):
        if players and "=" in part and ":" not in part and "=" in players[-1]:
            players[-1] += f",{part}"
        else:
            players.append(part)
    return players


def run(options: argparse.Namespace, results: list[Result]) -> None:
    """Play all games, in order; `results` fills up as they end, so that an interrupt loses none.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """
    line_up = split_players(options.players)
    schedule = make_schedule(line_up, options.games, options.seed)
    if not 1 <= options.processes <= MAX_PROCESSES:
        raise OptionError(f"--processes: is {brief(options.processes)}; it must be 1 to {MAX_PROCESSES}")
    check_targets([path for path in (options.record, options.json) if path is not None])
    setting = (line_up, options.edition, options.record is not None)
    console = Console(stderr=True)
    games = play_all(setting, schedule, options.processes)
    results.extend(track(games, "playing", total=len(schedule), console=console, disable=not console.is_terminal))


def finish(options: argparse.Namespace, results: list[Result]) -> int:
    """Print the table and write the files; the exit code is 1 if an agent broke off a game or a file failed."""
    if not results:
        return 1
    rows = summarise(results)
    title = f"{len(results)} games of {len(results[0].names)}, every player in every seat with the same cards"
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, FILE_WIDTH)
    console.print(make_table(rows, title))
    console.print(seat_line(results))
    if len(results) > options.games:
        console.print(f"{options.games} games were asked for: rounded up to whole deals.")
    faults = [result for result in results if result.fault is not None]
    for result in faults[:5]:
        console.print(f"fault in game {result.pairing.game}: {result.fault}", markup=False)
    try:
        if options.json is not None:
            write_json(options.json, vars(options), rows, results)
        if options.record is not None:
            write_replays(options.record, (result.lines for result in results))
    except OSError as error:  # the disk may have filled since it was looked at
        print(f"not written: {one_line(error)}", file=sys.stderr)
        return 1
    return int(bool(faults))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a tournament.

    Returns:
        0: all went well, 1: an agent broke off a game or a file failed, 2: bad options, 130: interrupted.
    """
    results: list[Result] = []
    try:
        options = parse(arguments)
        run(options, results)
    except BoruError as error:
        print(one_line(error), file=sys.stderr)
        return 2
    except BrokenProcessPool:
        print(f"a worker process died after {len(results)} games: an agent has killed it", file=sys.stderr)
        finish(options, results)
        return 1
    except KeyboardInterrupt:
        print(f"interrupted after {len(results)} games", file=sys.stderr)
        finish(options, results)
        return 130
    return finish(options, results)


if __name__ == "__main__":
    sys.exit(main())
