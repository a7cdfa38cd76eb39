"""The page in a true browser: a whole game by keyboard alone. Needs a Chromium; skipped where there is none."""

import os
import shutil
import threading
from contextlib import contextmanager

import pytest

from agents.table.__main__ import listen
from agents.table.guard import Guard
from agents.table.room import Room
from table_client import TOKENS, make_match, wait_for

pytestmark = pytest.mark.slow

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def served(match, seats):
    """Serve a table in a thread; gives its address."""
    import uvicorn

    from agents.table.server import make_app

    with listen("127.0.0.1", 0) as listener:
        app = make_app(Room(match, seats), {seat: TOKENS[seat] for seat in seats.people}, Guard("127.0.0.1"))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_for(lambda: server.started)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(20)


@contextmanager
def page_at(address, **options):
    """Open a page in a new browser; gives it, and what it complained about."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: install one, or name it in CHROMIUM")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page, complaints = browser.new_page(**options), []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        yield page, complaints
        browser.close()


def test_a_whole_game_is_played_by_keyboard():
    match, seats = make_match("me:<b>Ann</b>,greedy,random", seed=3, practice=True)
    with served(match, seats) as address, page_at(f"{address}/#{TOKENS[0]}") as (page, complaints):
        while True:
            page.wait_for_selector("#actions button:not([disabled]):focus, #result:not([hidden])", timeout=20_000)
            if page.locator("#result").is_visible():
                break
            version = match.version
            if match.decisions % 5 == 0:
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            wait_for(lambda version=version: match.version > version)
        assert match.game.is_over
        assert page.locator("#result tr.total td").all_text_contents() == [str(n) for n in match.game.final_points]
        assert page.locator("#result thead th").all_text_contents()[1] == "<b>Ann</b>"
        assert page.locator("b").count() == 0
        assert not complaints


def test_a_click_on_the_board_acts_and_a_hint_undo_and_reload_work():
    match, seats = make_match("me:Ann,greedy,random", seed=3, practice=True)
    with served(match, seats) as address, page_at(f"{address}/#{TOKENS[0]}") as (page, complaints):
        page.wait_for_selector("#actions button")
        page.hover('[data-town="tara"]')
        assert "Tara: a yellow town in Meath" in page.text_content("#info")
        page.click('[data-town="tara"]')
        wait_for(lambda: match.game.to_json()["towns"]["tara"]["disc"] == 0)
        page.wait_for_selector("#actions button")
        page.keyboard.press("h")
        page.wait_for_selector("#actions button.advised")
        page.reload()
        page.wait_for_selector("#actions button")
        page.keyboard.press("u")
        wait_for(lambda: match.game.phase == "place_start")
        page.set_viewport_size({"width": 390, "height": 800})
        page.wait_for_selector("#seats svg")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert not complaints
