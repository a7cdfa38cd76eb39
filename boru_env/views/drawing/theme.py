"""Colours: by name, in a light and a dark theme, and as CSS variables for a page that has both.

Seats and towns use the eight colours of Okabe and Ito ("Color Universal Design", 2008), none of them twice, so that
colour-blind people can tell them apart; a shape goes with every seat, and a glyph with every colour of town.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from boru_env.errors import OptionError, brief


@dataclass(frozen=True, eq=False)
class Theme:
    """Colours by name. Hashed by what it is, not by its colours, so that drawn pieces can be kept.

    Attributes:
        name: `light`, `dark` or `css`.
        colours: name of a colour -> colour.
    """

    name: str
    colours: Mapping[str, str]

    def __getitem__(self, colour: str) -> str:
        return self.colours[colour]


_COMMON = {
    "seat0": "#e69f00",
    "seat1": "#56b4e9",
    "seat2": "#009e73",
    "seat3": "#cc79a7",
    "on-seat": "#000000",
    "red": "#d55e00",
    "blue": "#0072b2",
    "yellow": "#f0e442",
    "white": "#ffffff",
    "on-red": "#ffffff",
    "on-blue": "#ffffff",
    "on-yellow": "#1b1b1b",
    "on-white": "#1b1b1b",
    "viking": "#1d1d24",
    "on-viking": "#ffffff",
    "gold": "#ffd34d",
    "on-gold": "#2c2000",
    "stone": "#fffdf5",
    "on-stone": "#39332b",
}

LIGHT = Theme(
    "light",
    {
        **_COMMON,
        "seat4": "#3f3f46",
        "on-seat4": "#ffffff",
        "paper": "#f6f1e4",
        "sea": "#d9e6ea",
        "shore": "#8aa4ad",
        "ink": "#241f18",
        "faint": "#6a6152",
        "panel": "#fffbf1",
        "edge": "#cdbf9f",
        "road": "#8a7452",
        "halo": "#fdf9ee",
        "turn": "#9a6a00",
        "back": "#8f8674",
        "on-back": "#d9d0bb",
        "region0": "#cfe0b4",
        "region1": "#ecd8b8",
        "region2": "#c9dcea",
        "region3": "#efe6b4",
        "region4": "#dccfe8",
        "region5": "#bfe0d2",
        "region6": "#f0cfcf",
        "region7": "#d8d6d0",
    },
)

DARK = Theme(
    "dark",
    {
        **_COMMON,
        "seat4": "#d6d6de",
        "on-seat4": "#000000",
        "paper": "#17191d",
        "sea": "#1d2b35",
        "shore": "#4f6b7a",
        "ink": "#efe9dc",
        "faint": "#a9a294",
        "panel": "#23262c",
        "edge": "#464a52",
        "road": "#a08f6f",
        "halo": "#15171a",
        "turn": "#ffd34d",
        "back": "#5a5f69",
        "on-back": "#8d929c",
        "region0": "#3b4a2c",
        "region1": "#55452c",
        "region2": "#2b4354",
        "region3": "#525026",
        "region4": "#463a55",
        "region5": "#264d42",
        "region6": "#583737",
        "region7": "#454448",
    },
)

CSS = Theme("css", {name: f"var(--{name})" for name in LIGHT.colours})

THEMES = (LIGHT, DARK, CSS)


def find_theme(name: object) -> Theme:
    """Give the theme of a name.

    Raises:
        OptionError: there is no such theme.
    """
    for theme in THEMES:
        if theme.name == name:
            return theme
    raise OptionError(f"theme: is {brief(name)}; it must be 'light', 'dark' or 'css'")


def variables(theme: Theme) -> str:
    """Give a theme as the declarations of its CSS variables."""
    return "".join(f"--{name}:{colour};" for name, colour in theme.colours.items())
