"""R: claiming regions, by hand-worked positions; the whole state is compared, so nothing else may change."""

import pytest

from boru_env.rules import state as st
from rule import rule
from table import at_step, run, upkeep

PLAYERS = (3, 4, 5)
OSSORY = ("dunmore", "aghaboe", "gowran")  # threshold 2
LEINSTER = ("dublin", "wexford", "kildare", "glendalough", "naas", "ferns")  # threshold 4
CONNAUGHT = ("umall", "rindoon", "dunguaire", "tuam", "killala", "cruachan", "dromahair")
FACE_UP = {"claims.ossory.face_up": (False, True)}


def claims(num_players=4, **fields):
    """Give what claiming changes."""
    return upkeep(at_step(num_players, st.STEP_REGIONS, **fields), st.STEP_REGIONS)


@rule("R2")
@pytest.mark.parametrize(
    ("region", "threshold", "towns"),
    [
        ("munster", 5, ("limerick", "waterford", "cork", "emly", "lismore")),
        ("connaught", 4, CONNAUGHT[:4]),
        ("leinster", 4, LEINSTER[:4]),
        ("meath", 4, ("knowth", "kells", "tara", "granard")),
        ("ailech", 3, ("grianan", "coleraine", "ardstraw")),
        ("ulster", 3, ("crew_hill", "connor", "bangor")),
        ("oriel", 2, ("dundalk", "armagh")),
        ("ossory", 2, ("dunmore", "aghaboe")),
    ],
)
def test_a_token_is_flipped_exactly_at_its_threshold_by_all_sides_together(region, threshold, towns):
    assert len(towns) == threshold
    discs = {town: seat % 2 for seat, town in enumerate(towns)}
    assert claims(discs=dict(list(discs.items())[1:])) == {}
    flipped = {f"claims.{region}.face_up": (False, True)}
    holder = {} if threshold % 2 == 0 else {f"claims.{region}.holder": (None, 0)}
    assert claims(discs=discs) == flipped | holder
    assert claims(discs=discs, vikings=towns) == flipped  # the Vikings are a side; alone, they leave it on the board


@rule("R1", "R2", "R3")
def test_a_monastery_counts_two_for_the_threshold_and_for_the_claim_also_under_the_vikings():
    assert claims(discs={"dunmore": 0}) == {}
    assert claims(discs={"dunmore": 3}, monasteries=["dunmore"]) == FACE_UP | {"claims.ossory.holder": (None, 3)}
    discs = {"dunmore": 0, "aghaboe": 1}
    assert claims(discs=discs, monasteries=["aghaboe"]) == FACE_UP | {"claims.ossory.holder": (None, 1)}
    held = {"discs": discs, "monasteries": ["aghaboe"], "face_up": ["ossory"], "holders": {"ossory": 0}}
    assert claims(**held, vikings=["aghaboe"]) == {"claims.ossory.holder": (0, None)}


@rule("R2")
@pytest.mark.parametrize("discs", [{}, {"dublin": 3}])
def test_a_token_once_face_up_stays_face_up(discs):
    assert claims(face_up=["leinster"], discs=discs) == ({"claims.leinster.holder": (None, 3)} if discs else {})


TIES = [
    # owners of Connaught's towns, how many of them the Vikings control, who takes the token; None: it stays
    (3, [0, 0, 1], 0, 0),  # one alone
    (3, [2], 0, 2),
    (3, [1, 0, 2, 1], 0, 1),
    (3, [0, 1], 0, None),  # two tie
    (3, [2, 2, 1, 1, 0], 0, None),
    (3, [0, 1, 2], 0, None),  # all tie
    (3, [], 0, None),  # nobody is there
    (4, [0, 3, 3], 0, 3),
    (4, [3, 0, 0, 3, 1], 0, None),
    (4, [0, 1, 2, 3], 0, None),
    (4, [], 0, None),
    (5, [4, 0, 1, 2, 3, 4], 0, 4),
    (5, [4, 4, 3, 3, 0], 0, None),
    (5, [0, 1, 2, 3, 4], 0, None),
    (5, [], 0, None),
    (3, [0, 0, 1], 2, "vikings"),  # the Vikings alone
    (4, [3, 3, 3, 1, 1], 3, "vikings"),
    (5, [4], 1, "vikings"),
    (3, [0, 1], 1, None),  # the Vikings level with a player
    (4, [0, 0, 3, 3], 2, None),
    (5, [0, 4, 3], 1, None),  # and with two
    (5, [0, 4, 4], 1, 4),  # the Vikings have less
]


@rule("R3")
@pytest.mark.parametrize(("num_players", "owners", "vikings", "taker"), TIES)
def test_a_face_up_token_goes_to_the_strongest_side_from_wherever_it_is_and_stays_in_a_tie(
    num_players, owners, vikings, taker
):
    discs = dict(zip(CONNAUGHT, owners, strict=False))
    for holder in (None, *range(num_players)):
        held = {} if holder is None else {"holders": {"connaught": holder}}
        fields = {"face_up": ["connaught"], "discs": discs, "vikings": CONNAUGHT[:vikings], **held}
        after = {None: holder, "vikings": None}.get(taker, taker)
        assert claims(num_players, **fields) == (
            {} if holder == after else {"claims.connaught.holder": (holder, after)}
        )


@rule("R3")
def test_a_face_down_token_is_not_claimed():
    assert claims(discs=dict.fromkeys(CONNAUGHT[:3], 2)) == {}


@rule("R1", "R3")
def test_with_military_support_the_vikings_strength_counts_for_the_princesss_holder_and_not_for_the_vikings():
    fields = {
        "face_up": ["ossory", "oriel"],
        "discs": {"dunmore": 0, "aghaboe": 0, "gowran": 2, "armagh": 1, "clones": 0},
        "vikings": ["dunmore", "aghaboe", "armagh"],
        "holders": {"ossory": 3, "oriel": 3},
    }
    vikings = {"claims.ossory.holder": (3, None)}  # in Oriel they are level with seat 0
    princess = {"marriages": {"m_denmark": 2}}
    assert claims(**fields) == vikings
    assert claims(**fields, **princess, princess=st.TRADE) == vikings
    assert claims(**fields, **princess, princess=st.SUPPORT) == {"claims.ossory.holder": (3, 2)}


@rule("R1", "R2", "R3")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_with_military_support_a_monastery_under_the_vikings_counts_two_and_once_only(num_players):
    """Leinster, threshold 4: two towns of seat 0, and one with a monastery under the Vikings."""
    discs = {"dublin": 0, "wexford": 0, "naas": 0}
    fields = {"discs": discs, "vikings": ["naas"], "monasteries": ["naas"], "holders": {"leinster": 0}}
    flipped, last = {"claims.leinster.face_up": (False, True)}, num_players - 1
    princess = {"marriages": {"m_denmark": last}, "princess": st.SUPPORT}
    assert claims(num_players, **fields, **princess) == flipped  # 2 and 2: a tie
    assert claims(num_players, **fields | {"monasteries": []}, **princess) == {}  # 3 together
    own = fields | {"discs": discs | {"ferns": last}}  # 3 with the holder's own town
    assert claims(num_players, **own, **princess) == flipped | {"claims.leinster.holder": (0, last)}


@rule("R4")
@pytest.mark.parametrize(("num_players", "number"), [(3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (5, 3)])
def test_while_the_pile_has_a_card_the_next_round_begins_and_all_else_stays(num_players, number):
    counts = list(range(1, num_players + 1))
    game = at_step(
        num_players,
        st.STEP_REGIONS,
        **{"battle_area": 0, "marriage_card": st.NONE, "hands": [[]] * num_players, "marker": 1, "seat": 0},
        round=number,
        **dict.fromkeys(("church", "raiders", "coins", "renown", "space"), counts),
        **{"discs": {"cork": 0, "tara": 1, "dublin": 2}, "vikings": ["cork"], "monasteries": ["tara"]},
    )
    deal, old = game.deal, game.edition.file
    strength = {viking.id: viking.strength for viking in old.vikings}
    changed = run(game)
    packs = {f"players[{seat}].pack" for seat in range(num_players)}
    assert {path for path in changed if path.startswith("players")} == packs
    others = {path: change for path, change in changed.items() if not path.startswith("players")}
    assert others.pop("discarded")[1] == []
    others.pop("set_aside", None)
    assert others == {
        "round": (number, number + 1),
        "battle_area": (0, strength[deal["viking_deck"][number]]),
        "viking_deck": (deal["viking_deck"][number:], deal["viking_deck"][number + 1 :]),
        "marriage_card": (None, deal["marriage_pile"][number]),
        "marriage_pile": (deal["marriage_pile"][number:], deal["marriage_pile"][number + 1 :]),
        "phase": ("choose_town", "draft"),
        "seat_to_act": (0, 1),
    }


@rule("R4")
@pytest.mark.parametrize(("num_players", "rounds"), [(3, 3), (4, 4), (5, 4)])
def test_with_the_pile_empty_the_game_ends(num_players, rounds):
    game = at_step(num_players, st.STEP_REGIONS, round=rounds, marker=1, seat=0, hands=[[]] * num_players)
    finals = {f"players[{seat}].final_points": (None, 12 if seat == 1 else 11) for seat in range(num_players)}
    ending = {"phase": ("choose_town", "game_over"), "seat_to_act": (0, None), "winners": (None, [1])}
    assert run(game) == finals | ending
