"""The same rules as plain Python, where NumPy tells every overflow, and with Numba's bounds checks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PROOFS = sorted(path.name for path in TESTS.glob("test_rules_*.py"))


def run(*command, **environment):
    """Run Python with warnings as errors, and give what it prints."""
    result = subprocess.run(
        [sys.executable, "-W", "error", *command],
        env=os.environ | environment,
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result.stdout


@pytest.mark.slow
def test_plain_python_plays_the_same_games_without_an_overflow():
    assert run("tests/plain_python.py", "trace", NUMBA_DISABLE_JIT="1") == run("tests/plain_python.py", "trace")


@pytest.mark.slow
def test_no_index_is_out_of_bounds(tmp_path):
    checks = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    assert run("tests/plain_python.py", "trace", **checks) == run("tests/plain_python.py", "trace")


@pytest.mark.slow
def test_none_is_never_used_as_an_index():
    assert int(run("tests/plain_python.py", "guarded", NUMBA_DISABLE_JIT="1").split()[0]) > 1000


@pytest.mark.slow
def test_the_proofs_of_the_rules_hold_in_plain_python():
    assert len(PROOFS) >= 8
    proofs = [str(TESTS / name) for name in PROOFS]
    assert " passed" in run("-m", "pytest", "-p", "no:cacheprovider", *proofs, NUMBA_DISABLE_JIT="1")
