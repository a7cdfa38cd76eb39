"""Action cards: open ones with value, colour and actions, closed ones as backs."""

import functools

from boru_env.editions import Edition
from boru_env.views.drawing.marks import Point, box, circle, group, line, path, scaled, text
from boru_env.views.drawing.theme import Theme
from boru_env.views.drawing.tokens import symbol_row, town_glyph, words_of

ROWS_FROM = 44.0
"""A card of at least this height shows its actions."""


@functools.lru_cache(maxsize=2048)
def action_card(theme: Theme, edition: Edition, value: int, x: float, y: float, width: float, height: float) -> str:
    """Draw an open card; (x, y) is its upper left corner."""
    card = edition.file.cards[value - 1]
    band = min(16.0, height)
    parts = [
        box(x, y, width, height, 3, fill=theme["stone"], stroke=theme["ink"], stroke_width=0.9),
        box(x + 1, y + 1, width - 2, band, 2.5, fill=theme[card.colour]),
        text(x + 4, y + 12.6, str(value), 11.5, font_weight="bold", fill=theme[f"on-{card.colour}"]),
    ]
    if width >= 30:
        parts.append(town_glyph(theme, card.colour, x + width - 8, y + 9, 3.6))
    rows = [row for row in (card.primary, card.secondary_1, card.secondary_2) if row is not None]
    if card.colour == "white":
        parts.append(line((x + 1, y + band + 1), (x + width - 1, y + band + 1), stroke=theme["ink"], stroke_width=0.6))
    if height >= ROWS_FROM:
        step = (height - band - 2) / 3
        r = min(step / 2.7, width / 9)
        for i, row in enumerate(rows):
            middle = y + band + 1 + step * (i + 0.5)
            if i:
                edge = middle - step / 2
                parts.append(line((x + 3, edge), (x + width - 3, edge), stroke=theme["on-stone"], stroke_width=0.4))
            parts.append(symbol_row(theme, row, x + 3.5, middle, r, width - 7))
    names = ("wins", "loses", "or")
    words = "; ".join(f"{name}: {words_of(row)}" for name, row in zip(names, rows, strict=False))
    return group(*parts, title=f"card {value}, {card.colour}: {words}", class_="card", data_card=value)


@functools.lru_cache(maxsize=256)
def card_back(theme: Theme, x: float, y: float, width: float, height: float) -> str:
    """Draw a closed card."""
    cx, cy, r = x + width / 2, y + height / 2, min(width, height) / 4
    knot = scaled("M -1 0 Q 0 -2 1 0 Q 0 2 -1 0 Z", cx, cy, r)
    return group(
        box(x, y, width, height, 3, fill=theme["back"], stroke=theme["ink"], stroke_width=0.9),
        box(x + 2.5, y + 2.5, width - 5, height - 5, 2, fill="none", stroke=theme["on-back"], stroke_width=0.8),
        path(knot, fill="none", stroke=theme["on-back"], stroke_width=1.0),
        circle(cx, cy, r * 0.45, fill="none", stroke=theme["on-back"], stroke_width=0.9),
        title="a card that is not seen",
        class_="card-back",
    )


def card(theme: Theme, edition: Edition, value: int | None, at: Point, size: Point) -> str:
    """Draw a card: open if its value is known."""
    if value is None:
        return card_back(theme, *at, *size)
    return action_card(theme, edition, value, *at, *size)
