"""The web server: the page, its files, and one websocket for each browser."""

import asyncio
import contextlib
import hmac
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from importlib import resources

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from agents.table.guard import Guard
from agents.table.room import Room, Seated
from agents.table.wire import Message
from boru_env.errors import BoruError
from boru_env.views.drawing.theme import DARK, LIGHT, variables

LONGEST_MESSAGE = 2000
"""Characters of a message from a browser."""

SECONDS_TO_SIT = 20.0
"""A connection that has not named its seat by then is closed."""

FILES = {
    "index.html": "text/html",
    "table.css": "text/css",
    "table.js": "text/javascript",
    "board.js": "text/javascript",
    "actions.js": "text/javascript",
    "score.js": "text/javascript",
}

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def make_app(room: Room, tokens: Mapping[int, str], guard: Guard) -> Starlette:
    """Make the web application of a table.

    Args:
        room: the table.
        tokens: the secret of each person's seat.
        guard: who may connect.
    """

    async def page(request: Request) -> Response:
        return _file(guard, request, "index.html")

    async def file(request: Request) -> Response:
        return _file(guard, request, request.path_params["name"])

    async def table(socket: WebSocket) -> None:
        await _serve(socket, room, tokens, guard)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        playing = asyncio.create_task(room.run())
        yield
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing

    routes = [Route("/", page), WebSocketRoute("/table", table), Route("/{name}", file)]
    return Starlette(routes=routes, lifespan=lifespan)


def _file(guard: Guard, request: Request, name: str) -> Response:
    """Give one of the page's files."""
    refused = guard.refusal(request.headers)
    if refused is not None:
        return PlainTextResponse(refused, 403, HEADERS)
    if name == "colours.css":
        return Response(_colours(), 200, HEADERS, "text/css")
    if name not in FILES:
        return PlainTextResponse("There is no such page.", 404, HEADERS)
    content = resources.files("agents.table").joinpath("static", name).read_bytes()
    return Response(content, 200, HEADERS, FILES[name])


def _colours() -> str:
    """Give the drawing's colours as a style sheet: as the reader's system is, or as chosen on the page."""
    dark = f":root:not([data-theme=light]){{{variables(DARK)}}}"
    chosen = f":root[data-theme=dark]{{{variables(DARK)}}}"
    return f":root{{{variables(LIGHT)}}}@media(prefers-color-scheme:dark){{{dark}}}{chosen}"


def find_seat(tokens: Mapping[int, str], given: object) -> int | None:
    """Give the seat of a secret, in a time that tells nothing about it."""
    found = None
    for seat, token in tokens.items():
        if isinstance(given, str) and hmac.compare_digest(given.encode("utf-8", "replace"), token.encode()):
            found = seat
    return found


def read_message(text: str) -> Message:
    """Read what a browser sent.

    Raises:
        BoruError: it is no message.
    """
    if len(text) > LONGEST_MESSAGE:
        raise BoruError(f"message: is longer than {LONGEST_MESSAGE} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BoruError("message: is no JSON") from None
    if not isinstance(message, dict):
        raise BoruError("message: must be a JSON object with a type")
    return message


async def _receive(socket: WebSocket) -> str:
    """Give the next text; of a message of bytes, "", which is no JSON.

    Raises:
        WebSocketDisconnect: the browser is gone.
    """
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str = event.get("text") or ""
    return text


async def _serve(socket: WebSocket, room: Room, tokens: Mapping[int, str], guard: Guard) -> None:
    """Serve one browser from its first message to its last."""
    if guard.refusal(socket.headers) is not None:
        await socket.close(1008)
        return
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone, perhaps in the middle of a message
        browser = await _sit(socket, room, tokens)
        if browser is None:
            return
        sending = asyncio.create_task(_send(socket, room, browser))
        try:
            await _listen(socket, room, browser)
        finally:
            room.leave(browser)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await sending


async def _sit(socket: WebSocket, room: Room, tokens: Mapping[int, str]) -> Seated | None:
    """Wait for the secret of a seat; anything else closes the connection with a sentence."""
    words = "This link is of no seat at this table; use the one that was printed."
    try:
        message = read_message(await asyncio.wait_for(_receive(socket), SECONDS_TO_SIT))
        seat = find_seat(tokens, message.get("token")) if message.get("type") == "sit" else None
        browser = None if seat is None else room.join(seat)
        if seat is not None and browser is None:
            words = "Too many browsers are at this seat."
    except TimeoutError:
        browser, words = None, "No seat was named in time."
    except BoruError as error:
        browser, words = None, str(error)
    if browser is None:
        await socket.send_json({"type": "refusal", "words": words, "closing": True})
        await socket.close(1008)
    return browser


async def _send(socket: WebSocket, room: Room, browser: Seated) -> None:
    """Send whatever is new, as fast as the browser takes it: one that is slow skips positions."""
    while True:
        await browser.stir.wait()
        browser.stir.clear()
        for message in browser.outgoing(room.match, room.position(browser.seat)):
            await socket.send_json(message)


async def _listen(socket: WebSocket, room: Room, browser: Seated) -> None:
    """Do what a browser asks, message by message; what cannot be done is answered in a sentence."""
    while True:
        text = await _receive(socket)
        try:
            await room.take(browser, read_message(text))
        except BoruError as error:
            browser.answer({"type": "refusal", "words": str(error)})


def seat_links(base: str, tokens: Mapping[int, str], names: Sequence[str]) -> list[str]:
    """Give a line with the secret link of each person. The secret is behind `#`, which no browser sends or logs."""
    return [f"  seat {seat}, {names[seat]}: {base}/#{token}" for seat, token in tokens.items()]
