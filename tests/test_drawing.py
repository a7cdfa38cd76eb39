"""The drawing: every fact of a position is in it, nothing that a seat may not see, well formed whatever the names."""

import copy
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from boru_env import Game, OptionError, load_edition
from boru_env.rules.state import PHASE_NAMES
from boru_env.views.drawing import HEIGHT, PHASE_WORDS, WIDTH, draw, pieces
from boru_env.views.drawing.__main__ import main, sample
from boru_env.views.drawing.atlas import NEAR, atlas_of
from boru_env.views.drawing.theme import CSS, DARK, LIGHT, variables
from cases_io import EDITION_DATA
from helpers import one_game_in_each_phase, random_game

PLAYERS = (3, 4, 5)
NASTY = "</text><script>alert('1')</script>&\"\x00\ud800 ]]>"


@pytest.fixture(scope="module")
def phases():
    return {n: one_game_in_each_phase(n) for n in PLAYERS}


def midgame(num_players=4, seed=3, phase="play_card", turn=2):
    for game in random_game(num_players, seed):
        if game.phase == phase and game.to_json()["round"] == turn:
            played = [player["played"] for player in game.to_json()["players"]]
            if phase != "play_card" or sum(card is not None for card in played) == 2:
                return game.copy()
    raise AssertionError("no such position")


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_phase_is_drawn_well_formed_for_everyone_and_in_both_themes(phases, num_players):
    assert set(phases[num_players]) == set(PHASE_NAMES)
    for game in phases[num_players].values():
        counts = set()
        for seat in (None, 0, num_players - 1):
            for theme in ("light", "dark", "css"):
                state = game.to_json() if seat is None else game.seen_by(seat)
                root = ET.fromstring(draw(game.edition, state, theme=theme, viewer=seat))
                assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
                counts.add(len(root))
        assert len(counts) == 1


def test_every_phase_has_words():
    assert {*PHASE_WORDS, "game_over"} == set(PHASE_NAMES)


def changed(state, edition):
    """Give the state with one fact changed, fact by fact."""
    ways = {
        "round": lambda s: s.update(round=s["round"] + 1),
        "rounds": lambda s: s.update(rounds=9),
        "phase": lambda s: s.update(phase="expand"),
        "seat_to_act": lambda s: s.update(seat_to_act=(s["seat_to_act"] + 1) % len(s["players"])),
        "marker": lambda s: s.update(marker=(s["marker"] + 1) % len(s["players"])),
        "active_town": lambda s: s.update(active_town=None),
        "battle_area": lambda s: s.update(battle_area=s["battle_area"] + 1),
        "many raiders": lambda s: s.update(battle_area=s["battle_area"] + 100),
        "marriage_card": lambda s: s.update(marriage_card=None),
        "marriage_pile": lambda s: s["marriage_pile"].pop(),
        "viking_deck": lambda s: s["viking_deck"].pop(),
        "set_aside": lambda s: s.update(set_aside=None if s["set_aside"] else 25),
        "discarded": lambda s: s["discarded"].append(25),
    }
    for town in edition.town_ids:
        ways[f"{town} disc"] = lambda s, t=town: s["towns"][t].update(disc=1 if s["towns"][t]["disc"] == 0 else 0)
        for token in ("viking", "monastery"):
            ways[f"{town} {token}"] = lambda s, t=town, k=token: s["towns"][t].update({k: not s["towns"][t][k]})
    for region in edition.region_ids:
        ways[f"{region} up"] = lambda s, r=region: s["claims"][r].update(face_up=not s["claims"][r]["face_up"])
        for holder in range(len(state["players"])):
            if state["claims"][region]["holder"] != holder:
                ways[f"{region} {holder}"] = lambda s, r=region, h=holder: s["claims"][r].update(face_up=True, holder=h)
    for seat, player in enumerate(state["players"]):
        for count in ("coins", "renown", "points", "raiders", "church", "space"):
            ways[f"{seat} {count}"] = lambda s, i=seat, k=count: s["players"][i].update({k: s["players"][i][k] + 1})
        for zone in ("hand", "selected", "pack"):
            ways[f"{seat} {zone}"] = lambda s, i=seat, k=zone: s["players"][i][k].append(25)
        for zone in ("played", "unplayed"):
            other = 24 if player[zone] != 24 else 23
            ways[f"{seat} {zone}"] = lambda s, i=seat, k=zone, v=other: s["players"][i].update({k: v})
        for card in edition.marriage_ids:
            ways[f"{seat} {card}"] = lambda s, i=seat, c=card: s["players"][i]["marriages"].append(c)
        for choice in ("support", "trade"):
            ways[f"{seat} {choice}"] = lambda s, i=seat, c=choice: s["players"][i].update(princess=c)
    for name, change in ways.items():
        other = copy.deepcopy(state)
        change(other)
        assert other != state, name
        yield name, other


@pytest.mark.parametrize("num_players", [3, 5])
def test_a_change_of_any_fact_of_the_state_changes_the_drawing(num_players):
    game = midgame(num_players)
    state = game.to_json()
    drawn = {"": draw(game.edition, state)}
    for name, other in changed(state, game.edition):
        drawn[name] = draw(game.edition, other)
    assert len(drawn) > 200
    strange = [name for name in drawn if name and drawn[name] == drawn[""]]
    assert not strange
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_result_is_drawn(num_players):
    *_, game = random_game(num_players, 5)
    state = game.to_json()
    first = draw(game.edition, state)
    for seat in range(num_players):
        other = copy.deepcopy(state)
        other["players"][seat]["final_points"] += 100
        assert draw(game.edition, other) != first
    other = {**state, "winners": [(state["winners"][0] + 1) % num_players]}
    assert draw(game.edition, other) != first


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_seats_drawing_is_the_same_for_games_that_the_seat_cannot_tell_apart(phases, num_players):
    rng, told_apart = np.random.default_rng(1), 0
    for game in phases[num_players].values():
        for seat in range(num_players):
            other = game.resample(seat, rng)
            assert draw(game.edition, game.seen_by(seat)) == draw(game.edition, other.seen_by(seat))
            told_apart += draw(game.edition, game.to_json()) != draw(game.edition, other.to_json())
    assert told_apart > 10


def test_what_a_seat_does_not_know_is_a_back():
    game = midgame(4, phase="choose_town")
    state = game.to_json()
    seen = draw(game.edition, game.seen_by(2))
    assert seen.count('class="card-back"') == 3 * len(state["players"][0]["hand"])
    assert seen.count('class="card"') == len(state["players"][2]["hand"])
    assert 'class="card-back"' not in draw(game.edition, state)


def test_names_and_words_are_escaped_whatever_is_in_them():
    game = midgame()
    text = draw(game.edition, game.to_json(), names=[NASTY, "a", "b", "c"], last=NASTY)
    assert "<script" not in text
    words = "".join(ET.fromstring(text).itertext())
    assert "</text><script>" in words
    text.encode("utf-8")


def other_edition(tmp_path, change):
    """Load an edition made from the shipped one."""
    text = (EDITION_DATA / "reconstructed.toml").read_text(encoding="utf-8")
    path = tmp_path / "other.toml"
    path.write_text(change(text), encoding="utf-8")
    return load_edition(path)


def test_towns_without_a_place_of_their_own_stand_apart_near_their_region(tmp_path):
    text = (EDITION_DATA / "reconstructed.toml").read_text(encoding="utf-8")
    for town in tomllib.loads(text)["towns"]:
        text = text.replace(f"lat = {town['lat']:.2f}, lon = {town['lon']:.2f}", "lat = 0.0, lon = 0.0")
    edition = other_edition(tmp_path, lambda _: text.replace('name = "Cork"', 'name = "<Cork & co>"'))
    assert {(town.lat, town.lon) for town in edition.file.towns} == {(0.0, 0.0)}
    places = np.array(atlas_of(edition).towns)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1) + 1000 * np.eye(len(places))
    assert gaps.min() >= NEAR
    for region in edition.region_ids:
        own = [i for i, town in enumerate(edition.file.towns) if town.region == region]
        assert np.linalg.norm(places[own] - places[own].mean(axis=0), axis=-1).max() < 60
    game = Game(5, edition, seed=1)
    ET.fromstring(draw(edition, game.to_json()))


def test_the_lands_of_the_towns_cover_the_map_once():
    atlas = atlas_of(load_edition("reconstructed"))
    area = sum(
        abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(cell, (*cell[1:], cell[0]), strict=True))) / 2
        for cell in atlas.cells
    )
    assert area == pytest.approx(446.0 * 573, rel=0.01)


def test_a_theme_that_does_not_exist_is_refused_in_words():
    game = Game(3, seed=1)
    with pytest.raises(OptionError, match="theme: is 'neon'"):
        draw(game.edition, game.to_json(), theme="neon")


def test_the_themes_have_the_same_names_and_the_page_declares_them_all():
    assert set(LIGHT.colours) == set(DARK.colours) == set(CSS.colours)
    game = midgame()
    drawing = draw(game.edition, game.to_json(), theme="css")
    assert "#" not in drawing.replace("url(#", "")
    for name in LIGHT.colours:
        assert f"--{name}:" in variables(LIGHT)


def test_the_pieces_are_always_as_many():
    counts = {len(pieces(game.edition, game.to_json())) for game in random_game(4, 2)}
    assert len(counts) == 1


@pytest.mark.parametrize(("name", "theme"), [("board", "light"), ("board-dark", "dark")])
def test_the_picture_of_the_docs_is_what_its_command_writes(tmp_path, name, theme):
    out = tmp_path / "board.svg"
    assert main([str(out), "--decisions", "180", "--theme", theme]) == 0
    picture = Path(__file__).parents[1] / "docs" / "pictures" / f"{name}.svg"
    assert out.read_text(encoding="utf-8") == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments", [["--players", "6"], ["--seat", "4"], ["--theme", "neon"], ["--seed", "-1"], ["missing/a.svg"], ["."]]
)
def test_the_command_says_in_one_sentence_what_it_cannot_draw(tmp_path, capsys, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    assert main(arguments if arguments[0][0] != "-" else ["a.svg", *arguments]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_commands_picture_of_a_seats_view_does_not_tell_what_others_keep():
    for decisions in range(5, 60):
        _, told = sample(4, 7, decisions)
        game, _ = sample(4, 7, decisions - 1)
        if game.phase == "draft":
            assert sample(4, 7, decisions, game.seat)[1] == told
            assert sample(4, 7, decisions, (game.seat + 1) % 4)[1] == f"seat {game.seat}: keeps a card"
