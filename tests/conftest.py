"""No test opens a true window, and none is the first to compile: the notice about it would be among what it checks."""

import os

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"


@pytest.fixture(scope="session", autouse=True)
def _compiled_first():
    """Compile, or load from the cache, the environments and the players."""
    from agents.mcts.agent import compile_search
    from boru_env.views.batch import compile_batch
    from boru_env.views.seats import compile_seats

    compile_batch()
    compile_seats()
    compile_search()
