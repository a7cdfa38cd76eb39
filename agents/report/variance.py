"""How much of a result is skill, seat, deal, and the rest: a split of the variance by paired deals.

In a deal's games the cards are the same and the agents change seats. So, of the results of all places at the table:

- *agent*: which agent it was;
- *seat*: which seat it was, over all deals;
- *deal*: that all seats of a deal got more or less (for shares of the win always 0);
- *deal and seat*: what the cards of this deal gave to this seat, whoever sat there: the luck of the deal;
- *the rest*: how it was played against whom, and how agents suit cards.

Each part is its sum of squares less what chance alone would put there (omega squared), over the whole; parts below 0
are chance and told as 0.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from agents.report.facts import Facts

PARTS = ("agent", "seat", "deal", "deal and seat", "the rest")
Vector = npt.NDArray[np.float64]


def split(games: Sequence[Facts], values: Sequence[Sequence[float]]) -> dict[str, float] | None:
    """Split the variance of values by seat of each game.

    Args:
        games: whole deals, each with every rotation.
        values: a number for each seat of each game.

    Returns:
        The parts by name, 1 together; None where they cannot be told apart: one agent alone, or no variance.
    """
    agents = _numbers([name for game in games for name in game.names])
    seat = np.array([seat for game in games for seat in range(len(game.names))])
    deal = _numbers([game.deal for game in games for _ in game.names])
    y = np.array([value for of in values for value in of], float)
    y = y - y.mean()
    total = float(y @ y)
    seats = int(seat.max()) + 1
    if agents.max() == 0 or total == 0:
        return None
    cell = deal * seats + seat
    of_agent = _means(y, agents)
    of_seat = _means(y, seat)
    of_deal = _means(y, deal)
    of_cell = _means(y, cell) - of_deal - of_seat
    rest = y - of_agent - of_seat - of_deal - of_cell
    kinds, dealt = int(agents.max()), int(deal.max())
    degrees = [kinds, seats - 1, dealt, dealt * (seats - 1)]
    left = len(y) - 1 - sum(degrees)
    if left <= 0:
        return None
    noise = float(rest @ rest) / left
    squares = [float(part @ part) for part in (of_agent, of_seat, of_deal, of_cell)]
    parts = [max(0.0, (square - free * noise) / total) for square, free in zip(squares, degrees, strict=True)]
    return dict(zip(PARTS, [*parts, max(0.0, 1 - sum(parts))], strict=True))


def _numbers(keys: Sequence[object]) -> npt.NDArray[np.intp]:
    """Number the keys as they come."""
    known: dict[object, int] = {}
    return np.array([known.setdefault(key, len(known)) for key in keys])


def _means(y: Vector, group: npt.NDArray[np.intp]) -> Vector:
    """Give for each value the mean of its group."""
    means: Vector = (np.bincount(group, y) / np.bincount(group))[group]
    return means
