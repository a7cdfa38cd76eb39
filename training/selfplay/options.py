"""The options of `training.selfplay_ppo`."""

import math
import re
from dataclasses import dataclass, fields
from pathlib import Path

from boru_env.errors import OptionError


@dataclass
class Options:
    """Train one network by self-play: PPO in all seats, for one minute or for days."""

    out: Path = Path("runs/selfplay")
    """Folder of model, checkpoint and TensorBoard logs."""
    resume: bool = False
    """Go on from OUT/checkpoint.pt, with the options of the run; of others given, minutes, steps, device, threads and
    profile count."""
    minutes: float | None = None
    """Stop after so many minutes of training; the schedules run over them."""
    steps: int = 10_000_000
    """Stop after so many decisions of all games together, if no minutes are given."""
    seed: int = 0
    """Of weights, games and choices; a whole number >= 0."""
    device: str = "auto"
    """auto, cpu or cuda."""
    threads: int = 0
    """Of torch on the CPU; 0: as many as there are cores, with `overlap` half of them."""
    overlap: bool = False
    """Play the next rollout while learning from this one, with the network as it was before: worth it on two cores."""

    num_players: str = "4"
    """3, 4 or 5, or several: 3,4,5 spreads the games over them."""
    edition: str = "reconstructed"
    """Name or file of an edition."""
    reward: str = "margin"
    """win, rank or margin: what a finished game pays."""
    margin_weight: float = 0.0
    """Share of the margin mixed into win or rank, 0 to 1."""
    reward_scale: float = 6.0
    """What rewards are multiplied by: values learn fast when returns are about 1 apart, and margins are about 0.2."""
    pretrain: float = 0.0
    """Share of the budget for learning what `greedy` does and how its games end, before the learner plays."""
    pretrain_teacher: float = 1.0
    """Weight of doing what `greedy` does, in that time; that of the values is 1. `guided` needs no such lesson."""
    pretrain_noise: float = 0.1
    """How often `greedy` then takes any legal action instead, so that more of the game is seen."""

    num_games: int = 256
    """Games at once."""
    num_steps: int = 128
    """Decisions of each game in a rollout; a game has about 300. Short rollouts see few ends of games."""
    self_share: float = 0.2
    """Share of the games in which the current network plays all seats."""
    pool_share: float = 0.1
    """Share of the games in which past selves play one or more seats, which are not learned from."""
    greedy_share: float = 0.7
    """The same with `greedy`."""
    random_share: float = 0.0
    """The same with `random`."""
    learner_seats: int = 1
    """Seats of the learner in games with others; 0: any number but all."""
    frozen: str = ""
    """Who plays in the place of past selves and stays as it is: a trained network, a file or `default`, which takes its
    most probable actions, or a search, as mcts:sims=50, which takes a thousand times as long."""
    pool_size: int = 12
    """Past selves that are kept; the one that is easiest to beat leaves."""
    pool_active: int = 2
    """Past selves that new games draw from at a time; each costs a pass through a network a step."""
    snapshot_every: int = 40
    """Rollouts from one past self to the next; each time the active ones are drawn anew, the strong ones more often."""

    init: str = ""
    """A trained network to begin with, a file or `default`, in place of a new one; kind and widths are then its own."""
    init_temperature: float = 1.0
    """Divide the logits of the network to begin with by this: one that is sure of itself tries nothing else, and more
    training changes little."""
    network: str = "guided"
    """mlp; towns: with a shared encoder of towns and of cards; or guided: it reads what `greedy` counts as well."""
    hidden: int = 128
    """Width of the trunk."""
    town_width: int = 32
    """Numbers kept for a town; `towns` only."""
    reason_width: int = 32
    """Numbers kept for a legal action; `guided` only."""

    hide: str = ""
    """Fields of the observation that the network does not read, as picked,passed,played,void; not for `towns`.
    `guided` still hears of cards played from what `greedy` counts: take mlp to learn what such fields are worth."""

    learning_rate: float = 2e-3
    """Of Adam, at the start."""
    final_learning_rate: float = 0.0
    """At the end; in between it falls in a line."""
    ent_coef: float = 0.03
    """Weight of the entropy bonus, at the start."""
    final_ent_coef: float = 0.005
    """At the end."""
    teacher_coef: float = 0.0
    """Weight of doing what `greedy` would do where the learner stands, at the start (kickstarting); 0: no teacher."""
    teacher_until: float = 0.5
    """Share of the budget after which the teacher is silent; until then its weight falls in a line."""
    gamma: float = 1.0
    """Discount from one choice of a seat to its next."""
    gae_lambda: float = 0.9
    """Lambda of generalised advantage estimation."""
    minibatch_size: int = 1024
    """Choices a minibatch."""
    update_epochs: int = 1
    """Passes over a rollout."""
    clip_coef: float = 0.2
    """Clipping of the probability ratio."""
    clip_vloss: bool = False
    """Clip the value as well."""
    vf_coef: float = 0.5
    """Weight of the value loss."""
    others_coef: float = 0.5
    """Weight of what the other seats will get, within the value loss: for a search, which asks for all seats."""
    max_grad_norm: float = 0.5
    """Longest gradient."""
    norm_adv: bool = True
    """Normalise advantages in each minibatch."""
    target_kl: float | None = None
    """Learn no more from a rollout once a minibatch is beyond this KL divergence."""
    bf16: bool = False
    """Autocast to bfloat16; for a GPU."""
    compile: bool = False
    """torch.compile the network; for a GPU."""

    eval_every: float = 120.0
    """Seconds of training from one evaluation to the next; 0: at the end only."""
    eval_steps: int = 0
    """Evaluate every so many decisions instead: such a run can be repeated, its curve as well; 0: by the clock."""
    eval_games: int = 400
    """Games of an evaluation against each opponent, over all seats."""
    save_every: float = 60.0
    """Seconds between checkpoints."""
    profile: bool = False
    """Print where the time went."""


COUNTS = {"num_games": 10**6, "num_steps": 10**6, "minibatch_size": 10**9, "update_epochs": 10**4, "pool_size": 10**4}
COUNTS |= {"pool_active": 100, "snapshot_every": 10**9, "eval_games": 10**6, "steps": 10**15}
SHARES = (
    "margin_weight",
    "pretrain",
    "pretrain_noise",
    "teacher_until",
    "self_share",
    "pool_share",
    "greedy_share",
    "random_share",
    "gamma",
    "gae_lambda",
)
NOT_NEGATIVE = (
    "pretrain_teacher",
    "teacher_coef",
    "final_learning_rate",
    "ent_coef",
    "final_ent_coef",
    "vf_coef",
    "others_coef",
    "eval_every",
    "eval_steps",
    "save_every",
    "threads",
)
POSITIVE = ("reward_scale", "init_temperature", "learning_rate", "clip_coef", "max_grad_norm", "minutes", "target_kl")
MOST_DECISIONS = 10**7
"""Of a rollout: each takes two kilobytes."""
MOST_THREADS = 1024


def check(options: Options) -> None:
    """Check the numbers; the names of networks, editions and rewards are checked by those who know them.

    Raises:
        OptionError: one is impossible.
    """
    for name, most in COUNTS.items():
        demand(options, name, 1 <= getattr(options, name) <= most, f"1 to {most}")
    for name in SHARES:
        demand(options, name, 0 <= getattr(options, name) <= 1, "0 to 1")
    for name in NOT_NEGATIVE:
        demand(options, name, 0 <= getattr(options, name) < math.inf, "a number >= 0")
    for name in POSITIVE:
        value = getattr(options, name)
        demand(options, name, value is None or 0 < value < math.inf, "a finite number > 0")
    demand(options, "reward_scale", options.reward_scale <= 1e6, "at most a million")
    demand(options, "threads", options.threads <= MOST_THREADS, f"0 to {MOST_THREADS}")
    demand(options, "seed", 0 <= options.seed < 2**32, "a whole number >= 0 and < 2**32")
    demand(options, "device", options.device in ("auto", "cpu", "cuda"), "auto, cpu or cuda")
    shares = options.self_share + options.pool_share + options.greedy_share + options.random_share
    if abs(shares - 1) > 1e-6:
        raise OptionError(f"--self-share and the other shares: are {shares:g} together; they must be 1")
    if options.init_temperature != 1 and not options.init:
        raise OptionError("--init-temperature: is for a network to begin with; give --init as well")
    if options.frozen and not options.pool_share:
        raise OptionError("--frozen: plays in the place of past selves, and --pool-share is 0; give it a share")
    least = len(options.num_players.split(","))
    demand(options, "num_games", options.num_games >= least, f"{least} or more for tables of {options.num_players}")
    most = MOST_DECISIONS // options.num_games
    demand(options, "num_steps", options.num_steps <= most, f"at most {most} with --num-games {options.num_games}")
    most = min(players_of(options)) - 1
    demand(options, "learner_seats", 0 <= options.learner_seats <= most, f"0 to {most}")


def players_of(options: Options) -> list[int]:
    """Give the number of players of each game.

    Raises:
        OptionError: one is not 3, 4 or 5.
    """
    given = options.num_players.split(",")
    if not all(number in ("3", "4", "5") for number in given):
        raise OptionError(f"--num-players: is {options.num_players!r}; it must be 3, 4 or 5, or several as 3,4,5")
    return [int(given[row % len(given)]) for row in range(options.num_games)]


def command_of(options: Options) -> str:
    """Give the command that makes the same run, without folders: they may be nobody else's business."""
    words = ["python -m training.selfplay_ppo"]
    for field in fields(options):
        value = getattr(options, field.name)
        if field.name not in ("out", "resume", "profile") and value != field.default:
            name, value = field.name.replace("_", "-"), without_folder(field.name, value)
            words.append(
                f"--{'' if value is not False else 'no-'}{name}" + ("" if isinstance(value, bool) else f" {value}")
            )
    return " ".join(words)


def without_folder(name: str, value: object) -> object:
    """Give an option's value for a command: of a file its name alone."""
    return re.sub(r"[^=,]*[/\\]", "", str(value)) if name in ("init", "frozen", "edition") else value


def demand(options: object, name: str, right: bool, what: str) -> None:
    """Check an option.

    Raises:
        OptionError: it is not right; says what it is and what it must be.
    """
    if not right:
        raise OptionError(f"--{name.replace('_', '-')}: is {str(getattr(options, name))[:40]!r}; it must be {what}")
