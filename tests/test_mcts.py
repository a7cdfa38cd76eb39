"""`mcts`: finds the best moves where they can be listed, sees what it may, keeps to its budget."""

import itertools

import numpy as np
import pytest

from agents.explain import main as explain
from agents.mcts import MctsAgent, options
from agents.mcts import agent as agent_module
from agents.mcts.rollout import result_of
from boru_env import SeatView
from boru_env.views.replay import record_decision, record_header, record_result, write_replays
from helpers import random_game

PLAYERS = (3, 4, 5)
UPKEEP = ("marriage_town", "princess", "track_town", "raid_town", "monastery")
MARGIN = 0.3


def found(agent, game, seed=5):
    """Give what a fresh search finds."""
    agent.reset(seed, game.seat)
    return agent.search(SeatView(game))


def a_card_to_play(num_players):
    """Give a game in which a card is to be chosen among several."""
    games = random_game(num_players, 3)
    return next(game for game in games if game.phase == "play_card" and game.legal_mask().sum() > 2)


def outcome(game):
    """Give what a finished game is worth to each seat."""
    out = np.zeros(5)
    result_of(game._states[0], options.as_record(1.0, 1.0, "random", 0.0, MARGIN)[0], out)
    return out


def solve(game, room, ties):
    """Give each seat's result if every seat plays its best from here on, and what each action leads to.

    `ties` chooses among actions that are equally good for a seat, but not for others. None: too large.
    """
    if game.is_over:
        return outcome(game), {}
    results = {}
    for action in game.legal_ids():
        if next(room) > 3000:
            return None
        after = game.copy()
        after.apply(action)
        solved = solve(after, room, ties)
        if solved is None:
            return None
        results[action] = solved[0]
    most = max(values[game.seat] for values in results.values())
    best = ties([action for action, values in results.items() if values[game.seat] > most - 1e-9])
    return results[best], results


def solved_alike(game):
    """Give what each action leads to, by either way to break ties; None if it depends on them, or is too large."""
    ways = [solve(game.copy(), itertools.count(), ties) for ties in (min, max)]
    if None in ways:
        return None
    first, second = (way[1] for way in ways)
    return first if all(np.allclose(first[action], second[action]) for action in first) else None


def last_upkeeps(num_players, seeds):
    """Give positions of the last round's upkeep, where nothing is hidden any more, with their solutions."""
    for seed in seeds:
        for game in random_game(num_players, seed):
            state = game._states[0]
            if state["round"] != state["rounds"] or game.phase not in UPKEEP or game.legal_mask().sum() < 2:
                continue
            results = solved_alike(game)
            if results is not None:
                yield game.copy(), results


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_best_move_is_found_where_all_moves_can_be_listed(num_players):
    """The last decisions of games, several in a row and by several seats, solved by max^n."""
    agent, positions, deep, differing = MctsAgent(sims=1500, margin=MARGIN, c=0.6), 0, 0, 0
    for game, results in last_upkeeps(num_players, range(14)):
        choice = found(agent, game)[0]
        best = max(values[game.seat] for values in results.values())
        worst = min(values[game.seat] for values in results.values())
        assert results[choice.action][game.seat] >= best - 0.02, (game.phase, positions)
        after = game.copy()
        after.apply(choice.action)
        positions, deep, differing = positions + 1, deep + (not after.is_over), differing + (best > worst + 0.05)
    assert positions >= 5
    assert deep >= 1
    assert differing >= 2


@pytest.mark.parametrize("num_players", PLAYERS)
def test_twins_give_the_same_search(num_players):
    agent, rng, seen = MctsAgent(sims=30), np.random.default_rng(2), set()
    for number, game in enumerate(random_game(num_players, 1)):
        if game.is_over or number % 5 or game.legal_mask().sum() < 2:
            continue
        first = found(agent, game)
        for _ in range(2):
            assert found(agent, game.resample(game.seat, rng)) == first
        seen.add(game.phase)
    assert {"draft", "play_card", "choose_town"} <= seen


@pytest.mark.parametrize("rollout", ["random", "greedy", "mixed"])
def test_every_simulation_is_counted_once(rollout):
    for number, game in enumerate(random_game(4, 2)):
        if game.is_over or number % 25 or game.legal_mask().sum() < 2:
            continue
        choices = found(MctsAgent(sims=50, rollout=rollout), game)
        assert sum(choice.visits for choice in choices) == 50
        assert {choice.action for choice in choices} == set(game.legal_ids())
        for choice in choices:
            assert choice.visits <= choice.available <= 50 or choice.visits == choice.available == 0
            assert 0 <= choice.value <= 1


def test_the_same_seed_gives_the_same_search_and_another_seed_another():
    game = a_card_to_play(4)
    agent = MctsAgent(sims=60)
    assert found(agent, game, 1) == found(MctsAgent(sims=60), game, 1)
    assert found(agent, game, 1) != found(agent, game, 2)


def test_several_trees_are_searched_side_by_side_and_added_up():
    game = a_card_to_play(4)
    agent = MctsAgent(sims=60, threads=3)
    first = found(agent, game)
    assert sum(choice.visits for choice in first) == 60
    assert found(agent, game) == first


def test_time_is_looked_at_between_chunks(monkeypatch):
    """A clock that moves 10 ms at each look: a budget of 45 ms ends after five chunks."""
    ticks = itertools.count()
    game = a_card_to_play(4)
    agent = MctsAgent(ms=45)
    monkeypatch.setattr(agent_module.time, "perf_counter", lambda: next(ticks) / 100)
    assert sum(choice.visits for choice in found(agent, game)) == 5 * agent_module.CHUNK
    both = MctsAgent(ms=45, sims=40)
    assert sum(choice.visits for choice in found(both, game)) == 40


def test_more_simulations_than_room_at_first(monkeypatch):
    """With a budget in time the tree grows as it is needed."""
    ticks = itertools.count()
    game = a_card_to_play(3)
    agent = MctsAgent(ms=600, rollout="random")
    monkeypatch.setattr(agent_module.time, "perf_counter", lambda: next(ticks) / 100)
    assert sum(choice.visits for choice in found(agent, game)) == 60 * agent_module.CHUNK > 1024


def test_a_position_is_explained_in_words(capsys, tmp_path):
    assert explain(["--decision", "9", "--agent", "mcts:sims=20"]) == 0
    shown = capsys.readouterr().out
    assert "seat" in shown
    assert "simulations" in shown
    games = list(random_game(3, 0))
    game = games[-1]
    replayed = type(game)(3, seed=0)
    lines, rng = [record_header(replayed, ["a", "b", "c"], 0)], np.random.default_rng([3, 0])
    while not replayed.is_over:
        legal = replayed.legal_ids()
        action = legal[int(rng.integers(len(legal)))]
        lines.append(record_decision(replayed, action))
        replayed.apply(action)
    path = tmp_path / "one.jsonl"
    write_replays(path, [[*lines, record_result(replayed)]])
    assert explain(["--replay", str(path), "--decision", "4", "--agent", "mcts:sims=20", "--top", "3"]) == 0
    assert "draft" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--agent", "random"], "random is no search"),
        (["--decision", "-1"], "--decision: is -1; it must be at least 0"),
        (["--decision", "100000"], "the game has decisions 0.."),
        (["--replay", "no/such/file"], "cannot be read"),
        (["--players", "2"], "num_players"),
    ],
)
def test_what_cannot_be_explained_is_told(arguments, said, capsys):
    assert explain(arguments) == 2
    assert said in capsys.readouterr().err
