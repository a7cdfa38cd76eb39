"""Which games are played: every deal once for every seating of the line-up.

`cyclic` plays the rotations of the line-up: with k agents in n seats every agent holds every seat equally often, and
who sits to the left of whom never changes. `all` plays every distinct seating (n! where all agents differ), so that
every agent also has every other one to its left equally often. Seatings that differ only by an exchange of copies of
one agent are the same game, and are played once.

All tables of a tournament use the same deals: deal 3 at two tables of four has the same cards.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boru_env.errors import OptionError, brief

MAX_GAMES = 1_000_000
"""All results of a tournament are held in memory."""

ROTATIONS = ("cyclic", "all")


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played.

    Attributes:
        game: its number in the tournament.
        deal: the number of its deal; games of one deal have the same cards.
        seed: seed of the deal; no agent is told it, for it tells every card.
        agents_seed: what the agents draw from, drawn apart from `seed`.
        seats: the agent of each seat, as places in the line-up.
        table: the number of its line-up.
    """

    game: int
    deal: int
    seed: int
    agents_seed: int
    seats: tuple[int, ...]
    table: int = 0


def make_schedule(line_up: Sequence[str], games: int, seed: int, rotations: str = "cyclic") -> list[Pairing]:
    """Give the schedule of a tournament with one table; see `make_schedules`."""
    return make_schedules([line_up], games, seed, rotations)


def make_schedules(
    line_ups: Sequence[Sequence[str]], games: int, seed: int, rotations: str = "cyclic"
) -> list[Pairing]:
    """Give at least so many games a table, rounded up to whole deals; deal by deal, so that any beginning is balanced.

    Args:
        line_ups: for each table its agents, 3 to 5; equal texts are copies of one agent.
        games: how many games a table at least.
        seed: the same seed gives the same games; more games begin with those of fewer.
        rotations: which seatings are played, `cyclic` or `all`.

    Raises:
        OptionError: not 3 to 5 agents, no games or too many, a negative seed, or no such rotations.
    """
    for line_up in line_ups:
        if len(line_up) not in (3, 4, 5):
            raise OptionError(f"--players: {len(line_up)} are given; a game has 3, 4 or 5")
    if not 1 <= games <= MAX_GAMES:
        raise OptionError(f"--games: is {brief(games)}; it must be 1 to {MAX_GAMES}")
    if seed < 0:
        raise OptionError(f"--seed: is {brief(seed)}; it must be a whole number >= 0")
    if rotations not in ROTATIONS:
        raise OptionError(f"--rotations: is {brief(rotations)}; it must be {' or '.join(ROTATIONS)}")
    tables = [seatings(line_up, rotations) for line_up in line_ups]
    deals = [-(-games // len(turns)) for turns in tables]
    total = sum(count * len(turns) for count, turns in zip(deals, tables, strict=True))
    if total > MAX_GAMES + max(len(turns) for turns in tables):
        raise OptionError(f"--games: makes {total} games at all tables together; it must be at most {MAX_GAMES}")
    return schedule_deals(tables, deals, seed)


def schedule_deals(tables: Sequence[Sequence[tuple[int, ...]]], deals: Sequence[int], seed: int) -> list[Pairing]:
    """Give the games deal by deal, with the same deals at all tables.

    Args:
        tables: the seatings of each table, as `seatings` gives them.
        deals: how many deals each table plays.
        seed: a whole number >= 0.
    """
    # Spawned, not counted up: neighbouring tournaments share no deal.
    children = np.random.SeedSequence(seed).spawn(max(deals))
    seeds = [(child.generate_state(2, np.uint64) >> np.uint64(1)).tolist() for child in children]
    numbers = itertools.count()
    return [
        Pairing(next(numbers), deal, seeds[deal][0], seeds[deal][1], turn, table)
        for deal in range(max(deals))
        for table, turns in enumerate(tables)
        if deal < deals[table]
        for turn in turns
    ]


def seatings(line_up: Sequence[str], rotations: str) -> list[tuple[int, ...]]:
    """Give the distinct seatings of a line-up: for each seat a place in the line-up."""
    n = len(line_up)
    if rotations == "all":
        orders = list(itertools.permutations(range(n)))
    else:
        orders = [tuple((seat - turn) % n for seat in range(n)) for turn in range(n)]
    distinct: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in orders:
        distinct.setdefault(tuple(line_up[place] for place in order), order)
    return list(distinct.values())
