"""Where Ireland lies: a coastline and lakes of our own, drawn by hand, and the projection of the map.

The coast is a rough outline: about a hundred points (longitude, latitude) put down by eye at headlands and the heads
of bays, islands left out. It is good enough to find a town by, and for nothing else.
"""

import math

from boru_env.views.drawing.marks import Point

COAST: tuple[Point, ...] = (
    # Malin Head along the north coast to Belfast
    *((-7.37, 55.38), (-7.1, 55.3), (-6.93, 55.24), (-7.08, 55.13), (-7.27, 55.04), (-7.02, 55.06), (-6.95, 55.19)),
    *((-6.72, 55.18), (-6.52, 55.25), (-6.32, 55.24), (-6.15, 55.22), (-6.03, 55.14), (-6.04, 55.04), (-5.95, 54.96)),
    *((-5.8, 54.86), (-5.69, 54.77), (-5.9, 54.65), (-5.72, 54.69), (-5.54, 54.67), (-5.44, 54.49), (-5.47, 54.37)),
    # Down to Dublin and on to Carnsore Point
    *((-5.55, 54.29), (-5.68, 54.24), (-5.87, 54.22), (-5.9, 54.11), (-6.06, 54.03), (-6.25, 54.1), (-6.12, 53.99)),
    *((-6.36, 54.02), (-6.38, 53.9), (-6.24, 53.86), (-6.25, 53.73), (-6.11, 53.59), (-6.13, 53.47), (-6.06, 53.38)),
    *((-6.19, 53.34), (-6.09, 53.26), (-6.04, 53.12), (-5.99, 52.96), (-6.13, 52.8), (-6.2, 52.62), (-6.36, 52.41)),
    *(
        (-6.43, 52.33),
        (-6.33, 52.26),
        (-6.36, 52.17),
    ),
    # The south coast to Mizen Head
    *((-6.62, 52.18), (-6.92, 52.13), (-6.97, 52.25), (-7.05, 52.15), (-7.3, 52.13), (-7.54, 52.05), (-7.84, 51.95)),
    *((-8.2, 51.81), (-8.29, 51.87), (-8.33, 51.78), (-8.53, 51.61), (-8.85, 51.56), (-9.1, 51.53), (-9.4, 51.46)),
    *((-9.82, 51.45), (-9.47, 51.67), (-10.18, 51.59), (-9.63, 51.87), (-10.13, 51.74), (-10.4, 51.85)),
    # Kerry, the Shannon, Galway
    *((-10.24, 51.99), (-9.8, 52.13), (-10.47, 52.1), (-10.25, 52.25), (-9.98, 52.23), (-9.83, 52.28), (-9.93, 52.41)),
    *((-9.67, 52.56), (-9.3, 52.57), (-8.78, 52.67), (-9.32, 52.65), (-9.93, 52.56), (-9.5, 52.76), (-9.43, 52.96)),
    *((-9.27, 53.14), (-8.95, 53.17), (-9.02, 53.27), (-9.5, 53.23), (-9.8, 53.31), (-10.2, 53.41), (-10.15, 53.55)),
    # Mayo, Sligo, Donegal
    *((-9.85, 53.61), (-9.9, 53.76), (-9.6, 53.8), (-9.58, 53.9), (-9.95, 53.89), (-10.18, 53.97), (-9.88, 54.07)),
    *((-10.08, 54.2), (-9.97, 54.31), (-9.6, 54.31), (-9.32, 54.32), (-9.18, 54.2), (-8.98, 54.29), (-8.7, 54.28)),
    *((-8.52, 54.22), (-8.66, 54.35), (-8.46, 54.47), (-8.24, 54.51), (-8.3, 54.57), (-8.12, 54.64), (-8.4, 54.59)),
    *((-8.75, 54.62), (-8.79, 54.69), (-8.45, 54.79), (-8.45, 54.94), (-8.29, 55.13), (-7.97, 55.2), (-7.8, 55.14)),
    *((-7.66, 55.27), (-7.55, 55.04), (-7.49, 55.24)),
)

LAKES: tuple[tuple[float, float, float, float], ...] = (
    (-6.42, 54.61, 0.14, 0.13),  # Lough Neagh
    (-7.78, 54.46, 0.2, 0.05),  # Lower Lough Erne
    (-7.95, 53.47, 0.05, 0.11),  # Lough Ree
    (-8.33, 53.0, 0.07, 0.12),  # Lough Derg
    (-9.27, 53.45, 0.12, 0.09),  # Lough Corrib
)
"""Middle (longitude, latitude) and half axes in degrees."""

WEST, EAST, SOUTH, NORTH = -10.62, -5.3, 51.36, 55.46
SQUEEZE = math.cos(math.radians(53.4))
"""A degree of longitude in degrees of latitude, in the middle of the island."""

LEFT, TOP, WIDTH = 4.0, 46.0, 446.0
SCALE = WIDTH / ((EAST - WEST) * SQUEEZE)
HEIGHT = (NORTH - SOUTH) * SCALE


def project(lon: float, lat: float) -> Point:
    """Give the place on the drawing of a place on earth."""
    return LEFT + (lon - WEST) * SQUEEZE * SCALE, TOP + (NORTH - lat) * SCALE


def is_on_map(lon: float, lat: float) -> bool:
    """Tell whether a place lies in the map's frame, with room for a town."""
    return WEST + 0.2 <= lon <= EAST - 0.2 and SOUTH + 0.1 <= lat <= NORTH - 0.1


SHORE: tuple[Point, ...] = tuple(project(lon, lat) for lon, lat in COAST)
"""The coastline on the drawing."""


def is_land(x: float, y: float) -> bool:
    """Tell whether a place on the drawing is inside the coastline."""
    inside = False
    for (x1, y1), (x2, y2) in zip(SHORE, (*SHORE[1:], SHORE[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
