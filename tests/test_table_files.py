"""The table's record: saved at every decision, gone on with after the server was killed; and its command line."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from agents.table.__main__ import check, listen, main, parse, seat_tokens
from agents.table.options import make_setting
from agents.table.wire import apply_changes, position
from boru_env.errors import BoruError
from boru_env.views.replay import read_replays
from boru_env.views.score_sheet import score_lines, winner_words
from helpers import random_game
from table_client import warm_up

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module", autouse=True)
def compiled():
    warm_up()


def setting_of(*arguments):
    return make_setting(parse([str(argument) for argument in arguments]))


def decide(match, count, which=0):
    for _ in range(count):
        if not match.game.is_over:
            match.act(match.game.words(match.game.legal_ids()[which]))


def test_a_game_is_saved_at_every_decision_and_goes_on_from_every_one(tmp_path):
    file = tmp_path / "game.jsonl"
    match = setting_of("--players", "me:Ann,me:Ben,random", "--seed", 4, "--save", file, "--practice").match
    for _ in range(30):
        decide(match, 1, -1)
        (replay,) = read_replays(file)
        assert (replay.game.to_json(), replay.game.deal) == (match.game.to_json(), match.game.deal)
        assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]
    again = setting_of("--resume", file)
    assert again.match.game.to_json() == match.game.to_json()
    assert again.match.names == ("Ann", "Ben", "random")
    assert again.match.practice
    assert [line.words for line in again.match.log[:-1]] == [line.words for line in match.log]
    again.match.undo(again.match.game.seat if again.match.can_undo(again.match.game.seat) else 0)
    decide(again.match, 400)
    (whole,) = read_replays(file)
    assert whole.fault is None
    assert whole.game.final_points == again.match.game.final_points
    over = setting_of("--resume", file)
    assert over.match.game.is_over


def test_the_secrets_stay_the_same_over_a_restart_and_leave_the_record_with_the_games_end(tmp_path):
    file = tmp_path / "game.jsonl"
    setting = setting_of("--players", "me,me,random", "--seed", 4, "--save", file)
    tokens = seat_tokens(setting)
    assert len(set(tokens.values())) == 2
    setting.match.table["tokens"] = {str(seat): token for seat, token in tokens.items()}
    decide(setting.match, 5)
    assert seat_tokens(setting_of("--resume", file)) == tokens
    decide(setting.match, 400)
    assert not any(token in file.read_text() for token in tokens.values())
    assert seat_tokens(setting_of("--resume", file)) != tokens


def test_a_record_of_the_arena_goes_on_with_players_that_are_named(tmp_path):
    file = tmp_path / "game.jsonl"
    match = setting_of("--players", "me,random,random", "--seed", 4, "--save", file).match
    decide(match, 8)
    lines = file.read_text().splitlines()
    header = json.loads(lines[0])
    del header["table"]
    file.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    with pytest.raises(BoruError, match="add --players"):
        setting_of("--resume", file)
    assert setting_of("--resume", file, "--players", "random,me,greedy").seats.people == {1}


def test_a_full_disk_stops_no_game(tmp_path, monkeypatch, capsys):
    from agents.table.room import Room

    setting = setting_of("--players", "me,me,me", "--seed", 4, "--save", tmp_path / "game.jsonl")

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr("agents.table.match.write_replays", full)
    room = Room(setting.match, setting.seats)
    action = setting.match.game.words(setting.match.game.legal_ids()[0])
    room._save(lambda: setting.match.act(action))
    assert setting.match.decisions == 1
    assert "could not be saved" in capsys.readouterr().err


WRONG = [
    ["--players", ""],
    ["--players", "me"],
    ["--players", "me,greedy"],
    ["--players", "me,greedy,random,random,random,random"],
    ["--players", "greedy,random,random"],
    ["--players", "me,nobody,random"],
    ["--players", "me,a.b:c\nd,random"],
    ["--players", "me,random,random", "--num-players", "2"],
    ["--players", "me,random,random,random", "--num-players", "3"],
    ["--num-players", "6"],
    ["--seed", "-1"],
    ["--seed", "x"],
    ["--edition", "nowhere.toml"],
    ["--edition", "\0/x.toml"],
    ["--save", "\0"],
    ["--save", "."],
    ["--save", "no/folder/x.jsonl"],
    ["--resume", "nowhere.jsonl"],
    ["--resume", "."],
    ["--resume", "x.jsonl", "--seed", "3"],
    ["--resume", "x.jsonl", "--save", "y.jsonl"],
    ["--port", "-1"],
    ["--port", "70000"],
    ["--port", "x"],
    ["--pace", "nan"],
    ["--host", "no such host"],
    ["--nope"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=lambda given: ascii(given)[:40])
def test_what_is_wrong_with_the_command_line_is_said_in_one_sentence(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("agents.table.__main__.serve", lambda *_: pytest.fail("it was not refused"))
    given = arguments if "--port" in arguments else [*arguments, "--port", "0"]
    assert main(given) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_port_in_use_is_said_in_words(capsys):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        assert main(["--players", "me,random,random", "--port", str(port)]) == 2
    assert f"127.0.0.1:{port}" in capsys.readouterr().err


def test_a_missing_package_is_named_with_the_extra(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BoruError, match=r"pip install 'boru-env\[table\]'"):
        check(parse([]))


def test_a_record_that_is_there_already_is_not_overwritten(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text("precious")
    with pytest.raises(BoruError, match="is there already"):
        setting_of("--players", "me,random,random", "--save", file)
    with pytest.raises(BoruError, match="no header"):
        setting_of("--resume", file)
    assert file.read_text() == "precious"


def test_the_free_port_is_told():
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockname()[1] > 0


class Server:
    """The command in a process of its own."""

    def __init__(self, *arguments, folder):
        command = [sys.executable, "-m", "agents.table", *arguments, "--port", "0", "--pace", "0"]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.links = []
        for line in self.process.stdout:
            self.links += re.findall(r"http://127\.0\.0\.1:\d+/#\S+", line)
            if line.startswith("Saved"):
                break

    @contextlib.contextmanager
    def connect(self):
        address, token = self.links[0].split("/#")
        with connect(address.replace("http", "ws") + "/table", origin=address) as connection:
            connection.send(json.dumps({"type": "sit", "token": token}))
            yield connection

    def stop(self, how):
        self.process.send_signal(how)
        self.process.wait(20)
        self.process.stdout.close()


def turn(connection, now):
    """Take messages until it is the own turn."""
    while True:
        message = json.loads(connection.recv(20))
        if message["type"] == "position":
            now = apply_changes(now, message)
            if now["yours"] or now["result"]:
                return now


def hear_all(connection):
    while True:
        connection.recv(20)


def test_a_killed_server_is_started_again_and_the_game_goes_on(tmp_path):
    server = Server("--players", "me:Ann,random,random", "--seed", "6", "--save", "game.jsonl", folder=tmp_path)
    try:
        address = server.links[0].split("/#")[0]
        assert b"table.js" in urllib.request.urlopen(f"{address}/").read()
        with server.connect() as connection:
            now = turn(connection, {})
            for _ in range(5):
                connection.send(
                    json.dumps({"type": "act", "action": now["legal"][0]["action"], "version": now["version"]})
                )
                now = turn(connection, now)
    finally:
        server.stop(signal.SIGKILL)
    token = server.links[0].split("#")[1]
    again = Server("--resume", "game.jsonl", folder=tmp_path)
    try:
        assert again.links[0].split("#")[1] == token
        with again.connect() as connection:
            back = turn(connection, {})
            assert back["legal"] == now["legal"]
            assert back["log"][:-1] == now["log"]
            connection.send("z" * 100_000)
            with pytest.raises(ConnectionClosed, match="1009"):
                hear_all(connection)
        with again.connect() as connection:
            assert turn(connection, {})["legal"] == now["legal"]
    finally:
        again.stop(signal.SIGTERM)


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_the_lines_of_the_final_scoring_add_up_to_the_rules_own_total(num_players):
    deciders = set()
    for seed in range(25):
        *_, game = random_game(num_players, seed)
        state = game.seen_by(None)
        lines = score_lines(game.edition, state)
        assert [line.rule for line in lines] == ["", "F1", "F2", "F3", "F4", "F5", "F6", ""]
        assert lines[-1].points == game.final_points
        names = [f"player {seat}" for seat in range(num_players)]
        words = winner_words(state, names)
        assert all(names[seat] in words for seat in game.winners)
        deciders.add(words.split(":")[1].split(" ")[1])
    assert deciders


def test_a_position_is_shown_for_every_seat_of_a_new_table(tmp_path):
    setting = setting_of("--num-players", 5, "--seed", 1, "--save", tmp_path / "a.jsonl")
    assert setting.seats.specs == ("me", "greedy", "greedy", "greedy", "greedy")
    assert setting.match.names[0] == "You"
    assert position(setting.match, 0)["question"]
