"""`training.rllib_ppo`: who is paid what, what is learned from, files, and a cluster that loses a process."""

import os
import re
import signal

import numpy as np
import pytest
import torch

pytest.importorskip("ray.rllib", reason="ray is not installed; `make test-clients` installs it")
import ray
from ray.cluster_utils import Cluster
from ray_marks import RAY_RUNS

from agents.arena.__main__ import main as arena
from agents.learned.files import read_network
from agents.learned.network import masked
from boru_env import SelfPlay, load_edition
from training.rllib.checkpoint import checkpoints, load_checkpoint, save_checkpoint
from training.rllib.environment import SeatsEnv
from training.rllib.options import Options
from training.rllib.run import MODEL, MODULE, Run
from training.rllib_ppo import main

pytestmark = RAY_RUNS

EDITION = load_edition("reconstructed")
SMALL = {"hidden": 16, "batch_size": 300, "minibatch_size": 128, "update_epochs": 1, "num_envs_per_env_runner": 1}
COMMAND = [f"--{name.replace('_', '-')}={value}" for name, value in SMALL.items()] + ["--eval-games", "4"]


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """Two nodes on this machine, with one core each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")
        nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        nodes.add_node(num_cpus=1)
        ray.init(nodes.address, log_to_driver=False, logging_level="ERROR")
        yield nodes
        ray.shutdown()
        nodes.shutdown()


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run that plays in this process, after one iteration."""
    options = Options(out=tmp_path_factory.mktemp("run"), num_env_runners=0, gamma=0.9, reward="margin", **SMALL)
    made = Run(options, EDITION)
    made.train_once()
    yield made
    made.close()


@pytest.fixture
def recorded(monkeypatch):
    """Games as the environment played them: [(agent, action), ...] and the pay."""
    games, step = [[[], None]], SeatsEnv.step

    def recording(env, action_dict):
        told = step(env, action_dict)
        games[-1][0].extend((agent, int(action)) for agent, action in action_dict.items())
        if told[2]["__all__"]:
            games[-1][1] = told[1]
            games.append([[], None])
        return told

    monkeypatch.setattr(SeatsEnv, "step", recording)
    return games


def test_each_seat_is_paid_for_its_own_last_choice_and_advantages_run_along_its_own_choices(run, recorded):
    episodes = run.algorithm.env_runner.sample(num_episodes=3)
    learner = run.algorithm.learner_group._learner
    network, options, expected = run.network(), run.options, []
    for episode, (moves, pay) in zip(episodes, recorded, strict=False):
        assert moves[-1][0] != moves[-2][0] or len(pay) == options.num_players
        for agent in episode.agent_ids:  # in the order in which RLlib goes through them
            own = episode.agent_episodes[agent]
            assert own.is_terminated
            assert own.get_actions().tolist() == [action for who, action in moves if who == agent]
            assert own.get_rewards().tolist() == [0.0] * (len(own) - 1) + [pytest.approx(pay[agent])]
            seen = torch.from_numpy(np.stack(own.get_observations()["observation"][:-1]))
            values, target, targets = network(seen)[1][:, 0].tolist(), 0.0, []
            advantage = follows = 0.0
            for value, reward in zip(reversed(values), reversed(own.get_rewards().tolist()), strict=True):
                delta = reward + options.gamma * follows - value
                advantage = delta + options.gamma * options.gae_lambda * advantage
                follows, target = value, advantage + value
                targets.append(target)
            expected += reversed(targets)
    assert len(recorded) == 4
    batch = learner._learner_connector(
        rl_module=learner.module, batch={}, episodes=episodes, shared_data={}, metrics=learner.metrics
    )[MODULE]
    assert batch["value_targets"][batch["loss_mask"]].tolist() == pytest.approx(expected, abs=1e-5)
    assert batch["rewards"][batch["loss_mask"]].count_nonzero() == sum(len(pay) for _, pay in recorded[:3])


def test_the_exported_network_is_the_one_that_rllib_plays_and_the_arena_plays_it(run, capsys):
    run.save()
    network, metadata = read_network(run.options.out / MODEL)
    assert metadata["edition"] == EDITION.sha256
    assert metadata["command"].startswith("python -m training.rllib_ppo --num-env-runners 0")
    games = SelfPlay(64, 4, EDITION, observe="uint8", seed=3)
    games.reset(3)
    for _ in range(100):
        batch = games.step(games.random_actions())
    seen = {"observation": torch.from_numpy(batch.obs.copy()), "action_mask": torch.from_numpy(batch.mask.copy())}
    module = run.algorithm.env_runner.module[MODULE]
    given = module.forward_exploration({"obs": seen})["action_dist_inputs"]
    theirs = module.get_exploration_action_dist_cls().from_logits(given)._dist.probs
    with torch.no_grad():
        ours = masked(network(seen["observation"])[0], seen["action_mask"]).exp()
    assert torch.allclose(theirs, ours, atol=1e-6)
    assert theirs[seen["action_mask"] == 0].max() == 0
    assert theirs.std() > 0
    assert arena(["--players", f"ppo:{run.options.out / MODEL},random,random,random", "--games", "4"]) == 0
    assert "ppo:" in capsys.readouterr().out


def test_a_checkpoint_appears_whole_or_not_at_all_and_old_ones_go(tmp_path):
    options = Options(out=tmp_path)

    def write(folder):
        folder.mkdir()
        (folder / "state").write_text("all of it")

    def fail(folder):
        write(folder)
        raise KeyboardInterrupt

    save_checkpoint(tmp_path, 1, options, {"edition": "e", "seconds": 2.0}, write)
    with pytest.raises(KeyboardInterrupt):
        save_checkpoint(tmp_path, 2, options, {"edition": "e", "seconds": 3.0}, fail)
    assert [path.name for path in checkpoints(tmp_path)] == ["checkpoint-000000001"]
    found, facts, saved = load_checkpoint(tmp_path)
    assert (found, facts["iteration"], facts["seconds"]) == (options, 1, 2.0)
    assert (saved / "state").read_text() == "all of it"
    for iteration in (2, 10, 11):
        save_checkpoint(tmp_path, iteration, options, {"edition": "e", "seconds": 3.0}, write)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint-000000010", "checkpoint-000000011"]


def test_ctrl_c_saves_and_a_resumed_run_goes_on_from_there(tmp_path, monkeypatch, capsys):
    out, train_once, weights = tmp_path / "run", Run.train_once, []

    def interrupted(run):
        metrics = train_once(run)
        if run.iteration == 2:
            signal.raise_signal(signal.SIGINT)
        return metrics

    monkeypatch.setattr(Run, "train_once", interrupted)
    command = ["--out", str(out), "--num-env-runners", "0", "--iterations", "3"]
    assert main([*command, *COMMAND, "--learning-rate", "0.002"]) == 0
    assert "interrupted; what was learned is saved" in capsys.readouterr().out
    before = read_network(out / MODEL)[0].state_dict()

    def watched(run):
        weights.append(run.network().state_dict())
        same(run.algorithm.env_runner.module[MODULE].network.state_dict(), weights[-1])
        assert run.options.learning_rate == 0.002
        steps = run.algorithm.learner_group._learner._named_optimizers
        assert all(entry["step"] > 0 for one in steps.values() for entry in one.state_dict()["state"].values())
        return train_once(run)

    monkeypatch.setattr(Run, "train_once", watched)
    assert main([*command, "--resume", "--num-envs-per-env-runner", "1", "--eval-games", "4"]) == 0
    told = capsys.readouterr().out
    assert "iteration 3," in told
    assert "of the wins against 3 greedy" in told
    assert len(weights) == 1
    same(before, weights[0])
    facts = load_checkpoint(out)[1]
    assert facts["iteration"] == 3
    assert facts["choices"] >= 3 * SMALL["batch_size"]


def runners(run):
    """Give the process and node of each env runner that answers, by its index; all have the learner's weights."""
    there = run.algorithm.env_runner_group.foreach_env_runner(
        lambda runner: (
            runner.worker_index,
            (os.getpid(), ray.get_runtime_context().get_node_id()),
            runner.module["shared"].network.state_dict(),
        ),
        local_env_runner=False,
    )
    for _, _, weights in there:
        same(weights, run.network().state_dict())
    return {index: where for index, where, _ in there}


def same(weights, others):
    """Check that weights are equal to the last bit."""
    assert all(torch.equal(tensor, others[name]) for name, tensor in weights.items())


def test_two_nodes_play_a_killed_process_is_replaced_and_training_goes_on(tmp_path, monkeypatch, capsys, cluster):
    out, train_once, seen = tmp_path / "run", Run.train_once, []

    def watched(run):
        seen.append(runners(run))
        if run.iteration == 1:
            os.kill(seen[0][2][0], signal.SIGKILL)
        if run.iteration > 1 and len(seen[-1]) == 2:  # it is back: this iteration is the last
            run.options.iterations = run.iteration + 1
        return train_once(run)

    monkeypatch.setattr(Run, "train_once", watched)
    command = ["--out", str(out), "--address", cluster.address, "--num-env-runners", "2", "--iterations", "99"]
    assert main([*command, *COMMAND]) == 0
    told = capsys.readouterr().out
    assert len({node for _, node in seen[0].values()}) == 2
    assert seen[-1][1] == seen[0][1], "the other process has gone on"
    assert seen[-1][2][0] != seen[0][2][0]
    assert re.search(rf"iteration {len(seen)}, .* env runners 2 of 2, 1 restarted", told)
    assert "of the wins against 3 random" in told
    options, facts, saved = load_checkpoint(out)
    again = Run(options, EDITION, facts, saved)
    try:
        assert again.iteration == len(seen) < 99
        assert len(runners(again)) == 2
        same(again.network().state_dict(), read_network(out / MODEL)[0].state_dict())
    finally:
        again.close()
    assert arena(["--players", f"ppo:{out / MODEL},random,random,random", "--games", "4"]) == 0


def test_more_env_runners_than_the_cluster_has_cores_for_are_refused(tmp_path, capsys, cluster):
    assert main(["--out", str(tmp_path / "run"), "--num-env-runners", "3"]) == 2
    told = capsys.readouterr().err
    assert "--num-env-runners: 3 with 1 CPUs each; the cluster has 2 CPUs" in told
    assert not list(tmp_path.iterdir())


def test_a_checkpoint_that_ray_cannot_read_is_told_in_one_line(run, tmp_path, capsys):
    def write(folder):
        run.algorithm.save_to_path(os.fspath(folder))
        (folder / "algorithm_state.pkl").write_bytes(b"rubbish")

    save_checkpoint(tmp_path, 1, run.options, {"edition": EDITION.sha256, "seconds": 1.0, "choices": 300}, write)
    assert main(["--resume", "--out", str(tmp_path), "--num-env-runners", "0"]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith("--resume:")
    assert "\n" not in told
