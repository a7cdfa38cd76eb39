"""The errors of the package: few types, all of them a `ValueError`.

Each message says what was wrong, where, and what would be right. `except BoruError` catches them all.
"""


class BoruError(ValueError):
    """The base of every error that the package raises on purpose."""


class OptionError(BoruError):
    """Raised when an option is unknown or its value impossible (a number of players, a reward, a seat)."""


class EditionError(BoruError):
    """Raised when an edition is not found, cannot be read, or breaks a promise of the edition format."""


class IllegalActionError(BoruError):
    """Raised when an action is not legal for the seat that has to act; the state is untouched."""


class DealError(BoruError):
    """Raised when a given deal (starting seat, piles, decks) does not fit the edition or the seats."""


class StateError(BoruError):
    """Raised when a state in words cannot be read or cannot be a position of the game."""


class ReplayError(BoruError):
    """Raised when a replay cannot be read or does not follow the rules; names the line and the reason."""


MAX_SHOWN = 120
"""Characters of a wrong value in a message."""


def brief(value: object) -> str:
    """Give a value as a message shows it: its `repr` in one line, cut where it is long; its type if it has none."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # of a number of thousands of digits, or of an object whose own code fails
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
