"""What came of a tournament: for people as tables, for programs as JSON values and CSV rows."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from agents.arena.files import game_entry
from agents.arena.lineups import LineUp
from agents.arena.play import Result
from agents.arena.ratings import Rating
from agents.arena.statistics import Estimate, Row, Times, by_seat, decision_times, summarise

SHOWN_TABLES = 12
"""Tables of a tournament that are printed; the files hold all."""


@dataclass(frozen=True)
class Report:
    """The results of a tournament, counted.

    Attributes:
        results: the games, in the schedule's order.
        line_ups: the agents of each table.
        rows: by agent, over all tables.
        table_rows: by table and agent, of the tables that were played.
        seats: the share of each seat, by number of players.
        times: decision times by agent.
        ratings: by agent; None where they could not be made.
    """

    results: list[Result]
    line_ups: Sequence[LineUp]
    rows: list[Row]
    table_rows: dict[int, list[Row]]
    seats: dict[int, list[Estimate]]
    times: list[Times]
    ratings: list[Rating] | None


def make_report(results: Sequence[Result], line_ups: Sequence[LineUp], ratings: list[Rating] | None) -> Report:
    """Count the results of a tournament, at least one game."""
    ordered = sorted(results, key=lambda result: result.pairing.game)
    at_table: dict[int, list[Result]] = {}
    of_size: dict[int, list[Result]] = {}
    for result in ordered:
        at_table.setdefault(result.pairing.table, []).append(result)
        of_size.setdefault(len(result.names), []).append(result)
    rows = summarise(ordered)
    table_rows = {table: summarise(of) for table, of in sorted(at_table.items())} if len(at_table) > 1 else {}
    seats = {size: by_seat(of) for size, of in sorted(of_size.items())}
    return Report(ordered, line_ups, rows, table_rows, seats, decision_times(ordered), ratings)


def as_json(report: Report, options: dict[str, Any]) -> dict[str, Any]:
    """Give everything as JSON values; only `options` and `times` differ between two runs of one tournament."""
    return {
        "format": "boru-arena/2",
        "options": options,
        "table": [asdict(row) for row in report.rows],
        "tables": [
            {"line_up": list(report.line_ups[table]), "table": [asdict(row) for row in rows]}
            for table, rows in report.table_rows.items()
        ],
        "by_seat": {str(size): [asdict(seat) for seat in seats] for size, seats in report.seats.items()},
        "ratings": None if report.ratings is None else [asdict(rating) for rating in report.ratings],
        "times": [asdict(times) for times in report.times],
        "games": [game_entry(result) for result in report.results],
    }


def as_rows(report: Report) -> list[dict[str, Any]]:
    """Give a CSV row for each agent over all tables, with its rating and times, then for each table and agent."""
    ratings = {rating.name: rating.rating for rating in report.ratings or []}
    times = {of.name: of for of in report.times}
    parts = [("all", row) for row in report.rows]
    parts += [(",".join(report.line_ups[table]), row) for table, rows in report.table_rows.items() for row in rows]
    entries = []
    for table, row in parts:
        entry: dict[str, Any] = {"table": table, "agent": row.name, "games": row.games, "seats": row.seats}
        rating = ratings.get(row.name) if table == "all" else None
        for name, value in (("wins", row.wins), ("points", row.points), ("place", row.place), ("rating", rating)):
            mean, low, high = (value.mean, value.low, value.high) if value else ("", "", "")
            entry |= {name: mean, f"{name}_low": low, f"{name}_high": high}
        of = times.get(row.name) if table == "all" else None
        entry |= {"median_ms": of.median_ms if of else "", "p95_ms": of.p95_ms if of else "", "faults": row.faults}
        entries.append(entry)
    return entries


def make_table(rows: Sequence[Row], title: str, times: Sequence[Times] = ()) -> RichTable:
    """Give the results by agent as a table, with decision times if there are any."""
    table = RichTable(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("agent", no_wrap=True, min_width=12, max_width=24)
    broken = any(row.faults for row in rows)
    taken = {of.name: f"{of.median_ms:.3g} / {of.p95_ms:.3g}" for of in times}
    headings = ["seats", "win %", "points", "place", *(["ms: half, 95 %"] if taken else [])]
    for heading in [*headings, *(["faults"] if broken else [])]:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        wins = _shown(Estimate(*(100 * value for value in asdict(row.wins).values())), 1)
        cells = [str(row.seats), wins, _shown(row.points, 1), _shown(row.place, 1)]
        cells += [taken.get(row.name, "")] if taken else []
        cells += [str(row.faults or "")] if broken else []
        table.add_row(Text(row.name), *cells)  # a name is no markup
    return table


def ratings_line(ratings: Sequence[Rating], anchor: str) -> str:
    """Say what the ratings are, and who is at 0."""
    zero = anchor if any(rating.name == anchor for rating in ratings) else "the mean of all"
    return f"Ratings: OpenSkill's Plackett-Luce model fitted to all games, {zero} = 0."


def make_ratings_table(ratings: Sequence[Rating]) -> RichTable:
    """Give the ratings as a table."""
    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("agent", no_wrap=True, min_width=12, max_width=24)
    table.add_column("rating", justify="right", no_wrap=True)
    for rating in ratings:
        table.add_row(Text(rating.name), _shown(rating.rating, 1))
    return table


def _shown(estimate: Estimate, digits: int) -> str:
    return f"{estimate.mean:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]"


def seat_lines(report: Report) -> str:
    """Say how the wins spread over the seats, whoever sat there."""
    lines = []
    for size, seats in report.seats.items():
        shares = ", ".join(f"{100 * e.mean:.0f} [{100 * e.low:.0f}, {100 * e.high:.0f}]" for e in seats)
        lines.append(f"Wins by seat of {size}, whoever sat there, in %: {shares}.")
    return "\n".join([*lines, "In brackets: 95 % intervals, by a bootstrap over deals."])
