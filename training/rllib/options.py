"""The options of `training.rllib_ppo`."""

import math
import socket
from dataclasses import dataclass, fields
from pathlib import Path

from agents.arguments import one_line
from agents.learned.network import KINDS
from boru_env.envs.rewards import REWARDS
from boru_env.errors import OptionError
from training.selfplay.options import demand, without_folder


@dataclass
class Options:
    """Train one network in all seats with RLlib's PPO, on one machine or on a Ray cluster."""

    out: Path = Path("runs/rllib")
    """Folder of model, checkpoints and TensorBoard logs, on the machine that this command runs on."""
    resume: bool = False
    """Go on from the newest checkpoint in OUT; what concerns the cluster and the budget is taken from this command
    line, all else from the run."""
    minutes: float | None = None
    """Stop after so many minutes of training."""
    iterations: int = 100
    """Stop after so many iterations in all, if no minutes are given."""
    seed: int = 0
    """Of weights, games and choices; a whole number >= 0."""

    address: str = ""
    """HOST:PORT of a Ray cluster, or auto: the one that this machine belongs to; empty: Ray on this machine alone."""
    num_env_runners: int = 2
    """Processes that play, anywhere in the cluster; 0: this process plays as well."""
    num_envs_per_env_runner: int = 8
    """Games at once in each of them."""
    num_cpus_per_env_runner: float = 1.0
    """Cores that Ray sets aside for each; below 1, several share a core."""

    num_players: int = 4
    """3, 4 or 5."""
    edition: str = "reconstructed"
    """Name or file of an edition; only this machine reads the file."""
    reward: str = "win"
    """win, rank or margin: what a finished game pays."""

    network: str = "mlp"
    """mlp; towns: with a shared encoder of towns and of cards; or guided: it reads what `greedy` counts as well."""
    hidden: int = 128
    """Width of the trunk."""
    town_width: int = 32
    """Numbers kept for a town; `towns` only."""
    reason_width: int = 32
    """Numbers kept for a legal action; `guided` only."""

    batch_size: int = 16384
    """Choices of an iteration, at least: games are played to their end."""
    minibatch_size: int = 512
    """Choices a minibatch."""
    update_epochs: int = 2
    """Passes over the choices of an iteration."""
    learning_rate: float = 5e-4
    """Of Adam."""
    ent_coef: float = 0.01
    """Weight of the entropy bonus."""
    vf_coef: float = 0.5
    """Weight of the value loss, half the mean square error."""
    gamma: float = 1.0
    """Discount from one choice of a seat to its next."""
    gae_lambda: float = 0.98
    """Lambda of generalised advantage estimation."""
    clip_coef: float = 0.2
    """Clipping of the probability ratio."""
    max_grad_norm: float = 0.5
    """Longest gradient."""

    save_every: float = 60.0
    """Seconds between checkpoints; 0: one after each iteration."""
    eval_games: int = 400
    """Games against each fixed opponent at the end, over all seats; 0: none."""


OF_THIS_COMMAND = (
    "out",
    "resume",
    "minutes",
    "iterations",
    "address",
    "num_env_runners",
    "num_envs_per_env_runner",
    "num_cpus_per_env_runner",
    "save_every",
    "eval_games",
)
"""The options that a resumed run takes from the command line."""

WHOLE = {
    "iterations": (1, 10**9),
    "seed": (0, 2**31 - 1),
    "num_env_runners": (0, 10**5),
    "num_envs_per_env_runner": (1, 10**4),
    "num_players": (3, 5),
    "hidden": (1, 10**4),
    "town_width": (1, 10**4),
    "reason_width": (1, 10**4),
    "batch_size": (1, 10**8),
    "minibatch_size": (1, 10**8),
    "update_epochs": (1, 10**4),
    "eval_games": (0, 10**6),
}
SHARES = ("gamma", "gae_lambda")
NOT_NEGATIVE = ("num_cpus_per_env_runner", "ent_coef", "vf_coef", "save_every")
POSITIVE = ("minutes", "learning_rate", "clip_coef", "max_grad_norm")
NAMES = {"reward": tuple(REWARDS), "network": KINDS}


def check(options: Options) -> None:
    """Check all but the edition and the folder.

    Raises:
        OptionError: an option is impossible.
    """
    for name, (least, most) in WHOLE.items():
        demand(options, name, least <= getattr(options, name) <= most, f"{least} to {most}")
    for name in SHARES:
        demand(options, name, 0 <= getattr(options, name) <= 1, "0 to 1")
    for name in NOT_NEGATIVE:
        demand(options, name, 0 <= getattr(options, name) < math.inf, "a number >= 0")
    for name in POSITIVE:
        value = getattr(options, name)
        demand(options, name, value is None or 0 < value < math.inf, "more than 0")
    for name, known in NAMES.items():
        demand(options, name, getattr(options, name) in known, f"one of {', '.join(known)}")


def reach(address: str) -> None:
    """Check that something answers at an address: Ray itself would try again for minutes.

    Args:
        address: as of the options.

    Raises:
        OptionError: nothing does.
    """
    if address in ("", "auto"):
        return
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError, ValueError) as error:
        said = f"--address: nothing answers at {address[:100]!r} ({one_line(error)})"
        raise OptionError(f"{said}; it must be auto, or HOST:PORT of a Ray cluster") from None


def command_of(options: Options) -> str:
    """Give the command that makes a like run, without folder and address: they may be nobody else's business."""
    words = ["python -m training.rllib_ppo"]
    for field in fields(options):
        value = getattr(options, field.name)
        if field.name not in ("out", "resume", "address") and value != field.default:
            words.append(f"--{field.name.replace('_', '-')} {without_folder(field.name, value)}")
    return " ".join(words)
