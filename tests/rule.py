"""`@rule("B4")`: which rules a test proves."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Mark a test as the proof of these rules of RULES.md; `test_traceability` reads the marks from the source."""

    def mark(test: Test) -> Test:
        test.rules = ids  # type: ignore[attr-defined]
        return test

    return mark
