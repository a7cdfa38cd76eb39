"""Tunes the weights of `greedy` by CMA-ES (N. Hansen, from the package `cma`): needs the extra `tune`.

    python -m agents.greedy.tune --generations 120 --seed 1 --out agents/greedy/tuned.json

Each candidate plays deals of 3, 4 and 5 players in every seat against the champion in all others; candidates of a
generation play the same deals. The champion is the rules of thumb at first, later the search's own mean. The state
is kept beside the result after each generation: called again, it goes on.
"""

import argparse
import json
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from scipy.stats import bootstrap

from agents.arguments import Parser, one_line, refuse
from agents.greedy.match import play_deals
from agents.greedy.weights import BY_HAND, NAMES, as_record
from boru_env import load_edition
from boru_env.errors import BoruError, OptionError
from boru_env.views.batch import blank_states
from boru_env.views.files import replacing

PLAYERS = (4, 3, 5)
SIGMA = 0.25
NEW_CHAMPION = 20
"""Generations after which the search's mean becomes the champion to beat."""

CHECK_STREAM = 2**31
"""Deals of the check at the end begin here: none of them was tuned on."""


def weights_at(point: npt.NDArray[np.float64]) -> dict[str, float]:
    """Give the weights at a point of the search: rules of thumb at 0, each changed in its own measure."""
    return {
        name: value + max(abs(value), 0.2) * step
        for (name, value), step in zip(BY_HAND.items(), point.tolist(), strict=True)
    }


def shares_of(
    ours: dict[str, float], theirs: dict[str, float], num_players: int, deals: int, seed: int, first: int
) -> npt.NDArray[np.float64]:
    """Give, (deals,), our mean share of the win in each deal, in every seat once, against theirs in all others."""
    weights = np.concatenate([as_record(ours), as_record(theirs)])
    shares = np.empty(deals)
    key = np.array([seed % 2**32, (first + 7919 * num_players) % 2**32], np.uint32)
    tables = load_edition("reconstructed").tables
    play_deals(tables, blank_states(1), num_players, key, 0, deals, weights, shares)
    return shares


def fitness(ours: dict[str, float], theirs: dict[str, float], deals: int, seed: int, first: int) -> float:
    """Give how often we win, in fair shares, over all numbers of players."""
    parts = [shares_of(ours, theirs, n, deals, seed, first).mean() * n for n in PLAYERS]
    return float(np.mean(parts))


class Search:
    """The tuning as it stands; all of it is in `state` and can be pickled.

    Args:
        seed: makes the search repeatable.
        deals: deals for each candidate and number of players.
    """

    def __init__(self, seed: int, deals: int) -> None:
        import cma

        options = {"seed": seed + 1, "verbose": -9, "maxiter": 10**9, "tolfun": 0, "tolx": 0}
        self.strategy: Any = cma.CMAEvolutionStrategy(np.zeros(len(NAMES)), SIGMA, options)
        self.champion = dict(BY_HAND)
        self.seed, self.deals, self.generation = seed, deals, 0

    def step(self) -> float:
        """Try one generation; give its mean fitness."""
        points = self.strategy.ask()
        first = self.generation * self.deals
        found = [fitness(weights_at(point), self.champion, self.deals, self.seed, first) for point in points]
        self.strategy.tell(points, [-value for value in found])
        self.generation += 1
        if self.generation % NEW_CHAMPION == 0:
            self.champion = self.mean()
        return float(np.mean(found))

    def mean(self) -> dict[str, float]:
        """Give the weights in the middle of the search, which noise harms least."""
        return weights_at(np.asarray(self.strategy.result.xfavorite))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.greedy.tune", description="Tune the weights of greedy by CMA-ES.")
    parser.add_argument("--generations", type=int, default=120, help="in all, also those done before")
    parser.add_argument("--deals", type=int, default=30, help="for each candidate and number of players")
    parser.add_argument("--seed", type=int, default=1, help="a whole number >= 0")
    parser.add_argument("--check-deals", type=int, default=2000, help="fresh deals that measure the result")
    parser.add_argument("--out", type=Path, default=Path("runs/tuned.json"), help="where the weights go")
    options = parser.parse_args(arguments)
    if min(options.generations, options.deals, options.check_deals) < 1 or options.seed < 0:
        raise OptionError("--generations, --deals and --check-deals must be at least 1, --seed at least 0")
    return options


def run(options: argparse.Namespace, console: Console) -> Search:
    """Tune up to the generation asked for, keeping the state after each."""
    state = options.out.with_suffix(".state")
    search = Search(options.seed, options.deals)
    if state.exists():
        search = pickle.loads(state.read_bytes())
        if (search.seed, search.deals) != (options.seed, options.deals):
            raise OptionError(f"{state}: was begun with --seed {search.seed} --deals {search.deals}")
    rounds = range(search.generation, options.generations)
    for _ in track(rounds, "tuning", console=console, disable=not console.is_terminal):
        mean = search.step()
        with replacing(state) as file:
            file.write_bytes(pickle.dumps(search))
        console.print(f"generation {search.generation}: {mean:.3f} fair shares, sigma {search.strategy.sigma:.3f}")
    return search


def check(weights: dict[str, float], deals: int, seed: int) -> dict[str, dict[str, float]]:
    """Measure weights against the rules of thumb on fresh deals: win share and its 95 % interval, by players."""
    found = {}
    for n in PLAYERS:
        shares = shares_of(weights, BY_HAND, n, deals, seed, CHECK_STREAM)
        interval = bootstrap((shares,), np.mean, n_resamples=2000, rng=np.random.default_rng(0)).confidence_interval
        found[f"{n} players"] = {"win_share": shares.mean(), "low": interval.low, "high": interval.high, "fair": 1 / n}
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Tune, measure, and write the weights."""
    console = Console(stderr=True)
    try:
        options = parse(arguments)
        options.out.parent.mkdir(parents=True, exist_ok=True)
        search = run(options, console)
    except BoruError as error:
        return refuse(error)
    except ImportError as error:
        print(f"{one_line(error)}: pip install 'boru-env[tune]'", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; called again, it goes on after the last generation", file=sys.stderr)
        return 130
    weights = search.mean()
    checked = check(weights, options.check_deals, options.seed)
    command = f"python -m agents.greedy.tune --generations {options.generations} --deals {options.deals} "
    written = {
        "command": command + f"--seed {options.seed} --check-deals {options.check_deals}",
        "against_by_hand": checked,
        "weights": {name: round(value, 4) for name, value in weights.items()},
    }
    with replacing(options.out) as file:
        file.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    for players, row in checked.items():
        print(f"{players}: wins {row['win_share']:.1%} [{row['low']:.1%}, {row['high']:.1%}], fair {row['fair']:.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
