"""No browser is sent what its seat may not know: the messages are the same for games that it cannot tell apart."""

import json

import numpy as np
import pytest

from agents.table.match import Match
from agents.table.wire import position, table_message
from helpers import one_game_in_each_phase
from table_client import browser, make_match, opened

PLAYERS = (3, 4, 5)


def match_of(game, people=None, log=()):
    names = [f"player {seat}" for seat in range(game.num_players)]
    seats = frozenset(range(game.num_players)) if people is None else people
    return Match(game, names, seats, log=list(log))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_message_is_the_same_for_games_that_the_seat_cannot_tell_apart_in_every_phase(num_players):
    rng, told_apart = np.random.default_rng(1), 0
    for game in one_game_in_each_phase(num_players).values():
        for seat in range(num_players):
            one, other = match_of(game.copy()), match_of(game.resample(seat, rng))
            assert json.dumps(position(one, seat)) == json.dumps(position(other, seat))
            assert json.dumps(table_message(one, seat)) == json.dumps(table_message(other, seat))
            told_apart += any(
                json.dumps(position(one, viewer)) != json.dumps(position(other, viewer))
                for viewer in range(num_players)
            )
    assert told_apart > 10


def on_the_wire(match, seats, seat, actions):
    """Play these actions at a table, and give every text that a seat was sent, in its order."""
    with opened(match, seats) as client, browser(client, seat) as ann:
        ann.turn() if match.game.seat == seat else ann.until(lambda now: True)
        for mover, action in actions:
            version = match.version
            if mover == seat:
                ann.act(action)
            else:
                with browser(client, mover) as other:
                    other.until(lambda now, version=version: now["version"] == version)
                    other.act(action)
            ann.until(lambda now: now["version"] == match.version and now["here"] == [seat])
        return ann.heard


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_wire_is_the_same_after_the_same_open_decisions(num_players):
    """Both games go on in the same way as far as the seat can see, and the seat is sent the same texts."""
    game = one_game_in_each_phase(num_players)["play_card"]
    seat, rng = game.seat, np.random.default_rng(7)
    twin = game.resample(seat, rng)
    assert game != twin
    players = ",".join(["me"] * num_players)
    card = game.words(game.legal_ids()[0])
    texts = []
    for one in (game, twin):
        match, seats = make_match(players, game=one.copy())
        texts.append(on_the_wire(match, seats, seat, [(seat, card)]))
    assert texts[0] == texts[1]
    assert len(texts[0]) >= 3


def test_which_card_another_keeps_is_in_no_message_to_a_seat():
    match, _ = make_match("me,me,me,me", seed=5)
    while match.game.phase != "draft":
        match.act(match.game.words(match.game.legal_ids()[0]))
    mover, game, log = match.game.seat, match.game, match.log
    kept = []
    for action in game.legal_ids():
        one = Match(game.copy(), match.names, match.people, log=list(log))
        one.act(game.words(action))
        kept.append(one)
    for viewer in range(4):
        texts = {json.dumps(position(one, viewer)) for one in kept}
        assert len(texts) == (len(kept) if viewer == mover else 1)
    assert kept[0].log[-1].words == f"{match.names[mover]}: keep a card"


def test_a_whole_game_draws_no_card_of_another_hand_before_it_is_played():
    match, _ = make_match("me,me,me", seed=6)
    while not match.game.is_over:
        drawing, players = "".join(position(match, 1)["pieces"]), match.game.to_json()["players"]
        for zone in ("hand", "selected", "pack"):
            for card in players[0][zone] + players[2][zone]:
                assert f'data-card="{card}"' not in drawing
        match.act(match.game.words(match.game.legal_ids()[-1]))


def test_in_the_result_is_nothing_that_a_spectator_does_not_see():
    match, _ = make_match("me,me,me", seed=6)
    while not match.game.is_over:
        match.act(match.game.words(match.game.legal_ids()[0]))
    assert len({json.dumps(position(match, seat)["result"]) for seat in range(3)}) == 1
    assert match.game.final_points == position(match, 0)["result"]["lines"][-1]["points"]
