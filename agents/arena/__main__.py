"""`python -m agents.arena`: a tournament from the command line."""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from agents.arena.files import write_csv, write_json
from agents.arena.options import Plan, make_plan, parse
from agents.arena.play import Result
from agents.arena.plot import need_matplotlib, plot_results
from agents.arena.ratings import Rating, rate
from agents.arena.report import (
    SHOWN_TABLES,
    Report,
    as_json,
    as_rows,
    make_ratings_table,
    make_report,
    make_table,
    ratings_line,
    seat_lines,
)
from agents.arena.tournament import Tournament
from agents.arguments import one_line, refuse
from boru_env.errors import BoruError, OptionError
from boru_env.views.replay import write_replays

FILE_WIDTH = 140
"""Columns of the table in a file or a pipe; a terminal has its own."""


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
        console.print(ratings_line(report.ratings, plan.anchor), markup=False)
        console.print(make_ratings_table(report.ratings))
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
        return refuse(error)
    results: list[Result] = []
    tournament = Tournament(plan.setting, plan.schedule, plan.processes, plan.files.get("journal"), plan.identity())
    return tournament.play_and(lambda: finish(plan, options, results), results)


if __name__ == "__main__":
    sys.exit(main())
