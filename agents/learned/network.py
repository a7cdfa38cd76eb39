"""The networks of `training.selfplay_ppo`: observations -> logits of all actions, and what the game will pay each seat.

This module needs torch: import it on first use only.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from agents.learned.guide import NUM_GUIDES
from agents.learned.sparse import gather_gradient, multiply
from boru_env import Edition, Game
from boru_env.editions.tables import MAX_SEATS
from boru_env.errors import OptionError
from boru_env.views.compact import RATIO, SCALE

KINDS = ("mlp", "towns", "guided")
LOWEST = -1e9
"""The logit of an action that is not legal: its probability is 0 in float32."""


@dataclass(frozen=True)
class Shape:
    """What a network is made of; it is saved with the weights.

    Attributes:
        kind: `"mlp"`; `"towns"`: with a shared encoder of towns and of cards; or `"guided"`: it reads `guide` as well.
        hidden: width of the trunk.
        town_width: numbers kept for a town; `"towns"` only.
        reason_width: numbers kept for a legal action; `"guided"` only.
    """

    kind: str = "mlp"
    hidden: int = 256
    town_width: int = 32
    reason_width: int = 32

    @property
    def guides(self) -> int:
        """Bytes that the network reads behind an observation, as `guide.guide` gives them; 0: none."""
        return NUM_GUIDES if self.kind == "guided" else 0


class _FirstLayer(torch.autograd.Function):
    """Expanded observations times a weight, reading only what is not zero; on the CPU."""

    @staticmethod
    def forward(ctx: Any, obs: Tensor, ratio: Tensor, scale: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Give (B, H) float32."""
        out = torch.empty(len(obs), weight.shape[1])
        multiply(*(given.detach().numpy() for given in (obs, ratio, scale, weight, bias, out)))
        ctx.save_for_backward(obs, ratio, scale, weight)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        """Give the gradients of weight and bias."""
        obs, ratio, scale, weight = ctx.saved_tensors
        grad, total = grads[0].contiguous(), torch.zeros_like(weight)
        gather_gradient(*(given.detach().numpy() for given in (obs, ratio, scale, grad, total)))
        return None, None, None, total, grad.sum(dim=0)


class FirstLayer(nn.Module):
    """The linear layer that reads observations, compact uint8 or float32, and expands compact ones."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(Game.OBSERVATION_SIZE, width))
        self.bias = nn.Parameter(torch.zeros(width))
        nn.init.orthogonal_(self.weight, math.sqrt(2))
        self.register_buffer("ratio", torch.from_numpy(RATIO.copy()), persistent=False)
        self.register_buffer("scale", torch.from_numpy(SCALE.copy()), persistent=False)

    def forward(self, obs: Tensor) -> Tensor:
        """Give (B, width) for observations (B, OBSERVATION_SIZE), uint8 or float32."""
        ratio, scale = self.get_buffer("ratio"), self.get_buffer("scale")
        if obs.dtype != torch.uint8:  # expanded already
            ratio, scale = torch.zeros_like(ratio), torch.ones_like(scale)
        if obs.device.type == "cpu":
            given = (obs.contiguous(), ratio, scale, self.weight, self.bias)
            product: Tensor = _FirstLayer.apply(*given)  # type: ignore[no-untyped-call]
            return product
        numbers = obs.float()
        return numbers / (numbers * ratio + scale) @ self.weight + self.bias


class Network(nn.Module):
    """A plain network: two hidden layers, one head for the actions and one for the values.

    Args:
        shape: its sizes.
        edition: for networks that read what is printed on board and cards; this one does not.

    Attributes:
        shape: its sizes.
        guides: bytes that it reads behind an observation.
    """

    LOGITS: ClassVar[tuple[str, ...]] = ("actions.",)
    """Parameters that the logits are proportional to, by the beginnings of their names."""

    def __init__(self, shape: Shape, edition: Edition) -> None:
        super().__init__()
        self.shape, self.guides = shape, shape.guides
        self.first = FirstLayer(shape.hidden)
        self.second = linear(shape.hidden, shape.hidden)
        self.actions = linear(shape.hidden, Game.NUM_ACTIONS, 0.01)
        self.value = linear(shape.hidden, MAX_SEATS, 1.0)

    def forward(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        """Give logits and values.

        Args:
            obs: (B, OBSERVATION_SIZE + guides) uint8 as `SelfPlay(observe="uint8")` gives it, or float32 in [0, 1];
                guides are 0..255 either way.

        Returns:
            (B, 80) float32 logits of all actions, legal or not, and (B, 5) float32 values of all seats, the one to act
            first; those of seats that do not exist mean nothing.
        """
        trunk = torch.relu(self.second(torch.relu(self.first(obs))))
        return self.actions(trunk), self.value(trunk)

    def soften(self, temperature: float) -> None:
        """Divide all logits by a temperature above 0: the order of the actions stays, the policy is less sure of it."""
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name.startswith(self.LOGITS):
                    parameter.div_(temperature)


def linear(inputs: int, outputs: int, gain: float = math.sqrt(2)) -> nn.Linear:
    """Give a linear layer, initialised orthogonally, its bias 0."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def make_network(shape: Shape, edition: Edition) -> Network:
    """Make a network with new weights.

    Raises:
        OptionError: there is no such kind, or a size is impossible.
    """
    if shape.kind not in KINDS:
        raise OptionError(f"network: is {shape.kind!r}; it must be one of {', '.join(KINDS)}")
    for name in ("hidden", "town_width", "reason_width"):
        if not 1 <= getattr(shape, name) <= 10_000:
            raise OptionError(f"{name}: is {getattr(shape, name)}; it must be 1 to 10000")
    if shape.kind == "guided":
        from agents.learned.guided import GuidedNetwork

        return GuidedNetwork(shape, edition)
    if shape.kind == "towns":
        from agents.learned.towns import TownNetwork

        return TownNetwork(shape, edition)
    return Network(shape, edition)


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Give log-probabilities (B, 80) float32 over the legal actions; those of the others are below -1e8.

    Args:
        logits: (B, 80).
        mask: (B, 80), nonzero = legal; at least one a row.
    """
    legal: Tensor = torch.log_softmax(logits.float().masked_fill(mask == 0, LOWEST), dim=-1)
    return legal


def probabilities(log_probs: Tensor, mask: Tensor) -> Tensor:
    """Give probabilities (B, 80) of what `masked` gave; 0 for actions that are not legal.

    The exponential of numbers far below the smallest float is slow, hence the bound.
    """
    return log_probs.clamp(min=-80.0).exp() * mask


def entropy(log_probs: Tensor, mask: Tensor) -> Tensor:
    """Give the entropy in nats, (B,), over the legal actions."""
    return -(probabilities(log_probs, mask) * log_probs).sum(dim=-1)
