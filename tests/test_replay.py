"""Replays: written, read, proven; truncated and edited ones told by line and reason."""

import json

import numpy as np
import pytest

from boru_env import Game, ReplayError
from boru_env.views.replay import (
    main,
    read_replays,
    record_decision,
    record_header,
    record_result,
    write_replays,
)
from cases_io import iter_case_games

PLAYERS = (3, 4, 5)


def recorded(num_players, seed, full=False, form=int):
    """Give the lines of a random game; the actions come in the given form."""
    rng = np.random.default_rng(seed)
    game = Game(num_players, seed=seed)
    lines = [record_header(game, ["random"] * num_players, seed)]
    while not game.is_over:
        action = form(game.legal_ids()[int(rng.integers(len(game.legal_ids())))])
        lines.append(record_decision(game, action, full))
        game.apply(action)
    return [*lines, record_result(game)]


@pytest.mark.parametrize("full", [False, True])
def test_what_is_written_is_read_and_proven(tmp_path, full):
    path = tmp_path / "games.jsonl"
    forms = (int, np.int8, np.array)
    write_replays(path, [recorded(n, 1, full, form) for n, form in zip(PLAYERS, forms, strict=True)])
    replays = read_replays(path)
    assert [replay.game.num_players for replay in replays] == list(PLAYERS)
    assert all(replay.fault is None and replay.game.is_over for replay in replays)
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]
    for line in path.read_text().splitlines():
        assert isinstance(json.loads(line), dict)


def test_the_lines_are_those_of_the_format():
    lines = recorded(4, 2, full=True)
    assert list(lines[0]) == [
        "format",
        "edition",
        "edition_sha256",
        "num_players",
        "deal",
        "agents",
        "package_version",
        "seed",
    ]
    assert list(lines[1]) == ["seat", "phase", "action", "legal", "state_sha256"]
    assert lines[1]["legal"] == sorted(lines[1]["legal"])
    assert list(lines[-1]) == ["final_points", "winners", "state_sha256"]


def test_replays_of_another_program_are_read_and_proven(tmp_path):
    for case in list(iter_case_games())[::7]:
        path = tmp_path / "case.jsonl"
        path.write_text("\n".join(map(json.dumps, [case.header, *case.decisions, case.result])))
        (replay,) = read_replays(path, case.edition)
        assert replay.fault is None
        assert replay.game.final_points == case.result["final_points"]


def edit_action(lines):
    lines[30]["action"] = "town tara" if lines[30]["action"] != "town tara" else "town dublin"


def drop_a_line(lines):
    del lines[30]


def wrong_points(lines):
    lines[-1]["final_points"][0] += 1


def wrong_hash(lines):
    lines[-1]["state_sha256"] = "0" * 64


def wrong_seat(lines):
    lines[40]["seat"] = (lines[40]["seat"] + 1) % 4


@pytest.mark.parametrize(
    ("edit", "line"), [(edit_action, 31), (drop_a_line, None), (wrong_points, -1), (wrong_hash, -1), (wrong_seat, 41)]
)
def test_an_edited_replay_is_told_by_line_and_reason_and_shown_as_far_as_it_goes(tmp_path, capsys, edit, line):
    lines, other = recorded(4, 3), recorded(3, 4)
    edit(lines)
    path = tmp_path / "edited.jsonl"
    write_replays(path, [lines, other])
    edited, whole = read_replays(path)
    assert edited.fault is not None
    if line is not None:
        assert edited.fault.startswith(f"line {line if line > 0 else len(lines)}: ")
    assert len(edited.decisions) >= 29
    assert whole.fault is None
    assert main([str(path)]) == 1
    assert "then broken: line" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("at", "key", "value"),
    [
        (30, "seat", 4),
        (30, "phase", "princess"),
        (30, "legal", []),
        (30, "state_sha256", "0" * 64),
        (-1, "final_points", [0, 0, 0]),
        (-1, "winners", []),
        (-1, "state_sha256", "0" * 64),
    ],
)
def test_everything_that_a_line_says_of_the_game_is_compared(tmp_path, at, key, value):
    lines = recorded(3, 3, full=True)
    assert lines[at][key] != value
    lines[at][key] = value
    path = tmp_path / "edited.jsonl"
    write_replays(path, [lines])
    (replay,) = read_replays(path)
    number = at % len(lines) + 1
    assert replay.fault.startswith(f"line {number}: ")
    assert key in replay.fault
    assert len(replay.decisions) == number - 2


def test_a_truncated_replay_is_shown_as_far_as_it_goes(tmp_path):
    path = tmp_path / "cut.jsonl"
    write_replays(path, [recorded(4, 3)])
    text = path.read_text()
    path.write_text(text[: len(text) // 2])
    (replay,) = read_replays(path)
    assert replay.fault
    assert replay.decisions


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '{"format": "boru-replay/2"}', '{"format": "boru-replay/1"}', "\x00\xff"]
)
def test_a_file_that_is_no_replay_is_one_line_on_stderr(tmp_path, capsys, text):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ReplayError, match=r"bad\.jsonl"):
        read_replays(path)
    assert main([str(path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("key", "value"), [("agents", 5), ("edition", "../secret.toml"), ("edition", 7), ("num_players", "4"), ("deal", [])]
)
def test_a_header_with_a_wrong_value_is_refused_in_words(tmp_path, key, value):
    lines = recorded(3, 1)
    lines[0][key] = value
    path = tmp_path / "bad.jsonl"
    write_replays(path, [lines])
    with pytest.raises(ReplayError, match=rf"line 1: .*{key}"):
        read_replays(path)


def test_a_replay_of_another_version_of_the_edition_is_refused(tmp_path):
    lines = recorded(3, 1)
    lines[0]["edition_sha256"] = "f" * 64
    path = tmp_path / "other.jsonl"
    write_replays(path, [lines])
    with pytest.raises(ReplayError, match="another version of edition"):
        read_replays(path)
    assert main([str(tmp_path / "missing.jsonl")]) == 2


def test_nothing_is_left_behind_when_writing_fails(tmp_path):
    def broken():
        yield {"a": 1}
        raise RuntimeError("stop")

    path = tmp_path / "games.jsonl"
    path.write_text("old")
    with pytest.raises(RuntimeError):
        write_replays(path, [broken()])
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_or_a_device_is_not_written_over(tmp_path):
    for target in (tmp_path, "/dev/null"):
        with pytest.raises(ReplayError, match="is no file"):
            write_replays(target, [[{"a": 1}]])
