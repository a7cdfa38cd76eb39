"""The algorithm, the cluster, and one iteration."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import MultiRLModuleSpec

from agents.arguments import one_line
from agents.learned.files import save_network
from agents.learned.network import Network, Shape
from boru_env import Edition
from boru_env.errors import OptionError
from training.rllib.checkpoint import save_checkpoint
from training.rllib.environment import SeatsEnv
from training.rllib.module import module_spec, network_of
from training.rllib.options import Options, command_of
from training.writing import demand_numbers, writing

MODULE = "shared"
"""RLlib's name of the one network of all seats."""

MODEL = "model.safetensors"

LEARNED = {
    "losses/policy_loss": "policy_loss",
    "losses/value_loss": "vf_loss",
    "losses/entropy": "entropy",
    "losses/explained_variance": "vf_explained_var",
}
"""Our names of RLlib's metrics of a network."""


@contextmanager
def cluster(options: Options) -> Iterator[None]:
    """Connect to the cluster, or start Ray here, for as long as this lasts; if there is a connection, use it.

    Raises:
        OptionError: there is no such cluster, or it has too few cores: Ray would wait for them for ever.
    """
    logging.getLogger("ray.rllib.algorithms.algorithm_config").setLevel(logging.ERROR)  # it praises its API stack
    own = not ray.is_initialized()
    if own:
        try:
            ray.init(options.address or "local", include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        except Exception as error:  # kinds of ray, grpc and Python
            raise OptionError(
                f"--address: no Ray cluster answers at {options.address!r}: {one_line(error)[:200]}"
            ) from None
    try:
        there, asked = ray.cluster_resources().get("CPU", 0), options.num_env_runners * options.num_cpus_per_env_runner
        if asked > there:
            raise OptionError(
                f"--num-env-runners: {options.num_env_runners} with {options.num_cpus_per_env_runner:g} CPUs each; the "
                f"cluster has {there:g} CPUs: fewer, or a smaller --num-cpus-per-env-runner"
            )
        yield
    finally:
        if own:
            ray.shutdown()


def to_shared(*_: Any, **__: Any) -> str:
    """Give the name of the network that plays a seat: the same for all."""
    return MODULE


def configure(options: Options, edition: Edition, stream: int = 0) -> Any:
    """Give the `PPOConfig` of a run.

    Args:
        options: checked.
        edition: what is played; it travels to the env runners as it is, so that no other machine needs its file.
        stream: another number, other games.
    """
    game = {"num_players": options.num_players, "edition": edition, "reward": options.reward, "stream": stream}
    game["guides"] = shape_of(options).guides
    return (
        PPOConfig()
        # RLlib's check of an environment plays an action without looking at the mask.
        .environment(SeatsEnv, env_config=game, disable_env_checking=True)
        .env_runners(
            num_env_runners=options.num_env_runners,
            num_envs_per_env_runner=options.num_envs_per_env_runner,
            num_cpus_per_env_runner=options.num_cpus_per_env_runner,
            # Rewards come at the end alone. Whole games leave no seat's choice without what follows it.
            batch_mode="complete_episodes",
            sample_timeout_s=600.0,
        )
        .multi_agent(policies={MODULE}, policy_mapping_fn=to_shared)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={MODULE: module_spec(shape_of(options), edition)}))
        .training(
            train_batch_size_per_learner=options.batch_size,
            minibatch_size=min(options.minibatch_size, options.batch_size),
            num_epochs=options.update_epochs,
            lr=options.learning_rate,
            gamma=options.gamma,
            lambda_=options.gae_lambda,
            clip_param=options.clip_coef,
            entropy_coeff=options.ent_coef,
            vf_loss_coeff=options.vf_coef / 2,  # RLlib's is the square error, not half of it
            vf_clip_param=float("inf"),
            use_kl_loss=False,
            grad_clip=options.max_grad_norm,
            grad_clip_by="global_norm",
        )
        # A process that has died is started anew by Ray, on any machine with room, and gets the newest weights. Before
        # each iteration those that were missing are asked, for so many seconds, whether they are back.
        .fault_tolerance(
            restart_failed_env_runners=True,
            delay_between_env_runner_restarts_s=1.0,
            env_runner_health_probe_timeout_s=10.0,
        )
        .debugging(seed=options.seed, log_level="ERROR")
    )


def shape_of(options: Options) -> Shape:
    """Give the sizes of the network."""
    return Shape(options.network, options.hidden, options.town_width, options.reason_width)


class Run:
    """All that a run consists of.

    Args:
        options: checked.
        edition: what is played.
        facts: of a checkpoint, to go on from; None: a new run.
        saved: RLlib's checkpoint, to go on from.

    Attributes:
        algorithm: RLlib's `PPO`.
        iteration: how many there have been.
        choices: of all seats, that have been learned from.
        seconds: of training so far, set by who measures them.

    Raises:
        OptionError: the checkpoint cannot be restored.
    """

    def __init__(
        self, options: Options, edition: Edition, facts: dict[str, Any] | None = None, saved: Path | None = None
    ) -> None:
        self.options, self.edition = options, edition
        self.iteration: int = facts["iteration"] if facts else 0
        self.seconds: float = facts["seconds"] if facts else 0.0
        self.choices: int = facts["choices"] if facts else 0
        self.algorithm = configure(options, edition, self.iteration).build_algo()
        if saved is not None:
            try:
                self.algorithm.restore_from_path(str(saved.resolve()))
                # RLlib has sent the weights, but drops what it sends to an env runner that has not answered yet; this
                # waits for the answers first. Else the first games would be played with new weights.
                self.algorithm.env_runner_group.sync_weights(
                    from_worker_or_learner_group=self.algorithm.learner_group, timeout_seconds=600.0
                )
            except Exception as error:  # of another version of ray, or damaged
                self.close()
                raise OptionError(f"--resume: {saved} cannot be restored: {one_line(error)[:200]}") from None

    def train_once(self) -> dict[str, float]:
        """Play and learn once; give the metrics, those of learning only if any env runner was there to play."""
        result = self.algorithm.train()
        self.iteration += 1
        played, learned = result.get("env_runners", {}), result.get("learners", {}).get(MODULE, {})
        self.choices = int(played.get("num_env_steps_sampled_lifetime", self.choices))
        metrics = {
            "charts/choices": float(self.choices),
            "charts/env_runners": float(self.algorithm.env_runner_group.num_healthy_remote_env_runners()),
            "charts/restarts": float(self.algorithm.env_runner_group.num_remote_worker_restarts()),
        }
        return metrics | {name: float(learned[theirs]) for name, theirs in LEARNED.items() if theirs in learned}

    def progress(self) -> float:
        """Give how much of the budget is used up, 0 to 1."""
        if self.options.minutes is not None:
            return min(1.0, self.seconds / (60 * self.options.minutes))
        return min(1.0, self.iteration / self.options.iterations)

    def network(self) -> Network:
        """Give the network as it is now, on the CPU."""
        weights = self.algorithm.learner_group.get_weights()[MODULE]
        return network_of(weights, shape_of(self.options), self.edition)

    def save(self) -> None:
        """Write the model and a checkpoint.

        Raises:
            OptionError: they cannot be written.
        """
        with writing(self.options.out):
            self._save()

    def _save(self) -> None:
        out, network = self.options.out, self.network()
        demand_numbers(network, f"{self.iteration:,} iterations", self.options.learning_rate)
        save_network(
            network,
            self.edition,
            out / MODEL,
            command_of(self.options),
            margin_weight=float(self.options.reward == "margin"),
        )
        facts = {"edition": self.edition.sha256, "seconds": self.seconds, "choices": self.choices}
        save_checkpoint(
            out,
            self.iteration,
            self.options,
            facts,
            lambda folder: self.algorithm.save_to_path(os.fspath(folder.resolve())),
        )

    def close(self) -> None:
        """End the processes of this run."""
        self.algorithm.stop()
