"""The map: land, regions, roads, towns and claim tokens."""

import functools
from collections.abc import Mapping
from typing import Any

from boru_env.editions import Edition
from boru_env.editions.schema import Town
from boru_env.views.drawing import ireland, tokens
from boru_env.views.drawing.atlas import NAME_SIZE, TOWN_SIZE, Atlas, atlas_of
from boru_env.views.drawing.marks import Point, box, circle, element, group, line, number, polygon, text
from boru_env.views.drawing.theme import Theme
from boru_env.views.drawing.tokens import claim_token, crown, town_glyph
from boru_env.views.drawing.widths import fitted

State = Mapping[str, Any]


@functools.lru_cache(maxsize=16)
def land(theme: Theme, edition: Edition) -> str:
    """Draw what never changes: sea, regions, roads."""
    atlas, coast = atlas_of(edition), _smooth(ireland.SHORE)
    clip = f"boru-{theme.name}-coast"
    shore = {"d": coast, "fill": "none", "stroke": theme["shore"], "stroke_linejoin": "round"}
    return group(
        element("clipPath", element("path", d=coast), id=clip),
        box(ireland.LEFT, ireland.TOP, ireland.WIDTH, ireland.HEIGHT, 6, fill=theme["sea"]),
        element("path", stroke_width=7, stroke_opacity="0.25", **shore),
        group(*_regions(theme, edition, atlas), clip_path=f"url(#{clip})"),
        element("path", stroke_width=1.4, **shore),
        *_roads(theme, edition, atlas),
        class_="land",
    )


@functools.lru_cache(maxsize=16)
def names(theme: Theme, edition: Edition) -> str:
    """Draw the names of towns and regions; they lie over the towns."""
    atlas = atlas_of(edition)
    halo = {"stroke": theme["halo"], "stroke_width": 2.6, "stroke_linejoin": "round", "paint_order": "stroke"}
    bold = {"font_weight": "bold", "letter_spacing": "0.6", "fill": theme["faint"]}
    parts = []
    for region, (x, y) in zip(edition.file.regions, atlas.claims, strict=True):
        parts.append(text(x, y - 3, fitted(region.name.upper(), 90, NAME_SIZE), NAME_SIZE, "middle", **bold, **halo))
    for town, (x, y, anchor) in zip(edition.file.towns, atlas.names, strict=True):
        parts.append(text(x, y, fitted(town.name, 120, TOWN_SIZE), TOWN_SIZE, anchor, fill=theme["ink"], **halo))
    return group(*parts, class_="names")


def _smooth(corners: tuple[Point, ...]) -> str:
    """Give a closed path that touches each side in the middle and rounds each corner."""
    after = (*corners[1:], corners[0])
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(corners, after, strict=True)]
    start = f"M{number(middles[-1][0])} {number(middles[-1][1])}"
    curves = (
        f"Q{number(x)} {number(y)} {number(mx)} {number(my)}" for (x, y), (mx, my) in zip(corners, middles, strict=True)
    )
    return f"{start}{''.join(curves)}Z"


def _regions(theme: Theme, edition: Edition, atlas: Atlas) -> list[str]:
    parts = []
    for town, cell in zip(edition.file.towns, atlas.cells, strict=True):
        fill = theme[f"region{edition.region_index[town.region]}"]
        if len(cell) > 2:
            parts.append(polygon(cell, fill=fill, stroke=fill, stroke_width=1))
    for lon, lat, wide, high in ireland.LAKES:
        (x, y), ry = ireland.project(lon, lat), high * ireland.SCALE
        rx = wide * ireland.SQUEEZE * ireland.SCALE
        parts.append(element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=theme["sea"]))
    parts += [
        line(a, b, stroke=theme["faint"], stroke_width=1.1, stroke_dasharray="4 3", stroke_opacity=0.8)
        for a, b in atlas.borders
    ]
    return parts


def _roads(theme: Theme, edition: Edition, atlas: Atlas) -> list[str]:
    ends = [(edition.town_index[road.a], edition.town_index[road.b]) for road in edition.file.roads]
    style = {"stroke": theme["road"], "stroke_width": 2.2, "stroke_linecap": "round", "stroke_opacity": 0.85}
    return [line(atlas.towns[a], atlas.towns[b], **style) for a, b in ends]


def towns(theme: Theme, edition: Edition, state: State) -> list[str]:
    """Draw every town with what lies on it, one piece each."""
    places = atlas_of(edition).towns
    return [
        _town(theme, town, place, state["active_town"] == town.id, **state["towns"][town.id])
        for town, place in zip(edition.file.towns, places, strict=True)
    ]


@functools.lru_cache(maxsize=2048)
def _town(theme: Theme, town: Town, place: Point, active: bool, disc: int | None, viking: bool, monastery: bool) -> str:
    x, y = place
    parts, words = [], f"{town.name} ({town.colour})"
    if active:
        parts.append(circle(x, y, 15, fill=theme["gold"], stroke=theme["on-gold"], stroke_width=1.2, class_="active"))
        parts.append(crown(x, y - 20, 5.5, theme["turn"]))
        words += ", the active town"
    if disc is None:
        parts.append(circle(x, y, 7.5, fill=theme[town.colour], stroke=theme["on-stone"], stroke_width=1.2))
        parts.append(town_glyph(theme, town.colour, x, y, 3.1))
    else:
        parts.append(circle(x, y, 11.5, fill=theme["stone"], stroke=theme[town.colour], stroke_width=3.2))
        parts.append(circle(x, y, 13.1, fill="none", stroke=theme["on-stone"], stroke_width=0.8))
        parts.append(tokens.disc(theme, disc, x, y, 7.2))
        words += f": disc of seat {disc}"
    if viking:
        parts.append(tokens.viking(theme, x + 8.5, y - 9.5, 6.8))
        words += ", under the Vikings"
    if monastery:
        parts.append(tokens.monastery(theme, x - 8.5, y - 9.5, 5.8))
        words += ", with a monastery"
    return group(*parts, title=words, class_="town", data_town=town.id)


def claims(theme: Theme, edition: Edition, state: State) -> list[str]:
    """Draw every region's claim token, one piece each."""
    pieces = []
    for region, (x, y) in zip(edition.file.regions, atlas_of(edition).claims, strict=True):
        claim = state["claims"][region.id]
        pieces.append(claim_token(theme, region, claim["face_up"], claim["holder"], x, y + 9))
    return pieces
