"""The compiled rules where no cache can be written, where one can, and after an edit of the sources."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "boru_env"
PLAY = """
import boru_env
game = boru_env.Game(3, seed=1)
game.apply(game.legal_ids()[0])
print(boru_env.__file__, game.phase, game.observe(0).sum())
"""


def copy_package(folder):
    shutil.copytree(PACKAGE, folder / "boru_env", ignore=shutil.ignore_patterns("__pycache__"))


def play(folder, code=PLAY, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "XDG", "HOME"))}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=kept | environment, capture_output=True, text=True, check=True
    )


@pytest.mark.slow
def test_without_any_folder_to_write_to_the_game_is_compiled_anew(tmp_path):
    copy_package(tmp_path)
    for folder in [tmp_path / "boru_env", *(tmp_path / "boru_env").rglob("*")]:
        if folder.is_dir() and folder.name != "__pycache__":
            (folder / "__pycache__").write_text("no folder")
    result = play(tmp_path, HOME="/nonexistent/home")
    assert str(tmp_path) in result.stdout
    assert "compiling the rules" in result.stderr


@pytest.mark.slow
def test_a_cache_folder_that_is_named_is_used_alone_and_an_edit_makes_it_stale(tmp_path):
    copy_package(tmp_path)
    cache = tmp_path / "cache"
    first = play(tmp_path, HOME=str(tmp_path), NUMBA_CACHE_DIR=str(cache))
    assert "compiling the rules" in first.stderr
    assert any(cache.rglob("*.nbi"))
    assert not any((tmp_path / "boru_env").rglob("*.nbi"))
    again = play(tmp_path, HOME=str(tmp_path), NUMBA_CACHE_DIR=str(cache))
    assert "compiling the rules" not in again.stderr
    assert again.stdout == first.stdout
    # The edited function is only called by others, whose own files do not change.
    setup = tmp_path / "boru_env" / "rules" / "setup.py"
    setup.write_text(
        setup.read_text().replace('s["coins"][seat] = t["start_coins"]', 's["coins"][seat] = 9 * t["start_coins"]')
    )
    edited = play(tmp_path, HOME=str(tmp_path), NUMBA_CACHE_DIR=str(cache))
    assert edited.stdout != first.stdout


@pytest.mark.slow
def test_processes_that_begin_at_once_share_a_cache_without_harm(tmp_path):
    """Worker processes on a new machine: each compiles or loads, none reads what another has half written."""
    copy_package(tmp_path)
    environment = {"HOME": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda _: play(tmp_path, **environment), range(3)))
    assert len({result.stdout for result in results}) == 1
    after = play(tmp_path, **environment)
    assert after.stdout == results[0].stdout
    assert "compiling the rules" not in after.stderr
