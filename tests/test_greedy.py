"""`greedy`: sees what it may, plays alike through every door, and is tuned repeatably."""

import json

import numpy as np
import pytest

from agents.greedy import GreedyAgent, GreedyPolicy
from agents.greedy.match import play_deals
from agents.greedy.policy import choose_rows, load_weights
from agents.greedy.tune import main
from agents.greedy.weights import BY_HAND, NAMES, as_record
from boru_env import Game, OptionError, SeatView, load_edition
from boru_env.envs.vector import SeatVectorEnv
from boru_env.views.batch import blank_states
from helpers import random_game

PLAYERS = (3, 4, 5)


def chosen_from(game):
    """Give what greedy chooses when it is handed the full state, hidden things and all."""
    rows, chosen = np.zeros(1, np.int64), np.zeros(1, np.int64)
    choose_rows(game.edition.tables, game._states, rows, load_weights("tuned"), chosen)
    return int(chosen[0])


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_full_state_tells_greedy_no_more_than_the_view(num_players):
    agent, rng = GreedyAgent(), np.random.default_rng(1)
    for game in random_game(num_players, 3):
        if game.is_over:
            break
        choice = agent.act(SeatView(game))
        assert chosen_from(game) == choice
        assert chosen_from(game.resample(game.seat, rng)) == choice


def test_a_batch_of_opponents_plays_as_single_ones_do():
    batch, single = SeatVectorEnv(6, opponents=GreedyPolicy()), SeatVectorEnv(6, opponents=GreedyAgent())
    first, second = batch.reset(seed=4)[0], single.reset(seed=4)[0]
    for _ in range(120):
        assert first.tobytes() == second.tobytes()
        actions = batch.action_masks().argmax(axis=1)
        first, second = batch.step(actions)[0], single.step(actions)[0]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_same_weights_in_every_seat_share_the_wins(num_players):
    """A deal played with equals in all seats has one winner, whichever seat is called ours."""
    both = np.concatenate([load_weights("tuned")] * 2)
    shares, key = np.empty(20), np.array([5, 6], np.uint32)
    play_deals(load_edition("reconstructed").tables, blank_states(1), num_players, key, 0, 20, both, shares)
    assert np.allclose(shares, 1 / num_players)


def test_tuned_weights_beat_the_rules_of_thumb():
    """Three hundred deals in all four seats: far from what chance can give (fair: 25 %)."""
    weights = np.concatenate([load_weights("tuned"), load_weights("by_hand")])
    shares, key = np.empty(300), np.array([77, 78], np.uint32)
    play_deals(load_edition("reconstructed").tables, blank_states(1), 4, key, 0, 300, weights, shares)
    assert shares.mean() > 0.5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"town": None}, "town: missing or unknown"),
        ({"twon": 1.0}, "twon: missing or unknown"),
        ({"town": float("nan")}, "town is nan"),
        ({"town": "1"}, "town is '1'"),
    ],
)
def test_weights_that_are_none_are_refused(change, said):
    weights = BY_HAND | change
    if change.get("town", 0) is None:
        del weights["town"]
    with pytest.raises(OptionError, match=said):
        as_record(weights)


def test_tuning_goes_on_where_it_stopped(tmp_path, capsys):
    pytest.importorskip("cma")
    options = ["--deals", "1", "--check-deals", "4", "--seed", "3"]
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert main([*options, "--generations", "2", "--out", str(whole)]) == 0
    for generations in ("1", "2"):
        assert main([*options, "--generations", generations, "--out", str(parts)]) == 0
    assert json.loads(whole.read_text()) == json.loads(parts.read_text())
    assert set(json.loads(whole.read_text())["weights"]) == set(NAMES)
    assert main([*options[:-1], "4", "--generations", "3", "--out", str(parts)]) == 2
    assert "was begun with --seed 3 --deals 1" in capsys.readouterr().err


def test_a_greedy_game_is_the_same_again():
    games = [Game(4, seed=1), Game(4, seed=1)]
    for game in games:
        agent = GreedyAgent()
        while not game.is_over:
            game.apply(agent.act(SeatView(game)))
    assert games[0] == games[1]
