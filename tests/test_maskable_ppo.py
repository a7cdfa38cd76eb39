"""Training with MaskablePPO: a tiny run saves, plays, goes on, and says what is wrong."""

import subprocess
import sys

import numpy as np
import pytest

from agents.learned.sb3 import told_by
from agents.registry import make_agent
from boru_env import Game, OptionError, SeatView, SelfPlay, expand, load_edition
from boru_env.envs.seat import SeatEnv
from helpers import one_game_in_each_phase

pytest.importorskip("sb3_contrib")
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import training.maskable_ppo as maskable_ppo
from elsewhere import assert_it_plays_the_same_elsewhere
from tiny_run import TINY, train_a_little
from training.maskable_ppo import games_seed, main
from training.progress import Watch
from training.sb3_policy import Sb3Policy
from training.selfplay.evaluate import judge


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a tiny run."""
    return train_a_little(tmp_path_factory.mktemp("trained") / "run")


def copy_of(trained, tmp_path):
    out = tmp_path / "copy"
    out.mkdir(parents=True)
    (out / "model.zip").write_bytes((trained / "model.zip").read_bytes())
    return out


def steps(out):
    return MaskablePPO.load(out / "model.zip", device="cpu").num_timesteps


def test_a_tiny_run_saves_a_model_and_nothing_half_written(trained):
    assert steps(trained) == 512
    assert [path.name for path in trained.iterdir() if path.is_file()] == ["model.zip"]


def test_it_is_judged_as_the_other_trainings_are(trained):
    policy, edition = MaskablePPO.load(trained / "model.zip", device="cpu").policy, load_edition("reconstructed")
    metrics, words = judge(Sb3Policy(policy), edition, [4], 4)
    assert "of the wins against 3 greedy" in words
    logs = EventAccumulator(str(trained / "ppo_1"))
    logs.Reload()
    for name, value in metrics.items():
        assert logs.Scalars(name)[-1].value == pytest.approx(value)


def test_a_judged_policy_is_the_models(trained):
    policy = MaskablePPO.load(trained / "model.zip", device="cpu").policy
    shown = SelfPlay(16, seed=1, observe="uint8").look()
    compact = torch.from_numpy(np.array(shown.obs))
    seen, masks = torch.from_numpy(expand(np.array(shown.obs))), shown.mask.astype(bool)
    logits, values = Sb3Policy(policy)(compact)
    legal = torch.from_numpy(masks)
    theirs = policy.get_distribution(seen, masks).distribution.probs[legal]
    assert torch.allclose(logits.masked_fill(~legal, -1e9).softmax(dim=1)[legal], theirs, atol=1e-6)
    assert torch.allclose(values[:, 0], policy.predict_values(seen)[:, 0])


def test_a_saved_model_plays_the_same_in_another_process(trained):
    assert_it_plays_the_same_elsewhere(f"ppo:{trained / 'model.zip'}")


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_a_saved_model_decides_legally_in_every_phase_and_the_same_again(trained, num_players):
    agent = make_agent(f"ppo:{trained / 'model.zip'}")
    for phase, game in one_game_in_each_phase(num_players).items():
        if not game.is_over:
            action = agent.act(SeatView(game))
            assert game.legal_mask()[action], phase
            assert agent.act(SeatView(game)) == action, phase


def test_resuming_goes_on_with_the_step_count_and_the_optimiser(trained, tmp_path, capsys):
    out = copy_of(trained, tmp_path)
    assert main(["--timesteps", "256", *TINY, "--out", str(out), "--resume"]) == 0
    assert steps(out) == 512 + 256
    updates = [MaskablePPO.load(folder / "model.zip", device="cpu") for folder in (trained, out)]
    first, second = (model.policy.optimizer.state_dict()["state"][0]["step"].item() for model in updates)
    assert second == first * 3 / 2
    assert f"saved {out / 'model.zip'}" in capsys.readouterr().out


def test_a_resumed_run_has_the_options_it_was_begun_with(tmp_path, capsys):
    begun = ["--timesteps", "128", *TINY, "--num-players", "3", "--learning-rate", "0.001", "--out", str(tmp_path)]
    assert main(begun) == 0
    assert main(["--timesteps", "128", "--resume", "--eval-games", "3", "--out", str(tmp_path)]) == 0
    model = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    told = told_by(model)["options"]
    assert (told["num_players"], told["learning_rate"], told["num_envs"]) == (3, 0.001, 2)
    assert model.learning_rate == 0.001
    assert "against 2 greedy" in capsys.readouterr().out


def test_weights_that_are_no_numbers_are_told_and_not_saved(trained, tmp_path, capsys, monkeypatch):
    out = copy_of(trained, tmp_path)
    before = (out / "model.zip").read_bytes()

    def spoil(model):
        model.policy.value_net.bias.data.fill_(float("nan"))
        model.policy.action_net.bias.data.fill_(float("nan"))

    monkeypatch.setattr(MaskablePPO, "train", spoil)
    assert main(["--timesteps", "256", *TINY, "--out", str(out), "--resume"]) == 2
    assert "the weights are no numbers (NaN) after" in capsys.readouterr().err
    assert (out / "model.zip").read_bytes() == before


def test_an_interrupt_before_the_training_is_told(tmp_path, capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("training.maskable_ppo.make_games", interrupted)
    assert main(["--timesteps", "256", *TINY, "--out", str(tmp_path / "run")]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def retold(trained, tmp_path, **changes):
    """A copy of a run whose model says other things of itself."""
    out = copy_of(trained, tmp_path)
    model = MaskablePPO.load(out / "model.zip", device="cpu")
    model.boru_run |= changes
    model.save(out / "model.zip")
    return out


def test_a_model_of_another_layout_or_edition_is_refused(trained, tmp_path, capsys):
    out = retold(trained, tmp_path, layout="0" * 16)
    with pytest.raises(OptionError, match="another layout"):
        make_agent(f"ppo:{out / 'model.zip'}")
    assert main(["--resume", *TINY, "--out", str(out)]) == 2
    assert "of another version" in capsys.readouterr().err
    out = retold(trained, tmp_path / "edition", edition="0" * 64)
    with pytest.raises(OptionError, match="another edition"):
        make_agent(f"ppo:{out / 'model.zip'}").act(SeatView(Game(4, seed=1)))
    assert main(["--resume", *TINY, "--out", str(out)]) == 2
    assert "has changed since" in capsys.readouterr().err


def test_an_interrupted_run_has_saved_what_it_learned(tmp_path, monkeypatch, capsys):
    class Interrupting(Watch):
        def _on_step(self):
            if self.num_timesteps >= 200:
                raise KeyboardInterrupt
            return super()._on_step()

    monkeypatch.setattr(maskable_ppo, "Watch", Interrupting)
    assert main(["--timesteps", "512", *TINY, "--out", str(tmp_path)]) == 0
    assert "interrupted; saving" in capsys.readouterr().err
    assert steps(tmp_path) == 200


def test_a_run_ends_when_its_minutes_are_over_and_keeps_checkpoints_and_past_selves(tmp_path, monkeypatch):
    kept, saved = [], []

    class Busy(Watch):
        def __init__(self, path, minutes, timesteps, snapshots, judge, eval_every):
            super().__init__(path, minutes, timesteps, snapshots, judge, eval_every, snapshot_every=1, save_every=0)

        def _on_rollout_end(self):
            super()._on_rollout_end()
            kept.append(len(self._snapshots))
            saved.append((tmp_path / "model.zip").is_file())

    monkeypatch.setattr(maskable_ppo, "Watch", Busy)
    assert main(["--minutes", "0.02", *TINY, "--out", str(tmp_path)]) == 0
    assert kept == [min(8, 1 + number) for number in range(len(kept))]
    assert all(saved)


def test_other_processes_can_play_the_games(tmp_path, capsys):
    options = [*TINY[:-1], "random", "--workers", "--out", str(tmp_path), "--timesteps", "128"]
    assert main(options) == 0
    assert steps(tmp_path) == 128
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--resume"], "there is no"),
        (["--timesteps", "0"], "--timesteps"),
        (["--timesteps", "many"], "--timesteps"),
        (["--num-envs", "0"], "--num-envs"),
        (["--batch-size", "1"], "--batch-size"),
        (["--n-steps", "65", "--num-envs", "1", "--batch-size", "64"], "one alone"),
        (["--seed", "-1"], "--seed"),
        (["--seed", str(2**32)], "--seed"),
        (["--minutes", "nan"], "--minutes"),
        (["--learning-rate", "-1"], "--learning-rate"),
        (["--gamma", "2"], "--gamma"),
        (["--ent-coef", "-1"], "--ent-coef"),
        (["--num-players", "6"], "num_players"),
        (["--num-players", "6", "--workers", "--opponents", "random"], "num_players"),
        (["--workers"], "--workers"),
        (["--reward", "gold"], "reward"),
        (["--edition", "nowhere"], "nowhere"),
        (["--opponents", "nobody"], "nobody"),
        (["--opponents", ","], "opponents"),
        (["--out", __file__], "no folder"),
        (["--colour", "red"], "--colour"),
    ],
)
def test_bad_options_are_told_in_one_line_with_exit_code_2(options, said, tmp_path, capsys):
    out = tmp_path / "run"
    assert main([*TINY, "--out", str(out), *options]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err
    assert not out.exists()


def test_a_trained_model_is_not_overwritten_and_what_is_none_is_not_resumed(trained, tmp_path, capsys):
    out = copy_of(trained, tmp_path)
    assert main([*TINY, "--out", str(out)]) == 2
    assert "give --resume" in capsys.readouterr().err
    assert (out / "model.zip").read_bytes() == (trained / "model.zip").read_bytes()
    (out / "model.zip").write_text("no model\nat all\n")
    assert main([*TINY, "--out", str(out), "--resume"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_no_model_of_this_game_is_refused_in_words(tmp_path):
    text, other, plain = tmp_path / "text.zip", tmp_path / "other.zip", tmp_path / "plain.zip"
    text.write_text("no model\nat all\n")
    MaskablePPO("MlpPolicy", "CartPole-v1", device="cpu").save(other)
    PPO("MlpPolicy", SeatEnv(), device="cpu").save(plain)
    for path, said in ((text, "no saved"), (other, r"trained on observations \(4,\) and 2"), (plain, "no saved")):
        with pytest.raises(OptionError, match=said) as caught:
            make_agent(f"ppo:{path}")
        assert "\n" not in str(caught.value)


def test_importing_reads_no_arguments_and_starts_no_process():
    code = (
        "import sys; sys.argv = ['x', '--nonsense']\n"
        "import subprocess, multiprocessing.process as process\n"
        "def refuse(*given, **more): raise AssertionError('a process was started')\n"
        "process.BaseProcess.start = refuse; subprocess.Popen.__init__ = refuse\n"
        "import agents, agents.registry, agents.arena, agents.arena.__main__\n"
        "assert 'torch' not in sys.modules\n"
        "import training, training.maskable_ppo, training.demo\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_trainings_of_neighbouring_seeds_and_resumed_ones_share_no_game():
    blocks = [set(range(base, base + 1000)) for base in (games_seed(s, t) for s in range(20) for t in (0, 4096))]
    assert len(set().union(*blocks)) == 1000 * len(blocks)
