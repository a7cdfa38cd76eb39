"""Where everything of an edition stands on the map: towns, the land around them, names and claim tokens.

A town stands at its place on earth (`lat`, `lon` of the edition's file, the real sites). Where an edition has none that
fit - outside Ireland, or two towns on one spot - the town stands near the others of its region. The land of a region
is what lies nearest to its towns. Everything is computed once for an edition, without chance.
"""

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from boru_env.editions import Edition
from boru_env.views.drawing import ireland
from boru_env.views.drawing.marks import EM, Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

NEAR = 17.0
"""Two towns stand at least so far apart."""

TOWN_SIZE, NAME_SIZE = 9.5, 10.5
TOKEN = (-38.0, -13.0, 34.0, 18.0)
"""What a region's name and token cover together, around their middle."""

PASSES = 3
"""How often each town's name is placed anew, now that the others have their places."""

GAP = 5.0
"""Between two names side by side."""

OFFER: Box = (ireland.LEFT, ireland.TOP, ireland.LEFT + 160, ireland.TOP + 92)
"""The corner of the sea where the marriage card on offer lies."""


@dataclass(frozen=True)
class Atlas:
    """The places of an edition's map.

    Attributes:
        towns: by town, its place.
        cells: by town, the corners of the land nearest to it, up to the map's frame.
        borders: the lines between regions.
        names: by town, where its name stands: base line and anchor.
        claims: by region, the middle of its name and token.
    """

    towns: tuple[Point, ...]
    cells: tuple[tuple[Point, ...], ...]
    borders: tuple[tuple[Point, Point], ...]
    names: tuple[tuple[float, float, str], ...]
    claims: tuple[Point, ...]


@functools.lru_cache(maxsize=8)
def atlas_of(edition: Edition) -> Atlas:
    """Give an edition's map."""
    home = [edition.region_index[town.region] for town in edition.file.towns]
    towns = _place_towns(edition, home)
    cells, borders = _cells(towns, home)
    claims = _claim_spots(towns, home, len(edition.region_ids))
    return Atlas(towns, cells, borders, _name_spots(edition, towns, claims), claims)


def _place_towns(edition: Edition, home: list[int]) -> tuple[Point, ...]:
    """Place the towns that have a spot of their own on earth, then the others near their region's middle."""
    placed: dict[int, Point] = {}
    for i, town in enumerate(edition.file.towns):
        spot = ireland.project(town.lon, town.lat)
        if ireland.is_on_map(town.lon, town.lat) and _clear(spot, placed):
            placed[i] = spot
    middles = {}
    for region in set(home):
        own = [spot for i, spot in placed.items() if home[i] == region]
        middles[region] = _mean(own) if len(own) > 1 else _ANCHORS[region % len(_ANCHORS)]
    for i, region in enumerate(home):
        if i not in placed:
            placed[i] = next(spot for spot in _spiral(middles[region]) if _clear(spot, placed))
    return tuple(placed[i] for i in range(len(home)))


_ANCHORS = tuple(
    ireland.project(lon, lat)
    for lon, lat in (
        *((-8.7, 52.3), (-8.7, 53.8), (-6.6, 52.9), (-7.2, 53.5)),
        *((-7.5, 54.8), (-6.2, 54.6), (-6.8, 54.1), (-7.4, 52.7)),
    )
)
"""Where the eight regions lie, in the order of an edition's file, if their towns do not tell."""


def _mean(spots: list[Point]) -> Point:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _clear(spot: Point, placed: dict[int, Point]) -> bool:
    return all(math.dist(spot, other) >= NEAR for other in placed.values())


def _spiral(middle: Point) -> Iterator[Point]:
    """Give spots around a middle, ever farther out, none outside the map."""
    left, top, right, bottom = _FRAME
    for k in range(10_000):
        r, angle = 6 * math.sqrt(k), 2.4 * k
        x, y = middle[0] + r * math.cos(angle), middle[1] + r * math.sin(angle)
        if left + 20 < x < right - 20 and top + 20 < y < bottom - 20:
            yield x, y


_FRAME: Box = (ireland.LEFT, ireland.TOP, ireland.LEFT + ireland.WIDTH, ireland.TOP + ireland.HEIGHT)


def _cells(
    towns: tuple[Point, ...], home: list[int]
) -> tuple[tuple[tuple[Point, ...], ...], tuple[tuple[Point, Point], ...]]:
    """Give each town's land, and the lines where the regions of two towns meet."""
    cells, borders = [], []
    left, top, right, bottom = _FRAME
    frame = [((left, top), -1), ((right, top), -1), ((right, bottom), -1), ((left, bottom), -1)]
    for i, town in enumerate(towns):
        cell = frame
        for j in sorted(range(len(towns)), key=lambda j: math.dist(town, towns[j])):
            if j != i:
                cell = _cut(cell, town, towns[j], j)
        corners = [corner for corner, _ in cell]
        cells.append(tuple(corners))
        for (corner, beyond), after in zip(cell, [*corners[1:], corners[0]], strict=True):
            if beyond > i and home[beyond] != home[i]:
                borders.append((corner, after))
    return tuple(cells), tuple(borders)


def _cut(cell: list[tuple[Point, int]], town: Point, other: Point, name: int) -> list[tuple[Point, int]]:
    """Keep what is nearer to the town than to the other. With each corner goes who is beyond the side after it."""
    nx, ny = other[0] - town[0], other[1] - town[1]
    limit = (other[0] ** 2 + other[1] ** 2 - town[0] ** 2 - town[1] ** 2) / 2
    kept: list[tuple[Point, int]] = []
    for (a, beyond), (b, _) in zip(cell, [*cell[1:], cell[0]], strict=True):
        over_a, over_b = nx * a[0] + ny * a[1] - limit, nx * b[0] + ny * b[1] - limit
        if over_a <= 0:
            kept.append((a, beyond))
        if (over_a <= 0) != (over_b <= 0):
            share = over_a / (over_a - over_b)
            crossing = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            kept.append((crossing, name if over_a <= 0 else beyond))
    return kept


def _claim_spots(towns: tuple[Point, ...], home: list[int], regions: int) -> tuple[Point, ...]:
    """Give each region the emptiest place for its token; the regions with the least room choose first."""
    grid: list[list[Point]] = [[] for _ in range(regions)]
    left, top, right, bottom = _FRAME
    for x in range(int(left) + 38, int(right) - 33, 7):
        for y in range(int(top) + 16, int(bottom) - 19, 7):
            nearest = min(range(len(towns)), key=lambda i: math.dist(towns[i], (x, y)))
            grid[home[nearest]].append((float(x), float(y)))
    spots: dict[int, Point] = {}
    for region in sorted(range(regions), key=lambda region: len(grid[region])):
        own = [town for town, other in zip(towns, home, strict=True) if other == region]
        taken = [_shifted(TOKEN, spot) for spot in spots.values()] + [OFFER]
        choices = grid[region] or own
        spots[region] = max(choices, key=lambda spot: _worth(spot, _mean(own), towns, taken))
    return tuple(spots[region] for region in range(regions))


def _worth(spot: Point, middle: Point, towns: tuple[Point, ...], taken: list[Box]) -> float:
    """Tell how good a place for a token is: clear of towns and other tokens, on land, near its region's middle."""
    covered = _shifted(TOKEN, spot)
    clearance = min(_distance(covered, town) for town in towns)
    crowded = sum(_overlap(covered, other) for other in taken)
    corners = sum(ireland.is_land(x, y) for x in covered[::2] for y in covered[1::2])
    return min(clearance, 22) - 0.07 * math.dist(middle, spot) - 20 * crowded + corners


def _shifted(box: Box, spot: Point, gap: float = 0) -> Box:
    """Give a box elsewhere, wider by a gap on both sides."""
    return box[0] + spot[0] - gap, box[1] + spot[1], box[2] + spot[0] + gap, box[3] + spot[1]


def _distance(box: Box, point: Point) -> float:
    """Give how far a point is from a box, 0 inside."""
    dx = max(box[0] - point[0], 0, point[0] - box[2])
    dy = max(box[1] - point[1], 0, point[1] - box[3])
    return math.hypot(dx, dy)


def _name_spots(
    edition: Edition, towns: tuple[Point, ...], claims: tuple[Point, ...]
) -> tuple[tuple[float, float, str], ...]:
    """Give each town's name the side on which it covers least."""
    fixed = [(x - 14, y - 17, x + 16, y + 14) for x, y in towns]
    fixed += [*(_shifted(TOKEN, spot) for spot in claims), OFFER]
    index = edition.town_index
    roads = [_along(towns[index[road.a]], towns[index[road.b]]) for road in edition.file.roads]
    on_roads = [point for road in roads for point in road]
    wide = [len(town.name) * TOWN_SIZE * EM for town in edition.file.towns]
    spots: dict[int, tuple[float, float, str]] = {}
    for _ in range(PASSES):
        for i, (x, y) in enumerate(towns):
            others = [_shifted(_extent(spot, wide[j]), (0, 0), GAP) for j, spot in spots.items() if j != i]
            costs = []
            for rank, candidate in enumerate(_sides(x, y)):
                covered = _extent(candidate, wide[i])
                cost = rank * 0.6 + 40 * sum(_overlap(covered, other) for other in fixed + others)
                cost += sum(_inside(covered, point) for point in on_roads) / 2
                costs.append((cost + 1000 * (covered[0] < _FRAME[0] or covered[2] > _FRAME[2]), rank, candidate))
            spots[i] = min(costs)[2]
    return tuple(spots[i] for i in range(len(towns)))


def _sides(x: float, y: float) -> Iterator[tuple[float, float, str]]:
    yield x, y + 24, "middle"
    yield x + 16, y + 6, "start"
    yield x - 16, y + 6, "end"
    yield x, y - 18, "middle"
    for dx, anchor in ((12, "start"), (-12, "end")):
        yield x + dx, y + 17, anchor
        yield x + dx, y - 15, anchor
    for dx, anchor in ((-24, "start"), (24, "end")):
        yield x + dx, y + 24, anchor
        yield x + dx, y - 18, anchor


def _extent(spot: tuple[float, float, str], width: float) -> Box:
    x, y, anchor = spot
    left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    return left, y - TOWN_SIZE, left + width, y + 2.5


def _along(a: Point, b: Point) -> list[Point]:
    steps = max(1, int(math.dist(a, b) / 4))
    return [(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps) for k in range(steps + 1)]


def _inside(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _overlap(a: Box, b: Box) -> float:
    """Give the shared area of two boxes, in letters."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height / 60 if width > 0 and height > 0 else 0.0
