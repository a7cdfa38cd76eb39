"""Ratings: OpenSkill's Plackett-Luce model, fitted to all games at once.

Playing the games through OpenSkill one by one gives ratings that depend on their order. Here they are fitted as a
batch instead: OpenSkill's own update says how far a game would move a skill; the ratings are those at which all these
moves together, and the pull of OpenSkill's prior, N(25, (25/3)^2), cancel out. That is the most probable set of skills
under the model, there is one, and it knows no order of games. It is found by Newton's method.

The scale is OpenSkill's (beta = 25/6, for every agent the same spread of form), moved so that an anchor, `random`, is
0. In a duel of the model, an agent ahead by `gap` wins with odds exp(gap / (beta sqrt(2))) to 1.
Intervals: a bootstrap over deals, each drawn sample fitted by one Newton step from the fit of all games.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.arena.play import Result
from agents.arena.statistics import Estimate, resampled_sums
from boru_env.errors import OptionError

ANCHOR = "random"
PRIOR_MEAN, PRIOR_SPREAD = 25.0, 25.0 / 3.0
"""OpenSkill's prior."""

SURE = 1e-3
"""The spread at which OpenSkill is asked: small, so that its update is the model's slope; it is divided out again."""

BETA = 25.0 / 6.0
"""OpenSkill's spread of form."""

MAX_STEPS, PRECISION = 100, 1e-7

Vector = npt.NDArray[np.float64]
Pattern = tuple[tuple[float, str], ...]
"""How a game ended: place and name of each seat, sorted."""


@dataclass(frozen=True)
class Rating:
    """An agent's rating.

    Attributes:
        name: the agent.
        rating: its rating with the interval; the anchor is at 0 for certain.
        games: games it played in.
    """

    name: str
    rating: Estimate
    games: int


def rate(results: Sequence[Result], anchor: str = ANCHOR, fixed: Mapping[str, float] | None = None) -> list[Rating]:
    """Rate the agents by the places they came in.

    Args:
        results: the games; their order does not matter.
        anchor: the agent at 0; if it did not play, the mean of all agents is at 0.
        fixed: ratings that are known and stay as they are; the others are fitted to them, the prior's middle at the
            mean of these. The anchor then counts for nothing.

    Returns:
        A rating for each agent that is not fixed, the best first.

    Raises:
        OptionError: openskill is not installed.
    """
    slopes = _openskill_slopes()
    fixed = dict(fixed or {})
    names = sorted({name for result in results for name in result.names})
    free = [name for name in names if name not in fixed]
    if not free:
        return []
    origin = PRIOR_MEAN - float(np.mean(list(fixed.values()))) if fixed else 0.0
    skills = {name: origin + fixed[name] if name in fixed else PRIOR_MEAN for name in names}
    deals = _patterns_by_deal(results)
    mu, curve = _fit(slopes, sum(deals, Counter()), skills, free)
    skills.update(zip(free, mu.tolist(), strict=True))
    drawn = mu + resampled_sums(_slopes_by_deal(slopes, deals, skills, free)) @ np.linalg.inv(curve).T
    zero, drawn_zero = origin, np.full(len(drawn), origin)
    if not fixed:
        at = [free.index(anchor)] if anchor in free else list(range(len(free)))
        zero, drawn_zero = float(mu[at].mean()), drawn[:, at].mean(axis=1)
    low, high = np.quantile(drawn - drawn_zero[:, None], [0.025, 0.975], axis=0)
    games = Counter(name for result in results for name in set(result.names))
    ratings = [
        Rating(name, Estimate(float(mu[at] - zero), float(low[at]), float(high[at])), games[name])
        for at, name in enumerate(free)
    ]
    return sorted(ratings, key=lambda rating: -rating.rating.mean)


Slopes = Callable[[Pattern, Mapping[str, float]], list[tuple[str, float]]]
"""A game and the skills -> how steeply the game's log-likelihood rises with the skill of each seat's agent."""


def need_openskill() -> Any:
    """Give OpenSkill's Plackett-Luce model, its skills fixed in time.

    Raises:
        OptionError: openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise OptionError("ratings: need openskill; install it with: pip install 'boru-env[agents]'") from None
    return PlackettLuce(tau=0.0)


def _openskill_slopes() -> Slopes:
    """Give the slopes of OpenSkill's Plackett-Luce model, read out of its update."""
    model = need_openskill()

    def slopes(pattern: Pattern, skills: Mapping[str, float]) -> list[tuple[str, float]]:
        teams = [[model.rating(mu=skills[name], sigma=SURE)] for _, name in pattern]
        moved = model.rate(teams, ranks=[place for place, _ in pattern])
        return [(name, (team[0].mu - skills[name]) / SURE**2) for (_, name), team in zip(pattern, moved, strict=True)]

    return slopes


def _patterns_by_deal(results: Sequence[Result]) -> list[Counter[Pattern]]:
    """Count how the games of each deal ended."""
    deals: dict[int, Counter[Pattern]] = {}
    for result in results:
        pattern = tuple(sorted(zip(result.places, result.names, strict=True)))
        deals.setdefault(result.pairing.deal, Counter())[pattern] += 1
    return [deals[deal] for deal in sorted(deals)]


def _total(slopes: Slopes, patterns: Counter[Pattern], skills: Mapping[str, float], free: Sequence[str]) -> Vector:
    """Give the slopes of all games together, (K,), for the free agents."""
    total = dict.fromkeys(free, 0.0)
    for pattern, times in sorted(patterns.items()):
        for name, slope in slopes(pattern, skills):
            if name in total:
                total[name] += times * slope
    return np.array([total[name] for name in free])


def _fit(
    slopes: Slopes, patterns: Counter[Pattern], skills: Mapping[str, float], free: Sequence[str]
) -> tuple[Vector, npt.NDArray[np.float64]]:
    """Give the most probable skills of the free agents, (K,), and how the slopes fall there, (K, K)."""
    current = dict(skills)
    for _ in range(MAX_STEPS):
        mu = np.array([current[name] for name in free])
        curve = _curve(patterns, current, free)
        move = np.linalg.solve(curve, _total(slopes, patterns, current, free) - (mu - PRIOR_MEAN) / PRIOR_SPREAD**2)
        if np.abs(move).max() < PRECISION:
            break
        current.update(zip(free, (mu + np.clip(move, -PRIOR_SPREAD, PRIOR_SPREAD)).tolist(), strict=True))
    return mu, curve


def _curve(patterns: Counter[Pattern], skills: Mapping[str, float], free: Sequence[str]) -> npt.NDArray[np.float64]:
    """Give minus the derivative of all slopes, the prior's too, by the free agents' skills, (K, K).

    The closed form of the model (Weng and Lin 2011, algorithm 4): each place is a choice among those who came no
    better, by chances in proportion to exp(skill / c).
    """
    at = {name: place for place, name in enumerate(free)}
    curve = np.eye(len(free)) / PRIOR_SPREAD**2
    for pattern, times in sorted(patterns.items()):
        places = np.array([place for place, _ in pattern])
        members = [(seat, at[name]) for seat, (_, name) in enumerate(pattern) if name in at]
        c = BETA * np.sqrt(len(pattern))
        strength = np.exp(np.array([skills[name] for _, name in pattern]) / c)
        inner = np.zeros((len(pattern), len(pattern)))
        for place in places:
            chance = np.where(places >= place, strength, 0)
            chance /= chance.sum()
            inner += (np.diag(chance) - np.outer(chance, chance)) / (places == place).sum()
        for seat, row in members:
            for other, column in members:
                curve[row, column] += times * inner[seat, other] / c**2
    return curve


def _slopes_by_deal(
    slopes: Slopes, deals: Sequence[Counter[Pattern]], skills: Mapping[str, float], free: Sequence[str]
) -> npt.NDArray[np.float64]:
    """Give each deal's part of the slopes, (D, K), less their mean, so that all deals together move nothing."""
    known = {pattern: slopes(pattern, skills) for pattern in sum(deals, Counter())}
    table = np.zeros((len(deals), len(free)))
    for row, patterns in zip(table, deals, strict=True):
        for pattern, times in sorted(patterns.items()):
            for name, slope in known[pattern]:
                if name in free:
                    row[free.index(name)] += times * slope
    table -= table.mean(axis=0)
    return table
