"""A slow, plain-Python reference of the rules, written apart from the package that it checks.

The game is told as one Python generator: it runs in the order of the rules and stops wherever
a player must decide. Nothing of `boru_env` is used, so that a mistake in one does not hide in both.
"""

from .game import ReferenceGame
from .json_state import state_sha256

__all__ = ["ReferenceGame", "state_sha256"]
