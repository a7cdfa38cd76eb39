"""Small steps of linear algebra, compiled, for one vector at a time."""

import numpy as np
import numpy.typing as npt

from boru_env.rules.compiled import compiled

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


@compiled
def matrix(weights: Floats, at: int, rows: int, columns: int) -> tuple[npt.NDArray[np.float32], int]:
    """Give the matrix that begins at a place, and the place after it."""
    end = at + rows * columns
    return weights[at:end].reshape(rows, columns), end


@compiled
def vector(weights: Floats, at: int, size: int) -> tuple[Floats, int]:
    """Give the vector that begins at a place, and the place after it."""
    return weights[at : at + size], at + size


@compiled
def add_product(out: Floats, inputs: Floats, weight: npt.NDArray[np.float32], places: Places, numbers: Floats) -> None:
    """Add inputs times a weight, (I,) times (I, O); `places` and `numbers` are room."""
    count = 0
    for i in range(len(inputs)):  # without a branch, which would be guessed wrong half of the time
        places[count], numbers[count] = i, inputs[i]
        count += int(inputs[i] != 0)
    add_rows(out, weight, places, numbers, count)


@compiled
def dot(one: Floats, two: Floats) -> float:
    """Give the product of two vectors, in four sums that do not wait for each other."""
    a = b = c = d = np.float32(0)
    h = 0
    while h + 4 <= len(one):
        a += one[h] * two[h]
        b += one[h + 1] * two[h + 1]
        c += one[h + 2] * two[h + 2]
        d += one[h + 3] * two[h + 3]
        h += 4
    while h < len(one):
        a += one[h] * two[h]
        h += 1
    return float((a + b) + (c + d))


@compiled
def rectify(values: Floats) -> None:
    """Set what is below 0 to 0."""
    for h in range(len(values)):
        values[h] = max(values[h], np.float32(0))


@compiled
def add_rows(out: Floats, weight: Floats, places: Places, numbers: Floats, count: int) -> None:
    """Add so many rows of a weight, each times a number: four at a time, since memory is what takes long.

    Args:
        out: (H,) added to.
        weight: (D, H).
        places: (count,) or more: which rows.
        numbers: (count,) or more: times what.
        count: how many.
    """
    k = 0
    while k + 4 <= count:
        i, j, m, n = places[k], places[k + 1], places[k + 2], places[k + 3]
        a, b, c, d = numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3]
        for h in range(len(out)):
            out[h] = out[h] + a * weight[i, h] + b * weight[j, h] + c * weight[m, h] + d * weight[n, h]
        k += 4
    while k < count:
        i, a = places[k], numbers[k]
        for h in range(len(out)):
            out[h] += a * weight[i, h]
        k += 1
