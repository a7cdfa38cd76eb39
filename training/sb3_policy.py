"""A policy of Stable-Baselines3 with the face of our networks, so that both are judged alike."""

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from boru_env import expand


class Sb3Policy:
    """Reads compact observations, (B, OBSERVATION_SIZE) uint8; gives logits and values as `Network` does.

    Args:
        policy: an actor-critic policy of SB3 or sb3-contrib that reads float32 observations. It values the seat to act
            alone: the others' values are NaN.
    """

    guides = 0

    def __init__(self, policy: Any) -> None:
        self._policy = policy

    def parameters(self) -> Iterator[Tensor]:
        """Give the weights."""
        weights: Iterator[Tensor] = self._policy.parameters()
        return weights

    def __call__(self, obs: Tensor, /) -> tuple[Tensor, Tensor]:
        """Give logits (B, 80) and values (B, 5)."""
        seen = torch.from_numpy(expand(obs.cpu().numpy())).to(obs.device)
        for_actions, for_value = self._policy.mlp_extractor(self._policy.extract_features(seen))
        values = torch.full((len(obs), 5), torch.nan, device=obs.device)
        values[:, 0] = self._policy.value_net(for_value)[:, 0]
        return self._policy.action_net(for_actions), values
