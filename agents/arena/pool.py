"""Playing a schedule in processes of its own, so that no agent can end or stop the tournament.

An agent that ends its process, or does not answer within the hard limit, loses its game as for any fault; the process
is replaced, and the other games are unharmed.
"""

import contextlib
import multiprocessing
import multiprocessing.connection
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from multiprocessing.context import SpawnContext
from typing import Any

from agents.arena.play import Result, broken_result
from agents.arena.schedule import Pairing
from agents.arena.worker import WATCHED, Cast, Setting, serve
from boru_env import Game, load_edition
from boru_env.errors import OptionError
from boru_env.views.replay import record_header

START_LIMIT = 300.0
"""Seconds in which a process has to have made its agents."""

POLL = 0.2
"""Seconds between two looks at who hangs."""

RETRIES = 2
"""How often a game is tried again whose process ended while no agent's code ran."""


class WorkerError(Exception):
    """Raised when the processes cannot be kept alive, for no agent's fault."""


def play_all(setting: Setting, schedule: Sequence[Pairing], processes: int) -> Generator[Result, None, None]:
    """Play all games; with several processes they come as they end, not in the schedule's order.

    Args:
        setting: line-ups, edition, limits.
        schedule: the games.
        processes: how many; 0 plays here, where an agent that hangs or ends its process takes all with it.

    Raises:
        OptionError: there is no such agent, or agents end or stop the process in which they are made.
        EditionError: the edition cannot be loaded.
        WorkerError: the processes end again and again while no agent's code runs.
    """
    if processes == 0:
        yield from map(Cast(setting).play, schedule)
        return
    load_edition(setting.edition)  # a mistake here is told before any process begins
    if not schedule:
        return
    crew = _Crew(setting, min(processes, len(schedule)))
    try:
        yield from crew.play(schedule)
    finally:
        crew.dismiss()


class _Worker:
    """A process, what it plays, and since when it has given no sign of life."""

    def __init__(self, context: SpawnContext, setting: Setting) -> None:
        self.connection, theirs = context.Pipe()
        self.shared = context.RawArray("q", WATCHED)
        self.process = context.Process(target=serve, args=(setting, theirs, self.shared))
        self.process.start()
        theirs.close()
        self.labels: Mapping[str, str] | None = None
        self.pairing: Pairing | None = None
        self._told, self._since = -1, time.monotonic()

    @property
    def busy(self) -> bool:
        """Whether it makes its agents, or plays."""
        return self.labels is None or self.pairing is not None

    @property
    def seat(self) -> int:
        """The seat whose agent's code runs, -1 = none."""
        return int(self.shared[1])

    def give(self, pairing: Pairing) -> None:
        """Have it play a game."""
        self.pairing, self._since = pairing, time.monotonic()
        with contextlib.suppress(OSError):  # it has just ended, which is seen at the next look
            self.connection.send(pairing)

    def hear(self) -> Result | None:
        """Take what it has sent, if anything: a result, or the labels.

        Raises:
            OptionError: it sent word why there can be no game.
        """
        try:
            message = self.connection.recv() if self.connection.poll() else None
        except (EOFError, OSError):  # it has ended
            return None
        if isinstance(message, str):
            raise OptionError(message)
        if isinstance(message, Result):
            self.pairing = None
            return message
        self.labels = message or self.labels
        return None

    def trouble(self, hard_limit: float) -> str | None:
        """Say why it has to be replaced, None if it may stay."""
        if not self.process.is_alive():
            code = self.process.exitcode or 0
            return f"ended its process ({f'signal {-code}' if code < 0 else f'exit code {code}'})"
        limit = START_LIMIT if self.labels is None else hard_limit
        if self.busy and (self.labels is None or self.seat >= 0) and self._silent() > limit:
            return f"did not answer within {limit:g} s; its process was ended"
        return None

    def _silent(self) -> float:
        """Give the seconds since an agent was last called."""
        if self._told != self.shared[0]:
            self._told, self._since = self.shared[0], time.monotonic()
        return time.monotonic() - self._since

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.connection.close()


class _Crew:
    """Some workers, kept at work until a schedule is done."""

    def __init__(self, setting: Setting, size: int) -> None:
        self._setting = setting
        self._context = multiprocessing.get_context("spawn")
        self._workers = [_Worker(self._context, setting) for _ in range(size)]
        self._todo: deque[Pairing] = deque()
        self._tries: dict[int, int] = {}

    def dismiss(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()

    def play(self, schedule: Sequence[Pairing]) -> Iterator[Result]:
        """Play all games, as they end."""
        self._todo.extend(schedule)
        left = len(schedule)
        while left:
            for result in self._look():
                left -= 1
                yield result

    def _look(self) -> Iterator[Result]:
        """Wait for a sign of any worker, take what it sent, give out work, replace the dead."""
        waited: list[Any] = [worker.connection for worker in self._workers if worker.busy]
        waited += [worker.process.sentinel for worker in self._workers]
        multiprocessing.connection.wait(waited, POLL)
        for worker in list(self._workers):
            trouble = worker.trouble(self._setting.hard_limit)  # before listening: what was sent before the end counts
            if (result := worker.hear()) is not None:
                yield result
            if trouble is not None:
                yield from self._replace(worker, trouble)
            elif not worker.busy and self._todo:
                worker.give(self._todo.popleft())

    def _replace(self, worker: _Worker, trouble: str) -> Iterator[Result]:
        """Put a new process in a worker's place, and settle the game that it has left."""
        worker.end()
        self._workers.remove(worker)
        if worker.labels is None:
            raise OptionError(f"--players: one of the agents {trouble} when it was made")
        if worker.pairing is not None:
            if worker.seat >= 0:
                yield self._broken(worker, worker.pairing, trouble)
            else:
                self._try_again(worker.pairing, trouble)
        if self._todo:
            self._workers.append(_Worker(self._context, self._setting))

    def _broken(self, worker: _Worker, pairing: Pairing, trouble: str) -> Result:
        """Give the result of a game whose process an agent has ended or stopped; of its replay the header is left."""
        line_up, labels = self._setting.line_ups[pairing.table], worker.labels or {}
        names = [labels[line_up[place]] for place in pairing.seats]
        decisions, points = int(worker.shared[2]), [int(value) for value in worker.shared[3 : 3 + len(names)]]
        lines = []
        if self._setting.record:
            game = Game(len(names), self._setting.edition, pairing.seed)
            lines = [record_header(game, names, pairing.seed)]
        return broken_result(pairing, names, worker.seat, trouble, decisions, points, lines, [[] for _ in names])

    def _try_again(self, pairing: Pairing, trouble: str) -> None:
        """Put a game back whose process ended for no agent's fault.

        Raises:
            WorkerError: it was tried several times.
        """
        self._tries[pairing.game] = self._tries.get(pairing.game, 0) + 1
        if self._tries[pairing.game] > RETRIES:
            raise WorkerError(
                f"the process of game {pairing.game} {trouble} again and again, while no agent's code ran"
            )
        self._todo.appendleft(pairing)
