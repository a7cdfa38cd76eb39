"""What many games cost: memory and time a game over batch size, players and threads, and the first start.

python -m bench.scale [--largest 1000000] [--seconds 1]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence

from bench.many import self_play_loop
from bench.measure import measure
from bench.report import machine
from boru_env import SelfPlay
from boru_env.rules.state import STATE

RUNS = 3
START = "import boru_env; g = boru_env.SelfPlay(1, seed=1); g.step(g.random_actions())"
OBSERVED_UP_TO = 100_000
"""Games with float32 observations: more would take gigabytes."""


def sizes(largest: int) -> Iterator[int]:
    """Give 1, 10, 100, ... up to the largest."""
    size = 1
    while size <= largest:
        yield size
        size *= 10


def bytes_a_game(observe: bool | str) -> float:
    """Give the bytes that a game takes in a large batch: its state and all that is shown of it."""
    games = SelfPlay(1000, seed=1, observe=observe)
    shown = games.reset(seed=1)
    return STATE.itemsize + sum(array.nbytes for array in shown) / 1000


def rate(seconds: float, **options: object) -> str:
    """Measure one loop; give nanoseconds a step and steps a second."""
    loop = self_play_loop(**options)  # type: ignore[arg-type]
    found = measure({"loop": loop}, RUNS, seconds)["loop"]
    return f"{1e9 / found.median:>12,.0f}{found.median:>14,.0f}"


def first_start() -> dict[str, float]:
    """Give the seconds from the start of Python to the first step, with nothing compiled and with all in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        spent = {}
        for name in ("nothing compiled yet", "from the cache"):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", START], env=environment, check=True, capture_output=True)
            spent[name] = time.perf_counter() - began
    return spent


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__.split("\n")[0])
    parser.add_argument("--largest", type=int, default=1_000_000, help="games in the largest batch")
    parser.add_argument("--seconds", type=float, default=1.0, help="a run")
    options = parser.parse_args(arguments)
    if options.largest < 1 or not 0 < options.seconds < 3600:
        parser.error("--largest must be at least 1, --seconds more than 0")
    print(machine())
    print(f"median of {RUNS} runs of {options.seconds:g} s; a step is one decision in one game\n")
    print(f"{'bytes a game':<50}{'bytes':>12}")
    print(f"{'  state':<50}{STATE.itemsize:>12,}")
    for name, kind in (("no observation", False), ("compact observation", "uint8"), ("float32 observation", True)):
        print(f"{'  state, mask and all results, ' + name:<50}{bytes_a_game(kind):>12,.0f}")
    heading = f"\n{{:<50}}{'ns/step':>12}{'steps/s':>14}"
    print(heading.format("games in the batch, 4 players, 1 thread"))
    for size in sizes(options.largest):
        print(f"{f'  {size:,}, no observation':<50}" + rate(options.seconds, num_games=size, observe=False))
        if size <= OBSERVED_UP_TO:
            print(f"{f'  {size:,}, float32 observation':<50}" + rate(options.seconds, num_games=size, observe=True))
    print(heading.format("players, 1,024 games, 1 thread"))
    for players in (3, 4, 5):
        for name, kind in (("no observation", False), ("float32 observation", True)):
            text = rate(options.seconds, num_games=1024, observe=kind, num_players=players)
            print(f"{f'  {players}, {name}':<50}" + text)
    print(heading.format("threads, 4 players"))
    for size in (64, 256, 1024, 4096):
        for threads in sorted({1, 2, len(os.sched_getaffinity(0))} if hasattr(os, "sched_getaffinity") else {1, 2}):
            text = rate(options.seconds, num_games=size, observe=True, num_threads=threads)
            print(f"{f'  {threads}, {size:,} games, float32 observation':<50}" + text)
    print(f"\n{'from the start of Python to the first step':<50}{'seconds':>12}")
    for name, spent in first_start().items():
        print(f"{'  ' + name:<50}{spent:>12.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
