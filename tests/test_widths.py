"""Words in the drawing are never wider than their place, whatever the names are; towns' names stand apart."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from boru_env import load_edition
from boru_env.envs.screen import mosaic
from boru_env.views.drawing import HEIGHT, WIDTH, pieces, players
from boru_env.views.drawing.__main__ import sample
from boru_env.views.drawing.atlas import TOWN_SIZE, atlas_of
from boru_env.views.drawing.tiles import HEAD, tiles
from boru_env.views.drawing.widths import fitted, is_known, width_of

NAMES = (
    "W" * 40,
    "@%" * 20,
    "\U0001f600" * 20,
    "\u6f22\u5b57" * 15,
    "<html><body onload=x>&amp;&amp;&amp;",
    "\u0429\u044e\u0436\u043d\u044b\u0435 \u042e\u0440\u0438\u0438 \u0429\u0443\u043a\u0438\u043d\u044b",
    "\u0634" * 30,
    "\ufdfd" * 8,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 9,
    "\u202egnorw\u202c" * 5,
    "a" + "\u0301" * 30,
)
USUAL = ("Ann", "Maximilian", "greedy", "player_3", "opponent 2", "Sean O'Brien", "mcts:sims=400")


@pytest.fixture(scope="module", params=["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"])
def font(request):
    """Give how wide a line is in a true font, and whether it is bold."""
    matplotlib = pytest.importorskip("matplotlib")
    tables = pytest.importorskip("fontTools.ttLib").TTFont(
        Path(matplotlib.get_data_path()) / "fonts" / "ttf" / request.param
    )
    letters, widths, em = tables.getBestCmap(), tables["hmtx"], tables["head"].unitsPerEm
    yield lambda words: sum(widths[letters[ord(one)]][0] for one in words) / em, "Bold" in request.param
    tables.close()


def test_no_letter_is_wider_than_it_is_thought_to_be(font):
    measured, bold = font
    codes = (*range(32, 127), *range(0xC0, 0x180), *range(0x391, 0x3CA), *range(0x410, 0x450), 0x2026, 0xFFFD)
    letters = [chr(code) for code in codes if code not in (0xDF, 0x149, 0x3A2)]
    assert [one for one in letters if width_of(one, 1.0, bold) < measured(one) - 0.005] == []


def test_usual_names_are_not_thought_to_be_much_wider_than_they_are(font):
    measured, bold = font
    for name in USUAL:
        assert measured(name) <= width_of(name, 1.0, bold) < 1.25 * measured(name)


def test_words_are_cut_to_a_width_and_not_more_than_needed():
    for name in (*NAMES, *USUAL):
        for width in (40, 80, 132):
            shown = fitted(name, width, 11.5, True)
            assert width_of(shown, 11.5, True) <= width
            assert shown == name or shown.endswith("\u2026")
            if shown != name:
                more = name[: len(shown) + 1] + "\u2026"
                assert width_of(more, 11.5, True) > width


def shown(names, last=None):
    """Give the dots of a position with these names."""
    game, _ = sample(4, 7, 180)
    drawn = pieces(game.edition, game.to_json(), names=names, last=last)
    return mosaic(tiles(drawn, 4, WIDTH, HEIGHT), WIDTH, HEIGHT)


def test_no_name_reaches_the_coins_nor_the_edge_of_the_picture():
    pytest.importorskip("resvg_py")
    plain, coins = shown(["a", "b", "c", "d"]), round(players.X + 168)
    assert not np.array_equal(plain, shown(["e", "f", "g", "h"]))
    for four in (NAMES[k : k + 4] for k in range(0, len(NAMES), 3)):
        four = [*four, *"abc"][:4]
        dots = shown(four, last=f"{four[0]}: town tara")
        assert np.array_equal(dots[HEAD:, coins:], plain[HEAD:, coins:])
        assert np.array_equal(dots[HEAD:, : round(players.X)], plain[HEAD:, : round(players.X)])
        assert (dots[:HEAD, -3:] == plain[:HEAD, -3:]).all()


def test_letters_of_an_unknown_font_are_squeezed_into_their_place():
    assert is_known("Se\u00e1n \u2026")
    assert not is_known("\u6f22")
    game, _ = sample(3, 7, 50)
    drawing = "".join(pieces(game.edition, game.to_json(), names=["\u6f22" * 30, "Ann", "Ben"]))
    assert 'lengthAdjust="spacingAndGlyphs"' in drawing


def test_the_names_of_towns_stand_clear_of_each_other():
    edition = load_edition("reconstructed")
    boxes = []
    for town, (x, y, anchor) in zip(edition.file.towns, atlas_of(edition).names, strict=True):
        wide = width_of(town.name, TOWN_SIZE)
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        boxes.append((town.name, left, y - 0.8 * TOWN_SIZE, left + wide, y + 1))
    crossing = [
        (a[0], b[0])
        for a, b in combinations(boxes, 2)
        if min(a[3], b[3]) > max(a[1], b[1]) and min(a[4], b[4]) > max(a[2], b[2])
    ]
    assert crossing == []
