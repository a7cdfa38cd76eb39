"""B: the incursion and the spoils: by hand-worked positions; nothing but what is named may change."""

import pytest

from boru_env.rules import state as st
from boru_env.rules.upkeep import battle
from rule import rule
from table import at_step, pad, run, step_only, without_tables

PLAYERS = (3, 4, 5)


@rule("B1")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_without_a_raider_left_there_is_no_incursion(num_players):
    game = at_step(num_players, st.STEP_BATTLE, battle_area=0, discs={"cork": 0, "emly": 1, "tara": 2})
    assert step_only(game, without_tables(battle.begin_battle)) == {}
    assert game._states[0]["step"] == st.STEP_SPOILS


@rule("B1", "B2")
def test_the_lone_most_chooses_the_losers_town_and_the_monastery_stays():
    game = at_step(4, st.STEP_RAID, battle_area=2, raiders=[1, 4, 0, 2], discs={"cork": 2, "emly": 2, "tara": 1})
    game._states[0]["town_monastery"][game.edition.town_index["cork"]] = 1
    run(game)
    assert (game.phase, game.seat) == ("raid_town", 1)
    assert {game.words(action) for action in game.legal_ids()} == {"town cork", "town emly"}
    s = game._states[0]
    assert step_only(game, lambda t, s: battle.lose_town(s, game.edition.town_index["cork"])) == {
        "towns.cork.viking": (False, True)
    }
    assert s["town_monastery"][game.edition.town_index["cork"]] == 1


@rule("B1", "B2")
@pytest.mark.parametrize(
    ("raiders", "marker", "asked"),
    [
        ([0, 0, 0], 1, [(1, 1), (2, 2), (0, 0)]),  # all tie at zero: each loses, and chooses their own
        ([2, 2, 2], 2, [(2, 2), (0, 0), (1, 1)]),
        ([3, 0, 0], 2, [(0, 2), (0, 1)]),  # one alone chooses for both losers
        ([3, 3, 1], 0, [(2, 2)]),  # shared most: the loser chooses
        ([0, 5, 5], 0, [(0, 0)]),
        ([1, 2, 3], 0, [(2, 0)]),
    ],
)
def test_losers_are_asked_about_clockwise_from_the_marker(raiders, marker, asked):
    game = at_step(
        3, st.STEP_RAID, battle_area=1, raiders=raiders, marker=marker, discs={"cork": 0, "emly": 1, "tara": 2}
    )
    towns = {0: "town cork", 1: "town emly", 2: "town tara"}
    run(game)
    seen = []
    while game.phase == "raid_town":
        (legal,) = game.legal_ids()
        seen.append((game.seat, next(seat for seat, words in towns.items() if words == game.words(legal))))
        game.apply(legal)
    assert seen == asked


@rule("B1")
def test_the_fewest_are_over_all_players_and_who_controls_no_town_is_not_asked_about():
    game = at_step(3, st.STEP_RAID, battle_area=1, raiders=[0, 1, 2], marker=0, discs={"emly": 1, "tara": 2})
    changed = run(game)
    assert not any(path.endswith("viking") for path in changed)
    assert game.phase != "raid_town"


@rule("B3")
def test_left_raiders_return_to_the_supply_and_spoils_follow():
    game = at_step(3, st.STEP_RAID, battle_area=5, raiders=[1, 2, 0], marker=0)
    for _ in range(4):
        changed = step_only(game, battle.raid_next)
    assert changed == {"battle_area": (5, 0)}
    assert game._states[0]["step"] == st.STEP_SPOILS


SPOILS = [
    # raiders, renown -> (raiders, renown, points gained)
    ([3, 1, 0], [1, 1, 1], [0, 0, 0], [2, 1, 1], [2, 1, 0]),  # one alone, then one is most
    ([3, 1, 1], [4, 0, 2], [0, 0, 0], [5, 0, 2], [5, 1, 1]),  # the second most is taken after the return
    ([2, 2, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 0]),  # shared most: B4 skipped, nothing returned by it
    ([2, 2, 2], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]),
    ([0, 0, 0], [1, 1, 1], [0, 0, 0], [1, 1, 1], [0, 0, 0]),  # nobody has one
    ([1, 0, 0], [0, 3, 3], [0, 0, 0], [1, 3, 3], [1, 0, 0]),
    ([5, 3, 2], [1, 1, 1], [0, 2, 2], [2, 1, 1], [2, 1, 0]),  # the rest is kept
]


@rule("B4", "B5")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(("raiders", "renown", "left", "renowned", "gained"), SPOILS)
def test_spoils_go_to_the_lone_most_and_then_to_all_who_now_have_the_most(
    num_players, raiders, renown, left, renowned, gained
):
    game = at_step(num_players, st.STEP_SPOILS, raiders=pad(raiders, num_players), renown=pad(renown, num_players, 1))
    changed = step_only(game, battle.share_spoils)
    expected = {}
    for seat in range(3):
        for name, before, after in (
            ("raiders", raiders[seat], left[seat]),
            ("renown", renown[seat], renowned[seat]),
            ("points", 10, 10 + gained[seat]),
        ):
            if before != after:
                expected[f"players[{seat}].{name}"] = (before, after)
    assert changed == expected
