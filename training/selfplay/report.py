"""What is shown and written while training: a line or a bar, and TensorBoard."""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from agents.arguments import one_line
from boru_env.errors import BoruError
from training.writing import writing

PLAIN_EVERY = 10.0
"""Seconds between lines where there is no terminal."""


class Report:
    """Shows progress and writes metrics.

    Args:
        out: folder of the TensorBoard logs.
        purge_step: what a run that came to nothing, or an interrupted one, wrote from this step on is forgotten.

    Raises:
        OptionError: the folder cannot be written to.
    """

    def __init__(self, out: Path, purge_step: int = 0) -> None:
        from torch.utils.tensorboard import SummaryWriter

        # Log files are read by their names, which tell the second they were begun in: none begins in that of another.
        while any(out.glob(f"events.out.tfevents.{int(time.time()):010d}.*")):
            time.sleep(0.02)
        with writing(out):
            self._writer: Any = SummaryWriter(str(out), purge_step=purge_step)
        self._bar: Progress | None = None
        self._told, self._is_lost = -PLAIN_EVERY, False
        if sys.stdout.isatty():
            self._bar = Progress(
                TextColumn("training"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[facts]}")
            )
            self._task = self._bar.add_task("training", total=1.0, facts="")
            self._bar.start()

    def metrics(self, step: int, metrics: dict[str, float]) -> None:
        """Write metrics of a step to TensorBoard; where that fails, as on a full disk, say so once and go on."""
        try:
            for name, value in metrics.items():
                self._writer.add_scalar(name, value, step)
        except OSError as error:
            if not self._is_lost:
                self.say(f"not logged from decision {step:,} on: {one_line(error)}")
            self._is_lost = True

    def progress(self, share: float, seconds: float, facts: str) -> None:
        """Show how much is done, 0 to 1, and how it goes."""
        if self._bar is not None:
            self._bar.update(self._task, completed=share, facts=facts)
        elif seconds - self._told >= PLAIN_EVERY:
            self._told = seconds
            print(f"{seconds:7.0f} s  {share:4.0%}  {facts}", flush=True)

    def say(self, words: str) -> None:
        """Print a line that stays."""
        (self._bar.console.print if self._bar is not None else print)(words)
        sys.stdout.flush()

    def try_to(self, save: Callable[[], None]) -> None:
        """Save in the middle of a run; if it fails, say so and go on: the next time it may succeed."""
        try:
            save()
        except BoruError as error:
            self.say(f"not saved: {one_line(error)}")

    def close(self) -> None:
        """End the display and the logs; also after an interrupt."""
        if self._bar is not None:
            self._bar.stop()
        with suppress(OSError):  # it has been told
            self._writer.close()
