"""A drawing in tiles that do not overlap: who makes dots of it makes anew only the tiles that have changed.

All edges are whole numbers, so the dots of the tiles put together are those of the whole drawing.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from boru_env.views.drawing import players, tracks
from boru_env.views.drawing.marks import FONT, element

Place = tuple[int, int, int, int]
"""Left, top, width, height."""


class Tile(NamedTuple):
    """A part of a drawing.

    Attributes:
        place: where it is.
        svg: what may change; without a ground if there is something under it.
        under: what lies under it and never changes; "" for nothing.
        over: what lies over it and never changes; "" for nothing.
    """

    place: Place
    svg: str
    under: str = ""
    over: str = ""


SPLIT = 454
"""Between the map and the players."""

HEAD, FOOT = 42, int(tracks.BELOW - 3)
"""Between the header and the map; between the map and what is under it."""


def tiles(pieces: Sequence[str], num_players: int, width: int, height: int) -> list[Tile]:
    """Give the tiles of a drawing, each in SVGs of its own.

    Args:
        pieces: the whole drawing, of `drawing.pieces`.
        num_players: how many panels are in it.
        width: of the whole drawing.
        height: likewise.
    """
    *ground, track, areas = pieces[: -2 - 2 * num_players]
    paper, land, *movable, names, offer = ground
    panels, (trick, header) = pieces[-2 - 2 * num_players : -2], pieces[-2:]
    edges = [HEAD, *(int(players.top(seat, num_players) - 3) for seat in range(1, num_players + 1)), height]
    chart = (0, HEAD, SPLIT, FOOT - HEAD)
    cut = [Tile(chart, _window(chart, [*movable, offer]), _window(chart, [paper, land]), _window(chart, [names]))]
    solid: list[tuple[Place, Sequence[str]]] = [
        ((0, 0, width, HEAD), [header]),
        ((0, FOOT, SPLIT, height - FOOT), [track, areas]),
    ]
    for k, (top, bottom) in enumerate(itertools.pairwise(edges)):
        here = panels[2 * k : 2 * k + 2] or [trick]
        solid.append(((SPLIT, top, width - SPLIT, bottom - top), here))
    return cut + [Tile(place, _window(place, [paper, *content])) for place, content in solid]


def _window(place: Place, content: Sequence[str]) -> str:
    """Put pieces into an SVG that shows one place of the drawing."""
    left, top, width, height = place
    return element(
        "svg",
        "".join(content),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{left} {top} {width} {height}",
        width=width,
        height=height,
        font_family=FONT,
    )
