"""A network at play in many games at once: what it reads, and what it then chooses.

This module needs torch: import it on first use only.
"""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.learned.compiled import COMPILED_KINDS, layers_of
from agents.learned.guide import guide
from agents.learned.network import Network, masked, probabilities
from agents.learned.rows import Chosen, CompiledPlayer, Rows
from boru_env import Edition, Game
from boru_env.views.seats import look_for_actors

Bytes = npt.NDArray[np.uint8]


class Policy(Protocol):
    """What can be asked through torch: our networks, and those of other trainers with the same face."""

    guides: int
    """Bytes that it reads behind an observation."""

    def __call__(self, obs: Tensor, /) -> tuple[Tensor, Tensor]:
        """Give logits (B, 80) and values (B, 5)."""

    def parameters(self) -> Iterator[Tensor]:
        """Give the weights, which tell the device."""


class Player(Protocol):
    """Who chooses in many games at once."""

    def choose(
        self, states: npt.NDArray[np.void], rows: Rows, rng: np.random.Generator | None, seen: Bytes | None = None
    ) -> Chosen:
        """Choose for the seats to act.

        Args:
            states: (N,) `STATE`.
            rows: (K,) which of them, each at a decision.
            rng: of the draws, one number a row; None: the most probable actions, the lowest id on a tie.
            seen: (N, D) uint8, its rows filled with what was read: the observation, then the guides.

        Returns:
            Actions (K,), their log-probabilities (K,), and values (K, 5) of all seats, the one to act first.
        """


def player_of(policy: Policy, edition: Edition) -> Player:
    """Give who plays a policy as its weights are now: compiled code, where a network of ours on the CPU has it."""
    on_cpu = next(iter(policy.parameters())).device.type == "cpu"
    if on_cpu and isinstance(policy, Network) and policy.shape.kind in COMPILED_KINDS:
        return CompiledPlayer(layers_of(policy), edition)
    return TorchPlayer(policy, edition)


class TorchPlayer:
    """A policy that is asked through torch: on a GPU, or of a kind that is not compiled.

    Args:
        policy: who is asked.
        edition: what is played.
    """

    def __init__(self, policy: Policy, edition: Edition) -> None:
        self._policy, self._edition = policy, edition

    def choose(
        self, states: npt.NDArray[np.void], rows: Rows, rng: np.random.Generator | None, seen: Bytes | None = None
    ) -> Chosen:
        """Choose for the seats to act; see `Player`."""
        obs, masks = see(self._edition, states, rows, self._policy.guides)
        if seen is not None:
            seen[rows] = obs
        return choose(self._policy, obs, masks, rng)


def see(edition: Edition, states: npt.NDArray[np.void], rows: Rows, guides: int) -> tuple[Bytes, npt.NDArray[np.int8]]:
    """Give what the seats to act in these rows see and may do, for a network that reads so many bytes of guides.

    Returns:
        (K, OBSERVATION_SIZE + guides) uint8, the observation compact, and (K, 80) int8.
    """
    obs, masks = (
        np.zeros((len(rows), Game.OBSERVATION_SIZE), np.uint8),
        np.zeros((len(rows), Game.NUM_ACTIONS), np.int8),
    )
    look_for_actors(edition.tables, states, rows, obs, masks)
    return (np.concatenate([obs, guide(edition, states, rows)], axis=1) if guides else obs), masks


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
