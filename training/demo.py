"""The main job in one command: train a player by self-play, let it play a tournament, show its last game.

python -m training.demo [--minutes 2]
"""

import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from agents.arena.__main__ import main as arena
from agents.arena.schedule import make_schedule
from agents.arguments import Parser, one_line
from boru_env.errors import BoruError
from boru_env.views.replay import read_replays
from training.maskable_ppo import parse, train

OUT = Path("runs/demo")
GAMES = 120


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, play, show; what was there from an earlier demo is replaced."""
    parser = Parser(prog="python -m training.demo", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=2.0, help="of training")
    parser.add_argument("--games", type=int, default=GAMES, help="of the tournament")
    try:
        options = parser.parse_args(arguments)
        training = parse(["--minutes", str(options.minutes), "--out", str(OUT)])
        make_schedule(["greedy"] * 4, options.games, seed=0)
    except BoruError as error:
        print(one_line(error), file=sys.stderr)
        return 2
    if OUT.exists():
        shutil.rmtree(OUT)
    began = time.monotonic()
    print(f"1. Training for {options.minutes:g} minutes by self-play against past selves and a random player ...")
    model = train(training)
    print(f"   saved {model}\n\n2. A tournament against the scripted players ...")
    replays = OUT / "tournament.jsonl"
    line_up = f"ppo:{model},greedy,random,random"
    result = arena(["--players", line_up, "--games", str(options.games), "--record", str(replays)])
    last = read_replays(replays)[-1]
    print(f"\n3. The end of the last game ({', '.join(last.header['agents'])}):\n\n{last.game}\n")
    print(f"Replays: {replays} (python -m boru_env.views.replay {replays})")
    print(f"Go on training: python -m training.maskable_ppo --out {OUT} --resume --minutes 10")
    print(f"All in {time.monotonic() - began:.0f} seconds.")
    return result


if __name__ == "__main__":
    sys.exit(main())
