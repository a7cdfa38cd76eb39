"""M, B, C, R: the upkeep, by hand-worked positions; nothing but what is named may change."""

import pytest

from boru_env.rules import state as st
from boru_env.rules.upkeep import battle, church, marriage, regions
from rule import rule
from table import at_step, run, small_edition, step_only, table

PLAYERS = (3, 4, 5)


def without_tables(function):
    """Give a rule that takes only the state the shape of those that take both."""
    return lambda t, s: function(s)


def pad(numbers, num_players, fill=0):
    return [*numbers, *[fill] * (num_players - len(numbers))]


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


def claims(num_players=4, **fields):
    """Give what claiming changes, the round's end apart."""
    game = at_step(num_players, st.STEP_REGIONS, **fields)
    changed = step_only(game, regions.claim_regions)
    return {path: change for path, change in changed.items() if path.startswith("claims")}


OSSORY = ("dunmore", "aghaboe", "gowran")  # threshold 2
LEINSTER = ("dublin", "wexford", "kildare", "glendalough", "naas", "ferns")  # threshold 4


@rule("R2")
def test_a_token_is_flipped_exactly_at_its_threshold_by_all_sides_together():
    assert claims(discs={"dublin": 0, "wexford": 1, "kildare": 2}) == {}
    flipped = claims(discs={"dublin": 0, "wexford": 1, "kildare": 2, "naas": 3})
    assert flipped == {"claims.leinster.face_up": (False, True)}
    by_vikings = claims(discs=dict.fromkeys(LEINSTER[:4], 1), vikings=["dublin", "wexford", "kildare"])
    assert by_vikings == {"claims.leinster.face_up": (False, True)}


@rule("R1", "R2", "R3")
def test_a_monastery_counts_two_for_the_threshold_and_for_the_claim():
    assert claims(discs={"dunmore": 0}, monasteries=["dunmore"]) == {
        "claims.ossory.face_up": (False, True),
        "claims.ossory.holder": (None, 0),
    }
    assert claims(discs={"dunmore": 0, "aghaboe": 1}, monasteries=["aghaboe"])["claims.ossory.holder"] == (None, 1)


@rule("R2")
def test_a_token_once_face_up_stays_face_up():
    assert claims(face_up=["leinster"], discs={"dublin": 3}) == {"claims.leinster.holder": (None, 3)}


@rule("R3")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(
    ("owners", "vikings", "holder", "after"),
    [
        ([0, 0, 1], [], None, 0),  # alone the strongest takes it from the board
        ([0, 0, 1], [], 1, 0),  # and from another player
        ([0, 1, None], [], None, None),  # a tie: it stays on the board
        ([0, 1, None], [], 2, 2),  # or where it is, with a third player
        ([0, 1, None], [], 0, 0),
        ([0, 0, 1], ["dunmore", "aghaboe"], 0, None),  # the Vikings alone: back to the board
        ([0, 1, None], ["dunmore"], 2, 2),  # the Vikings level with a player: it stays
        ([0, 1, None], ["dunmore"], None, None),
    ],
)
def test_a_face_up_token_goes_to_the_strongest_side(num_players, owners, vikings, holder, after):
    discs = {town: owner for town, owner in zip(OSSORY, owners, strict=True) if owner is not None}
    fields = {"face_up": ["ossory"], "discs": discs, "vikings": vikings}
    if holder is not None:
        fields["holders"] = {"ossory": holder}
    assert claims(num_players, **fields) == ({} if holder == after else {"claims.ossory.holder": (holder, after)})


@rule("R1", "R3")
def test_with_military_support_the_vikings_strength_counts_for_the_princesss_holder():
    fields = {
        "face_up": ["ossory"],
        "discs": {"dunmore": 0, "aghaboe": 0, "gowran": 2},
        "vikings": ["dunmore", "aghaboe"],
    }
    support = {"marriages": {"m_denmark": 2}, "princess": st.SUPPORT}
    assert claims(**fields) == {}
    assert claims(**fields, **support) == {"claims.ossory.holder": (None, 2)}
    assert claims(**fields, **support | {"princess": st.TRADE}) == {}


@rule("R4")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_game_ends_with_the_pile_else_the_next_round_is_prepared_and_all_else_stays(num_players):
    game = at_step(
        num_players, st.STEP_REGIONS, battle_area=0, church=pad([2], num_players), raiders=pad([1], num_players)
    )
    changed = run(game)
    assert changed["round"] == (1, 2)
    assert game.phase == "draft"
    assert not any(name in path for path in changed for name in ("church", "raiders", "coins", "space", "points"))
    last = at_step(num_players, st.STEP_REGIONS)
    last._states[0]["round"] = last._states[0]["rounds"]
    run(last)
    assert last.is_over
    assert last.final_points is not None
