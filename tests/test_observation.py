"""The observation: its layout, what it tells, and what it must not tell."""

from pathlib import Path

import numpy as np
import pytest

from boru_env import Game, describe
from boru_env.rules import state as st
from boru_env.views.information_set import redact
from boru_env.views.layout import FIELDS, FULL_STATE_FIELDS, FULL_STATE_SIZE, OBSERVATION_SIZE, field_table, offsets
from helpers import one_game_in_each_phase, random_game

PLAYERS = (3, 4, 5)
COUNTS = {"coins": range(61), "points": range(151), "renown": range(41), "raiders": range(41), "church": range(41)}


def test_the_slices_are_disjoint_and_cover_the_vector():
    for fields, size in ((FIELDS, OBSERVATION_SIZE), (FULL_STATE_FIELDS, FULL_STATE_SIZE)):
        covered = np.zeros(size, int)
        for where in offsets(fields).values():
            covered[where] += 1
        assert (covered == 1).all()


def test_the_table_in_the_docs_is_the_layout():
    text = (Path(__file__).parents[1] / "docs" / "observation.md").read_text()
    assert field_table() in text
    assert f"({OBSERVATION_SIZE},)" in text


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_value_is_float32_between_0_and_1_and_the_arrays_are_fresh(num_players):
    for game in random_game(num_players, 1):
        for seat in range(num_players):
            vector = game.observe(seat)
            assert vector.dtype == np.float32
            assert vector.shape == (OBSERVATION_SIZE,)
            assert vector.min() >= 0
            assert vector.max() <= 1
        assert not np.shares_memory(game.observe(0), game.observe(0))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_describe_gives_back_what_the_position_says(num_players):
    for seed in range(3):
        for game in random_game(num_players, seed):
            state = game.to_json()
            for seat in range(num_players):
                told = describe(game.observe(seat))
                around = [(seat + place) % num_players for place in range(num_players)]
                for name in (*COUNTS, "space"):
                    shift = 1 if name == "space" else 0
                    assert told[name][:num_players] == [state["players"][other][name] - shift for other in around]
                mine = state["players"][seat]
                for cards in ("hand", "selected", "pack"):
                    assert [card + 1 for card in np.flatnonzero(told[cards])] == mine[cards]
                    sizes = [len(state["players"][other][cards]) for other in around]
                    assert told[f"{cards}_size"][:num_players] == sizes
                assert st.PHASE_NAMES[told["phase"]] == state["phase"]
                assert told["battle_area"] == state["battle_area"]
                assert told["marker"] == (state["marker"] - seat) % num_players
                discs = [town["disc"] for town in state["towns"].values()]
                for side, other in enumerate(around):
                    assert told["town_disc"][side][: len(discs)] == [disc == other for disc in discs]
                played = np.array(told["played"]).sum(axis=0)
                assert [card + 1 for card in np.flatnonzero(played)] == state["discarded"]


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", COUNTS)
def test_a_count_changes_only_its_own_field_and_never_saturates(num_players, name):
    game = next(game for game in random_game(num_players, 4) if game.phase == "play_card")
    seen = set()
    before = game.observe(0)
    for count in COUNTS[name]:
        game._states[0][name][1] = count
        vector = game.observe(0)
        changed = set(np.flatnonzero(vector != before))
        assert changed <= set(range(*offsets(FIELDS)[name].indices(OBSERVATION_SIZE)))
        assert describe(vector)[name][1] == count
        seen.add(vector.tobytes())
    assert len(seen) == len(COUNTS[name])


@pytest.mark.parametrize("count", [126, 130, 254, 260, 32766, 32770, 10**6])
def test_counts_far_beyond_any_game_stay_in_bounds(count):
    game = Game(4, seed=0)
    for name in COUNTS:
        game._states[0][name][:] = count
    assert 0.9 < game.observe(2).max() <= 1
    assert game.to_json()["players"][3]["points"] == count


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_draft_is_recalled_by_selection(num_players):
    """An independent record of what each seat saw, picked and passed on, kept beside the game."""
    for seed in range(3):
        picked = [{} for _ in range(num_players)]
        passed = [{} for _ in range(num_players)]
        rng = np.random.default_rng(seed)
        game = Game(num_players, seed=seed)
        step = 1
        while not game.is_over:
            seat, before = game.seat, game.to_json()
            action = int(rng.choice(game.legal_ids()))
            phase, turn = game.phase, before["round"]
            game.apply(action)
            after = game.to_json()
            if after["round"] != turn:
                step, picked, passed = 1, [{} for _ in range(num_players)], [{} for _ in range(num_players)]
            if phase == "draft":
                picked[seat][action] = step
                owners_done = sum(len(p["selected"]) + len(p["hand"]) for p in after["players"])
                if after["phase"] != "draft" or owners_done == num_players * 2 * step:
                    for other in range(num_players):
                        had = set(before["players"][other]["pack"])
                        for value in had - ({action + 1} if other == seat else set()):
                            passed[other][value - 1] = step
                    step += 1
                    if after["phase"] != "draft":
                        for other in range(num_players):
                            for value in after["players"][other]["hand"]:
                                picked[other].setdefault(value - 1, step)
            if after["round"] >= 1:
                for other in range(num_players):
                    told = describe(game.observe(other))
                    for name, record in (("picked", picked[other]), ("passed", passed[other])):
                        pairs = {(int(card), int(k) + 1) for k, card in np.argwhere(np.array(told[name]) == 1)}
                        assert pairs == set(record.items()), (name, other, phase)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_renaming_the_seats_renames_the_observation(num_players):
    """Every seat-valued field rotates: seat p, and seat p + 1 of the same game one seat further, see the same."""
    seat_fields = (
        "marker",
        "seat",
        "winner",
        "taker",
        "victim",
        "marriage_holder",
        "town_disc",
        "claim_holder",
        "card_origin",
    )
    for game in one_game_in_each_phase(num_players).values():
        turned = game.copy()
        record, old = turned._states[0], game._states[0]
        for name in seat_fields:
            value = np.atleast_1d(old[name]).copy()
            value[value >= 0] = (value[value >= 0] + 1) % num_players
            record[name] = value if old[name].shape else value[0]
        for name in ("coins", "renown", "points", "raiders", "church", "space", "void"):
            record[name][:num_players] = np.roll(old[name][:num_players], 1)
        places = old["card_place"].copy()
        owned = places >= st.HAND
        places[owned] = places[owned] - places[owned] % 8 + (places[owned] % 8 + 1) % num_players
        record["card_place"] = places
        for seat in range(num_players):
            assert game.observe(seat).tobytes() == turned.observe((seat + 1) % num_players).tobytes()


def hide(game, seat):
    out = np.zeros(1, st.STATE)
    redact(game._states, 0, seat, out, 0)
    view = game.copy()
    view._states[:] = out
    return view


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_state_without_what_the_seat_cannot_know_gives_the_same_observation(num_players):
    for game in random_game(num_players, 0):
        for seat in range(num_players):
            blank = hide(game, seat)
            assert blank.observe(seat).tobytes() == game.observe(seat).tobytes()
            assert blank.seen_by(seat) == game.seen_by(seat)
            assert blank.text(seat) == game.text(seat)
            if game.seat == seat:
                assert blank.legal_ids() == game.legal_ids()
