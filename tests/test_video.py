"""Videos: Gymnasium's and PettingZoo's own `RecordVideo` make one of a game, frame by frame what `render` gives."""

import subprocess

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

from boru_env import brian_boru_v0
from boru_env.envs import screen
from boru_env.envs.render import Renderer
from boru_env.views.drawing import HEIGHT, WIDTH, frame
from boru_env.views.drawing.tiles import Tile, tiles
from helpers import one_game_in_each_phase

pytest.importorskip("moviepy", reason="the extra `video` is not installed")


# What moviepy leaves open is not ours.
theirs = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::DeprecationWarning"
)


def frames_of(path):
    """Give the frames of a video file."""
    import imageio_ffmpeg

    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", path]
    command += ["-f", "rawvideo", "-pix_fmt", "rgb24", "-fps_mode", "passthrough", "-"]
    dots = subprocess.run(command, check=True, capture_output=True).stdout
    return np.frombuffer(dots, np.uint8).reshape(-1, HEIGHT, WIDTH, 3)


def assert_alike(shown, drawn):
    """Check that frames of a video are those that were drawn, but for what its compression loses."""
    assert len(shown) == len(drawn)
    for one, other in zip(shown, drawn, strict=True):
        assert len(np.unique(one.reshape(-1, 3), axis=0)) > 50
        assert np.abs(one.astype(int) - other).mean() < 3
    assert not np.array_equal(shown[0], shown[-1])


@theirs
def test_gymnasium_records_an_episode(tmp_path):
    env = gymnasium.make("boru_env/BrianBoru-v0", num_players=3, render_mode="rgb_array")
    env = RecordVideo(env, str(tmp_path / "videos"), episode_trigger=lambda episode: episode == 0)
    _, info = env.reset(seed=1)
    drawn, over = [env.render()], False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        action = legal[0] if len(drawn) < 6 else np.flatnonzero(info["action_mask"] == 0)[0]  # which ends the episode
        _, _, over, _, info = env.step(int(action))
        drawn.append(env.render())
    env.reset()
    env.close()
    (file,) = (tmp_path / "videos").glob("*.mp4")
    assert_alike(frames_of(file), drawn)


@theirs
def test_pettingzoo_records_a_part_of_a_game(tmp_path):
    wrappers = pytest.importorskip("pettingzoo.utils.wrappers")
    if not hasattr(wrappers, "RecordVideo"):
        pytest.skip("this PettingZoo has no RecordVideo")
    env = brian_boru_v0.raw_env(3, render_mode="rgb_array")
    env = wrappers.RecordVideo(env, str(tmp_path / "videos"), video_length=5)
    env.reset(seed=1)
    drawn = [env.render()]
    while len(drawn) < 7:
        env.step(env.last()[0]["action_mask"].argmax())
        drawn.append(env.render())
    env.close()
    (file,) = (tmp_path / "videos").glob("*.mp4")
    shown = frames_of(file)
    assert_alike(shown, drawn[: len(shown)])
    assert len(shown) in (5, 6)


@pytest.mark.parametrize("num_players", [3, 5])
def test_the_tiles_cover_the_drawing_once_and_put_together_look_like_it(num_players):
    games = one_game_in_each_phase(num_players)
    for phase in ("draft", "choose_secondary", "game_over"):
        env = brian_boru_v0.raw_env(num_players)
        env.reset(seed=1)
        env.game = games[phase]
        drawing = env._draw()
        covered = np.zeros((HEIGHT, WIDTH), int)
        for tile in tiles(drawing, num_players, WIDTH, HEIGHT):
            left, top, width, height = tile.place
            covered[top : top + height, left : left + width] += 1
        assert (covered == 1).all()
        whole = screen.tile_dots.__wrapped__(Tile((0, 0, WIDTH, HEIGHT), frame(drawing)))
        dots = Renderer("rgb_array").render(True, num_players, str, lambda drawing=drawing: drawing)
        assert np.abs(whole.astype(int) - dots).max() <= 8


def test_frames_are_arrays_of_their_own_and_what_is_kept_has_a_bound():
    env = brian_boru_v0.raw_env(3, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    before = first.copy()
    first[:] = 0
    assert np.array_equal(env.render(), before)
    assert screen.tile_dots.cache_info().maxsize <= 64
    assert screen._still.cache_info().maxsize <= 16
