"""Right of the map: a panel for each player, and the trick on the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from boru_env.editions import Edition
from boru_env.views.drawing.cards import card
from boru_env.views.drawing.marks import box, fitted_text, group, text
from boru_env.views.drawing.theme import Theme
from boru_env.views.drawing.tokens import SYMBOL_WORDS, crown, disc, symbol
from boru_env.views.drawing.tracks import AREA_HEIGHT, BELOW, TRACK_HEIGHT, marriage_words

State = Mapping[str, Any]
X, WIDTH = 458.0, 338.0
TOP, BOTTOM = 46.0, BELOW + TRACK_HEIGHT + 4 + AREA_HEIGHT
MOST_HIGH, LEAST_TRICK = 138.0, 128.0
"""A panel's greatest and the trick's least height."""

NAME_ROOM = 132.0
"""How wide a name may be; then come the coins."""

CARD_ROWS = (("hand", "hand"), ("selected", "kept"), ("pack", "pack"), ("unplayed", "unplayed"))
"""Where cards lie in a state, and what the panel calls it."""


def panels(theme: Theme, edition: Edition, state: State, names: Sequence[str], viewer: int | None) -> list[str]:
    """Draw every player's panel: one piece with what the player has, one with the cards."""
    count = len(state["players"])
    height, drawn = _height(count), []
    for seat, player in enumerate(state["players"]):
        y = top(seat, count)
        drawn.append(_panel(theme, edition, state, seat, names[seat], y, height, seat == viewer))
        drawn.append(_cards(theme, edition, player, y + 35, height - 40))
    return drawn


def _height(count: int) -> float:
    """Give the height of a panel."""
    return min(MOST_HIGH, (BOTTOM - TOP - LEAST_TRICK) / count - 6)


def top(place: int, count: int) -> float:
    """Give where a seat's panel begins; after the last one, the trick."""
    return TOP + place * (_height(count) + 6)


def _panel(
    theme: Theme, edition: Edition, state: State, seat: int, name: str, y: float, height: float, own: bool
) -> str:
    player, acts = state["players"][seat], state["seat_to_act"] == seat
    won = seat in state.get("winners", ())
    edge = theme["turn"] if acts or won else theme["edge"]
    parts = [
        box(X, y, WIDTH, height, 6, fill=theme["panel"], stroke=edge, stroke_width=2.4 if acts or won else 1),
        disc(theme, seat, X + 17, y + 17, 9.5),
        fitted_text(X + 34, y + 16, name, NAME_ROOM, 11.5, least=9.5, bold=True, fill=theme["ink"]),
        *_counters(theme, player, y),
        *_notes(theme, edition, state, seat, y, own),
    ]
    return group(*parts, title=f"seat {seat}: {name}; {_marriages(edition, player)}", class_="player")


def _notes(theme: Theme, edition: Edition, state: State, seat: int, y: float, own: bool) -> list[str]:
    """Draw the marker, and in words who acts, won or looks, and who is married to whom."""
    words = []
    if seat in state.get("winners", ()):
        words.append("wins")
    if own:
        words.append("looks")
    if state["players"][seat]["marriages"]:
        words.append(_marriages(edition, state["players"][seat]))
    parts, x = [], X + 34
    if state["marker"] == seat:
        parts.append(group(crown(x + 5, y + 26, 4.8, theme["turn"]), title="holds the active town marker"))
        x += 15
    if words:
        parts.append(fitted_text(x, y + 29.5, "; ".join(words), X + WIDTH - 60 - x, 9, fill=theme["faint"]))
    return parts


def _counters(theme: Theme, player: Mapping[str, Any], y: float) -> list[str]:
    """Draw points, coins, renown and raiders."""
    points = player.get("final_points", player["points"])
    word = "total" if "final_points" in player else "points"
    parts = [
        text(X + WIDTH - 10, y + 19, str(points), 17, "end", fill=theme["ink"], font_weight="bold"),
        text(
            X + WIDTH - 10,
            y + 30,
            word if word == "points" else f"total, {player['points']} before",
            8.5,
            "end",
            fill=theme["faint"],
        ),
    ]
    for i, (name, key) in enumerate((("coin", "coins"), ("renown", "renown"), ("raider", "raiders"))):
        x = X + 178 + 41 * i
        icon = box(x - 8, y + 4, 16, 16, 4, fill=theme["stone"]) + symbol(theme, name, x, y + 12, 6)
        count = text(x + 10, y + 16.5, str(player[key]), 11, fill=theme["ink"], font_weight="bold")
        parts.append(group(icon, count, title=f"{player[key]} {key}"))
    return parts


def _marriages(edition: Edition, player: Mapping[str, Any]) -> str:
    """Give the marriages of a player in words."""
    words = [marriage_words(edition, held)[0].removeprefix("House of ") for held in player["marriages"]]
    if player["princess"]:
        words.append(f"Princess: {player['princess']}")
    return f"married: {', '.join(words)}" if words else "unmarried"


def _cards(theme: Theme, edition: Edition, player: Mapping[str, Any], y: float, height: float) -> str:
    """Draw hand, kept cards, pack and unplayed card side by side, each under its name."""
    zones = []
    for key, name in CARD_ROWS:
        lying = player[key] if isinstance(player[key], list) else [player[key]] if player[key] else []
        if lying:
            zones.append((name, lying))
    count = sum(len(lying) for _, lying in zones)
    if not count:
        return text(X + 10, y + 12, "no cards", 9, fill=theme["faint"])
    width = min(44.0, (WIDTH - 16 - 8 * (len(zones) - 1)) / count - 3)
    tall = height - 11
    parts, x = [], X + 9.0
    for name, lying in zones:
        head = f"{name} ({len(lying)})" if len(lying) > 1 else name
        parts.append(fitted_text(x, y + 7, head, max(30, (width + 3) * len(lying)), 8.5, fill=theme["faint"]))
        for value in lying:
            parts.append(card(theme, edition, value, (x, y + 11), (width, tall)))
            x += width + 3
        x += 8
    return group(*parts)


def trick(theme: Theme, edition: Edition, state: State) -> str:
    """Draw the cards on the table, beginning with the leader's."""
    count = len(state["players"])
    y = top(count, count)
    active = state["active_town"]
    where = "no active town"
    if active is not None:
        town = edition.file.towns[edition.town_index[active]]
        where = f"for {town.name} ({town.colour})"
    parts = [
        box(X, y, WIDTH, BOTTOM - y, 6, fill=theme["panel"], stroke=theme["edge"]),
        text(X + 10, y + 14, "TRICK", 9, fill=theme["faint"], font_weight="bold", letter_spacing="0.6"),
        fitted_text(X + 52, y + 14, where, 190, 10, fill=theme["ink"]),
        text(X + WIDTH - 10, y + 14, f"{len(state['discarded'])} discarded", 9, "end", fill=theme["faint"]),
    ]
    order = [(state["marker"] + k) % count for k in range(count)]
    played = [seat for seat in order if state["players"][seat]["played"] is not None]
    step = (WIDTH - 12) / count
    tall = min(BOTTOM - y - 46, (step - 8) * 1.45)
    for k, seat in enumerate(played):
        at = X + 10 + step * k
        parts.append(card(theme, edition, state["players"][seat]["played"], (at, y + 22), (step - 8, tall)))
        parts.append(disc(theme, seat, at + step / 2 - 4, y + tall + 34, 7))
    gone = state["discarded"]
    words = f"played before: {' '.join(map(str, gone))}"
    if not played:
        parts.append(_legend(theme, y + 50))
        parts += _gone(theme, edition, gone, y + 23)
    elif BOTTOM - y > LEAST_TRICK + 60:
        parts += _gone(theme, edition, gone, BOTTOM - 22)
    return group(*parts, title=words if gone else None, class_="trick")


def _gone(theme: Theme, edition: Edition, values: Sequence[int], y: float) -> list[str]:
    """Draw the cards played and resolved this round, small."""
    parts = []
    for k, value in enumerate(values):
        colour, x = edition.file.cards[value - 1].colour, X + 9 + 12.8 * k
        parts.append(box(x, y, 12.2, 13, 2, fill=theme[colour], stroke=theme["edge"], stroke_width=0.6))
        parts.append(text(x + 6.1, y + 9.7, str(value), 8.5, "middle", fill=theme[f"on-{colour}"]))
    return parts


def _legend(theme: Theme, y: float) -> str:
    """Draw what the symbols of the cards mean, where the table is empty."""
    parts = []
    for k, (name, words) in enumerate(SYMBOL_WORDS.items()):
        left, top = X + 20 + 130 * (k // 5), y + 15.5 * (k % 5)
        parts.append(box(left - 9, top - 7, 18, 14, 3, fill=theme["stone"]))
        parts.append(symbol(theme, name, left, top, 5))
        parts.append(text(left + 15, top + 3.4, words, 9, fill=theme["faint"]))
    return group(*parts)
