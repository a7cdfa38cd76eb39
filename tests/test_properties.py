"""Laws that every game obeys, on random games of random editions; and round trips from any decision."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boru_env import Action, Game, IllegalActionError
from boru_env.editions import load_edition, parse_edition
from boru_env.rules.actions import FIRST_TOWN, NUM_ACTIONS
from boru_env.views.replay import read_replays, record_decision, record_header, record_result, write_replays
from editions_strategy import documents
from helpers import random_game
from strange import quick

SHIPPED = load_edition("reconstructed")
EDITIONS = st.just(SHIPPED) | documents().map(lambda document: parse_edition(document, "drawn.toml"))
GAMES = {"num_players": st.sampled_from((3, 4, 5)), "seed": st.integers(0, 10**6), "edition": EDITIONS}
LAWS = settings(**quick, max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def steps_of(num_players, seed, edition):
    """Give each decision of a random game as (phase, position before, position after)."""
    before = None
    for game in random_game(num_players, seed, edition):
        after = game.to_json()
        if before is not None:
            yield before["phase"], before, after
        before = after


@LAWS
@given(**GAMES)
def test_the_25_cards_are_each_in_one_place_in_every_position(num_players, seed, edition):
    for game in random_game(num_players, seed, edition):
        state = game.to_json()
        if state["round"] == 0:
            continue
        cards = [*state["discarded"], state["set_aside"]]
        for player in state["players"]:
            cards += [*player["hand"], *player["selected"], *player["pack"], player["played"], player["unplayed"]]
        assert sorted(card for card in cards if card is not None) == list(range(1, 26))


@LAWS
@given(**GAMES)
def test_what_lies_on_the_board_stays_and_only_the_right_phases_move_viking_tokens(num_players, seed, edition):
    for phase, before, after in steps_of(num_players, seed, edition):
        for name, old in before["towns"].items():
            new = after["towns"][name]
            assert old["disc"] is None or new["disc"] == old["disc"], "no rule takes or swaps a disc"
            assert new["monastery"] >= old["monastery"], "no rule takes a monastery"
            if old["viking"] and not new["viking"]:
                assert phase == "liberate"
            if new["viking"]:
                assert new["disc"] is not None
            if new["viking"] and not old["viking"]:
                assert phase == "raid_town"
        for name, old in before["claims"].items():
            assert after["claims"][name]["face_up"] >= old["face_up"], "R2: it never flips back"
            assert after["claims"][name]["holder"] is None or after["claims"][name]["face_up"]


@LAWS
@given(**GAMES)
def test_nothing_that_is_counted_is_ever_negative_and_points_fall_only_by_a3(num_players, seed, edition):
    symbols = ("play_card", "choose_secondary", "buy_church", "buy_raider", "buy_step", "expand", "liberate")
    for phase, before, after in steps_of(num_players, seed, edition):
        assert after["battle_area"] >= 0
        for old, new in zip(before["players"], after["players"], strict=True):
            assert min(new[name] for name in ("coins", "renown", "points", "raiders", "church")) >= 0
            assert 1 <= new["space"] <= len(edition.file.track)
            if new["points"] < old["points"]:
                assert phase in symbols, "A3: only a symbol of a card takes points"
        shared = [player["space"] for player in after["players"] if player["space"] > 1]
        if after["phase"] in ("choose_town", "draft"):
            assert len(set(shared)) == len(shared), "A11"


@LAWS
@given(**GAMES)
def test_seats_rounds_and_piles_only_go_on(num_players, seed, edition):
    for _, before, after in steps_of(num_players, seed, edition):
        assert after["round"] - before["round"] in (0, 1)
        for pile in ("marriage_pile", "viking_deck"):
            assert len(after[pile]) == after["rounds"] - after["round"]
            assert before[pile][len(before[pile]) - len(after[pile]) :] == after[pile]
        for old, new in zip(before["players"], after["players"], strict=True):
            assert set(old["marriages"]) <= set(new["marriages"]), "no rule takes a marriage card"
        assert (after["seat_to_act"] is None) == (after["phase"] == "game_over")


@LAWS
@given(**GAMES)
def test_the_mask_is_exactly_what_apply_accepts_and_a_refusal_touches_nothing(num_players, seed, edition):
    for number, game in enumerate(random_game(num_players, seed, edition)):
        if number % 3:
            continue
        legal, before = set(game.legal_ids()), game.to_bytes()
        assert bool(legal) != game.is_over
        for action_id in range(NUM_ACTIONS):
            trial = game.copy()
            if action_id in legal:
                trial.apply(action_id)
                assert trial != game
                continue
            with pytest.raises(IllegalActionError):
                trial.apply(action_id)
            assert trial.to_bytes() == before
        assert game.to_bytes() == before


@settings(**quick, max_examples=15)
@given(edition=EDITIONS)
def test_every_action_goes_from_id_to_value_to_words_and_back(edition):
    game = Game(3, edition, seed=0)
    words = set()
    for action_id in range(NUM_ACTIONS):
        action = Action.from_id(action_id)
        assert action.id == action_id == game.action_id(action)
        words.add(game.words(action_id))
        if FIRST_TOWN + len(edition.town_ids) <= action_id < FIRST_TOWN + 48:
            with pytest.raises(IllegalActionError):
                game.action_id(game.words(action_id))
        else:
            assert game.action_id(game.words(action_id)) == action_id
            assert Action.from_text(game.words(action), edition.town_ids) == action
    assert len(words) == NUM_ACTIONS


@LAWS
@given(**GAMES, at=st.integers(0, 400))
def test_a_game_goes_on_alike_from_every_kind_of_copy_made_anywhere(num_players, seed, edition, at):
    games = random_game(num_players, seed, edition)
    game = next(game for number, game in enumerate(games) if number == at or game.is_over)
    copies = [
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
        Game.from_bytes(game.to_bytes(), edition),
    ]
    rng = np.random.default_rng(seed)
    before = game.to_bytes()
    while not copies[0].is_over:
        action = int(rng.choice(copies[0].legal_ids()))
        for other in copies:
            other.apply(action)
        seat = int(rng.integers(num_players))
        assert len({other.observe(seat).tobytes() for other in copies}) == 1
    assert len({other.to_bytes() for other in copies}) == 1
    assert game.to_bytes() == before


@LAWS
@given(**GAMES)
def test_every_position_at_choose_town_comes_back_from_its_json(num_players, seed, edition):
    for game in random_game(num_players, seed, edition):
        if game.phase == "choose_town":
            again = Game.from_json(game.to_json(), edition, seed=seed)
            assert again.to_json() == game.to_json()
            assert again.legal_ids() == game.legal_ids()
            for seat in range(num_players):
                assert again.seen_by(seat) == game.seen_by(seat)


@LAWS
@given(**GAMES, at=st.integers(0, 400), full=st.booleans())
def test_a_replay_gives_back_the_very_game_whole_or_cut_mid_action(
    tmp_path_factory, num_players, seed, edition, at, full
):
    path = tmp_path_factory.getbasetemp() / "replay.jsonl"
    rng = np.random.default_rng(seed)
    game = Game(num_players, edition, seed=seed)
    lines, moments = [record_header(game, ["random"] * num_players, seed)], [game.to_json()]
    while not game.is_over:
        action = int(rng.choice(game.legal_ids()))
        lines.append(record_decision(game, action, full))
        moments.append(game.apply(action).to_json())
    write_replays(path, [[*lines, record_result(game)]])
    (whole,) = read_replays(path, edition)
    assert whole.fault is None
    assert whole.game.to_json() == game.to_json()
    at = min(at, len(moments) - 1)
    write_replays(path, [lines[: at + 1]])
    (part,) = read_replays(path, edition)
    assert part.game.to_json() == moments[at]
    assert part.game.deal == game.deal
