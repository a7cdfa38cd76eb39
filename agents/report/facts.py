"""What happened in a game, read from its replay."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.arena.play import Result
from boru_env import Edition, Game
from boru_env.editions.tables import WHITE
from boru_env.rules.compiled import Records
from boru_env.rules.state import blank_state

TRACKS = ("marriage", "battle", "church")
"""The three tracks of the upkeep."""

_COUNTED = ("space", "raiders", "church")
"""What a position calls them, in the order of `TRACKS`."""


@dataclass
class Facts:
    """A game, counted; lists are by seat.

    Attributes:
        deal: the number of its deal.
        names: the agents.
        shares: shares of the win.
        points: final points.
        played: the cards played, values 1..25.
        won: the cards that won a trick.
        gains: steps, raiders and church discs gained over the game, in the order of `TRACKS`.
        claims: the regions whose claim token is held at the end.
        present: in how many regions a town is controlled at the end.
        choices: phase and number of legal actions of each decision.
    """

    deal: int
    names: list[str]
    shares: list[float]
    points: list[int]
    played: list[set[int]]
    won: list[set[int]]
    gains: list[list[int]]
    claims: list[list[str]]
    present: list[int]
    choices: list[tuple[str, int]] = field(default_factory=list)

    def focus(self, seat: int) -> str:
        """Give the track on which a seat gained most, measured against the table's mean of that track."""
        n = len(self.names)
        means = [sum(gains[track] for gains in self.gains) / n for track in range(len(TRACKS))]
        ratios = [own / mean if mean else 0.0 for own, mean in zip(self.gains[seat], means, strict=True)]
        return TRACKS[ratios.index(max(ratios))]


def read_facts(result: Result, edition: Edition) -> Facts:
    """Play a recorded game again and count.

    Args:
        result: a whole game, with its replay.
        edition: the edition it was played on.
    """
    n = len(result.names)
    game = Game(n, edition, deal=result.lines[0]["deal"])
    played: list[set[int]] = [set() for _ in range(n)]
    won: list[set[int]] = [set() for _ in range(n)]
    gains = np.zeros((n, len(TRACKS)), np.int64)
    choices: list[tuple[str, int]] = []
    town: str | None = None
    trick: dict[int, int] = {}
    states = blank_state()
    before = _on_tracks(game, states)
    for line in result.lines[1:-1]:
        choices.append((game.phase, len(game.legal_ids())))
        kind, _, value = line["action"].partition(" ")
        if line["phase"] == "choose_town":
            town = value
        if line["phase"] == "play_card" and kind == "card":
            trick[line["seat"]] = int(value)
            played[line["seat"]].add(int(value))
            if len(trick) == n:
                winner = _winner(trick, town, edition)
                if winner is not None:
                    won[winner].add(trick[winner])
                trick, town = {}, None
        game.apply(line["action"])
        after = _on_tracks(game, states)
        gains += np.maximum(0, after - before)
        before = after
    last = game.to_json()
    claims = [[region for region, claim in last["claims"].items() if claim["holder"] == seat] for seat in range(n)]
    present = [_regions_of(last, edition, seat) for seat in range(n)]
    return Facts(
        result.pairing.deal,
        result.names,
        result.shares,
        result.points,
        played,
        won,
        gains.tolist(),
        claims,
        present,
        choices,
    )


def _winner(trick: dict[int, int], town: str | None, edition: Edition) -> int | None:
    """Give the seat that wins a trick (T4), if one does."""
    if town is None:
        return None
    colour = edition.tables["town_colour"][0, edition.town_index[town]]
    colours = edition.tables["card_colour"][0]
    matching = {card: seat for seat, card in trick.items() if colours[card - 1] in (colour, WHITE)}
    return matching[max(matching)] if matching else None


def _on_tracks(game: Game, states: Records) -> npt.NDArray[np.int64]:
    """Give steps, raiders and church discs of each seat, (seats, tracks); `states` is room for one state."""
    game.copy_into(states, 0)
    return np.stack([states[name][0, : game.num_players] for name in _COUNTED], axis=1).astype(np.int64)


def _regions_of(position: dict[str, Any], edition: Edition, seat: int) -> int:
    """Count the regions in which a seat controls a town."""
    towns = edition.tables["town_region"][0]
    return len(
        {
            int(towns[edition.town_index[town]])
            for town, on in position["towns"].items()
            if on["disc"] == seat and not on["viking"]
        }
    )
