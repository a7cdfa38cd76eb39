"""Reading command lines, and saying in one line what is wrong."""

import argparse
import sys
from typing import NoReturn

from boru_env.errors import BoruError, OptionError


class Parser(argparse.ArgumentParser):
    """An argument parser that raises in one line what is wrong, in place of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line.

        Raises:
            OptionError: always.
        """
        raise OptionError(message)


def refuse(error: BoruError | MemoryError) -> int:
    """Say in one line what is wrong; give the exit code of a command that was not understood or asks for too much."""
    where = "not enough memory: " if isinstance(error, MemoryError) else ""
    print(f"{where}{one_line(error)}", file=sys.stderr)
    return 2


def stopped() -> int:
    """Say that Ctrl-C has ended a command; give its exit code."""
    print("interrupted", file=sys.stderr)
    return 130


def one_line(error: BaseException) -> str:
    """Give what an error says, without line breaks and in signs that can be printed; its kind if it says nothing."""
    try:
        text = str(error)
    except Exception:  # the error of a foreign agent may be of a kind that cannot even be told
        text = ""
    return printable(" ".join(text.split())) or type(error).__name__


def printable(text: str) -> str:
    """Give a text with what cannot be printed, and would spoil a terminal or a file, written as an escape."""
    return text if text.isprintable() else ascii(text)[1:-1]
