"""Networks at play in many games at once: compiled code against torch, draws, and what is read."""

import numpy as np
import pytest

pytest.importorskip("torch")
import torch

from agents.learned.acting import TorchPlayer, player_of, see
from agents.learned.compiled import layers_of
from agents.learned.network import Shape, make_network
from agents.learned.rows import CompiledPlayer
from boru_env import SelfPlay, load_edition

ROWS = 150


class Known:
    """A generator whose draws are known."""

    def __init__(self, shares):
        self._shares = shares

    def random(self, count):
        return np.resize(self._shares, count)


@pytest.fixture(scope="module")
def games():
    """Games of 3, 4 and 5 players in all stages."""
    batch = SelfPlay(ROWS, [3, 4, 5] * 50, seed=4, observe="uint8")
    batch.stagger(2 * np.arange(ROWS))
    return batch


def restless(kind, hidden=24):
    """A network whose every weight matters."""
    torch.manual_seed(1)
    network = make_network(Shape(kind, hidden, 8, 13), load_edition("reconstructed"))
    with torch.no_grad():
        for weight in network.parameters():
            weight += 0.1 * torch.randn_like(weight)
    return network


def probabilities(network, games, rows):
    obs, masks = see(games.edition, games.states, rows, network.guides)
    with torch.no_grad():
        logits = network(torch.from_numpy(obs))[0].numpy().astype(np.float64)
    likely = np.where(masks == 1, np.exp(logits - logits.max(axis=1, keepdims=True)), 0)
    return likely / likely.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("hidden", [24, 27])
@pytest.mark.parametrize("kind", ["mlp", "guided"])
@pytest.mark.parametrize("seed", [None, 5])
def test_compiled_code_chooses_as_torch_does(games, kind, hidden, seed):
    network = restless(kind, hidden)
    rows = np.random.default_rng(0).permutation(ROWS)[:100]
    found, seen = [], []
    for player in (player_of(network, games.edition), TorchPlayer(network, games.edition)):
        rng = None if seed is None else np.random.default_rng(seed)
        seen.append(np.full((ROWS, 1290 + network.guides), 7, np.uint8))
        found.append(player.choose(games.states, rows, rng, seen[-1]))
    assert isinstance(player_of(network, games.edition), CompiledPlayer)
    (actions, log_probs, values), (by_torch, wanted, worth) = found
    assert np.array_equal(actions, by_torch)
    assert np.allclose(log_probs, wanted, atol=1e-4)
    assert np.allclose(values, worth, atol=1e-4)
    assert np.array_equal(*seen)
    assert np.array_equal(seen[0][rows, :1290], games.look().obs[rows])
    others = np.setdiff1d(np.arange(ROWS), rows)
    assert (seen[0][others] == 7).all()


def test_a_draw_falls_where_its_share_of_the_summed_probabilities_lies(games):
    network, rows = restless("mlp"), np.arange(ROWS)
    player, likely = CompiledPlayer(layers_of(network), games.edition), probabilities(network, games, rows)
    up_to = likely.cumsum(axis=1)
    for share in (0.0, 0.1, 0.35, 0.5, 0.77, 1 - 1e-12):
        actions, log_probs, _ = player.choose(games.states, rows, Known([share]))
        assert (games.look().mask[rows, actions] == 1).all()
        clear = np.abs(up_to - share).min(axis=1) > 1e-5
        assert np.array_equal(actions[clear], (up_to <= share).sum(axis=1)[clear])
        assert np.allclose(np.exp(log_probs), likely[rows, actions], atol=1e-5)
    last = np.array([np.flatnonzero(mask)[-1] for mask in games.look().mask])
    assert np.array_equal(player.choose(games.states, rows, Known([1 - 1e-16]))[0], last)


def test_without_draws_the_lowest_id_of_equals_is_taken(games):
    network = make_network(Shape("mlp", 8), games.edition)
    for weight in network.parameters():
        torch.nn.init.zeros_(weight)
    actions, log_probs, values = player_of(network, games.edition).choose(games.states, np.arange(ROWS), None)
    masks = games.look().mask
    assert np.array_equal(actions, masks.argmax(axis=1))
    assert np.allclose(log_probs, -np.log(masks.sum(axis=1)))
    assert (values == 0).all()


def test_a_player_keeps_the_weights_that_it_began_with(games):
    network, rows = restless("guided"), np.arange(ROWS)
    player = player_of(network, games.edition)
    before = player.choose(games.states, rows, None)
    with torch.no_grad():
        for weight in network.parameters():
            weight += 1
    assert all(np.array_equal(*pair) for pair in zip(before, player.choose(games.states, rows, None), strict=True))


def test_what_is_not_compiled_is_asked_through_torch(games):
    network = make_network(Shape("towns", 16, 8), games.edition)
    player = player_of(network, games.edition)
    assert isinstance(player, TorchPlayer)
    actions = player.choose(games.states, np.arange(ROWS), np.random.default_rng(1))[0]
    assert (games.look().mask[np.arange(ROWS), actions] == 1).all()
