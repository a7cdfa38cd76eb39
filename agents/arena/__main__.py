"""`python -m agents.arena`: a tournament from the command line."""

import argparse
import contextlib
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import track

from agents.arena.files import write_csv, write_json
from agents.arena.journal import Journal
from agents.arena.options import Plan, make_plan, parse
from agents.arena.play import Result
from agents.arena.plot import need_matplotlib, plot_results
from agents.arena.pool import WorkerError, play_all
from agents.arena.ratings import Rating, rate
from agents.arena.report import (
    SHOWN_TABLES,
    Report,
    as_json,
    as_rows,
    make_ratings_table,
    make_report,
    make_table,
    seat_lines,
)
from agents.arguments import one_line
from boru_env.errors import BoruError, OptionError
from boru_env.views.replay import write_replays

FILE_WIDTH = 140
"""Columns of the table in a file or a pipe; a terminal has its own."""


def run(plan: Plan, results: list[Result]) -> None:
    """Play all games; `results` fills up as they end, so that an interrupt loses none.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
        WorkerError: the processes end again and again.
        OSError: the journal cannot be written on.
    """
    with contextlib.ExitStack() as stack:
        journal = None
        if "journal" in plan.files:
            journal = stack.enter_context(Journal(plan.files["journal"], plan.identity(), plan.schedule))
            results.extend(journal.results)
        played = {result.pairing.game for result in results}
        left = [pairing for pairing in plan.schedule if pairing.game not in played]
        games = stack.enter_context(contextlib.closing(play_all(plan.setting, left, plan.processes)))
        console = Console(stderr=True)
        for result in track(games, "playing", total=len(left), console=console, disable=not console.is_terminal):
            results.append(result)
            if journal is not None:
                journal.add(result)


def finish(plan: Plan, options: argparse.Namespace, results: list[Result]) -> int:
    """Print the tables and write the files; the exit code is 1 if an agent broke off a game or a file failed."""
    if not results:
        return 1
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, FILE_WIDTH)
    ratings: list[Rating] | None = None
    try:
        ratings = rate(results, plan.anchor)
    except OptionError as error:
        print(one_line(error), file=sys.stderr)
    report = make_report(results, plan.setting.line_ups, ratings)
    _show(console, plan, report)
    try:
        _write(plan, options, report)
    except OSError as error:  # the disk may have filled since it was looked at
        print(f"not written: {one_line(error)}", file=sys.stderr)
        return 1
    return int(any(result.fault is not None for result in results))


def _show(console: Console, plan: Plan, report: Report) -> None:
    """Print what people want to see."""
    sizes = " or ".join(str(size) for size in report.seats)
    title = f"{len(report.results)} games of {sizes}, every player in every seat with the same cards"
    for table, rows in list(report.table_rows.items())[:SHOWN_TABLES]:
        console.print(make_table(rows, f"Table {table + 1}: {', '.join(report.line_ups[table])}"), markup=False)
        console.print()
    if len(report.table_rows) > SHOWN_TABLES:
        console.print(f"... and {len(report.table_rows) - SHOWN_TABLES} further tables: see the files of --out.\n")
    console.print(make_table(report.rows, title, report.times))
    if report.ratings is not None and len(report.ratings) > 1:
        console.print()
        console.print(make_ratings_table(report.ratings, plan.anchor))
    console.print(seat_lines(report), markup=False)
    tables = len(plan.setting.line_ups)
    if len(report.results) == len(plan.schedule) > plan.games * tables:
        console.print(
            f"{plan.games} games{' a table' if tables > 1 else ''} were asked for: rounded up to whole deals."
        )
    for result in [result for result in report.results if result.fault is not None][:5]:
        console.print(f"fault in game {result.pairing.game}: {result.fault}", markup=False)


def _write(plan: Plan, options: argparse.Namespace, report: Report) -> None:
    """Write the files that were asked for."""
    files = plan.files
    if "json" in files:
        write_json(files["json"], as_json(report, vars(options)))
    if "csv" in files:
        write_csv(files["csv"], as_rows(report))
    if "record" in files:
        write_replays(files["record"], (result.lines for result in report.results))
    if "plot" in files:
        try:
            need_matplotlib("no plot")
        except OptionError as error:
            print(one_line(error), file=sys.stderr)
        else:
            plot_results(files["plot"], report.rows, report.ratings)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a tournament.

    Returns:
        0: all went well, 1: an agent broke off a game or a file failed, 2: bad options, 130: interrupted.
    """
    try:
        options = parse(arguments)
        plan = make_plan(options)
    except BoruError as error:
        return _refuse(error)
    results: list[Result] = []
    return guarded(lambda: run(plan, results), lambda: finish(plan, options, results), results)


def guarded(play: Callable[[], None], conclude: Callable[[], int], results: Sequence[Result]) -> int:
    """Play, and conclude with what was played whatever comes between; give the exit code."""
    try:
        play()
    except BoruError as error:
        return _refuse(error)
    except (WorkerError, OSError) as error:
        print(f"stopped after {len(results)} games: {one_line(error)}", file=sys.stderr)
        conclude()
        return 1
    except KeyboardInterrupt:
        print(f"interrupted after {len(results)} games", file=sys.stderr)
        conclude()
        return 130
    return conclude()


def _refuse(error: BoruError) -> int:
    print(one_line(error), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
