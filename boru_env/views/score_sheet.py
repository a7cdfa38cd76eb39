"""The final scoring explained: rule by rule (F1..F6) what each seat gets and why, then who wins by F7."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boru_env.editions import Edition
from boru_env.views.replay_page import strength

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class ScoreLine:
    """One rule of the final scoring.

    Attributes:
        rule: its id in RULES.md, or "" for the points before the end and the total.
        title: the rule in a few words.
        points: what each seat gets.
        why: a reason for each seat, "" where it gets nothing.
    """

    rule: str
    title: str
    points: list[int]
    why: list[str]


def score_lines(edition: Edition, state: Facts) -> list[ScoreLine]:
    """Give the lines of a finished game: the score track, F1 to F6, the total, which is that of the rules.

    Args:
        edition: the game's edition.
        state: `boru-state/1` of a finished game; what is hidden does not matter.
    """
    players = state["players"]
    track = [player["points"] for player in players]
    lines = [ScoreLine("", "on the score track", track, [""] * len(players))]
    lines += [_most_coins(edition, state), _marker(edition, state), _renown(edition, state)]
    lines += [_held(edition, state), _shared(edition, state), _regions(edition, state)]
    total = [sum(line.points[seat] for line in lines) for seat in range(len(players))]
    return [*lines, ScoreLine("", "total", total, [""] * len(players))]


def _most_coins(edition: Edition, state: Facts) -> ScoreLine:
    coins = [player["coins"] for player in state["players"]]
    alone = max(coins) > 0 and coins.count(max(coins)) == 1
    won = [alone and amount == max(coins) for amount in coins]
    points = [edition.file.scoring.most_coins if yes else 0 for yes in won]
    shared = "" if any(won) else ", shared"
    why = [f"{amount} coins{shared if amount == max(coins) else ''}" for amount in coins]
    return ScoreLine("F1", "most coins, alone", points, why)


def _marker(edition: Edition, state: Facts) -> ScoreLine:
    holds = [seat == state["marker"] for seat in range(len(state["players"]))]
    points = [edition.file.scoring.active_marker if yes else 0 for yes in holds]
    return ScoreLine("F2", "the active town marker", points, ["holds it" if yes else "" for yes in holds])


def _renown(edition: Edition, state: Facts) -> ScoreLine:
    counts = [player["renown"] for player in state["players"]]
    points = [edition.file.scoring.per_renown * count for count in counts]
    return ScoreLine("F3", "renown", points, [f"{count} renown" if count else "" for count in counts])


def _held(edition: Edition, state: Facts) -> ScoreLine:
    regions: list[list[str]] = [[] for _ in state["players"]]
    points = [0] * len(state["players"])
    for region in edition.file.regions:
        holder = state["claims"][region.id]["holder"]
        if holder is not None:
            points[holder] += region.points
            regions[holder].append(f"{region.name} {region.points}")
    return ScoreLine("F4", "claim tokens held", points, [", ".join(held) for held in regions])


def _shared(edition: Edition, state: Facts) -> ScoreLine:
    """F5: half of each face-up token on the board for all the strongest, the Vikings being a side."""
    sides = strength(edition, state)
    why: list[list[str]] = [[] for _ in state["players"]]
    points = [0] * len(state["players"])
    for region in edition.file.regions:
        claim = state["claims"][region.id]
        if claim["face_up"] and claim["holder"] is None:
            for seat in range(len(points)):
                if 0 < sides[region.id][seat] == max(sides[region.id]):
                    points[seat] += region.points // 2
                    why[seat].append(f"{region.name} {region.points // 2}")
    return ScoreLine("F5", "shared claim tokens, half", points, [", ".join(parts) for parts in why])


def _regions(edition: Edition, state: Facts) -> ScoreLine:
    """F6: regions with a town of the seat's; with trade also those under the Vikings."""
    points, why = [], []
    for seat, player in enumerate(state["players"]):
        present = set()
        for town in edition.file.towns:
            now = state["towns"][town.id]
            if player["princess"] == "trade" if now["viking"] else now["disc"] == seat:
                present.add(town.region)
        points.append(edition.file.scoring.region_count[len(present)])
        why.append(f"{len(present)} regions" if len(present) != 1 else "1 region")
    return ScoreLine("F6", "number of regions", points, why)


def winner_words(state: Facts, names: Sequence[str]) -> str:
    """Say who wins, and by which part of F7."""
    winners, players = state["winners"], state["players"]
    who = " and ".join(names[seat] for seat in winners)
    points = [player["final_points"] for player in players]
    tied = [seat for seat in range(len(players)) if points[seat] == max(points)]
    if tied == winners and len(winners) == 1:
        return f"F7: most points: {who} wins with {max(points)}."
    held = [sum(claim["holder"] == seat for claim in state["claims"].values()) for seat in tied]
    most = [seat for seat, count in zip(tied, held, strict=True) if count == max(held)]
    level = f"F7: {' and '.join(names[seat] for seat in tied)} are level at {max(points)} points"
    if most == winners and len(winners) == 1:
        return f"{level}; {who} wins by most claim tokens ({max(held)})."
    if len(winners) == 1:
        return f"{level}, and on claim tokens; {who} wins by most marriage cards."
    return f"{level}, on claim tokens and on marriage cards where that decides: {who} share the win."
