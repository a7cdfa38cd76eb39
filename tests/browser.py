"""A table that is served, and a true browser at it: needs playwright and a Chromium, else the test is skipped."""

import os
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from agents.table.__main__ import listen
from agents.table.guard import Guard
from agents.table.room import Room
from table_client import TOKENS, wait_for

TURN = "#actions button:not([disabled])"
"""What is on the page when its person may act."""

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@contextmanager
def served(match, seats, port=0):
    """Serve a table in a thread; gives its address."""
    import uvicorn

    from agents.table.server import make_app

    with listen("127.0.0.1", port) as listener:
        app = make_app(Room(match, seats), {seat: TOKENS[seat] for seat in seats.people}, Guard("127.0.0.1"))
        config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_for(lambda: server.started)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(20)


def chromium_of(playwright):
    """Give the path of a Chromium: the one named in CHROMIUM, the system's, or playwright's own; skip without one."""
    own = playwright.chromium.executable_path
    for path in (os.environ.get("CHROMIUM"), *map(shutil.which, NAMES), own):
        if path and Path(path).exists():
            return path
    pytest.skip("there is no Chromium: install one (Debian: chromium), or name it in CHROMIUM")


@contextmanager
def a_browser():
    """Start a browser; gives what opens a page apart from others, and lists its complaints."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_of(playwright), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )

        def open_page(address, **options):
            page, complaints = browser.new_context(**options).new_page(), []
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(address)
            return page, complaints

        yield open_page
        browser.close()


@contextmanager
def page_at(address, **options):
    """Open one page in a new browser; gives it, and what it complained about."""
    with a_browser() as open_page:
        yield open_page(address, **options)
