"""A schedule played to its end, with progress and journal, whatever comes between."""

import contextlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from agents.arena.journal import Journal
from agents.arena.play import Result
from agents.arena.pool import WorkerError, play_all
from agents.arena.schedule import Pairing
from agents.arena.worker import Setting
from agents.arguments import one_line, refuse
from boru_env.errors import BoruError


@dataclass(frozen=True)
class Tournament:
    """What is to be played.

    Attributes:
        setting: line-ups, edition, limits.
        schedule: the games.
        processes: how many play; 0: here.
        journal: the journal's file, if there is to be one.
        identity: what makes the games what they are, JSON values by name, for the journal.
    """

    setting: Setting
    schedule: Sequence[Pairing]
    processes: int
    journal: Path | None
    identity: dict[str, Any]

    def play(self, results: list[Result]) -> None:
        """Play all games that the journal has not; `results` fills up as they end, so that an interrupt loses none.

        Raises:
            OptionError: an option is impossible.
            EditionError: the edition cannot be loaded.
            WorkerError: the processes end again and again.
            OSError: the journal cannot be written on.
        """
        with contextlib.ExitStack() as stack:
            journal = None
            if self.journal is not None:
                journal = stack.enter_context(Journal(self.journal, self.identity, self.schedule))
                results.extend(journal.results)
            played = {result.pairing.game for result in results}
            left = [pairing for pairing in self.schedule if pairing.game not in played]
            games = stack.enter_context(contextlib.closing(play_all(self.setting, left, self.processes)))
            console = Console(stderr=True)
            for result in track(games, "playing", len(left), console=console, disable=not console.is_terminal):
                results.append(result)
                if journal is not None:
                    journal.add(result)

    def play_and(self, conclude: Callable[[], int], results: list[Result]) -> int:
        """Play, then conclude with what was played, also after an interrupt.

        Returns:
            The exit code: that of `conclude`; 1: the games could not be played to their end, 2: bad options,
            130: interrupted.
        """
        try:
            self.play(results)
        except BoruError as error:
            return refuse(error)
        except (WorkerError, OSError) as error:
            print(f"stopped after {len(results)} games: {one_line(error)}", file=sys.stderr)
            conclude()
            return 1
        except KeyboardInterrupt:
            print(f"interrupted after {len(results)} games", file=sys.stderr)
            conclude()
            return 130
        return conclude()
