"""The PPO step: clipped policy gradient, value, entropy (Schulman et al., 2017, arXiv:1707.06347)."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from agents.learned.network import entropy, masked
from training.selfplay.choices import Choices
from training.selfplay.options import Options


def update(
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    choices: Choices,
    options: Options,
    coefficients: dict[str, float],
    rng: np.random.Generator,
) -> dict[str, float]:
    """Learn from a rollout; give the metrics, by CleanRL's names."""
    device = next(network.parameters()).device
    target = choices.target
    data = {name: torch.from_numpy(array).to(device) for name, array in vars(choices).items()}
    data["target"] = torch.from_numpy(target).to(device)
    told: list[dict[str, float]] = []
    parts = (
        part
        for _ in range(options.update_epochs)
        for part in split(torch.from_numpy(rng.permutation(len(target))).to(device), options.minibatch_size)
    )
    for part in parts:
        loss, metrics = losses(
            network, {name: tensor.index_select(0, part) for name, tensor in data.items()}, options, coefficients
        )
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), options.max_grad_norm)
        optimizer.step()
        told.append(metrics)
        if options.target_kl is not None and told[-1]["losses/approx_kl"] > options.target_kl:
            break
    means = {name: float(np.mean([one[name] for one in told])) for name in told[0]}
    spread = float(target.var())
    left = float((target - choices.value).var())
    return means | {"losses/explained_variance": 1 - left / spread if spread > 0 else float("nan")}


def split(order: Tensor, size: int) -> list[Tensor]:
    """Cut into minibatches of about equal size, each of `size` at most; a small rest would be learned from too much."""
    return list(torch.tensor_split(order, max(1, -(-len(order) // size))))


def losses(
    network: nn.Module, part: dict[str, Tensor], options: Options, coefficients: dict[str, float]
) -> tuple[Tensor, dict[str, float]]:
    """Give the loss of a minibatch and its metrics.

    Args:
        network: observations -> logits, values.
        part: what `Choices` holds, and `target`, of the minibatch.
        options: what does not change.
        coefficients: what changes: `ent_coef`, `teacher_coef`.
    """
    with torch.autocast(part["obs"].device.type, torch.bfloat16, enabled=options.bf16):
        logits, values = network(part["obs"])
    log_probs, values = masked(logits, part["mask"]), values.float()
    others_loss = others_loss_of(values[:, 1:], part["others"])
    values = values[:, 0]
    log_ratio = log_probs.gather(1, part["action"][:, None])[:, 0] - part["log_prob"]
    ratio, advantage = log_ratio.exp(), part["advantage"]
    if options.norm_adv and len(advantage) > 1:
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    clipped = ratio.clamp(1 - options.clip_coef, 1 + options.clip_coef)
    policy_loss = -torch.min(advantage * ratio, advantage * clipped).mean()
    value_loss = _value_loss(values, part, options)
    bonus = entropy(log_probs, part["mask"]).mean()
    loss = (
        policy_loss
        - coefficients["ent_coef"] * bonus
        + options.vf_coef * (value_loss + options.others_coef * others_loss)
    )
    taught = {}
    if coefficients["teacher_coef"]:
        taught = {"losses/teacher_loss": teacher_loss_of(log_probs, part["teacher"])}
        loss = loss + coefficients["teacher_coef"] * taught["losses/teacher_loss"]
    with torch.no_grad():
        metrics = {
            "losses/value_loss": value_loss,
            "losses/others_loss": others_loss,
            "losses/policy_loss": policy_loss,
            "losses/entropy": bonus,
            "losses/approx_kl": ((ratio - 1) - log_ratio).mean(),
            "losses/clipfrac": ((ratio - 1).abs() > options.clip_coef).float().mean(),
        }
        metrics |= taught
        numbers = torch.stack([metric.detach() for metric in metrics.values()]).tolist()
    return loss, dict(zip(metrics, numbers, strict=True))


def teacher_loss_of(log_probs: Tensor, teacher: Tensor) -> Tensor:
    """Give the cross-entropy of the teacher's actions, over the choices where it was asked."""
    asked = teacher >= 0
    of_teacher = log_probs.gather(1, teacher.clamp(min=0)[:, None])[:, 0]
    loss: Tensor = -torch.where(asked, of_teacher, 0.0).sum() / asked.sum().clamp(min=1)
    return loss


def others_loss_of(values: Tensor, target: Tensor) -> Tensor:
    """Give half the mean square error of the other seats' values, where it is known what they should have been."""
    known = ~torch.isnan(target)
    error = torch.where(known, values - torch.nan_to_num(target), 0.0)
    loss: Tensor = 0.5 * (error**2).sum() / known.sum().clamp(min=1)
    return loss


def _value_loss(values: Tensor, part: dict[str, Any], options: Options) -> Tensor:
    """Give half the mean square error of the values."""
    error: Tensor = (values - part["target"]) ** 2
    if options.clip_vloss:
        near = part["value"] + (values - part["value"]).clamp(-options.clip_coef, options.clip_coef)
        error = torch.max(error, (near - part["target"]) ** 2)
    loss: Tensor = 0.5 * error.mean()
    return loss
