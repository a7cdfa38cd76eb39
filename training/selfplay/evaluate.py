"""How strong is a policy? Games against fixed opponents on paired deals: each deal once from every seat."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.arena.statistics import resampled_sums
from agents.greedy import GreedyPolicy
from agents.greedy.policy import choose_rows
from agents.learned.acting import Player, Policy, player_of
from boru_env import Edition, SelfPlay

OPPONENTS = ("greedy", "random")
"""Against whom every training is judged."""

EVALUATION_SEED = 1_000_003
"""Of the deals of evaluations: the same in every training, so that they can be compared."""


@dataclass(frozen=True)
class Share:
    """A player's share of the wins, with a 95 % interval by a bootstrap over deals.

    Attributes:
        mean: the share.
        low: lower end of the interval.
        high: upper end.
    """

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        """Give it in per cent."""
        return f"{self.mean:.1%} [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def judge(player: Policy, edition: Edition, tables: Iterable[int], games: int) -> tuple[dict[str, float], str]:
    """Play against each fixed opponent.

    Args:
        player: who is judged.
        edition: what is played.
        tables: numbers of players, 3 to 5.
        games: how many at each table against each opponent, over all seats.

    Returns:
        The metrics by their names in TensorBoard, as `evaluation/greedy_mean`, or, with tables of several sizes,
        `evaluation_3_players/greedy_mean`; and the same in words.
    """
    sizes = sorted(set(tables))
    metrics: dict[str, float] = {}
    told = []
    for players in sizes:
        room = "evaluation" if len(sizes) == 1 else f"evaluation_{players}_players"
        for opponent in OPPONENTS:
            share = evaluate(player, edition, players, opponent, games, EVALUATION_SEED)
            metrics |= {f"{room}/{opponent}_{name}": value for name, value in vars(share).items()}
            told.append(f"{share} of the wins against {players - 1} {opponent}")
    return metrics, "; ".join(told)


def evaluate(
    player: Policy,
    edition: Edition,
    players: int,
    opponent: str | Player,
    games: int,
    seed: int,
    tell: Callable[[int], object] | None = None,
) -> Share:
    """Play the most probable actions against one kind of opponent in all other seats.

    Args:
        player: who is judged.
        edition: what is played.
        players: 3, 4 or 5.
        opponent: `"greedy"`, `"random"`, or another player, which takes its most probable actions.
        games: how many, over all seats; rounded up to whole deals.
        seed: of the deals.
        tell: is called with the number of games that have ended since it was last called.
    """
    deals = -(-games // players)
    seats = range(players)
    shares = np.stack([_wins(player, edition, players, opponent, deals, seed, seat, tell) for seat in seats])
    table = np.stack([shares.sum(axis=0), np.full(deals, float(players))], axis=1)
    drawn = resampled_sums(table)
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
    return Share(float(shares.mean()), float(low), float(high))


def _wins(
    player: Policy,
    edition: Edition,
    players: int,
    opponent: str | Player,
    deals: int,
    seed: int,
    own: int,
    tell: Callable[[int], object] | None,
) -> npt.NDArray[np.float64]:
    """Give the player's share of the win, (deals,), from one seat; the deals of one seed are the same for each."""
    games = SelfPlay(deals, players, edition, "win", seed, observe=False)
    batch, weights = games.reset(seed), GreedyPolicy().weights
    shares = np.full(deals, np.nan)
    judged = player_of(player, edition)
    while np.isnan(shares).any():
        actions = games.random_actions().copy()
        rows = np.flatnonzero((batch.seat != own) & np.isnan(shares))
        if opponent == "greedy" and len(rows):
            chosen = np.empty(len(rows), np.int64)
            choose_rows(edition.tables, games.states, rows, weights, chosen)
            actions[rows] = chosen
        elif not isinstance(opponent, str) and len(rows):
            actions[rows] = opponent.choose(games.states, rows, None)[0]
        rows = np.flatnonzero((batch.seat == own) & np.isnan(shares))
        if len(rows):
            actions[rows] = judged.choose(games.states, rows, None)[0]
        batch = games.step(actions)
        ended = np.flatnonzero(batch.done & np.isnan(shares))
        # The reward `win` is (n s - 1) / (n - 1), with s the share of the win.
        shares[ended] = (batch.rewards[ended, own] * (players - 1) + 1) / players
        if len(ended) and tell is not None:
            tell(len(ended))
    return shares
