"""All that a run consists of, and one step of it."""

import copy
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, cast

import numpy as np
import torch

from agents.learned.acting import player_of
from agents.learned.files import read_network, save_network
from agents.learned.load import find_model
from agents.learned.network import Network, Shape, make_network
from boru_env import Edition, SelfPlay, load_edition
from boru_env.errors import OptionError
from boru_env.views.batch import REWARD_KINDS
from training.selfplay import checkpoint
from training.selfplay.choices import Choices
from training.selfplay.demonstrations import demonstrate
from training.selfplay.hide import hide
from training.selfplay.options import Options, command_of, players_of
from training.selfplay.pool import Pool, Seating
from training.selfplay.pretrain import imitate
from training.selfplay.rollout import TYPICAL_LENGTH, Clock, Collector
from training.selfplay.update import update
from training.writing import demand_numbers, writing

DEMONSTRATION_GAMES = 1000
"""Games of `greedy` that are played and learned from at a time."""


@dataclass
class Work:
    """What was played to be learned from.

    Attributes:
        choices: the choices.
        played: decisions that took, of all games together.
        is_demonstration: whether they are `greedy`'s, and not the learner's.
    """

    choices: Choices
    played: int
    is_demonstration: bool


class Run:
    """All that a run consists of; `state` and `restore` make it a checkpoint and back.

    Args:
        options: checked.
        saved: the parts of a checkpoint to go on from.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """

    def __init__(self, options: Options, saved: dict[str, Any] | None = None) -> None:
        self.options, self.edition = options, load_edition(options.edition)
        self.device = find_device(options)
        seeds = np.random.SeedSequence(options.seed).generate_state(6).tolist()
        self.rng, self._seat_rng, self._play_rng = (np.random.default_rng(seed) for seed in (*seeds[:2], seeds[4]))
        torch.manual_seed(seeds[2])
        self.network = self._first_network(saved).to(self.device)
        hide(self.network, options.hide)
        self.policy = self._compiled(self.network)
        self._acting = copy.deepcopy(self.network).requires_grad_(False) if options.overlap else self.network
        self._acting_policy = self._compiled(self._acting) if options.overlap else self.policy
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.learning_rate, eps=1e-5, fused=True)
        self._players = np.array(players_of(options), np.int8)
        games = SelfPlay(options.num_games, players_of(options), self.edition, options.reward, seeds[3], observe=False)
        if saved is None:
            games.stagger(self._seat_rng.integers(TYPICAL_LENGTH, size=options.num_games))
        self.pool = Pool(options, self.edition)
        self.seating = Seating(options, players_of(options), self.pool, self._seat_rng)
        player_of(self._acting, self.edition)  # compiles what it needs before the clock runs
        self.collector = Collector(options, games, self.seating, self._play_rng, self.network.guides)
        self.clock = Clock()
        self._demonstrations_seed = seeds[5]
        self.step = self.rollouts = self.learned = self.demonstrations = 0
        self.seconds = 0.0
        self._ahead: Future[Work] | None = None
        self._side = ThreadPoolExecutor(1, "play", initializer=lambda: torch.set_flush_denormal(True))
        if saved is not None:
            self._restore(saved)

    def _first_network(self, saved: dict[str, Any] | None) -> Network:
        options = self.options
        if saved is not None:
            return make_network(Shape(**saved["shape"]), self.edition)
        if options.init:
            return _begin_with(options, self.edition)
        shape = Shape(options.network, options.hidden, options.town_width, options.reason_width)
        return make_network(shape, self.edition)

    def _compiled(self, network: Network) -> Network:
        return cast(Network, torch.compile(network, dynamic=True)) if self.options.compile else network

    def train_once(self) -> dict[str, float]:
        """Play a rollout, or demonstrations, and learn from them; give the metrics."""
        self.clock.lap("other")
        work = self._ahead.result() if self._ahead is not None else self._next()()
        self.clock.lap("waiting for play" if self.options.overlap else "play")
        self.step += work.played
        if self.options.overlap:
            self._ahead = self._side.submit(self._next())
        else:
            self._ahead = None
        rate, coefficients = self._schedule()
        self.optimizer.param_groups[0]["lr"] = rate
        metrics = self.learn(work, coefficients)
        demand_numbers(self.network, f"{self.step:,} decisions", rate)
        self.clock.lap("update")
        self.learned += len(work.choices.action)
        return metrics | {"charts/learning_rate": rate, "charts/ent_coef": coefficients["ent_coef"]}

    def _schedule(self) -> tuple[float, dict[str, float]]:
        """Give the learning rate and the coefficients of the moment."""
        options = self.options
        left = 1 - self.progress()
        rate = options.final_learning_rate + left * (options.learning_rate - options.final_learning_rate)
        entropy = options.final_ent_coef + left * (options.ent_coef - options.final_ent_coef)
        teacher = options.teacher_coef * max(0.0, 1 - self.progress() / max(options.teacher_until, 1e-9))
        return rate, {"ent_coef": entropy, "teacher_coef": teacher}

    def _next(self) -> Callable[[], Work]:
        """Settle what is played next, while nothing is being played, and give the function that plays it."""
        options = self.options
        if not self.rollouts and self.progress() < options.pretrain:  # with a larger budget nobody goes back to it
            self.demonstrations += 1
            return partial(self._demonstrate, self._demonstrations_seed + self.demonstrations)
        if self.rollouts % options.snapshot_every == 0 and options.pool_share:
            self.pool.add(self.network, self.seating.past_in_play(), self.rng)
        self.rollouts += 1
        if options.overlap:
            self._acting.load_state_dict(self.network.state_dict())
        return partial(self._play, self._schedule()[1]["teacher_coef"] > 0)

    def _play(self, ask_teacher: bool) -> Work:
        choices = self.collector.collect(self._acting_policy, ask_teacher)
        return Work(choices, self.options.num_games * self.options.num_steps, False)

    def _demonstrate(self, seed: int) -> Work:
        players = np.resize(self._players, DEMONSTRATION_GAMES)
        kind = REWARD_KINDS[self.options.reward]
        return Work(*demonstrate(self.edition, players, kind, self.options, self.network.guides, seed), True)

    def learn(self, work: Work, coefficients: dict[str, float]) -> dict[str, float]:
        """Update the network; in a first rollout of few steps there may be nothing to learn from."""
        if not len(work.choices.action):
            return {}
        if work.is_demonstration:
            return imitate(self.policy, self.optimizer, work.choices, self.options, self.rng)
        return update(self.policy, self.optimizer, work.choices, self.options, coefficients, self.rng)

    def progress(self) -> float:
        """Give how much of the budget is used up, 0 to 1."""
        if self.options.minutes is not None:
            return min(1.0, self.seconds / (60 * self.options.minutes))
        return min(1.0, self.step / self.options.steps)

    def state(self) -> dict[str, Any]:
        """Give all parts, to be saved; what is being played is awaited first."""
        ahead = self._ahead.result() if self._ahead is not None else None
        return {
            "shape": asdict(self.network.shape),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "pool": self.pool.state_dict(),
            "driver": torch.from_numpy(self.seating.driver),
            "kept": {name: torch.from_numpy(array) for name, array in self.collector.kept.items()},
            "games": checkpoint.pack_games(self.collector.games),
            "ahead": None if ahead is None else _pack_work(ahead),
            "rngs": [checkpoint.pack_rng(rng) for rng in (self.rng, self._seat_rng, self._play_rng)],
            "counts": [self.step, self.rollouts, self.learned, self.demonstrations],
            "seconds": self.seconds,
        }

    def _restore(self, saved: dict[str, Any]) -> None:
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.pool.load_state_dict(saved["pool"], self.network.shape, self.device)
        self.seating.driver = saved["driver"].numpy()
        self.collector.kept = {name: tensor.numpy() for name, tensor in saved["kept"].items()}
        self.collector.games = checkpoint.unpack_games(saved["games"])
        if saved["ahead"] is not None:
            self._ahead = Future()
            self._ahead.set_result(_unpack_work(saved["ahead"]))
        for packed, rng in zip(saved["rngs"], (self.rng, self._seat_rng, self._play_rng), strict=True):
            checkpoint.unpack_rng(packed, rng)
        self.step, self.rollouts, self.learned, self.demonstrations = saved["counts"]
        self.seconds = saved["seconds"]

    def save(self) -> None:
        """Write the model and the checkpoint.

        Raises:
            OptionError: they cannot be written; what was there stays.
        """
        out, scale = self.options.out, self.options.reward_scale
        margin = 1.0 if self.options.reward == "margin" else self.options.margin_weight
        with writing(out):
            save_network(self.network, self.edition, out / checkpoint.MODEL, command_of(self.options), scale, margin)
            checkpoint.save_checkpoint(out / checkpoint.CHECKPOINT, self.options, self.edition.sha256, self.state())

    def close(self) -> None:
        """Await what is being played, and end the thread that plays."""
        self._side.shutdown()


def _begin_with(options: Options, edition: Edition) -> Network:
    network, metadata = read_network(find_model(options.init), edition)
    ratio = options.reward_scale / float(metadata.get("reward_scale", 1.0))
    for parameter in network.value.parameters():  # what it foresaw is paid on another scale now
        parameter.mul_(ratio)
    network.soften(options.init_temperature)
    return network.requires_grad_(True).train()


def _pack_work(work: Work) -> dict[str, Any]:
    arrays = {name: torch.from_numpy(array) for name, array in vars(work.choices).items()}
    return {"choices": arrays, "played": work.played, "is_demonstration": work.is_demonstration}


def _unpack_work(packed: dict[str, Any]) -> Work:
    choices = Choices(**{name: tensor.numpy() for name, tensor in packed["choices"].items()})
    return Work(choices, packed["played"], packed["is_demonstration"])


def find_device(options: Options) -> torch.device:
    """Give the device and set torch up for it.

    Raises:
        OptionError: there is no such device.
    """
    if options.device == "cuda" and not torch.cuda.is_available():
        raise OptionError("--device: is cuda, but torch finds no GPU; give --device cpu, or install a torch with CUDA")
    if options.compile and not torch.cuda.is_available():
        raise OptionError("--compile: is for a GPU, and torch finds none")
    threads = options.threads or (max(1, (os.cpu_count() or 1) // 2) if options.overlap else 0)
    if threads:
        torch.set_num_threads(threads)
    torch.set_float32_matmul_precision("high")
    return torch.device("cuda" if options.device != "cpu" and torch.cuda.is_available() else "cpu")


@contextmanager
def without_denormals() -> Iterator[None]:
    """Take denormals for zero while this lasts: they make a CPU many times slower. Others in this process want them."""
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(False)
