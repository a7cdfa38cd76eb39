"""Ratings and intervals: against an independent computation, in any order of games, and their coverage."""

import itertools
import sys

import numpy as np
import pytest
from scipy.optimize import minimize

from agents.arena.__main__ import main
from agents.arena.play import Result
from agents.arena.ratings import PRIOR_MEAN, PRIOR_SPREAD, rate
from agents.arena.schedule import Pairing
from agents.arena.statistics import by_seat, decision_times, estimate, summarise
from boru_env import OptionError

BETA = 25 / 6


def made(game, deal, names, places, points=None):
    shares = [(place == min(places)) / places.count(min(places)) for place in places]
    seats = tuple(range(len(names)))
    return Result(Pairing(game, deal, 1, 2, seats), list(names), points or [0] * len(names), shares, list(places), 9)


def drawn(rng, skills, deals, n=3):
    """Draw games of OpenSkill's Plackett-Luce model: Gumbel noise of scale sqrt(n) beta; every agent in every seat."""
    names, games = list(skills), []
    for deal in range(deals):
        for turn in range(n):
            at = [names[(seat - turn) % len(names)] for seat in range(n)]
            noisy = [skills[name] + rng.gumbel(0, BETA * np.sqrt(n)) for name in at]
            places = [1.0 + sum(other > own for other in noisy) for own in noisy]
            games.append(made(len(games), deal, at, places))
    return games


def by_name(ratings):
    return {rating.name: rating.rating for rating in ratings}


def test_the_ratings_are_those_of_an_independent_fit():
    games = drawn(np.random.default_rng(5), {"random": 0, "a": 3, "b": 9}, 12)
    names = ["random", "a", "b"]

    def minus_log(mu):
        total = sum((mu - PRIOR_MEAN) ** 2) / (2 * PRIOR_SPREAD**2)
        for game in games:
            order = [names.index(game.names[seat]) for seat in np.argsort(game.places)]
            strength = mu[order] / (BETA * np.sqrt(3))
            for first in range(3):
                total -= strength[first] - np.log(np.exp(strength[first:]).sum())
        return total

    best = minimize(minus_log, [25.0, 25, 25], method="BFGS", options={"gtol": 1e-9}).x
    found = by_name(rate(games))
    for name, mu in zip(names, best, strict=True):
        assert found[name].mean == pytest.approx(mu - best[0], abs=1e-3)


def test_no_order_of_games_seats_or_names_changes_a_rating():
    rng = np.random.default_rng(6)
    games = drawn(rng, {"random": 0, "a": 3, "b": 9, "c": 4}, 10, n=4)
    games += [made(100, 3, ["a", "a", "b"], [1.5, 3, 1.5]), made(101, 4, ["b", "c", "random"], [1, 2.5, 2.5])]
    first, table = rate(games), summarise(games)
    for _ in range(3):
        rng.shuffle(games)
        assert rate(games) == first
        assert summarise(games) == table
    for game in games:
        order = rng.permutation(len(game.names))
        for values in (game.names, game.places, game.shares):
            values[:] = [values[seat] for seat in order]
    again = by_name(rate(games))
    for name, known in by_name(first).items():
        assert again[name].mean == pytest.approx(known.mean, abs=1e-6)
    swap = {"a": "c", "c": "a", "b": "b", "random": "random"}
    for game in games:
        game.names[:] = [swap[name] for name in game.names]
    swapped = by_name(rate(games))
    for name, known in by_name(first).items():
        assert swapped[swap[name]].mean == pytest.approx(known.mean, abs=1e-6)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_tied_agents_are_rated_alike_and_winners_above_losers(n):
    names = list("vwxyz"[:n])
    tied = by_name(rate([made(0, 0, names, [(1 + n) / 2] * n)]))
    assert [tied[name].mean for name in names] == pytest.approx([0] * n, abs=1e-6)
    one = by_name(rate([made(0, 0, names, [1.0] + [(2 + n) / 2] * (n - 1))]))
    assert len({round(one[name].mean, 6) for name in names[1:]}) == 1
    assert one[names[0]].mean > one[names[1]].mean


def test_an_agent_that_meets_only_itself_is_not_moved():
    games = [made(0, 0, ["random", "a", "a"], [2, 1, 3]), made(1, 0, ["a", "a", "a"], [1, 2, 3])]
    less = by_name(rate(games[:1]))
    assert by_name(rate(games))["a"].mean == pytest.approx(less["a"].mean, abs=1e-6)


def test_the_anchor_is_at_zero_and_fixed_ratings_stay():
    games = drawn(np.random.default_rng(7), {"random": 0, "a": 3, "b": 9}, 30)
    free = by_name(rate(games))
    assert (free["random"].mean, free["random"].low, free["random"].high) == (0, 0, 0)
    other = by_name(rate(games, anchor="b"))
    assert other["a"].mean == pytest.approx(free["a"].mean - free["b"].mean, abs=1e-6)
    nobody = by_name(rate(games, anchor="nobody"))
    assert sum(estimate.mean for estimate in nobody.values()) == pytest.approx(0, abs=1e-6)
    fixed = by_name(rate(games, fixed={"random": 0.0, "a": free["a"].mean}))
    assert list(fixed) == ["b"]
    assert fixed["b"].mean == pytest.approx(free["b"].mean, abs=1.0)


def test_the_intervals_hold_the_truth_about_as_often_as_they_say():
    skills, hits, shares, tries = {"random": 0.0, "a": 3.0, "b": 7.0}, 0, 0, 40
    strength = {name: np.exp(skill / (BETA * np.sqrt(3))) for name, skill in skills.items()}
    win = strength["b"] / sum(strength.values())
    for trial in range(tries):
        games = drawn(np.random.default_rng(trial), skills, 60)
        rating = by_name(rate(games))["b"]
        hits += rating.low <= 7.0 <= rating.high
        wins = estimate(games, lambda game: game.shares, lambda game, seat: game.names[seat] == "b")
        shares += wins.low <= win <= wins.high
    # 38 of 40 are expected; fewer than 34 come with a chance below 1 %.
    assert hits >= 34
    assert shares >= 34
    assert hits + shares < 2 * tries


def test_deals_are_drawn_whole_so_copies_of_a_game_do_not_sharpen_an_interval():
    rng = np.random.default_rng(8)
    games = [made(deal, deal, ["a", "b", "c"], list(rng.permutation([1.0, 2.0, 3.0]))) for deal in range(40)]
    copies = [
        made(40 * turn + game.pairing.game, game.pairing.deal, game.names, game.places)
        for turn, game in itertools.product(range(4), games)
    ]
    once, four = (next(row for row in summarise(of) if row.name == "a").wins for of in (games, copies))
    assert (once.low, once.high) == pytest.approx((four.low, four.high))
    one, many = (by_name(rate(of))["a"] for of in (games, copies))
    assert many.high - many.low > 0.9 * (one.high - one.low)


def test_the_seat_effect_has_an_interval():
    games = [made(deal, deal, ["a", "b", "c"], [1.0, 2.0, 3.0] if deal % 4 else [2.0, 1.0, 3.0]) for deal in range(100)]
    seats = by_seat(games)
    assert [seat.mean for seat in seats] == [0.75, 0.25, 0]
    assert seats[0].low < 0.75 < seats[0].high
    assert seats[0].low > 1 / 3 > seats[1].low


def test_decision_times_are_in_milliseconds():
    game = made(0, 0, ["a", "b", "a"], [1.0, 2.0, 3.0])
    game.micros = [[1000, 2000], [], [3000]]
    (times,) = decision_times([game])
    assert (times.name, times.median_ms, times.total_s) == ("a", 2.0, 0.006)
    assert 2.0 < times.p95_ms <= 3.0


def test_without_openskill_it_is_told_in_words_and_the_table_is_printed(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(OptionError, match=r"pip install 'boru-env\[agents\]'"):
        rate([made(0, 0, ["a", "b", "c"], [1, 2, 3])])
    assert main(["--players", "greedy,random,random", "--games", "3", "--processes", "0"]) == 0
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "openskill" in told.err
    assert "3 games of 3" in told.out
