"""What is learned from."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boru_env.views.batch import MARGIN_SCALE


@dataclass
class Choices:
    """M choices of the learner, each with its advantage.

    Attributes:
        obs: (M, OBSERVATION_SIZE + guides) uint8, compact.
        mask: (M, 80) int8.
        action: (M,) int64.
        log_prob: (M,) float32, of the action when it was chosen.
        value: (M,) float32, of the acting seat, then.
        advantage: (M,) float32.
        others: (M, 4) float32, what the values of the other seats should have been, in turn order; NaN: not known.
        teacher: (M,) int64, what `greedy` would have chosen, if it was asked.
    """

    obs: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.int8]
    action: npt.NDArray[np.int64]
    log_prob: npt.NDArray[np.float32]
    value: npt.NDArray[np.float32]
    advantage: npt.NDArray[np.float32]
    others: npt.NDArray[np.float32]
    teacher: npt.NDArray[np.int64]

    @property
    def target(self) -> npt.NDArray[np.float32]:
        """(M,) what the value of the acting seat should have been."""
        return self.advantage + self.value


def reward_of(
    rewards: npt.NDArray[np.float32],
    points: npt.NDArray[np.int32],
    players: npt.NDArray[np.int8],
    margin_weight: float,
    scale: float,
) -> npt.NDArray[np.float32]:
    """Give what K finished games are worth to the learner, (K, 5): rewards mixed with margins, times `scale`."""
    mixed = rewards if margin_weight == 0 else (1 - margin_weight) * rewards + margin_weight * margins(points, players)
    return (scale * mixed).astype(np.float32)


def margins(points: npt.NDArray[np.int32], players: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
    """Give the reward `margin`, (K, 5), of final points (K, 5): see `boru_env.envs.rewards`."""
    others = (points.sum(axis=1, keepdims=True) - points) / (players[:, None] - 1)
    exists = np.arange(5) < players[:, None]
    paid: npt.NDArray[np.float32] = np.where(exists, ((points - others) / MARGIN_SCALE).clip(-1, 1), 0).astype(
        np.float32
    )
    return paid
