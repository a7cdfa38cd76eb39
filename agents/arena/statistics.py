"""What the results say: shares and means by agent, with 95 % intervals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.arena.play import Result

RESAMPLES = 2000


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


def summarise(results: Sequence[Result]) -> list[Row]:
    """Give a row for each name, the best first."""
    names = sorted({name for result in results for name in result.names})
    rows = [_row(name, results) for name in names]
    return sorted(rows, key=lambda row: -row.wins.mean)


def by_seat(results: Sequence[Result]) -> list[float]:
    """Give each seat's share of the wins, over all games: 1 / n each, but for chance and the seats' effect."""
    return [float(share) for share in np.mean([result.shares for result in results], axis=0)]


def _row(name: str, results: Sequence[Result]) -> Row:
    mine = [result for result in results if name in result.names]
    faults = sum(result.offender is not None and result.names[result.offender] == name for result in mine)
    return Row(
        name,
        len(mine),
        sum(result.names.count(name) for result in mine),
        _estimate(name, mine, lambda result: result.shares),
        _estimate(name, mine, lambda result: [float(points) for points in result.points]),
        _estimate(name, mine, lambda result: result.places),
        faults,
    )


def _estimate(name: str, results: Sequence[Result], values: Callable[[Result], Sequence[float]]) -> Estimate:
    """Give the mean over all the agent's places, and the interval by a bootstrap over whole deals.

    Games of one deal are not independent, so deals are resampled, not games (a cluster bootstrap). The generator is
    fixed: the same results give the same interval.
    """
    sums: dict[int, list[float]] = {}
    for result in results:
        entry = sums.setdefault(result.pairing.deal, [0.0, 0.0])
        for seat, seated in enumerate(result.names):
            if seated == name:
                entry[0] += values(result)[seat]
                entry[1] += 1
    table = np.array([sums[deal] for deal in sorted(sums)])
    low, high = _interval(table)
    return Estimate(float(table[:, 0].sum() / table[:, 1].sum()), low, high)


def _interval(table: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Give the 95 % interval of sum / count, (D, 2), by resampling its rows."""
    rng = np.random.default_rng(0)
    drawn = table[rng.integers(len(table), size=(RESAMPLES, len(table)))].sum(axis=1)
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
    return float(low), float(high)
