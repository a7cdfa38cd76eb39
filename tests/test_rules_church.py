"""C: the church's favour: by hand-worked positions; nothing but what is named may change."""

import pytest

from boru_env.rules import state as st
from boru_env.rules.upkeep import church
from rule import rule
from table import at_step, pad, run, step_only, without_tables

PLAYERS = (3, 4, 5)


@rule("C1", "C3")
def test_the_lone_most_builds_on_an_own_town_takes_the_marker_and_all_discs_back():
    game = at_step(
        4, st.STEP_CHURCH, church=[1, 3, 0, 1], marker=0, discs={"cork": 1, "emly": 1, "tara": 1, "kells": 0}
    )
    s, town = game._states[0], game.edition.town_index
    s["town_monastery"][town["cork"]] = 1
    s["town_viking"][town["tara"]] = 1
    run(game)
    assert (game.phase, game.seat) == ("monastery", 1)
    assert [game.words(action) for action in game.legal_ids()] == ["town emly"]
    assert step_only(game, lambda t, s: church.build(s, town["emly"])) == {"towns.emly.monastery": (False, True)}
    assert step_only(game, without_tables(church.crown_leader)) == {
        "marker": (0, 1),
        "players[1].church": (3, 0),
    }


@rule("C1")
def test_without_a_place_for_a_monastery_the_marker_and_the_discs_still_move():
    game = at_step(3, st.STEP_CHURCH, church=[0, 2, 0], marker=0)
    assert step_only(game, church.favour_leader) == {}
    assert step_only(game, without_tables(church.crown_leader)) == {"marker": (0, 1), "players[1].church": (2, 0)}


CHURCH = [
    # church -> marker's new holder (None: stays), church after C1 and C2, points gained
    ([3, 1, 0], 0, [0, 0, 0], [0, 1, 0]),
    ([3, 1, 1], 0, [0, 0, 0], [0, 1, 1]),
    ([2, 2, 1], None, [1, 1, 1], [1, 1, 0]),
    ([3, 3, 3], None, [2, 2, 2], [1, 1, 1]),
    ([0, 0, 0], None, [0, 0, 0], [0, 0, 0]),
    ([0, 1, 0], 1, [0, 0, 0], [0, 0, 0]),
    ([7, 6, 5], 0, [0, 5, 5], [0, 1, 0]),
]


@rule("C1", "C2")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(("discs", "holder", "left", "gained"), CHURCH)
def test_the_church_rewards_the_lone_most_and_then_all_who_now_have_the_most(num_players, discs, holder, left, gained):
    game = at_step(num_players, st.STEP_CHURCH, church=pad(discs, num_players), marker=2)
    s, total = game._states[0], {}
    while s["step"] != st.STEP_CHURCH_FOUR:
        rules = {
            st.STEP_CHURCH: church.favour_leader,
            st.STEP_CHURCH_LEADER: without_tables(church.crown_leader),
            st.STEP_CHURCH_POINT: without_tables(church.reward_most),
        }
        for path, (before, after) in step_only(game, rules[int(s["step"])]).items():
            total[path] = (total.get(path, (before,))[0], after)
    expected = {} if holder is None else {"marker": (2, holder)}
    for seat in range(3):
        if discs[seat] != left[seat]:
            expected[f"players[{seat}].church"] = (discs[seat], left[seat])
        if gained[seat]:
            expected[f"players[{seat}].points"] = (10, 10 + gained[seat])
    assert total == expected


@rule("C3", "C4")
def test_four_discs_bring_a_monastery_clockwise_and_stay_where_none_can_be_placed():
    game = at_step(
        4, st.STEP_CHURCH_FOUR, church=[4, 3, 5, 6], marker=2, discs={"cork": 0, "emly": 0, "tara": 2, "kells": 1}
    )
    run(game)
    assert (game.phase, game.seat) == ("monastery", 2)
    assert game.to_json()["marker"] == 2
    assert run(game, "town tara") == {
        "players[2].church": (5, 0),
        "seat_to_act": (2, 0),
        "towns.tara.monastery": (False, True),
    }
    changed = run(game, "town emly")
    assert changed["players[0].church"] == (4, 0)
    assert changed["towns.emly.monastery"] == (False, True)
    assert game.to_json()["players"][3]["church"] == 6
    assert game.to_json()["players"][1]["church"] == 3
