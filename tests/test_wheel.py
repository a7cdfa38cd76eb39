"""The wheel in a clean environment outside the checkout: whole games, where the cache goes, and the uninstallation."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PLAY = """
import numpy as np
import boru_env
from boru_env import brian_boru_v0
env = brian_boru_v0.env(num_players=3)
env.reset(seed=7)
rng = np.random.default_rng(7)
total = 0.0
for agent in env.agent_iter():
    observation, reward, over, _, _ = env.last()
    total += abs(reward)
    env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
print(boru_env.__file__, env.unwrapped.game.final_points, total)
"""


def run(*command, cwd, **environment):
    """Run a command with nothing of this process's caches and homes; gives what it printed."""
    dropped = ("NUMBA", "XDG", "HOME", "PYTHON", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel: with this environment's build tool, else with one that pip fetches."""
    folder = tmp_path_factory.mktemp("wheel")
    checkout = folder / "checkout"
    shutil.copytree(ROOT / "boru_env", checkout / "boru_env", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    isolation = ["--no-build-isolation"] if importlib.util.find_spec("hatchling") else []
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", *isolation, "--wheel-dir", folder, checkout]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode and not isolation:
        pytest.skip("hatchling is not installed and cannot be fetched: `make install` installs it")
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


class Installed:
    """A new virtual environment with the wheel; the libraries are those of this one, by a path file."""

    def __init__(self, folder, wheel):
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
        self.site = next((folder / "venv" / "lib").glob("python*")) / "site-packages"
        self.package = self.site / "boru_env"
        self.pip("install", "--no-index", "--no-deps", "--no-compile", wheel)
        self.libraries = self.site / "libraries.pth"
        self.libraries.write_text(sysconfig.get_path("purelib") + "\n")

    def pip(self, verb, *arguments):
        run(sys.executable, "-m", "pip", "--python", self.python, verb, "--quiet", *arguments, cwd=self.folder)

    def play(self, **environment):
        """Play a whole game; gives what was printed after the place of the package, and whether it was compiled."""
        done = run(self.python, "-c", PLAY, cwd=self.folder, **environment)
        place, result = done.stdout.split(" ", 1)
        assert Path(place) == self.package / "__init__.py"
        return result, "compiling the rules" in done.stderr

    def cached(self, folder):
        """Give the compiled functions kept anywhere in a folder."""
        return list(Path(folder).rglob("*.nbi"))


@pytest.fixture
def installed(tmp_path, wheel):
    return Installed(tmp_path, wheel)


def test_a_game_is_played_and_cached_in_the_users_folder_and_nothing_is_left_after_it_is_uninstalled(installed):
    home = installed.folder / "home"
    home.mkdir()
    first, compiled = installed.play(HOME=str(home))
    assert compiled
    assert installed.cached(home)
    assert not installed.cached(installed.site)
    assert installed.play(HOME=str(home)) == (first, False)
    installed.libraries.unlink()
    installed.pip("uninstall", "--yes", "boru-env")
    assert not installed.package.exists()
    assert not list(installed.site.glob("boru*"))
    run(installed.python, "-c", "import importlib.util as u; assert u.find_spec('boru_env') is None", cwd=home)


def test_a_cache_folder_that_is_named_is_the_only_one_used(installed):
    home, cache = installed.folder / "home", installed.folder / "cache"
    home.mkdir()
    first, compiled = installed.play(HOME=str(home), NUMBA_CACHE_DIR=str(cache))
    assert compiled
    assert installed.cached(cache)
    assert not installed.cached(home)
    assert not installed.cached(installed.site)
    assert installed.play(HOME="/nonexistent/home", NUMBA_CACHE_DIR=str(cache)) == (first, False)


def test_without_a_home_and_without_any_folder_to_write_to_a_game_is_played_all_the_same(installed):
    # A plain file where the folder would be: root may write anywhere else.
    for folder in [installed.package, *installed.package.rglob("*")]:
        if folder.is_dir():
            (folder / "__pycache__").write_text("no folder")
    nowhere = installed.folder / "nowhere"
    nowhere.write_text("no folder")
    result, compiled = installed.play(HOME=str(nowhere / "home"))
    assert compiled
    assert result.endswith("2.0\n")  # one winner: 1 + 1/2 + 1/2
    assert not installed.cached(installed.folder)
