"""A network at play: what it reads, and what it then chooses."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.learned.compiled import COMPILED_KINDS, layers_of
from agents.learned.guide import guide
from agents.learned.network import Network, masked, probabilities
from agents.learned.rows import Answers
from boru_env import SelfPlay

Rows = npt.NDArray[np.int64]
Chosen = tuple[npt.NDArray[np.int64], npt.NDArray[np.float32], npt.NDArray[np.float32]]


class Policy(Protocol):
    """What can play: our networks, and those of other trainers with the same face."""

    guides: int
    """Bytes that it reads behind an observation."""

    def __call__(self, obs: Tensor, /) -> tuple[Tensor, Tensor]:
        """Give logits (B, 80) and values (B, 5)."""

    def parameters(self) -> Iterator[Tensor]:
        """Give the weights, which tell the device."""


class Player(Protocol):
    """Who answers for many games at once."""

    def choose(
        self,
        states: npt.NDArray[np.void],
        rows: Rows,
        rng: np.random.Generator | None,
        seen: npt.NDArray[np.uint8] | None = None,
    ) -> Chosen:
        """Choose for the seats to act in these rows; see `agents.learned.rows.Answers`."""


def player_of(policy: Policy, games: SelfPlay) -> Player:
    """Give who plays a policy in these games: compiled code if it is a network of ours that has it, on the CPU.

    It plays the weights as they are now.
    """
    on_cpu = next(iter(policy.parameters())).device.type == "cpu"
    if on_cpu and isinstance(policy, Network) and policy.shape.kind in COMPILED_KINDS:
        return Answers(layers_of(policy), games.edition)
    return TorchPlayer(policy, games)


class TorchPlayer:
    """A policy that is asked through torch: on a GPU, or of a kind that is not compiled.

    Args:
        policy: who is asked.
        games: those that it plays in, observed in uint8.
    """

    def __init__(self, policy: Policy, games: SelfPlay) -> None:
        self._policy, self._games = policy, games

    def choose(
        self,
        states: npt.NDArray[np.void],
        rows: Rows,
        rng: np.random.Generator | None,
        seen: npt.NDArray[np.uint8] | None = None,
    ) -> Chosen:
        """Choose as `Answers` does; `states` are those of the games."""
        obs = see(self._games, rows, self._policy.guides)
        if seen is not None:
            seen[rows] = obs
        return choose(self._policy, obs, self._games.look().mask[rows], rng)


def see(games: SelfPlay, rows: Rows, guides: int) -> npt.NDArray[np.uint8]:
    """Give what the seats to act in these rows see, (K, OBSERVATION_SIZE + guides), for a network that reads guides."""
    obs: npt.NDArray[np.uint8] = games.look().obs[rows]  # type: ignore[assignment]  # these games observe uint8
    return np.concatenate([obs, guide(games.edition, games.states, rows)], axis=1) if guides else obs


def choose(
    network: Policy,
    obs: npt.NDArray[np.uint8 | np.float32],
    mask: npt.NDArray[np.int8],
    rng: np.random.Generator | None,
) -> Chosen:
    """Draw actions from a policy.

    Args:
        network: observations -> logits, values.
        obs: (K, OBSERVATION_SIZE + guides).
        mask: (K, 80).
        rng: of the draws, one number a row; None: the most probable actions.

    Returns:
        Actions (K,), their log-probabilities (K,), and values (K, 5) of all seats, the one to act first.
    """
    device = next(network.parameters()).device
    with torch.no_grad():
        logits, values = network(torch.from_numpy(obs).to(device))
        legal = torch.from_numpy(mask).to(device)
        log_probs = masked(logits, legal)
        if rng is None:
            actions = log_probs.argmax(dim=1)
        else:
            up_to = probabilities(log_probs, legal).double().cumsum(dim=1)
            share = torch.from_numpy(rng.random(len(obs)) * (1 - 1e-12)).to(device)  # below 1 also when rounded
            drawn = share[:, None] * up_to[:, -1:]
            actions = (up_to <= drawn).sum(dim=1)
        chosen = log_probs.gather(1, actions[:, None])[:, 0]
    return actions.cpu().numpy(), chosen.float().cpu().numpy(), values.float().cpu().numpy()
