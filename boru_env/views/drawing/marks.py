"""SVG as text: a few functions, each giving one element. All text and all attribute values are escaped here."""

import functools
import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from boru_env.views.drawing.widths import fitted, is_known, visible, width_of

Point = tuple[float, float]

FONT = "Verdana, 'DejaVu Sans', Geneva, sans-serif"
"""Wide faces of much the same widths, so that a text fits wherever it is drawn."""

EM = 0.6
"""Mean width of a letter in font sizes."""

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """Give a coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def clean(text: str) -> str:
    """Replace what no XML file may hold, such as control characters and half characters."""
    return _NOT_XML.sub("\ufffd", text)


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """Give an element.

    Args:
        name: its tag.
        content: what is in it: SVG, not text.
        **attributes: `font_size` is written `font-size`; None is left out; numbers are rounded to one decimal.
    """
    parts = [name]
    for key, value in attributes.items():
        if isinstance(value, float):
            parts.append(f'{_spelled(key)}="{number(value)}"')
        elif value is not None:
            parts.append(f"{_spelled(key)}={_quoted(str(value))}")
    head = " ".join(parts)
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


@functools.lru_cache(maxsize=128)
def _spelled(key: str) -> str:
    """Give an attribute's name."""
    return key.strip("_").replace("_", "-")


@functools.lru_cache(maxsize=1024)
def _quoted(value: str) -> str:
    """Give an attribute's value in quotes; most are colours, which come again and again."""
    return quoteattr(clean(value))


def group(*content: str, title: str | None = None, **attributes: object) -> str:
    """Give a group; `title` is what a browser shows under the pointer."""
    head = "" if title is None else element("title", escape(clean(title)))
    return element("g", head + "".join(content), **attributes)


def text(x: float, y: float, words: str, size: float = 10, anchor: str = "start", **attributes: object) -> str:
    """Give a line of text; (x, y) is on its base line."""
    given = {"font_size": number(size), "text_anchor": None if anchor == "start" else anchor, **attributes}
    return element("text", escape(clean(words)), x=float(x), y=float(y), **given)


def fitted_text(
    x: float,
    y: float,
    words: str,
    width: float,
    size: float = 10,
    *,
    least: float | None = None,
    bold: bool = False,
    **attributes: object,
) -> str:
    """Give a line of text that is no wider than `width`: made smaller down to `least`, then cut.

    What another font may write wider, the reader's program squeezes.
    """
    words = visible(clean(words))
    needs = width_of(words, size, bold)
    if least is not None and needs > width:
        size = max(least, size * width / needs)
    shown = fitted(words, width + 0.01, size, bold)
    if not is_known(shown):
        attributes |= {"textLength": width_of(shown, size, bold), "lengthAdjust": "spacingAndGlyphs"}
    return text(x, y, shown, size, "start", font_weight="bold" if bold else None, **attributes)


def circle(x: float, y: float, r: float, /, **attributes: object) -> str:
    """Give a circle."""
    return element("circle", cx=float(x), cy=float(y), r=float(r), **attributes)


def box(x: float, y: float, width: float, height: float, r: float = 0, **attributes: object) -> str:
    """Give a rectangle with round corners."""
    corner = float(r) if r else None
    return element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=corner, **attributes)


def line(a: Point, b: Point, /, **attributes: object) -> str:
    """Give a line."""
    return element("line", x1=float(a[0]), y1=float(a[1]), x2=float(b[0]), y2=float(b[1]), **attributes)


def points(corners: Iterable[Point]) -> str:
    """Give corners as `polygon` wants them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def polygon(corners: Iterable[Point], **attributes: object) -> str:
    """Give a polygon."""
    return element("polygon", points=points(corners), **attributes)


def path(d: str, /, **attributes: object) -> str:
    """Give a path."""
    return element("path", d=d, **attributes)


def scaled(d: str, x: float, y: float, r: float) -> str:
    """Give a path that is drawn around (0, 0) with size 1 around (x, y) with size r; letters and pairs of numbers."""
    out, across = [], True
    for part in d.split():
        if part.isalpha():
            out.append(part)
        else:
            out.append(number((x if across else y) + float(part) * r))
            across = not across
    return " ".join(out)
