"""Which games are played: every deal once for every rotation of the line-up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boru_env.errors import OptionError, brief

MAX_GAMES = 1_000_000
"""All results of a tournament are held in memory."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played.

    Attributes:
        game: its number in the tournament.
        deal: the number of its deal; games of one deal have the same cards.
        seed: seed of the deal; no agent is told it, for it tells every card.
        agents_seed: what the agents draw from, drawn apart from `seed`.
        seats: the agent of each seat, as places in the line-up.
    """

    game: int
    deal: int
    seed: int
    agents_seed: int
    seats: tuple[int, ...]


def make_schedule(line_up: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Give at least so many games, rounded up to whole deals.

    Args:
        line_up: the agents' names, 3 to 5.
        games: how many games at least.
        seed: the same seed gives the same games.

    Raises:
        OptionError: not 3 to 5 agents, no games or too many, or a negative seed.
    """
    n = len(line_up)
    if n not in (3, 4, 5):
        raise OptionError(f"--players: {n} are given; a game has 3, 4 or 5")
    if not 1 <= games <= MAX_GAMES:
        raise OptionError(f"--games: is {brief(games)}; it must be 1 to {MAX_GAMES}")
    if seed < 0:
        raise OptionError(f"--seed: is {brief(seed)}; it must be a whole number >= 0")
    deals = -(-games // n)
    # Spawned, not counted up: neighbouring tournaments share no deal.
    children = np.random.SeedSequence(seed).spawn(deals)
    seeds = [(child.generate_state(2, np.uint64) >> np.uint64(1)).tolist() for child in children]
    return [
        Pairing(deal * n + turn, deal, of_deal, of_agents, tuple((seat - turn) % n for seat in range(n)))
        for deal, (of_deal, of_agents) in enumerate(seeds)
        for turn in range(n)
    ]
