"""Beside the map: the marriage on offer, the marriage track, the battle area and the church area."""

from collections.abc import Mapping
from typing import Any

from boru_env.editions import Edition
from boru_env.views.drawing.ireland import HEIGHT, LEFT, TOP, WIDTH
from boru_env.views.drawing.marks import box, fitted_text, group, text
from boru_env.views.drawing.theme import Theme
from boru_env.views.drawing.tokens import disc, raider, symbol_row, words_of

State = Mapping[str, Any]
BELOW = TOP + HEIGHT + 6
"""Where the strip under the map begins."""

TRACK_HEIGHT, AREA_HEIGHT = 56.0, 38.0


def offer(theme: Theme, edition: Edition, state: State) -> str:
    """Draw the marriage card on offer and how many cards each pile has, in the north-western sea."""
    x, y, width = LEFT + 8, TOP + 8, 150.0
    offered = state["marriage_card"]
    head, lines = marriage_words(edition, offered) if offered else ("none on offer", [])
    piles = (("marriage card", state["marriage_pile"]), ("Viking card", state["viking_deck"]))
    rest = [f"{len(pile)} {name}{'' if len(pile) == 1 else 's'} to come" for name, pile in piles]
    if state["set_aside"] is not None:
        rest.append(f"set aside: card {state['set_aside']}")
    parts = [
        text(x, y + 8, "MARRIAGE", 9, fill=theme["faint"], font_weight="bold", letter_spacing="0.6"),
        box(x, y + 13, width, 20 + 13 * len(lines), 5, fill=theme["stone"], stroke=theme["seat3"], stroke_width=1.8),
        fitted_text(x + 8, y + 27, head, width - 14, 10.5, bold=True, fill=theme["on-stone"]),
    ]
    for i, words in enumerate(lines):
        parts.append(fitted_text(x + 8, y + 41 + 13 * i, words, width - 14, 9.5, fill=theme["on-stone"]))
    for i, words in enumerate(rest):
        parts.append(text(x, y + 46 + 13 * (len(lines) + i), words, 9.2, fill=theme["faint"]))
    seen = [marriage_words(edition, card)[0] if card else "unknown" for card in state["marriage_pile"]]
    vikings = [_strength(edition, card) for card in state["viking_deck"]]
    order = f"then {', '.join(seen) or 'none'}; raiders of the rounds to come: {', '.join(vikings) or 'none'}"
    return group(*parts, title=order, class_="offer")


def _strength(edition: Edition, card: str | None) -> str:
    return "unknown" if card is None else str(edition.file.vikings[edition.viking_index[card]].strength)


def marriage_words(edition: Edition, card: str) -> tuple[str, list[str]]:
    """Give a marriage card's name, and what it gives."""
    index = edition.marriage_index[card]
    if index >= len(edition.file.marriages):
        princess = edition.file.princess
        return princess.name, ["support, trade, or", f"spurn her: {princess.spurn_points} points"]
    marriage = edition.file.marriages[index]
    lines = [f"{marriage.points} points, {marriage.renown} renown"]
    if marriage.town_in:
        lines.append(f"a town in {edition.file.regions[edition.region_index[marriage.town_in]].name}")
    return marriage.name, lines


def track(theme: Theme, edition: Edition, state: State) -> str:
    """Draw the marriage track with all discs on it."""
    spaces = edition.file.track
    step = WIDTH / len(spaces)
    parts = [
        text(LEFT + 2, BELOW + 9, "MARRIAGE TRACK", 9, fill=theme["faint"], font_weight="bold", letter_spacing="0.6")
    ]
    for i, space in enumerate(spaces):
        x, y = LEFT + i * step, BELOW + 14
        here = [seat for seat, player in enumerate(state["players"]) if player["space"] == i + 1]
        cell = [
            box(x + 1, y, step - 2, TRACK_HEIGHT - 16, 4, fill=theme["panel"], stroke=theme["edge"]),
            text(x + 4, y + TRACK_HEIGHT - 19, str(i + 1), 8.5, fill=theme["faint"]),
            *_reward(theme, space.reward, x, y, step),
        ]
        apart = min(12.5, (step - 12) / max(1, len(here) - 1))
        cell += [
            disc(theme, seat, x + step / 2 + (k - (len(here) - 1) / 2) * apart, y + 13, 6.2)
            for k, seat in enumerate(here)
        ]
        who = "".join(f", seat {seat}" for seat in here)
        parts.append(group(*cell, title=f"space {i + 1}: gives {words_of(space.reward)}{who}"))
    return group(*parts, class_="track")


def _reward(theme: Theme, reward: tuple[str, ...], x: float, y: float, step: float) -> list[str]:
    """Draw what a space gives, on a light ground in every theme."""
    if not reward:
        return []
    ground = box(x + step * 0.4, y + TRACK_HEIGHT - 30, step * 0.6 - 4, 12, 3, fill=theme["stone"])
    return [ground, symbol_row(theme, reward, x + step * 0.4 + 2, y + TRACK_HEIGHT - 24, 4.4, step * 0.6 - 8)]


def areas(theme: Theme, edition: Edition, state: State) -> str:
    """Draw the battle area and the church area."""
    y, half = BELOW + TRACK_HEIGHT + 4, WIDTH / 2 - 3
    battle = state["battle_area"]
    label = {"fill": theme["faint"], "font_weight": "bold", "letter_spacing": "0.6"}
    axes = [raider(theme, LEFT + 72 + 12 * i, y + 25, 6) for i in range(min(battle, 11))]
    if axes:
        axes.insert(0, box(LEFT + 62, y + 15, 12 * len(axes) + 8, 20, 4, fill=theme["stone"]))
    left = [
        box(LEFT, y, half, AREA_HEIGHT, 5, fill=theme["panel"], stroke=theme["edge"]),
        text(LEFT + 7, y + 12, "BATTLE", 9, **label),
        text(LEFT + 40, y + 31, str(battle), 15, "middle", fill=theme["ink"], font_weight="bold"),
        group(*axes),
    ]
    x = LEFT + half + 6
    right = [
        box(x, y, half, AREA_HEIGHT, 5, fill=theme["panel"], stroke=theme["edge"]),
        text(x + 7, y + 12, "CHURCH", 9, **label),
    ]
    for seat, player in enumerate(state["players"]):
        at = x + 16 + 41 * seat
        right.append(disc(theme, seat, at, y + 25, 6.5))
        right.append(text(at + 10, y + 30, str(player["church"]), 12, fill=theme["ink"], font_weight="bold"))
    return group(
        group(*left, title=f"{battle} raiders in the battle area"),
        group(*right, title="discs in the church area by seat"),
        class_="areas",
    )
