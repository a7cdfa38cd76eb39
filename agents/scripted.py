"""The simplest players."""

import numpy as np

from boru_env import SeatView


class RandomAgent:
    """Chooses uniformly among the legal actions."""

    name = "random"

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game with a generator of its own."""
        self._rng = np.random.default_rng([seed, seat])

    def act(self, view: SeatView) -> int:
        """Choose uniformly."""
        return int(self._rng.choice(np.flatnonzero(view.legal_mask)))
