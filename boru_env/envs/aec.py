"""The PettingZoo environment: all seats decide, one after another."""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from boru_env.editions import Edition, load_edition
from boru_env.envs.common import game_info, new_game
from boru_env.envs.render import FRAMES_A_SECOND, RENDER_MODES, Frame, Renderer
from boru_env.envs.rewards import LOWEST, Reward, find_reward
from boru_env.envs.wrapped import AssertOutOfBounds, OrderEnforcing, TerminateIllegal
from boru_env.views.checks import check_num_players, check_seed
from boru_env.views.drawing import pieces
from boru_env.views.game import Game

Observation = dict[str, npt.NDArray[Any]]


def env(**options: Any) -> AECEnv:
    """Make the environment with PettingZoo's usual wrappers.

    An illegal action ends the game for all as `TerminateIllegalWrapper` does: terminations and truncations are
    True, the offender is paid -1, the others 0. An action outside the action space raises `AssertionError`.

    Args:
        **options: the arguments of `raw_env`.
    """
    return OrderEnforcing(AssertOutOfBounds(TerminateIllegal(raw_env(**options), illegal_reward=LOWEST)))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # an untyped package; PettingZoo's name
    """The environment without wrappers: an illegal action raises `IllegalActionError`, the game is untouched.

    Args:
        num_players: 3, 4 or 5; the agents are `player_0` .. in the order of the seats.
        edition: name, id or path of an edition, or an `Edition`.
        reward: `"win"`, `"rank"`, `"margin"`, or a function of a finished `Game`.
        render_mode: None, `"ansi"` (render gives the board as text), `"svg"` (as SVG), `"rgb_array"` (as dots) or
            `"human"` (every step shows it in a window); all cards are open.

    Attributes:
        game: the `Game` being played; for people and tests, not for policies.
        max_decisions: no game has more decisions.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """

    metadata = {  # noqa: RUF012  # PettingZoo's API
        "name": "brian_boru_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": FRAMES_A_SECOND,
    }

    def __init__(
        self,
        num_players: int = 4,
        edition: str | os.PathLike[str] | Edition = "reconstructed",
        reward: str | Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_num_players(num_players)
        self._renderer = Renderer(render_mode)
        self.render_mode = render_mode
        self._last: str | None = None
        self._num_players = int(num_players)
        self._edition = load_edition(edition)
        self._reward = find_reward(reward)
        self._rng: np.random.Generator | None = None
        self.max_decisions = Game.max_decisions_of(self._edition, self._num_players)
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self._observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(Game.NUM_ACTIONS) for agent in self.possible_agents}
        self.state_space = spaces.Box(0.0, 1.0, (Game.FULL_STATE_SIZE,), np.float32)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Give the agent's space: `observation` (1290,) float32 in [0, 1], `action_mask` (80,) int8."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Give the agent's space: Discrete(80), see `boru_env.rules.actions`."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: seeds the environment's generator: it decides this game and those of the later resets.
            options: `"deal"`: all chance of the game; `"state"`: a `boru-state/1` to start from. Other keys are
                ignored.

        Raises:
            DealError: the deal does not fit.
            StateError: the state does not fit.
            OptionError: the seed or the options are impossible.
        """
        if seed is not None or self._rng is None:
            self._rng = seeding.np_random(check_seed(seed))[0]
        self.game = new_game(self._num_players, self._edition, self._rng, {} if options is None else options)
        self._last = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._first_info = game_info(self.game)
        self.infos = {agent: dict(self._first_info) for agent in self.agents}
        self._skip_agent_selection = None
        self._select_next()
        if self.render_mode == "human":
            self.render()

    def _select_next(self) -> None:
        """Hand the turn to the agent of the seat to act, with its info."""
        seat = self.game.seat
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        # A copy of the first info and not a new one: this is on the path of every step.
        self.infos[self.agent_selection] = {**self._first_info, "points": tuple(self.game.points)}

    def observe(self, agent: str) -> Observation:
        """Give fresh arrays: what the agent knows, and its mask: zero for all but the agent to act."""
        seat = self._seats[agent]
        if self.game.seat == seat and not self.terminations.get(agent, True):
            observation, mask = self.game.observe_decision()
        else:
            observation, mask = self.game.observe(seat), np.zeros(Game.NUM_ACTIONS, np.int8)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Perform the action of the agent to act; after the end, None for each agent.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self.render_mode is None:
            self.game.apply(action)  # type: ignore[arg-type]  # apply checks every kind of value
        else:
            words = self.game.words(action)  # type: ignore[arg-type]
            self.game.apply(action)  # type: ignore[arg-type]
            self._last = f"{agent}: {words}"
        if self.game.is_over:
            self._finish()
        else:
            self._select_next()
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        """Pay everyone and end the game for all at once."""
        result = game_info(self.game)
        for agent, reward in zip(self.agents, self._reward(self.game), strict=True):
            self.rewards[agent] = float(reward)
            self.terminations[agent] = True
            self.infos[agent] = dict(result)
        self._accumulate_rewards()
        self._deads_step_first()

    def state(self) -> npt.NDArray[np.float32]:
        """Give everything, hidden cards too, as a fresh (FULL_STATE_SIZE,) float32 array in [0, 1]."""
        return self.game.full_state()

    def render(self) -> Frame:
        """Give the board as text (`ansi`), SVG (`svg`) or (HEIGHT, WIDTH, 3) uint8 (`rgb_array`), or show it (`human`).

        All cards are open. The game is not touched.

        Raises:
            StateError: `reset` has not been called.
            OptionError: there is no screen for a window.
        """
        return self._renderer.render(hasattr(self, "game"), self._num_players, lambda: str(self.game), self._draw)

    def _draw(self) -> list[str]:
        """Draw the board, all cards open."""
        return pieces(self.game.edition, self.game.to_json(), names=self.possible_agents, last=self._last)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def observation_space() -> spaces.Dict:
    """Give a new space of observation and mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (Game.OBSERVATION_SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (Game.NUM_ACTIONS,), np.int8),
        }
    )
