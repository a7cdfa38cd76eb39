"""R: claiming regions: by hand-worked positions; nothing but what is named may change."""

import pytest

from boru_env.rules import state as st
from boru_env.rules.upkeep import regions
from rule import rule
from table import at_step, pad, run, step_only

PLAYERS = (3, 4, 5)


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
