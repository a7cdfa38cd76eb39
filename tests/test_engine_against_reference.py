"""The compiled rules against the slow reference of `tests/reference`, which was written without looking at them.

Seats, phases and legal actions are compared at every decision; the whole state at every decision of every fifth game
and of every game on a drawn edition, and at the end of each. In these games both must also refuse an illegal action,
and be the same afterwards.
"""

import copy

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boru_env import Edition, Game, IllegalActionError, load_edition
from boru_env.editions import parse_edition
from boru_env.views.replay import legal_words
from cases_io import EDITION_DATA
from cases_io import load_edition as read_edition
from editions_strategy import MADE_UP, documents
from reference import ReferenceGame
from rule import rule

PLAYERS = (3, 4, 5)


NAMED = ("upper", "lower", "buy", "stop", "princess support", "princess trade", "princess spurn")


def all_words(edition: Edition) -> list[str]:
    """Give every action there is."""
    return [*NAMED, *(f"card {value}" for value in range(1, 26)), *(f"town {town}" for town in edition.town_ids)]


def refuse(slow: ReferenceGame, game: Game, words: str) -> None:
    with pytest.raises(ValueError, match="not legal"):
        slow.apply(words)
    with pytest.raises(IllegalActionError, match="not legal"):
        game.apply(words)


def compare(document: dict, edition: Edition, num_players: int, seed: int, every_state: bool) -> None:
    rng = np.random.default_rng([num_players, seed])
    game = Game(num_players, edition, seed=seed)
    slow = ReferenceGame(document, num_players, game.deal)
    everything = all_words(edition)
    while not game.is_over:
        words = legal_words(game)
        assert (slow.seat, slow.phase, slow.legal_words()) == (game.seat, game.phase, words)
        if every_state:
            illegal = [other for other in everything if other not in words]
            refuse(slow, game, illegal[int(rng.integers(len(illegal)))])
            assert slow.to_json() == game.to_json()
        action = words[int(rng.integers(len(words)))]
        game.apply(action)
        slow.apply(action)
    assert slow.is_over
    assert slow.to_json() == game.to_json()
    assert (slow.final_points, slow.winners) == (game.final_points, game.winners)


def compare_many(num_players: int, seeds: range) -> None:
    document = read_edition(EDITION_DATA / "reconstructed.toml")
    edition = load_edition("reconstructed")
    for seed in seeds:
        compare(document, edition, num_players, seed, every_state=seed % 5 == 0)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_hundred_random_games_agree_with_the_reference(num_players: int) -> None:
    compare_many(num_players, range(100))


@pytest.mark.slow
@pytest.mark.parametrize("num_players", PLAYERS)
def test_three_thousand_random_games_agree_with_the_reference(num_players: int) -> None:
    compare_many(num_players, range(100, 3100))


LONG = ["coin", "step", "coin", "raider", "coin", "church", "coin", "renown", "coin", "coin"]

COUNTS = (*range(126, 131), *range(254, 261), *range(32766, 32771))


@rule("S6")
@pytest.mark.parametrize("count", COUNTS)
def test_games_with_large_counts_agree_with_the_reference_and_wrap_nowhere(count: int) -> None:
    """The reference counts with Python's numbers, which have no end. All have the count from the first trick on."""
    num_players = 3 + count % 3
    game = Game(num_players, seed=count)
    slow = ReferenceGame(read_edition(EDITION_DATA / "reconstructed.toml"), num_players, game.deal)
    rng, patched = np.random.default_rng(count), False
    while not game.is_over:
        if game.phase == "choose_town" and not patched:
            patched = True
            game._states[0]["battle_area"] = slow.table.battle_area = count
            for player in slow.table.players:
                for name in ("coins", "renown", "points", "raiders", "church"):
                    game._states[0][name][player.seat] = count
                    setattr(player, name, count)
        assert slow.to_json() == game.to_json()
        words = legal_words(game)
        assert slow.legal_words() == words
        for vector in (*map(game.observe, range(num_players)), game.full_state()):
            assert 0 <= vector.min() <= vector.max() <= 1
        action = words[int(rng.integers(len(words)))]
        if action == "stop" and "buy" in words and rng.random() < 0.5:
            action = "buy"  # a random player soon stops
        game.apply(action)
        slow.apply(action)
    assert slow.to_json() == game.to_json()
    assert min(game.final_points or [0]) >= 2 * count


def compare_drawn(document: dict, num_players: int, seed: int) -> None:
    compare(document, parse_edition(document, "random.toml"), num_players, seed, every_state=True)


def test_rows_and_rewards_of_ten_symbols_agree_with_the_reference() -> None:
    """As many as an edition may have: there is no place behind the last one that could say so."""
    document = copy.deepcopy(read_edition(EDITION_DATA / "reconstructed.toml"))
    for card in document["cards"]:
        card.update(MADE_UP, primary=["town", *LONG[1:]], secondary_1=LONG)
        card.pop("attested", None)
        card.pop("evidence", None)
    for space in document["track"][:-1]:
        space.update(MADE_UP, reward=["coin"] * len(LONG))
    compare_drawn(document, 3, seed=1)


DRAWN = given(documents(), st.sampled_from(PLAYERS), st.integers(0, 10**6))
CALM = {"derandomize": True, "deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


@settings(max_examples=60, **CALM)
@DRAWN
def test_random_editions_agree_with_the_reference(document: dict, num_players: int, seed: int) -> None:
    compare_drawn(document, num_players, seed)


@pytest.mark.slow
@settings(max_examples=1500, **CALM)
@DRAWN
def test_many_random_editions_agree_with_the_reference(document: dict, num_players: int, seed: int) -> None:
    compare_drawn(document, num_players, seed)
