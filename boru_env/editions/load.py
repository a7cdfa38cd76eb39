"""Find, read and check editions.

An edition that ships with the package is one file in `data/`; its name is the file's stem. Any other TOML
file of the format is loaded by its path.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import json
import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env.editions.convert import convert
from boru_env.editions.messages import Place, quote, shown
from boru_env.editions.schema import EditionFile
from boru_env.editions.tables import compile_tables
from boru_env.editions.validate import validate
from boru_env.errors import EditionError


@dataclass(frozen=True, eq=False, repr=False)
class Edition:
    """A checked edition: what is printed on board and cards. Immutable, hashable, picklable.

    Two editions are equal if their files say the same (comments and spacing aside).

    Attributes:
        file: the parsed file.
        sha256: `edition_sha256` of the file, 64 lower-case hex digits.
        source: the file's name or path.
        tables: array of shape (1,) and dtype `TABLES`, read-only.
        town_ids: ids in file order; a town's index in `tables` is its place here.
        region_ids: the 8 ids in file order.
        marriage_ids: the 7 ordinary marriages in file order, then the Princess.
        viking_ids: the 7 ids in file order.
        town_index: index by id; likewise `region_index`, `marriage_index`, `viking_index`.
    """

    file: EditionFile
    sha256: str
    source: str
    tables: npt.NDArray[np.void]
    town_ids: tuple[str, ...]
    region_ids: tuple[str, ...]
    marriage_ids: tuple[str, ...]
    viking_ids: tuple[str, ...]
    town_index: Mapping[str, int]
    region_index: Mapping[str, int]
    marriage_index: Mapping[str, int]
    viking_index: Mapping[str, int]

    @property
    def id(self) -> str:
        """The edition's id, as replays name it."""
        return self.file.id

    @property
    def name(self) -> str:
        """The edition's name, for people."""
        return self.file.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __repr__(self) -> str:
        return f"Edition({self.id!r}, source={self.source!r}, sha256={self.sha256[:8]}...)"

    def __reduce__(self) -> tuple[Callable[..., Edition], tuple[EditionFile, str, str]]:
        # Copies and pickles are built anew: a copied array would be writable.
        return _build, (self.file, self.sha256, self.source)


def load_edition(edition: str | os.PathLike[str] | Edition) -> Edition:
    """Load and check an edition; a file that has not changed is read once.

    Args:
        edition: the name of a shipped edition ("reconstructed"), its id ("boru-reconstructed"), the path
            of a TOML file, or an `Edition`, which is returned as it is.

    Returns:
        The edition.

    Raises:
        EditionError: there is no such edition, or its file breaks a promise of the format.
    """
    if isinstance(edition, Edition):
        return edition
    if not isinstance(edition, (str, os.PathLike)):
        raise EditionError(f"edition: is {shown(edition)}; it must be a name, a path or an Edition")
    name = os.fsdecode(edition)
    if isinstance(edition, str):
        if name in available_editions():
            return _load_shipped(name)
        if not name.endswith(".toml") and not any(mark and mark in name for mark in (os.sep, os.altsep)):
            return _load_by_id(name)
    return _load_path(name)


def available_editions() -> list[str]:
    """The names of the editions that ship with the package, sorted."""
    return sorted(file.name.removesuffix(".toml") for file in _data().iterdir() if file.name.endswith(".toml"))


def parse_edition(document: dict[str, Any], source: str) -> Edition:
    """Check a parsed TOML document and make an edition of it.

    Args:
        document: what a TOML parser returned; it is not changed or kept.
        source: the file's name, for messages.

    Returns:
        The edition.

    Raises:
        EditionError: names file, table, row and key, what is wrong and what would be right.
    """
    file = convert(document, source)
    validate(file, source)
    return _build(file, edition_sha256(document), source)


def edition_sha256(document: dict[str, Any]) -> str:
    """The hash by which a replay knows its edition.

    Args:
        document: the parsed TOML document of a valid edition.

    Returns:
        SHA-256 in lower-case hex of the document as JSON with sorted keys, no spaces, ASCII only.
    """
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _build(file: EditionFile, sha256: str, source: str) -> Edition:
    """An edition from a checked file."""
    towns = tuple(town.id for town in file.towns)
    regions = tuple(region.id for region in file.regions)
    marriages = (*(marriage.id for marriage in file.marriages), file.princess.id)
    vikings = tuple(viking.id for viking in file.vikings)
    return Edition(
        file=file,
        sha256=sha256,
        source=source,
        tables=compile_tables(file),
        town_ids=towns,
        region_ids=regions,
        marriage_ids=marriages,
        viking_ids=vikings,
        town_index=_index(towns),
        region_index=_index(regions),
        marriage_index=_index(marriages),
        viking_index=_index(vikings),
    )


def _index(ids: Iterable[str]) -> Mapping[str, int]:
    """The place of each id, read-only."""
    return MappingProxyType({name: index for index, name in enumerate(ids)})


def _data() -> Traversable:
    """The folder of the shipped editions, which may lie in a zip file."""
    return importlib.resources.files("boru_env.editions") / "data"


@functools.cache
def _load_shipped(name: str) -> Edition:
    """A shipped edition by its name, which exists."""
    return _read(_data() / f"{name}.toml", f"{name}.toml")


def _load_by_id(name: str) -> Edition:
    """A shipped edition by its id."""
    shipped = {stem: _load_shipped(stem) for stem in available_editions()}
    for edition in shipped.values():
        if edition.id == name:
            return edition
    there = ", ".join(f"{quote(stem)} (id {quote(edition.id)})" for stem, edition in shipped.items())
    raise EditionError(f"edition {quote(name)}: is not known; it must be one of {there}, or the path of a .toml file")


def _load_path(path: str) -> Edition:
    """An edition by the path of its file, read again only after a change."""
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        raise Place(path).error(_unreadable(error)) from error
    return _load_file(os.path.abspath(path), path, status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=64)
def _load_file(path: str, source: str, mtime_ns: int, size: int) -> Edition:
    """The edition in a file; time and size are there for the cache alone."""
    return _read(Path(path), source)


def _read(file: Path | Traversable, source: str) -> Edition:
    """Read, parse and check a file."""
    place = Place(source)
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise place.error(f"is not UTF-8 at byte {error.start}; an edition is a UTF-8 text file") from error
    except OSError as error:
        raise place.error(_unreadable(error)) from error
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise place.error(f"is not valid TOML: {error}") from error
    return parse_edition(document, source)


def _unreadable(error: Exception) -> str:
    """Why a file cannot be read, and what would be right."""
    if isinstance(error, FileNotFoundError):
        there = ", ".join(quote(name) for name in available_editions())
        return f"there is no such file; an edition is a .toml file or one of {there}"
    if isinstance(error, IsADirectoryError):
        return "is a directory; an edition is a .toml file"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"cannot be read ({reason}); an edition is a readable .toml file"
