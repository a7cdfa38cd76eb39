"""Train a player by self-play on a Ray cluster: RLlib's PPO, one network in all seats, any number of machines.

    pip install -e '.[ray]'
    python -m training.rllib_ppo --minutes 10 --out runs/rllib                        # this machine
    python -m training.rllib_ppo --address auto --num-env-runners 64 --minutes 60     # the cluster it belongs to
    python -m agents.arena --players ppo:runs/rllib/model.safetensors,greedy,greedy,greedy --games 400

OUT/model.safetensors plays; OUT/checkpoint-N goes on (`--resume`). Ctrl-C keeps what was learned. TensorBoard:
`tensorboard --logdir OUT`. How to start a cluster, and what was tried: docs/training.md.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tyro

from agents.arguments import one_line, refuse, stopped
from boru_env import load_edition
from boru_env.errors import BoruError, OptionError
from training.rllib.checkpoint import checkpoints, load_checkpoint
from training.rllib.options import OF_THIS_COMMAND, Options, check, reach
from training.selfplay import evaluate
from training.selfplay.report import Report
from training.selfplay.run import without_denormals
from training.selfplay_ppo import Interrupt

if TYPE_CHECKING:
    from training.rllib.run import Run


def train(options: Options) -> Path:
    """Train until the budget is used up or Ctrl-C, and give the path of the saved model.

    Raises:
        OptionError: an option is impossible, or ray is not installed.
        EditionError: the edition cannot be loaded.
    """
    check(options)
    facts: dict[str, Any] | None = None
    saved = None
    if options.resume:
        wanted, (options, facts, saved) = options, load_checkpoint(options.out)
        options = replace(options, **{name: getattr(wanted, name) for name in OF_THIS_COMMAND})
    elif checkpoints(options.out):
        raise OptionError(f"--out: {options.out} holds a run already; give --resume to go on, or another folder")
    edition = load_edition(options.edition)
    if facts is not None and facts["edition"] != edition.sha256:
        raise OptionError(f"--resume: the edition {options.edition} has changed since {options.out} was begun")
    reach(options.address)
    demand_ray()
    from training.rllib.run import MODEL, Run, cluster

    with cluster(options):
        try:
            options.out.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise OptionError(f"--out: {options.out} cannot be made: {one_line(error)}") from None
        run = Run(options, edition, facts, saved)
        report = Report(options.out, run.iteration + 1 if options.resume else 0)
        try:
            with Interrupt() as interrupt, without_denormals():
                loop(run, report, interrupt)
        finally:
            report.close()
            run.close()
    return options.out / MODEL


def demand_ray() -> None:
    """Check that RLlib is installed.

    Raises:
        OptionError: it is not.
    """
    try:
        import ray.rllib.algorithms.ppo  # noqa: F401  # without all that RLlib needs, this fails and `import ray` does not
    except ImportError as error:
        raise OptionError(
            f"training.rllib_ppo: needs ray[rllib]; install it with: pip install 'boru-env[ray]' ({one_line(error)})"
        ) from None


def loop(run: "Run", report: Report, interrupt: Interrupt) -> None:
    """Train and save by turns, and judge at the end."""
    began, before, saved = time.monotonic(), run.seconds, run.seconds
    while run.progress() < 1 and not interrupt.asked:
        last, choices = run.seconds, run.choices
        metrics = run.train_once()
        run.seconds = before + time.monotonic() - began
        metrics["charts/SPS"] = (run.choices - choices) / (run.seconds - last)
        report.metrics(run.iteration, metrics)
        report.say(line(run, metrics))
        if sys.stdout.isatty():  # elsewhere there is no bar, and the line has said it
            report.progress(run.progress(), run.seconds, "")
        if run.seconds - saved >= run.options.save_every:
            report.try_to(run.save)
            saved = run.seconds
    run.save()
    if interrupt.asked:
        report.say("interrupted; what was learned is saved")
    elif run.options.eval_games:
        judge(run, report)


def line(run: "Run", metrics: dict[str, float]) -> str:
    """Say in a line how an iteration went."""
    words = f"{run.seconds:7.0f} s  {run.progress():4.0%}  iteration {run.iteration}, {run.choices:,} choices"
    words += f", {metrics['charts/SPS']:,.0f}/s"
    names = ("entropy", "value_loss", "explained_variance")
    words += "".join(f", {name} {metrics[f'losses/{name}']:.3f}" for name in names if f"losses/{name}" in metrics)
    there, restarts = metrics["charts/env_runners"], metrics["charts/restarts"]
    return f"{words}, env runners {there:.0f} of {run.options.num_env_runners}, {restarts:.0f} restarted"


def judge(run: "Run", report: Report) -> None:
    """Play against each fixed opponent, and tell."""
    metrics, told = evaluate.judge(run.network(), run.edition, [run.options.num_players], run.options.eval_games)
    report.metrics(run.iteration, metrics)
    report.say(f"{run.seconds:7.0f} s  {told}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Train from the command line; bad options are told in one line, with exit code 2."""
    try:
        print(f"saved {train(tyro.cli(Options, args=arguments, prog='python -m training.rllib_ppo'))}")
    except (BoruError, MemoryError) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return stopped()
    return 0


if __name__ == "__main__":
    sys.exit(main())
