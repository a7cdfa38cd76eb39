"""Run a study: each way to train with each seed, a table and a plot.

    python -m training.studies reward --steps 1500000 --seeds 3

Interrupted and begun again, it goes on where it was; runs that are done are not repeated. On a CPU a run with one
thread gives the same curve each time.
"""

import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import tyro

from agents.arena.plot import need_matplotlib
from agents.arguments import refuse
from boru_env.errors import BoruError, OptionError, brief
from training.selfplay.checkpoint import CHECKPOINT, is_there, load_checkpoint
from training.selfplay.options import Options, check
from training.selfplay_ppo import train
from training.studies.arms import STUDIES, Study
from training.studies.results import picture, read_curve, table
from training.writing import writing


@dataclass
class Asked:
    """Compare ways to train: strength (over time), recall, reward or pool."""

    study: Annotated[str, tyro.conf.Positional]
    """strength, recall, reward or pool."""
    steps: int = 1_500_000
    """Decisions of a run, of all games together."""
    minutes: float | None = None
    """Minutes of a run instead."""
    seeds: int = 3
    """Runs of each way to train."""
    evaluations: int = 5
    """Of a run, the last at its end."""
    eval_games: int = 400
    """Games of an evaluation."""
    threads: int = 1
    """Of torch; with one a run is repeatable on any machine of a kind."""
    overlap: bool = False
    """Play and learn side by side, in each run."""
    out: Path = Path("runs/studies")
    """Folder of runs, tables and plots."""


def options_of(asked: Asked, arm: str, seed: int) -> Options:
    """Give the options of one run."""
    study = STUDIES[asked.study]
    folder = asked.out / asked.study / f"{re.sub('[^a-z0-9]+', '-', arm)}-{seed}"
    by_clock = asked.minutes is not None
    options = Options(
        out=folder, seed=seed, steps=asked.steps, minutes=asked.minutes, threads=asked.threads, overlap=asked.overlap,
        eval_games=asked.eval_games, eval_steps=0 if by_clock else -(-asked.steps // asked.evaluations),
        eval_every=60 * asked.minutes / asked.evaluations if asked.minutes is not None else 0.0,
    )  # fmt: skip
    return replace(options, **study.arms[arm])


def run_once(options: Options) -> None:
    """Train, or go on, or do nothing if it is done.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it.
        OptionError: the folder holds a run with other options.
    """
    file = options.out / CHECKPOINT
    if is_there(file):
        before, saved = load_checkpoint(file)
        if replace(before, resume=False, out=options.out) != options:
            raise OptionError(f"--out: {options.out} holds a run with other options; give another folder")
        if is_done(options, saved):
            return
        options = replace(options, resume=True)
    train(options)


def is_done(options: Options, saved: dict[str, Any]) -> bool:
    """Tell whether a run has come to its end and was evaluated there."""
    step = int(saved["counts"][0])
    spent = step >= options.steps if options.minutes is None else saved["seconds"] >= 60 * options.minutes
    return spent and read_curve(options.out).steps[-1:].tolist() == [step]


def study_of(name: str) -> Study:
    """Find a study.

    Raises:
        OptionError: there is none of this name.
    """
    if name not in STUDIES:
        raise OptionError(f"study: is {brief(name)}; it must be one of {', '.join(STUDIES)}")
    return STUDIES[name]


def run(asked: Asked) -> str:
    """Run what is missing, draw, and give the table.

    Raises:
        OptionError: an option is impossible.
    """
    study = study_of(asked.study)
    need_matplotlib("studies")
    for name, most in (("seeds", 100), ("evaluations", 1000)):
        if not 1 <= getattr(asked, name) <= most:
            raise OptionError(f"--{name}: is {getattr(asked, name)}; it must be 1 to {most}")
    if asked.minutes is not None and not 0 < asked.minutes < math.inf:
        raise OptionError(f"--minutes: is {asked.minutes}; it must be a finite number > 0")
    runs = [(arm, options_of(asked, arm, seed)) for seed in range(asked.seeds) for arm in study.arms]
    for _, options in runs:
        check(options)
    for number, (arm, options) in enumerate(runs):
        print(f"{number + 1} of {len(runs)}: {arm}, seed {options.seed}", flush=True)
        run_once(options)
    curves = {arm: [read_curve(options.out) for other, options in runs if other == arm] for arm in study.arms}
    told = table(study, curves)
    with writing(asked.out):
        (asked.out / f"{asked.study}.md").write_text(told + "\n", encoding="utf-8")
        picture(study, curves, asked.out / f"{asked.study}.png")
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; bad options are told in one line, with exit code 2."""
    try:
        asked = tyro.cli(Asked, args=arguments, prog="python -m training.studies")
        print(run(asked))
        print(f"the plot: {asked.out / f'{asked.study}.png'}")
    except (BoruError, MemoryError) as error:
        return refuse(error)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
