"""A: each symbol by a hand-worked position; the whole state is compared, so nothing else may change.

Seat 0 performs a row of symbols of card 11, as a loser or the winner: see `loser` and those after it in `table`.
"""

import pytest

from rule import rule
from table import asked, ended, legal, loser, resolving, run, table, went_on

PLAYERS = (3, 4, 5)


@rule("A1")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(("seat", "marker"), [(2, 1), (0, 2), (1, 1)])
def test_the_winner_puts_a_disc_on_the_active_town_and_takes_the_marker(num_players, seat, marker):
    game = resolving(17, 0, seat, num_players, active="cork", marker=marker)  # 17: the town alone
    expected = {"towns.cork.disc": (None, seat), "active_town": ("cork", None)}
    expected |= {"marker": (marker, seat)} if marker != seat else {}
    assert run(game) == expected | ended(num_players, 17, seat)


@rule("A2", "A4")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(
    ("symbols", "coins", "renown"),
    [(["coin"], 1, 0), (["renown"], 0, 1), (["coin"] * 4, 4, 0), (["coin", "renown", "coin", "renown"], 2, 2)],
)
def test_a_coin_and_a_renown_are_taken_for_each_symbol(num_players, symbols, coins, renown):
    expected = {"players[0].coins": (3, 3 + coins)} if coins else {}
    expected |= {"players[0].renown": (1, 1 + renown)} if renown else {}
    assert run(loser(*symbols, num_players=num_players)) == expected | ended(num_players)


@rule("A3")
@pytest.mark.parametrize(
    ("symbols", "coins", "points", "coins_after", "points_after"),
    [
        ("pay", 2, 10, 1, 10),
        ("pay", 1, 10, 0, 10),
        ("pay", 1, 0, 0, 0),
        ("pay", 1, 1, 0, 1),
        ("pay", 0, 10, 0, 8),
        ("pay", 0, 3, 0, 1),
        ("pay", 0, 2, 0, 0),
        ("pay", 0, 1, 0, 0),
        ("pay", 0, 0, 0, 0),
        ("pay pay", 1, 10, 0, 8),
        ("pay pay", 0, 3, 0, 0),
        ("coin pay", 0, 10, 0, 10),
        ("pay coin", 0, 10, 1, 8),
    ],
)
def test_a_coin_is_returned_or_two_points_are_lost_never_below_zero(symbols, coins, points, coins_after, points_after):
    game = loser(*symbols.split(), coins=[coins, 3, 3, 3], points=[points, 10, 10, 10])
    changed = {"players[0].coins": (coins, coins_after), "players[0].points": (points, points_after)}
    assert run(game) == {path: values for path, values in changed.items() if values[0] != values[1]} | ended()


@rule("A5", "A10")
def test_discs_go_to_the_church_one_for_each_symbol_then_more_are_bought_as_long_as_there_are_two_coins():
    game = loser("church", "church", coins=[5, 3, 3, 3])
    assert run(game) == {"players[0].church": (0, 2)} | asked("buy_church")
    assert legal(game) == ["buy", "stop"]
    stopped = game.copy()
    assert run(stopped, "stop") == went_on("buy_church")
    assert run(game, "buy") == {"players[0].church": (2, 3), "players[0].coins": (5, 3)}
    assert legal(game) == ["buy", "stop"]
    assert run(game, "buy") == {"players[0].church": (3, 4), "players[0].coins": (3, 1)} | went_on("buy_church")


@rule("A6", "A10")
def test_raiders_are_taken_from_the_battle_area_then_more_are_bought():
    game = loser("raider", "raider", coins=[4, 3, 3, 3], battle_area=9)
    assert run(game) == {"battle_area": (9, 7), "players[0].raiders": (0, 2)} | asked("buy_raider")
    bought = {"battle_area": (7, 6), "players[0].raiders": (2, 3), "players[0].coins": (4, 2)}
    assert run(game, "buy") == bought
    assert run(game, "stop") == went_on("buy_raider")


@rule("A6")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(("area", "taken"), [(0, 0), (1, 1), (2, 2)])
def test_an_empty_battle_area_gives_nothing_more_and_no_purchase_is_offered_then(num_players, area, taken):
    game = loser("raider", "raider", num_players=num_players, coins=[9] * num_players, battle_area=area)
    expected = {"battle_area": (area, 0), "players[0].raiders": (0, taken)} if taken else {}
    assert run(game) == expected | ended(num_players)


@rule("A6")
def test_the_purchases_end_with_the_last_raider():
    game = loser("raider", coins=[9, 3, 3, 3], battle_area=3)
    assert run(game) == {"battle_area": (3, 2), "players[0].raiders": (0, 1)} | asked("buy_raider")
    assert run(game, "buy") == {"battle_area": (2, 1), "players[0].raiders": (1, 2), "players[0].coins": (9, 7)}
    last = {"battle_area": (1, 0), "players[0].raiders": (2, 3), "players[0].coins": (7, 5)}
    assert run(game, "buy") == last | went_on("buy_raider")


@rule("A7", "A10")
def test_the_marriage_disc_goes_up_one_space_for_each_symbol_then_more_are_bought():
    game = loser("step", "step", "step", coins=[4, 3, 3, 3])
    assert run(game) == {"players[0].space": (1, 4)} | asked("buy_step")
    assert run(game, "buy") == {"players[0].space": (4, 5), "players[0].coins": (4, 2)}
    bought = {"players[0].space": (5, 6), "players[0].coins": (2, 0)}
    assert run(game, "buy") == bought | went_on("buy_step")


@rule("A7")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("space", [8, 9, 10])
def test_on_the_top_space_a_step_has_no_effect_and_no_purchase_is_offered(num_players, space):
    fields = {"coins": [9] * num_players, "space": [space] + [1] * (num_players - 1)}
    expected = {"players[0].space": (space, 10)} if space < 10 else {}
    assert run(loser("step", "step", num_players=num_players, **fields)) == expected | ended(num_players)


@rule("A7")
def test_the_purchases_end_on_the_top_space():
    game = loser("step", coins=[9, 3, 3, 3], space=[8, 1, 1, 1])
    assert run(game) == {"players[0].space": (8, 9)} | asked("buy_step")
    bought = {"players[0].space": (9, 10), "players[0].coins": (9, 7)}
    assert run(game, "buy") == bought | went_on("buy_step")


KINDS = [
    ("church", "buy_church", "church", 0),
    ("raider", "buy_raider", "raiders", 0),
    ("step", "buy_step", "space", 1),
]


@rule("A5", "A6", "A7")
@pytest.mark.parametrize(("symbol", "phase", "field", "start"), KINDS)
@pytest.mark.parametrize(("coins", "offered"), [(0, False), (1, False), (2, True)])
def test_a_purchase_is_offered_only_with_two_coins(symbol, phase, field, start, coins, offered):
    """The battle area holds 7 raiders. The coin behind the symbols comes too late to buy with."""
    game = loser(symbol, symbol, "coin", coins=[coins, 9, 9, 9], battle_area=7)
    expected = {f"players[0].{field}": (start, start + 2)} | ({"battle_area": (7, 5)} if symbol == "raider" else {})
    earned = {"players[0].coins": (coins, coins + 1)}
    if not offered:
        assert run(game) == expected | earned | ended()
    else:
        assert run(game) == expected | asked(phase)
        assert run(game, "stop") == earned | went_on(phase)


@rule("A10")
@pytest.mark.parametrize(("symbol", "phase", "field", "start"), KINDS)
def test_equal_symbols_that_do_not_stand_side_by_side_are_separate(symbol, phase, field, start):
    game = loser(symbol, "coin", symbol, coins=[3, 3, 3, 3], battle_area=7)

    def one(before):
        area = {"battle_area": (7 - before, 6 - before)} if symbol == "raider" else {}
        return {f"players[0].{field}": (start + before, start + before + 1)} | area

    assert run(game) == one(0) | asked(phase)
    assert run(game, "buy") == one(1) | one(2) | {
        f"players[0].{field}": (start + 1, start + 3),  # the one bought leaves 1 coin; the coin makes 2 again
        "players[0].coins": (3, 2),
    } | ({"battle_area": (6, 4)} if symbol == "raider" else {})
    assert game.phase == phase
    assert run(game, "stop") == went_on(phase)


@rule("A10")
def test_different_symbols_side_by_side_each_have_purchases_of_their_own():
    game = resolving(13, 2, marker=0, coins=[6, 3, 3, 3], battle_area=5)  # raider, church, step
    assert run(game) == {"battle_area": (5, 4), "players[0].raiders": (0, 1)} | asked("buy_raider")
    assert run(game, "stop") == {"players[0].church": (0, 1)} | asked("buy_church", "buy_raider")
    assert run(game, "buy") == {"players[0].church": (1, 2), "players[0].coins": (6, 4)}
    assert run(game, "stop") == {"players[0].space": (1, 2)} | asked("buy_step", "buy_church")
    assert run(game, "stop") == ended(card=13) | {"phase": ("buy_step", "choose_town")}


def test_the_builder_sets_up_25_cards():
    game = table(5, hands=[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]])
    assert [player["hand"] for player in game.to_json()["players"]] == [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]
    assert game.to_json()["discarded"] == list(range(11, 26))
    assert (game.phase, game.to_json()["set_aside"]) == ("choose_town", None)
