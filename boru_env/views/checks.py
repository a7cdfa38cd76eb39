"""Checks of the options that every face takes."""

import re

import numpy as np
import numpy.typing as npt

from boru_env.editions import Edition, load_edition
from boru_env.errors import EditionError, OptionError, brief


def check_num_players(num_players: object) -> None:
    """Check a number of players.

    Raises:
        OptionError: it is not 3, 4 or 5.
    """
    if isinstance(num_players, bool) or not isinstance(num_players, (int, np.integer)) or num_players not in (3, 4, 5):
        raise OptionError(f"num_players: is {brief(num_players)}; it must be 3, 4 or 5 (S1)")


def check_seat(seat: object, num_players: int) -> int:
    """Check a seat and give it as an int.

    Raises:
        OptionError: there is no such seat.
    """
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < num_players:
        raise OptionError(f"seat: is {brief(seat)}; it must be a whole number 0..{num_players - 1}")
    return int(seat)


def load_named(where: str, name: object) -> Edition:
    """Load the shipped edition that a file names. A path is refused: no file may have another one read.

    Args:
        where: the file's place that names it, for messages.
        name: what stands there.

    Raises:
        EditionError: it is no id, or no shipped edition has it.
    """
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9_-]+", name):
        raise EditionError(f"{where}: edition is {brief(name)}; it must be an id: a-z, 0-9, _ and -")
    try:
        return load_edition(name)
    except EditionError as error:
        raise EditionError(f"{where}: {error}") from None


def check_seed(seed: object) -> int | None:
    """Check a seed and give it as an int, or None.

    Raises:
        OptionError: the seed is neither None nor a whole number >= 0.
    """
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise OptionError(f"seed: is {brief(seed)}; it must be a whole number >= 0 or None")
    return int(seed)


def key_from_seed(seed: int | None) -> npt.NDArray[np.uint32]:
    """Spread a seed over the generator's key, (2,) uint32; neighbouring seeds give unrelated keys.

    Raises:
        OptionError: the seed is neither None nor a whole number >= 0.
    """
    return np.random.SeedSequence(check_seed(seed)).generate_state(2, np.uint32).astype(np.uint32)


def key_from_rng(rng: np.random.Generator) -> npt.NDArray[np.uint32]:
    """Draw a generator's key, (2,) uint32.

    Raises:
        OptionError: it is no generator.
    """
    if not isinstance(rng, np.random.Generator):
        raise OptionError(f"rng: is {brief(rng)}; it must be a numpy.random.Generator")
    word = int(rng.integers(1 << 64, dtype=np.uint64))
    return np.array((word >> 32, word & 0xFFFFFFFF), np.uint32)
