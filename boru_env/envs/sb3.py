"""The vector environment of Stable-Baselines3, for MaskablePPO: needs the extra `sb3`."""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn

from boru_env.editions import Edition
from boru_env.envs.seat_batch import SeatBatch
from boru_env.errors import IllegalActionError
from boru_env.views.game import Game


class SeatVecEnv(VecEnv):
    """N learners' seats in N games, over one array: the episodes of N `SeatEnv` in a `DummyVecEnv`, faster.

    A finished game is followed by a new one at once, as SB3 wants it. The info of a row is empty but at the end of an
    episode: then it has `terminal_observation`, and `seat`, `points`, `placement`, `win_share` and `illegal_action` as
    in `SeatEnv`. Masks: `env_method("action_masks")`, or all in one array with `action_masks()`.

    Args:
        num_envs: N.
        num_players: 3, 4 or 5.
        edition: name, id or path of an edition, or an `Edition`.
        reward: `"win"`, `"rank"` or `"margin"`.
        opponents: `"random"`, an object with `act(view)`, or a function of a batch: see `seat_batch.SeatBatch`.
        seat: the learner's seat, or `"random"`: drawn for each game.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int = 4,
        edition: str | os.PathLike[str] | Edition = "reconstructed",
        reward: str = "win",
        opponents: object = "random",
        seat: int | str = "random",
    ) -> None:
        self._games = SeatBatch(num_envs, num_players, edition, reward, opponents, seat)
        self.render_mode = None
        self._all = np.arange(self._games.num_envs)
        self._actions = np.zeros(self._games.num_envs, np.int64)
        super().__init__(
            self._games.num_envs,
            spaces.Box(0.0, 1.0, (Game.OBSERVATION_SIZE,), np.float32),
            spaces.Discrete(Game.NUM_ACTIONS),
        )

    def reset(self) -> VecEnvObs:
        """Begin new games in all rows; seeds come from `seed()`, else the generators go on."""
        for row, seed in enumerate(self._seeds):
            if seed is not None or self._games.rngs[row] is None:
                self._games.rngs[row] = np_random(seed)[0]
        self._games.begin(self._all)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return self._games.obs.copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the actions, (N,) ids 0..79; one that is not legal ends its episode with -1.

        Raises:
            IllegalActionError: a value is no action.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise IllegalActionError(
                f"actions: are {given.dtype}, shape {given.shape}; they must be integers, shape ({self.num_envs},)"
            )
        if given.min() < 0 or given.max() >= Game.NUM_ACTIONS:
            raise IllegalActionError(
                f"actions: are {given.min()}..{given.max()}; actions are 0..{Game.NUM_ACTIONS - 1}"
            )
        self._actions = given.astype(np.int64)

    def step_wait(self) -> VecEnvStepReturn:
        """Perform the actions, let the opponents play, and begin new games where one has ended."""
        games = self._games
        games.step(self._all, self._actions)
        rewards, dones = games.rewards.astype(np.float32), games.over.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(dones)
        if len(ended):
            for row in ended.tolist():
                infos[row] = self._last_info(row)
            games.begin(ended)
        return games.obs.copy(), rewards, dones, infos

    def _last_info(self, row: int) -> dict[str, Any]:
        games = self._games
        return {
            "terminal_observation": games.obs[row].copy(),
            "TimeLimit.truncated": False,
            "seat": int(games.seats[row]),
            "points": games.points[row].copy(),
            "placement": int(games.placements[row]),
            "win_share": float(games.win_shares[row]),
            "illegal_action": bool(games.illegal[row]),
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Give a fresh (N, 80) bool array: True = legal."""
        return self._games.masks.astype(np.bool_)

    def game(self, index: int) -> Game:
        """Give a copy of one game; for people and tests, not for policies."""
        return self._games.game(index)

    def close(self) -> None:
        """Release nothing: there are no processes."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Give an attribute of rows: `action_masks` a function each, all others those of the whole.

        Raises:
            AttributeError: there is no such attribute.
        """
        rows = self._rows(indices)
        if attr_name == "action_masks":
            return [lambda row=row: self._games.masks[row].astype(np.bool_) for row in rows]
        return [getattr(self, attr_name) for _ in rows]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refuse: the rows are no objects of their own.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"{attr_name}: the rows of a SeatVecEnv have no attributes of their own to set")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of rows: `action_masks`, each (80,) bool.

        Raises:
            AttributeError: there is no such method.
        """
        if method_name != "action_masks":
            raise AttributeError(f"{method_name}: the rows of a SeatVecEnv have one method, action_masks")
        masks = self.action_masks()
        return [masks[row] for row in self._rows(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: VecEnvIndices = None
    ) -> list[bool]:
        """Tell that no row is wrapped."""
        return [False for _ in self._rows(indices)]

    def _rows(self, indices: VecEnvIndices) -> Sequence[int]:
        rows: Iterable[int] = self._get_indices(indices)
        return list(rows)
