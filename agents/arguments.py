"""Reading command lines, and saying in one line what is wrong."""

import argparse
from typing import NoReturn

from boru_env.errors import OptionError


class Parser(argparse.ArgumentParser):
    """An argument parser that raises in one line what is wrong, in place of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line.

        Raises:
            OptionError: always.
        """
        raise OptionError(message)


def one_line(error: BaseException) -> str:
    """Give what an error says, without line breaks; its kind if it says nothing."""
    return " ".join(str(error).split()) or type(error).__name__
