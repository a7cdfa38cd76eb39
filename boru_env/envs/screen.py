"""Pictures of dots, and a window to show them: the extra `render` (resvg-py, pygame-ce), imported on first use."""

import contextlib
import importlib.util
import io
from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env.errors import OptionError

NEEDED = ("resvg_py", "pygame")

Image = npt.NDArray[np.uint8]
"""(height, width, 3) uint8: red, green, blue."""


def check_extra(render_mode: str) -> None:
    """Check that what a mode needs is installed.

    Raises:
        OptionError: it is not.
    """
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise OptionError(
            f"render_mode: {render_mode!r} needs {' and '.join(missing)}, not installed here; "
            "pip install 'boru-env[render]', or use 'ansi' or 'svg'"
        )


def rasterise(svg: str, width: int) -> bytes:
    """Give an SVG as a PNG file of so many pixels in width."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def pixels(png: bytes) -> Image:
    """Give the dots of a PNG file."""
    pygame = _pygame()
    surface = pygame.image.load(io.BytesIO(png))
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def _pygame() -> Any:
    """Import pygame without its greeting on stdout."""
    with contextlib.redirect_stdout(io.StringIO()):
        import pygame
    return pygame


class Window:
    """A window that shows pictures and asks for nothing; closed by its user, it stays closed and the game goes on.

    Args:
        title: what stands above it.
        size: width and height in pixels.

    Raises:
        OptionError: there is no screen.
    """

    def __init__(self, title: str, size: tuple[int, int]) -> None:
        self._pygame = _pygame()
        try:
            self._pygame.display.init()
            self._window = self._pygame.Window(title, size)
        except self._pygame.error as error:
            raise OptionError(f"render_mode: 'human' cannot open a window: {error}; use 'rgb_array'") from None

    @property
    def is_open(self) -> bool:
        """Whether it has been closed by nobody."""
        return self._window is not None

    def show(self, png: bytes) -> None:
        """Show a picture, unless the window is closed; does not wait."""
        self._read_events()
        if self._window is not None:
            picture = self._pygame.image.load(io.BytesIO(png))
            self._window.get_surface().blit(picture, (0, 0))
            self._window.flip()

    def _read_events(self) -> None:
        """Notice that the user closed this window; hand on what is another window's."""
        pygame = self._pygame
        if self._window is None:
            return
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.WINDOWCLOSE and event.window == self._window):
                self.close()
                return
            if event.type == pygame.WINDOWCLOSE:
                pygame.event.post(event)

    def close(self) -> None:
        """Take the window off the screen; a second time does nothing."""
        if self._window is not None:
            self._window.destroy()
            self._window = None
