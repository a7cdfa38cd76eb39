"""A network at play: what it reads, and what it then chooses."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.learned.guide import guide
from agents.learned.network import masked, probabilities
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
