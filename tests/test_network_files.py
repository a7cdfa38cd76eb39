"""Networks as files, and as players from files."""

import json
import sys
from importlib import resources

import numpy as np
import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

import agents.learned.load as load
from agents.arena.__main__ import main as arena
from agents.learned.acting import see
from agents.learned.files import layout_hash, read_network, save_network
from agents.learned.network import KINDS, Shape, make_network
from agents.learned.player import NetworkPolicy
from agents.registry import make_agent
from boru_env import Game, OptionError, SeatView, SelfPlay, expand, load_edition
from boru_env.envs.vector import SeatVectorEnv
from elsewhere import assert_it_plays_the_same_elsewhere
from helpers import one_game_in_each_phase
from training.selfplay.checkpoint import CHECKPOINT, MODEL, load_checkpoint
from training.selfplay.options import Options
from training.selfplay_ppo import Run


@pytest.fixture(scope="module", params=KINDS)
def model(request, tmp_path_factory):
    """A saved network of each kind."""
    path = tmp_path_factory.mktemp(request.param) / MODEL
    torch.manual_seed(0)
    edition = load_edition("reconstructed")
    network = make_network(Shape(request.param, 16, 8), edition)
    torch.nn.init.orthogonal_(network.actions.weight, 3.0)
    save_network(network, edition, path, "python -m training.selfplay_ppo --minutes 1")
    return path


def another_edition(tmp_path):
    text = (resources.files("boru_env.editions") / "data" / "reconstructed.toml").read_text(encoding="utf-8")
    path = tmp_path / "another.toml"
    path.write_text(text.replace('name = "', 'name = "Another ', 1))
    return load_edition(path)


def test_the_metadata_say_what_a_file_is(model):
    with safe_open(model, framework="np") as file:
        metadata = file.metadata()
    assert metadata["layout"] == layout_hash()
    assert metadata["edition"] == load_edition("reconstructed").sha256
    assert json.loads(metadata["shape"])["hidden"] == 16
    assert metadata["command"].startswith("python -m training.selfplay_ppo")


def test_a_network_plays_the_same_in_another_process_without_the_training(model):
    assert_it_plays_the_same_elsewhere(f"ppo:{model}", 'assert "training" not in sys.modules')


@pytest.mark.parametrize("num_players", [3, 5])
def test_a_network_decides_legally_in_every_phase(model, num_players):
    agents = [make_agent(f"ppo:{model}"), make_agent(f"ppo:{model},sample=1")]
    for phase, game in one_game_in_each_phase(num_players).items():
        if not game.is_over:
            for agent in agents:
                agent.reset(3, game.seat)
                assert game.legal_mask()[agent.act(SeatView(game))], phase


def test_draws_follow_from_the_seed(model):
    agent, view = make_agent(f"ppo:{model},sample=1"), SeatView(Game(4, seed=1))
    chosen = []
    for seed in (0, 0, 1, 2, 3, 4, 5):
        agent.reset(seed, 0)
        chosen.append([agent.act(view) for _ in range(5)])
    assert chosen[0] == chosen[1]
    assert len({tuple(one) for one in chosen}) > 2


def test_compact_observations_give_the_same_as_expanded_ones(model):
    network, _ = read_network(model)
    games = SelfPlay(64, seed=1, observe="uint8")
    for _ in range(100):
        batch = games.step(games.random_actions())
    rows = np.arange(64)
    compact = see(games.edition, games.states, rows, network.guides)[0]
    wide = np.concatenate([expand(np.array(batch.obs)), compact[:, Game.OBSERVATION_SIZE :]], axis=1)
    compact, expanded = network(torch.from_numpy(compact)), network(torch.from_numpy(wide.astype(np.float32)))
    assert torch.allclose(compact[0], expanded[0], atol=1e-5)
    assert torch.allclose(compact[1], expanded[1], atol=1e-5)


def test_a_batch_of_games_is_played_as_single_ones_are(model):
    agent, policy = make_agent(f"ppo:{model}"), NetworkPolicy(model)
    ends = []
    for opponents in (agent, policy):
        env = SeatVectorEnv(4, opponents=opponents)
        obs, info = env.reset(seed=3)
        for _ in range(30):
            obs, *_, info = env.step(np.array([mask.argmax() for mask in info["action_mask"]]))
        ends.append(obs)
    assert np.array_equal(*ends)


def test_a_network_for_towns_plays_another_edition_and_a_plain_one_refuses(model, tmp_path):
    edition = another_edition(tmp_path)
    agent, view = make_agent(f"ppo:{model}"), SeatView(Game(4, edition, seed=1))
    if "towns" in str(model):
        assert view.legal_mask[agent.act(view)]
    else:
        with pytest.raises(OptionError, match="trained on another edition"):
            agent.act(view)


def damaged(model, tmp_path, change):
    """A copy of a model with changed metadata or weights."""
    with safe_open(model, framework="pt") as file:
        metadata = file.metadata()
    weights = load_file(model)
    change(metadata, weights)
    path = tmp_path / MODEL
    save_file(weights, path, metadata)
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda metadata, weights: metadata.update(layout="0" * 16), "another layout of observations"),
        (lambda metadata, weights: metadata.update(format="boru-network-0"), "format is 'boru-network-0'"),
        (lambda metadata, weights: metadata.clear(), "format is None"),
        (lambda metadata, weights: metadata.update(shape='{"kind": "tree"}'), "does not fit this version"),
        (lambda metadata, weights: metadata.update(shape='{"depth": 3}'), "does not fit this version"),
        (lambda metadata, weights: weights.pop("value.bias"), "does not fit this version"),
        (lambda metadata, weights: weights["value.bias"].fill_(float("nan")), "no numbers"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_one_line(model, tmp_path, change, said):
    with pytest.raises(OptionError, match=said) as caught:
        make_agent(f"ppo:{damaged(model, tmp_path, change)}")
    assert "\n" not in str(caught.value)


def test_a_truncated_file_is_refused_in_one_line(model, tmp_path):
    for length in (0, 5, 500, model.stat().st_size - 1):
        path = tmp_path / MODEL
        path.write_bytes(model.read_bytes()[:length])
        with pytest.raises(OptionError, match="damaged") as caught:
            make_agent(f"ppo:{path}")
        assert "\n" not in str(caught.value)


def test_sampling_is_named_and_checked(model, tmp_path):
    assert make_agent(f"ppo:{model},sample=1").name == f"ppo:{model},sample=1"
    with pytest.raises(OptionError, match="must be 0 or 1"):
        make_agent(f"ppo:{model},sample=2")
    (tmp_path / "model.zip").write_bytes(b"")
    with pytest.raises(OptionError, match="most probable"):
        make_agent(f"ppo:{tmp_path / 'model.zip'},sample=1")


def test_a_missing_default_network_is_told(monkeypatch, tmp_path, model):
    monkeypatch.setattr(load, "DEFAULT", tmp_path / "default.safetensors")
    with pytest.raises(OptionError, match="comes with no network"):
        make_agent("ppo:default")
    (tmp_path / "default.safetensors").write_bytes(model.read_bytes())
    assert make_agent("ppo:default").name == "ppo:default"


def test_without_the_extra_it_is_told_how_to_install_it(model, monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    with pytest.raises(OptionError, match=r"pip install 'boru-env\[train\]'"):
        make_agent(f"ppo:{model}")


def test_the_arena_plays_it(model, capsys):
    assert arena(["--players", f"ppo:{model},random,random", "--games", "3"]) == 0
    assert "ppo:" in capsys.readouterr().out


def test_a_run_begins_with_the_weights_of_a_file_and_goes_on_without_it(model, tmp_path):
    start = tmp_path / "start.safetensors"
    start.write_bytes(model.read_bytes())
    options = Options(out=tmp_path / "run", init=str(start), num_games=8, num_steps=16, hidden=99, reward_scale=1.0)
    options.out.mkdir()
    run = Run(options)
    assert run.network.shape == read_network(model)[0].shape
    assert all(torch.equal(*pair) for pair in zip(run.network.parameters(), weights_of(model), strict=True))
    run.train_once()
    assert not all(torch.equal(*pair) for pair in zip(run.network.parameters(), weights_of(model), strict=True))
    run.save()
    start.unlink()
    again = Run(*load_checkpoint(options.out / CHECKPOINT))
    assert again.network.shape == run.network.shape


def weights_of(path):
    return list(read_network(path)[0].parameters())


def test_what_a_network_foresaw_is_rescaled_with_the_rewards(model):
    before, metadata = read_network(model)
    assert (metadata["reward_scale"], metadata["margin_weight"]) == ("1.0", "1.0")
    after = Run(Options(init=str(model), num_games=8, reward_scale=6.0)).network
    games = SelfPlay(8, seed=1, observe=False)
    seen = torch.from_numpy(see(games.edition, games.states, np.arange(8), before.guides)[0])
    with torch.no_grad():
        assert torch.allclose(6 * before(seen)[1], after(seen)[1], atol=1e-5)
        assert torch.equal(before(seen)[0], after(seen)[0])


@pytest.mark.parametrize("kind", KINDS)
def test_a_network_to_begin_with_is_made_less_sure_of_itself(kind, tmp_path):
    torch.manual_seed(3)
    games = SelfPlay(8, seed=1, observe=False)
    before = make_network(Shape(kind, 16, 8, 8), games.edition)
    with torch.no_grad():
        for parameter in before.parameters():
            parameter.add_(torch.randn_like(parameter) / 4)
    save_network(before, games.edition, tmp_path / MODEL)
    after = Run(Options(init=str(tmp_path / MODEL), init_temperature=4.0, reward_scale=1.0, num_games=8)).network
    seen = torch.from_numpy(see(games.edition, games.states, np.arange(8), before.guides)[0])
    with torch.no_grad():
        legal = seen[:, -1:] >= 0 if kind != "guided" else seen[:, -before.guides :][:, :80] > 0
        logits, softer = (torch.where(legal, network(seen)[0], 0) for network in (before, after))
        assert torch.allclose(logits / 4, softer, atol=1e-4)
        assert torch.equal(before(seen)[1], after(seen)[1])


def test_a_file_can_be_read_by_whom_the_folder_lets(model, tmp_path):
    (tmp_path / "plain").write_bytes(b"")
    save_network(read_network(model)[0], load_edition("reconstructed"), tmp_path / MODEL)
    assert (tmp_path / MODEL).stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_run_does_not_begin_with_a_plain_network_of_another_edition(model, tmp_path):
    another_edition(tmp_path)
    options = Options(init=str(model), edition=str(tmp_path / "another.toml"), num_games=8)
    if "towns" in str(model):
        assert Run(options).network.shape.kind == "towns"
    else:
        with pytest.raises(OptionError, match="trained on another edition"):
            Run(options)
