"""Error messages of edition files: which file, table, row and key, what is wrong, what would be right.

small.toml: [[cards]] value 7: key "primary": begins with "coin"; it must begin with "town"
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from boru_env.errors import EditionError

# The keys by which a reader finds a row of each table of rows; "setup.players" is [[setup.players]].
ROW_KEYS: dict[str, tuple[str, ...]] = {
    "symbols": ("id",),
    "regions": ("id",),
    "towns": ("id",),
    "roads": ("a", "b"),
    "marriages": ("id",),
    "vikings": ("id",),
    "track": ("space",),
    "cards": ("value",),
    "setup.players": ("players",),
}
MAX_SHOWN = 60  # characters of a wrong value in a message


class Place(NamedTuple):
    """A place in an edition file.

    Attributes:
        source: the file, as the reader knows it.
        table: "cards", "setup", "setup.players", ...; "" = the top of the file.
        row: how the row is called, such as `value 7` or `"cork"`; "" = the table itself.
    """

    source: str
    table: str = ""
    row: str = ""

    def error(self, problem: str, key: str = "") -> EditionError:
        """The error to raise: `problem` says what is wrong and what would be right.

        Args:
            problem: such as `is 0; it must be a whole number from 1 to 25`.
            key: the key of the record that is wrong; "" = the record or table as a whole.

        Returns:
            An EditionError with the full sentence as its message.
        """
        parts = [self.source]
        if self.table:
            brackets = f"[[{self.table}]]" if self.table in ROW_KEYS else f"[{self.table}]"
            parts.append(f"{brackets} {self.row}".rstrip())
        if key:
            parts.append(f"key {quote(key)}")
        return EditionError(": ".join([*parts, problem]))


def row_name(table: str, number: int, record: Any) -> str:
    """How a row is called in messages: by its id, value or number, else by its place in the table.

    Args:
        table: a key of ROW_KEYS.
        number: the row's place in the table, from 0.
        record: the row, a parsed struct or a raw (perhaps broken) TOML value.

    Returns:
        Such as `"cork"`, `value 7`, `"tara" - "knowth"`, or `row 3` (from 1) if it has no proper name.
    """
    values: list[Any] = [
        record.get(key) if isinstance(record, Mapping) else getattr(record, key, None) for key in ROW_KEYS[table]
    ]
    if ROW_KEYS[table][0] in ("id", "a") and all(isinstance(value, str) for value in values):
        return " - ".join(quote(value) for value in values)
    if ROW_KEYS[table][0] not in ("id", "a") and type(values[0]) is int:
        return f"{ROW_KEYS[table][0]} {shown(values[0])}"
    return f"row {number + 1}"


def quote(text: str) -> str:
    """The text in double quotes, with escapes, cut where it is long."""
    quoted = json.dumps(text)
    return quoted if len(quoted) <= MAX_SHOWN else quoted[:MAX_SHOWN] + '..."'


def shown(value: Any) -> str:
    """A value of a TOML document in words a reader of the file knows it by.

    Args:
        value: any value, of whatever type.

    Returns:
        The value itself if it is short and plain, else its kind: `"red"`, `true`, `7`, `a list of 3`.
    """
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a huge number"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}" if value else "an empty list"
    return f"a {type(value).__name__}"
