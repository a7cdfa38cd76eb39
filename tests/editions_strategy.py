"""Random editions within the format, drawn by Hypothesis, so that no rule leans on today's data."""

import copy
import tomllib
from typing import Any

from hypothesis import strategies as st

from cases_io import EDITION_DATA

BASE = tomllib.loads((EDITION_DATA / "reconstructed.toml").read_text(encoding="utf-8"))
REGIONS = [region["id"] for region in BASE["regions"]]
CARD_SYMBOLS = ["coin", "pay", "renown", "church", "raider", "step", "expand", "liberate"]
TRACK_SYMBOLS = ["coin", "renown", "any_town"]
MADE_UP = {"provenance": "reconstructed"}


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Draw an edition's document: board, roads, cards, marriages, Vikings, track, costs, scoring, rounds."""
    document = copy.deepcopy(BASE)
    towns = draw_towns(draw)
    document["towns"] = towns
    document["roads"] = draw_roads(draw, [town["id"] for town in towns])
    for region in document["regions"]:
        size = sum(town["region"] == region["id"] for town in towns)
        region.update(MADE_UP, threshold=draw(st.integers(1, 2 * size)), points=draw(st.integers(0, 15)))
        region.pop("attested", None)
    for card in document["cards"]:
        draw_card(draw, card)
    for card in document["marriages"]:
        card.update(points=draw(st.integers(0, 4)), renown=draw(st.integers(0, 2)))
        card.update(MADE_UP, town_in=draw(st.sampled_from([*REGIONS, ""])))
        card.pop("attested", None)
    for card in document["vikings"]:
        card.update(strength=draw(st.integers(0, 14)))
    document["track"] = draw_track(draw)
    document["costs"].update(
        expand=draw(st.integers(1, 6)), extra_step=draw(st.integers(1, 3)), no_coin=draw(st.integers(0, 3))
    )
    document["setup"].update(
        coins=draw(st.integers(0, 8)), renown=draw(st.integers(0, 3)), points=draw(st.integers(0, 12))
    )
    document["princess"]["spurn_points"] = draw(st.integers(0, 9))
    document["scoring"]["region_count"] = sorted(draw(st.lists(st.integers(0, 12), min_size=9, max_size=9)))
    for name in ("most_coins", "active_marker", "per_renown"):
        document["scoring"][name] = draw(st.integers(0, 3))
    for row in document["setup"]["players"]:
        ordinary = draw(st.integers(1, 6))
        row.update(MADE_UP, marriages=ordinary, rounds=ordinary + 1)
    return document


def draw_towns(draw: st.DrawFn) -> list[dict[str, Any]]:
    count = draw(st.integers(10, 48))
    homes = REGIONS + draw(st.lists(st.sampled_from(REGIONS), min_size=count - 8, max_size=count - 8))
    colour = st.sampled_from(["red", "blue", "yellow"])
    return [
        {"id": f"t{i}", "name": f"T{i}", "region": home, "colour": draw(colour), "lat": 53.0, "lon": -7.0, **MADE_UP}
        for i, home in enumerate(homes)
    ]


def draw_roads(draw: st.DrawFn, towns: list[str]) -> list[dict[str, Any]]:
    ends = st.sets(st.sampled_from(towns), min_size=2, max_size=2).map(lambda pair: tuple(sorted(pair)))
    return [{"a": a, "b": b, **MADE_UP} for a, b in sorted(draw(st.sets(ends, max_size=60)))]


def draw_card(draw: st.DrawFn, card: dict[str, Any]) -> None:
    row = st.lists(st.sampled_from(CARD_SYMBOLS), min_size=1, max_size=6)
    card.update(primary=["town", *draw(st.lists(st.sampled_from(CARD_SYMBOLS), max_size=4))], secondary_1=draw(row))
    if "secondary_2" in card:
        card["secondary_2"] = draw(row)
    card.update(MADE_UP)
    card.pop("attested", None)
    card.pop("evidence", None)


def draw_track(draw: st.DrawFn) -> list[dict[str, Any]]:
    reward = st.lists(st.sampled_from(TRACK_SYMBOLS), max_size=3)
    rewards = [*draw(st.lists(reward, min_size=1, max_size=11)), []]
    return [{"space": number, "reward": found, **MADE_UP} for number, found in enumerate(rewards, 1)]
