"""Small steps from which vectors are filled; seats are told by their place, clockwise from the one who looks."""

import numpy as np
import numpy.typing as npt

from boru_env.rules.compiled import State, compiled

Vector = npt.NDArray[np.float32 | np.uint8]
"""(OBSERVATION_SIZE,) float32 in [0, 1], or the compact form: uint8, see `compact`."""


@compiled
def put(out: Vector, start: int, index: int) -> None:
    """Set one 1 of a one-hot; NONE sets nothing."""
    if index >= 0:
        out[start + int(index)] = 1


@compiled
def put_seat(s: State, observer: int, out: Vector, start: int, seat: int) -> None:
    """Set one 1 of a one-hot over seats, relative to the observer; NONE sets nothing."""
    if seat >= 0:
        out[start + relative(s, observer, seat)] = 1


@compiled
def relative(s: State, observer: int, seat: int) -> int:
    """Give how many places to the left of the observer the seat sits."""
    place = int(seat) - int(observer)
    return place if place >= 0 else place + int(s["num_players"])


@compiled
def seat_at(s: State, observer: int, side: int) -> int:
    """Give the seat that sits so many places to the left of the observer."""
    seat = int(observer) + int(side)
    n = int(s["num_players"])
    return seat - n if seat >= n else seat


@compiled
def mark(out: Vector, start: int, places: npt.NDArray[np.int8], place: int) -> None:
    """Fill a row of flags: where `places` is `place`. So short a loop becomes a few wide instructions."""
    row = out[start : start + len(places)]
    sought = np.int8(place)
    for index in range(len(row)):
        row[index] = np.uint8(places[index] == sought)


@compiled
def copy_flags(out: Vector, start: int, flags: npt.NDArray[np.uint8]) -> None:
    """Copy a row of flags."""
    row = out[start : start + len(flags)]
    for index in range(len(row)):
        row[index] = flags[index]
