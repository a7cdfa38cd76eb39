"""Training: a tiny run saves, plays, goes on, and says what is wrong."""

import io
import subprocess
import sys
from contextlib import redirect_stdout

import numpy as np
import pytest

from agents.greedy import GreedyAgent
from agents.learned.sb3 import told_by
from agents.registry import make_agent
from boru_env import Game, OptionError, SeatView, SelfPlay, expand, load_edition
from boru_env.envs.seat import SeatEnv
from helpers import one_game_in_each_phase, random_game

pytest.importorskip("sb3_contrib")
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import training.maskable_ppo as maskable_ppo
from boru_env.envs.sb3 import SeatVecEnv
from elsewhere import assert_it_plays_the_same_elsewhere
from training.maskable_ppo import games_seed, main
from training.opponent_pool import PooledOpponent, PooledOpponents, Snapshots, forward
from training.progress import Watch
from training.sb3_policy import Sb3Policy
from training.selfplay.evaluate import judge

TINY = ["--num-envs", "2", "--n-steps", "64", "--batch-size", "64", "--hidden", "16", "--eval-games", "4"]
TINY += ["--opponents", "self,random"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a tiny run."""
    out = tmp_path_factory.mktemp("trained") / "run"
    with redirect_stdout(io.StringIO()):
        assert main(["--timesteps", "512", *TINY, "--out", str(out)]) == 0
    return out


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


def test_the_logits_of_a_past_self_are_those_of_the_torch_policy(trained):
    model, snapshots = MaskablePPO.load(trained / "model.zip", device="cpu"), Snapshots()
    snapshots.add(model.policy)
    rng = np.random.default_rng(0)
    for game in random_game(4, 2):
        seen = game.observe(0)
        with torch.no_grad():
            latent, _ = model.policy.mlp_extractor(torch.as_tensor(seen)[None])
            logits = model.policy.action_net(latent)[0].numpy()
        assert np.allclose(forward(snapshots.draw(rng), seen), logits, atol=1e-5)


def test_a_past_self_is_a_copy_and_the_oldest_leaves_first(trained):
    model, snapshots = MaskablePPO.load(trained / "model.zip", device="cpu"), Snapshots(keep=2)
    for value in (1.0, 2.0, 3.0):
        with torch.no_grad():
            model.policy.action_net.bias.fill_(value)
        snapshots.add(model.policy)
    drawn = [snapshots.draw(np.random.default_rng(seed))[-1][1][0] for seed in range(200)]
    assert len(snapshots) == 2
    assert set(drawn) == {2.0, 3.0}
    assert 0.65 < drawn.count(3.0) / len(drawn) < 0.85


def test_opponents_from_the_pool_are_drawn_anew_play_legally_and_repeat(trained):
    model, snapshots = MaskablePPO.load(trained / "model.zip", device="cpu"), Snapshots()
    for past_selves in (0, 1):
        opponent = PooledOpponent(["self", "random", "greedy"], snapshots)
        for game in one_game_in_each_phase(3, range(5)).values():
            for seed in range(0 if game.is_over else 6):
                chosen = []
                for _ in range(2):
                    opponent.reset(seed, game.seat)
                    chosen.append(opponent.act(SeatView(game)))
                assert chosen[0] == chosen[1]
                assert game.legal_mask()[chosen[0]]
        if not past_selves:
            snapshots.add(model.policy)


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


def test_greedy_in_the_pool_decides_for_all_its_games_at_once_as_the_agent_does():
    pooled = SeatVecEnv(12, opponents=[PooledOpponents(["greedy"], Snapshots(), 0)] * 3)
    plain = SeatVecEnv(12, opponents=GreedyAgent())
    for games in (pooled, plain):
        games.seed(3)
    assert pooled.reset().tobytes() == plain.reset().tobytes()
    for _ in range(30):
        actions = np.array([mask.argmax() for mask in pooled.env_method("action_masks")])
        assert pooled.step(actions)[0].tobytes() == plain.step(actions)[0].tobytes()
