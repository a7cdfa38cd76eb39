"""Our own networks as players: one game at a time, or a batch."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from agents.learned.files import read_network
from boru_env import Edition, SeatView

if TYPE_CHECKING:
    from agents.learned.acting import Player
    from boru_env.envs.seat_batch import SeatBatch

Rows = npt.NDArray[np.int64]


class _Networks:
    """A network for each edition that is played; the weights are the same."""

    def __init__(self, path: Path) -> None:
        self._path = path
        read_network(path)
        self._of: dict[str, Player] = {}

    def choose(
        self, edition: Edition, states: npt.NDArray[np.void], rows: Rows, rng: np.random.Generator | None
    ) -> Rows:
        """Choose for the seats to act in these rows of (N,) `STATE`.

        Raises:
            OptionError: the network was trained on another edition and does not read what is printed there.
        """
        from agents.learned.acting import player_of

        if edition.sha256 not in self._of:
            self._of[edition.sha256] = player_of(read_network(self._path, edition)[0], edition)
        return self._of[edition.sha256].choose(states, rows, rng)[0]


class NetworkAgent:
    """Plays a network that `training.selfplay_ppo` has saved.

    Args:
        path: the file.
        name: what it is called.
        sample: draw from the policy; else the most probable legal action, the lowest id on a tie.

    Raises:
        OptionError: the file is no network, is damaged, or is of another layout.
    """

    def __init__(self, path: Path, name: str, sample: bool = False) -> None:
        self.name = f"{name},sample=1" if sample else name
        self._sample = sample
        self._networks = _Networks(path)
        self.reset(0, 0)

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: the draws follow from its seed and the seat."""
        self._rng = np.random.default_rng([seed, seat]) if self._sample else None

    def act(self, view: SeatView) -> int:
        """Choose a legal action."""
        mask = view.legal_mask
        if mask.sum() == 1:
            return int(mask.argmax())
        return int(self._networks.choose(view.edition, view.records, np.zeros(1, np.int64), self._rng)[0])


class NetworkPolicy:
    """The same player for the vector environments: one pass for all games that wait for it.

    Args:
        path: the file.
        sample: draw from the policy; the draws are those of this object, not of the games.

    Example:
        >>> from boru_env.envs.vector import SeatVectorEnv
        >>> env = SeatVectorEnv(64, opponents=NetworkPolicy("model.safetensors"))  # doctest: +SKIP
    """

    def __init__(self, path: str | Path, sample: bool = False) -> None:
        self._networks = _Networks(Path(path))
        self._rng = np.random.default_rng(0) if sample else None

    def reset(self, row: int, seed: int, seat: int) -> None:
        """Begin a new game; nothing is kept."""

    def choose(self, games: "SeatBatch", rows: Rows) -> Rows:
        """Decide for the seats to act in these rows. Only what a seat sees is read."""
        return self._networks.choose(games.edition, games.states, rows, self._rng)
