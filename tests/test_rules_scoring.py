"""F: final scoring and winners, by hand-worked positions."""

import pytest

from boru_env.rules import scoring
from boru_env.rules import state as st
from rule import rule
from table import pad, table

PLAYERS = (3, 4, 5)


def by_seat(function, game):
    return [int(function(game.edition.tables[0], game._states[0], seat)) for seat in range(game.num_players)]


@rule("F1")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(
    ("coins", "points"),
    [
        ([5, 3, 4], [1, 0, 0]),
        ([5, 5, 4], [0, 0, 0]),
        ([5, 5, 5], [0, 0, 0]),
        ([0, 0, 0], [0, 0, 0]),
        ([0, 0, 1], [0, 0, 1]),
    ],
)
def test_the_most_coins_alone_bring_a_point(num_players, coins, points):
    game = table(num_players, coins=pad(coins, num_players))
    assert by_seat(scoring.most_coins, game) == pad(points, num_players)


@rule("F2")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_marker_brings_a_point(num_players):
    for holder in range(num_players):
        game = table(num_players, marker=holder)
        assert by_seat(scoring.active_marker, game) == [int(seat == holder) for seat in range(num_players)]


@rule("F3")
def test_each_renown_brings_a_point():
    assert by_seat(scoring.renown, table(4, renown=[0, 1, 7, 130])) == [0, 1, 7, 130]


@rule("F4")
def test_each_claim_token_held_brings_its_points():
    game = table(4, face_up=["munster", "ossory", "meath"], holders={"munster": 1, "ossory": 1, "meath": 3})
    assert by_seat(scoring.held_claims, game) == [0, 8 + 3, 0, 6]


CONNAUGHT = ("umall", "rindoon", "dunguaire", "tuam", "killala")  # 7 points: half is 3


@rule("F5")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(
    ("owners", "vikings", "points"),
    [
        ([0, 0, 1, 1, 2], [], [3, 3, 0]),  # two share the most: half, rounded down
        ([0, 1, 2, None, None], [], [3, 3, 3]),  # all do
        ([0, 0, 1, 1, None], ["umall", "rindoon"], [0, 3, 0]),  # level with the Vikings only: still half
        ([0, 0, 0, 1, None], ["umall", "rindoon"], [0, 0, 0]),  # the Vikings alone have the most: nobody
        ([0, 0, 1, 1, None], ["umall"], [0, 3, 0]),  # less than the most: nothing
    ],
)
def test_a_face_up_token_on_the_board_brings_half_to_all_with_the_most(num_players, owners, vikings, points):
    discs = {town: owner for town, owner in zip(CONNAUGHT, owners, strict=True) if owner is not None}
    game = table(num_players, face_up=["connaught"], discs=discs, vikings=vikings)
    assert by_seat(scoring.shared_claims, game) == pad(points, num_players)


@rule("F5")
def test_a_face_down_token_brings_nothing_monasteries_count_two_and_support_counts():
    discs = {"umall": 0, "rindoon": 1, "tuam": 1, "dunguaire": 2}
    assert by_seat(scoring.shared_claims, table(3, discs=discs)) == [0, 0, 0]
    strong = table(3, face_up=["connaught"], discs=discs, monasteries=["umall"])
    assert by_seat(scoring.shared_claims, strong) == [3, 3, 0]
    support = {"marriages": {"m_denmark": 2}, "princess": st.SUPPORT}
    helped = table(3, face_up=["connaught"], discs=discs, vikings=["umall"], **support)
    assert by_seat(scoring.shared_claims, helped) == [0, 3, 3]


ONE_EACH = ("limerick", "umall", "dublin", "tara", "grianan", "connor", "armagh", "gowran")


@rule("F6")
@pytest.mark.parametrize(("regions", "points"), list(enumerate([0, 0, 0, 1, 1, 3, 5, 7, 10])))
def test_the_number_of_regions_brings_the_points_of_the_table(regions, points):
    game = table(3, discs=dict.fromkeys(ONE_EACH[:regions], 1))
    assert by_seat(scoring.region_count, game) == [0, points, 0]


@rule("F6")
def test_towns_under_the_vikings_count_for_trade_and_not_for_their_owner_or_for_support():
    discs = dict.fromkeys(ONE_EACH[:5], 0)
    fields = {"discs": discs, "vikings": ONE_EACH[:3], "marriages": {"m_denmark": 1}}
    assert by_seat(scoring.region_count, table(3, **fields, princess=st.TRADE)) == [0, 1, 0]
    assert by_seat(scoring.region_count, table(3, **fields, princess=st.SUPPORT)) == [0, 0, 0]


@rule("F7")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(
    ("points", "claims", "marriages", "winners"),
    [
        ([30, 20, 10], 0, {}, [0]),
        ([20, 20, 10], 0, {}, [0, 1]),  # all level: shared
        ([20, 20, 20], 0, {}, [0, 1, 2]),
        ([20, 20, 10], 1, {}, [1]),  # more claim tokens
        ([20, 20, 10], 1, {"m_meath": 0}, [1]),  # tokens come before marriages
        ([20, 20, 10], 0, {"m_meath": 0}, [0]),
        ([20, 20, 10], 0, {"m_meath": 0, "m_denmark": 1}, [0, 1]),
        ([20, 10, 20], 0, {"m_meath": 1, "m_ulster": 2}, [2]),
    ],
)
def test_ties_are_broken_by_claim_tokens_then_by_marriages_else_shared(num_players, points, claims, marriages, winners):
    game = table(num_players, marriages=marriages, marker=0)
    s = game._states[0]
    s["renown"][:], s["coins"][:] = 0, 0
    # A token's points come off the score, so that the totals are level.
    fours = {"oriel": 1} if claims else {}
    for region, seat in fours.items():
        s["claim_holder"][game.edition.region_index[region]] = seat
        s["claim_face_up"][game.edition.region_index[region]] = 1
    s["points"][:num_players] = pad(points, num_players)
    s["points"][0] -= 1  # the marker
    if claims:
        s["points"][1] -= 4
    scoring.score(game.edition.tables[0], s)
    assert s["final_points"][:3].tolist() == points
    assert [seat for seat in range(num_players) if s["winners"][seat]] == winners


@rule("F7")
def test_a_spurned_princess_is_no_marriage_card():
    game = table(3, marker=2, renown=[0, 0, 0], points=[5, 5, 0], marriages={"m_meath": 0})
    s = game._states[0]
    s["phase"] = st.PRINCESS_CHOICE
    s["seat"] = 1
    s["marriage_holder"][7] = 1
    from boru_env.rules.upkeep import marriage

    marriage.choose_princess(game.edition.tables[0], s, 2)
    s["points"][0] += 4
    scoring.score(game.edition.tables[0], s)
    assert s["final_points"][:2].tolist() == [9, 9]
    assert s["winners"][:3].tolist() == [1, 0, 0]
