"""What the results say: shares and means by agent and by seat, with 95 % intervals.

Games of one deal are not independent, so intervals come from a bootstrap over whole deals (a cluster bootstrap). The
generator is fixed: the same results, in whatever order, give the same intervals. Where every deal came out alike, as
for an agent that has won all games, an interval has no width: it then says nothing about games not yet played.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from agents.arena.play import Result

RESAMPLES = 2000
CHUNK = 1_000_000
"""Deals drawn at once: bounds the memory."""

Values = Callable[[Result], Sequence[float]]
"""A result -> a number for each seat."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval.

    Attributes:
        mean: the mean.
        low: lower end of the 95 % interval.
        high: upper end.
    """

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """One agent's results; agents of one name are counted together.

    Attributes:
        name: the agent.
        games: games it played in.
        seats: places at the table it had in them: more than `games` if it sat in several.
        wins: its share of the win, a place at the table.
        points: its final points.
        place: its place, 1 = first.
        faults: games that it broke off.
    """

    name: str
    games: int
    seats: int
    wins: Estimate
    points: Estimate
    place: Estimate
    faults: int


@dataclass(frozen=True)
class Times:
    """How long an agent's decisions took by the clock on the wall: these alone differ from run to run.

    Attributes:
        name: the agent.
        median_ms: half of them took less, milliseconds.
        p95_ms: 95 % of them took less, milliseconds.
        total_s: all of them together, seconds.
    """

    name: str
    median_ms: float
    p95_ms: float
    total_s: float


def summarise(results: Sequence[Result]) -> list[Row]:
    """Give a row for each name, the best first."""
    ordered = sorted(results, key=lambda result: result.pairing.game)
    names = sorted({name for result in ordered for name in result.names})
    rows = [_row(name, ordered) for name in names]
    return sorted(rows, key=lambda row: -row.wins.mean)


def by_seat(results: Sequence[Result]) -> list[Estimate]:
    """Give each seat's share of the wins, whoever sat there: 1 / n each, but for chance and the seats' effect."""
    ordered = sorted(results, key=lambda result: result.pairing.game)
    seats = range(len(ordered[0].names)) if ordered else range(0)
    return [estimate(ordered, lambda result: result.shares, partial(_is_seat, seat)) for seat in seats]


def _is_seat(seat: int, result: Result, other: int) -> bool:
    return seat == other


def decision_times(results: Sequence[Result]) -> list[Times]:
    """Give the decision times of each name that decided anything, by name."""
    micros: dict[str, list[int]] = {}
    for result in results:
        for name, of_seat in zip(result.names, result.micros, strict=False):
            micros.setdefault(name, []).extend(of_seat)
    found = []
    for name, all_of in sorted(micros.items()):
        if all_of:
            median, high = np.quantile(all_of, [0.5, 0.95]) / 1e3
            found.append(Times(name, float(median), float(high), sum(all_of) / 1e6))
    return found


def _row(name: str, results: Sequence[Result]) -> Row:
    mine = [result for result in results if name in result.names]
    faults = sum(result.offender is not None and result.names[result.offender] == name for result in mine)

    def own(result: Result, seat: int) -> bool:
        return result.names[seat] == name

    return Row(
        name,
        len(mine),
        sum(result.names.count(name) for result in mine),
        estimate(mine, lambda result: result.shares, own),
        estimate(mine, lambda result: [float(points) for points in result.points], own),
        estimate(mine, lambda result: result.places, own),
        faults,
    )


def estimate(results: Sequence[Result], values: Values, counts: Callable[[Result, int], bool]) -> Estimate:
    """Give the mean over the seats that count, and its interval.

    Args:
        results: the games, in a fixed order; at least one.
        values: a number for each seat of a game.
        counts: whether a seat of a game counts; at least one does in every game's deal.
    """
    sums: dict[int, list[float]] = {}
    for result in results:
        entry = sums.setdefault(result.pairing.deal, [0.0, 0.0])
        for seat, value in enumerate(values(result)):
            if counts(result, seat):
                entry[0] += value
                entry[1] += 1
    table = np.array([sums[deal] for deal in sorted(sums)])
    drawn = resampled_sums(table)
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
    return Estimate(float(table[:, 0].sum() / table[:, 1].sum()), float(low), float(high))


def resampled_sums(table: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Draw as many rows as there are, with replacement, again and again; give the sums, (`RESAMPLES`, K).

    Args:
        table: (D, K) float64, a row for each deal.
    """
    rng = np.random.default_rng(0)
    step = max(1, CHUNK // len(table))
    parts = []
    for first in range(0, RESAMPLES, step):
        drawn = rng.integers(len(table), size=(min(step, RESAMPLES - first), len(table)))
        parts.append(table[drawn].sum(axis=1))
    return np.concatenate(parts)
