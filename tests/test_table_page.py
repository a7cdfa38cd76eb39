"""The page in a true browser: two browsers at a table, a server that stops, every theme and width."""

import numpy as np
import pytest

from browser import TURN, a_browser, page_at, served
from table_client import TOKENS, make_match, wait_for


def test_two_people_play_in_two_browsers_and_one_is_reloaded_in_the_middle():
    match, seats = make_match("me:Ann,me:Ben,random", seed=5)
    with served(match, seats) as address, a_browser() as open_page:
        pages = [open_page(f"{address}/#{TOKENS[seat]}") for seat in (0, 1)]
        rng = np.random.default_rng(5)
        for decision in range(40):
            wait_for(lambda: match.agent_to_act is None)
            page, version = pages[match.game.seat][0], match.version
            page.wait_for_selector(TURN)
            buttons = page.locator("#actions button")
            buttons.nth(int(rng.integers(buttons.count()))).click()
            wait_for(lambda version=version: match.version > version)
            if decision == 20:
                pages[0][0].reload()
        wait_for(lambda: match.agent_to_act is None)
        lines = [line.seen_by(0) for line in match.log]
        wait_for(lambda: pages[0][0].locator("#log li").count() == len(lines))
        assert pages[0][0].locator("#log li").all_text_contents() == lines
        acting, waiting = pages[match.game.seat][0], pages[1 - match.game.seat][0]
        acting.wait_for_selector(TURN)
        waiting.wait_for_selector("#actions", state="hidden")
        assert match.names[match.game.seat] in waiting.text_content("#question")
        assert not pages[0][1]
        assert not pages[1][1]


def test_an_open_page_goes_on_when_the_server_was_stopped_and_started_again():
    match, seats = make_match("me:Ann,greedy,random", seed=3)
    with a_browser() as open_page:
        with served(match, seats) as address:
            page, _ = open_page(f"{address}/#{TOKENS[0]}")
            page.wait_for_selector(TURN)
        page.locator("#told", has_text="No connection").wait_for()
        with served(match, seats, int(address.rpartition(":")[2])):
            wait_for(lambda: page.text_content("#told") == "")
            version = match.version
            page.locator(TURN).first.click()
            wait_for(lambda: match.version > version)


def test_a_click_on_the_board_acts_and_a_hint_undo_and_reload_work():
    match, seats = make_match("me:Ann,greedy,random", seed=3, practice=True)
    with served(match, seats) as address, page_at(f"{address}/#{TOKENS[0]}") as (page, complaints):
        page.wait_for_selector(TURN)
        page.hover('[data-town="tara"]')
        assert "Tara: a yellow town in Meath" in page.text_content("#info")
        page.click('[data-town="tara"]')
        wait_for(lambda: match.game.to_json()["towns"]["tara"]["disc"] == 0)
        page.wait_for_selector(TURN)
        page.keyboard.press("h")
        page.wait_for_selector("#actions button.advised")
        page.reload()
        page.wait_for_selector(TURN)
        page.keyboard.press("u")
        wait_for(lambda: match.game.phase == "place_start")
        assert not complaints


LUMINANCE = """(name) => {
  const colour = getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).map((part) => part / 255);
  const linear = colour.map((part) => part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}"""

CUT_OFF = """() => [...document.querySelectorAll("button, h1, #info p, #log li, #board svg, #seats svg, summary")]
  .filter((one) => one.getClientRects().length)
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 || one.getBoundingClientRect().left < -0.5)
  .map((one) => one.outerHTML.slice(0, 80))"""


def test_every_theme_and_width_is_legible_and_nothing_is_cut_off():
    long_name = "W" * 40
    match, seats = make_match(f"me:{long_name},greedy,random", seed=3)
    with served(match, seats) as address, a_browser() as open_page:
        for scheme in ("light", "dark"):
            for width in (360, 390, 800, 1280):
                size = {"width": width, "height": 800}
                page, complaints = open_page(f"{address}/#{TOKENS[0]}", color_scheme=scheme, viewport=size)
                page.wait_for_selector(TURN)
                ground, ink = (page.evaluate(LUMINANCE, name) for name in ("backgroundColor", "color"))
                assert (ground > ink) == (scheme == "light")
                assert (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) > 7
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                assert page.evaluate(CUT_OFF) == []
                assert page.locator("#seats svg").count() == (width <= 700)
                assert not complaints
                page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_that_is_chosen_wins_over_the_systems(scheme):
    match, seats = make_match("me:Ann,greedy,random", seed=3)
    with served(match, seats) as address, page_at(f"{address}/#{TOKENS[0]}", color_scheme=scheme) as (page, _):
        page.wait_for_selector(TURN)
        for chosen in ("light", "dark"):
            page.click("#theme")
            assert page.text_content("#theme") == f"theme: {chosen}"
            assert (page.evaluate(LUMINANCE, "backgroundColor") > 0.5) == (chosen == "light")
