"""Self-play PPO: what it writes and reads, and command lines with rubbish."""

import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")
import torch

from agents.learned.files import read_network
from boru_env import OptionError
from training.selfplay import checkpoint
from training.selfplay.checkpoint import CHECKPOINT, MODEL, load_checkpoint
from training.selfplay.options import Options, command_of
from training.selfplay_ppo import Run, main, read_options, train
from training.studies.results import read_curve


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory):
    """The folder of a tiny run."""
    out = tmp_path_factory.mktemp("run")
    options = Options(out=out, num_games=8, num_steps=16, hidden=8, pool_share=0, greedy_share=0, self_share=1)
    Run(options).save()
    return out


def small(out, **changes):
    shares = {"self_share": 1.0, "pool_share": 0.0, "greedy_share": 0.0}
    return Options(out=out, num_games=8, num_steps=60, hidden=8, threads=1, eval_games=4, **shares, **changes)


def test_weights_that_are_no_numbers_are_not_saved(tmp_path, monkeypatch):
    options = small(tmp_path, steps=480 * 4, save_every=0)
    learn, found = Run.learn, []

    def failing(run, work, coefficients):
        metrics = learn(run, work, coefficients)
        found.append(run.rollouts)
        if len(found) == 3:
            run.network.value.bias.data.fill_(float("nan"))
        return metrics

    monkeypatch.setattr(Run, "learn", failing)
    with pytest.raises(OptionError, match=r"no numbers \(NaN\) after 1,440 decisions"):
        train(options)
    assert load_checkpoint(tmp_path / CHECKPOINT)[1]["counts"][0] == 960
    assert read_network(tmp_path / MODEL)[0]


def test_a_disk_that_is_full_for_a_while_costs_no_run(tmp_path, monkeypatch, capsys):
    save, tried = checkpoint.save_checkpoint, []

    def full(*arguments):
        tried.append(len(tried))
        if len(tried) == 1:
            raise OSError(28, "No space left on device")
        save(*arguments)

    monkeypatch.setattr(checkpoint, "save_checkpoint", full)
    train(small(tmp_path, steps=960, save_every=0))
    told = capsys.readouterr().out
    assert told.count("not saved: --out") == 1
    assert "No space left" in told
    assert load_checkpoint(tmp_path / CHECKPOINT)[1]["counts"][0] == 960


def test_logs_that_cannot_be_written_cost_no_run(tmp_path, monkeypatch, capsys):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("torch.utils.tensorboard.SummaryWriter.add_scalar", full)
    monkeypatch.setattr("torch.utils.tensorboard.SummaryWriter.close", full)
    train(small(tmp_path, steps=960))
    assert capsys.readouterr().out.count("not logged from decision 480 on") == 1
    assert load_checkpoint(tmp_path / CHECKPOINT)[1]["counts"][0] == 960


@pytest.mark.parametrize(
    ("given", "minutes", "steps"),
    [([], 5.0, 777), (["--steps", "900"], None, 900), (["--minutes", "6"], 6.0, 777)],
)
def test_a_resumed_run_keeps_its_budget_unless_another_is_given(tmp_path, given, minutes, steps):
    run = Run(small(tmp_path, minutes=5.0, steps=777, device="cpu", profile=True))
    run.save()
    run.close()
    asked = read_options(["--resume", "--out", str(tmp_path), *given])
    assert (asked.minutes, asked.steps, asked.device, asked.profile) == (minutes, steps, "cpu", True)
    assert (asked.resume, asked.out) == (True, tmp_path)


def test_shares_of_a_third_need_no_more_than_seven_digits():
    third = 0.3333333
    run = Run(Options(self_share=third, pool_share=third, greedy_share=third, num_games=8, num_steps=8, hidden=8))
    run.train_once()
    run.close()


def test_a_folder_that_is_closed_is_told_in_one_sentence(tmp_path, monkeypatch, capsys):
    def closed(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("torch.utils.tensorboard.SummaryWriter", closed)
    assert main(["--num-games", "4", "--out", str(tmp_path / "run")]) == 2
    assert "cannot be written to" in capsys.readouterr().err


def test_the_last_evaluation_outlives_a_larger_budget(tmp_path):
    train(small(tmp_path, steps=480))
    train(small(tmp_path, steps=960, resume=True))
    assert read_curve(tmp_path).steps.tolist() == [480, 960]


def test_nobody_goes_back_to_demonstrations_with_a_larger_budget(tmp_path, monkeypatch):
    monkeypatch.setattr("training.selfplay.run.DEMONSTRATION_GAMES", 10)
    train(small(tmp_path, steps=12_000, pretrain=0.2, num_players="3"))
    before = load_checkpoint(tmp_path / CHECKPOINT)[1]["counts"]
    assert before[1] > 0
    assert before[3] > 0
    run = Run(*load_checkpoint(tmp_path / CHECKPOINT))
    run.options.steps = 10**9
    run.train_once()
    assert run.demonstrations == before[3]
    assert run.rollouts > before[1]


def test_a_model_says_nothing_of_folders(tmp_path):
    told = command_of(small(tmp_path, init=str(tmp_path / "other.safetensors"), edition=str(tmp_path / "mine.toml")))
    assert "--init other.safetensors" in told
    assert "--edition mine.toml" in told
    assert str(tmp_path) not in told


RUBBISH = [
    ["--init", "nowhere.safetensors"],
    ["--init", "x" * 5000],
    ["--init-temperature", "4"],
    ["--init", "default", "--init-temperature", "0"],
    ["--frozen", "nowhere.safetensors", "--pool-share", "0.1"],
    ["--frozen", "greedy", "--pool-share", "0.1"],
    ["--frozen", "mcts:sims=abc", "--pool-share", "0.1"],
    ["--frozen", "default", "--pool-share", "0", "--self-share", "0.5"],
    ["--num-players", "3,4,5", "--num-games", "2"],
    ["--num-players", "2"],
    ["--num-players", "3,6"],
    ["--num-players", ""],
    ["--num-games", "0"],
    ["--num-steps", "-1"],
    ["--minibatch-size", "9" * 4000],
    ["--num-games", "1000000", "--num-steps", "1000000"],
    ["--threads", "100000"],
    ["--reward-scale", "1e308"],
    ["--minutes", "nan"],
    ["--minutes", "inf"],
    ["--minutes", "-1"],
    ["--learning-rate", "nan"],
    ["--learning-rate", "inf"],
    ["--ent-coef", "-1"],
    ["--gamma", "2"],
    ["--self-share", "0.9"],
    ["--seed", "-1"],
    ["--seed", str(2**32)],
    ["--reward", "gold"],
    ["--network", "tree"],
    ["--hidden", "0"],
    ["--edition", "nowhere"],
    ["--device", "tpu"],
    ["--resume"],
    ["--out", "x" * 5000],
    ["--out", "\0"],
]


@pytest.mark.parametrize("arguments", RUBBISH, ids=lambda given: ascii(given)[:40])
def test_the_training_refuses_in_one_sentence(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = [] if "--num-games" in arguments else ["--num-games", "4"]
    assert main([*few, *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.strip().count("\n") == 0
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_missing_gpu_is_told(capsys, tmp_path):
    assert main(["--device", "cuda", "--out", str(tmp_path / "run")]) == 2
    assert "torch finds no GPU" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "said"), [("layout", "its layout is"), ("version", "its version is"), ("format", "its format")]
)
def test_a_checkpoint_of_another_layout_or_version_is_refused(run_folder, tmp_path, capsys, key, said):
    parts = torch.load(run_folder / CHECKPOINT, weights_only=True)
    parts["head"][key] = "another"
    torch.save(parts, tmp_path / CHECKPOINT)
    assert main(["--resume", "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("part", ["games", "options", "rngs"])
def test_a_checkpoint_that_lacks_a_part_is_refused(run_folder, tmp_path, capsys, part):
    parts = torch.load(run_folder / CHECKPOINT, weights_only=True)
    del parts[part]
    torch.save(parts, tmp_path / CHECKPOINT)
    assert main(["--resume", "--out", str(tmp_path)]) == 2
    assert f"is damaged: it lacks {part}" in capsys.readouterr().err


def test_what_a_run_that_came_to_nothing_has_logged_is_in_no_later_curve(tmp_path, monkeypatch):
    with monkeypatch.context() as failing:
        failing.setattr(Run, "save", lambda run: (_ for _ in ()).throw(OptionError("the disk is full")))
        with pytest.raises(OptionError, match="the disk is full"):
            train(small(tmp_path, steps=960, eval_steps=480, save_every=1e9))
    assert read_curve(tmp_path).steps.tolist() == [480]
    train(small(tmp_path, steps=960, eval_steps=960))
    assert read_curve(tmp_path).steps.tolist() == [960]


def test_a_truncated_checkpoint_and_a_folder_in_use_are_refused(run_folder, tmp_path, capsys):
    (tmp_path / CHECKPOINT).write_bytes((run_folder / CHECKPOINT).read_bytes()[:1000])
    assert main(["--resume", "--out", str(tmp_path)]) == 2
    assert "damaged" in capsys.readouterr().err
    assert main(["--out", str(run_folder)]) == 2
    assert "holds a run already" in capsys.readouterr().err
