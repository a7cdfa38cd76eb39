"""Results as a picture. Needs matplotlib, which is an extra."""

from collections.abc import Sequence
from pathlib import Path

from agents.arena.ratings import Rating
from agents.arena.statistics import Estimate, Row
from boru_env.errors import OptionError
from boru_env.views.files import replacing

MISSING = "needs matplotlib; install it with: pip install 'boru-env[plot]'"


def need_matplotlib(what: str) -> None:
    """See that pictures can be drawn.

    Args:
        what: what asks for it, for the message.

    Raises:
        OptionError: matplotlib is not installed.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise OptionError(f"{what}: {MISSING}") from None


def plot_results(path: Path, rows: Sequence[Row], ratings: Sequence[Rating] | None) -> None:
    """Draw win shares, and ratings if there are any, with their intervals; PNG or SVG by the name."""
    from matplotlib.figure import Figure

    panels = [("share of the wins, %", [(row.name, _times(row.wins, 100)) for row in rows])]
    if ratings:
        panels.append(("rating", [(rating.name, rating.rating) for rating in ratings]))
    height = 1.2 + 0.35 * max(len(entries) for _, entries in panels)
    figure = Figure(figsize=(4.5 * len(panels), height), layout="constrained")
    for axes, (title, entries) in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        for place, (_, estimate) in enumerate(entries):
            axes.plot([estimate.low, estimate.high], [place, place], color="tab:blue")
            axes.plot([estimate.mean], [place], "o", color="tab:blue")
        # A name is no mathematics: a dollar sign in it stays one.
        axes.set_yticks(range(len(entries)), [_short(name) for name, _ in entries], parse_math=False)
        axes.invert_yaxis()
        axes.set_xlabel(title)
        axes.grid(visible=True, axis="x", alpha=0.3)
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=120)


def _times(estimate: Estimate, factor: float) -> Estimate:
    return Estimate(factor * estimate.mean, factor * estimate.low, factor * estimate.high)


def _short(name: str) -> str:
    return name if len(name) <= 28 else f"{name[:27]}..."
