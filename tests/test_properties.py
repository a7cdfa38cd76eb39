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
IN_AN_ACTION = ("play_card", "choose_secondary", "buy_church", "buy_raider", "buy_step", "expand", "liberate")


@st.composite
def editions(draw):
    """Draw the shipped edition or a random one."""
    return draw(st.just(SHIPPED) | documents().map(lambda document: parse_edition(document, "drawn.toml")))


GAMES = {"num_players": st.sampled_from((3, 4, 5)), "seed": st.integers(0, 10**6), "edition": editions()}
few = settings(**quick, max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def check_cards(edition, phase, before, after):
    """The 25 cards are each in one place."""
    cards = [*after["discarded"], after["set_aside"]]
    for player in after["players"]:
        cards += [*player["hand"], *player["selected"], *player["pack"], player["played"], player["unplayed"]]
    right = [] if after["round"] == 0 else list(range(1, 26))
    assert sorted(card for card in cards if card is not None) == right


def check_board(edition, phase, before, after):
    """No rule takes or swaps a disc or a monastery; Viking tokens come by B1 and go by A9."""
    for name, old in before["towns"].items():
        new = after["towns"][name]
        assert old["disc"] is None or new["disc"] == old["disc"], name
        assert new["monastery"] >= old["monastery"], name
        assert new["viking"] >= old["viking"] or phase == "liberate", name
        assert new["viking"] <= old["viking"] or phase == "raid_town", name
        assert new["disc"] is not None or not (new["viking"] or new["monastery"]), name


def check_claims(edition, phase, before, after):
    """A token never flips back (R2), and only one that is face up is held (R3)."""
    for name, old in before["claims"].items():
        assert after["claims"][name]["face_up"] >= old["face_up"], name
        assert after["claims"][name]["holder"] is None or after["claims"][name]["face_up"], name


def check_counts(edition, phase, before, after):
    """Nothing is ever negative; points fall only within an action (A3)."""
    assert after["battle_area"] >= 0
    for old, new in zip(before["players"], after["players"], strict=True):
        assert min(new[name] for name in ("coins", "renown", "points", "raiders", "church")) >= 0
        assert new["points"] >= old["points"] or phase in IN_AN_ACTION


def check_track(edition, phase, before, after):
    """Discs stay on the track; between actions no space above the first holds two (A11)."""
    spaces = [player["space"] for player in after["players"]]
    assert all(1 <= space <= len(edition.file.track) for space in spaces)
    if after["phase"] in ("choose_town", "draft"):
        above = [space for space in spaces if space > 1]
        assert len(set(above)) == len(above)


def check_order(edition, phase, before, after):
    """Rounds and piles only go on, only a spurned Princess leaves (M4), and somebody acts until the end."""
    assert after["round"] - before["round"] in (0, 1)
    for pile in ("marriage_pile", "viking_deck"):
        assert len(after[pile]) == after["rounds"] - after["round"]
        assert before[pile][len(before[pile]) - len(after[pile]) :] == after[pile]
    for old, new in zip(before["players"], after["players"], strict=True):
        assert set(old["marriages"]) <= set(new["marriages"]) or phase == "princess"
    assert (after["seat_to_act"] is None) == (after["phase"] == "game_over")


@few
@given(**GAMES)
def test_every_step_of_a_game_obeys_the_laws(num_players, seed, edition):
    before = None
    for game in random_game(num_players, seed, edition):
        after = game.to_json()
        if before is not None:
            for check in (check_cards, check_board, check_claims, check_counts, check_track, check_order):
                check(edition, before["phase"], before, after)
        before = after


@few
@given(**GAMES)
def test_the_mask_is_exactly_what_apply_accepts_and_a_refusal_touches_nothing(num_players, seed, edition):
    for number, game in enumerate(random_game(num_players, seed, edition)):
        if number % 9:
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
@given(edition=editions())
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


@few
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


@few
@given(**GAMES)
def test_every_position_at_choose_town_comes_back_from_its_json(num_players, seed, edition):
    for game in random_game(num_players, seed, edition):
        if game.phase == "choose_town":
            again = Game.from_json(game.to_json(), edition, seed=seed)
            assert again.to_json() == game.to_json()
            assert again.legal_ids() == game.legal_ids()
            for seat in range(num_players):
                assert again.seen_by(seat) == game.seen_by(seat)


@few
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
