"""Who sits where: in most games the learner in all seats, in the others past selves or scripted players in some."""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from agents.learned.acting import Player, player_of
from agents.learned.network import Network, make_network
from boru_env import Edition
from boru_env.errors import OptionError
from training.selfplay.frozen import load_frozen
from training.selfplay.options import Options

LEARNER, GREEDY, RANDOM, FIRST_PAST = 0, 1, 2, 3
"""Who plays a seat; past self number i is FIRST_PAST + i."""

FADE = 0.02
"""How much one more game counts in the record against a past self."""


class Pool:
    """Past selves, and how they fare against the learner.

    Attributes:
        members: number -> network.
        records: number -> how the learner fares against it, fading: from 1, it always gets more, to -1, never.
        active: the numbers that new games draw from.
    """

    def __init__(self, options: Options, edition: Edition) -> None:
        self._options, self._edition = options, edition
        self.members: dict[int, Network] = {}
        self.records: dict[int, float] = {}
        self.active: list[int] = []
        self._count = 0
        self._frozen = load_frozen(options.frozen, edition) if options.frozen else None
        if self._frozen is not None:
            self.active = [0]

    def add(self, network: Network, in_play: set[int], rng: np.random.Generator) -> None:
        """Keep a copy of the learner, let the easiest of those not in play go, and draw the active ones anew.

        A frozen player stays alone.
        """
        if self._frozen is not None:
            return
        self.members[self._count] = self._copy(network.shape, network.state_dict(), _device(network))
        self.records[self._count] = 0.0
        self._count += 1
        leaving = sorted(set(self.members) - in_play - {self._count - 1}, key=lambda number: -self.records[number])
        for number in leaving[: max(0, len(self.members) - self._options.pool_size)]:
            del self.members[number], self.records[number]
        known = sorted(self.members)
        weights = np.array([(1.05 - self.records[number]) ** 2 for number in known])
        size = min(self._options.pool_active, len(known))
        self.active = rng.choice(known, size, replace=False, p=weights / weights.sum()).tolist()

    def record(self, number: int, lead: float) -> None:
        """Count a finished game against a past self: the learner's reward a seat, less the past self's."""
        if number in self.records:
            self.records[number] += FADE * (float(np.sign(lead)) - self.records[number])

    def player(self, number: int) -> Player:
        """Give who plays for a past self: its network as it is now, or the frozen player."""
        return self._frozen.player if self._frozen is not None else player_of(self.members[number], self._edition)

    def _copy(self, shape: Any, state: dict[str, Any], device: torch.device) -> Network:
        network = make_network(shape, self._edition).to(device)
        network.load_state_dict(state)
        return network.requires_grad_(False).eval()

    def state_dict(self) -> dict[str, Any]:
        """Give all of it, to be saved."""
        members = {number: network.state_dict() for number, network in self.members.items()}
        return {
            "members": members,
            "records": self.records,
            "active": self.active,
            "count": self._count,
            "frozen": self._mark(),
        }

    def load_state_dict(self, state: dict[str, Any], shape: Any, device: torch.device) -> None:
        """Take over what was saved; a frozen player is not in it.

        Raises:
            OptionError: that player is another one now.
        """
        if state["frozen"] != self._mark():
            raise OptionError(f"--frozen: {self._options.frozen} has changed since the run was begun")
        if self._frozen is not None:
            return
        self.members = {number: self._copy(shape, member, device) for number, member in state["members"].items()}
        self.records, self.active, self._count = dict(state["records"]), list(state["active"]), int(state["count"])

    def _mark(self) -> str:
        return "" if self._frozen is None else self._frozen.mark


class Seating:
    """Who plays each seat of each game; drawn anew when a game begins.

    Attributes:
        driver: (N, 5) int64: `LEARNER`, `GREEDY`, `RANDOM`, or `FIRST_PAST` + a past self's number.
    """

    def __init__(self, options: Options, players: list[int], pool: Pool, rng: np.random.Generator) -> None:
        self._players, self._pool, self._rng, self._own = players, pool, rng, options.learner_seats
        shares = np.array([options.self_share, options.pool_share, options.greedy_share, options.random_share])
        self._shares = shares / shares.sum()
        self.driver = np.zeros((len(players), 5), np.int64)
        for row in range(len(players)):
            self.draw(row)

    def draw(self, row: int) -> None:
        """Draw who plays the game that begins in a row; while there is no past self, the learner plays for it."""
        self.driver[row] = LEARNER
        kind = self._rng.choice(4, p=self._shares)
        other = {2: GREEDY, 3: RANDOM}.get(int(kind), LEARNER)
        if kind == 1 and self._pool.active:
            other = FIRST_PAST + int(self._rng.choice(self._pool.active))
        if other != LEARNER:
            players = self._players[row]
            others = players - self._own if self._own else self._rng.integers(1, players)
            seats = self._rng.permutation(players)[:others]
            self.driver[row, seats] = other

    def finish(self, rows: npt.NDArray[np.int64], rewards: npt.NDArray[np.float32]) -> None:
        """Count the games that have ended in these rows, and draw who plays the next ones."""
        for row in rows.tolist():
            players = self._players[row]
            is_own, paid = self.driver[row, :players] == LEARNER, rewards[row, :players]
            past = int(self.driver[row, :players].max())
            if past >= FIRST_PAST:
                self._pool.record(past - FIRST_PAST, float(paid[is_own].mean() - paid[~is_own].mean()))
            self.draw(row)

    def past_player(self, number: int) -> Player:
        """Give who plays for a past self."""
        return self._pool.player(number)

    def past_in_play(self) -> set[int]:
        """Give the numbers of the past selves that play somewhere now."""
        return {int(number) - FIRST_PAST for number in np.unique(self.driver) if number >= FIRST_PAST}


def _device(network: Network) -> torch.device:
    return next(network.parameters()).device
