"""A8, A9, A11: expanding, liberating, and the disc that moves down, by hand-worked positions."""

import pytest

from rule import rule
from table import asked, ended, legal, loser, run, went_on, winner

PLAYERS = (3, 4, 5)


@rule("A8")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_an_expansion_costs_5_coins_and_goes_one_road_from_an_own_town(num_players):
    """Of Kildare's two roads the one to Naas leads to another's town; from that of seat 2 none leads."""
    coins = [5] + [9] * (num_players - 1)
    game = loser("expand", num_players=num_players, coins=coins, discs={"kildare": 0, "naas": 1, "cork": 2})
    assert run(game) == asked("expand")
    assert legal(game) == ["town aghaboe", "stop"]
    end = ended(num_players) | {"phase": ("expand", "choose_town")}
    assert run(game.copy(), "stop") == end  # declined
    assert run(game, "town aghaboe") == {"players[0].coins": (5, 0), "towns.aghaboe.disc": (None, 0)} | end


@rule("A8")
@pytest.mark.parametrize(
    "fields",
    [
        {"coins": [4, 9, 9, 9], "discs": {"kildare": 0}},  # too few coins
        {"coins": [9, 9, 9, 9], "discs": {}},  # no town
        {"coins": [9, 9, 9, 9], "discs": {"umall": 0}},  # no road
        {"coins": [9, 9, 9, 9], "discs": {"kildare": 0, "naas": 1, "aghaboe": 0}, "vikings": ["aghaboe"]},  # none free
        {
            "coins": [9, 9, 9, 9],
            "discs": {"kildare": 0, "wexford": 1},
            "vikings": ["kildare"],
        },  # the Vikings control it
        {"coins": [9, 9, 9, 9], "discs": {"naas": 1, "kincora": 2}},  # others' towns
    ],
)
def test_an_expansion_that_cannot_be_is_not_asked(fields):
    assert run(loser("expand", **fields)) == ended()


@rule("A8")
@pytest.mark.parametrize(
    ("active", "towns"),
    [("naas", ["town aghaboe"]), ("aghaboe", ["town naas"]), ("cork", ["town naas", "town aghaboe"])],
)
def test_nobody_expands_to_the_active_town(active, towns):
    game = loser("expand", coins=[5, 3, 3, 3], discs={"kildare": 0}, active=active)
    assert run(game) == asked("expand")
    assert legal(game) == [*towns, "stop"]
    assert run(game, "stop") == went_on("expand") | {"active_town": (active, None)}


@rule("A8")
def test_with_the_active_town_alone_in_reach_nothing_is_asked():
    game = loser("expand", coins=[5, 3, 3, 3], discs={"kildare": 0, "naas": 1}, active="aghaboe")
    assert run(game) == ended() | {"active_town": ("aghaboe", None)}


@rule("A8", "A1")
def test_a_town_just_won_counts_as_controlled():
    game = winner("town", "expand", coins=[5, 3, 3, 3], active="kildare", marker=2)
    assert run(game) == {"towns.kildare.disc": (None, 0), "marker": (2, 0)} | asked("expand")
    assert legal(game) == ["town naas", "town aghaboe", "stop"]
    expanded = {"towns.naas.disc": (None, 0), "players[0].coins": (5, 0), "active_town": ("kildare", None)}
    assert run(game, "town naas") == expanded | went_on("expand")


@rule("A8", "A9")
@pytest.mark.parametrize(("town", "counts"), [("kildare", True), ("cork", False)])
def test_a_town_just_liberated_counts_as_controlled_but_not_anothers(town, counts):
    game = loser("liberate", "expand", coins=[5, 0, 0, 0], discs={"kildare": 0, "cork": 1}, vikings=["kildare", "cork"])
    assert run(game) == asked("liberate")
    changed = run(game, f"town {town}")
    if counts:
        assert changed == {"towns.kildare.viking": (True, False)} | asked("expand", "liberate")
        assert legal(game) == ["town naas", "town aghaboe", "stop"]
    else:
        assert changed == {"towns.cork.viking": (True, False)} | went_on("liberate")


@rule("A8", "A10")
def test_expansions_are_asked_one_by_one_and_a_town_just_expanded_to_counts():
    game = loser("expand", "expand", coins=[10, 3, 3, 3], discs={"kildare": 0, "aghaboe": 1})
    assert run(game) == asked("expand")
    assert legal(game) == ["town naas", "stop"]
    once = run(game, "town naas")
    assert once == {"towns.naas.disc": (None, 0), "players[0].coins": (10, 5)}
    assert legal(game) == ["town dublin", "stop"]
    second = {"towns.dublin.disc": (None, 0), "players[0].coins": (5, 0)}
    assert run(game, "town dublin") == second | went_on("expand")


@rule("A8", "A10")
def test_after_declining_once_the_next_expansion_is_still_asked_but_not_without_5_coins():
    game = loser("expand", "expand", coins=[9, 3, 3, 3], discs={"kildare": 0, "aghaboe": 1})
    assert run(game) == asked("expand")
    declined = game.copy()
    assert run(declined, "stop") == {}
    assert legal(declined) == ["town naas", "stop"]
    assert run(declined, "stop") == went_on("expand")
    expanded = {"towns.naas.disc": (None, 0), "players[0].coins": (9, 4)}
    assert run(game, "town naas") == expanded | went_on("expand")


@rule("A9")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_viking_control_token_is_removed_by_anyones_choice_and_must_be(num_players):
    discs = {"kildare": 0, "cork": 1, "tara": 2}
    game = loser("liberate", num_players=num_players, discs=discs, vikings=["cork", "tara"], monasteries=["tara"])
    assert run(game) == asked("liberate")
    assert legal(game) == ["town cork", "town tara"]  # no `stop`; Kildare holds no token
    end = ended(num_players) | {"phase": ("liberate", "choose_town")}
    assert run(game, "town tara") == {"towns.tara.viking": (True, False)} | end  # its disc and its monastery stay


@rule("A9")
def test_the_only_token_is_asked_too_and_without_a_token_nothing_is():
    game = loser("liberate", discs={"cork": 1}, vikings=["cork"])
    assert run(game) == asked("liberate")
    assert legal(game) == ["town cork"]
    assert run(loser("liberate", discs={"kildare": 0, "cork": 1})) == ended()


@rule("A9", "A10")
def test_tokens_are_removed_one_by_one_while_there_are_any():
    discs = {"kildare": 0, "cork": 1}
    game = loser("liberate", "liberate", "liberate", discs=discs, vikings=["kildare", "cork"])
    assert run(game) == asked("liberate")
    assert run(game, "town cork") == {"towns.cork.viking": (True, False)}
    assert legal(game) == ["town kildare"]
    assert run(game, "town kildare") == {"towns.kildare.viking": (True, False)} | went_on("liberate")


@rule("A11")
@pytest.mark.parametrize(
    ("start", "steps", "others", "after"),
    [
        (2, 3, [1, 1], 5),  # alone on the fifth space
        (2, 3, [4, 6], 5),  # discs below and above do not matter
        (2, 3, [5, 1], 4),  # the next space down is free
        (2, 3, [5, 3], 4),
        (2, 3, [5, 4], 3),  # it is not, the one below is
        (2, 3, [5, 5], 4),  # two discs there already
        (9, 1, [10, 8], 9),  # from the top
        (1, 1, [2, 1], 1),  # down to the first space, which is shared
        (1, 2, [3, 2], 1),  # likewise past another, on a first space of its own
        (2, 2, [4, 3, 1], 2),
        (2, 3, [5, 4, 3], 2),  # down to where it came from
        (1, 3, [4, 3, 2], 1),
        (3, 3, [6, 5, 4, 1], 3),
        (1, 4, [5, 4, 3, 2], 1),  # every space below is occupied
        (1, 3, [4, 3, 2, 1], 1),  # and the first is shared
        (3, 4, [7, 6, 4, 3], 5),  # the next free one, not the lowest
        (1, 0, [1, 1, 1, 1], 1),  # all share the first space
    ],
)
def test_a_disc_that_shares_a_space_moves_down_and_no_other_does(start, steps, others, after):
    """For every number of players that the others fit; those not named wait on the first space."""
    for num_players in range(len(others) + 1, 6):
        space = [start, *others, *[1] * (num_players - 1 - len(others))]
        fields = {"coins": [0] * num_players, "space": space}
        game = loser(*["step"] * steps, "renown", num_players=num_players, **fields)
        moved = {"players[0].space": (start, after)} if after != start else {}
        assert run(game) == moved | {"players[0].renown": (1, 2)} | ended(num_players)


@rule("A11", "A10")
def test_the_disc_moves_down_only_after_the_whole_action_with_its_purchases():
    game = loser("step", "coin", "step", coins=[1, 3, 3, 3], space=[2, 3, 4, 1])
    assert run(game) == {"players[0].coins": (1, 2), "players[0].space": (2, 4)} | asked("buy_step")
    assert run(game.copy(), "stop") == {"players[0].space": (4, 2)} | went_on("buy_step")  # below 4 and 3
    bought = {"players[0].coins": (2, 0), "players[0].space": (4, 5)}
    assert run(game, "buy") == bought | went_on("buy_step")
