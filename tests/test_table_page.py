"""The page in a true browser: whole games by pointer and by keyboard alone, several browsers, every theme and width."""

import numpy as np
import pytest

from boru_env.rules.state import PHASE_NAMES
from browser import a_browser, page_at, served
from table_client import TOKENS, make_match, wait_for

EVERY_PHASE = set(PHASE_NAMES) - {"game_over"}
ALL_PHASES_SEED = 16  # with the choices below, the person is asked everything that can be asked
TURN = "#actions button:not([disabled])"
PLAYERS = "me:<b>Ann</b>,random,random"


def choices(match, seed=ALL_PHASES_SEED):
    """Give, decision by decision, the index of an action for the person."""
    rng = np.random.default_rng(seed)
    while True:
        words = [match.game.words(action) for action in match.game.legal_ids()]
        if match.game.phase == "buy_step" and "buy" in words:
            yield words.index("buy")
        else:
            yield int(rng.integers(len(words)))


def play(page, match, act):
    """Play to the end: `act(index, action)` takes a decision on the page; gives the phases that were asked."""
    asked, chosen = set(), choices(match)
    while True:
        page.wait_for_selector(f"{TURN}, #result:not([hidden])", timeout=20_000)
        if page.locator("#result").is_visible():
            return asked
        asked.add(match.game.phase)
        version, index = match.version, next(chosen)
        act(index, match.game.words(match.game.legal_ids()[index]))
        wait_for(lambda version=version: match.version > version)


def assert_result(page, match, complaints):
    """Check that the page shows the game's own result, and did nothing that is not right."""
    assert match.game.is_over
    assert page.locator("#result tr.total td").all_text_contents() == [str(n) for n in match.game.final_points]
    assert page.locator("#result thead th").all_text_contents()[1] == "<b>Ann</b>"
    assert page.locator("b").count() == 0
    assert not complaints


def test_a_whole_game_is_played_by_keyboard_through_every_phase():
    match, seats = make_match(PLAYERS, seed=ALL_PHASES_SEED, practice=True)
    with served(match, seats) as address, page_at(f"{address}/#{TOKENS[0]}") as (page, complaints):

        def act(index, action):
            page.wait_for_selector(f"{TURN}:focus")
            count = page.locator("#actions button").count()
            key, times = ("ArrowDown", index) if index <= count // 2 else ("ArrowUp", count - index)
            for _ in range(times):
                page.keyboard.press(key)
            page.keyboard.press("Enter")

        assert play(page, match, act) == EVERY_PHASE
        assert_result(page, match, complaints)


def test_a_whole_game_is_played_by_clicks_through_every_phase():
    match, seats = make_match(PLAYERS, seed=ALL_PHASES_SEED)
    with served(match, seats) as address, page_at(f"{address}/#{TOKENS[0]}") as (page, complaints):
        on_board = set()

        def act(index, action):
            kind, _, name = action.partition(" ")
            if kind in ("town", "card") and match.decisions % 2 == 0:
                on_board.add(kind)
                page.locator(f'[data-{kind}="{name}"].can').click(timeout=5000)
            else:
                page.locator("#actions button").nth(index).click()

        assert play(page, match, act) == EVERY_PHASE
        assert on_board == {"town", "card"}
        assert_result(page, match, complaints)


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
