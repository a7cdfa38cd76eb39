"""The report's plots. Needs matplotlib."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.report.measures import Decisions, Measure
from boru_env.views.files import replacing

PLAIN, FLAGGED = "tab:blue", "tab:red"


def plot_measures(path: Path, title: str, measures: Sequence[Measure], margin: float) -> None:
    """Draw lifts with their intervals, in percentage points; what is flagged in red, the margin in grey."""

    def draw(axes: Any) -> None:
        axes.axvspan(-100 * margin, 100 * margin, color="0.93")
        axes.axvline(0, color="0.5", linewidth=0.8)
        for place, measure in enumerate(measures):
            colour = FLAGGED if measure.flag else PLAIN
            axes.plot([100 * measure.lift.low, 100 * measure.lift.high], [place, place], color=colour)
            axes.plot([100 * measure.lift.mean], [place], "o", color=colour, markersize=4)
        axes.set_yticks(range(len(measures)), [measure.name for measure in measures])
        axes.set_ylim(len(measures) - 0.5, -0.5)
        axes.set_xlabel("share of the wins less the fair share, percentage points")
        axes.set_title(title, loc="left")
        axes.grid(visible=True, axis="x", alpha=0.3)

    _save(path, draw, 1.4 + 0.24 * len(measures))


def plot_decisions(path: Path, found: Decisions) -> None:
    """Draw how many decisions have how many legal actions."""

    def draw(axes: Any) -> None:
        total = sum(found.counts)
        axes.bar(range(len(found.counts)), [100 * count / total for count in found.counts], color=PLAIN)
        axes.axvline(found.branching, color="0.3", linestyle="--", label=f"mean {found.branching:.1f}")
        axes.set_xlabel("legal actions")
        axes.set_ylabel("decisions, %")
        axes.set_title("Legal actions of a decision", loc="left")
        axes.legend()

    _save(path, draw, 3.4)


def plot_split(path: Path, splits: Mapping[str, Mapping[str, float]]) -> None:
    """Draw how the variance of each result splits, as bars of 100 %."""

    def draw(axes: Any) -> None:
        left = dict.fromkeys(splits, 0.0)
        for part in next(iter(splits.values())):
            widths = [100 * split[part] for split in splits.values()]
            bars = axes.barh(list(splits), widths, left=list(left.values()), label=part)
            axes.bar_label(bars, [f"{width:.0f}" if width >= 4 else "" for width in widths], label_type="center")
            left = {name: left[name] + width for name, width in zip(splits, widths, strict=True)}
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of the variance between places at the table")
        axes.set_title("What decides", loc="left")
        axes.legend(ncols=5, loc="upper center", bbox_to_anchor=(0.5, -0.35), fontsize="small", frameon=False)

    _save(path, draw, 2.4)


def _save(path: Path, draw: Callable[[Any], None], height: float) -> None:
    """Draw a figure into a file, the same bytes for the same numbers."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, height), layout="constrained")
    draw(figure.add_subplot())
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=100, metadata={"Software": None})
