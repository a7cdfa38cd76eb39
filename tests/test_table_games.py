"""Whole games on the page in a true browser, through every phase: by clicks, and by keyboard alone."""

import numpy as np

from boru_env.rules.state import PHASE_NAMES
from browser import TURN, page_at, served
from table_client import TOKENS, make_match, wait_for

EVERY_PHASE = set(PHASE_NAMES) - {"game_over"}
ALL_PHASES_SEED = 16  # with the choices below, the person is asked everything that can be asked
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
