"""The render modes that both environments share: text, SVG, dots, a window."""

from collections.abc import Callable
from typing import Any

import gymnasium

from boru_env.envs.screen import Image, Window, check_extra, mosaic
from boru_env.errors import OptionError, StateError, brief
from boru_env.views.drawing import HEIGHT, WIDTH, frame
from boru_env.views.drawing.tiles import tiles

RENDER_MODES = ("ansi", "svg", "rgb_array", "human")
FRAMES_A_SECOND = 2

Frame = str | Image | None
"""What `render` gives: text for `ansi` and `svg`, dots for `rgb_array`, nothing for `human`."""


def check_render_mode(render_mode: object) -> None:
    """Check a render mode.

    Raises:
        OptionError: there is no such mode, or what it needs is not installed.
    """
    if render_mode is None:
        return
    if not isinstance(render_mode, str) or render_mode not in RENDER_MODES:
        raise OptionError(
            f"render_mode: is {brief(render_mode)}; it must be None, {' or '.join(map(repr, RENDER_MODES))}"
        )
    if render_mode in ("rgb_array", "human"):
        check_extra(render_mode)


class Renderer:
    """Shows positions in one mode. A copy has no window yet.

    Args:
        render_mode: one of `RENDER_MODES`, or None.

    Raises:
        OptionError: there is no such mode, or what it needs is not installed.
    """

    def __init__(self, render_mode: str | None) -> None:
        check_render_mode(render_mode)
        self.mode = render_mode
        self._window: Window | None = None

    def render(
        self, has_begun: bool, num_players: int, text: Callable[[], str], drawing: Callable[[], list[str]]
    ) -> Frame:
        """Give or show a frame, as the mode asks; without a mode, warn.

        Args:
            has_begun: whether there is a game.
            num_players: how many play.
            text: gives it as text.
            drawing: gives it as the pieces of a drawing.

        Raises:
            StateError: there is no game yet.
            OptionError: there is no screen for a window.
        """
        if self.mode is None:
            gymnasium.logger.warn("render() was called, but the environment was made without a render_mode")
            return None
        if not has_begun:
            raise StateError("render: there is no game yet; call reset first")
        if self.mode == "ansi":
            return text()
        if self.mode == "svg":
            return frame(drawing())
        if self.mode == "rgb_array":
            return _dots(drawing(), num_players)
        if self._window is None:
            self._window = Window("Brian Boru", (WIDTH, HEIGHT))
        if self._window.is_open:
            self._window.show(_dots(drawing(), num_players))
        return None

    def close(self) -> None:
        """Close the window, if there is one; the next frame opens a new one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "Renderer":
        return Renderer(self.mode)

    def __reduce__(self) -> tuple[Any, ...]:
        return Renderer, (self.mode,)


def _dots(drawing: list[str], num_players: int) -> Image:
    """Give a drawing as dots."""
    return mosaic(tiles(drawing, num_players, WIDTH, HEIGHT), WIDTH, HEIGHT)
