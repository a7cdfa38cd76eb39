"""Whoever knocks at the table: rubbish, wrong secrets, foreign names and pages; the game is unharmed."""

import json

import pytest
from starlette.websockets import WebSocketDisconnect

from agents.table.guard import Guard, is_loopback
from table_client import BASE, SOCKET, browser, make_match, opened

RUBBISH = [
    "",
    "x",
    "[]",
    "null",
    "3",
    '{"type": 3}',
    '{"type": "fly"}',
    '{"type": "act"}',
    '{"type": "act", "version": 0, "action": null}',
    '{"type": "act", "version": 0, "action": 7}',
    '{"type": "act", "version": 0, "action": "card 25"}',
    '{"type": "act", "version": 0, "action": "town <b>"}',
    '{"type": "act", "version": 1e400, "action": "stop"}',
    '{"type": "act", "version": true, "action": "stop"}',
    '{"type": "undo"}',
    '{"type": "undo", "version": {}}',
    '{"type": "sit", "token": "again"}',
    "[" * 1900,
    '"' + "y" * 100_000 + '"',
    json.dumps({"type": "act", "version": 0, "action": "\ud800\0"}),
]


def test_rubbish_is_answered_in_a_sentence_and_the_game_is_unharmed():
    match, seats = make_match("me,me,me")
    before = match.game.copy()
    with opened(match, seats) as client, browser(client, before.seat) as ann:
        ann.turn()
        for text in RUBBISH:
            ann.socket.send_text(text)
            words = ann.answer("refusal")["words"]
            assert 5 < len(words) < 3000, text
        ann.socket.send_bytes(b"\xff\x00")
        assert ann.answer("refusal")["words"]
        assert match.game == before
        assert match.version == 0
        ann.act(ann.position["legal"][0]["action"])
        ann.send(type="act", action="town dublin", version=match.version)
        assert "not your turn" in ann.answer("refusal")["words"]


@pytest.mark.parametrize("token", ["", "x", "secret-of-seat-1", None, 0, True, {}, ["secret-of-seat-0"], "\ud800"])
def test_a_wrong_secret_gets_no_seat(token):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client, client.websocket_connect(SOCKET) as socket:
        socket.send_text(json.dumps({"type": "sit", "token": token}))
        told = json.loads(socket.receive_text())
        assert told["type"] == "refusal"
        assert told["closing"]
        assert socket.receive()["type"] == "websocket.close"


@pytest.mark.parametrize("first", ["", "x", "[1]", '{"type": "act"}', "z" * 9000])
def test_a_first_message_that_names_no_seat_closes_with_a_sentence(first):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client, client.websocket_connect(SOCKET) as socket:
        socket.send_text(first)
        assert len(json.loads(socket.receive_text())["words"]) > 10
        assert socket.receive()["type"] == "websocket.close"


def test_a_person_acts_for_the_own_seat_only():
    match, seats = make_match("me,me,me")
    other = (match.game.seat + 1) % 3
    with opened(match, seats) as client, browser(client, other) as ben:
        now = ben.until(lambda now: True)
        assert now["legal"] == []
        ben.send(type="act", action=match.game.words(match.game.legal_ids()[0]), version=now["version"])
        assert "not your turn" in ben.answer("refusal")["words"]
        assert match.version == 0


NASTY = "<img src=x onerror=alert(1)>&\"'</script>"


def test_html_in_a_name_stays_text():
    match, seats = make_match(f"me:{NASTY},greedy,random")
    with opened(match, seats) as client, browser(client) as ann:
        ann.act(ann.turn()["legal"][0]["action"])
        ann.turn()
        drawing = "".join(ann.position["pieces"])
        assert "<img" not in drawing
        assert "&lt;img" in drawing
        assert ann.table["names"][0].startswith("<img")  # the page sets it as text
    page = client.get("/table.js").text + client.get("/score.js").text + client.get("/actions.js").text
    assert page.count("innerHTML") == 1  # the symbols' drawings, in which there is no name


def test_the_page_and_its_files_are_served_and_nothing_else():
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client:
        for name in ("", "index.html", "table.css", "colours.css", "table.js", "board.js", "actions.js", "score.js"):
            answer = client.get(f"/{name}")
            assert answer.status_code == 200
            assert "default-src 'none'" in answer.headers["content-security-policy"]
        for name in ("x", "..%2f__init__.py", "%2e%2e/room.py", "static/index.html", "table"):
            assert client.get(f"/{name}").status_code == 404
        assert client.post("/").status_code == 405


@pytest.mark.parametrize("host", ["evil.example:8000", "evil.example", "", "127.0.0.1.evil.example:8000", "8.8.8.8"])
def test_a_foreign_name_for_this_address_is_refused(host):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client:
        assert client.get("/", headers={"host": host}).status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(SOCKET, headers={"host": host}):
            pass


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1:9", "https://127.0.0.1:8000"])
def test_a_page_of_another_server_may_not_connect(origin):
    match, seats = make_match("me,greedy,random")
    with opened(match, seats) as client:
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(SOCKET, headers={"origin": origin}):
            pass
        with client.websocket_connect(SOCKET, headers={"origin": BASE}):
            pass


def test_the_names_that_a_table_answers_to():
    local, open_to_all = Guard("127.0.0.1"), Guard("0.0.0.0")
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"):
        assert local.refusal({"host": host}) is None
    assert local.refusal({"host": "192.168.1.5:8000"})
    assert open_to_all.refusal({"host": "192.168.1.5:8000"}) is None
    assert open_to_all.refusal({"host": "evil.example:8000"})
    assert [is_loopback(host) for host in ("localhost", "127.0.0.9", "::1", "0.0.0.0", "table.example")] == [
        True,
        True,
        True,
        False,
        False,
    ]
