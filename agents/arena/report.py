"""The table for people, and the file for programs."""

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from agents.arena.play import Result
from agents.arena.statistics import Estimate, Row, by_seat
from agents.arguments import one_line
from boru_env.errors import OptionError
from boru_env.views.files import replacing


def make_table(rows: Sequence[Row], title: str) -> RichTable:
    """Give the results as a table."""
    table = RichTable(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("agent", no_wrap=True, min_width=12, max_width=24)
    broken = any(row.faults for row in rows)
    for heading in ("seats", "win %", "points", "place", *(["faults"] if broken else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        wins = _shown(Estimate(*(100 * value for value in asdict(row.wins).values())), 1)
        faults = [str(row.faults or "")] if broken else []
        table.add_row(
            Text(row.name), str(row.seats), wins, _shown(row.points, 1), _shown(row.place, 1), *faults
        )  # a name is no markup
    return table


def _shown(estimate: Estimate, digits: int) -> str:
    return f"{estimate.mean:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]"


def seat_line(results: Sequence[Result]) -> str:
    """Say how the wins spread over the seats, whoever sat there."""
    shares = ", ".join(f"{share:.0%}" for share in by_seat(results))
    return f"Wins by seat, whoever sat there: {shares}.\nIn brackets: 95 % intervals, by a bootstrap over deals."


def check_targets(paths: Sequence[str | os.PathLike[str]]) -> None:
    """See, before a long tournament is played, that its files can be written.

    Files are written by renaming, which would put a plain file in the place of a device such as /dev/null.

    Raises:
        OptionError: a file cannot be written, is no plain file, or is given twice.
    """
    for path in paths:
        target = Path(path)
        try:
            target.resolve()
            if target.is_dir():
                raise OptionError(f"{path}: is a folder; give the name of a file")
            if target.exists() and not target.is_file():
                raise OptionError(f"{path}: is no plain file; give the name of one, or of none yet")
            with tempfile.TemporaryFile(dir=target.absolute().parent):
                pass
        except OptionError:
            raise
        except (OSError, ValueError) as error:  # also a path that cannot be one
            raise OptionError(f"{path}: cannot write to its folder: {one_line(error)}") from None
    if len({Path(path).resolve() for path in paths}) < len(paths):
        raise OptionError(f"{paths[0]}: is given for two files; each needs its own")


def write_json(
    path: str | os.PathLike[str], options: dict[str, Any], rows: Sequence[Row], results: Sequence[Result]
) -> None:
    """Write everything as JSON: first to a temporary name, then renamed."""
    games = []
    for result in results:
        entry = asdict(result)
        del entry["lines"]
        entry["winners"] = [seat for seat, share in enumerate(result.shares) if share > 0]
        games.append(entry)
    content = {
        "format": "boru-arena/1",
        "options": options,
        "table": [asdict(row) for row in rows],
        "by_seat": by_seat(results),
        "games": games,
    }
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="ascii")
