"""Positions, saves and deals that are none: always refused in words, whatever stands where."""

import copy
import hashlib
import pickle

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boru_env import EditionError, Game, StateError
from boru_env.errors import DealError, brief
from helpers import random_game
from strange import HUGE, STRANGE_JSON, json_values, paths_of, put, quick, refusal

GAME = next(game.copy() for game in random_game(4, 2) if game.phase == "choose_town" and game._states[0]["round"] == 2)
STATE = GAME.to_json()
DEAL = Game(4, seed=3).deal
SAVE = GAME.to_bytes()
STATE_PATHS = [path for path in paths_of(STATE) if len(path) == 1 or path[0] in ("players", "discarded")]
STATE_PATHS += [
    *paths_of(STATE["towns"]["tara"], ("towns", "tara")),
    *paths_of(STATE["claims"]["meath"], ("claims", "meath")),
]
DEAL_PATHS = list(paths_of(DEAL))


def in_words(state):
    """Set a position up; what is accepted must come back as it was given, order in lists of cards aside."""
    made = []
    words = refusal(lambda: made.append(Game.from_json(state, seed=1)), (StateError, EditionError))
    if made:
        assert made[0].to_json() == in_order(state)
        assert made[0].legal_ids()
    return words


def in_order(state):
    state = copy.deepcopy(state)
    state["discarded"].sort()
    for player in state["players"]:
        player["hand"].sort()
        player["marriages"].sort()
    return state


@pytest.mark.parametrize("value", STRANGE_JSON, ids=brief)
def test_a_strange_value_anywhere_in_a_position_is_refused_or_kept(value):
    for path in STATE_PATHS:
        state = copy.deepcopy(STATE)
        put(state, path, value)
        words = in_words(state)
        assert not words or words.startswith("state")
        if words and len(path) == 3 and path[0] in ("towns", "claims"):
            assert path[1] in words


@settings(**quick, max_examples=200)
@given(st.data())
def test_several_changes_of_a_position_are_refused_or_kept(data):
    state = copy.deepcopy(STATE)
    for _ in range(data.draw(st.integers(1, 3))):
        paths = list(paths_of(state))
        path, other = data.draw(st.sampled_from(paths)), data.draw(st.sampled_from(paths))
        what = data.draw(st.sampled_from(["replace", "drop", "add", "swap"]))
        holder = state
        for key in path[:-1]:
            holder = holder[key]
        if what == "replace":
            holder[path[-1]] = data.draw(json_values)
        elif what == "drop":
            del holder[path[-1]]
        elif what == "add" and isinstance(holder, dict):
            holder[data.draw(st.text(max_size=4) | st.integers())] = data.draw(json_values)
        elif what == "add":
            holder.append(copy.deepcopy(holder[path[-1]]))
        elif path[: len(other)] != other and other[: len(path)] != path:
            end = state
            for key in other[:-1]:
                end = end[key]
            holder[path[-1]], end[other[-1]] = end[other[-1]], holder[path[-1]]
    if state != STATE:
        in_words(state)


@settings(**quick, max_examples=150)
@given(seat=st.integers(0, 3), card=st.integers(0, 5), to=st.sampled_from(["discarded", "hand", "set_aside", "played"]))
def test_a_card_that_is_moved_makes_no_position(seat, card, to):
    state = copy.deepcopy(STATE)
    hand = state["players"][seat]["hand"]
    moved = hand.pop(card % len(hand))
    other = state["players"][(seat + 1) % 4]
    if to == "discarded":
        state["discarded"].append(moved)
    elif to == "set_aside":
        state["set_aside"] = moved
    elif to == "hand":
        other["hand"].append(moved)
    else:
        other["played"] = moved
    assert in_words(state)


def free_town(state):
    return next(town for town in state["towns"].values() if town["disc"] is None)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda state: state["towns"]["tara"].update(viking=1), r"state\.towns\.tara"),
        (lambda state: state["claims"].update(meath=[]), r"state\.claims\.meath"),
        (lambda state: state["players"][0].update(coins=HUGE), r"players\[0\]\.coins"),
        (lambda state: state["players"][0].update(hand=["\ud800"]), "whole characters"),
        (lambda state: state.update(edition="/etc/hostname"), "state: edition is '/etc/hostname'"),
        (lambda state: state.update(edition="nowhere"), "state: .*nowhere"),
        (lambda state: free_town(state).update(viking=True), "a token without a disc"),
        (lambda state: free_town(state).update(monastery=True), "a token without a disc"),
    ],
)
def test_a_position_that_is_none_is_told_where(change, said):
    state = copy.deepcopy(STATE)
    change(state)
    with pytest.raises((StateError, EditionError), match=said):
        Game.from_json(state)


def test_every_damaged_byte_of_a_save_is_noticed():
    for place in range(len(SAVE)):
        for flip in (1, 0x80):
            damaged = bytearray(SAVE)
            damaged[place] ^= flip
            words = refusal(lambda data=bytes(damaged): Game.from_bytes(data), (StateError, EditionError))
            assert words.startswith("saved game"), place


def test_every_truncated_save_is_noticed():
    for length in range(len(SAVE)):
        assert refusal(lambda end=length: Game.from_bytes(SAVE[:end]), StateError)
        assert refusal(lambda end=length: Game.from_bytes(SAVE[end + 1 :]), StateError)


@settings(**quick, max_examples=150)
@given(
    key=st.sampled_from(sorted(msgspec.msgpack.decode(SAVE))),
    value=st.binary(max_size=9) | st.sampled_from(STRANGE_JSON),
)
def test_a_save_with_a_strange_value_is_refused(key, value):
    if value in (HUGE, 2**63, "\ud800"):
        value = None  # MessagePack cannot hold it
    data = msgspec.msgpack.encode(msgspec.msgpack.decode(SAVE) | {key: value})
    assert refusal(lambda: Game.from_bytes(data), (StateError, EditionError)).startswith("saved game")


@pytest.mark.parametrize("data", [pickle.dumps(GAME), pickle.dumps(3), b"\x91" * 10**5, b"{}", SAVE + b"x", SAVE * 2])
def test_other_bytes_are_no_save(data):
    with pytest.raises(StateError, match=r"saved game: .*Game\.to_bytes"):
        Game.from_bytes(data)


def test_a_save_does_not_have_a_file_read():
    data = msgspec.msgpack.encode(msgspec.msgpack.decode(SAVE) | {"edition": "/etc/hostname"})
    with pytest.raises(EditionError, match="must be an id"):
        Game.from_bytes(data)


def test_the_checksum_is_that_of_the_state():
    saved = msgspec.msgpack.decode(SAVE)
    assert hashlib.sha256(saved["state"]).hexdigest() == saved["sha256"]


@settings(**quick, max_examples=200)
@given(path=st.sampled_from(DEAL_PATHS), value=json_values)
def test_a_strange_value_anywhere_in_a_deal_is_refused_or_kept(path, value):
    deal = copy.deepcopy(DEAL)
    put(deal, path, value)
    made = []
    words = refusal(lambda: made.append(Game(4, deal=deal)), DealError)
    assert words.startswith("deal: ") or made[0].deal == deal


@settings(**quick, max_examples=60)
@given(st.data())
def test_a_deal_with_a_part_dropped_doubled_or_added_is_refused(data):
    deal = copy.deepcopy(DEAL)
    path = data.draw(st.sampled_from(DEAL_PATHS))
    holder = deal
    for key in path[:-1]:
        holder = holder[key]
    what = data.draw(st.sampled_from(["drop", "double", "add"]))
    if what == "drop":
        del holder[path[-1]]
    elif isinstance(holder, list):
        holder.append(holder[path[-1]] if what == "double" else data.draw(json_values))
    else:
        holder[data.draw(st.text(max_size=3) | st.integers())] = data.draw(json_values)
    assert refusal(lambda: Game(4, deal=deal), DealError).startswith("deal: ")
