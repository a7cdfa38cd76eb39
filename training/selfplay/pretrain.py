"""Before the learner plays: learn what `greedy` does, and what its games came to.

`greedy` is compiled and plays hundreds of thousands of decisions a second, so this is soon done; after it the learner
makes most of `greedy`'s choices, and its values tell good positions from bad ones.
"""

import numpy as np
import torch
from torch import nn

from agents.learned.network import masked
from training.selfplay.choices import Choices
from training.selfplay.options import Options
from training.selfplay.update import others_loss_of, split


def imitate(
    network: nn.Module, optimizer: torch.optim.Optimizer, choices: Choices, options: Options, rng: np.random.Generator
) -> dict[str, float]:
    """Pass once over choices of `greedy`; give the metrics."""
    device = next(network.parameters()).device
    arrays = (choices.obs, choices.mask, choices.action, choices.target, choices.others)
    obs, mask, action, target, others = (torch.from_numpy(array).to(device) for array in arrays)
    told = []
    for part in split(torch.from_numpy(rng.permutation(len(target))).to(device), options.minibatch_size):
        logits, values = network(obs[part])
        log_probs = masked(logits, mask[part])
        teacher_loss = -log_probs.gather(1, action[part][:, None]).mean()
        value_loss = 0.5 * ((values[:, 0] - target[part]) ** 2).mean()
        others_loss = others_loss_of(values[:, 1:], others[part])
        optimizer.zero_grad()
        (options.pretrain_teacher * teacher_loss + value_loss + options.others_coef * others_loss).backward()
        nn.utils.clip_grad_norm_(network.parameters(), options.max_grad_norm)
        optimizer.step()
        agreed = (log_probs.argmax(dim=1) == action[part]).float().mean()
        told.append(torch.stack([one.detach() for one in (teacher_loss, value_loss, others_loss, agreed)]).tolist())
    names = ("losses/teacher_loss", "losses/value_loss", "losses/others_loss", "losses/agreement")
    metrics = dict(zip(names, np.mean(told, axis=0).tolist(), strict=True))
    spread = float(choices.target.var())
    explained = 1 - 2 * metrics["losses/value_loss"] / spread if spread > 0 else float("nan")
    return metrics | {"losses/explained_variance": explained}
