"""F: final scoring and winners, by hand-worked positions; `final` compares the whole state at the end."""

import pytest

from boru_env.rules import scoring
from boru_env.rules import state as st
from cases_io import EDITION_DATA, load_edition
from rule import rule
from table import at_step, run, small_edition, table, upkeep

PLAYERS = (3, 4, 5)
DOCUMENT = load_edition(EDITION_DATA / "reconstructed.toml")
CONNAUGHT = ("umall", "rindoon", "dunguaire", "tuam", "killala", "cruachan", "dromahair")  # 7 points: half is 3
POINTS = {"munster": 8, "connaught": 7, "leinster": 6, "meath": 6, "ailech": 5, "ulster": 5, "oriel": 4, "ossory": 3}
HALF = {"munster": 4, "connaught": 3, "leinster": 3, "meath": 3, "ailech": 2, "ulster": 2, "oriel": 2, "ossory": 1}
ONE_EACH = ("limerick", "umall", "dublin", "tara", "grianan", "connor", "armagh", "gowran")


def by_seat(function, game):
    """Give what one kind of points brings to each seat."""
    return [int(function(game.edition.tables[0], game._states[0], seat)) for seat in range(game.num_players)]


def final(num_players, expected, winners, **fields):
    """Claim and score, in the last round, and compare the whole state: only points and winners may be new."""
    rounds = 3 if num_players == 3 else 4
    hands = [[]] * num_players
    game = at_step(num_players, st.STEP_REGIONS, **{"round": rounds, "marker": 0, "seat": 0, "hands": hands} | fields)
    found = {f"players[{seat}].final_points": (None, points) for seat, points in enumerate(expected)}
    ending = {"phase": ("choose_town", "game_over"), "seat_to_act": (0, None), "winners": (None, winners)}
    assert run(game) == found | ending


@rule("F1")
@pytest.mark.parametrize(
    ("coins", "points"),
    [
        ([5, 3, 4], [1, 0, 0]),  # one alone
        ([0, 0, 1], [0, 0, 1]),
        ([5, 5, 4], [0, 0, 0]),  # two tie
        ([5, 5, 5], [0, 0, 0]),
        ([0, 0, 0], [0, 0, 0]),
        ([5, 6, 7, 8], [0, 0, 0, 1]),
        ([7, 6, 6, 6], [1, 0, 0, 0]),
        ([8, 6, 7, 8], [0, 0, 0, 0]),
        ([2, 2, 2, 2], [0, 0, 0, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([4, 4, 4, 4, 5], [0, 0, 0, 0, 1]),
        ([1, 9, 2, 3, 0], [0, 1, 0, 0, 0]),
        ([1, 2, 3, 9, 9], [0, 0, 0, 0, 0]),
        ([6, 6, 6, 6, 6], [0, 0, 0, 0, 0]),
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
    ],
)
def test_the_most_coins_alone_bring_a_point(coins, points):
    assert by_seat(scoring.most_coins, table(len(coins), coins=coins)) == points


@rule("F2")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_marker_brings_a_point(num_players):
    for holder in range(num_players):
        game = table(num_players, marker=holder)
        assert by_seat(scoring.active_marker, game) == [int(seat == holder) for seat in range(num_players)]


@rule("F3")
def test_each_renown_brings_a_point():
    assert by_seat(scoring.renown, table(5, renown=[0, 1, 7, 130, 2])) == [0, 1, 7, 130, 2]


@rule("F4")
def test_each_claim_token_held_brings_its_points():
    for region, value in POINTS.items():
        game = table(5, face_up=[region], holders={region: 4})
        assert by_seat(scoring.held_claims, game) == [0, 0, 0, 0, value]
    several = table(4, face_up=["munster", "ossory", "meath"], holders={"munster": 1, "ossory": 1, "meath": 3})
    assert by_seat(scoring.held_claims, several) == [0, 8 + 3, 0, 6]


@rule("F5")
@pytest.mark.parametrize(
    ("owners", "vikings", "points"),
    [
        ([0, 0, 1, 1, 2], 0, [3, 3, 0]),  # two share the most: half, rounded down
        ([0, 1, 2], 0, [3, 3, 3]),  # all do
        ([], 0, [0, 0, 0]),  # nobody is there
        ([0, 0, 1, 1], 2, [0, 3, 0]),  # level with the Vikings only: still half
        ([0, 0, 0, 1], 2, [0, 0, 0]),  # the Vikings alone have the most: nobody
        ([0, 0, 1, 2], 1, [3, 3, 3]),  # all level with the Vikings
        ([0, 3, 3, 0, 1], 0, [3, 0, 0, 3]),
        ([0, 1, 2, 3], 0, [3, 3, 3, 3]),
        ([0, 3], 1, [0, 0, 0, 3]),
        ([1, 1, 1, 3, 3], 3, [0, 0, 0, 0]),
        ([], 0, [0, 0, 0, 0]),
        ([4, 4, 2, 2, 0], 0, [0, 0, 3, 0, 3]),
        ([0, 1, 2, 3, 4], 0, [3, 3, 3, 3, 3]),
        ([0, 0, 4, 4, 1, 1], 2, [0, 3, 0, 0, 3]),
        ([], 0, [0, 0, 0, 0, 0]),
    ],
)
def test_a_face_up_token_on_the_board_brings_half_to_all_with_the_most(owners, vikings, points):
    fields = {"discs": dict(zip(CONNAUGHT, owners, strict=False)), "vikings": CONNAUGHT[:vikings]}
    face_up, held = {"face_up": ["connaught"]}, {"holders": {"connaught": 1}}
    assert by_seat(scoring.shared_claims, table(len(points), **fields, **face_up)) == points
    for others in ({}, face_up | held):  # face down, or held
        assert by_seat(scoring.shared_claims, table(len(points), **fields, **others)) == [0] * len(points)


@rule("F5")
@pytest.mark.parametrize(("region", "half"), HALF.items())
def test_half_of_each_token_is_rounded_down(region, half):
    first, second, *_ = [town.id for town in table(3).edition.file.towns if town.region == region]
    game = table(3, face_up=[region], discs={first: 0, second: 2})
    assert by_seat(scoring.shared_claims, game) == [half, 0, half]


@rule("F5")
def test_monasteries_count_two_and_military_support_counts_but_trade_does_not():
    discs = {"umall": 0, "rindoon": 1, "tuam": 1, "dunguaire": 2}
    strong = table(3, face_up=["connaught"], discs=discs, monasteries=["umall"])
    assert by_seat(scoring.shared_claims, strong) == [3, 3, 0]
    fields = {"face_up": ["connaught"], "discs": discs, "vikings": ["umall"], "marriages": {"m_denmark": 2}}
    assert by_seat(scoring.shared_claims, table(3, **fields, princess=st.SUPPORT)) == [0, 3, 3]
    assert by_seat(scoring.shared_claims, table(3, **fields, princess=st.TRADE)) == [0, 3, 0]


@rule("F5")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_each_token_on_the_board_is_halved_by_itself(num_players):
    """Connaught 7, Ailech 5, Ossory 3: 3 + 2 + 1. Then the Vikings lead in Ossory, by a monastery: 3 + 2."""
    last = num_players - 1
    discs = {"umall": 0, "rindoon": last, "grianan": 0, "coleraine": last, "dunmore": 0, "gowran": last}
    fields = {"discs": discs, "face_up": ["connaught", "ailech", "ossory"]}
    others = [0] * (num_players - 2)
    assert by_seat(scoring.shared_claims, table(num_players, **fields)) == [6, *others, 6]
    fields |= {"vikings": ["gowran"], "monasteries": ["gowran"]}
    assert by_seat(scoring.shared_claims, table(num_players, **fields)) == [5, *others, 5]


@rule("F6")
@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(("regions", "points"), list(enumerate([0, 0, 0, 1, 1, 3, 5, 7, 10])))
def test_the_number_of_regions_brings_the_points_of_the_table(num_players, regions, points):
    last = num_players - 1
    second = ["cork"] if regions else []  # a second town in the first region counts no more
    game = table(num_players, discs=dict.fromkeys([*ONE_EACH[:regions], *second], last))
    assert by_seat(scoring.region_count, game) == [0] * last + [points]


@rule("F6")
def test_towns_under_the_vikings_count_for_trade_and_not_for_their_owner_or_for_support():
    fields = {"discs": dict.fromkeys(ONE_EACH[:5], 0), "vikings": ONE_EACH[:3], "marriages": {"m_denmark": 1}}
    assert by_seat(scoring.region_count, table(3, **fields)) == [0, 0, 0]
    assert by_seat(scoring.region_count, table(3, **fields, princess=st.TRADE)) == [0, 1, 0]
    assert by_seat(scoring.region_count, table(3, **fields, princess=st.SUPPORT)) == [0, 0, 0]


@rule("F6")
@pytest.mark.parametrize(
    ("discs", "points"),  # the regions of seat 0, who trades, of 8; the Vikings control the first three towns
    [
        ({"limerick": 0, "umall": 1, "dublin": 2}, 1),  # under the Vikings only: their own disc counts as any other
        ({"limerick": 1, "cork": 0, "umall": 1, "dublin": 1, "naas": 0}, 1),  # a region counts once
        ({"limerick": 1, "umall": 1, "dublin": 2, "tara": 0, "grianan": 0}, 3),  # both kinds are added
        (dict(zip(ONE_EACH, [1, 2, 0, 0, 0, 0, 0, 0], strict=True)), 10),
    ],
)
def test_with_trade_the_vikings_towns_count_besides_ones_own(discs, points):
    trade = {"marriages": {"m_denmark": 0}, "princess": st.TRADE}
    game = table(3, discs=discs, vikings=["limerick", "umall", "dublin"], **trade)
    assert by_seat(scoring.region_count, game)[0] == points


LEVEL = [
    # points, tokens held, marriages, winners
    ([30, 20, 10], {}, {}, [0]),
    ([20, 20, 10], {}, {}, [0, 1]),  # two level: shared
    ([20, 20, 20], {}, {}, [0, 1, 2]),  # all level
    ([0, 0, 0], {}, {}, [0, 1, 2]),
    ([20, 20, 10], {"oriel": 1}, {}, [1]),  # more claim tokens
    ([20, 20, 10], {"oriel": 1, "meath": 0}, {}, [0, 1]),  # as many
    ([20, 20, 10], {"oriel": 1}, {"m_meath": 0}, [1]),  # tokens come before marriages
    ([20, 20, 10], {"oriel": 1, "meath": 0}, {"m_meath": 0}, [0]),  # tokens level: marriages
    ([20, 20, 10], {}, {"m_meath": 0, "m_denmark": 1}, [0, 1]),
    ([20, 10, 20], {}, {"m_meath": 1, "m_ulster": 2}, [2]),
    ([21, 20, 20], {"oriel": 1, "meath": 2}, {"m_meath": 1}, [0]),  # points come first
    ([10, 20, 20, 30], {}, {}, [3]),
    ([30, 20, 10, 30], {}, {}, [0, 3]),
    ([30, 30, 30, 30], {}, {}, [0, 1, 2, 3]),
    ([30, 30, 30, 30], {"oriel": 3, "meath": 2}, {}, [2, 3]),
    ([30, 30, 30, 30], {"oriel": 3, "meath": 2}, {"m_ulster": 3}, [3]),
    ([0, 0, 0, 0], {}, {}, [0, 1, 2, 3]),
    ([1, 2, 3, 4, 5], {}, {}, [4]),
    ([5, 2, 5, 4, 5], {}, {}, [0, 2, 4]),
    ([5, 2, 5, 4, 5], {"ossory": 4, "oriel": 1}, {}, [4]),
    ([5, 5, 5, 5, 5], {}, {}, [0, 1, 2, 3, 4]),
    ([5, 5, 5, 5, 5], {}, {"m_munster": 3, "m_ossory": 3, "m_ulster": 0, "m_denmark": 4}, [3]),
    ([0, 0, 0, 0, 0], {}, {}, [0, 1, 2, 3, 4]),
]


@rule("F7")
@pytest.mark.parametrize(("points", "holders", "marriages", "winners"), LEVEL)
def test_ties_are_broken_by_claim_tokens_then_by_marriages_else_shared(points, holders, marriages, winners):
    """Nothing but the score track counts, so that the totals are its points."""
    regions = [dict(region, points=0) for region in DOCUMENT["regions"]]
    nothing = dict(DOCUMENT["scoring"], most_coins=0, active_marker=0, per_renown=0)
    edition = small_edition(regions=regions, scoring=nothing)
    fields = {"holders": holders, "face_up": list(holders), "marriages": marriages}
    final(len(points), points, winners, edition=edition, points=points, **fields)


@rule("M4", "F7")
@pytest.mark.parametrize(("choice", "winners"), [("spurn", [0]), ("support", [0, 1]), ("trade", [0, 1])])
def test_a_spurned_princess_is_no_marriage_card(choice, winners):
    """Seats 0 and 1 will have 20 points each, and seat 0 a marriage card."""
    spurn = 4 if choice == "spurn" else 0
    game = at_step(
        3,
        st.STEP_MARRIAGE,
        **{"round": 3, "on_offer": "m_denmark", "space": [1, 2, 1], "marriages": {"m_meath": 0}, "battle_area": 0},
        **{"points": [19, 19 - spurn, 0], "marker": 2, "hands": [[]] * 3, "coins": [3, 3, 3]},
    )
    upkeep(game, st.STEP_MARRIAGE)
    game.apply(f"princess {choice}")
    assert game.final_points == [20, 20, 2]
    assert game.winners == winners


@rule("F1", "F2", "F3", "F4", "F5", "F6", "F7")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_all_final_points_are_added_to_the_score_track_and_nothing_else_changes(num_players):
    """Seat 0: coins, marker, Ulster. Seat 1: Oriel and half of Connaught. The last: half of Connaught, 3 regions."""
    last = num_players - 1
    discs = {"connor": 0, "armagh": 1, "umall": 1, "rindoon": last, "tara": last, "dublin": last}
    fields = {"discs": discs, "face_up": ["ulster", "oriel", "connaught"], "holders": {"ulster": 0, "oriel": 1}}
    coins, renown, points = [0] * num_players, [0] * num_players, list(range(10, 10 + num_players))
    coins[0], renown[last] = 4, 2
    expected = list(points)
    expected[0] += 1 + 1 + 5
    expected[1] += 4 + 3
    expected[last] += 2 + 3 + 1
    best = {3: [1, 2], 4: [3], 5: [4]}[num_players]  # 17, 18, 18 / 19 / 20
    winners = [1] if num_players == 3 else best  # with 3 players seats 1 and 2 are level, and seat 1 holds a token
    final(num_players, expected, winners, coins=coins, renown=renown, points=points, **fields)
