"""How a loop is measured: all take turns, several times; what counts is the median."""

import statistics
import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

Loop = Callable[[float], tuple[int, float]]
"""Runs for about so many seconds; gives steps (decisions) and seconds."""


class Rate(NamedTuple):
    """What a loop reached."""

    median: float
    """Steps a second."""
    low: float
    """The slowest run."""
    high: float
    """The fastest run."""


def measure(loops: Mapping[str, Loop], runs: int, seconds: float) -> dict[str, Rate]:
    """Give each loop's steps a second; the loops take turns, so that a slow spell of the machine hits all."""
    for name, loop in loops.items():
        _say(f"warming up: {name}")
        loop(0.2)
    rates: dict[str, list[float]] = {name: [] for name in loops}
    for run in range(runs):
        for name, loop in loops.items():
            _say(f"run {run + 1} of {runs}: {name}")
            steps, spent = loop(seconds)
            rates[name].append(steps / spent)
    _say("")
    return {name: Rate(statistics.median(values), min(values), max(values)) for name, values in rates.items()}


def repeat(step: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Call a function, which gives how many decisions it made, for about so many seconds."""
    steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        steps += step()
    return steps, time.perf_counter() - began


def _say(text: str) -> None:
    """Show on a terminal what is being measured, always in the same line."""
    if sys.stderr.isatty():
        print(f"\r{text:<78}\r", end="", file=sys.stderr, flush=True)
