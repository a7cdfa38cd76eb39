"""Our network as RLlib's RLModule, and back."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from agents.learned.network import Network, Shape, make_network, masked
from boru_env import Edition
from training.rllib.environment import action_space, observation_space

PREFIX = "network."
"""What RLlib's names of the weights have before ours."""


class NetworkModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """The network of `agents.learned.network`, with masked logits.

    `model_config` holds `shape`, the fields of `Shape`, and `edition`, an `Edition`.
    """

    def setup(self) -> None:
        """Make the network."""
        self.network = make_network(Shape(**self.model_config["shape"]), self.model_config["edition"])

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Give log-probabilities, those of illegal actions below -1e8: (B, 80) float32."""
        return {Columns.ACTION_DIST_INPUTS: self._both(batch)[0]}

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The same, and the values under the name that the loss hands back to `compute_values`."""
        log_probs, values = self._both(batch)
        return {Columns.ACTION_DIST_INPUTS: log_probs, Columns.EMBEDDINGS: values}

    def compute_values(self, batch: dict[str, Any], embeddings: torch.Tensor | None = None) -> torch.Tensor:
        """Give the values of the seats to act, (B,) float32."""
        return self._both(batch)[1] if embeddings is None else embeddings

    def _both(self, batch: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
        seen = batch[Columns.OBS]
        logits, values = self.network(seen["observation"])
        return masked(logits, seen["action_mask"]), values[:, 0]


def module_spec(shape: Shape, edition: Edition) -> Any:
    """Give the `RLModuleSpec` of a network."""
    return RLModuleSpec(
        module_class=NetworkModule,
        observation_space=observation_space(shape.guides),
        action_space=action_space(),
        model_config={"shape": asdict(shape), "edition": edition},
    )


def network_of(weights: Mapping[str, Any], shape: Shape, edition: Edition) -> Network:
    """Give our network with the weights of a `NetworkModule`.

    Args:
        weights: the module's state: names -> arrays.
        shape: of the network.
        edition: of the network.
    """
    network = make_network(shape, edition)
    network.load_state_dict({name.removeprefix(PREFIX): torch.as_tensor(given) for name, given in weights.items()})
    return network
