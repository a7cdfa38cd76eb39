"""Marks of the tests in which Ray runs: they are slow, and warn of what is Ray's own."""

import pytest

RAY_RUNS = [
    pytest.mark.slow,
    # What Ray will drop, what it tells of itself, and what it leaves open at its end.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
    pytest.mark.filterwarnings("ignore::UserWarning:ray"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    # It registers its environments anew for each algorithm of a process.
    pytest.mark.filterwarnings("ignore:.*Overriding environment"),
]
