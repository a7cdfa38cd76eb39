"""A network that reads what `greedy` counts beside the observation, and begins as a softened `greedy`.

Sums over regions, majorities and what they are worth take a plain network millions of games to find; here they are
given. `greedy`'s opinion of each action is added to the logits, with a weight that is learned as well: a new network
plays about as `greedy` does, now and then otherwise, and training begins where tuning by hand ended.
This module needs torch: import it on first use only.
"""

import torch
from torch import Tensor, nn

from agents.learned.guide import BEST_HINT, CLOSE, HINTS_PER_POINT, NUM_FEATURES
from agents.learned.network import Network, Shape, linear
from agents.learned.reasons import NUM_REASONS
from agents.learned.steps import FLAG, ZERO
from boru_env import Edition, Game

LOGITS_PER_POINT = 2.0
"""At the start: an action that `greedy` thinks a point better is e**2 times as likely."""


PARTS = [Game.NUM_ACTIONS, NUM_FEATURES, Game.NUM_ACTIONS * NUM_REASONS]


class GuidedNetwork(Network):
    """The layers of `Network`, with hints and features in the first.

    Args:
        shape: its sizes.
        edition: not read.
    """

    LOGITS = ("actions.", "trust", "sought.")

    def __init__(self, shape: Shape, edition: Edition) -> None:
        super().__init__(shape, edition)
        self.beside = linear(Game.NUM_ACTIONS + NUM_FEATURES, shape.hidden)
        self.trust = nn.Parameter(torch.full((Game.NUM_ACTIONS,), LOGITS_PER_POINT))
        self.reason = linear(NUM_REASONS + 1, shape.reason_width)
        self.about = nn.Parameter(torch.zeros(Game.NUM_ACTIONS, shape.reason_width))
        self.context = linear(shape.hidden, shape.reason_width)
        self.sought = linear(shape.hidden, shape.reason_width, 0.01)

    def forward(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        """Give logits (B, 80) and values (B, 5), as `Network` does."""
        guides = obs[:, Game.OBSERVATION_SIZE :].float()
        hints, features, reasons = torch.split(guides, PARTS, 1)
        behind = (hints - BEST_HINT) / HINTS_PER_POINT  # points behind the best, <= 0
        beside = self.beside(torch.cat([(1 + behind / CLOSE).clamp(min=0), (features - ZERO) / FLAG], dim=1))
        trunk = torch.relu(self.second(torch.relu(self.first(obs[:, : Game.OBSERVATION_SIZE]) + beside)))
        row, action = torch.nonzero(hints, as_tuple=True)  # the legal actions of all rows
        place = row * Game.NUM_ACTIONS + action
        of_each = reasons.reshape(-1, NUM_REASONS).index_select(0, place)  # on a CPU faster than reasons[row, action]
        read = self.reason(torch.cat([(of_each - ZERO) / FLAG, behind.reshape(-1)[place, None] / CLOSE], dim=1))
        about, context = self.about.index_select(0, action), self.context(trunk).index_select(0, row)
        weighed = torch.relu(read + about + context)
        appeal = (weighed * self.sought(trunk).index_select(0, row)).sum(dim=1)
        logits = self.actions(trunk) + self.trust * behind
        return logits.index_put((row, action), appeal, accumulate=True), self.value(trunk)
