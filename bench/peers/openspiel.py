"""OpenSpiel: its four-player trick games in the loop of its own Python example."""

import random
from typing import Any

from bench.measure import Loop, repeat

GAMES = ("spades", "hearts", "euchre", "oh_hell(players=4)")


def loops() -> dict[str, Loop]:
    """Give one loop a game, with and without observation.

    Raises:
        ImportError: OpenSpiel is not installed.
    """
    import pyspiel

    found: dict[str, Loop] = {}
    for name in GAMES:
        game = pyspiel.load_game(name)
        short = name.split("(")[0]
        found[f"OpenSpiel {short}, mask"] = _loop(game, None)
        observation = _observation(game)
        if observation is not None:
            found[f"OpenSpiel {short}, mask and observation"] = _loop(game, observation)
    return found


def _observation(game: Any) -> Any:
    """Give the game's observer that fills a NumPy array, None if it has no tensor."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    kind = None if game.get_type().provides_observation_tensor else pyspiel.IIGObservationType(perfect_recall=True)
    try:
        return make_observation(game, kind)
    except (RuntimeError, ValueError):
        return None


def _loop(game: Any, observation: Any) -> Loop:
    def one_game() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():  # a card dealt: all outcomes are equally likely
                state.apply_action(random.choice(state.legal_actions()))
                continue
            if observation is not None:
                observation.set_from(state, state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return lambda seconds: repeat(one_game, seconds)
