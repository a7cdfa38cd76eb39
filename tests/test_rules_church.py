"""C: the church's favour, by hand-worked positions; the whole state is compared, so nothing else may change."""

import pytest

from boru_env.rules import state as st
from rule import rule
from table import at_step, by_seats, diff, legal, shown, upkeep

TOWNS = ("cork", "emly", "tara", "kells", "naas")  # one of each seat
LEADER = (st.STEP_CHURCH, st.STEP_CHURCH_LEADER)
POINT = (st.STEP_CHURCH_POINT,)
FOUR = (st.STEP_CHURCH_FOUR,)


def before_church(church, marker=0, step=st.STEP_CHURCH, **fields):
    """Give a game of as many players at a step of the church."""
    return at_step(len(church), step, church=church, marker=marker, seat=marker, **fields)


@rule("C1", "C3")
def test_the_lone_most_builds_on_an_own_town_without_one_takes_the_marker_and_all_discs_back():
    discs = {"cork": 1, "emly": 1, "tara": 1, "limerick": 1, "kells": 0}
    game = before_church([1, 3, 0, 1], discs=discs, monasteries=["cork"], vikings=["tara"])
    assert upkeep(game, *LEADER) == {"phase": ("choose_town", "monastery"), "seat_to_act": (0, 1)}
    assert legal(game) == ["town limerick", "town emly"]  # not one under the Vikings, nor a second monastery
    assert upkeep(game, *LEADER, action="town emly") == {
        "towns.emly.monastery": (False, True),
        "marker": (0, 1),
        "players[1].church": (3, 0),
        "phase": ("monastery", "choose_town"),
    }


@rule("C1", "C3")
@pytest.mark.parametrize(
    "fields",
    [
        {},  # no town
        {"discs": {"cork": 1}, "monasteries": ["cork"]},  # none without a monastery
        {"discs": {"cork": 1, "emly": 0}, "vikings": ["cork"]},  # none that the leader controls
    ],
)
def test_without_a_place_for_a_monastery_the_marker_and_the_discs_still_move(fields):
    game = before_church([0, 5, 0], **fields)
    assert upkeep(game, *LEADER) == {"marker": (0, 1), "players[1].church": (5, 0)}


@rule("C1", "C2")
@pytest.mark.parametrize(
    ("church", "leader", "left", "gained"),
    [
        ([3, 1, 0], 0, [0, 0, 0], [0, 1, 0]),  # one alone; then one has the most
        ([1, 1, 3], 2, [0, 0, 0], [1, 1, 0]),  # then two have: counted only after the first has taken all back
        ([0, 1, 0], 1, [0, 0, 0], [0, 0, 0]),  # then nobody has one
        ([2, 2, 1], None, [1, 1, 1], [1, 1, 0]),  # two share the most: skipped
        ([3, 0, 3], None, [2, 0, 2], [1, 0, 1]),
        ([3, 3, 3], None, [2, 2, 2], [1, 1, 1]),
        ([0, 0, 0], None, [0, 0, 0], [0, 0, 0]),
        ([2, 1, 3, 2], 2, [1, 1, 0, 1], [1, 0, 0, 1]),
        ([0, 0, 0, 9], 3, [0, 0, 0, 0], [0, 0, 0, 0]),
        ([1, 0, 2, 3], 3, [1, 0, 1, 0], [0, 0, 1, 0]),
        ([3, 2, 0, 3], None, [2, 2, 0, 2], [1, 0, 0, 1]),
        ([1, 1, 1, 1], None, [0, 0, 0, 0], [1, 1, 1, 1]),
        ([0, 0, 0, 0], None, [0, 0, 0, 0], [0, 0, 0, 0]),
        ([1, 2, 2, 2, 4], 4, [1, 1, 1, 1, 0], [0, 1, 1, 1, 0]),
        ([3, 0, 0, 0, 2], 0, [0, 0, 0, 0, 1], [0, 0, 0, 0, 1]),
        ([1, 0, 0, 3, 3], None, [1, 0, 0, 2, 2], [0, 0, 0, 1, 1]),
        ([2, 2, 2, 2, 2], None, [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]),
        ([0, 0, 0, 0, 0], None, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
    ],
)
def test_the_lone_most_takes_the_marker_and_then_all_who_now_have_the_most_score(church, leader, left, gained):
    marker = 0 if leader == 1 else 1
    game = before_church(church, marker)
    expected = by_seats(church=(church, left), points=([10] * len(church), [10 + gain for gain in gained]))
    assert upkeep(game, *LEADER, *POINT) == expected | ({} if leader is None else {"marker": (marker, leader)})


@rule("C1")
def test_a_leader_who_has_the_marker_keeps_it():
    assert upkeep(before_church([0, 0, 2, 1], marker=2), *LEADER) == {"players[2].church": (2, 0)}


@rule("C4")
@pytest.mark.parametrize(
    ("church", "marker", "asked"),
    [
        ([4, 3, 5], 1, [2, 0]),  # clockwise from the marker holder; 3 discs are not enough
        ([3, 3, 3], 0, []),
        ([4, 4, 4], 2, [2, 0, 1]),
        ([0, 6, 4, 9], 3, [3, 1, 2]),
        ([4, 0, 3, 4], 2, [3, 0]),
        ([5, 5, 5, 5], 1, [1, 2, 3, 0]),
        ([0, 0, 0, 0], 0, []),
        ([3, 3, 3, 3, 4], 0, [4]),
        ([9, 0, 4, 0, 7], 4, [4, 0, 2]),
        ([4, 4, 4, 4, 4], 3, [3, 4, 0, 1, 2]),
    ],
)
def test_four_discs_or_more_bring_a_monastery_clockwise_from_the_marker_and_come_back(church, marker, asked):
    discs = {town: seat for seat, town in enumerate(TOWNS[: len(church)])}
    game = before_church(church, marker, st.STEP_CHURCH_FOUR, discs=discs)
    first = {"phase": ("choose_town", "monastery")} if asked else {}
    if asked and asked[0] != marker:
        first |= {"seat_to_act": (marker, asked[0])}
    assert upkeep(game, *FOUR) == first
    for turn, seat in enumerate(asked):
        assert (game.seat, legal(game)) == (seat, [f"town {TOWNS[seat]}"])
        expected = {f"towns.{TOWNS[seat]}.monastery": (False, True), f"players[{seat}].church": (church[seat], 0)}
        last = turn + 1 == len(asked)
        expected |= {"phase": ("monastery", "choose_town")} if last else {"seat_to_act": (seat, asked[turn + 1])}
        assert upkeep(game, *FOUR, action=f"town {TOWNS[seat]}") == expected
    assert game._states[0]["step"] == st.STEP_REGIONS


@rule("C3", "C4")
@pytest.mark.parametrize(
    "fields",
    [
        {"discs": {"cork": 1}},
        {"discs": {"cork": 0}, "monasteries": ["cork"]},
        {"discs": {"cork": 0}, "vikings": ["cork"]},
    ],
)
def test_discs_stay_where_no_monastery_can_be_placed(fields):
    assert upkeep(before_church([6, 0, 4], step=st.STEP_CHURCH_FOUR, **fields), *FOUR) == {}


@rule("C1", "C2", "C4")
def test_the_leader_goes_first_then_the_point_and_its_disc_then_the_fours_from_the_new_marker_holder():
    discs = {"cork": 1, "emly": 2, "tara": 3, "kells": 0}
    game = before_church([4, 9, 6, 5], marker=3, discs=discs)
    everything = (*LEADER, *POINT, *FOUR)
    assert upkeep(game, *everything) == {"phase": ("choose_town", "monastery"), "seat_to_act": (3, 1)}
    assert upkeep(game, *everything, action="town cork") == {
        "towns.cork.monastery": (False, True),
        "marker": (3, 1),
        "players[1].church": (9, 0),
        "players[2].church": (6, 5),
        "players[2].points": (10, 11),
        "seat_to_act": (1, 2),
    }
    assert [upkeep(game, *everything, action=f"town {town}") for town in ("emly", "tara", "kells")] == [
        {"towns.emly.monastery": (False, True), "players[2].church": (5, 0), "seat_to_act": (2, 3)},
        {"towns.tara.monastery": (False, True), "players[3].church": (5, 0), "seat_to_act": (3, 0)},
        {
            "towns.kells.monastery": (False, True),
            "players[0].church": (4, 0),
            "phase": ("monastery", "choose_town"),
        },
    ]


@rule("C2", "C4")
def test_who_takes_back_the_fourth_disc_with_the_point_builds_nothing():
    game = before_church([4, 4, 1], discs={"cork": 0, "emly": 1})
    assert upkeep(game, *LEADER, *POINT, *FOUR) == {
        "players[0].church": (4, 3),
        "players[0].points": (10, 11),
        "players[1].church": (4, 3),
        "players[1].points": (10, 11),
    }


@rule("C1", "C2", "C4")
@pytest.mark.parametrize(
    ("church", "gained", "left", "sites"),  # seat 0 holds the marker before; sites: who builds, in this order
    [
        ([6, 5, 0], [0, 1, 0], [0, 0, 0], [0, 1]),  # one alone, then one: 5 become 4, which are enough
        ([4, 5, 4], [1, 0, 1], [3, 0, 3], [1]),  # then two: 4 become 3
        ([5, 5, 4], [1, 1, 0], [0, 0, 0], [0, 1, 2]),  # two tie: nobody goes first
        ([5, 5, 5], [1, 1, 1], [0, 0, 0], [0, 1, 2]),  # all tie
        ([4, 4, 4], [1, 1, 1], [3, 3, 3], []),
        ([0, 0, 0], [0, 0, 0], [0, 0, 0], []),
        ([4, 5, 7, 5], [0, 1, 0, 1], [0, 0, 0, 0], [2, 3, 0, 1]),  # from the new holder of the marker
        ([6, 4, 1, 6], [1, 0, 0, 1], [0, 0, 1, 0], [0, 1, 3]),
        ([5, 5, 5, 5], [1, 1, 1, 1], [0, 0, 0, 0], [0, 1, 2, 3]),
        ([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], []),
        ([4, 6, 4, 9, 3], [0, 1, 0, 0, 0], [0, 0, 0, 0, 3], [3, 0, 1, 2]),
        ([1, 7, 7, 2, 4], [0, 1, 1, 0, 0], [1, 0, 0, 2, 0], [1, 2, 4]),
        ([4, 4, 4, 4, 4], [1, 1, 1, 1, 1], [3, 3, 3, 3, 3], []),
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], []),
    ],
)
def test_each_stage_of_the_favour_counts_the_discs_that_the_stage_before_has_left(church, gained, left, sites):
    num_players, everything = len(church), (*LEADER, *POINT, *FOUR)
    game = before_church(church, discs={town: seat for seat, town in enumerate(TOWNS[:num_players])})
    before = shown(game)
    upkeep(game, *everything)
    for seat in sites:
        assert (game.seat, legal(game)) == (seat, [f"town {TOWNS[seat]}"])
        upkeep(game, *everything, action=f"town {TOWNS[seat]}")
    most = [seat for seat in range(num_players) if church[seat] == max(church)]
    expected = by_seats(church=(church, left), points=([10] * num_players, [10 + gain for gain in gained]))
    expected |= {f"towns.{TOWNS[seat]}.monastery": (False, True) for seat in sites}
    expected |= {"marker": (0, most[0])} if len(most) == 1 and most != [0] else {}
    expected |= {"seat_to_act": (0, sites[-1])} if sites and sites[-1] != 0 else {}
    assert diff(before, shown(game)) == expected
