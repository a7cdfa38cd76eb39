"""The pieces of the game, each drawn around a middle: discs, Vikings, monasteries, symbols, claim tokens."""

import functools
import itertools
import math
from collections.abc import Sequence

from boru_env.editions.schema import Region
from boru_env.views.drawing.marks import Point, box, circle, group, line, path, polygon, scaled, text
from boru_env.views.drawing.theme import Theme

SYMBOL_WORDS = {
    "town": "town",
    "coin": "coin",
    "pay": "pay a coin",
    "renown": "renown",
    "church": "church disc",
    "raider": "raider",
    "step": "step up the marriage track",
    "expand": "expand",
    "liberate": "liberate",
    "any_town": "any town",
}


def around(x: float, y: float, r: float, count: int, turn: float = 0) -> list[Point]:
    """Give the corners of a regular polygon, the first one on top."""
    angles = [2 * math.pi * k / count + turn - math.pi / 2 for k in range(count)]
    return [(x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles]


def on_seat(theme: Theme, seat: int) -> str:
    """Give the colour of a number on a seat's disc."""
    return theme["on-seat4" if seat == 4 else "on-seat"]


def disc(theme: Theme, seat: int, x: float, y: float, r: float, numbered: bool = True) -> str:
    """Draw a seat's disc: circle, square, triangle, diamond or cross."""
    style = {"fill": theme[f"seat{seat}"], "stroke": theme["ink"], "stroke_width": number_of(r), "class_": "disc"}
    if seat == 0:
        shape = circle(x, y, r, **style)
    elif seat == 1:
        shape = box(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, r * 0.2, **style)
    elif seat == 2:
        shape = polygon(around(x, y + r * 0.2, r * 1.3, 3), stroke_linejoin="round", **style)
    elif seat == 3:
        shape = polygon(around(x, y, r * 1.22, 4), stroke_linejoin="round", **style)
    else:
        arm, half = r * 1.08, r * 0.52
        corners = [(-half, -arm), (half, -arm), (half, -half), (arm, -half), (arm, half), (half, half)]
        corners += [(-a, -b) for a, b in corners]
        shape = polygon([(x + a, y + b) for a, b in corners], stroke_linejoin="round", **style)
    if not numbered:
        return shape
    digit = text(x, y + r * 0.4 + (0.14 * r if seat == 2 else 0), str(seat), r * 1.1, "middle", font_weight="bold")
    return shape + group(digit, fill=on_seat(theme, seat))


def number_of(r: float) -> float:
    """Give the width of a piece's outline."""
    return max(0.7, r / 9)


def town_glyph(theme: Theme, colour: str, x: float, y: float, r: float) -> str:
    """Draw the second sign of a town's or a card's colour: crossed swords, a cross, a ring, a crown."""
    style = {
        "stroke": theme[f"on-{colour}"],
        "stroke_width": max(1.0, r * 0.3),
        "stroke_linecap": "round",
        "fill": "none",
    }
    if colour == "red":
        return path(scaled("M -1 -1 L 1 1 M 1 -1 L -1 1", x, y, r), **style)
    if colour == "blue":
        return path(scaled("M 0 -1.2 L 0 1.2 M -0.7 -0.4 L 0.7 -0.4", x, y, r), **style)
    if colour == "yellow":
        return circle(x, y, r * 0.8, **style)
    return crown(x, y, r, theme["on-white"])


def crown(x: float, y: float, r: float, colour: str) -> str:
    """Draw a crown."""
    shape = [(-1, 0.8), (-1.2, -0.7), (-0.5, 0), (0, -1), (0.5, 0), (1.2, -0.7), (1, 0.8)]
    return polygon([(x + a * r, y + b * r) for a, b in shape], fill=colour)


def viking(theme: Theme, x: float, y: float, r: float) -> str:
    """Draw a token of Viking control: a longship."""
    return group(
        circle(x, y, r, fill=theme["viking"], stroke=theme["on-viking"], stroke_width=1.2),
        path(scaled("M -0.75 0.1 Q 0 1.05 0.75 0.1 Z", x, y, r), fill=theme["on-viking"]),
        path(scaled("M -0.05 -0.75 L 0.5 -0.05 L -0.05 -0.05 Z", x, y, r), fill=theme["on-viking"]),
        class_="viking",
    )


def monastery(theme: Theme, x: float, y: float, r: float) -> str:
    """Draw a monastery: a gable with a cross."""
    return group(
        circle(x, y, r * 1.15, fill=theme["stone"], stroke=theme["on-stone"], stroke_width=1.0),
        path(scaled("M -0.75 0.85 L -0.75 0.05 L 0 -0.5 L 0.75 0.05 L 0.75 0.85 Z", x, y, r), fill=theme["on-stone"]),
        path(
            scaled("M 0 -0.98 L 0 -0.3 M -0.28 -0.76 L 0.28 -0.76", x, y, r), stroke=theme["on-stone"], stroke_width=1.0
        ),
        class_="monastery",
    )


def symbol(theme: Theme, name: str, x: float, y: float, r: float) -> str:
    """Draw a symbol of cards, track and counters, about 2r wide."""
    ink = theme["on-stone"]
    thin = {"stroke": ink, "stroke_width": max(0.7, r * 0.18)}
    if name in ("coin", "pay"):
        coin = circle(x, y, r * 0.85, fill=theme["gold"], **thin)
        return coin + (_strike(theme, x, y, r) if name == "pay" else "")
    if name == "renown":
        inner = around(x, y, r * 0.45, 5, math.pi / 5)
        star = itertools.chain(*zip(around(x, y, r * 1.05, 5), inner, strict=True))
        return polygon(star, fill=theme["seat3"], **thin)
    if name == "church":
        cross = scaled("M 0 -1 L 0 1 M -0.6 -0.35 L 0.6 -0.35", x, y, r)
        return path(cross, stroke=theme["blue"], stroke_width=r * 0.42)
    if name == "raider":
        return raider(theme, x, y, r)
    if name == "step":
        arrow = path(scaled("M -0.45 -0.55 L 0 -1.05 L 0.45 -0.55 Z", x, y, r), fill=ink)
        return circle(x, y + r * 0.3, r * 0.55, fill="none", stroke=ink, stroke_width=r * 0.3) + arrow
    if name == "expand":
        arrow = path(scaled("M 0.1 -0.7 L 1 0 L 0.1 0.7 Z", x, y, r), fill=ink)
        return path(scaled("M -1 0 L 0.2 0", x, y, r), stroke=ink, stroke_width=r * 0.35) + arrow
    if name == "liberate":
        return viking(theme, x, y, r * 0.9) + _strike(theme, x, y, r)
    house = scaled("M -0.9 0.9 L -0.9 -0.15 L 0 -0.95 L 0.9 -0.15 L 0.9 0.9 Z", x, y, r)
    return path(house, fill=ink if name == "town" else "none", stroke=ink, stroke_width=r * 0.2)


def _strike(theme: Theme, x: float, y: float, r: float) -> str:
    """Draw what strikes a symbol out."""
    return line((x - r, y + r), (x + r, y - r), stroke=theme["red"], stroke_width=r * 0.35)


def raider(theme: Theme, x: float, y: float, r: float) -> str:
    """Draw a raider: an axe."""
    blade = scaled("M -0.05 -0.75 Q 0.9 -1.15 0.95 -0.1 Q 0.5 -0.3 -0.05 -0.1 Z", x, y, r)
    handle = line((x - 0.15 * r, y - r), (x - 0.15 * r, y + r), stroke=theme["on-stone"], stroke_width=r * 0.3)
    return handle + path(blade, fill=theme["red"], stroke=theme["on-stone"], stroke_width=max(0.5, r * 0.1))


def runs(symbols: Sequence[str]) -> list[tuple[str, int]]:
    """Give equal symbols in a row as one with its count."""
    return [(name, len(list(same))) for name, same in itertools.groupby(symbols)]


def symbol_row(theme: Theme, symbols: Sequence[str], x: float, y: float, r: float, width: float) -> str:
    """Draw symbols in a row, equal ones as a count and a symbol, no wider than `width`; (x, y) is left, middle."""
    needs = [r * (2.3 if count == 1 else 3.7) for _, count in runs(symbols)]
    squeeze = min(1.0, width / sum(needs)) if needs else 1.0
    r *= squeeze
    drawn = []
    for (name, count), need in zip(runs(symbols), needs, strict=True):
        if count > 1:
            drawn.append(text(x, y + r * 0.75, str(count), r * 2, font_weight="bold", fill=theme["on-stone"]))
        drawn.append(symbol(theme, name, x + need * squeeze - r * 1.1, y, r))
        x += need * squeeze
    return "".join(drawn)


def words_of(symbols: Sequence[str]) -> str:
    """Give symbols in words."""
    parts = [f"{count} x {SYMBOL_WORDS[name]}" if count > 1 else SYMBOL_WORDS[name] for name, count in runs(symbols)]
    return ", ".join(parts) or "nothing"


@functools.lru_cache(maxsize=256)
def claim_token(theme: Theme, region: Region, face_up: bool, holder: int | None, x: float, y: float) -> str:
    """Draw a claim token: threshold, points, whether it is face up, and whose it is; (x, y) is its middle."""
    half = 24.0
    fill, ink, dash = (theme["gold"], theme["on-gold"], None) if face_up else (theme["panel"], theme["faint"], "2.5 2")
    parts = [
        box(x - half, y - 8, 2 * half, 16, 8, fill=fill, stroke=ink, stroke_width=1.1, stroke_dasharray=dash),
        line((x - 1, y - 8), (x - 1, y + 8), stroke=ink, stroke_width=0.8),
        text(x - half / 2 - 1, y + 3.4, f"{region.threshold}+", 9.5, "middle", fill=ink),
        text(x + half / 2, y + 3.8, f"{region.points}p", 10.5, "middle", fill=ink, font_weight="bold"),
    ]
    if holder is not None:
        parts.append(disc(theme, holder, x - half - 7, y, 7.5))
    side = "face down" if not face_up else "face up, unclaimed" if holder is None else f"held by seat {holder}"
    words = f"{region.name}: {side}; {region.threshold} strength turns it up, worth {region.points} points"
    return group(*parts, title=words, class_="claim")
