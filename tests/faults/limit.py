"""A plugin of pytest: ends a test that goes on for ever, as a mutant's can. Compiled code cannot be stopped so."""

import signal
from collections.abc import Iterator
from typing import Any

import pytest

SECONDS = 120
"""Many times what the slowest of the selected tests takes."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Run a test under an alarm."""
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(SECONDS)
    try:
        return (yield)
    finally:
        signal.alarm(0)


def _stop(number: int, frame: Any) -> None:
    raise TimeoutError(f"no end after {SECONDS} s")
