"""Our own networks as players: one game at a time, or a batch."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from agents.learned.files import read_network
from agents.learned.guide import guide
from boru_env import Edition, SeatView

if TYPE_CHECKING:
    from boru_env.envs.seat_batch import SeatBatch


class _Networks:
    """A network for each edition that is played; the weights are the same."""

    def __init__(self, path: Path) -> None:
        self._path = path
        network, _ = read_network(path)
        self.kind, self.guides = network.shape.kind, network.guides
        self._of: dict[str, Any] = {}

    def probabilities(
        self,
        edition: Edition,
        obs: npt.NDArray[np.float32],
        masks: npt.NDArray[np.int8],
        states: npt.NDArray[np.void],
        rows: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.float64]:
        """Give the probabilities of all actions, (K, 80).

        Args:
            edition: what is played.
            obs: (K, OBSERVATION_SIZE) float32, of the seats to act.
            masks: (K, 80).
            states: (N,) `STATE`, for networks that read guides.
            rows: (K,) which of them.

        Raises:
            OptionError: the network was trained on another edition and does not read what is printed there.
        """
        import torch

        from agents.learned.network import masked, probabilities

        if edition.sha256 not in self._of:
            self._of[edition.sha256] = read_network(self._path, edition)[0]
        seen = np.array(obs)
        if self.guides:
            seen = np.concatenate([seen, guide(edition, states, rows).astype(np.float32)], axis=1)
        with torch.no_grad():
            logits, _ = self._of[edition.sha256](torch.from_numpy(seen))
            legal = torch.from_numpy(np.array(masks))
            chances: npt.NDArray[np.float64] = probabilities(masked(logits, legal), legal).double().numpy()
        return chances


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
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: the draws follow from its seed and the seat."""
        self._rng = np.random.default_rng([seed, seat])

    def act(self, view: SeatView) -> int:
        """Choose a legal action."""
        mask = view.legal_mask
        if mask.sum() == 1:
            return int(mask.argmax())
        chances = self._networks.probabilities(
            view.edition, view.observation[None], mask[None], view.records, np.zeros(1, np.int64)
        )[0]
        return int(self._rng.choice(len(chances), p=chances / chances.sum()) if self._sample else chances.argmax())


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
        self._networks, self._sample = _Networks(Path(path)), sample
        self._rng = np.random.default_rng(0)

    def reset(self, row: int, seed: int, seat: int) -> None:
        """Begin a new game; nothing is kept."""

    def choose(self, games: "SeatBatch", rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Decide for the seats to act in these rows. Only what a seat sees is read."""
        chances = self._networks.probabilities(games.edition, *games.seen_by_those_to_act(rows), games.states, rows)
        drawn: npt.NDArray[np.int64] = chances.argmax(axis=1)
        if self._sample:
            up_to = chances.cumsum(axis=1)
            share = self._rng.random((len(rows), 1)) * (1 - 1e-12)  # below 1 also when rounded
            drawn = (up_to <= share * up_to[:, -1:]).sum(axis=1)
        return drawn
