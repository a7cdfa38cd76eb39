"""The render modes of both faces: what they give, what they leave alone, what they say when something is missing."""

import copy
import gc
import pickle
import sys
import xml.etree.ElementTree as ET

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.wrappers import AddRenderObservation, RenderCollection

from boru_env import Game, OptionError, StateError, brian_boru_v0
from boru_env.envs import screen
from boru_env.envs.render import RENDER_MODES, Renderer
from boru_env.envs.seat import SeatEnv
from boru_env.views.drawing import HEIGHT, WIDTH

GYM = "boru_env/BrianBoru-v0"
FACES = {
    "aec": lambda mode: brian_boru_v0.raw_env(3, render_mode=mode),
    "seat": lambda mode: SeatEnv(3, render_mode=mode),
}
faces = pytest.mark.parametrize("face", FACES)


def first_legal(env):
    return env.game.legal_ids()[0]


@faces
def test_every_mode_gives_what_it_promises(face):
    assert set(FACES[face](None).metadata["render_modes"]) == set(RENDER_MODES)
    for mode in RENDER_MODES:
        env = FACES[face](mode)
        env.reset(seed=1)
        env.step(first_legal(env))
        frame = env.render()
        if mode == "ansi":
            assert frame.isascii()
            assert max(map(len, frame.splitlines())) <= 80
        elif mode == "svg":
            assert ET.fromstring(frame).get("width") == str(WIDTH)
        elif mode == "rgb_array":
            assert (frame.shape, frame.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
            assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 50
        else:
            assert frame is None
        env.close()
        env.close()


@faces
@pytest.mark.parametrize("mode", RENDER_MODES)
def test_rendering_changes_neither_the_game_nor_the_generators(face, mode):
    plain, drawn = FACES[face](None), FACES[face](mode)
    before = np.random.get_state()[1].tolist()  # noqa: NPY002  # the global generator must not be touched
    for env in (plain, drawn):
        env.reset(seed=5)
    for _ in range(2):
        drawn.render()
        assert drawn.game == plain.game
        action = first_legal(plain)
        plain.step(action)
        drawn.step(action)
    for env in (plain, drawn):
        env.reset()
    assert drawn.game == plain.game
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002
    drawn.close()


@faces
def test_the_learner_sees_its_own_cards_and_the_spectator_all(face):
    env = FACES[face]("svg")
    env.reset(seed=1)
    while env.game.phase != "choose_town":
        env.step(first_legal(env))
    frame = env.render()
    assert ('class="card-back"' in frame) == (face == "seat")
    players = env.game.to_json()["players"]
    shown = players if face == "aec" else [players[env._seat]]
    assert frame.count('class="card"') == sum(len(player["hand"]) for player in shown)


@faces
def test_before_the_first_reset_there_is_nothing_to_show_and_that_is_said(face):
    for mode in RENDER_MODES:
        with pytest.raises(StateError, match="render: there is no game yet; call reset first"):
            FACES[face](mode).render()


@faces
@pytest.mark.parametrize("mode", ["hologram", "", 3, b"ansi", ["ansi"]])
def test_an_unknown_mode_is_refused_in_words(face, mode):
    with pytest.raises(OptionError, match=r"render_mode: is .*'ansi' or 'svg' or 'rgb_array' or 'human'"):
        FACES[face](mode)


@faces
@pytest.mark.parametrize("mode", ["rgb_array", "human"])
def test_without_the_extra_the_message_says_what_to_install(face, mode, monkeypatch):
    monkeypatch.setattr(screen, "NEEDED", ("resvg_py", "a_package_that_is_not_there"))
    with pytest.raises(OptionError, match=r"needs a_package_that_is_not_there.*boru-env\[render\]"):
        FACES[face](mode)
    FACES[face]("svg")


def test_without_a_screen_the_message_says_so(monkeypatch):
    def no_screen(*_):
        raise pygame.error("No available video device")

    monkeypatch.setattr(pygame, "Window", no_screen)
    env = FACES["aec"]("human")
    with pytest.raises(OptionError, match="cannot open a window: No available video device"):
        env.reset(seed=1)


@faces
def test_a_window_closed_by_its_user_stays_closed_and_the_game_goes_on(face):
    env = FACES[face]("human")
    env.reset(seed=1)
    window = env._renderer._window
    assert window.is_open
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE, window=window._window))
    env.step(first_legal(env))
    assert not window.is_open
    before = env.game.to_bytes()
    env.step(first_legal(env))
    assert env.game.to_bytes() != before
    env.close()
    env.close()


def test_closing_one_window_leaves_another_open():
    first, second = FACES["aec"]("human"), FACES["aec"]("human")
    for env in (first, second):
        env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE, window=second._renderer._window._window))
    first.render()
    second.render()
    assert first._renderer._window.is_open
    assert not second._renderer._window.is_open
    first.close()
    second.close()


def test_the_window_shows_the_board():
    env = FACES["aec"]("human")
    env.reset(seed=1)
    shown = pygame.surfarray.array3d(env._renderer._window._window.get_surface()).swapaxes(0, 1)
    pixels = FACES["aec"]("rgb_array")
    pixels.reset(seed=1)
    assert np.array_equal(shown, pixels.render())
    env.close()


def test_copies_and_pickles_have_no_window():
    env = FACES["aec"]("human")
    env.reset(seed=1)
    for twin in (copy.deepcopy(env), copy.deepcopy(env._renderer), pickle.loads(pickle.dumps(env._renderer))):
        renderer = twin if isinstance(twin, Renderer) else twin._renderer
        assert renderer.mode == "human"
        assert renderer._window is None
    env.close()


def test_gymnasiums_wrappers_take_the_frames():
    env = RenderCollection(gymnasium.make(GYM, num_players=3, render_mode="rgb_array"))
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    frames = env.render()
    assert [frame.shape for frame in frames] == [(HEIGHT, WIDTH, 3)] * 2
    assert not np.array_equal(*frames)
    env.close()
    env = AddRenderObservation(gymnasium.make(GYM, num_players=3, render_mode="rgb_array"))
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    env.close()


def test_pettingzoos_wrappers_hand_the_frames_on():
    env = brian_boru_v0.env(num_players=5, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (HEIGHT, WIDTH, 3)
    assert env.metadata["render_fps"] == SeatEnv.metadata["render_fps"] == 2
    env.close()


@pytest.mark.parametrize("mode", ["svg", "rgb_array", "human"])
def test_a_hundred_frames_leave_no_memory_behind(mode):
    env = FACES["aec"](mode)
    env.reset(seed=1)
    env.render()
    blocks = []
    for _ in range(2):
        for _ in range(50):
            env.render()
        gc.collect()
        blocks.append(sys.getallocatedblocks())
    assert blocks[1] - blocks[0] < 50
    env.close()


def test_notebooks_show_a_game_as_a_picture():
    game = Game(3, seed=1)
    ET.fromstring(game._repr_svg_())
    page = game._repr_html_()
    assert "prefers-color-scheme:dark" in page
    assert "var(--ink)" in page
    ET.fromstring(f"<html>{page}</html>")
    assert game.svg(seat=1) != game.svg()
    with pytest.raises(OptionError, match="seat"):
        game.svg(seat=3)
