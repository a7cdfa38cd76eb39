"""Playing a schedule, here or in several processes; the results come in the schedule's order either way."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from agents.arena.play import Result, Table
from agents.arena.schedule import Pairing

CHUNK = 4
"""Games that are sent to a process at once."""

Setting = tuple[Sequence[str], str, bool]
"""What makes a `Table`: line-up, edition, whether to record."""

_table: Table | None = None
"""The table of a worker process."""


def play_all(setting: Setting, schedule: Sequence[Pairing], processes: int) -> Iterator[Result]:
    """Play all games.

    Args:
        setting: line-up, edition, whether to record.
        schedule: the games.
        processes: 1 plays here.

    Raises:
        OptionError: there is no such agent.
        EditionError: the edition cannot be loaded.
        BrokenProcessPool: an agent has killed its process.
    """
    table = Table(*setting)  # also with several processes: a mistake in the setting is told here, once
    if processes == 1:
        yield from map(table.play, schedule)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _prepare, (setting,)) as pool:
        yield from pool.map(_play, schedule, chunksize=CHUNK)


def _prepare(setting: Setting) -> None:
    """Make the worker's table."""
    global _table
    _table = Table(*setting)


def _play(pairing: Pairing) -> Result:
    """Play one game in a worker."""
    assert _table is not None
    return _table.play(pairing)
