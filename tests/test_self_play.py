"""`SelfPlay`: many games in one array, the same games as one by one."""

import copy
import multiprocessing
import os
import pickle
import resource

import numpy as np
import pytest

from boru_env import BoruError, Game, IllegalActionError, OptionError, expand
from boru_env.envs.rewards import REWARDS
from boru_env.envs.self_play import SelfPlay
from boru_env.views.layout import FIELDS, offsets

PLAYERS = (3, 4, 5)


def play(games, steps):
    """Step at random; give copies of all batches."""
    return [games.step(games.random_actions(), copy=True) for _ in range(steps)]


def same(one, other, rows=slice(None)):
    """Tell whether all arrays of two batches are the same bytes."""
    return all(a.tobytes() == b[rows].tobytes() for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("reward", REWARDS)
def test_a_batch_plays_the_same_games_as_single_ones_to_the_last_bit(num_players, reward):
    games = SelfPlay(20, num_players, reward=reward, seed=1)
    batch = games.reset(seed=2)
    singles = [games.game(row) for row in range(20)]
    ended = 0
    for _ in range(700):
        actions = games.random_actions().copy()
        for row, single in enumerate(singles):
            assert batch.seat[row] == single.seat
            assert batch.mask[row].tobytes() == single.legal_mask().tobytes()
        row = int(batch.seat.sum()) % 20
        assert batch.obs[row].tobytes() == singles[row].observe(singles[row].seat).tobytes()
        batch = games.step(actions)
        for row, single in enumerate(singles):
            single.apply(actions[row])
            assert batch.done[row] == single.is_over
            if single.is_over:
                ended += 1
                paid = np.zeros(5, np.float32)
                paid[:num_players] = REWARDS[reward](single)
                assert batch.rewards[row].tobytes() == paid.tobytes()
                assert batch.final_points[row, :num_players].tolist() == single.final_points
                singles[row] = games.game(row)
            else:
                assert not batch.rewards[row].any()
                assert games.game(row) == single
    assert ended >= 20


def test_games_depend_on_seed_and_row_alone_not_on_size_or_threads():
    few, many = SelfPlay(7, 4, seed=5), SelfPlay(50, 4, seed=5)
    threads = SelfPlay(50, 4, seed=5, num_threads=3)
    other = SelfPlay(50, 4, seed=6)
    for a, b, c in zip(play(few, 400), play(many, 400), play(threads, 400), strict=True):
        assert same(a, b, slice(7))
        assert same(b, c)
    assert not same(play(many, 1)[0], play(other, 1)[0])
    threads.close()


def test_every_row_and_every_episode_has_a_deal_of_its_own():
    games = SelfPlay(40, 3, seed=0)
    deals = {str(games.game(row).deal) for row in range(40)}
    ended = np.zeros(40, bool)
    while not ended.all():
        done = games.step(games.random_actions()).done
        deals |= {str(games.game(row).deal) for row in np.flatnonzero(done)}
        ended |= done
    assert len(deals) >= 80


def test_games_of_three_four_and_five_mix_in_one_batch():
    counts = [3, 4, 5] * 4
    games = SelfPlay(12, counts, seed=3)
    alone = {number: SelfPlay(12, number, seed=3) for number in PLAYERS}
    runs = {number: play(alone[number], 300) for number in PLAYERS}
    for step, batch in enumerate(play(games, 300)):
        for row, number in enumerate(counts):
            for a, b in zip(batch, runs[number][step], strict=True):
                assert a[row].tobytes() == b[row].tobytes()


def test_random_actions_are_legal_and_uniform():
    games = SelfPlay(3000, 4, seed=1)
    batch = games.reset(seed=1)
    legal = int(batch.mask[0].sum())  # every starting town of an empty board
    picks = np.bincount(games.random_actions(), minlength=80)
    assert (picks > 0).sum() == legal
    assert ((picks[picks > 0] - 3000 / legal) ** 2).sum() / (3000 / legal) < legal + 5 * np.sqrt(2 * legal)


def test_one_illegal_action_moves_no_game():
    games = SelfPlay(5, 4, seed=1)
    before = [games.game(row) for row in range(5)]
    actions = games.random_actions().copy()
    actions[3] = 79
    with pytest.raises(IllegalActionError, match="game 3: action princess spurn: not legal for seat"):
        games.step(actions)
    assert [games.game(row) for row in range(5)] == before


@pytest.mark.parametrize(
    "actions",
    [np.zeros(4, int), np.zeros((5, 1), int), np.zeros(5), ["a"] * 5, None, 3, np.full(5, -1), np.full(5, 80)],
)
def test_what_is_no_row_of_actions_is_refused(actions):
    games = SelfPlay(5, 4, seed=1)
    before = [games.game(row) for row in range(5)]
    with pytest.raises(IllegalActionError, match=r"actions: are .* must be integers, shape \(5,\)|game 0: action"):
        games.step(actions)
    assert [games.game(row) for row in range(5)] == before


def test_the_arrays_shown_cannot_be_written_to_and_copies_can():
    games = SelfPlay(5, 4, seed=1)
    batch = games.reset(seed=1)
    for array in batch:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    kept = games.step(games.random_actions(), copy=True)
    bytes_before = [array.tobytes() for array in kept]
    games.step(games.random_actions())
    assert [array.tobytes() for array in kept] == bytes_before
    kept.mask[:] = 1


def test_without_observations_the_games_are_the_same():
    blind, seeing = SelfPlay(6, 4, seed=2, observe=False), SelfPlay(6, 4, seed=2)
    for a, b in zip(play(blind, 200), play(seeing, 200), strict=True):
        assert a.obs.shape == (0, Game.OBSERVATION_SIZE)
        assert same(a[1:], b[1:])


@pytest.mark.parametrize("num_players", PLAYERS)
def test_compact_observations_expand_to_the_same_float32(num_players):
    compact, full = (SelfPlay(30, num_players, seed=4, observe=kind) for kind in ("uint8", "float32"))
    for a, b in zip(play(compact, 400), play(full, 400), strict=True):
        assert a.obs.dtype == np.uint8
        assert expand(a.obs).tobytes() == b.obs.tobytes()
        assert same(a[1:], b[1:])


@pytest.mark.parametrize("count", [254, 255, 256, 2**31 - 1])
def test_compact_counts_end_at_255(count):
    games = SelfPlay(1, 4, seed=1, observe="uint8")
    games._states["coins"][0, :] = count
    shown = games.step(games.random_actions()).obs[0]
    coins = offsets(FIELDS)["coins"]
    assert shown[coins].tolist() == [min(count, 255)] * 4 + [0]


@pytest.mark.parametrize("rubbish", [None, 3, np.zeros(5, np.uint8), np.zeros((2, Game.OBSERVATION_SIZE)), "x"])
def test_what_is_no_compact_observation_is_refused(rubbish):
    with pytest.raises(OptionError, match=r"compact: is .*; it must be uint8, shape \(..., 1290\)"):
        expand(rubbish)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_goes_on_by_itself_in_the_same_way(duplicate):
    games = SelfPlay(6, 5, seed=2, num_threads=2)
    play(games, 150)
    twin = duplicate(games)
    for a, b in zip(play(games, 200), play(twin, 200), strict=True):
        assert same(a, b)
    games.close()
    twin.close()


def test_reset_makes_the_games_of_a_new_one():
    games = SelfPlay(6, 4, seed=2)
    first = play(games, 50)
    games.reset(seed=2)
    for a, b in zip(first, play(games, 50), strict=True):
        assert same(a, b)
    deals = [str(games.game(0).deal) for _ in range(3) if games.reset() is not None]
    assert len(set(deals)) == 3


def _play_in_child(games, queue):
    queue.put([array.tobytes() for array in play(games, 20)[-1]])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_threads_work_again_after_a_fork():
    games = SelfPlay(30, 4, seed=2, num_threads=2)
    play(games, 20)  # the threads have started
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_play_in_child, args=(games, queue))
    child.start()
    there = queue.get(timeout=120)
    child.join()
    assert there == [array.tobytes() for array in play(games, 20)[-1]]
    games.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_games": 0}, "num_games: is 0; it must be a whole number >= 1"),
        ({"num_games": 2.0}, "num_games: is 2.0"),
        ({"num_threads": 0}, "num_threads: is 0"),
        ({"num_players": 2}, "num_players: is 2"),
        ({"num_players": [3, 4]}, "num_players: are 2 numbers"),
        ({"num_players": [3, 4, 9]}, "num_players: is 9"),
        ({"reward": "points"}, "reward: is 'points'; it must be one of win, rank, margin"),
        ({"reward": len}, "reward: is <built-in function len>"),
        ({"seed": -1}, "seed: is -1"),
        ({"edition": "none"}, "none"),
    ],
)
def test_impossible_options_are_told(options, words):
    with pytest.raises(BoruError) as caught:
        SelfPlay(**{"num_games": 3, "num_players": 4, **options})
    assert words in str(caught.value)
    assert isinstance(caught.value, OptionError) or "edition" in options


@pytest.mark.slow
def test_ten_thousand_games_are_the_same_in_a_batch_and_one_by_one():
    """Every row is played again by itself, with the actions that were drawn for it in the batch."""
    games = SelfPlay(10_000, [3, 4, 5, 4] * 2500, seed=9, observe="uint8", num_threads=2)
    singles = [games.game(row) for row in range(0, 10_000, 97)]
    batch, alive = games.reset(seed=9), set(range(len(singles)))
    singles = [games.game(row) for row in range(0, 10_000, 97)]
    while alive:
        actions = games.random_actions().copy()
        for index in alive:
            single = singles[index]
            assert expand(batch.obs[97 * index]).tobytes() == single.observe(single.seat).tobytes()
            single.apply(actions[97 * index])
        batch = games.step(actions)
        for index in [index for index in alive if singles[index].is_over]:
            assert batch.final_points[97 * index, : singles[index].num_players].tolist() == singles[index].final_points
            alive.remove(index)
    games.close()


@pytest.mark.slow
def test_memory_stays_flat_over_ten_million_steps():
    games = SelfPlay(4096, 4, seed=3, observe=False)
    reached = []
    for _ in range(2):
        for _ in range(10_000_000 // 4096 // 2):
            games.step(games.random_actions())
        reached.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert reached[1] - reached[0] < 4096  # KiB
