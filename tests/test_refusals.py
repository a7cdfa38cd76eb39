"""What is seldom asked: refusals at the edges, and a seat's view of one moment."""

import json

import msgspec
import numpy as np
import pytest

from boru_env import DealError, Game, IllegalActionError, OptionError, SeatView, StateError, describe
from boru_env.rules import engine
from boru_env.rules.actions import Action
from boru_env.views.replay import (
    main,
    read_replays,
    record_decision,
    record_header,
    record_result,
    write_replays,
)
from helpers import random_game


@pytest.fixture(scope="module")
def over():
    """Give the lines of a replay and its finished game."""
    rng = np.random.default_rng(0)
    game = Game(3, seed=0)
    lines = [record_header(game, ["random"] * 3, 0)]
    while not game.is_over:
        action = int(rng.choice(game.legal_ids()))
        lines.append(record_decision(game, action, full=True))
        game.apply(action)
    return [*lines, record_result(game)], game


def test_a_view_says_what_the_game_says_to_its_seat():
    game = next(game for game in random_game(3, 5) if game.phase == "play_card")
    view = SeatView(game)
    assert (view.seat, view.phase, view.num_players) == (game.seat, game.phase, 3)
    assert view.observation.tobytes() == game.observe(view.seat).tobytes()
    assert view.legal_mask.tolist() == game.legal_mask().tolist()
    assert view.legal_actions == game.legal_actions()
    assert view.facts == game.seen_by(view.seat)
    assert view.words(view.legal_actions[0]) == game.words(game.legal_ids()[0])
    assert str(view) == game.text(view.seat)
    assert view.resample(np.random.default_rng(0)).observe(view.seat).tobytes() == view.observation.tobytes()


def test_the_seat_to_act_gets_observation_and_mask_in_one():
    game = Game(4, seed=3)
    vector, mask = game.observe_decision()
    assert vector.tobytes() == game.observe(game.seat).tobytes()
    assert mask.tolist() == game.legal_mask().tolist()
    assert game.points == [10] * 4
    assert game.placements is None
    assert game != "a game"
    assert repr(game) == "<Game of 4, boru-reconstructed, round 0, place_start>"


def test_a_full_state_is_described_as_the_observation_of_seat_0_with_the_hidden_cards_behind():
    game = next(game for game in random_game(4, 1) if game.phase == "play_card")
    told = describe(game.full_state())
    assert describe(game.observe(0)).items() <= told.items()
    for seat, player in enumerate(game.to_json()["players"]):
        assert [card + 1 for card in np.flatnonzero(told["hands"][seat])] == player["hand"]
    with pytest.raises(OptionError, match="has the shape"):
        describe(np.zeros(3))


def test_a_position_set_up_without_its_draft_is_drawn_anew_for_a_seat():
    state = next(game for game in random_game(4, 2) if game.phase == "choose_town").to_json()
    game = Game.from_json(state, seed=0)
    for seat in range(4):
        twin = game.resample(seat, np.random.default_rng(seat))
        assert twin.observe(seat).tobytes() == game.observe(seat).tobytes()
        assert twin.seen_by(seat) == game.seen_by(seat)
    with pytest.raises(StateError, match="set up from a position"):
        _ = game.deal


def test_actions_that_do_not_exist_are_refused_in_words(over):
    game = Game(3, seed=0)
    with pytest.raises(IllegalActionError, match="no such number"):
        Action.from_id(80)
    with pytest.raises(IllegalActionError, match="cards have the values"):
        game.apply("card 26")
    with pytest.raises(IllegalActionError, match="a town that this edition does not have"):
        game.apply(72)
    with pytest.raises(IllegalActionError, match="the game is over"):
        over[1].apply(0)
    with pytest.raises(DealError, match="m_"):
        Game(3, deal=game.deal | {"marriage_pile": ["m_nobody", "m_meath", "m_denmark"]})


@pytest.mark.parametrize("action", [-1, 80])
def test_the_rules_themselves_refuse_a_number_that_is_no_action(action):
    game = Game(3, seed=0)
    before = game.to_bytes()
    assert not engine.apply(game.edition.tables, game._states, 0, action)
    assert game.to_bytes() == before


def test_nobody_is_to_act_after_the_end(over):
    with pytest.raises(StateError, match="no seat is to act"):
        over[1].observe_decision()
    with pytest.raises(StateError, match="no seat is to act"):
        SeatView(over[1])


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda lines: lines[20].pop("action"), "is no decision, but seat"),
        (lambda lines: lines.insert(-1, dict(lines[-2])), "the game is over"),
        (lambda lines: lines[20].update(action=7), "it must be words"),
    ],
)
def test_a_replay_with_a_line_out_of_place_says_why(tmp_path, over, edit, said):
    lines = json.loads(json.dumps(over[0]))
    edit(lines)
    lines[-2].pop("state_sha256", None)
    write_replays(tmp_path / "game.jsonl", [lines])
    (replay,) = read_replays(tmp_path / "game.jsonl")
    assert said in replay.fault


def test_the_checker_of_replays_shows_the_board_and_says_what_it_cannot_read(tmp_path, over, capsys):
    write_replays(tmp_path / "game.jsonl", [over[0]])
    assert main([str(tmp_path / "game.jsonl"), "--board"]) == 0
    assert str(over[1]) in capsys.readouterr().out
    assert main([str(tmp_path / "game.jsonl"), "--edition", str(tmp_path / "missing.toml")]) == 2
    assert "missing.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("layout", "another", "layout 'another'"),
        ("edition_sha256", "0" * 64, "differs"),
        ("sha256", "0" * 64, "damaged"),
    ],
)
def test_a_save_of_another_layout_or_edition_is_refused_in_words(field, value, said):
    fields = msgspec.msgpack.decode(Game(3, seed=0).to_bytes())
    with pytest.raises(StateError, match=said):
        Game.from_bytes(msgspec.msgpack.encode(fields | {field: value}))
