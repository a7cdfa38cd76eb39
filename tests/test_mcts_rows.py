"""The search in many games at once: it chooses as one search for each game, and from what the seat sees alone."""

import numpy as np
import pytest

from agents.mcts import MctsAgent
from agents.mcts.rows import SearchPlayer
from boru_env import Game, SeatView, SelfPlay

GAMES = 12


@pytest.fixture(scope="module")
def games():
    """Games in the middle."""
    games = SelfPlay(GAMES, [3, 4, 5] * 4, seed=3, observe=False)
    games.reset(3)
    games.stagger(np.arange(20, 20 + 8 * GAMES, 8))
    return games


@pytest.fixture(scope="module")
def player(games):
    return SearchPlayer(MctsAgent(sims=20, rollout="random"), games.edition)


def test_each_row_is_searched_as_a_game_of_its_own(games, player):
    rows = np.array([7, 2, 9, 0])
    seeds = np.random.default_rng(5).integers(2**32, size=4)
    expected, agent = [], MctsAgent(sims=20, rollout="random")
    for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
        view = SeatView(Game.from_states(games.edition, games.states[row : row + 1]))
        agent.reset(seed, view.seat)
        expected.append(agent.act(view))
    before = games.states.copy()
    actions, log_probs, values = player.choose(games.states, rows, np.random.default_rng(5))
    assert actions.tolist() == expected
    assert (log_probs.shape, values.shape) == ((4,), (4, 5))
    assert before.tobytes() == games.states.tobytes()


def test_without_a_generator_the_same_positions_give_the_same_choices(games, player):
    rows = np.arange(GAMES)
    once, again = (player.choose(games.states, rows, None)[0] for _ in range(2))
    assert once.tolist() == again.tolist()
    others = [player.choose(games.states, rows, np.random.default_rng(seed))[0].tolist() for seed in range(8)]
    assert any(other != once.tolist() for other in others)


def test_what_the_seat_does_not_know_changes_no_choice(games, player):
    rows, rng = np.arange(GAMES), np.random.default_rng(1)
    drawn = games.states.copy()
    for row in rows:
        game = Game.from_states(games.edition, games.states[row : row + 1])
        game.resample(SeatView(game).seat, rng).copy_into(drawn, row)
    assert drawn.tobytes() != games.states.tobytes()
    assert player.choose(drawn, rows, None)[0].tolist() == player.choose(games.states, rows, None)[0].tolist()
