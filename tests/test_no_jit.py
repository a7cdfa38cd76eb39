"""The same rules as plain Python, where NumPy tells every overflow, and with Numba's bounds checks."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import hashlib, sys
sys.path.insert(0, "tests")
from helpers import random_game
digest = hashlib.sha256()
for num_players in (3, 4, 5):
    for seed in range(3):
        for game in random_game(num_players, seed):
            digest.update(game.to_bytes() + game.legal_mask().tobytes())
            for seat in range(num_players):
                digest.update(game.observe(seat).tobytes())
print(digest.hexdigest())
"""


def trace(**environment):
    run = [sys.executable, "-W", "error", "-c", SCRIPT]
    return subprocess.run(run, env=os.environ | environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_plain_python_plays_the_same_games_without_an_overflow():
    assert trace(NUMBA_DISABLE_JIT="1") == trace()


@pytest.mark.slow
def test_no_index_is_out_of_bounds(tmp_path):
    assert trace(NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path)) == trace()
