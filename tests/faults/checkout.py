"""A copy of the checkout to do harm in, and pytest run there."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

MINUTES = 10
"""How long one run of pytest may take; then it is killed, for a fault can make a game endless."""

TIMED_OUT = -1
"""Stands for the exit code of a run that was killed."""


class CheckoutError(Exception):
    """The checkout cannot be copied; the message says why."""


def files_of_the_checkout() -> list[str]:
    """Give the paths of all files that git tracks or would track.

    Raises:
        CheckoutError: git is not there, or this is no git checkout.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise CheckoutError("the files are listed by git, and this is no git checkout") from None
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def copy_checkout(target: Path) -> Path:
    """Copy the files into an empty folder; give it."""
    for name in files_of_the_checkout():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target / name)
    return target


def stamp_of(folder: Path, apart_from: str) -> str:
    """Hash all Python sources and data of a copy, but one file: what a result of its tests can depend on."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix in (".py", ".toml", ".gz") and name != apart_from:
            digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def run_pytest(folder: Path, tests: Sequence[str], jit: bool) -> tuple[int, str]:
    """Run tests of a copy, up to the first failure; give pytest's exit code and output.

    No bytecode is written: a file that is changed twice in a second would be taken for unchanged.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-m", "", "-p", "no:cacheprovider", "--tb=line", *tests]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "NUMBA_DISABLE_JIT": "0" if jit else "1"}
    environment.pop("PYTHONPATH", None)
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60 * MINUTES
        )
    except subprocess.TimeoutExpired:
        return TIMED_OUT, f"no end after {MINUTES} minutes"
    return done.returncode, done.stdout + done.stderr


def imported_from(folder: Path) -> Path:
    """Give the folder of the package that a process in the copy imports: an installed one must not stand before it."""
    command = [sys.executable, "-c", "import boru_env; print(boru_env.__file__)"]
    shown = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    return Path(shown.strip()).resolve().parents[1]


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all. (The package's own way would import the package, and what is tested.)"""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{os.getpid()}.{path.name}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)
