"""The options of `training.maskable_ppo`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from agents.arguments import Parser
from boru_env.errors import OptionError, brief
from boru_env.views.checks import check_num_players
from training.selfplay.options import MOST_DECISIONS

MODEL = "model.zip"


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(
        prog="python -m training.maskable_ppo", description="Train a player with sb3-contrib's MaskablePPO."
    )
    parser.add_argument("--out", type=Path, default=Path("runs/maskable_ppo"), help="folder of model and logs")
    parser.add_argument(
        "--resume",
        action="store_true",
        help=f"go on from OUT/{MODEL}, with the options of the run; only budget, workers and evaluations may differ",
    )
    parser.add_argument("--timesteps", type=int, default=1_000_000, help="decisions of the learner")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes instead")
    parser.add_argument("--num-players", type=int, default=4, help="3, 4 or 5")
    parser.add_argument("--edition", default="reconstructed", help="name or file of an edition")
    parser.add_argument("--reward", default="margin", help="win, rank or margin")
    parser.add_argument("--opponents", default="self,self,random", help="the pool, separated by commas")
    parser.add_argument("--num-envs", type=int, default=32, help="games at once")
    parser.add_argument("--workers", action="store_true", help="a process for each game; then without past selves")
    parser.add_argument("--seed", type=int, default=0, help="a whole number >= 0")
    parser.add_argument("--n-steps", type=int, default=128, help="decisions a game and rollout")
    parser.add_argument("--batch-size", type=int, default=1024, help="decisions a minibatch")
    parser.add_argument("--n-epochs", type=int, default=4, help="passes over a rollout")
    parser.add_argument("--learning-rate", type=float, default=7e-4, help="of Adam")
    parser.add_argument("--ent-coef", type=float, default=0.01, help="weight of the entropy bonus")
    parser.add_argument("--gamma", type=float, default=1.0, help="discount")
    parser.add_argument("--gae-lambda", type=float, default=0.95, help="of generalised advantage estimation")
    parser.add_argument("--hidden", type=int, default=128, help="width of both hidden layers")
    parser.add_argument("--eval-every", type=float, default=120, help="seconds between evaluations; 0: at the end only")
    parser.add_argument("--eval-games", type=int, default=400, help="games of one against each opponent; 0: none")
    options = parser.parse_args(arguments)
    check(options)
    return options


def check(options: argparse.Namespace) -> None:
    """Check the numbers.

    Raises:
        OptionError: one is impossible.
    """
    least = {"timesteps": 1, "num_envs": 1, "n_steps": 2, "batch_size": 2, "n_epochs": 1, "hidden": 1, "eval_games": 0}
    most = {"timesteps": 10**12, "num_envs": 10**4, "n_steps": 10**6, "batch_size": 10**9, "n_epochs": 10**4}
    most |= {"hidden": 10**5, "eval_games": 10**6}
    for name, bound in least.items():
        if not bound <= getattr(options, name) <= most[name]:
            given = brief(getattr(options, name))
            raise OptionError(f"--{name.replace('_', '-')}: is {given}; it must be {bound} to {most[name]}")
    check_num_players(options.num_players)
    rollout = options.n_steps * options.num_envs
    if rollout > MOST_DECISIONS:
        most = MOST_DECISIONS // options.num_envs
        raise OptionError(f"--n-steps: is {options.n_steps}; it must be at most {most} with {options.num_envs} games")
    if rollout % min(rollout, options.batch_size) == 1:
        raise OptionError(f"--batch-size: is {options.batch_size}; of {rollout} decisions a rollout, one alone is left")
    if not 0 <= options.seed < 2**32:
        raise OptionError(f"--seed: is {options.seed}; it must be a whole number >= 0 and < 2**32")
    for name in ("minutes", "learning_rate"):
        value = getattr(options, name)
        if value is not None and not 0 < value < float("inf"):
            raise OptionError(f"--{name.replace('_', '-')}: is {value}; it must be a finite number > 0")
    if options.learning_rate > 1:
        raise OptionError(f"--learning-rate: is {options.learning_rate}; it must be at most 1")
    for name in ("gamma", "gae_lambda"):
        if not 0 <= getattr(options, name) <= 1:
            raise OptionError(f"--{name.replace('_', '-')}: is {getattr(options, name)}; it must be 0 to 1")
    for name in ("ent_coef", "eval_every"):
        if not 0 <= getattr(options, name) < float("inf"):
            raise OptionError(f"--{name.replace('_', '-')}: is {getattr(options, name)}; it must be a number >= 0")
    if any(is_no_folder(path) for path in (options.out, *options.out.parents)):
        raise OptionError(f"--out: {options.out} is no folder")


def is_no_folder(path: Path) -> bool:
    """Tell whether something else has this name, or nothing can."""
    try:
        return path.exists() and not path.is_dir()
    except OSError:  # a name that is too long
        return True
