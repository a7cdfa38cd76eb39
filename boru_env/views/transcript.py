"""A replay in words: line by line what was decided, and what a file of replays comes to."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boru_env.views.replay import Replay


def shown(name: str) -> str:
    """Give a name in one line, whatever is in it."""
    return name if name.isprintable() else ascii(name)


def transcript(replay: "Replay") -> Iterator[str]:
    """Give a line for each decision, with the points that it moved, under a head for each round."""
    names = [shown(name) for name in replay.header["agents"]]
    game = replay.position()
    turn = None
    for place, action in enumerate(replay.decisions, 1):
        state = game.to_json()
        if state["round"] != turn:
            turn = state["round"]
            yield f"round {turn} of {state['rounds']}" if turn else "before the first round"
        seat, phase, points = game.seat, game.phase, game.points
        assert seat is not None
        game.apply(action)
        moved = [
            f"{after - before:+d} points for seat {other}"
            for other, (before, after) in enumerate(zip(points, game.points, strict=True))
            if before != after
        ]
        yield f"  {place:>3}. seat {seat} ({names[seat]}), {phase}: {action}{''.join(f'; {words}' for words in moved)}"
    if replay.fault is not None:
        yield f"broken: {replay.fault}"
    elif game.final_points is not None and game.winners is not None:
        winners = " and ".join(f"seat {seat} ({names[seat]})" for seat in game.winners)
        yield f"points {game.final_points}, won by {winners}"


def totals(replays: Sequence["Replay"]) -> str:
    """Say in one line what a file holds: games, those proven, and who won how often (a shared win counts in shares)."""
    whole = [replay for replay in replays if replay.fault is None]
    wins: dict[str, float] = {}
    for replay in whole:
        winners = replay.game.winners or []
        for seat, name in enumerate(map(shown, replay.header["agents"])):
            wins[name] = wins.get(name, 0) + (1 / len(winners) if seat in winners else 0)
    shares = ", ".join(f"{name} {won:.4g}" for name, won in sorted(wins.items(), key=lambda item: (-item[1], item[0])))
    return f"{len(replays)} games, {len(whole)} of them whole and proven; wins: {shares or 'none'}"
