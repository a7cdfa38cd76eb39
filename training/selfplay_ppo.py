"""Train a player by self-play: PPO, one network in all seats of many games, in CleanRL's manner.

    python -m training.selfplay_ppo --minutes 10 --out runs/selfplay
    python -m agents.arena --players ppo:runs/selfplay/model.safetensors,greedy,greedy,greedy --games 400

OUT/model.safetensors plays; OUT/checkpoint.pt goes on (`--resume`). Ctrl-C keeps what was learned. TensorBoard:
`tensorboard --logdir OUT`. What the numbers mean: docs/training.md.
"""

import signal
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import tyro

from agents.arguments import one_line, refuse, stopped
from boru_env.errors import BoruError, OptionError
from training.selfplay import checkpoint, evaluate
from training.selfplay.options import Options, check, players_of
from training.selfplay.report import Report
from training.selfplay.run import Run, without_denormals


def train(options: Options) -> Path:
    """Train until the budget is used up, and give the path of the saved model.

    Raises:
        InterruptedTraining: Ctrl-C ended it, and what was learned is saved.
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """
    check(options)
    saved = None
    if options.resume:
        wanted, (options, saved) = options, checkpoint.load_checkpoint(options.out / checkpoint.CHECKPOINT)
        options = replace(options, out=wanted.out, resume=True, device=wanted.device, threads=wanted.threads)
        options = replace(options, minutes=wanted.minutes, steps=wanted.steps, profile=wanted.profile)
    elif checkpoint.is_there(options.out / checkpoint.CHECKPOINT):
        raise OptionError(f"--out: {options.out} holds a run already; give --resume to go on, or another folder")
    run = Run(options, saved)
    if saved is not None and saved["head"]["edition"] != run.edition.sha256:
        raise OptionError(f"--resume: the edition {options.edition} has changed since {options.out} was begun")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise OptionError(f"--out: {options.out} cannot be made: {one_line(error)}") from None
    report = Report(options.out, run.step + 1 if options.resume else 0)
    try:
        with Interrupt() as interrupt, without_denormals():
            loop(run, report, interrupt)
    finally:
        run.close()
        report.close()
    if interrupt.asked:
        raise InterruptedTraining(options.out / checkpoint.MODEL)
    return options.out / checkpoint.MODEL


class InterruptedTraining(KeyboardInterrupt):
    """Ctrl-C ended a training; what was learned is saved. Its text is the path of the model."""


class Interrupt:
    """Lets Ctrl-C end the training after the rollout that it falls into, whose state is whole; a second one at once."""

    def __init__(self) -> None:
        self.asked = False

    def __enter__(self) -> "Interrupt":
        self._before = signal.signal(signal.SIGINT, self._note) if _in_main_thread() else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, *_: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def loop(run: Run, report: Report, interrupt: Interrupt) -> None:
    """Train, evaluate and save by turns."""
    options = run.options
    began, before, first = time.monotonic(), run.seconds, run.step
    evaluations, saved = evaluations_due(run), run.seconds
    while run.progress() < 1 and not interrupt.asked:
        metrics = run.train_once()
        run.seconds = before + time.monotonic() - began
        metrics |= {"charts/SPS": (run.step - first) / (run.seconds - before), "charts/seconds": run.seconds}
        metrics["charts/learned"] = run.learned
        report.metrics(run.step, metrics)
        report.progress(run.progress(), run.seconds, facts(metrics, run.step))
        if evaluations_due(run) > evaluations and run.progress() < 1:
            evaluations = evaluations_due(run)
            judge(run, report)
        if run.seconds - saved >= options.save_every:
            report.try_to(run.save)
            saved = run.seconds
    run.save()
    if interrupt.asked:
        report.say("interrupted; what was learned is saved")
    else:
        judge(run, report)
    if options.profile:
        report.say(profile(run))


def evaluations_due(run: Run) -> int:
    """Give how many evaluations a run should have seen by now, the one at its end aside."""
    options = run.options
    if options.eval_steps:
        return run.step // options.eval_steps
    return int(run.seconds // options.eval_every) if options.eval_every else 0


def facts(metrics: dict[str, float], step: int) -> str:
    """Give a rollout's numbers in a line."""
    words = f"{step:,} decisions, {metrics['charts/SPS']:,.0f}/s"
    names = ("entropy", "value_loss", "approx_kl", "explained_variance")
    return words + "".join(f", {name} {metrics[f'losses/{name}']:.3f}" for name in names if f"losses/{name}" in metrics)


def judge(run: Run, report: Report) -> None:
    """Play against each fixed opponent, at tables of each size that is trained on, and tell."""
    metrics, told = evaluate.judge(run.network, run.edition, players_of(run.options), run.options.eval_games)
    report.metrics(run.step, metrics)
    run.clock.lap("evaluation")
    report.say(f"{run.seconds:7.0f} s  {told}")


def profile(run: Run) -> str:
    """Say where the time went."""
    told = []
    for name, clock in (("in all", run.clock), ("play", run.collector.clock)):
        total = sum(clock.seconds.values())
        parts = sorted(clock.seconds.items(), key=lambda item: -item[1])
        told.append(f"{name} {total:.0f} s: " + ", ".join(f"{part} {spent / total:.1%}" for part, spent in parts))
    return "\n".join([*told, f"{run.learned:,} choices learned from, {run.learned / run.seconds:,.0f}/s"])


def read_options(arguments: Sequence[str] | None) -> Options:
    """Read the command line; with --resume, what is not given is as the run had it.

    Raises:
        OptionError: there is nothing to go on with.
    """
    read = partial(tyro.cli, Options, args=arguments, prog="python -m training.selfplay_ppo")
    asked: Options = read()
    if not asked.resume:
        return asked
    before, _ = checkpoint.load_checkpoint(asked.out / checkpoint.CHECKPOINT)
    asked = replace(read(default=before), out=asked.out, resume=True)
    is_by_steps = asked.steps != before.steps and asked.minutes == before.minutes
    return replace(asked, minutes=None) if is_by_steps else asked


def main(arguments: Sequence[str] | None = None) -> int:
    """Train from the command line; bad options are told in one line, with exit code 2; 130: stopped at once."""
    try:
        print(f"saved {train(read_options(arguments))}")
    except InterruptedTraining as saved:
        print(f"saved {saved}")
    except (BoruError, MemoryError) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return stopped()
    return 0


if __name__ == "__main__":
    sys.exit(main())
