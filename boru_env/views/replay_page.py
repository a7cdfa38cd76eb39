"""A replay as one web page: the board at every decision, seen by everyone, with charts. It needs no network.

The page holds every piece of the drawings once, and for each view and decision which pieces have changed.
"""

import base64
import gzip
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from boru_env.editions import Edition
from boru_env.errors import ReplayError
from boru_env.views.drawing import HEIGHT, WIDTH, pieces
from boru_env.views.drawing.marks import clean
from boru_env.views.drawing.page import style
from boru_env.views.files import replacing
from boru_env.views.game import Game

if TYPE_CHECKING:
    from boru_env.views.replay import Replay

Frame = tuple[Game, str | None, bool]
"""A game at a decision, the last decision in words, and whether only its seat knows what it was."""


def write_page(path: str | os.PathLike[str], replay: "Replay") -> None:
    """Write a replay's page to a file: first to a temporary name beside it, then renamed.

    Raises:
        ReplayError: the file cannot be written.
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        raise ReplayError(f"{path}: is no file; give the name of a file to write")
    try:
        with replacing(target) as temporary, temporary.open("w", encoding="utf-8") as file:
            file.write(replay_page(replay))
    except (OSError, ValueError) as error:  # also a path that cannot be one
        raise ReplayError(f"{path}: cannot be written: {error}") from None


def replay_page(replay: "Replay") -> str:
    """Give the page of a replay, as far as the replay could be played."""
    names = [clean(name) for name in replay.header["agents"]]
    data = page_data(replay)
    about = f"{replay.game.edition.name}; {len(replay.decisions)} decisions"
    if replay.fault is not None:
        about += f", then broken: {replay.fault}"
    elif replay.game.winners is not None:
        about += f"; won by {' and '.join(names[seat] for seat in replay.game.winners)}"
    page = resources.files("boru_env.views").joinpath("pages/replay.html").read_text(encoding="utf-8")
    head, rest = page.split("@DATA@")
    for mark, words in (("@TITLE@", f"Brian Boru: {', '.join(names)}"), ("@ABOUT@", about)):
        head = head.replace(mark, escape(clean(words)).replace("@", "&#64;"))
    return head.replace("@COLOURS@", style(":root")) + _packed(data) + rest


def _packed(data: object) -> str:
    """Give data as JSON, packed by gzip, in letters and digits: a tenth of the size, and no text can end the script."""
    text = json.dumps(data, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("ascii"), mtime=0)).decode("ascii")


def page_data(replay: "Replay") -> dict[str, Any]:
    """Give what a page draws: `pieces`, and by view and decision the changed ones; points and strength by decision."""
    names = [clean(name) for name in replay.header["agents"]]
    edition, count = replay.game.edition, replay.game.num_players
    known: dict[str, int] = {}
    viewers = [None, *range(count)]
    views: list[list[list[int]]] = [[] for _ in viewers]
    before: list[list[int]] = [[] for _ in viewers]
    states = []
    for game, last, secret in frames(replay):
        states.append(game.to_json())
        for i, viewer in enumerate(viewers):
            state = states[-1] if viewer is None else game.seen_by(viewer)
            words = _words(names, last, secret, viewer)
            drawn = pieces(edition, state, "css", names, viewer, words)
            now = [known.setdefault(piece, len(known)) for piece in drawn]
            views[i].append(_changes(before[i], now))
            before[i] = now
    rounds = [state["round"] for state in states]
    return {
        "box": f"0 0 {WIDTH} {HEIGHT}",
        "slots": len(before[0]),
        "pieces": list(known),
        "views": views,
        "sides": [*names, "Vikings"],
        "rounds": [k for k in range(1, len(rounds)) if rounds[k] != rounds[k - 1]],
        "points": [[_points(state, seat) for state in states] for seat in range(count)],
        "strength": _strengths(edition, states),
    }


def frames(replay: "Replay") -> Iterator[Frame]:
    """Play a replay again; the same game is given each time, one decision further."""
    game = replay.position()
    yield game, None, False
    for action in replay.decisions:
        seat, secret = game.seat, game.phase == "draft"
        game.apply(action)
        yield game, f"{seat}: {action}", secret


def _words(names: Sequence[str], last: str | None, secret: bool, viewer: int | None) -> str | None:
    """Give the last decision as a viewer may read it: which card of a pack was kept, its seat alone knows."""
    if last is None:
        return None
    seat, action = last.split(": ", 1)
    if secret and viewer not in (None, int(seat)):
        action = "keeps a card"
    return f"{names[int(seat)]}: {action}"


def _changes(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """Give slot, piece, slot, piece, ... of what is not as before."""
    changes = []
    for slot, piece in enumerate(now):
        if slot >= len(before) or before[slot] != piece:
            changes += [slot, piece]
    return changes


def _points(state: Mapping[str, Any], seat: int) -> int:
    player = state["players"][seat]
    points: int = player.get("final_points", player["points"])
    return points


def _strengths(edition: Edition, states: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Give each region's name, and the strength of every side by decision; the Vikings come last."""
    by_state = [strength(edition, state) for state in states]
    return [
        {
            "name": region.name,
            "values": [list(side) for side in zip(*(sides[region.id] for sides in by_state), strict=True)],
        }
        for region in edition.file.regions
    ]


def strength(edition: Edition, state: Mapping[str, Any]) -> dict[str, list[int]]:
    """Give the strength of every side in every region (R1); the Vikings come last."""
    count = len(state["players"])
    sides = {region: [0] * (count + 1) for region in edition.region_ids}
    friend = next((seat for seat, player in enumerate(state["players"]) if player["princess"] == "support"), count)
    for town in edition.file.towns:
        now = state["towns"][town.id]
        if now["disc"] is not None:
            side = friend if now["viking"] else now["disc"]
            sides[town.region][side] += 2 if now["monastery"] else 1
    return sides
