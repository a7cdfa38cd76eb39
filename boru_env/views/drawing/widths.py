"""How wide words are: an upper bound, as the font is not known where a drawing is made.

Letters are sorted by width into classes, each as wide as its widest letter in Verdana or DejaVu Sans.
"""

import functools
import unicodedata

_CLASSES = (
    (0.36, " '.,:;|ijl"),
    (0.5, '!"()[]*-_`?Irtf'),
    (0.56, "Jcs?z/\\"),
    (0.66, "abdeghknopquvxyFELPTYS0123456789${}"),
    (0.71, "ABCKRVXZ"),
    (0.8, "DGHNOQU&"),
    (0.88, "Mw+<=>#~^"),
    (1.0, "Wm@"),
    (1.08, "%"),
)
_WIDTHS = {letter: width for width, letters in _CLASSES for letter in letters}
BOLDER = 1.14
"""How much wider bold letters are."""

KNOWN = "\u0250"
"""Letters before this one are in every font; others may come from a font of other widths."""


@functools.lru_cache(maxsize=512)
def width_of(words: str, size: float, bold: bool = False) -> float:
    """Give the most that words can take in width.

    Args:
        words: a line.
        size: of the font.
        bold: whether it is bold.
    """
    return sum(map(_letter, words)) * size * (BOLDER if bold else 1.0)


@functools.lru_cache(maxsize=2048)
def _letter(letter: str) -> float:
    """Give the width of a letter in font sizes."""
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    kind = unicodedata.category(letter)
    if kind in ("Mn", "Me"):
        return 0.0  # it stands on the letter before
    base = unicodedata.normalize("NFD", letter)[0]
    if base in _WIDTHS:
        return _WIDTHS[base] + 0.07
    if kind == "So":
        return 1.4  # pictures, such as emoji
    return 1.17 if unicodedata.east_asian_width(letter) in "WF" or letter < "\u0530" else 1.25


@functools.lru_cache(maxsize=512)
def fitted(words: str, width: float, size: float, bold: bool = False) -> str:
    """Cut words so that they cannot be wider than this; the sign for what is missing is the last to go."""
    if width_of(words, size, bold) <= width:
        return words
    room, kept = width - width_of("\u2026", size, bold), 0
    while kept < len(words) and width_of(words[: kept + 1], size, bold) <= room:
        kept += 1
    return words[:kept] + "\u2026"


def visible(words: str) -> str:
    """Leave out what only steers other letters, such as joiners and changes of direction: it moves words about."""
    return "".join(letter for letter in words if unicodedata.category(letter) != "Cf")


def is_known(words: str) -> bool:
    """Tell whether all letters are such as every font has."""
    return all(letter < KNOWN or letter == "\u2026" for letter in words)
