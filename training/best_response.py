"""How exploitable is a player? Train a best responder against it, and report what that gains over a fair share.

    python -m training.best_response --against greedy --minutes 10
    python -m training.best_response --against ppo:default --minutes 30 --out runs/against_default
    python -m training.best_response --against mcts:sims=25 --init default --minutes 60 --games 200

The responder sits in one seat, the player in all others, and never changes. What it gains is a lower bound on what the
best response gains: a longer or better training may find more. With several opponents that play alike this says how
one of them can be exploited, not how far all are from an equilibrium.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import tyro
from rich.progress import Progress

from agents.arguments import refuse, stopped
from agents.learned.acting import Player
from agents.learned.files import read_network
from agents.learned.load import find_model
from boru_env import Edition, load_edition
from boru_env.errors import BoruError, OptionError
from training.selfplay.checkpoint import CHECKPOINT, MODEL, load_checkpoint
from training.selfplay.evaluate import OPPONENTS, Share, evaluate
from training.selfplay.frozen import is_search, load_frozen
from training.selfplay.options import Options
from training.selfplay_ppo import InterruptedTraining, train

EVALUATION_SEED = 2_000_003
"""Of deals that no training looks at."""

MOST_GAMES = 10**6

SEARCH_GAMES = 32
"""Games at once against a search, which takes a thousand times as long to decide: more would delay each update."""


@dataclass
class Response:
    """Train a best responder against a player in all other seats."""

    against: str = "greedy"
    """greedy, random, ppo:PATH, ppo:default, or a search, as mcts:sims=25: more games with fewer simulations."""
    minutes: float = 10.0
    """Of training."""
    out: Path = Path("runs/best_response")
    """Folder of the responder: model, checkpoint, logs."""
    resume: bool = False
    """Go on from OUT, up to the minutes given, or those it was to have; seed, init and rates stay as they were."""
    num_players: int = 4
    """3, 4 or 5."""
    edition: str = "reconstructed"
    """Name or file of an edition."""
    network: str = "guided"
    """Kind of the responder's network: guided, mlp or towns."""
    init: str = ""
    """A trained network that the responder begins with, a file or `default`: it finds more in the same time."""
    init_temperature: float = Options.init_temperature
    """Divide its logits by this at the start, so that it tries what it would not."""
    learning_rate: float = Options.learning_rate
    """At the start; smaller for one that goes on from a trained network."""
    seed: int = 0
    """Of the training."""
    games: int = 2000
    """Of the evaluation at the end, over all seats; against a search fewer will do."""
    overlap: bool = False
    """Play and learn side by side; worth it on two cores."""


def options_for(asked: Response) -> Options:
    """Give the options of the training.

    Raises:
        OptionError: this player cannot be trained against.
    """
    options = Options(
        out=asked.out, resume=asked.resume, minutes=asked.minutes, num_players=str(asked.num_players),
        edition=asked.edition, seed=asked.seed, overlap=asked.overlap, network=asked.network, init=asked.init,
        init_temperature=asked.init_temperature, learning_rate=asked.learning_rate, learner_seats=1,
        self_share=0.0, pool_share=0.0, greedy_share=0.0,
    )  # fmt: skip
    name, _, path = asked.against.partition(":")
    if asked.against == "greedy":
        options.greedy_share = 1.0
    elif asked.against == "random":
        options.random_share = 1.0
    elif name == "ppo" and path:
        options.pool_share, options.frozen = 1.0, str(find_model(path))
    elif is_search(asked.against):
        options.pool_share, options.frozen, options.num_games = 1.0, asked.against, SEARCH_GAMES
    else:
        raise OptionError(
            f"--against: is {asked.against!r}; it must be greedy, random, ppo:PATH, ppo:default, or a search as "
            "mcts:sims=25"
        )
    return options


def read_options(arguments: Sequence[str] | None) -> Response:
    """Read the command line; with --resume and no minutes, those of the run.

    Raises:
        OptionError: there is nothing to go on with.
    """
    read = partial(tyro.cli, Response, args=arguments, prog="python -m training.best_response")
    asked: Response = read()
    if not asked.resume:
        return asked
    before, _ = load_checkpoint(asked.out / CHECKPOINT)
    again: Response = read(default=Response(minutes=before.minutes or Response.minutes))
    return again


def check_resumed(options: Options) -> None:
    """Check that what is gone on with was begun against the same player at the same table.

    Raises:
        OptionError: it was not.
    """
    before, _ = load_checkpoint(options.out / CHECKPOINT)
    for name in ("greedy_share", "random_share", "frozen", "num_players", "edition", "network"):
        if getattr(before, name) != getattr(options, name):
            raise OptionError(
                f"--resume: {options.out} holds another responder; give --against, --num-players, --edition and "
                "--network as they were when it was begun"
            )


def judge(asked: Response, edition: Edition, model: Path) -> Share:
    """Play the responder against the player on fresh deals; give its share of the wins."""
    opponent: str | Player = asked.against
    if asked.against not in OPPONENTS:
        opponent = load_frozen(asked.against.removeprefix("ppo:"), edition).player
    responder, players = read_network(model, edition)[0], asked.num_players
    with Progress(*Progress.get_default_columns(), transient=True) as progress:
        ended = partial(progress.advance, progress.add_task("evaluation", total=-(-asked.games // players) * players))
        return evaluate(responder, edition, players, opponent, asked.games, EVALUATION_SEED, ended)


def report(share: Share, asked: Response) -> str:
    """Say what the responder gains, in percentage points."""
    fair = 1 / asked.num_players
    gain, low, high = (f"{100 * (number - fair):+.1f}" for number in (share.mean, share.low, share.high))
    return (
        f"best response to {asked.num_players - 1} {asked.against}: wins {share}; fair share {fair:.1%}; gain {gain} "
        f"percentage points [{low}, {high}]"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and report; bad options are told in one line, with exit code 2."""
    try:
        asked = read_options(arguments)
        if not 1 <= asked.games <= MOST_GAMES:
            raise OptionError(f"--games: is {asked.games}; it must be 1 to {MOST_GAMES}")
        options = options_for(asked)
        if asked.resume:
            check_resumed(options)
        train(options)
        print(report(judge(asked, load_edition(asked.edition), asked.out / MODEL), asked))
    except InterruptedTraining as saved:
        print(f"saved {saved}; --resume goes on")
    except (BoruError, MemoryError) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return stopped()
    return 0


if __name__ == "__main__":
    sys.exit(main())
