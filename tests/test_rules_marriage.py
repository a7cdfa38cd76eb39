"""M: the marriage card, the Princess, the track: by hand-worked positions; nothing but what is named may change."""

import pytest

from boru_env.rules import state as st
from boru_env.rules.upkeep import marriage
from rule import rule
from table import at_step, run, small_edition, step_only, table, without_tables

PLAYERS = (3, 4, 5)


@rule("M1")
def test_the_highest_takes_the_card_and_gains_points_renown_and_a_town_of_its_region():
    game = at_step(4, st.STEP_MARRIAGE, on_offer="m_meath", space=[2, 5, 1, 3], discs={"tara": 0})
    game._states[0]["phase"] = st.RUNNING
    gained = step_only(game, marriage.take_marriage)
    assert gained == {
        "marriage_card": ("m_meath", None),
        "phase": ("choose_town", "marriage_town"),
        "players[1].marriages": ([], ["m_meath"]),
        "players[1].points": (10, 11),
        "players[1].renown": (1, 2),
        "seat_to_act": (game.to_json()["marker"], 1),
    }
    meath = {"dun_na_sciath", "knowth", "clonmacnoise", "kells", "granard"}
    assert {game.words(action) for action in game.legal_ids()} == {f"town {town}" for town in meath}
    assert run(game, "town kells")["towns.kells.disc"] == (None, 1)


@rule("M1")
def test_without_a_free_town_in_the_region_the_rest_of_the_card_is_gained():
    meath = ("dun_na_sciath", "knowth", "clonmacnoise", "kells", "tara", "granard")
    game = at_step(3, st.STEP_MARRIAGE, on_offer="m_meath", space=[1, 4, 2], discs=dict.fromkeys(meath, 0))
    assert step_only(game, marriage.take_marriage) == {
        "marriage_card": ("m_meath", None),
        "players[1].marriages": ([], ["m_meath"]),
        "players[1].points": (10, 11),
        "players[1].renown": (1, 2),
    }


@rule("M1")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_highest_is_any_seat_that_is_above_all_others(num_players):
    for seat in range(num_players):
        spaces = list(range(2, 2 + num_players))
        spaces[seat] = 9
        game = at_step(num_players, st.STEP_MARRIAGE, on_offer="m_ossory", space=spaces)
        assert step_only(game, marriage.take_marriage)[f"players[{seat}].marriages"] == ([], ["m_ossory"])


@rule("M2")
def test_the_takers_disc_goes_back_to_the_first_space():
    game = at_step(4, st.STEP_FAREWELL, taker=2, space=[3, 1, 7, 2])
    assert step_only(game, without_tables(marriage.farewell)) == {"players[2].space": (7, 1)}


@rule("M3")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_with_all_on_the_first_space_the_card_leaves_and_nobody_is_rewarded(num_players):
    track = [{"space": n, "reward": ["coin"] if n == 1 else [], "provenance": "reconstructed"} for n in (1, 2, 3)]
    game = at_step(
        num_players, st.STEP_MARRIAGE, edition=small_edition(track=track), on_offer="m_ulster", battle_area=0
    )
    assert step_only(game, marriage.take_marriage) == {"marriage_card": ("m_ulster", None)}
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
def test_the_princess_is_kept_for_support_or_trade_or_spurned_for_points(choice, change):
    game = at_step(4, st.STEP_MARRIAGE, on_offer="m_denmark", space=[1, 1, 1, 2], round=4, rounds=4, battle_area=0)
    asked = step_only(game, marriage.take_marriage)
    assert asked["phase"] == ("choose_town", "princess")
    assert asked["players[3].marriages"] == ([], ["m_denmark"])
    action = {"support": 0, "trade": 1, "spurn": 2}[choice]
    assert step_only(game, marriage.choose_princess, action) == change
    assert [game.words(legal) for legal in game.legal_ids()] == [
        "princess support",
        "princess trade",
        "princess spurn",
    ]


@rule("M5")
def test_the_others_gain_what_their_spaces_show_clockwise_from_the_marker_and_not_the_taker():
    rewards = [["coin"], ["any_town", "coin", "any_town"], ["renown"], ["coin", "coin"], []]
    track = [{"space": n, "reward": r, "provenance": "reconstructed"} for n, r in enumerate(rewards, 1)]
    game = at_step(4, st.STEP_TRACK, edition=small_edition(track=track), taker=0, marker=2, space=[1, 3, 2, 4])
    before = int(game._states[0]["seat"])
    assert run(game) == {"phase": ("choose_town", "track_town"), "seat_to_act": (before, 2)}
    assert game.seat == 2
    assert run(game, "town umall") == {
        "players[2].coins": (3, 4),
        "towns.umall.disc": (None, 2),
    }
    changed = run(game, "town cork")
    assert changed["towns.cork.disc"] == (None, 2)
    assert changed["players[3].coins"] == (3, 5)
    assert changed["players[1].renown"] == (1, 2)
    assert "players[0].coins" not in changed


@rule("M5")
def test_without_a_free_town_the_reward_has_no_effect():
    game = at_step(
        3, st.STEP_TRACK, taker=0, marker=1, space=[1, 8, 3], discs=dict.fromkeys(table(3).edition.town_ids, 0)
    )
    total = {}
    while game._states[0]["step"] == st.STEP_TRACK:
        total |= step_only(game, marriage.reward_track)
    assert total == {"players[2].coins": (3, 4)}
