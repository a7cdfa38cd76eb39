"""A replay's page in a true browser: light and dark, on wide and narrow screens. Skipped where there is no Chromium."""

import pytest

from boru_env import Game
from boru_env.views.replay import read_replays, record_decision, record_header, record_result, write_replays
from boru_env.views.replay_page import write_page
from browser import a_browser

NAMES = ("<b>Ann</b>", "W" * 40, "\u6f22\u5b57 \U0001f600")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    game, path = Game(3, seed=4), tmp_path_factory.mktemp("replay") / "games.jsonl"
    lines = [record_header(game, NAMES, 4)]
    while not game.is_over:
        action = game.words(game.legal_ids()[0])
        lines.append(record_decision(game, action))
        game.apply(action)
    write_replays(path, [[*lines, record_result(game)]])
    write_page(path.with_suffix(".html"), read_replays(path)[0])
    return path.with_suffix(".html")


def test_the_page_shows_every_decision_on_every_screen(file):
    with a_browser() as open_page:
        for scheme in ("light", "dark"):
            for width in (360, 800, 1280):
                page, complaints = open_page(
                    file.as_uri(), color_scheme=scheme, viewport={"width": width, "height": 800}
                )
                page.wait_for_selector("#views button")
                page.keyboard.press("End")
                last = int(page.get_attribute("#time", "max"))
                assert page.text_content("#count") == f"{last} of {last}"
                assert "Over: won by" in page.text_content("#board .header")
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                assert page.locator("#beside").is_visible() == (width <= 700)
                board = page.locator("#whole").bounding_box()
                assert board["width"] >= 0.95 * min(width, 1060) * (800 / 456 if width <= 700 else 1) - 40
                page.locator("#views button").nth(1).click()
                page.keyboard.press("Home")
                assert "as seat 0 sees it" in page.text_content("#board .header")
                assert page.locator("b").count() == 0
                assert complaints == []
                page.close()
