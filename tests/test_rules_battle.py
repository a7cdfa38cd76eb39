"""B: the incursion and the spoils, by hand-worked positions; the whole state is compared: nothing else may change."""

import pytest

from boru_env.rules import state as st
from rule import rule
from table import at_step, by_seats, legal, shown, upkeep

PLAYERS = (3, 4, 5)
TOWNS = ("cork", "emly", "tara", "kells", "naas")  # one of each seat
INCURSION = (st.STEP_BATTLE, st.STEP_RAID)


def before_battle(raiders, marker=0, **fields):
    """Give a game of as many players at the beginning of the battle, each with a town unless told otherwise."""
    discs = {town: seat for seat, town in enumerate(TOWNS[: len(raiders)])}
    fields = {"discs": discs, "battle_area": 1, "seat": marker} | fields
    return at_step(len(raiders), st.STEP_BATTLE, raiders=raiders, marker=marker, **fields)


def asking(before, now):
    return {"seat_to_act": (before, now)} if before != now else {}


@rule("B1", "B3")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_without_a_raider_left_there_is_no_incursion_and_spoils_follow(num_players):
    game = before_battle([0, 1, 2, 3, 4][:num_players], battle_area=0)
    assert upkeep(game, *INCURSION) == {}
    assert game._states[0]["step"] == st.STEP_SPOILS


@rule("B1", "B2", "B3")
@pytest.mark.parametrize(
    ("raiders", "marker", "asked"),  # asked: who chooses, and who loses
    [
        ([0, 1, 3], 0, [(2, 0)]),  # one alone has the most, one the fewest
        ([3, 0, 0], 2, [(0, 2), (0, 1)]),  # two share the fewest
        ([3, 3, 1], 0, [(2, 2)]),  # two share the most: the loser chooses
        ([0, 5, 5], 2, [(0, 0)]),
        ([2, 2, 2], 2, [(2, 2), (0, 0), (1, 1)]),  # all tie: all lose, and choose their own
        ([0, 0, 0], 1, [(1, 1), (2, 2), (0, 0)]),
        ([1, 1, 4, 0], 2, [(2, 3)]),
        ([4, 1, 1, 1], 2, [(0, 2), (0, 3), (0, 1)]),
        ([0, 0, 2, 2], 1, [(1, 1), (0, 0)]),
        ([3, 3, 3, 1], 0, [(3, 3)]),
        ([2, 2, 2, 2], 3, [(3, 3), (0, 0), (1, 1), (2, 2)]),
        ([0, 0, 0, 0], 0, [(0, 0), (1, 1), (2, 2), (3, 3)]),
        ([9, 3, 2, 1, 0], 1, [(0, 4)]),
        ([1, 1, 1, 1, 6], 2, [(4, 2), (4, 3), (4, 0), (4, 1)]),
        ([5, 0, 5, 0, 0], 3, [(3, 3), (4, 4), (1, 1)]),
        ([2, 2, 1, 2, 2], 4, [(2, 2)]),
        ([7, 7, 7, 7, 7], 4, [(4, 4), (0, 0), (1, 1), (2, 2), (3, 3)]),
        ([0, 0, 0, 0, 0], 2, [(2, 2), (3, 3), (4, 4), (0, 0), (1, 1)]),
    ],
)
def test_all_with_the_fewest_lose_a_town_clockwise_from_the_marker_and_the_lone_most_chooses(raiders, marker, asked):
    game = before_battle(raiders, marker)
    choosers = [chooser for chooser, _ in asked]
    assert upkeep(game, *INCURSION) == {"phase": ("choose_town", "raid_town")} | asking(marker, choosers[0])
    for turn, (chooser, loser) in enumerate(asked):
        assert (game.seat, legal(game)) == (chooser, [f"town {TOWNS[loser]}"])
        expected = {f"towns.{TOWNS[loser]}.viking": (False, True)}
        if turn + 1 < len(asked):
            expected |= asking(chooser, choosers[turn + 1])
        else:
            expected |= {"battle_area": (1, 0), "phase": ("raid_town", "choose_town")}
        assert upkeep(game, *INCURSION, action=f"town {TOWNS[loser]}") == expected
    assert game._states[0]["step"] == st.STEP_SPOILS


@rule("B1", "B2")
def test_any_town_that_the_loser_controls_may_be_lost_but_no_other_and_a_monastery_stays():
    discs = {"cork": 2, "emly": 2, "tara": 2, "kells": 1, "naas": 0}
    game = before_battle([1, 4, 0, 2], discs=discs, vikings=["tara"], monasteries=["cork"], battle_area=7)
    assert upkeep(game, *INCURSION) == {"phase": ("choose_town", "raid_town"), "seat_to_act": (0, 1)}
    assert legal(game) == ["town cork", "town emly"]
    assert upkeep(game, *INCURSION, action="town cork") == {
        "towns.cork.viking": (False, True),  # the disc and the monastery stay
        "battle_area": (7, 0),
        "phase": ("raid_town", "choose_town"),
    }
    assert shown(game)["towns"]["cork"] == {"disc": 2, "viking": True, "monastery": True}


@rule("B1", "B2", "B3")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("vikings", [[], ["cork"]])
def test_the_fewest_are_over_all_players_and_who_controls_no_town_loses_none(num_players, vikings):
    discs = {"emly": 1, "tara": 2} | dict.fromkeys(vikings, 0)
    game = before_battle([0, 1, 2, 3, 4][:num_players], discs=discs, vikings=vikings, battle_area=5)
    assert upkeep(game, *INCURSION) == {"battle_area": (5, 0)}
    assert game._states[0]["step"] == st.STEP_SPOILS


@rule("B1", "B2")
@pytest.mark.parametrize(
    ("raiders", "townless", "asked"),
    [
        ([3, 0, 0], 1, [(0, 2)]),
        ([0, 0, 0], 0, [(1, 1), (2, 2)]),
        ([1, 1, 1, 1], 2, [(0, 0), (1, 1), (3, 3)]),
        ([0, 0, 0, 5, 0], 0, [(3, 1), (3, 2), (3, 4)]),
    ],
)
def test_among_several_losers_the_one_without_a_town_is_passed_over(raiders, townless, asked):
    discs = {town: seat for seat, town in enumerate(TOWNS[: len(raiders)]) if seat != townless}
    game = before_battle(raiders, discs=discs)
    first, last = asked[0], asked[-1]
    assert upkeep(game, *INCURSION) == {"phase": ("choose_town", "raid_town")} | asking(0, first[0])
    for turn, (chooser, loser) in enumerate(asked):
        assert legal(game) == [f"town {TOWNS[loser]}"]
        expected = {f"towns.{TOWNS[loser]}.viking": (False, True)}
        if (chooser, loser) == last:
            expected |= {"battle_area": (1, 0), "phase": ("raid_town", "choose_town")}
        else:
            expected |= asking(chooser, asked[turn + 1][0])
        assert upkeep(game, *INCURSION, action=f"town {TOWNS[loser]}") == expected


@rule("B2")
def test_the_most_are_over_all_players_also_those_without_a_town():
    game = before_battle([4, 0, 1], discs={"emly": 1, "tara": 1, "kells": 2}, marker=1)
    assert upkeep(game, *INCURSION) == {"phase": ("choose_town", "raid_town"), "seat_to_act": (1, 0)}
    assert legal(game) == ["town emly", "town tara"]


@rule("B4", "B5")
@pytest.mark.parametrize(
    ("raiders", "left", "gained", "alone"),  # seat n has n + 1 renown: alone, it gains n + 2 points
    [
        ([3, 1, 0], [0, 0, 0], [2, 1, 0], 0),  # one alone; then one has the most
        ([1, 5, 1], [0, 0, 0], [1, 3, 1], 1),  # then two have: counted only after the first has returned all
        ([0, 0, 1], [0, 0, 0], [0, 0, 4], 2),  # then nobody has one
        ([5, 3, 2], [0, 2, 2], [2, 1, 0], 0),  # the rest is kept
        ([2, 2, 1], [1, 1, 1], [1, 1, 0], None),  # two share the most: skipped
        ([3, 0, 3], [2, 0, 2], [1, 0, 1], None),
        ([2, 2, 2], [1, 1, 1], [1, 1, 1], None),
        ([0, 0, 0], [0, 0, 0], [0, 0, 0], None),
        ([4, 3, 2, 3], [0, 2, 2, 2], [2, 1, 0, 1], 0),
        ([1, 2, 2, 9], [1, 1, 1, 0], [0, 1, 1, 5], 3),
        ([0, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 5], 3),
        ([5, 1, 1, 5], [4, 1, 1, 4], [1, 0, 0, 1], None),
        ([1, 3, 3, 3], [1, 2, 2, 2], [0, 1, 1, 1], None),
        ([1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1], None),
        ([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], None),
        ([1, 1, 1, 1, 2], [0, 0, 0, 0, 0], [1, 1, 1, 1, 6], 4),
        ([0, 6, 4, 0, 5], [0, 0, 4, 0, 4], [0, 3, 0, 0, 1], 1),
        ([3, 0, 0, 0, 0], [0, 0, 0, 0, 0], [2, 0, 0, 0, 0], 0),
        ([2, 2, 0, 1, 0], [1, 1, 0, 1, 0], [1, 1, 0, 0, 0], None),
        ([0, 0, 0, 7, 7], [0, 0, 0, 6, 6], [0, 0, 0, 1, 1], None),
        ([4, 4, 4, 4, 4], [3, 3, 3, 3, 3], [1, 1, 1, 1, 1], None),
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], None),
    ],
)
def test_spoils_go_to_the_lone_most_and_then_to_all_who_now_have_the_most(raiders, left, gained, alone):
    num_players = len(raiders)
    renown = [1, 2, 3, 4, 5][:num_players]
    game = at_step(num_players, st.STEP_SPOILS, raiders=raiders, renown=renown, battle_area=0)
    renowned = [count + (seat == alone) for seat, count in enumerate(renown)]
    points = [10] * num_players, [10 + gain for gain in gained]
    expected = by_seats(raiders=(raiders, left), renown=(renown, renowned), points=points)
    assert upkeep(game, st.STEP_SPOILS) == expected


@rule("B4")
def test_the_renown_just_taken_counts_also_if_it_is_the_first():
    game = at_step(3, st.STEP_SPOILS, raiders=[0, 3, 0], renown=[9, 0, 9])
    assert upkeep(game, st.STEP_SPOILS) == {
        "players[1].renown": (0, 1),
        "players[1].points": (10, 11),
        "players[1].raiders": (3, 0),
    }


@rule("B1", "B3", "B4", "B5")
@pytest.mark.parametrize("battle_area", [0, 1, 8])
def test_the_same_spoils_follow_with_and_without_an_incursion_and_the_raiders_left_are_nobodys(battle_area):
    battle = (*INCURSION, st.STEP_SPOILS)
    game = before_battle([1, 4, 2, 2], marker=1, battle_area=battle_area)
    spoils = by_seats(
        raiders=([1, 4, 2, 2], [1, 0, 1, 1]), renown=([1] * 4, [1, 2, 1, 1]), points=([10] * 4, [10, 12, 11, 11])
    )
    if battle_area == 0:
        assert upkeep(game, *battle) == spoils
        return
    assert upkeep(game, *battle) == {"phase": ("choose_town", "raid_town")}
    assert upkeep(game, *battle, action="town cork") == spoils | {
        "towns.cork.viking": (False, True),
        "battle_area": (battle_area, 0),
        "phase": ("raid_town", "choose_town"),
    }
