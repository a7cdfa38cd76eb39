"""A position of a random game as an SVG file.

python -m boru_env.views.drawing board.svg --players 4 --seed 7 --decisions 120 --theme dark
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from boru_env.errors import BoruError, OptionError
from boru_env.views.files import replacing
from boru_env.views.game import Game


def sample(num_players: int, seed: int, decisions: int, seat: int | None = None) -> tuple[Game, str | None]:
    """Play a random game, fixed by the seed, for so many decisions or to its end; give it, and its last decision.

    Which card of a pack was kept is told to its seat alone; `seat` None: to a spectator of open cards.

    Raises:
        OptionError: a number is impossible.
    """
    game, last = Game(num_players, seed=seed), None
    rng = np.random.default_rng([num_players, seed])
    for _ in range(decisions):
        if game.is_over:
            break
        action = game.legal_ids()[int(rng.integers(len(game.legal_ids())))]
        told = game.phase != "draft" or seat in (None, game.seat)
        last = f"seat {game.seat}: {game.words(action) if told else 'keeps a card'}"
        game.apply(action)
    return game, last


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw a position of a random game; the exit code is 2 if that cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m boru_env.views.drawing", description=main.__doc__)
    parser.add_argument("file", help="the SVG file to write")
    parser.add_argument("--players", type=int, default=4, help="3, 4 or 5")
    parser.add_argument("--seed", type=int, default=7, help="which game")
    parser.add_argument("--decisions", type=int, default=120, help="how far it is played")
    parser.add_argument("--seat", type=int, help="whose view; without it, all cards are open")
    parser.add_argument("--theme", default="light", help="light or dark")
    options = parser.parse_args(arguments)
    try:
        game, last = sample(options.players, options.seed, options.decisions, options.seat)
        svg = game.svg(options.seat, options.theme, last=last)
        _write(Path(options.file), svg)
    except BoruError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


def _write(target: Path, svg: str) -> None:
    """Write the file whole or not at all."""
    try:
        if target.exists() and not target.is_file():
            raise OptionError(f"{target}: is no file; give the name of a file to write")
        with replacing(target) as temporary:
            temporary.write_text(svg + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, BoruError):
            raise
        raise OptionError(f"{target}: cannot be written: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
