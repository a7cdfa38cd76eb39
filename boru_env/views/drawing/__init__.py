"""The one drawing of a position: `boru-state/1` and an edition in, SVG out. Games, seats' views and replays share it.

| file | what |
|---|---|
| `marks`, `widths` | SVG as text; how wide words are |
| `theme` | colours, light and dark |
| `ireland`, `atlas` | the coastline; where an edition's towns, names and tokens stand |
| `tokens`, `cards` | the pieces of the game |
| `board`, `tracks`, `players` | the map; the areas beside it; the players and the trick |
| `tiles` | a drawing in parts that change one by one |

All art is our own. Nothing is drawn that is not in the JSON: what a seat's JSON hides cannot show.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from boru_env.editions import Edition
from boru_env.views.drawing import board, players, tracks
from boru_env.views.drawing.marks import FONT, box, element, fitted_text, group, text
from boru_env.views.drawing.theme import Theme, find_theme
from boru_env.views.drawing.tokens import disc
from boru_env.views.drawing.widths import fitted, width_of

WIDTH, HEIGHT = 800, round(players.BOTTOM) + 4
"""Size of every drawing; the smallest letters are 8.5 units high."""

PHASE_WORDS = {
    "place_start": "places the first disc",
    "draft": "keeps a card of the pack",
    "choose_town": "leads: chooses the active town",
    "play_card": "plays a card",
    "choose_secondary": "chooses the upper or the lower action",
    "buy_church": "may buy a church disc",
    "buy_raider": "may buy a raider",
    "buy_step": "may buy a step of the track",
    "expand": "may expand",
    "liberate": "liberates a town",
    "marriage_town": "marries, and takes a town",
    "princess": "marries the Princess",
    "track_town": "takes a town for the track",
    "raid_town": "chooses a town that is lost",
    "monastery": "places a monastery",
}


def draw(
    edition: Edition,
    state: Mapping[str, Any],
    *,
    theme: str = "light",
    names: Sequence[str] | None = None,
    viewer: int | None = None,
    last: str | None = None,
    width: int | None = None,
) -> str:
    """Draw a position as one SVG.

    Args:
        edition: the game's edition.
        state: `boru-state/1`, full or with None for what is hidden: of `Game.to_json`, `Game.seen_by` or
            `SeatView.facts`.
        theme: `"light"`, `"dark"`, or `"css"`: the page declares the variables (`theme.variables`).
        names: the players' names by seat.
        viewer: the seat whose view it is; only said, nothing is hidden by it.
        last: the last decision in words.
        width: in pixels; None: 800.

    Raises:
        OptionError: there is no such theme.
    """
    return frame(pieces(edition, state, theme, names, viewer, last), width)


def frame(content: Sequence[str], width: int | None = None) -> str:
    """Put the pieces of a drawing into one SVG."""
    wide = WIDTH if width is None else width
    return element(
        "svg",
        "".join(content),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=wide,
        height=round(wide * HEIGHT / WIDTH),
        font_family=FONT,
    )


def pieces(
    edition: Edition,
    state: Mapping[str, Any],
    theme: str = "light",
    names: Sequence[str] | None = None,
    viewer: int | None = None,
    last: str | None = None,
) -> list[str]:
    """Draw a position as pieces that lie over one another: always as many for one edition and number of players."""
    colours = find_theme(theme)
    given = list(names) if names is not None else [f"seat {seat}" for seat in range(len(state["players"]))]
    return [
        box(0, 0, WIDTH, HEIGHT, fill=colours["paper"]),
        board.land(colours, edition),
        *board.claims(colours, edition, state),
        *board.towns(colours, edition, state),
        board.names(colours, edition),
        tracks.offer(colours, edition, state),
        tracks.track(colours, edition, state),
        tracks.areas(colours, edition, state),
        *players.panels(colours, edition, state, given, viewer),
        players.trick(colours, edition, state),
        _header(colours, state, given, viewer, last),
    ]


def _header(theme: Theme, state: Mapping[str, Any], names: Sequence[str], viewer: int | None, last: str | None) -> str:
    """Draw the round, whose turn it is, and what was done last."""
    turn = f"Round {state['round']} of {state['rounds']}" if state["round"] else "Before the first round"
    view = "all cards open" if viewer is None else f"as seat {viewer} sees it"
    parts = [
        text(10, 19, turn, 14, fill=theme["ink"], font_weight="bold"),
        fitted_text(10, 36, last or "", 640, 10, fill=theme["faint"]),
        text(WIDTH - 10, 36, view, 9, "end", fill=theme["faint"]),
    ]
    seat = state["seat_to_act"]
    if seat is None:
        winners = " and ".join(names[other] for other in state["winners"])
        parts.append(fitted_text(players.X, 19, f"Over: won by {winners}", 332, 12, bold=True, fill=theme["turn"]))
    else:
        asked = PHASE_WORDS[state["phase"]]
        words = f"{fitted(names[seat], 312 - width_of(asked, 11.5, True), 11.5, True)} {asked}"
        parts.append(disc(theme, seat, players.X + 8, 15, 7.5))
        parts.append(fitted_text(players.X + 22, 19, words, 318, 11.5, bold=True, fill=theme["turn"]))
    return group(*parts, class_="header")
