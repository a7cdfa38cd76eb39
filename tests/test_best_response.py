"""The best response: who sits where, what is reported, what is refused."""

import re
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")

from agents.learned.acting import player_of
from agents.learned.files import read_network, save_network
from agents.learned.network import Shape, make_network
from boru_env import OptionError, load_edition
from training.best_response import Response, main, options_for, read_options, report
from training.selfplay.checkpoint import CHECKPOINT, MODEL, load_checkpoint
from training.selfplay.evaluate import Share, evaluate
from training.selfplay.frozen import load_frozen
from training.selfplay.pool import FIRST_PAST, GREEDY, LEARNER
from training.selfplay.run import Run

TINY = {"num_games": 20, "num_steps": 40, "hidden": 8, "threads": 1, "steps": 10**6}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A saved network of kind mlp: the responder's is guided."""
    path, edition = tmp_path_factory.mktemp("player") / MODEL, load_edition("reconstructed")
    save_network(make_network(Shape("mlp", 16), edition), edition, path)
    return path


def test_the_responder_sits_in_one_seat_and_greedy_in_all_others():
    run = Run(replace(options_for(Response()), **TINY))
    for _ in range(12):
        run.train_once()
        drivers = run.seating.driver[:, :4]
        assert ((drivers == LEARNER).sum(axis=1) == 1).all()
        assert ((drivers == GREEDY).sum(axis=1) == 3).all()


def test_a_frozen_network_plays_and_does_not_change(model):
    run = Run(replace(options_for(Response(against=f"ppo:{model}")), snapshot_every=1, **TINY))
    seats = []
    for _ in range(12):
        run.train_once()
        assert set(np.unique(run.seating.driver[:, :4])) == {LEARNER, FIRST_PAST}
        seats.append(run.seating.driver.copy())
    assert any(not np.array_equal(seats[0], other) for other in seats)
    assert not run.pool.members
    rows, network = np.arange(20), read_network(model)[0]
    states = run.collector.games.states
    shown, expected = (
        player.choose(states, rows, None)[0] for player in (run.seating.past_player(0), player_of(network, run.edition))
    )
    assert shown.tolist() == expected.tolist()
    assert len(set(shown.tolist())) > 5


def test_the_responder_begins_as_it_is_told():
    options = options_for(Response(init="default", init_temperature=3.0, learning_rate=1e-4, seed=5))
    assert (options.init, options.init_temperature) == ("default", 3.0)
    assert (options.learning_rate, options.seed) == (1e-4, 5)


def test_a_network_against_itself_gets_its_fair_share(model):
    network, edition, ended = read_network(model)[0], load_edition("reconstructed"), []
    share = evaluate(network, edition, 3, player_of(network, edition), 60, 1, ended.append)
    assert sum(ended) == 60
    assert share.mean == pytest.approx(1 / 3)


def test_another_player_is_not_gone_on_against(model, tmp_path, capsys):
    run = Run(replace(options_for(Response(against=f"ppo:{model}", out=tmp_path)), **TINY))
    run.save()
    run.close()
    against = [["--against", name] for name in ("random", "mcts:sims=2")]
    for other in ([], ["--against", f"ppo:{model}", "--num-players", "3"], *against):
        assert main(["--resume", *other, "--out", str(tmp_path)]) == 2
        assert "holds another responder" in capsys.readouterr().err


def test_a_frozen_network_that_has_changed_is_not_gone_on_against(model, tmp_path):
    frozen = tmp_path / "frozen.safetensors"
    frozen.write_bytes(model.read_bytes())
    run = Run(replace(options_for(Response(against=f"ppo:{frozen}", out=tmp_path)), **TINY))
    run.save()
    run.close()
    edition = load_edition("reconstructed")
    save_network(make_network(Shape("mlp", 16), edition), edition, frozen)
    with pytest.raises(OptionError, match="has changed since"):
        Run(*load_checkpoint(tmp_path / CHECKPOINT))


def test_a_searchs_network_that_has_changed_is_noticed(tmp_path):
    edition, path = load_edition("reconstructed"), tmp_path / "net.safetensors"
    marks = []
    for _ in range(2):
        save_network(make_network(Shape("mlp", 16), edition), edition, path)
        marks.append(load_frozen(f"mcts:sims=2,net={path}", edition).mark)
    assert marks[0] != marks[1]


def test_the_minutes_of_a_resumed_run_are_its_own(model, tmp_path):
    run = Run(replace(options_for(Response(against=f"ppo:{model}", out=tmp_path, minutes=30.0)), **TINY))
    run.save()
    run.close()
    assert read_options(["--resume", "--out", str(tmp_path)]).minutes == 30
    assert read_options(["--resume", "--out", str(tmp_path), "--minutes", "40"]).minutes == 40


def test_the_gain_is_reported_over_the_fair_share():
    said = report(Share(0.5, 0.45, 0.55), Response(against="greedy"))
    assert said == (
        "best response to 3 greedy: wins 50.0% [45.0, 55.0]; fair share 25.0%; "
        "gain +25.0 percentage points [+20.0, +30.0]"
    )


@pytest.mark.parametrize("search", ["", "mcts:sims=2,rollout=random"])
def test_it_runs_from_the_command_line_and_goes_on(tmp_path, capsys, model, search):
    arguments = ["--out", str(tmp_path / "run"), "--games", "4", "--network", "mlp", "--num-players", "3"]
    against = ["--against", search or f"ppo:{model}"]
    for more in (["--minutes", "0.02"], ["--minutes", "0.03", "--resume"]):
        assert main([*arguments, *against, *more]) == 0
        said = capsys.readouterr().out.splitlines()[-1]
        assert re.fullmatch(
            r"best response to 2 (ppo|mcts):\S+: wins \d+\.\d% \[.*\]; fair share 33\.3%; gain .*", said
        )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--against", "human"], "--against: is 'human'; it must be greedy, random, ppo:PATH"),
        (["--against", "mcts:sims=0"], "mcts: sims is 0; it must be a whole number 1..10000000"),
        (["--against", "mcts:simulations=5"], "unexpected keyword argument 'simulations'"),
        (["--against", "mcts:net=nowhere"], "there is no file nowhere"),
        (["--against", "ppo:nowhere"], "there is no file nowhere"),
        (["--minutes", "0"], "--minutes: is '0.0'; it must be a finite number > 0"),
        (["--games", "0"], "--games: is 0; it must be 1 to 1000000"),
        (["--games", "1000001"], "--games: is 1000001; it must be 1 to 1000000"),
        (["--num-players", "6"], "--num-players: is '6'"),
    ],
)
def test_bad_options_are_told_in_a_line(arguments, said, capsys, tmp_path):
    assert main([*arguments, "--out", str(tmp_path / "run")]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not (tmp_path / "run").exists()
