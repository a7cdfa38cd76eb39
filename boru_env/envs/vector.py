"""The Gymnasium vector environment: `gymnasium.make_vec("boru_env/BrianBoru-v0", num_envs=N)`."""

import os
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boru_env.editions import Edition
from boru_env.envs.seat_batch import SeatBatch
from boru_env.errors import IllegalActionError, OptionError, StateError
from boru_env.views.game import Game

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Infos = dict[str, Any]


class SeatVectorEnv(VectorEnv[Floats, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """N learners' seats in N games, over one array: the same episodes as N `SeatEnv` with the same seeds.

    Spaces, rewards and infos are those of `SeatEnv`, batched as Gymnasium's `SyncVectorEnv` batches them, and all three
    autoreset modes are Gymnasium's. All arrays are fresh at each step.

    Args:
        num_envs: N.
        num_players: 3, 4 or 5.
        edition: name, id or path of an edition, or an `Edition`.
        reward: `"win"`, `"rank"` or `"margin"`.
        opponents: `"random"`, an object with `act(view)`, or a function of a batch: see `seat_batch.SeatBatch`.
        seat: the learner's seat, or `"random"`: drawn for each game.
        autoreset_mode: an `AutoresetMode` or its value, such as `"SameStep"`.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 4,
        edition: str | os.PathLike[str] | Edition = "reconstructed",
        reward: str = "win",
        opponents: object = "random",
        seat: int | str = "random",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(repr(mode.value) for mode in AutoresetMode)
            raise OptionError(f"autoreset_mode: is {autoreset_mode!r}; it must be one of {known}") from None
        self._games = SeatBatch(num_envs, num_players, edition, reward, opponents, seat)
        self.num_envs = self._games.num_envs
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = spaces.Box(0.0, 1.0, (Game.OBSERVATION_SIZE,), np.float32)
        self.single_action_space = spaces.Discrete(Game.NUM_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.max_decisions = Game.max_decisions_of(self._games.edition, self._games.num_players)
        self._all = np.arange(self.num_envs)
        self._reset_next = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, Infos]:
        """Begin new games, all of them or those of a mask.

        Args:
            seed: a number for the first environment, the others get the numbers that follow; or one each; None: the
                generators go on.
            options: `"reset_mask"`, (N,) bool: which games; `"deal"` or `"state"` to start from.

        Raises:
            OptionError: the seeds or the mask do not fit.
            DealError, StateError: what is to be started from does not fit.
        """
        options = dict(options or {})
        rows = self._masked(options.pop("reset_mask", None))
        seeds = [None if seed is None else seed + i for i in self._all.tolist()] if not isinstance(seed, list) else seed
        if len(seeds) != self.num_envs:
            raise OptionError(f"seed: {len(seeds)} are given; it must be one number, or {self.num_envs}")
        for row in rows.tolist():
            if seeds[row] is not None or self._games.rngs[row] is None:
                if seeds[row] is not None and (not isinstance(seeds[row], (int, np.integer)) or seeds[row] < 0):
                    raise OptionError(f"seed: is {seeds[row]!r}; it must be a whole number >= 0 or None")
                self._games.rngs[row] = np_random(seeds[row])[0]
        self._games.begin(rows, options)
        self._reset_next[rows] = False
        return self._games.obs.copy(), self._infos(rows)

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, npt.NDArray[np.float64], Flags, Flags, Infos]:
        """Perform the learners' actions and let the opponents play.

        Raises:
            IllegalActionError: a value is no action, or an opponent chose one that is not legal.
            StateError: an episode is over and has not been reset (`AutoresetMode.DISABLED`), or reset was never called.
        """
        chosen = self._checked(actions)
        games, mode = self._games, self.autoreset_mode
        if games.rngs[0] is None or (games.over & ~self._reset_next).any():
            raise StateError("step: an episode is over; call reset first, with a reset_mask for some of them")
        resetting = np.flatnonzero(self._reset_next)
        stepping = np.flatnonzero(~self._reset_next)
        games.step(stepping, chosen[stepping])
        games.begin(resetting)
        rewards, terminated = games.rewards.copy(), games.over.copy()
        infos: Infos = {}
        ended = np.flatnonzero(terminated)
        if mode == AutoresetMode.SAME_STEP and len(ended):
            infos = self._final(ended)
            games.begin(ended)
        self._reset_next = terminated.copy() if mode == AutoresetMode.NEXT_STEP else np.zeros_like(terminated)
        return games.obs.copy(), rewards, terminated, np.zeros_like(terminated), infos | self._infos(self._all)

    def action_masks(self) -> Flags:
        """Give a fresh (N, 80) bool array: True = legal. All False where an episode is over."""
        return self._games.masks.astype(np.bool_)

    def game(self, index: int) -> Game:
        """Give a copy of one game; for people and tests, not for policies."""
        return self._games.game(index)

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Give the actions as (N,) int64, each in the action space."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise IllegalActionError(
                f"actions: are {given.dtype}, shape {given.shape}; they must be integers, shape ({self.num_envs},)"
            )
        outside = np.flatnonzero((given < 0) | (given >= Game.NUM_ACTIONS))
        if len(outside):
            raise IllegalActionError(
                f"actions[{outside[0]}]: is {given[outside[0]]}; actions are 0..{Game.NUM_ACTIONS - 1}"
            )
        return given.astype(np.int64)

    def _masked(self, mask: object) -> npt.NDArray[np.int64]:
        """Give the rows of a reset mask, all for None."""
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise OptionError(f"reset_mask: is {mask!r}; it must be a NumPy array of bool, shape ({self.num_envs},)")
        if not mask.any():
            raise OptionError("reset_mask: is all False; it must name at least one environment")
        return np.flatnonzero(mask)

    def _infos(self, rows: npt.NDArray[np.int64]) -> Infos:
        """Give the infos of these rows, batched by key; zeros elsewhere."""
        games = self._games
        values: dict[str, npt.NDArray[Any]] = {
            "action_mask": games.masks,
            "seat": games.seats,
            "points": games.points,
            "placement": games.placements,
            "win_share": games.win_shares,
            "illegal_action": games.illegal,
        }
        there = np.zeros(self.num_envs, np.bool_)
        there[rows] = True
        infos: Infos = {}
        for name, value in values.items():
            infos[name] = np.where(there.reshape(-1, *[1] * (value.ndim - 1)), value, np.zeros_like(value))
            infos[f"_{name}"] = there.copy()
        return infos

    def _final(self, ended: npt.NDArray[np.int64]) -> Infos:
        """Give last observations and infos of the episodes that have just ended."""
        there = np.zeros(self.num_envs, np.bool_)
        there[ended] = True
        observations = np.full(self.num_envs, None, object)
        for row in ended.tolist():
            observations[row] = self._games.obs[row].copy()
        return {
            "final_obs": observations,
            "_final_obs": there,
            "final_info": self._infos(ended),
            "_final_info": there.copy(),
        }
