"""What a finished game pays each seat. Rewards come at the end only; points are always in the infos.

A further reward is one function here and one line in `REWARDS`; an environment also takes any function of a
finished game that gives one number in [-1, 1] a seat.
"""

from collections.abc import Callable, Sequence

from boru_env.errors import OptionError, brief
from boru_env.views.batch import MARGIN_SCALE
from boru_env.views.game import Game

Reward = Callable[[Game], Sequence[float]]
"""A finished game -> one number in [-1, 1] for each seat."""

LOWEST = -1.0
"""The lowest reward: what an illegal action costs."""


def win_shares(game: Game) -> list[float]:
    """Give each seat's share of the win of a finished game, 1 in all."""
    winners = game.winners or []
    return [(seat in winners) / len(winners) for seat in range(game.num_players)]


def mean_places(game: Game) -> list[float]:
    """Give each seat's place in a finished game, 1 = first, ties averaged."""
    places = game.placements or []
    return [place + (places.count(place) - 1) / 2 for place in places]


def win(game: Game) -> list[float]:
    """Pay (n s - 1) / (n - 1), s the share of the win: +1 alone, -1 / (n - 1) for a loser. Zero-sum."""
    winners = game.winners or []
    n = game.num_players
    return [(n * (seat in winners) / len(winners) - 1) / (n - 1) for seat in range(n)]


def rank(game: Game) -> list[float]:
    """Pay +1 for the first to -1 for the last in even steps, places by F7, ties averaged. Zero-sum."""
    n = game.num_players
    return [1 - 2 * (mean - 1) / (n - 1) for mean in mean_places(game)]


def margin(game: Game) -> list[float]:
    """Pay (final points - mean of the others') / 30, clipped to [-1, 1]. Zero-sum where nothing is clipped."""
    points = game.final_points or []
    total, others = sum(points), game.num_players - 1
    margins = [own - (total - own) / others for own in points]
    return [max(-1.0, min(1.0, value / MARGIN_SCALE)) for value in margins]


REWARDS: dict[str, Reward] = {"win": win, "rank": rank, "margin": margin}


def find_reward(reward: str | Reward) -> Reward:
    """Give a reward by its name, or the function itself.

    Raises:
        OptionError: there is no such reward.
    """
    if isinstance(reward, str) and reward in REWARDS:
        return REWARDS[reward]
    if callable(reward):
        return reward
    raise OptionError(f"reward: is {brief(reward)}; it must be one of {', '.join(REWARDS)}, or a function of a Game")
