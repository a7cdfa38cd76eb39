"""A: each symbol by a hand-worked position; the whole state is compared, so nothing else may change."""

import tomllib

import pytest

from boru_env.editions import parse_edition
from boru_env.rules import effects
from boru_env.rules import state as st
from cases_io import EDITION_DATA
from rule import rule
from table import resolving, run, step_only, table

PLAYERS = (3, 4, 5)


def edition_with(card, **rows):
    """Give the shipped edition with other rows on one card."""
    document = tomllib.loads((EDITION_DATA / "reconstructed.toml").read_text(encoding="utf-8"))
    document["cards"][card - 1].update(rows)
    return parse_edition(document, "changed.toml")


def row_of(symbols, **fields):
    """Give a game in which seat 0 is about to perform these symbols, as a loser's upper row."""
    return resolving(11, 1, edition=edition_with(11, secondary_1=list(symbols)), **fields)


def changes(game, *actions):
    """Give what performing the row changes for players, towns and areas: all but the card's discarding."""
    changed = run(game, *actions)
    discarded = changed.pop("discarded", None)
    assert discarded is None or set(discarded[1]) - set(discarded[0]) == {11}
    for path in ("players[0].played", "phase", "seat_to_act"):
        changed.pop(path, None)
    return changed


@rule("A1")
def test_the_winner_puts_a_disc_on_the_active_town_and_takes_the_marker():
    game = resolving(24, 0, seat=2, active="cork", marker=1, coins=[3, 3, 3, 3])
    changed = run(game)
    assert changed["towns.cork.disc"] == (None, 2)
    assert changed["marker"] == (1, 2)
    assert changed["active_town"] == ("cork", None)
    assert {path for path in changed if path.startswith("players")} == {"players[2].coins", "players[2].played"}


@rule("A2", "A4")
def test_coins_and_renown_are_taken_one_by_one():
    assert changes(row_of(["coin", "coin", "renown", "coin"])) == {
        "players[0].coins": (3, 6),
        "players[0].renown": (1, 2),
    }


@rule("A3")
@pytest.mark.parametrize(
    ("coins", "points", "expected"),
    [
        (2, 10, {"players[0].coins": (2, 1)}),
        (1, 10, {"players[0].coins": (1, 0)}),
        (0, 10, {"players[0].points": (10, 8)}),
        (0, 2, {"players[0].points": (2, 0)}),
        (0, 1, {"players[0].points": (1, 0)}),
        (0, 0, {}),
    ],
)
def test_a_coin_is_returned_or_two_points_are_lost_never_below_zero(coins, points, expected):
    game = row_of(["pay"], coins=[coins, 3, 3, 3], points=[points, 10, 10, 10])
    assert changes(game) == expected


@rule("A5", "A10")
def test_church_symbols_in_a_row_are_one_run_with_one_series_of_purchases():
    game = row_of(["church", "church"], coins=[5, 3, 3, 3])
    assert changes(game) == {"players[0].church": (0, 2)}
    assert game.phase == "buy_church"
    assert [game.words(action) for action in game.legal_ids()] == ["buy", "stop"]
    assert changes(game, "buy") == {"players[0].church": (2, 3), "players[0].coins": (5, 3)}
    assert game.phase == "buy_church"
    assert changes(game, "buy") == {"players[0].church": (3, 4), "players[0].coins": (3, 1)}
    assert game.phase != "buy_church"  # one coin is not enough


@rule("A5")
def test_without_two_coins_no_purchase_is_asked():
    game = row_of(["church"], coins=[1, 3, 3, 3])
    assert changes(game) == {"players[0].church": (0, 1)}
    assert game.phase == "choose_town"


@rule("A6")
@pytest.mark.parametrize(("area", "taken", "asked"), [(0, 0, False), (1, 1, False), (2, 2, False), (3, 2, True)])
def test_raiders_come_from_the_battle_area_while_there_are_any(area, taken, asked):
    game = row_of(["raider", "raider"], coins=[9, 3, 3, 3], battle_area=area)
    expected = {"battle_area": (area, area - taken), "players[0].raiders": (0, taken)} if taken else {}
    assert changes(game) == expected
    assert (game.phase == "buy_raider") == asked


@rule("A6")
def test_a_raider_is_bought_for_two_coins_until_the_area_is_empty():
    game = row_of(["raider"], coins=[9, 3, 3, 3], battle_area=2)
    run(game)
    assert changes(game, "buy") == {
        "battle_area": (1, 0),
        "players[0].coins": (9, 7),
        "players[0].raiders": (1, 2),
    }
    assert game.phase == "choose_town"


@rule("A7")
@pytest.mark.parametrize(("space", "after", "asked"), [(1, 3, True), (8, 10, False), (9, 10, False), (10, 10, False)])
def test_steps_go_up_to_the_top_space_and_none_is_bought_there(space, after, asked):
    game = row_of(["step", "step"], coins=[9, 3, 3, 3], space=[space, 1, 1, 1])
    assert changes(game) == ({"players[0].space": (space, after)} if space != after else {})
    assert (game.phase == "buy_step") == asked
    if asked:
        assert changes(game, "buy", "stop") == {"players[0].coins": (9, 7), "players[0].space": (3, 4)}


@rule("A10")
def test_equal_symbols_that_do_not_stand_side_by_side_are_separate():
    game = row_of(["church", "coin", "church"], coins=[2, 3, 3, 3])
    assert changes(game) == {"players[0].church": (0, 1)}
    assert game.phase == "buy_church"
    assert changes(game, "stop") == {"players[0].church": (1, 2), "players[0].coins": (2, 3)}
    assert game.phase == "buy_church"
    assert changes(game, "stop") == {}
    assert game.phase == "choose_town"


@rule("A8")
def test_an_expansion_costs_5_coins_and_goes_one_road_from_an_own_town():
    game = row_of(["expand"], coins=[5, 3, 3, 3], discs={"kildare": 0, "naas": 1})
    assert changes(game) == {}
    assert [game.words(action) for action in game.legal_ids()] == ["town aghaboe", "stop"]
    declined = game.copy()
    assert changes(declined, "stop") == {}
    assert changes(game, "town aghaboe") == {"players[0].coins": (5, 0), "towns.aghaboe.disc": (None, 0)}


@rule("A8")
@pytest.mark.parametrize(
    "fields",
    [
        {"coins": [4, 9, 9, 9], "discs": {"kildare": 0}},  # too few coins
        {"coins": [9, 9, 9, 9], "discs": {"umall": 0}},  # no road
        {"coins": [9, 9, 9, 9], "discs": {"kildare": 0, "naas": 1, "aghaboe": 1}},  # no free town
        {"coins": [9, 9, 9, 9], "discs": {"kildare": 0}, "vikings": ["kildare"]},  # the Vikings control it
    ],
)
def test_an_expansion_that_cannot_be_is_not_asked(fields):
    game = row_of(["expand"], **fields)
    assert changes(game) == {}
    assert game.phase == "choose_town"


@rule("A8")
def test_nobody_expands_to_the_active_town_and_towns_just_gained_count():
    discs = {"kildare": 0, "emly": 1}
    game = row_of(["expand"], coins=[9, 3, 3, 3], discs=discs, active="naas", played={0: 11, 1: 25})
    run(game)
    assert [game.words(action) for action in game.legal_ids()] == ["town aghaboe", "stop"]
    won = resolving(
        11, 0, edition=edition_with(11, primary=["town", "expand", "expand"]), active="kildare", coins=[10, 0, 0, 0]
    )
    run(won)
    assert {won.words(action) for action in won.legal_ids()} == {"town naas", "town aghaboe", "stop"}
    run(won, "town naas")  # asked one by one; from Naas the road leads on to Dublin
    assert {won.words(action) for action in won.legal_ids()} == {"town dublin", "town aghaboe", "stop"}


@rule("A9")
def test_a_token_must_be_removed_if_there_is_one_and_the_town_is_its_owners_again():
    game = row_of(
        ["liberate", "expand"], coins=[5, 3, 3, 3], discs={"kildare": 0, "cork": 1}, vikings=["kildare", "cork"]
    )
    assert changes(game) == {}
    assert [game.words(action) for action in game.legal_ids()] == ["town cork", "town kildare"]
    assert changes(game, "town kildare") == {"towns.kildare.viking": (True, False)}
    assert game.phase == "expand"  # the liberated town counts
    none = row_of(["liberate"], discs={"kildare": 0})
    assert changes(none) == {}
    assert none.phase == "choose_town"


@rule("A11")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(
    ("spaces", "after"),
    [
        ([5, 5, 1], 4),  # the next space down is free
        ([5, 5, 4], 3),  # it is not, the one below is
        ([3, 3, 2], 1),  # down to the first space, which is shared
        ([2, 2, 1], 1),
        ([1, 1, 1], 1),  # all may share the first
        ([5, 4, 3], 5),  # alone
    ],
)
def test_a_disc_that_shares_a_space_moves_down_and_no_other_does(num_players, spaces, after):
    fillers = [1] * (num_players - 3)
    game = resolving(21, 1, num_players=num_players, space=[*spaces, *fillers])
    changed = step_only(game, lambda t, s: effects.settle(s))
    changed.pop("discarded")
    changed.pop("players[0].played")
    assert changed == ({"players[0].space": (spaces[0], after)} if after != spaces[0] else {})


@rule("A10", "A11")
def test_the_disc_moves_down_only_after_the_whole_row():
    game = row_of(["step", "coin", "step"], coins=[1, 3, 3, 3], space=[2, 3, 1, 1])
    assert changes(game) == {"players[0].coins": (1, 2), "players[0].space": (2, 4)}
    assert game.phase == "buy_step"


def test_the_builder_sets_up_25_cards():
    game = table(5, hands=[[1, 2]] * 1 + [[3, 4], [5, 6], [7, 8], [9, 10]])
    cards = game.to_json()
    held = [card for player in cards["players"] for card in player["hand"]]
    assert len(held) + len(cards["discarded"]) == 25
    assert game._states[0]["phase"] == st.CHOOSE_TOWN
