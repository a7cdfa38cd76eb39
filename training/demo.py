"""The main job in one command: train a player by self-play, let it play a tournament, show its last game.

python -m training.demo [--minutes 2]
"""

import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from agents.arena.__main__ import main as arena
from agents.arena.schedule import make_schedule
from agents.arguments import Parser, refuse, stopped
from boru_env.errors import BoruError, OptionError
from boru_env.views.files import replacing
from boru_env.views.replay import Replay, read_replays
from boru_env.views.replay_page import write_page
from training.selfplay.options import Options
from training.selfplay_ppo import train

OUT = Path("runs/demo")
GAMES = 120
EVALUATIONS = 4
"""Looks at the strength while it learns."""


def options_for(minutes: float) -> Options:
    """Give the training's options."""
    if not 0 < minutes < 1e5:
        raise OptionError(f"--minutes: is {minutes:g}; it must be more than 0")
    return Options(
        out=OUT,
        minutes=minutes,
        overlap=(os.cpu_count() or 1) > 1,
        eval_every=60 * minutes / EVALUATIONS,
        eval_games=100,
    )


def show(replays: Path) -> None:
    """Show how the last game ended, as text, as a picture, and as a page to look through."""
    last: Replay = read_replays(replays)[-1]
    names = last.header["agents"]
    picture, page = OUT / "final.svg", OUT / "last_game.html"
    with replacing(picture) as file:
        file.write_text(last.game.svg(names=names), encoding="utf-8")
    write_page(page, last)
    print(f"\n3. The end of the last game ({', '.join(names)}):\n\n{last.game}\n")
    print(f"The same as a picture: {picture}. The whole game, decision by decision, in a browser: {page}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, play, show; what was there from an earlier demo is replaced."""
    parser = Parser(prog="python -m training.demo", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=2.0, help="of training")
    parser.add_argument("--games", type=int, default=GAMES, help="of the tournament")
    try:
        asked = parser.parse_args(arguments)
        options = options_for(asked.minutes)
        make_schedule(["greedy"] * 4, asked.games, seed=0)
    except BoruError as error:
        return refuse(error)
    if OUT.exists():
        shutil.rmtree(OUT)
    began = time.monotonic()
    print(f"1. Training for {asked.minutes:g} minutes by self-play in all seats of {options.num_games} games ...")
    try:
        model = train(options)
    except (BoruError, MemoryError) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return stopped()
    print(f"   saved {model}\n\n2. A tournament against the scripted players ...")
    replays = OUT / "tournament.jsonl"
    line_up = f"ppo:{model},greedy,random,random"
    result = arena(["--players", line_up, "--games", str(asked.games), "--record", str(replays)])
    show(replays)
    print(f"Go on training: python -m training.selfplay_ppo --out {OUT} --resume --minutes {asked.minutes + 10:g}")
    print(f"Play against it: python -m agents.table --players me,ppo:{model},greedy,random")
    print(f"All in {time.monotonic() - began:.0f} seconds.")
    return result


if __name__ == "__main__":
    sys.exit(main())
