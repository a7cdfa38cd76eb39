"""The Gymnasium environment: one learner's seat against given opponents."""

import os
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from boru_env.editions import Edition, load_edition
from boru_env.envs.common import new_game
from boru_env.envs.opponents import make_players, play_opponent
from boru_env.envs.render import FRAMES_A_SECOND, RENDER_MODES, Frame, Renderer
from boru_env.envs.rewards import LOWEST, Reward, find_reward, win_shares
from boru_env.errors import OptionError, StateError, brief
from boru_env.views.checks import check_num_players, check_seat, check_seed
from boru_env.views.drawing import pieces
from boru_env.views.game import Game

Vector = npt.NDArray[np.float32]


class SeatEnv(gymnasium.Env[Vector, np.int64]):
    """One learner's seat; between two of its decisions the opponents play.

    Observations are the plain vector of `boru_env.views.layout`; the mask is in `info["action_mask"]` and in
    `action_masks()`. The reward comes with the step after which the game is over, whoever ended it.

    An action that is not legal ends the episode with -1 and `info["illegal_action"]` True. A value that is no
    action at all (outside the action space, or no integer) raises `IllegalActionError`; nothing has changed.

    Every info has the same keys: `action_mask` (80,) int8; `seat`, the learner's; `points` (n,) int64 by seat,
    with final scoring at the end; `placement`, the learner's place 1.. at the end, before 0; `win_share`, its
    share of the win, before 0.0; `illegal_action`.

    Args:
        num_players: 3, 4 or 5.
        edition: name, id or path of an edition, or an `Edition`.
        reward: `"win"`, `"rank"`, `"margin"`, or a function of a finished `Game`.
        opponents: one for all, or one each, clockwise from the learner's left; see `envs.opponents`.
        seat: the learner's seat, or `"random"`: drawn at each reset.
        render_mode: None, `"ansi"` (render gives the board as text), `"svg"` (as SVG), `"rgb_array"` (as dots) or
            `"human"` (every decision shows it in a window); all as the learner sees it.

    Attributes:
        game: the `Game` being played; for people and tests, not for policies.
        max_decisions: no episode has more steps.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012  # Gymnasium's API

    def __init__(
        self,
        num_players: int = 4,
        edition: str | os.PathLike[str] | Edition = "reconstructed",
        reward: str | Reward = "win",
        opponents: object = "random",
        seat: int | str = "random",
        render_mode: str | None = None,
    ) -> None:
        check_num_players(num_players)
        self._renderer = Renderer(render_mode)
        if isinstance(seat, str) and seat != "random":
            raise OptionError(f"seat: is {brief(seat)}; it must be 'random' or a whole number 0..{num_players - 1}")
        self._fixed_seat = None if isinstance(seat, str) else check_seat(seat, num_players)
        self.render_mode = render_mode
        self._num_players = int(num_players)
        self._edition = load_edition(edition)
        self._reward = find_reward(reward)
        self._players = make_players(opponents, num_players - 1)
        self.max_decisions = Game.max_decisions_of(self._edition, self._num_players)
        self.observation_space = spaces.Box(0.0, 1.0, (Game.OBSERVATION_SIZE,), np.float32)
        self.action_space = spaces.Discrete(Game.NUM_ACTIONS)
        self._done = True
        self._last: str | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Begin a new game and let the opponents play up to the learner's first decision.

        Args:
            seed: seeds the environment's generator: it decides this game and those of the later resets.
            options: `"deal"` or `"state"` to start from; other keys are ignored.

        Raises:
            DealError, StateError: what is to be started from does not fit.
            OptionError: the seed or the options are impossible.
            IllegalActionError: an opponent chose an action that is not legal.
        """
        super().reset(seed=check_seed(seed))
        self.game = new_game(self._num_players, self._edition, self.np_random, {} if options is None else options)
        drawn = int(self.np_random.integers(self._num_players))
        self._seat = drawn if self._fixed_seat is None else self._fixed_seat
        for place, player in enumerate(self._players):
            seat = (self._seat + 1 + place) % self._num_players
            player.reset(int(self.np_random.integers(2**31)), seat)
        self._done = False
        self._illegal = False
        self._last = None
        self._play_opponents()
        self._follow()
        return self.game.observe(self._seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Perform the learner's action and let the opponents play up to its next decision or the end.

        Raises:
            IllegalActionError: the value is no action, or an opponent chose an action that is not legal.
            StateError: the episode is over.
        """
        if self._done:
            raise StateError("step: the episode is over; call reset first")
        action_id = self.game.action_id(action)
        if not self.game.legal_mask()[action_id]:
            self._done = self._illegal = True
            return self.game.observe(self._seat), LOWEST, True, False, self._info()
        self._last = f"{self._name(self._seat)}: {self.game.words(action_id)}" if self.render_mode else None
        self.game.apply(action_id)
        self._play_opponents()
        self._done = self.game.is_over
        self._follow()
        reward = float(self._reward(self.game)[self._seat]) if self._done else 0.0
        return self.game.observe(self._seat), reward, self._done, False, self._info()

    def _play_opponents(self) -> None:
        """Let the opponents decide until the learner has to, or the game is over."""
        while (seat := self.game.seat) is not None and seat != self._seat:
            self._follow()
            play_opponent(self.game, self._players[(seat - self._seat - 1) % self._num_players])

    def _follow(self) -> None:
        """Show the board in the window, in mode `human`."""
        if self.render_mode == "human":
            self.render()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Give a fresh (80,) bool array: True = legal. All False after the episode's end."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> npt.NDArray[np.int8]:
        return np.zeros(Game.NUM_ACTIONS, np.int8) if self._done else self.game.legal_mask()

    def _info(self) -> dict[str, Any]:
        over = self.game.is_over
        placements = self.game.placements
        return {
            "action_mask": self._mask(),
            "seat": self._seat,
            "points": np.array(self.game.final_points if over else self.game.points, np.int64),
            "placement": placements[self._seat] if placements else 0,
            "win_share": win_shares(self.game)[self._seat] if over else 0.0,
            "illegal_action": self._illegal,
        }

    def render(self) -> Frame:
        """Give the board as text (`ansi`), SVG (`svg`) or (HEIGHT, WIDTH, 3) uint8 (`rgb_array`), or show it (`human`).

        It is what the learner sees. The game is not touched.

        Raises:
            StateError: `reset` has not been called.
            OptionError: there is no screen for a window.
        """
        return self._renderer.render(
            hasattr(self, "game"), self._num_players, lambda: self.game.text(self._seat), self._draw
        )

    def _draw(self) -> list[str]:
        """Draw the board as the learner sees it."""
        names = [self._name(seat) for seat in range(self._num_players)]
        state = self.game.seen_by(self._seat)
        return pieces(self.game.edition, state, names=names, viewer=self._seat, last=self._last)

    def _name(self, seat: int) -> str:
        return "learner" if seat == self._seat else f"opponent {seat}"

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()
