"""Networks that read guides: what they read, compiled and in torch, and in the search."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")
import torch

from agents.greedy.policy import load_weights
from agents.learned.acting import see
from agents.learned.compiled import layers_of, logits_and_values
from agents.learned.files import read_network, save_network
from agents.learned.guide import FEATURES, NUM_ACTIONS, NUM_GUIDES, ZERO, guide
from agents.learned.load import find_model
from agents.learned.network import Shape, make_network
from agents.registry import make_agent
from boru_env import OptionError, SeatView, SelfPlay, load_edition
from helpers import one_game_in_each_phase
from training.selfplay.evaluate import evaluate


@pytest.fixture(scope="module")
def games():
    """Games of 3, 4 and 5 players in all stages."""
    batch = SelfPlay(150, [3, 4, 5] * 50, seed=3, observe="uint8")
    batch.stagger(2 * np.arange(150))
    return batch


def restless(kind):
    """A network whose every weight matters."""
    torch.manual_seed(1)
    network = make_network(Shape(kind, 24, 8, 12), load_edition("reconstructed"))
    with torch.no_grad():
        for weight in network.parameters():
            weight += 0.1 * torch.randn_like(weight)
    return network


@pytest.mark.parametrize("kind", ["mlp", "guided"])
def test_the_compiled_network_is_the_one_in_torch(games, kind):
    network, rows = restless(kind), np.arange(games.num_games)
    with torch.no_grad():
        logits, values = network(torch.from_numpy(see(games.edition, games.states, rows, network.guides)[0]))
    layers, weights = layers_of(network), load_weights("tuned")
    for row in rows:
        found, worth = logits_and_values(games.edition.tables, games.states[row : row + 1], weights, layers)
        legal = games.look().mask[row] == 1
        assert np.isnan(found[~legal]).all()
        assert np.allclose(found[legal], logits[row].numpy()[legal], atol=1e-3)
        assert np.allclose(worth, values[row].numpy(), atol=1e-3)


def test_a_new_guided_network_prefers_what_greedy_takes(games):
    network = make_network(Shape("guided", 32), games.edition)
    rows = np.flatnonzero(games.look().mask.sum(axis=1) > 1)
    logits = network(torch.from_numpy(see(games.edition, games.states, rows, network.guides)[0]))[0].detach().numpy()
    chosen = np.where(games.look().mask[rows] == 1, logits, -np.inf).argmax(axis=1)
    greedy = guide(games.edition, games.states, rows)[:, :NUM_ACTIONS]
    assert (greedy[np.arange(len(rows)), chosen] >= 250).mean() > 0.9


def test_guides_say_the_same_of_a_redacted_game_and_of_a_drawn_one(games):
    one = np.zeros(1, np.int64)
    for row in range(0, 150, 5):
        game = games.game(row)
        view = SeatView(game)
        seen = guide(games.edition, games.states, np.array([row]))
        assert np.array_equal(guide(games.edition, view.records, one), seen)
        assert np.array_equal(guide(games.edition, view.resample(np.random.default_rng(row))._states, one), seen)


def test_standings_are_the_points_that_the_game_would_end_with():
    for phase, game in one_game_in_each_phase(4).items():
        if game.is_over:
            continue
        seen = guide(game.edition, game._states, np.zeros(1, np.int64))[0, NUM_ACTIONS:]
        assert len(seen) == NUM_GUIDES - NUM_ACTIONS
        lead = int(seen[FEATURES["standing"]]) - ZERO
        standing = seen[: FEATURES["standing"]].astype(int) - ZERO
        assert standing[4] == 0, phase
        assert lead == (standing[0] - standing[1:4].max()) // 3 * 4, phase


def test_the_network_that_is_shipped_is_well_ahead_of_greedy():
    network, metadata = read_network(find_model("default"))
    assert metadata["command"].startswith("python -m training.selfplay_ppo --minutes 72")
    share = evaluate(network, load_edition("reconstructed"), 4, "greedy", 200, 5)
    assert share.low > 0.3  # a fair share is 0.25


@pytest.mark.parametrize("kind", ["mlp", "guided"])
@pytest.mark.parametrize(("num_players", "rollout"), [(3, ""), (3, ",rollout=none"), (5, ",rollout=none")])
def test_a_search_with_a_network_decides_legally_in_every_phase_and_repeats_itself(
    tmp_path, kind, num_players, rollout
):
    path = tmp_path / "model.safetensors"
    save_network(restless(kind), load_edition("reconstructed"), path, reward_scale=6.0)
    agents = [make_agent(f"mcts:sims=30,net={path}{rollout}") for _ in range(2)]
    assert agents[0].name == f"mcts:sims=30,net={path}"
    for phase, game in one_game_in_each_phase(num_players).items():
        if not game.is_over:
            for agent in agents:
                agent.reset(3, game.seat)
            chosen = [agent.act(SeatView(game)) for agent in agents]
            assert chosen[0] == chosen[1], phase
            assert game.legal_mask()[chosen[0]], phase


def test_a_network_of_towns_is_no_network_for_a_search(tmp_path):
    path = tmp_path / "model.safetensors"
    save_network(restless("towns"), load_edition("reconstructed"), path)
    with pytest.raises(OptionError, match="of kind 'towns'; a search reads networks of kind mlp or guided"):
        make_agent(f"mcts:net={path}")
    with pytest.raises(OptionError, match="rollout is 'none', which needs a network"):
        make_agent("mcts:rollout=none")
    with pytest.raises(OptionError, match="there is no file nowhere"):
        make_agent("mcts:net=nowhere")
