"""OpenSpiel: its four-player trick games in the loop of its own Python example, and in its own C++ loops."""

import random
from typing import Any

from bench.measure import Loop, repeat

SAMPLE = 300
"""Games from which the mean number of decisions is taken: the C++ loops do not count them."""

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
        found[f"OpenSpiel {short}, C++ loop"] = _bots_loop(pyspiel, game)
        found[f"OpenSpiel {short}, C++ rollouts"] = _rollouts_loop(pyspiel, game)
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


def _bots_loop(pyspiel: Any, game: Any) -> Loop:
    """Whole games of its C++ random bots, deals included, played in C++."""
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    seeds = iter(range(10**9))
    decisions = _mean_decisions(game)

    def one_game() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return decisions

    return lambda seconds: repeat(one_game, seconds)


def _rollouts_loop(pyspiel: Any, game: Any) -> Loop:
    """Its C++ rollouts from a dealt state: one simulation of its search, which is one evaluation of the root."""
    rollouts = 100
    state = _dealt(game)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
    decisions = rollouts * _mean_decisions(game)

    def some() -> int:
        bot.mcts_search(state)
        return decisions

    return lambda seconds: repeat(some, seconds)


def _dealt(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def _mean_decisions(game: Any) -> int:
    """Give the mean number of decisions in a random game; what chance decides does not count."""
    total = 0
    for _ in range(SAMPLE):
        state = game.new_initial_state()
        while not state.is_terminal():
            total += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
    return round(total / SAMPLE)
