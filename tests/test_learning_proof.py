"""A proof that the training learns: on games small enough to know the best of all ways to play.

The games are the last decisions of one game, always the same, with `greedy` in the other seats. Nothing is left to
chance, so a search through all that the own seat can do finds the best result there is; training from nothing has to
find it too.
"""

import numpy as np
import pytest

pytest.importorskip("torch")

from agents.greedy import GreedyAgent
from agents.learned.acting import choose, see
from boru_env import Game, SeatView, SelfPlay
from boru_env.views import batch
from training.selfplay.choices import margins
from training.selfplay.options import Options
from training.selfplay.run import Run

PLAYERS, LEFT = 3, 18
"""Decisions before the end at which the games begin, as they were played at random."""

ROLLOUTS = 60


def endgame(seed):
    """The game of a seed, played at random, but for its last decisions."""
    rng, actions = np.random.default_rng(seed), []
    game = Game(PLAYERS, seed=seed)
    while not game.is_over:
        actions.append(int(rng.choice(np.flatnonzero(game.legal_mask()))))
        game.apply(actions[-1])
    game = Game(PLAYERS, seed=seed)
    for action in actions[:-LEFT]:
        game.apply(action)
    return game


class Endgames(SelfPlay):
    """Games that all begin where one has stood, again and again."""

    def __init__(self, start, num_games):
        self._start = start
        super().__init__(num_games, PLAYERS, start.edition, "margin", 0, observe="uint8")

    def reset(self, seed=None, copy=False):
        super().reset(seed)
        return self._begin(np.arange(self.num_games))

    def step(self, actions, copy=False):
        return self._begin(np.flatnonzero(super().step(actions).done))

    def _begin(self, rows):
        for row in rows.tolist():
            self._start.copy_into(self._states, row)
        shown = self._arrays
        batch.look_rows(self.edition.tables, self._states, 0, self.num_games, shown.obs, shown.mask, shown.seat)
        return self._shown


def play_on(game, own, act):
    """Let `greedy` play for the others, and in the own seat what `act` says, up to a choice it does not make."""
    others = GreedyAgent()
    while not game.is_over:
        legal = game.legal_ids()
        is_choice = game.seat == own and len(legal) > 1
        action = act(game) if is_choice else others.act(SeatView(game))
        if action is None:
            break
        game.apply(action)
    return game


def margin(game, seat):
    points = np.array([game.final_points + [0] * (5 - PLAYERS)], np.int32)
    return float(margins(points, np.array([PLAYERS], np.int8))[0, seat])


def best(game, own):
    """The largest margin that a seat can reach, and how many ways to play were looked at."""
    stands = play_on(game.copy(), own, lambda _: None)
    if stands.is_over:
        return margin(stands, own), 1
    found = [best(stands.copy().apply(action), own) for action in stands.legal_ids()]
    return max(result for result, _ in found), sum(count for _, count in found)


def played_by(network, start, own):
    """The margin that a network's most probable actions reach."""

    def most_probable(game):
        games = Endgames(game, 1)
        seen, mask = see(games.edition, games.states, np.zeros(1, np.int64), network.guides)
        return int(choose(network, seen, mask, None)[0][0])

    return margin(play_on(start.copy(), own, most_probable), own)


def test_training_from_nothing_finds_the_best_that_a_search_through_everything_finds():
    start = endgame(1)
    bests = [best(start, seat) for seat in range(PLAYERS)]
    assert sum(count for _, count in bests) > 5000
    for seat, (result, _) in enumerate(bests):
        assert margin(play_on(start.copy(), seat, lambda game: GreedyAgent().act(SeatView(game))), seat) < result
    options = Options(
        network="mlp", hidden=32, num_players="3", num_games=256, num_steps=36, minibatch_size=256, threads=1,
        steps=ROLLOUTS * 256 * 36, self_share=0.0, pool_share=0.0, greedy_share=1.0, learner_seats=1,
        margin_weight=1.0, learning_rate=3e-3, ent_coef=0.2, final_ent_coef=0.0,
    )  # fmt: skip
    run = Run(options)
    run.collector.games = Endgames(start, options.num_games)
    before = [played_by(run.network, start, seat) for seat in range(PLAYERS)]
    while run.progress() < 1:
        run.train_once()
    run.close()
    assert all(untrained < result for untrained, (result, _) in zip(before, bests, strict=True))
    assert [played_by(run.network, start, seat) for seat in range(PLAYERS)] == [result for result, _ in bests]
