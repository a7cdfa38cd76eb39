"""All that a run consists of, and one step of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import torch
from torch import nn

from agents.learned.files import save_network
from agents.learned.network import Shape, make_network
from boru_env import SelfPlay, load_edition
from boru_env.errors import OptionError
from training.selfplay import checkpoint
from training.selfplay.options import Options, command_of, players_of
from training.selfplay.pool import Pool, Seating
from training.selfplay.rollout import Choices, Collector, stagger
from training.selfplay.update import update


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
        seeds = np.random.SeedSequence(options.seed).generate_state(4)
        self.rng, seat_rng = (np.random.default_rng(int(seed)) for seed in seeds[:2])
        torch.manual_seed(int(seeds[2]))
        shape = Shape(options.network, options.hidden, options.town_width)
        self.network = make_network(shape, self.edition).to(self.device)
        compiled = torch.compile(self.network, dynamic=True) if options.compile else self.network
        self.policy = cast(nn.Module, compiled)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.learning_rate, eps=1e-5)
        games = SelfPlay(
            options.num_games, players_of(options), self.edition, options.reward, int(seeds[3]), observe="uint8"
        )
        if saved is None:
            stagger(games, seat_rng)
        self.pool = Pool(options, self.edition)
        self.seating = Seating(options, players_of(options), self.pool, seat_rng)
        self.collector = Collector(options, games, self.seating, self.rng)
        self._seat_rng = seat_rng
        self.step = self.rollouts = self.learned = 0
        self.seconds = 0.0
        if saved is not None:
            self._restore(saved)

    def train_once(self) -> dict[str, float]:
        """Play a rollout and learn from it; give the metrics."""
        options = self.options
        if self.rollouts % options.snapshot_every == 0 and options.pool_share:
            self.pool.add(self.network, self.seating.past_in_play(), self.rng)
        left = 1 - self.progress()
        rate = options.final_learning_rate + left * (options.learning_rate - options.final_learning_rate)
        coefficients = {
            "ent_coef": options.final_ent_coef + left * (options.ent_coef - options.final_ent_coef),
            "teacher_coef": options.teacher_coef * max(0.0, 1 - self.progress() / max(options.teacher_until, 1e-9)),
        }
        self.optimizer.param_groups[0]["lr"] = rate
        choices = self.collector.collect(self.policy, coefficients["teacher_coef"] > 0)
        metrics = self.learn(choices, coefficients)
        self.collector.clock.lap("update")
        self.step += options.num_games * options.num_steps
        self.learned += len(choices.action)
        self.rollouts += 1
        return metrics | {"charts/learning_rate": rate, "charts/ent_coef": coefficients["ent_coef"]}

    def learn(self, choices: Choices, coefficients: dict[str, float]) -> dict[str, float]:
        """Update the network; in a first rollout of few steps there may be nothing to learn from."""
        if not len(choices.action):
            return {}
        return update(self.policy, self.optimizer, choices, self.options, coefficients, self.rng)

    def progress(self) -> float:
        """Give how much of the budget is used up, 0 to 1."""
        if self.options.minutes is not None:
            return min(1.0, self.seconds / (60 * self.options.minutes))
        return min(1.0, self.step / self.options.steps)

    def state(self) -> dict[str, Any]:
        """Give all parts, to be saved."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "pool": self.pool.state_dict(),
            "driver": torch.from_numpy(self.seating.driver),
            "kept": {name: torch.from_numpy(array) for name, array in self.collector.kept.items()},
            "games": checkpoint.pack_games(self.collector.games),
            "rngs": [checkpoint.pack_rng(rng) for rng in (self.rng, self._seat_rng)],
            "counts": [self.step, self.rollouts, self.learned],
            "seconds": self.seconds,
        }

    def _restore(self, saved: dict[str, Any]) -> None:
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.pool.load_state_dict(saved["pool"], self.network.shape, self.device)
        self.seating.driver = saved["driver"].numpy()
        self.collector.kept = {name: tensor.numpy() for name, tensor in saved["kept"].items()}
        self.collector.games = checkpoint.unpack_games(saved["games"])
        for packed, rng in zip(saved["rngs"], (self.rng, self._seat_rng), strict=True):
            checkpoint.unpack_rng(packed, rng)
        self.step, self.rollouts, self.learned = saved["counts"]
        self.seconds = saved["seconds"]

    def save(self) -> None:
        """Write the model and the checkpoint."""
        out = self.options.out
        save_network(self.network, self.edition, out / checkpoint.MODEL, command_of(self.options))
        checkpoint.save_checkpoint(out / checkpoint.CHECKPOINT, self.options, self.edition.sha256, self.state())


def find_device(options: Options) -> torch.device:
    """Give the device and set torch up for it.

    Raises:
        OptionError: there is no such device.
    """
    if options.device == "cuda" and not torch.cuda.is_available():
        raise OptionError("--device: is cuda, but torch finds no GPU; give --device cpu, or install a torch with CUDA")
    if options.compile and not torch.cuda.is_available():
        raise OptionError("--compile: is for a GPU, and torch finds none")
    if options.threads:
        torch.set_num_threads(options.threads)
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
