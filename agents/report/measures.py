"""What games say together: shares of the win by what was held, played or done, with intervals and flags.

A share is told as its distance from the fair share: for a seat 1 / n, for everything else the own mean of the agent, so
that a strong agent's liking for a card is not taken for the card's strength. Intervals are a bootstrap over deals.
What goes with winning need not be what makes win: who wins tricks with high cards also wins games.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from agents.arena.statistics import Estimate, resampled_sums
from agents.report.facts import TRACKS, Facts

MARGIN = 0.10
"""How far off the fair share an interval has to lie, whole, to be flagged."""

LEAST = 20
"""Times that something must have happened for an interval to be given."""


@dataclass(frozen=True)
class Measure:
    """How much better than fair it went for those of whom something is true.

    Attributes:
        name: what is true of them.
        lift: their share of the win less the fair share, with its interval.
        times: how often it was so, a place at the table.
        flag: whether the whole interval is further from 0 than the margin.
    """

    name: str
    lift: Estimate
    times: int
    flag: bool


Kinds = Callable[[Facts, int], Iterable[str]]
"""A game and a seat -> the names of all that is true of it."""


def seats(games: Sequence[Facts], margin: float = MARGIN) -> list[Measure]:
    """Measure each seat, whoever sat there, against 1 / n."""
    return _measure(games, lambda game, seat: [f"seat {seat}"], lambda game, seat: 1 / len(game.names), margin)


def others(games: Sequence[Facts], margin: float = MARGIN) -> dict[str, list[Measure]]:
    """Measure cards played and won, tracks, claims and presence against each agent's own mean."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for game in games:
        for name, share in zip(game.names, game.shares, strict=True):
            sums[name][0] += share
            sums[name][1] += 1

    def fair(game: Facts, seat: int) -> float:
        total, times = sums[game.names[seat]]
        return total / times

    kinds: dict[str, Kinds] = {
        "played": lambda game, seat: (f"{card:2}" for card in game.played[seat]),
        "won": lambda game, seat: (f"{card:2}" for card in game.won[seat]),
        "track": lambda game, seat: [game.focus(seat)],
        "claims": lambda game, seat: game.claims[seat],
        "regions": lambda game, seat: [f"in {game.present[seat]}"],
    }
    return {name: _measure(games, of, fair, margin) for name, of in kinds.items()}


def _measure(games: Sequence[Facts], kinds: Kinds, fair: Callable[[Facts, int], float], margin: float) -> list[Measure]:
    """Measure all that `kinds` names, by name; what happened too rarely is left out."""
    found: dict[str, dict[int, list[float]]] = defaultdict(dict)
    for game in games:
        for seat, share in enumerate(game.shares):
            for name in kinds(game, seat):
                entry = found[name].setdefault(game.deal, [0.0, 0.0])
                entry[0] += share - fair(game, seat)
                entry[1] += 1
    measures = []
    for name, deals in sorted(found.items()):
        table = np.array([deals[deal] for deal in sorted(deals)])
        times = int(table[:, 1].sum())
        if times >= LEAST:
            drawn = resampled_sums(table)
            low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975]).tolist()
            lift = Estimate(float(table[:, 0].sum() / times), low, high)
            measures.append(Measure(name, lift, times, low > margin or high < -margin))
    return measures


@dataclass(frozen=True)
class Decisions:
    """What is asked of players.

    Attributes:
        length: decisions a game: lowest, mean, highest.
        branching: legal actions a decision, the mean.
        forced: share of the decisions with one legal action.
        by_phase: phase -> its decisions a game, mean legal actions, share that is forced; in the order of the names.
        counts: for k = 0, 1, ..: how many decisions had k legal actions.
        lengths: decisions of each game.
    """

    length: tuple[int, float, int]
    branching: float
    forced: float
    by_phase: dict[str, tuple[float, float, float]]
    counts: list[int]
    lengths: list[int]


def decisions(games: Sequence[Facts]) -> Decisions:
    """Count the decisions."""
    lengths = [len(game.choices) for game in games]
    options = [legal for game in games for _, legal in game.choices]
    by_phase: dict[str, list[int]] = defaultdict(list)
    for game in games:
        for phase, legal in game.choices:
            by_phase[phase].append(legal)
    return Decisions(
        (min(lengths), float(np.mean(lengths)), max(lengths)),
        float(np.mean(options)),
        options.count(1) / len(options),
        {
            phase: (len(of) / len(games), float(np.mean(of)), of.count(1) / len(of))
            for phase, of in sorted(by_phase.items())
        },
        np.bincount(options).tolist(),
        lengths,
    )


def flagged(groups: dict[str, list[Measure]]) -> list[tuple[str, Measure]]:
    """Give all that is flagged, with the group it stands in."""
    return [(group, measure) for group, measures in groups.items() for measure in measures if measure.flag]


__all__ = ["MARGIN", "TRACKS", "Decisions", "Measure", "decisions", "flagged", "others", "seats"]
