"""The files for programs: JSON and CSV; and whether they can be written at all."""

import csv
import io
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents.arena.play import Result
from agents.arguments import one_line
from boru_env.errors import OptionError, brief
from boru_env.views.files import replacing


def check_targets(paths: Sequence[str | os.PathLike[str]]) -> None:
    """See, before a long tournament is played, that its files can be written.

    Files are written by renaming, which would put a plain file in the place of a device such as /dev/null.

    Raises:
        OptionError: a file cannot be written, is no plain file, or is given twice.
    """
    for path in paths:
        target = Path(path)
        shown = path if str(path).isprintable() else brief(str(path))
        try:
            target.resolve()
            if target.is_dir():
                raise OptionError(f"{shown}: is a folder; give the name of a file")
            if target.exists() and not target.is_file():
                raise OptionError(f"{shown}: is no plain file; give the name of one, or of none yet")
            with tempfile.TemporaryFile(dir=target.absolute().parent):
                pass
        except OptionError:
            raise
        except (OSError, ValueError) as error:  # also a path that cannot be one
            raise OptionError(f"{shown}: cannot write to its folder: {one_line(error)}") from None
    resolved = [Path(path).resolve() for path in paths]
    for path in resolved:
        if resolved.count(path) > 1:
            raise OptionError(f"{path.name}: is given for two files; each needs its own")


def make_folder(option: str, path: str) -> Path:
    """Make a folder, if there is none.

    Raises:
        OptionError: it cannot be made.
    """
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise OptionError(f"{option}: {brief(path)}: cannot be made: {one_line(error)}") from None
    return folder


def game_entry(result: Result) -> dict[str, Any]:
    """Give a game as JSON values, without its replay and its times."""
    entry = asdict(result)
    del entry["lines"], entry["micros"]
    entry["winners"] = [seat for seat, share in enumerate(result.shares) if share > 0]
    return entry


def write_json(path: str | os.PathLike[str], content: Mapping[str, Any]) -> None:
    """Write JSON values: first to a temporary name, then renamed."""
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="ascii")


def write_csv(path: str | os.PathLike[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows of equal keys as CSV with a heading: first to a temporary name, then renamed."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with replacing(path) as temporary:
        temporary.write_text(text.getvalue(), encoding="utf-8")
