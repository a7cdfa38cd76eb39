"""Which games are played: every deal once for every rotation of the line-up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boru_env.errors import OptionError


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played.

    Attributes:
        game: its number in the tournament.
        deal: the number of its deal; games of one deal have the same cards.
        seed: seed of the deal and of the agents.
        seats: the agent of each seat, as places in the line-up.
    """

    game: int
    deal: int
    seed: int
    seats: tuple[int, ...]


def make_schedule(line_up: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Give at least so many games, rounded up to whole deals.

    Args:
        line_up: the agents' names, 3 to 5.
        games: how many games at least.
        seed: the same seed gives the same games.

    Raises:
        OptionError: not 3 to 5 agents, no games, or a negative seed.
    """
    n = len(line_up)
    if n not in (3, 4, 5):
        raise OptionError(f"--players: {n} are given; a game has 3, 4 or 5")
    if games < 1:
        raise OptionError(f"--games: is {games}; it must be at least 1")
    if seed < 0:
        raise OptionError(f"--seed: is {seed}; it must be a whole number >= 0")
    deals = -(-games // n)
    # Spawned, not counted up: neighbouring tournaments share no deal.
    seeds = [int(child.generate_state(1, np.uint64)[0] >> 1) for child in np.random.SeedSequence(seed).spawn(deals)]
    return [
        Pairing(deal * n + turn, deal, seeds[deal], tuple((seat - turn) % n for seat in range(n)))
        for deal in range(deals)
        for turn in range(n)
    ]
