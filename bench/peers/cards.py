"""RLCard: its card games, stepped with random legal actions."""

import random
from typing import Any

from bench.measure import Loop, repeat

GAMES = ("limit-holdem", "uno", "doudizhu", "bridge")


def loops() -> dict[str, Loop]:
    """Give one loop a game.

    Raises:
        ImportError: RLCard is not installed.
    """
    import rlcard

    return {f"RLCard {name}": _loop(rlcard.make(name)) for name in GAMES}


def _loop(env: Any) -> Loop:
    def one_game() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return lambda seconds: repeat(one_game, seconds)
