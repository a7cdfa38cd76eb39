"""Reads the stored games that the rules are tested with (`tests/cases`)."""

from __future__ import annotations

import gzip
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
EDITION_DATA = Path(__file__).parents[1] / "boru_env" / "editions" / "data"


@dataclass(frozen=True)
class CaseGame:
    """One stored game.

    Attributes:
        name: The file and the game's place in it, such as `small-11/0`.
        edition: The path of its edition file.
        header: The replay's first line.
        decisions: One line a decision, with the legal actions and the state's hash before it.
        result: The last line, with final points, winners and the final state's hash.
    """

    name: str
    edition: Path
    header: dict[str, Any]
    decisions: list[dict[str, Any]]
    result: dict[str, Any]

    def __str__(self) -> str:
        return self.name


def iter_case_games() -> Iterator[CaseGame]:
    """All stored games, file by file."""
    for path in sorted(CASES.glob("*.jsonl.gz")):
        yield from _games_in(path)


@cache
def load_edition(path: Path) -> dict[str, Any]:
    """An edition file as parsed; not to be changed by the caller."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _games_in(path: Path) -> Iterator[CaseGame]:
    stem = path.name.removesuffix(".jsonl.gz")
    folder = CASES if (CASES / f"{stem}.toml").exists() else EDITION_DATA
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    starts = [index for index, record in enumerate(records) if "format" in record]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(records)], strict=True)):
        header, *decisions, result = records[start:end]
        yield CaseGame(f"{stem}/{number}", folder / f"{stem}.toml", header, decisions, result)
