"""What the runs of a study came to: curves from their logs, a table, a picture."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats

from agents.arena.plot import need_matplotlib
from boru_env.views.files import replacing
from training.studies.arms import Study

MEASURE = "evaluation/greedy_mean"


@dataclass
class Curve:
    """The share of the wins against `greedy` in all other seats, of one run.

    Attributes:
        steps: (K,) decisions of all games together.
        seconds: (K,) of training, evaluations included.
        shares: (K,) 0 to 1.
    """

    steps: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.float64]
    shares: npt.NDArray[np.float64]


def read_curve(folder: Path) -> Curve:
    """Read a run's curve from its TensorBoard logs.

    A resumed run has several files, which are read by their names: those of one second in any order.
    """
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    logs: Any = EventAccumulator(str(folder))
    logs.Reload()
    if MEASURE not in logs.Tags()["scalars"]:
        return Curve(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    shares, clock = (
        sorted(logs.Scalars(name), key=lambda event: (event.step, event.wall_time))
        for name in (MEASURE, "charts/seconds")
    )
    steps = np.array([event.step for event in shares], np.int64)
    seconds = np.interp(steps, [event.step for event in clock], [event.value for event in clock])
    return Curve(steps, seconds, np.array([event.value for event in shares]))


def spread(shares: list[float]) -> tuple[float, float, float]:
    """Give the mean over seeds and its 95 % interval by Student's t; one seed has none: NaN."""
    mean, count = float(np.mean(shares)), len(shares)
    if count < 2:
        return mean, math.nan, math.nan
    reach = float(stats.t.ppf(0.975, count - 1) * np.std(shares, ddof=1) / math.sqrt(count))
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)


def table(study: Study, curves: Mapping[str, list[Curve]]) -> str:
    """Give one line an arm: the share at the end of its runs, as Markdown."""
    lines = ["| training | wins, %, mean of seeds | each seed | minutes a run |", "|---|---|---|---|"]
    for arm, runs in curves.items():
        last = [float(run.shares[-1]) for run in runs]
        mean, low, high = (100 * number for number in spread(last))
        told = f"{mean:.1f}" + ("" if math.isnan(low) else f" [{low:.1f}, {high:.1f}]")
        each, minutes = (
            ", ".join(f"{100 * share:.1f}" for share in last),
            np.mean([run.seconds[-1] / 60 for run in runs]),
        )
        lines.append(f"| {arm} | {told} | {each} | {minutes:.1f} |")
    return "\n".join([f"{study.question} Share of the wins against three greedy, a fair share being 25 %.", "", *lines])


def picture(study: Study, curves: Mapping[str, list[Curve]], path: Path) -> None:
    """Draw each run as a thin line and each arm's mean as a thick one.

    Raises:
        OptionError: matplotlib is not installed.
    """
    need_matplotlib("studies")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.axhline(25, color="0.6", linestyle=":", label="a fair share")
    for number, (arm, runs) in enumerate(curves.items()):
        places = [run.seconds / 60 if study.by_time else run.steps / 1e6 for run in runs]
        shortest = min(len(place) for place in places)
        for place, run in zip(places, runs, strict=True):
            axes.plot(place, 100 * run.shares, color=f"C{number}", linewidth=0.8, alpha=0.5)
        middle = np.mean([place[:shortest] for place in places], axis=0)
        means = np.mean([100 * run.shares[:shortest] for run in runs], axis=0)
        axes.plot(middle, means, color=f"C{number}", linewidth=2.2, marker="os^Dv"[number % 5], label=arm)
    axes.set_xlabel("minutes of training" if study.by_time else "million decisions of all games together")
    axes.set_ylabel("wins against three greedy, %")
    axes.set_title(study.question, loc="left")
    axes.set_ylim(bottom=0)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(fontsize="small")
    with replacing(path) as file:
        figure.savefig(file, format=path.suffix[1:], dpi=110)
