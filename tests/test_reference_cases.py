"""The reference replays every stored game, decision by decision, to the last hash."""

from __future__ import annotations

from collections import Counter

import pytest

from cases_io import CaseGame, iter_case_games, load_edition
from reference import ReferenceGame, state_sha256
from reference.actions import pay_coin
from reference.upkeep import church, incursion

GAMES = list(iter_case_games())


def new_game(case: CaseGame) -> ReferenceGame:
    return ReferenceGame(load_edition(case.edition), case.header["num_players"], case.header["deal"])


def cards_in(state: dict) -> list[int]:
    """All action cards of a state, wherever they are."""
    cards = [*state["discarded"], state["set_aside"]]
    for player in state["players"]:
        cards += [*player["hand"], *player["selected"], *player["pack"], player["played"], player["unplayed"]]
    return sorted(card for card in cards if card is not None)


def test_the_stored_games_are_all_there() -> None:
    files = Counter(case.name.split("/")[0] for case in GAMES)
    assert files == {"reconstructed": 18, **{f"small-{n}": 3 for n in (11, 12, 14, 15, 16, 17)}}
    assert all(case.decisions and "winners" in case.result for case in GAMES)


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_the_edition_is_the_one_that_the_game_was_played_with(case: CaseGame) -> None:
    edition = load_edition(case.edition)
    assert edition["id"] == case.header["edition"]
    assert state_sha256(edition) == case.header["edition_sha256"]


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_a_stored_game_is_reproduced_to_the_last_hash(case: CaseGame) -> None:
    game = new_game(case)
    for number, decision in enumerate(case.decisions):
        asked = {"seat": game.seat, "phase": game.phase, "legal": game.legal_words()}
        assert asked == {key: decision[key] for key in asked}, f"decision {number}"
        assert state_sha256(game.to_json()) == decision["state_sha256"], f"state before decision {number}"
        game.apply(decision["action"])
    assert (game.is_over, game.phase, game.seat, game.legal_words()) == (True, "game_over", None, [])
    assert game.final_points == case.result["final_points"]
    assert game.winners == case.result["winners"]
    assert state_sha256(game.to_json()) == case.result["state_sha256"]


@pytest.mark.parametrize("case", GAMES[::6], ids=str)
def test_no_action_card_is_lost_or_doubled(case: CaseGame) -> None:
    game = new_game(case)
    for decision in case.decisions:
        expected = [] if game.phase == "place_start" else list(range(1, 26))
        assert cards_in(game.to_json()) == expected
        game.apply(decision["action"])


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    game = new_game(GAMES[0])
    before = game.to_json()
    for words in ("stop", "town atlantis", "card 1", "", " ".join(game.legal_words()[:2])):
        with pytest.raises(ValueError, match="not legal"):
            game.apply(words)
        assert game.to_json() == before


def test_nothing_can_be_done_after_the_end() -> None:
    game = new_game(GAMES[0])
    for decision in GAMES[0].decisions:
        game.apply(decision["action"])
    with pytest.raises(ValueError, match="not legal"):
        game.apply("stop")


# What no stored game shows.


@pytest.mark.parametrize(
    ("coins", "points", "left"),
    [(1, 0, (0, 0)), (2, 5, (1, 5)), (0, 3, (0, 1)), (0, 2, (0, 0)), (0, 1, (0, 0)), (0, 0, (0, 0))],
)
def test_a3_a_coin_or_two_points_and_never_below_zero(coins: int, points: int, left: tuple[int, int]) -> None:
    table = new_game(GAMES[0]).table
    player = table.players[1]
    player.coins, player.points = coins, points
    pay_coin(table, player)
    assert (player.coins, player.points) == left


def test_b1_a_player_without_a_town_has_the_fewest_raiders_and_nobody_loses_a_town() -> None:
    table = new_game(GAMES[0]).table
    own, other, *_ = table.towns.values()
    own.disc, other.disc = 0, 1
    for player, raiders in zip(table.players, (1, 2, 0), strict=True):
        player.raiders = raiders
    assert list(incursion(table)) == []
    assert not own.viking
    assert not other.viking


def test_c4_four_discs_without_a_place_for_a_monastery_stay() -> None:
    table = new_game(GAMES[0]).table
    town, *_ = table.towns.values()
    town.disc, town.monastery = 0, True
    table.players[0].church = table.players[1].church = 5
    assert list(church(table)) == []
    assert [(player.church, player.points) for player in table.players] == [(4, 11), (4, 11), (0, 10)]
