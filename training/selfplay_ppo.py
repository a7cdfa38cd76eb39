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
from pathlib import Path
from typing import Any

import numpy as np
import torch
import tyro

from agents.arguments import one_line
from agents.learned.files import save_network
from agents.learned.network import Shape, make_network
from boru_env import SelfPlay, load_edition
from boru_env.errors import BoruError, OptionError
from training.selfplay import checkpoint
from training.selfplay.evaluate import OPPONENTS, evaluate
from training.selfplay.options import Options, check, command_of, players_of
from training.selfplay.pool import Pool, Seating
from training.selfplay.report import Report
from training.selfplay.rollout import Choices, Collector, stagger
from training.selfplay.update import update

EVALUATION_SEED = 1_000_003
"""Of the deals of evaluations: the same in every run, so that runs can be compared."""


class Run:
    """All that a run consists of; `state` and `restore` make it a checkpoint and back.

    Args:
        options: checked.
        saved: the parts of a checkpoint to go on from.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """

    def __init__(self, options: Options, saved: dict[str, Any] | None = None) -> None:
        self.options, self.edition = options, load_edition(options.edition)
        self.device = find_device(options)
        seeds = np.random.SeedSequence(options.seed).generate_state(4)
        self.rng, seat_rng = (np.random.default_rng(int(seed)) for seed in seeds[:2])
        torch.manual_seed(int(seeds[2]))
        shape = Shape(options.network, options.hidden, options.town_width)
        self.network = make_network(shape, self.edition).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.learning_rate, eps=1e-5)
        games = SelfPlay(
            options.num_games, players_of(options), self.edition, options.reward, int(seeds[3]), observe="uint8"
        )
        if saved is None:
            stagger(games, seat_rng)
        self.pool = Pool(options, self.edition)
        self.seating = Seating(options, players_of(options), self.pool, seat_rng)
        self.collector = Collector(options, games, self.seating, self.rng)
        self._seat_rng = seat_rng
        self.step = self.rollouts = self.learned = 0
        self.seconds = 0.0
        if saved is not None:
            self._restore(saved)

    def train_once(self) -> dict[str, float]:
        """Play a rollout and learn from it; give the metrics."""
        options = self.options
        if self.rollouts % options.snapshot_every == 0 and options.pool_share:
            self.pool.add(self.network, self.seating.past_in_play(), self.rng)
        left = 1 - self.progress()
        rate = options.final_learning_rate + left * (options.learning_rate - options.final_learning_rate)
        coefficients = {
            "ent_coef": options.final_ent_coef + left * (options.ent_coef - options.final_ent_coef),
            "teacher_coef": options.teacher_coef * max(0.0, 1 - self.progress() / max(options.teacher_until, 1e-9)),
        }
        self.optimizer.param_groups[0]["lr"] = rate
        choices = self.collector.collect(self.network, coefficients["teacher_coef"] > 0)
        metrics = self.learn(choices, coefficients)
        self.collector.clock.lap("update")
        self.step += options.num_games * options.num_steps
        self.learned += len(choices.action)
        self.rollouts += 1
        return metrics | {"charts/learning_rate": rate, "charts/ent_coef": coefficients["ent_coef"]}

    def learn(self, choices: Choices, coefficients: dict[str, float]) -> dict[str, float]:
        """Update the network; in a first rollout of few steps there may be nothing to learn from."""
        if not len(choices.action):
            return {}
        return update(self.network, self.optimizer, choices, self.options, coefficients, self.rng)

    def progress(self) -> float:
        """Give how much of the budget is used up, 0 to 1."""
        if self.options.minutes is not None:
            return min(1.0, self.seconds / (60 * self.options.minutes))
        return min(1.0, self.step / self.options.steps)

    def state(self) -> dict[str, Any]:
        """Give all parts, to be saved."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "pool": self.pool.state_dict(),
            "driver": torch.from_numpy(self.seating.driver),
            "kept": {name: torch.from_numpy(array) for name, array in self.collector.kept.items()},
            "games": checkpoint.pack_games(self.collector.games),
            "rngs": [checkpoint.pack_rng(rng) for rng in (self.rng, self._seat_rng)],
            "counts": [self.step, self.rollouts, self.learned],
            "seconds": self.seconds,
        }

    def _restore(self, saved: dict[str, Any]) -> None:
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.pool.load_state_dict(saved["pool"], self.network.shape, self.device)
        self.seating.driver = saved["driver"].numpy()
        self.collector.kept = {name: tensor.numpy() for name, tensor in saved["kept"].items()}
        self.collector.games = checkpoint.unpack_games(saved["games"])
        for packed, rng in zip(saved["rngs"], (self.rng, self._seat_rng), strict=True):
            checkpoint.unpack_rng(packed, rng)
        self.step, self.rollouts, self.learned = saved["counts"]
        self.seconds = saved["seconds"]

    def save(self) -> None:
        """Write the model and the checkpoint."""
        out = self.options.out
        save_network(self.network, self.edition, out / checkpoint.MODEL, command_of(self.options))
        checkpoint.save_checkpoint(out / checkpoint.CHECKPOINT, self.options, self.edition.sha256, self.state())


def find_device(options: Options) -> torch.device:
    """Give the device and set torch up for it.

    Raises:
        OptionError: there is no such device.
    """
    if options.device == "cuda" and not torch.cuda.is_available():
        raise OptionError("--device: is cuda, but torch finds no GPU; give --device cpu, or install a torch with CUDA")
    if options.threads:
        torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)  # denormals make a CPU many times slower
    torch.set_float32_matmul_precision("high")
    return torch.device("cuda" if options.device != "cpu" and torch.cuda.is_available() else "cpu")


def train(options: Options) -> Path:
    """Train until the budget is used up or Ctrl-C, and give the path of the saved model.

    Raises:
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
    report = Report(options.out, run.step if options.resume else None)
    try:
        with Interrupt() as interrupt:
            loop(run, report, interrupt)
    finally:
        report.close()
    return options.out / checkpoint.MODEL


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
    evaluated = saved = run.seconds
    while run.progress() < 1 and not interrupt.asked:
        metrics = run.train_once()
        run.seconds = before + time.monotonic() - began
        metrics |= {"charts/SPS": (run.step - first) / (run.seconds - before), "charts/learned": run.learned}
        report.metrics(run.step, metrics)
        report.progress(run.progress(), run.seconds, facts(metrics, run.step))
        if options.eval_every and run.seconds - evaluated >= options.eval_every and run.progress() < 1:
            judge(run, report)
            evaluated = run.seconds
        if run.seconds - saved >= options.save_every:
            run.save()
            saved = run.seconds
    run.save()
    if interrupt.asked:
        report.say("interrupted; what was learned is saved")
    else:
        judge(run, report)
    if options.profile:
        report.say(profile(run))


def facts(metrics: dict[str, float], step: int) -> str:
    """Give a rollout's numbers in a line."""
    words = f"{step:,} decisions, {metrics['charts/SPS']:,.0f}/s"
    names = ("entropy", "value_loss", "approx_kl", "explained_variance")
    return words + "".join(f", {name} {metrics[f'losses/{name}']:.3f}" for name in names if f"losses/{name}" in metrics)


def judge(run: Run, report: Report) -> None:
    """Play against each fixed opponent, with as many players as the smallest games have, and tell."""
    players = min(players_of(run.options))
    told = []
    for opponent in OPPONENTS:
        share = evaluate(run.network, run.edition, players, opponent, run.options.eval_games, EVALUATION_SEED)
        names = {"mean": share.mean, "low": share.low, "high": share.high}
        report.metrics(run.step, {f"evaluation/{opponent}_{name}": value for name, value in names.items()})
        told.append(f"{share} of the wins against {players - 1} {opponent}")
    run.collector.clock.lap("evaluation")
    report.say(f"{run.seconds:7.0f} s  {'; '.join(told)}")


def profile(run: Run) -> str:
    """Say where the time went."""
    seconds = run.collector.clock.seconds
    total = sum(seconds.values())
    parts = [f"{name} {spent / total:.1%}" for name, spent in sorted(seconds.items(), key=lambda item: -item[1])]
    return f"{total:.0f} s: {', '.join(parts)}; {run.learned:,} choices learned from, {run.learned / total:,.0f}/s"


def main(arguments: Sequence[str] | None = None) -> int:
    """Train from the command line; bad options are told in one line, with exit code 2."""
    try:
        print(f"saved {train(tyro.cli(Options, args=arguments, prog='python -m training.selfplay_ppo'))}")
    except BoruError as error:
        print(one_line(error), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
