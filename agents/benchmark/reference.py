"""The ladder's own ratings: measured once, kept in `reference.json` with the command that made them."""

from pathlib import Path
from typing import Any

import msgspec

from agents.arena.files import write_json
from agents.arena.options import package_version
from agents.arena.ratings import Rating
from agents.arguments import one_line
from agents.benchmark.protocol import EDITION, LADDER, REFERENCE_SEED, VERSION
from boru_env import load_edition
from boru_env.errors import OptionError

FILE = Path(__file__).with_name("reference.json")
COMMAND = "python -m agents.benchmark --reference"


class Reference(msgspec.Struct):
    """The file's content.

    Attributes:
        version: the benchmark's name.
        command: what made the file.
        package_version: the rules' version at that time.
        edition_sha256: the edition's fingerprint.
        ladder: name -> the text that makes the agent, the weakest first.
        deals: how many a line-up were played.
        seed: of the deals.
        games_sha256: fingerprint of the results.
        ratings: name -> rating with interval; the weakest agent is at 0.
    """

    version: str
    command: str
    package_version: str
    edition_sha256: str
    ladder: dict[str, str]
    deals: int
    seed: int
    games_sha256: str
    ratings: dict[str, Any]

    def fixed(self) -> dict[str, float]:
        """Give name -> rating."""
        return {name: float(rating["mean"]) for name, rating in self.ratings.items()}


def read_reference(path: Path = FILE) -> Reference:
    """Read the ladder's ratings, and see that they are of this ladder and this edition.

    Raises:
        OptionError: they are not, or the file cannot be read.
    """
    try:
        reference = msgspec.json.decode(path.read_bytes(), type=Reference)
        reference.fixed()
    except (OSError, msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
        raise OptionError(f"{path.name}: cannot be read: {one_line(error)}; make it anew with: {COMMAND}") from None
    here = {"version": VERSION, "ladder": LADDER, "edition_sha256": load_edition(EDITION).sha256}
    for name, value in here.items():
        there = getattr(reference, name)
        if there != value:
            raise OptionError(f"{path.name}: {name} is {there!r} there, {value!r} here; make it anew with: {COMMAND}")
    if list(reference.ratings) != list(LADDER):
        raise OptionError(f"{path.name}: rates {list(reference.ratings)}, not the ladder; make it anew with: {COMMAND}")
    return reference


def write_reference(ratings: list[Rating], games_sha256: str, deals: int, path: Path = FILE) -> None:
    """Write the ladder's ratings."""
    of = {rating.name: msgspec.to_builtins(rating.rating) for rating in ratings}
    reference = Reference(
        VERSION,
        COMMAND,
        package_version(),
        load_edition(EDITION).sha256,
        LADDER,
        deals,
        REFERENCE_SEED,
        games_sha256,
        {name: of[name] for name in LADDER},
    )
    write_json(path, msgspec.to_builtins(reference))
