"""What is sent to a browser: made from what its seat may see, and from nothing else.

| message | when |
|---|---|
| `table` | once, after taking a seat: what never changes |
| `position` | after every change: those keys that are not as they were sent before |
| `hint`, `refusal` | an answer in words |
"""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.table.match import Match
from agents.table.players import hint_name
from agents.table.words import legal, printed, question, symbol_texts
from boru_env.views.drawing import HEIGHT, PHASE_WORDS, WIDTH, pieces
from boru_env.views.drawing.marks import box, element
from boru_env.views.drawing.players import X as RIGHT_HALF
from boru_env.views.drawing.theme import CSS
from boru_env.views.drawing.tokens import SYMBOL_WORDS, symbol
from boru_env.views.score_sheet import score_lines, winner_words

Message = dict[str, Any]


def table_message(match: Match, seat: int) -> Message:
    """Give what a browser is told once: names, the size of the drawing, what is printed, the symbols."""
    edition = match.game.edition
    texts = symbol_texts(edition)
    return {
        "type": "table",
        "seat": seat,
        "names": list(match.names),
        "people": sorted(match.people),
        "practice": match.practice,
        "adviser": hint_name(),
        "edition": edition.name,
        "size": [WIDTH, HEIGHT, round(RIGHT_HALF) - 2],
        "printed": printed(edition),
        "symbols": [
            {"name": words, "text": texts[name], "svg": _icon(name)}
            for name, words in SYMBOL_WORDS.items()
            if name in texts
        ],
    }


def _icon(name: str) -> str:
    """Draw a symbol alone, on its light ground."""
    ground = box(0, 0, 24, 20, 4, fill=CSS["stone"])
    return element("svg", ground + symbol(CSS, name, 12, 10, 7), viewBox="0 0 24 20", width=30, height=25)


def position(match: Match, seat: int) -> Message:
    """Give all that a seat may know of the moment, apart from who is connected."""
    game, names = match.game, match.names
    facts = game.seen_by(seat)
    log = [[line.seat, line.seen_by(seat)] for line in match.log]
    last = next((line.seen_by(seat) for line in reversed(match.log) if line.seat is not None), None)
    yours = game.seat == seat
    return {
        "version": match.version,
        "round": facts["round"],
        "rounds": facts["rounds"],
        "phase": game.phase,
        "to_act": game.seat,
        "yours": yours,
        "question": question(game.edition, game.phase, facts) if yours else _waiting(match),
        "legal": legal(game, names) if yours else [],
        "can_undo": match.can_undo(seat),
        "pieces": pieces(game.edition, facts, "css", names, seat, last),
        "log": log,
        "text": game.text(seat),
        "result": _result(match) if game.is_over else None,
    }


def _waiting(match: Match) -> str:
    """Say whom a browser waits for."""
    game = match.game
    if game.seat is None:
        return "The game is over."
    return f"{match.names[game.seat]} {PHASE_WORDS[game.phase]} ..."


def _result(match: Match) -> Message:
    """Give the final scoring line by line; what is open at the end is enough for it."""
    game = match.game
    state = game.seen_by(None)
    return {
        "winners": state["winners"],
        "words": winner_words(state, match.names),
        "lines": [
            {"rule": line.rule, "title": line.title, "points": line.points, "why": line.why}
            for line in score_lines(game.edition, state)
        ],
    }


def changes(before: Mapping[str, Any], now: Message) -> Message:
    """Give a `position` message of what is not as it was sent before.

    `pieces` becomes a list of [place, drawing]; `log` becomes [how many lines stay, new lines].
    """
    message: Message = {"type": "position"}
    for key, value in now.items():
        if key == "pieces":
            old = before.get("pieces", [])
            value = [[i, piece] for i, piece in enumerate(value) if i >= len(old) or old[i] != piece]
            if value:
                message[key] = value
        elif key == "log":
            kept = _common(before.get("log", []), value)
            if key not in before or kept != len(before["log"]) or kept != len(value):
                message[key] = [kept, value[kept:]]
        elif key not in before or before[key] != value:
            message[key] = value
    return message


def _common(old: Sequence[object], new: Sequence[object]) -> int:
    """Count the lines at the beginning that are the same."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    return count


def apply_changes(before: Mapping[str, Any], message: Mapping[str, Any]) -> Message:
    """Give the position after a message, as a browser puts it together: for tests and other clients."""
    after = {**before, **{key: value for key, value in message.items() if key not in ("type", "pieces", "log")}}
    drawn = list(before.get("pieces", []))
    for place, piece in message.get("pieces", []):
        drawn[place : place + 1] = [piece]
    kept, lines = message.get("log", [len(before.get("log", [])), []])
    return after | {"pieces": drawn, "log": [*before.get("log", [])[:kept], *lines]}
