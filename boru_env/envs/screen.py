"""Pictures of dots, and a window to show them: the extra `render` (resvg-py, pygame-ce), imported on first use."""

import contextlib
import functools
import importlib.util
import io
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from boru_env.errors import OptionError
from boru_env.views.drawing.tiles import Tile

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


def mosaic(tiles: Iterable[Tile], width: int, height: int) -> Image:
    """Give a picture of a drawing's tiles, in an array of its own."""
    picture = np.zeros((height, width, 3), np.uint8)
    for tile in tiles:
        left, top, wide, high = tile.place
        picture[top : top + high, left : left + wide] = tile_dots(tile)
    return picture


@functools.lru_cache(maxsize=48)
def tile_dots(tile: Tile) -> Image:
    """Give a tile as dots; kept, as most of a board stays as it is from one decision to the next."""
    surface = rasterise(tile.svg)
    if tile.under:
        ground = _still(tile.under).copy()
        ground.blit(surface, (0, 0))
        surface = ground
    if tile.over:
        surface.blit(_still(tile.over), (0, 0))
    dots: Image = np.ascontiguousarray(_pygame().surfarray.array3d(surface).swapaxes(0, 1))
    dots.flags.writeable = False
    return dots


def rasterise(svg: str) -> Any:
    """Give an SVG as a surface of pygame's."""
    import resvg_py

    return _pygame().image.load(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))


_still = functools.lru_cache(maxsize=8)(rasterise)


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

    def show(self, picture: Image) -> None:
        """Show a picture, unless the window is closed; does not wait."""
        self._read_events()
        if self._window is not None:
            surface = self._pygame.surfarray.make_surface(picture.swapaxes(0, 1))
            self._window.get_surface().blit(surface, (0, 0))
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
