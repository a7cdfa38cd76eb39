"""Replay files with anything in them: read, or told by file and line; the file itself stays as it was."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boru_env import ReplayError
from boru_env.errors import brief
from boru_env.views.replay import main, read_replays
from strange import HUGE, STRANGE_JSON, json_values, quick, refusal
from test_replay import recorded

LINES = recorded(3, 1)
LINES[5] = recorded(3, 1, full=True)[5]
HEADER, DECISION, RESULT = LINES[0], LINES[5], LINES[-1]
SMALL_JSON = [value for value in STRANGE_JSON if value != HUGE]
"""Python cannot write the huge number as JSON; it is put in as text below."""


def as_text(lines):
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("replays") / "games.jsonl"


def read(path, text):
    """Read a text as a replay file; give the games, and the words of the refusal or of the first fault."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    path.write_bytes(data)
    games = []
    words = refusal(lambda: games.extend(read_replays(path)), ReplayError)
    assert path.read_bytes() == data
    assert words.startswith(str(path)) if words else games
    for game in games:
        assert game.fault is None or game.fault.startswith(("line ", "the file ends", "its successor"))
    return games, words or next((game.fault for game in games if game.fault), "")


@pytest.mark.parametrize("value", SMALL_JSON, ids=brief)
def test_a_strange_value_in_any_line_is_told_by_line(path, value):
    for place, line in ((0, HEADER), (5, DECISION), (len(LINES) - 1, RESULT)):
        for key in line:
            if key in ("package_version", "seed") or value == RESULT["winners"]:
                continue  # notes, and what is right
            lines = [*LINES[:place], line | {key: value}, *LINES[place + 1 :]]
            _, fault = read(path, as_text(lines))
            assert f"line {place + 1}: " in fault, (key, fault)


@pytest.mark.parametrize("digits", [4000, 5000])
@pytest.mark.parametrize("place", [0, 1])
def test_a_huge_number_is_told_by_line(path, place, digits):
    lines = as_text(LINES).split("\n")
    key = ("num_players", "seat")[place]
    lines[place] = lines[place].replace(f'"{key}": ', f'"{key}": {"9" * digits}')
    assert f"line {place + 1}: " in read(path, "\n".join(lines))[1]


@settings(**quick, max_examples=60)
@given(st.data())
def test_lines_dropped_doubled_swapped_or_strange_are_told_or_harmless(path, data):
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 2))):
        one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        what = data.draw(st.sampled_from(["drop", "double", "swap", "value", "text"]))
        if what == "drop":
            del lines[one]
        elif what == "double":
            lines.insert(other, lines[one])
        elif what == "swap":
            lines[one], lines[other] = lines[other], lines[one]
        elif what == "text":
            lines[one] = data.draw(st.text(max_size=9).filter(str.strip))
        else:
            value = data.draw(json_values.filter(lambda value: value != HUGE))
            lines[one] = {data.draw(st.sampled_from([*HEADER, *DECISION])): value}
    games, fault = read(path, as_text(lines))
    assert fault or [game.decisions for game in games] == [[line["action"] for line in LINES[1:-1]]]


@settings(**quick, max_examples=60)
@given(end=st.integers(0, len(as_text(LINES)) - 3))
def test_a_file_cut_at_any_byte_is_told_and_shown_as_far_as_it_goes(path, end):
    text = as_text(LINES)[:end]
    games, fault = read(path, text)
    assert fault
    whole_lines = text.count("\n")
    if whole_lines:
        assert len(games[0].decisions) in (whole_lines - 1, whole_lines)


@settings(**quick, max_examples=60)
@given(start=st.integers(0, 60_000), length=st.integers(0, 30), new=st.binary(max_size=8))
def test_other_bytes_anywhere_give_games_or_a_refusal(path, start, length, new):
    text = as_text(LINES).encode()
    start %= len(text)
    read(path, text[:start] + new + text[start + length :])


@settings(**quick, max_examples=60)
@given(st.binary(max_size=60) | st.text(max_size=30))
def test_any_other_file_is_refused(path, content):
    assert read(path, content)[1]


HARMLESS = [
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("\n", "\n\n"),
    lambda text: "\ufeff" + text,
    lambda text: text.replace('"random"', '"a\u2028b"', 1),
    lambda text: text.replace('"random"', '"\\ud800\\n"', 1),
    lambda text: text + text,
]


@pytest.mark.parametrize("change", HARMLESS)
def test_what_changes_nothing_is_no_fault(path, change, capsys):
    games, fault = read(path, change(as_text(LINES)))
    assert not fault
    assert main([str(path)]) == 0
    capsys.readouterr().out.encode()
    assert len(capsys.readouterr().out.splitlines()) in (0, len(games))


def test_numbers_of_another_kind_are_not_the_same(path):
    for place, change in (
        (1, {"seat": float(LINES[1]["seat"])}),
        (-1, {"final_points": [float(points) for points in RESULT["final_points"]]}),
        (-1, {"state_sha256": None}),
    ):
        lines = list(LINES)
        lines[place] = lines[place] | change
        assert next(iter(change)) in read(path, as_text(lines))[1]


def test_a_game_without_a_deal_is_not_dealt_one(path):
    games, words = read(path, as_text([HEADER | {"deal": None}, *LINES[1:]]))
    assert not games
    assert "line 1: deal" in words


@pytest.mark.parametrize("agents", [[], ["a", "b"], [1, 2, 3], ["a", "b", "c", "d"], {"a": 1, "b": 2, "c": 3}])
def test_agents_are_one_name_a_seat(path, agents):
    games, words = read(path, as_text([HEADER | {"agents": agents}, *LINES[1:]]))
    assert not games
    assert "line 1: agents is" in words
    assert "a list of 3 names" in words


@pytest.mark.parametrize("junk", ["xx", RESULT, DECISION, HEADER | {"deal": {}}, {"format": "boru-replay/2"}])
def test_junk_after_a_whole_game_hides_neither_it_nor_the_next_one(path, junk):
    games, fault = read(path, as_text([*LINES, junk, *LINES]))
    assert f"line {len(LINES) + 1}: " in fault
    assert [len(game.decisions) for game in games] == [len(LINES) - 2] * 2
    assert games[1].fault is None
    assert games[1].first_line == len(LINES) + 2
    assert main([str(path)]) == 1


@pytest.mark.parametrize("name", ["\0", "n" * 5000, "", "."])
def test_a_path_that_is_no_file_is_one_line(name, capsys):
    assert main([name]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_result_that_comes_early_is_told(path):
    games, fault = read(path, as_text([*LINES[:5], {}, *LINES[5:]]))
    assert fault == f"line 6: is no decision, but seat {DECISION['seat']} has to {DECISION['phase']}"
    assert len(games[0].decisions) == 4


def test_numpy_numbers_in_an_agents_choice_are_plain_in_the_file():
    assert json.loads(json.dumps(recorded(3, 1, form=np.int16))) == recorded(3, 1)
