"""What happens beside the learning: progress display, time limit, past selves, checkpoints, evaluations."""

import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from stable_baselines3.common.callbacks import BaseCallback

from agents.arguments import one_line
from boru_env.views.files import replacing
from training.opponent_pool import Snapshots


class Watch(BaseCallback):
    """Shows progress, stops in time, keeps past selves and checkpoints, and evaluates.

    The display says how many decisions the learner has made, how many a second, and its share of the last 500 wins.

    Args:
        path: where the model is saved.
        minutes: stop after so many minutes; None: when the timesteps are done.
        timesteps: how many there are to be, for the display.
        snapshots: gets the learner after each rollout of `snapshot_every`.
        judge: gives the metrics of an evaluation, and says them in words; None: no evaluations.
        eval_every: seconds from one evaluation to the next; 0: at the end only.
        snapshot_every: rollouts from one past self to the next.
        save_every: seconds between checkpoints.
    """

    def __init__(
        self,
        path: Path,
        minutes: float | None,
        timesteps: int,
        snapshots: Snapshots,
        judge: Callable[[], tuple[dict[str, float], str]] | None = None,
        eval_every: float = 0,
        snapshot_every: int = 4,
        save_every: float = 60,
    ) -> None:
        super().__init__()
        self._path, self._minutes, self._timesteps = path, minutes, timesteps
        self._snapshots, self._snapshot_every, self._save_every = snapshots, snapshot_every, save_every
        self._judge, self._eval_every = judge, eval_every
        self._shares: deque[float] = deque(maxlen=500)
        self._rollouts = 0

    def _on_training_start(self) -> None:
        self._began = self._saved = self._judged = time.monotonic()
        self._first = self.num_timesteps
        total = self._minutes * 60 if self._minutes is not None else self._timesteps
        self._progress = Progress(
            TextColumn("training"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[facts]}")
        )
        self._task = self._progress.add_task("training", total=total, facts="")
        self._progress.start()

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "episode" in info:
                self._shares.append(float(info["episode"]["win_share"]))
        return self._minutes is None or time.monotonic() - self._began < self._minutes * 60

    def _on_rollout_end(self) -> None:
        now = time.monotonic()
        self._rollouts += 1
        if (self._rollouts - 1) % self._snapshot_every == 0:
            self._snapshots.add(self.model.policy)
        if now - self._saved > self._save_every:
            try:
                save(self.model, self._path)
            except (OSError, RuntimeError) as error:  # a full disk: the next time it may succeed
                self._progress.console.print(f"not saved: {one_line(error)}", soft_wrap=True)
            self._saved = now
        share = sum(self._shares) / max(1, len(self._shares))
        steps = self.num_timesteps - self._first
        self.logger.record("rollout/win_share", share)
        self._progress.update(
            self._task,
            completed=now - self._began if self._minutes is not None else steps,
            facts=f"{steps:,} decisions, {steps / (now - self._began):,.0f}/s, wins {share:.0%}",
        )

        if self._eval_every and now - self._judged > self._eval_every:
            self._evaluate()
            self._judged = time.monotonic()

    def _evaluate(self) -> None:
        if self._judge is None:
            return
        metrics, words = self._judge()
        for name, value in metrics.items():
            self.logger.record(name, value)
        self._progress.console.print(f"{time.monotonic() - self._began:7.0f} s  {words}", soft_wrap=True)

    def stop(self) -> None:
        """End the display; also after an interrupt."""
        if hasattr(self, "_progress"):
            self._progress.stop()

    def _on_training_end(self) -> None:
        self._evaluate()
        self.logger.dump(self.num_timesteps)
        self.stop()


def save(model: Any, path: Path) -> None:
    """Save a model: first to a temporary name beside it, then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        model.save(temporary)
