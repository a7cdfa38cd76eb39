"""Golden playthroughs: one game a number of players, written down in full, to be compared line by line.

python tests/playthrough.py            write tests/playthroughs/ anew, for review with git diff
python tests/playthrough.py --check    compare only
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from boru_env import Game
from boru_env.views.files import replacing
from boru_env.views.layout import FIELDS, field_table, offsets

ANEW = "python tests/playthrough.py writes it anew"
FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {3: 4, 4: 0, 5: 0}
"""The games: each comes through every phase."""


def playthrough(num_players: int, seed: int) -> Iterator[str]:
    """Give the lines of one game, played at random but the same each time."""
    game = Game(num_players, seed=seed)
    rng = np.random.default_rng([num_players, seed])
    yield from constants(game, seed)
    shown: set[str] = set()
    count = 0
    while not game.is_over:
        if game.phase not in shown:
            shown.add(game.phase)
            yield from position(game, count)
        action = game.legal_actions()[int(rng.integers(len(game.legal_actions())))]
        yield f"{count}: seat {game.seat} {game.phase}: {game.words(action)} ({action.id})"
        game.apply(action)
        count += 1
    yield from position(game, count)


def constants(game: Game, seed: int) -> Iterator[str]:
    """Give what does not change in a game."""
    yield f"num_players: {game.num_players}"
    yield f"seed: {seed}"
    yield f"edition: {game.edition.id} {game.edition.sha256}"
    yield f"actions: {Game.NUM_ACTIONS}"
    yield f"observation: {Game.OBSERVATION_SIZE} numbers, layout {digest(field_table().encode())}"
    yield f"max_decisions: {Game.max_decisions_of(game.edition, game.num_players)}"
    for key, value in game.deal.items():
        yield f"deal.{key}: {value}"


def position(game: Game, count: int) -> Iterator[str]:
    """Give all that is shown of one position: the board, each seat's observation by field, what is legal."""
    yield ""
    yield f"== {count}: {game.phase}, seat {game.seat} =="
    yield from (line.rstrip() for line in str(game).splitlines())
    for seat in range(game.num_players):
        vector = game.observe(seat)
        yield f"observation of seat {seat}: {digest(vector.tobytes())}"
        for field, where in zip(FIELDS, offsets(FIELDS).values(), strict=True):
            values = vector[where]
            if values.any():
                cells = (f"{i}={np.format_float_positional(values[i], trim='-')}" for i in np.flatnonzero(values))
                yield f"  {field.name}: {' '.join(cells)}"
    for action in game.legal_actions():
        yield f"legal: {action.id} {game.words(action)}"
    if game.is_over:
        yield f"points: {game.points}"
        yield f"final_points: {game.final_points}"
        yield f"placements: {game.placements}"
        yield f"winners: {game.winners}"
    yield ""


def digest(data: bytes) -> str:
    """Give a short hash."""
    return hashlib.sha256(data).hexdigest()[:16]


def path_of(num_players: int) -> Path:
    """Give where a playthrough is kept."""
    return FOLDER / f"{num_players}_players.txt"


def difference(num_players: int) -> str | None:
    """Tell the first line that differs from what is kept, None if none does."""
    path = path_of(num_players)
    kept = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    now = list(playthrough(num_players, SEEDS[num_players]))
    for number, (old, new) in enumerate(zip(kept, now, strict=False), 1):
        if old != new:
            return (
                f"{path.name}, line {number}:\n  was {old}\n  is  {new}\n(python tests/playthrough.py writes it anew)"
            )
    if len(kept) != len(now):
        return f"{path.name}: has {len(kept)} lines, now {len(now)} ({ANEW})"
    return None


def main(arguments: list[str]) -> int:
    """Write the files, or compare them."""
    if arguments == ["--check"]:
        found = [text for number in SEEDS if (text := difference(number)) is not None]
        print("\n".join(found) or "all as kept")
        return 1 if found else 0
    if arguments:
        print("usage: python tests/playthrough.py [--check]", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for number, seed in SEEDS.items():
        with replacing(path_of(number)) as file:
            file.write_text("\n".join(playthrough(number, seed)) + "\n", encoding="utf-8")
        print(f"wrote {path_of(number).name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
