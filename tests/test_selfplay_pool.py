"""Past selves: how the learner fares is counted whatever a game pays, and those that beat it are met more often."""

import numpy as np
import pytest

pytest.importorskip("tyro")
pytest.importorskip("torch")

from agents.learned.network import Shape, make_network
from boru_env import load_edition
from training.selfplay.options import Options
from training.selfplay.pool import FIRST_PAST, LEARNER, Pool, Seating

GAMES = 60


def pool_of(members, **changes):
    """A pool of so many past selves, and games in which each is met."""
    options = Options(self_share=0.0, pool_share=1.0, greedy_share=0.0, num_games=GAMES, **changes)
    edition, rng = load_edition("reconstructed"), np.random.default_rng(0)
    pool, network = Pool(options, edition), make_network(Shape("mlp", 4, 4, 4), edition)
    for _ in range(members):
        pool.add(network, set(), rng)
    return pool, Seating(options, [4] * GAMES, pool, rng), network, rng


@pytest.mark.parametrize(("paid", "others"), [((1.0, 0.0), (0.0, 1 / 3)), ((0.02, -0.01), (-0.04, 0.01))])
def test_how_the_learner_fares_is_counted_alike_in_wins_and_in_small_margins(paid, others):
    pool, seating, *_ = pool_of(2, pool_active=2)
    rows, kept = np.arange(GAMES), seating.driver.copy()
    assert set(kept.max(axis=1)) == {FIRST_PAST, FIRST_PAST + 1}
    rewards = np.zeros((GAMES, 5), np.float32)
    is_own, easy = kept[:, :4] == LEARNER, kept.max(axis=1) == FIRST_PAST
    rewards[easy, :4] = np.where(is_own[easy], *paid)
    rewards[~easy, :4] = np.where(is_own[~easy], *others)
    seating.finish(rows, rewards)
    for number, met in ((0, easy), (1, ~easy)):
        assert abs(pool.records[number]) == pytest.approx(1 - 0.98 ** met.sum())
    assert pool.records[0] > 0 > pool.records[1]


def test_past_selves_that_beat_the_learner_are_drawn_more_often_and_the_easiest_leaves():
    pool, _, network, rng = pool_of(4, pool_active=1, pool_size=4)
    pool.records = {0: 0.9, 1: -0.9, 2: 0.9, 3: 0.95}
    drawn = []
    for _ in range(200):
        kept = pool.members.copy(), pool.records.copy()
        pool.add(network, {3}, rng)
        assert 0 not in pool.members or 2 not in pool.members
        assert {1, 3} <= set(pool.members)
        drawn += pool.active
        pool.members, pool.records = kept
    assert drawn.count(1) > 100
