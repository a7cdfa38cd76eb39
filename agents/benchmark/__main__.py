"""`python -m agents.benchmark`: rate one agent by `boru-bench-v1`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from agents.arena.files import check_targets, make_folder, write_json
from agents.arena.options import check_processes, package_version
from agents.arena.play import Result
from agents.arena.ratings import need_openskill, rate
from agents.arena.schedule import Pairing
from agents.arena.tournament import Tournament
from agents.arena.worker import Setting
from agents.arguments import Parser, one_line, refuse
from agents.benchmark import protocol
from agents.benchmark.protocol import LineUp, by_name, line_ups, reference_line_ups, schedule_of, specs
from agents.benchmark.reference import FILE, read_reference, write_reference
from agents.benchmark.result import games_sha256, make_lines, make_result, make_table
from boru_env import load_edition
from boru_env.errors import BoruError, OptionError

WIDTH = 120


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.benchmark", description=f"Rate an agent by {protocol.VERSION}.")
    parser.add_argument("--agent", help="the agent, as in the arena: greedy, ppo:PATH, my_agent:MyAgent")
    parser.add_argument("--quick", action="store_true", help="one deal a line-up, to see that it runs")
    parser.add_argument("--processes", type=int, default=1, help="the result does not depend on it")
    parser.add_argument("--out", metavar="FOLDER", help="write journal and result.json; an interrupted run goes on")
    parser.add_argument("--reference", action="store_true", help="for maintainers: rate the ladder itself anew")
    return parser.parse_args(arguments)


def prepare(options: argparse.Namespace, named: Sequence[LineUp], deals: int, seed: int, agent: str) -> Tournament:
    """Make the tournament.

    Raises:
        OptionError: an option is impossible.
    """
    check_processes(options.processes)
    schedule: list[Pairing] = schedule_of(named, deals, seed)
    setting = Setting(
        tuple(specs(line_up, agent) for line_up in named), protocol.EDITION, hard_limit=protocol.HARD_LIMIT
    )
    identity = {
        "benchmark": protocol.VERSION,
        "agent": agent,
        "line_ups": [list(line_up) for line_up in named],
        "ladder": protocol.LADDER,
        "seed": seed,
        "edition_sha256": load_edition(protocol.EDITION).sha256,
        "package_version": package_version(),
    }
    journal: Path | None = None
    if options.out is not None:
        folder = make_folder("--out", options.out)
        journal = folder / "journal.jsonl"
        check_targets([journal, folder / "result.json"])
    return Tournament(setting, schedule, options.processes, journal, identity)


def benchmark(options: argparse.Namespace) -> int:
    """Rate an agent; give the exit code."""
    reference, named = read_reference(), line_ups()
    deals = protocol.QUICK_DEALS if options.quick else protocol.DEALS
    tournament = prepare(options, named, deals, protocol.SEED, options.agent)
    results: list[Result] = []

    def conclude() -> int:
        if len(results) < len(tournament.schedule):  # a part of the games gives another number: none is better
            return 1
        found = make_result(
            options.agent, [by_name(of, named) for of in results], named, deals, options.quick, reference
        )
        console = Console()
        if not console.is_terminal:
            console.width = max(console.width, WIDTH)
        console.print(make_table(found))
        console.print(make_lines(found), markup=False)
        for result in [result for result in results if result.fault is not None][:5]:
            console.print(f"fault in game {result.pairing.game}: {result.fault}", markup=False)
        if options.out is not None:
            write_json(Path(options.out) / "result.json", found)
        return int(any(result.fault is not None for result in results))

    return tournament.play_and(conclude, results)


def rate_ladder(options: argparse.Namespace) -> int:
    """Rate the ladder itself and write its file; give the exit code."""
    named = reference_line_ups()
    deals = protocol.QUICK_DEALS if options.quick else protocol.REFERENCE_DEALS
    tournament = prepare(options, named, deals, protocol.REFERENCE_SEED, "")
    results: list[Result] = []

    def conclude() -> int:
        if len(results) < len(tournament.schedule):
            return 1
        renamed = [by_name(of, named) for of in results]
        ratings = rate(renamed, anchor=next(iter(protocol.LADDER)))
        write_reference(ratings, games_sha256(renamed), deals, FILE)
        for rating in ratings:
            of = rating.rating
            print(f"{rating.name}: {of.mean:.2f} [{of.low:.2f}, {of.high:.2f}] from {rating.games} games")
        return 0

    return tournament.play_and(conclude, results)


def main(arguments: Sequence[str] | None = None) -> int:
    """Rate an agent.

    Returns:
        0: all went well, 1: an agent broke off a game or a file failed, 2: bad options, 130: interrupted.
    """
    try:
        options = parse(arguments)
        need_openskill()
        if options.reference:
            return rate_ladder(options)
        if not options.agent:
            raise OptionError("--agent: is missing; name the agent to be rated, such as --agent greedy")
        return benchmark(options)
    except BoruError as error:
        return refuse(error)
    except OSError as error:
        print(f"not written: {one_line(error)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
