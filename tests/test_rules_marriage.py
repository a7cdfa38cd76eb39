"""M: the marriage card, the Princess, the track, by hand-worked positions; the whole state is compared."""

import pytest

from boru_env.rules import state as st
from rule import rule
from table import at_step, by_seats, legal, small_edition, table, upkeep

PLAYERS = (3, 4, 5)
CARD, FAREWELL, TRACK = (st.STEP_MARRIAGE,), (st.STEP_FAREWELL,), (st.STEP_TRACK,)
TOWNS = tuple(table(3).edition.town_ids)
REGION = {town.id: town.region for town in table(3).edition.file.towns}


def track(*rewards):
    """Give an edition whose track pays these, from the first space on."""
    spaces = [
        {"space": number, "reward": reward.split(), "provenance": "reconstructed"}
        for number, reward in enumerate([*rewards, ""], 1)
    ]
    return small_edition(track=spaces)


def before_marriage(space, card, step=st.STEP_MARRIAGE, **fields):
    return at_step(len(space), step, space=space, on_offer=card, **{"marker": 0, "seat": 0} | fields)


def taken(card, seat):
    return {"marriage_card": (card, None), f"players[{seat}].marriages": ([], [card])}


@rule("M1")
@pytest.mark.parametrize(
    ("card", "points", "renown", "region"),
    [
        ("m_munster", 3, 0, "munster"),
        ("m_connaught", 3, 0, "connaught"),
        ("m_leinster", 3, 0, "leinster"),
        ("m_meath", 1, 1, "meath"),
        ("m_ulster", 1, 1, "ulster"),
        ("m_ailech", 3, 0, "ailech"),
        ("m_ossory", 3, 1, None),
    ],
)
def test_the_highest_takes_the_card_and_gains_points_renown_and_a_free_town_of_its_region(card, points, renown, region):
    game = before_marriage([2, 5, 1, 3], card, discs={"cork": 0, "tara": 1, "dublin": 2, "grianan": 0})
    expected = taken(card, 1) | {"players[1].points": (10, 10 + points)}
    expected |= {"players[1].renown": (1, 1 + renown)} if renown else {}
    if region is None:
        assert upkeep(game, *CARD) == expected
        return
    assert upkeep(game, *CARD) == expected | {"phase": ("choose_town", "marriage_town"), "seat_to_act": (0, 1)}
    towns = [town for town in TOWNS if REGION[town] == region and town not in ("cork", "tara", "dublin", "grianan")]
    assert legal(game) == [f"town {town}" for town in towns]
    assert upkeep(game, *CARD, action=f"town {towns[-1]}") == {
        f"towns.{towns[-1]}.disc": (None, 1),
        "phase": ("marriage_town", "choose_town"),
    }


@rule("M1")
def test_without_a_free_town_in_the_region_the_rest_of_the_card_is_gained():
    full = {town: 0 for town in TOWNS if REGION[town] == "meath"}
    expected = taken("m_meath", 1) | {"players[1].points": (10, 11), "players[1].renown": (1, 2)}
    assert upkeep(before_marriage([1, 4, 2], "m_meath", discs=full), *CARD) == expected


@rule("M1", "M2")
@pytest.mark.parametrize(
    ("space", "taker"),
    [
        ([2, 1, 1], 0),  # one alone is above the first space
        ([1, 1, 2], 2),
        ([4, 5, 3], 1),
        ([1, 1, 1, 7], 3),
        ([9, 10, 8, 1], 1),
        ([3, 2, 1, 1], 0),
        ([1, 1, 1, 1, 2], 4),
        ([2, 3, 4, 6, 5], 3),
        ([10, 1, 9, 1, 8], 0),
    ],
)
def test_only_the_highest_takes_the_card_and_only_that_disc_goes_back_to_the_first_space(space, taker):
    game = before_marriage(space, "m_ossory")
    reward = {f"players[{taker}].points": (10, 13), f"players[{taker}].renown": (1, 2)}
    assert upkeep(game, *CARD) == taken("m_ossory", taker) | reward
    assert upkeep(game, *FAREWELL) == {f"players[{taker}].space": (space[taker], 1)}


@rule("M3")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("card", ["m_ulster", "m_denmark"])
def test_with_all_on_the_first_space_the_card_leaves_and_nobody_is_rewarded_even_if_the_space_pays(num_players, card):
    game = before_marriage([1] * num_players, card, edition=track("coin any_town", "renown"))
    assert upkeep(game, *CARD, *FAREWELL, *TRACK) == {"marriage_card": (card, None)}  # the pile stays as it is
    assert game._states[0]["step"] == st.STEP_BATTLE


@rule("M4")
@pytest.mark.parametrize(
    ("choice", "change"),
    [
        ("support", {"players[3].princess": (None, "support")}),
        ("trade", {"players[3].princess": (None, "trade")}),
        ("spurn", {"players[3].marriages": (["m_denmark"], []), "players[3].points": (10, 14)}),
    ],
)
def test_the_princess_is_kept_for_support_or_trade_or_spurned_for_4_points(choice, change):
    game = before_marriage([3, 1, 1, 4], "m_denmark", round=4)
    question = {"phase": ("choose_town", "princess"), "seat_to_act": (0, 3)}
    assert upkeep(game, *CARD) == taken("m_denmark", 3) | question
    assert legal(game) == ["princess support", "princess trade", "princess spurn"]
    assert upkeep(game, *CARD, *FAREWELL, *TRACK, action=f"princess {choice}") == change | {
        "phase": ("princess", "choose_town"),
        "players[3].space": (4, 1),
        "players[0].coins": (3, 4),  # the track is paid after the choice
    }


@rule("M5")
@pytest.mark.parametrize(
    ("number", "coins", "renown", "town"),
    [(1, 0, 0, 0), (2, 0, 0, 0), (3, 1, 0, 0), (4, 1, 0, 0), (5, 2, 0, 0), (6, 2, 0, 0), (7, 0, 1, 0), (8, 0, 0, 1)],
)
def test_each_space_of_the_shipped_track_pays_what_it_shows(number, coins, renown, town):
    game = before_marriage([1, number, 1], "m_ossory", st.STEP_TRACK, taker=0)
    expected = {"players[1].coins": (3, 3 + coins)} if coins else {}
    expected |= {"players[1].renown": (1, 1 + renown)} if renown else {}
    expected |= {"phase": ("choose_town", "track_town"), "seat_to_act": (0, 1)} if town else {}
    assert upkeep(game, *TRACK) == expected
    if town:
        assert legal(game) == [f"town {town}" for town in TOWNS]
        assert upkeep(game, *TRACK, action="town umall") == {
            "towns.umall.disc": (None, 1),
            "phase": ("track_town", "choose_town"),
        }


@rule("M5")
@pytest.mark.parametrize(
    ("num_players", "marker", "taker", "asked"),
    [
        (3, 0, 0, [1, 2]),
        (3, 2, 1, [2, 0]),
        (4, 1, 3, [1, 2, 0]),
        (4, 3, 0, [3, 1, 2]),
        (5, 4, 2, [4, 0, 1, 3]),
        (5, 2, 4, [2, 3, 0, 1]),
    ],
)
def test_all_but_the_taker_gain_clockwise_from_the_marker_even_on_the_first_space(num_players, marker, taker, asked):
    """All are on the first space, which pays; the taker's disc lies there since M2."""
    fields = {"edition": track("any_town", ""), "taker": taker, "marker": marker, "seat": marker}
    game = before_marriage([1] * num_players, "m_ossory", st.STEP_TRACK, **fields)
    first = {"phase": ("choose_town", "track_town")} | (
        {} if asked[0] == marker else {"seat_to_act": (marker, asked[0])}
    )
    assert upkeep(game, *TRACK) == first
    for turn, seat in enumerate(asked):
        expected = {f"towns.{TOWNS[turn]}.disc": (None, seat)}
        last = turn + 1 == len(asked)
        expected |= {"phase": ("track_town", "choose_town")} if last else {"seat_to_act": (seat, asked[turn + 1])}
        assert upkeep(game, *TRACK, action=f"town {TOWNS[turn]}") == expected
    assert game._states[0]["step"] == st.STEP_BATTLE


@rule("M5")
def test_each_ones_rewards_are_complete_before_the_next_ones():
    edition = track("coin", "any_town coin any_town", "renown", "coin renown coin")
    fields = {"edition": edition, "taker": 0, "marker": 2, "seat": 2, "discs": {"limerick": 1}}
    game = before_marriage([1, 3, 2, 4], "m_ossory", st.STEP_TRACK, **fields)
    assert upkeep(game, *TRACK) == {"phase": ("choose_town", "track_town")}
    assert legal(game) == [f"town {town}" for town in TOWNS if town != "limerick"]
    assert upkeep(game, *TRACK, action="town umall") == {"players[2].coins": (3, 4), "towns.umall.disc": (None, 2)}
    assert legal(game) == [f"town {town}" for town in TOWNS if town not in ("limerick", "umall")]
    assert upkeep(game, *TRACK, action="town cork") == {
        "towns.cork.disc": (None, 2),
        "phase": ("track_town", "choose_town"),
    } | by_seats(coins=([3, 3, 3, 3], [3, 3, 3, 5]), renown=([1, 1, 1, 1], [1, 2, 1, 2]))


@rule("M5")
def test_without_a_free_town_that_reward_has_no_effect():
    edition = track("", "any_town coin", "any_town")
    fields = {"edition": edition, "taker": 0, "discs": dict.fromkeys(TOWNS, 0)}
    game = before_marriage([1, 2, 3], "m_ossory", st.STEP_TRACK, **fields)
    assert upkeep(game, *TRACK) == {"players[1].coins": (3, 4)}


@rule("M5")
def test_the_last_free_town_goes_to_the_first_who_is_asked_and_the_others_gain_the_rest():
    edition = track("", "any_town any_town coin", "any_town renown")
    discs = {town: 0 for town in TOWNS if town != "cork"}
    game = before_marriage(
        [1, 3, 2], "m_ossory", st.STEP_TRACK, edition=edition, taker=0, marker=2, seat=2, discs=discs
    )
    assert upkeep(game, *TRACK) == {"phase": ("choose_town", "track_town")}
    assert legal(game) == ["town cork"]
    assert upkeep(game, *TRACK, action="town cork") == {
        "towns.cork.disc": (None, 2),
        "players[2].coins": (3, 4),  # the second town of this space is not asked for
        "players[1].renown": (1, 2),  # nor that of the next player's
        "phase": ("track_town", "choose_town"),
    }


@rule("M1", "M2", "M5")
@pytest.mark.parametrize(
    ("space", "taker"), [([2, 1, 1], 0), ([1, 3, 2], 1), ([1, 1, 1, 2], 3), ([3, 4, 2, 1], 1), ([2, 1, 5, 4, 3], 2)]
)
def test_the_taker_gains_nothing_from_the_space_left_or_from_a_first_space_that_pays(space, taker):
    num_players = len(space)
    game = before_marriage(space, "m_ossory", edition=track("coin", *["renown"] * 5))
    coins, renown = [3] * num_players, [1] * num_players
    expected = taken("m_ossory", taker) | {f"players[{taker}].points": (10, 13)}
    assert upkeep(game, *CARD, *FAREWELL, *TRACK) == expected | by_seats(
        coins=(coins, [3 + (place == 1) for place in space]),
        renown=(renown, [1 + (place > 1) for place in space]),  # the taker's renown is the card's
        space=(space, [1 if seat == taker else place for seat, place in enumerate(space)]),
    )
