"""How much of MaskablePPO's time the environment takes: the same learner on an environment that costs nothing."""

import time
from typing import Any

import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from bench.measure import Loop
from boru_env import Game, SelfPlay
from boru_env.envs.sb3 import SeatVecEnv

NUM_ENVS, N_STEPS = 64, 128


class Costless(VecEnv):
    """The same spaces; always the same arrays, taken from games in their middle, and no game."""

    def __init__(self, num_envs: int) -> None:
        games = SelfPlay(num_envs, seed=1)
        for _ in range(100):
            games.step(games.random_actions())
        shown = games.step(games.random_actions(), copy=True)
        self._obs, self._masks = shown.obs, shown.mask.astype(np.bool_)
        self.render_mode = None
        super().__init__(
            num_envs, spaces.Box(0.0, 1.0, self._obs.shape[1:], np.float32), spaces.Discrete(Game.NUM_ACTIONS)
        )

    def reset(self) -> Any:
        """Begin again."""
        return self._obs

    def step_async(self, actions: Any) -> None:
        """Take the actions."""

    def step_wait(self) -> Any:
        """Give what it gives always."""
        nothing = np.zeros(self.num_envs, np.float32)
        return self._obs, nothing, nothing.astype(np.bool_), [{} for _ in range(self.num_envs)]

    def close(self) -> None:
        """Nothing to free."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Give nothing."""
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set nothing."""

    def has_attr(self, attr_name: str) -> bool:
        """Tell that there are masks."""
        return attr_name == "action_masks"

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Give the masks."""
        return list(self._masks)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Tell that there are no wrappers."""
        return [False] * self.num_envs


def _loop(env: VecEnv) -> Loop:
    model = MaskablePPO("MlpPolicy", env, n_steps=N_STEPS, batch_size=2048, n_epochs=4, seed=0, device="cpu")
    rollout = NUM_ENVS * N_STEPS

    def learn(seconds: float) -> tuple[int, float]:
        """Learn from whole rollouts, at least one."""
        began, steps = time.perf_counter(), 0
        while steps == 0 or time.perf_counter() - began < seconds:
            model.learn(rollout, reset_num_timesteps=False)
            steps += rollout
        return steps, time.perf_counter() - began

    return learn


def learning_loops() -> dict[str, Loop]:
    """Give the loops, 64 games, batches of 2,048, 4 epochs."""
    return {
        "MaskablePPO, 64 games against random": _loop(SeatVecEnv(NUM_ENVS)),
        "MaskablePPO, 64 games that cost nothing": _loop(Costless(NUM_ENVS)),
    }
