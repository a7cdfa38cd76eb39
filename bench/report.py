"""The measured rates as a table and a picture, and where they were measured."""

import platform
import re
from importlib import metadata
from pathlib import Path

from bench.measure import Rate

OURS = ("numpy", "numba", "gymnasium", "pettingzoo", "stable-baselines3")
PEERS = ("open_spiel", "rlcard", "pgx", "jax", "catanatron")


def machine() -> str:
    """Tell Python, processor and the versions of what is installed."""
    found = []
    for package in OURS + PEERS:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return f"Python {platform.python_version()}, {processor()}, {', '.join(found)}"


def processor() -> str:
    """Give the processor's name."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", info.read_text()) if info.is_file() else []
    return names[0] if names else platform.processor() or platform.machine()


def table(rates: dict[str, Rate]) -> str:
    """Give one line a loop; where the limit of the same batch was measured, the share of it."""
    lines = [f"{'loop':<48}{'steps/s':>13}{'ns/step':>12}{'slowest':>13}{'fastest':>13}{'of limit':>10}"]
    for name, rate in rates.items():
        share = share_of_limit(name, rates)
        lines.append(
            f"{name:<48}{rate.median:>13,.0f}{1e9 / rate.median:>12,.0f}{rate.low:>13,.0f}{rate.high:>13,.0f}"
            + (f"{share:>10.0%}" if share is not None else "")
        )
    return "\n".join(lines)


def share_of_limit(name: str, rates: dict[str, Rate]) -> float | None:
    """Give the share of the physical limit that a batch with observations reaches."""
    found = re.fullmatch(r"SelfPlay, (\d+) games, mask and observation", name)
    limit = rates.get(f"limit: the bytes of {found[1]} games") if found else None
    return rates[name].median / limit.median if limit else None


def picture(rates: dict[str, Rate], path: Path) -> None:
    """Draw steps a second over the batch size, beside the limit; needs matplotlib."""
    from matplotlib.figure import Figure

    kinds = {
        "mask": r"SelfPlay, (\d+) games, mask",
        "mask and observation": r"SelfPlay, (\d+) games, mask and observation",
        "limit: the same bytes, no game": r"limit: the bytes of (\d+) games",
    }
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for label, pattern in kinds.items():
        found = {name: re.fullmatch(pattern, name) for name in rates}
        points = [(int(match[1]), rates[name].median) for name, match in found.items() if match]
        axes.plot(*zip(*points, strict=True), marker="o", label=label)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("games in the batch")
    axes.set_ylabel("decisions a second, one thread")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)
