"""The journal: each finished game is appended at once, so that an interrupted tournament goes on where it was.

The first line says of what tournament it is; each further line is a game, in the order in which they ended. A last
line that was cut short, as by a loss of power, is dropped and its game played again.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from agents.arena.play import Result
from agents.arena.schedule import Pairing
from agents.arguments import one_line
from boru_env.errors import OptionError, brief
from boru_env.views.files import replacing
from boru_env.views.replay import Line

FORMAT = "boru-journal/1"


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A game's line: a `Result` with the game's number in place of its pairing."""

    game: int
    names: list[str]
    points: list[int]
    shares: list[float]
    places: list[float]
    decisions: int
    offender: int | None
    fault: str | None
    lines: list[Line]
    micros: list[list[int]]


class Journal:
    """A journal, open to be appended to. Use it as a context manager.

    Args:
        path: the file; it is begun if there is none.
        setting: what makes the games what they are, JSON values by name; a journal of another setting is refused.
        schedule: the games.

    Attributes:
        results: the games that were in it.

    Raises:
        OptionError: the file cannot be read or written, is no journal, is of another setting, or is damaged.
    """

    def __init__(self, path: str | os.PathLike[str], setting: dict[str, Any], schedule: Sequence[Pairing]) -> None:
        self._path, self._schedule = Path(path), schedule
        header = msgspec.json.encode({"format": FORMAT, **setting}) + b"\n"
        try:
            if not self._path.exists():
                with replacing(self._path) as temporary:
                    temporary.write_bytes(header)
            content = self._path.read_bytes()
            self.results, good = self._read(content, header)
            self._file: BinaryIO = self._path.open("r+b")
            self._file.truncate(good)
            self._file.seek(good)
            if good == 0:
                self._append(header)
        except (OSError, ValueError) as error:  # also a path that cannot be one
            if isinstance(error, OptionError):
                raise
            raise OptionError(f"{brief(str(path))}: cannot be used as a journal: {one_line(error)}") from None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, result: Result) -> None:
        """Append a game.

        Raises:
            OSError: the disk is full, or the like.
        """
        fields = {name: getattr(result, name) for name in Entry.__struct_fields__ if name != "game"}
        self._append(msgspec.json.encode(Entry(result.pairing.game, **fields)) + b"\n")

    def _append(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def _read(self, content: bytes, header: bytes) -> tuple[list[Result], int]:
        """Give the games, and how many bytes of the file are sound."""
        if header.startswith(content):  # nothing but a header, or the beginning of one
            return [], len(content) if content == header else 0
        first, *lines = content.split(b"\n")
        self._compare(first, header)
        found: dict[int, Result] = {}
        good = len(first) + 1
        for number, line in enumerate(lines[:-1], 2):
            try:
                result = self._result(line)
            except (msgspec.DecodeError, UnicodeDecodeError, OptionError) as error:
                if number == len(lines) and not isinstance(error, OptionError):
                    break  # the last line, cut short
                raise OptionError(f"{self._path}: line {number}: {one_line(error)}; the journal is damaged") from None
            found.setdefault(result.pairing.game, result)
            good += len(line) + 1
        return list(found.values()), good

    def _compare(self, first: bytes, header: bytes) -> None:
        """See that a first line is of this tournament."""
        here = msgspec.json.decode(header)
        try:
            there = msgspec.json.decode(first)
        except (msgspec.DecodeError, UnicodeDecodeError):
            there = None
        if not isinstance(there, dict) or there.get("format") != FORMAT:
            raise OptionError(f"{self._path}: is no journal of a tournament; give another file")
        for name in {**here, **there}:
            if here.get(name) != there.get(name):
                raise OptionError(
                    f"{self._path}: is the journal of another tournament: {name} is {brief(there.get(name))} there and "
                    f"{brief(here.get(name))} here; give another file or the same options"
                )

    def _result(self, line: bytes) -> Result:
        """Read a game's line."""
        entry = msgspec.json.decode(line, type=Entry)
        if not 0 <= entry.game < len(self._schedule):
            raise OptionError(f"holds game {entry.game}, but this tournament has {len(self._schedule)} games")
        pairing = self._schedule[entry.game]
        n = len(pairing.seats)
        if {len(entry.names), len(entry.points), len(entry.shares), len(entry.places), len(entry.micros)} != {n}:
            raise OptionError(f"game {entry.game} has {n} seats, but the line has not")
        if entry.offender is not None and not 0 <= entry.offender < n:
            raise OptionError(f"offender is {entry.offender}; the game has {n} seats")
        fields = {name: getattr(entry, name) for name in Entry.__struct_fields__ if name != "game"}
        return Result(pairing, **fields)
