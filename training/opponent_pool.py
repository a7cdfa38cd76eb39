"""Who sits in the other seats while training: each game, each opponent is drawn anew from a pool."""

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.greedy import GreedyAgent
from agents.greedy.policy import choose_rows
from agents.registry import make_agent
from boru_env import SeatView
from boru_env.envs.seat_batch import SeatBatch
from boru_env.errors import OptionError

SELF = "self"
"""The name of the learner's past selves in a pool."""

Weights = list[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]
"""Layers as (weight (in, out), bias (out,)); tanh between them."""


class Snapshots:
    """The learner's latest past selves, as plain NumPy networks: one forward pass takes tens of microseconds.

    Args:
        keep: how many are kept; the oldest leaves first.
    """

    def __init__(self, keep: int = 8) -> None:
        self._past: deque[Weights] = deque(maxlen=keep)

    def __len__(self) -> int:
        return len(self._past)

    def add(self, policy: Any) -> None:
        """Keep a copy of the policy network of an SB3 actor-critic policy with tanh layers."""
        modules = [*policy.mlp_extractor.policy_net, policy.action_net]
        layers = [module for module in modules if hasattr(module, "weight")]
        self._past.append([(_copy(layer.weight.T), _copy(layer.bias)) for layer in layers])

    def draw(self, rng: np.random.Generator) -> Weights:
        """Give one of them: the newest half the time, else any."""
        if rng.random() < 0.5:
            return self._past[-1]
        return self._past[int(rng.integers(len(self._past)))]


def _copy(tensor: Any) -> npt.NDArray[np.float32]:
    array: npt.NDArray[np.float32] = tensor.detach().cpu().numpy().copy(order="C")
    return array


class PooledOpponent:
    """An opponent that is somebody else in each game.

    Args:
        pool: names of agents and `"self"`; each is drawn equally often, so a name given twice comes twice as often.
            While there is no past self, `"self"` plays at random.
        snapshots: the past selves.
    """

    def __init__(self, pool: Sequence[str], snapshots: Snapshots) -> None:
        if not pool:
            raise OptionError("opponents: none are given; give agents' names or 'self', separated by commas")
        self._names = list(pool)
        self._agents = {name: make_agent(name) for name in self._names if name != SELF}
        self._snapshots = snapshots
        self.weights: Weights | None = None
        self.agent: Any = None

    def reset(self, seed: int, seat: int) -> None:
        """Draw who plays this game."""
        self._rng = np.random.default_rng([seed, seat])
        name = self._names[int(self._rng.integers(len(self._names)))]
        self.agent = self._agents.get(name)
        self.weights = self._snapshots.draw(self._rng) if name == SELF and len(self._snapshots) else None
        if self.agent is not None:
            self.agent.reset(int(self._rng.integers(2**31)), seat)

    def act(self, view: SeatView) -> Any:
        """Decide as whoever was drawn."""
        if self.agent is not None:
            return self.agent.act(view)
        mask = view.legal_mask.astype(bool)
        logits = np.zeros(mask.size, np.float32) if self.weights is None else forward(self.weights, view.observation)
        # The largest of logits plus Gumbel noise is a sample of their softmax.
        noise = self._rng.gumbel(size=mask.size)
        return int(np.argmax(np.where(mask, logits + noise, -np.inf)))


class PooledOpponents:
    """Opponents of many games at once, each somebody else in each game: a `boru_env.envs.batch_opponents.Policy`.

    Args:
        pool: as in `PooledOpponent`.
        snapshots: the past selves.
        seed: of the choices that past selves make.
    """

    def __init__(self, pool: Sequence[str], snapshots: Snapshots, seed: int) -> None:
        self._pool, self._snapshots = pool, snapshots
        PooledOpponent(pool, snapshots)  # a mistake in the names is told here
        self._members: dict[tuple[int, int], PooledOpponent] = {}
        self._rng = np.random.default_rng(seed)

    def reset(self, row: int, seed: int, seat: int) -> None:
        """Draw who plays this game in this seat."""
        if (row, seat) not in self._members:
            self._members[row, seat] = PooledOpponent(self._pool, self._snapshots)
        self._members[row, seat].reset(seed, seat)

    def choose(self, games: SeatBatch, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Decide for the seats to act: each past self and `greedy` for all their games at once, others one by one."""
        members = [self._members[place] for place in zip(rows.tolist(), games.to_act(rows), strict=True)]
        observations, masks = games.seen_by_those_to_act(rows)
        logits = np.zeros(masks.shape, np.float32)
        for weights in {id(member.weights): member.weights for member in members}.values():
            if weights is not None:
                mine = np.array([member.weights is weights for member in members])
                logits[mine] = forward_batch(weights, observations[mine])
        noise = self._rng.gumbel(size=masks.shape)
        actions: npt.NDArray[np.int64] = np.where(masks == 1, logits + noise, -np.inf).argmax(axis=1)
        agents = [member.agent for member in members]
        for place, agent in enumerate(agents):
            if agent is not None and not isinstance(agent, GreedyAgent):
                game = games.game(int(rows[place]))
                actions[place] = game.action_id(agent.act(SeatView(game)))
        for greedy in {agent.name: agent for agent in agents if isinstance(agent, GreedyAgent)}.values():
            mine = np.array([agent is not None and agent.name == greedy.name for agent in agents])
            chosen = np.empty(mine.sum(), np.int64)
            choose_rows(games.edition.tables, games.states, rows[mine], greedy.weights, chosen)
            actions[mine] = chosen
        return actions


def forward_batch(layers: Weights, observations: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Give the logits, (K, 80) float32, of a network with tanh layers for (K, OBSERVATION_SIZE) observations."""
    values = observations
    for number, (weight, bias) in enumerate(layers):
        values = (values if number == 0 else np.tanh(values)) @ weight + bias
    return values


def forward(layers: Weights, observation: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Give the logits, (80,) float32, of a network with tanh layers.

    Nine in ten numbers of an observation are zero, so the first layer reads only the rows of the others.
    """
    values = observation
    for number, (weight, bias) in enumerate(layers):
        if number == 0:
            active = np.flatnonzero(values)
            values = values[active] @ weight[active] + bias
        else:
            values = np.tanh(values) @ weight + bias
    return values
