"""What both environments share: beginning a game and its result."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from boru_env.editions import Edition
from boru_env.envs.rewards import win_shares
from boru_env.errors import OptionError, brief
from boru_env.views.game import Game


def new_game(num_players: int, edition: Edition, rng: np.random.Generator, options: Mapping[str, Any]) -> Game:
    """Begin the game that the options of a reset ask for; the seed is drawn in any case.

    Raises:
        DealError, StateError: what is to be started from does not fit.
        OptionError: the state is of another number of players, or the options are no mapping.
    """
    if not isinstance(options, Mapping):
        raise OptionError(f"options: is {brief(options)}; it must be a mapping such as {{'deal': ...}}")
    seed = int(rng.integers(2**63))
    if options.get("state") is not None:
        game = Game.from_json(options["state"], edition, seed)
        if game.num_players != num_players:
            raise OptionError(f"state: has {game.num_players} players; this environment has {num_players}")
        return game
    if options.get("deal") is not None:
        return Game(num_players, edition, deal=options["deal"])
    return Game(num_players, edition, seed)


def game_info(game: Game) -> dict[str, tuple[float, ...]]:
    """Give points and result by seat: the same keys and lengths at all times, as clients that make tensors need.

    Before the end `final_points`, `placements` and `win_shares` are zeros.
    """
    none = (0,) * game.num_players
    return {
        "points": tuple(game.points),
        "final_points": tuple(game.final_points or none),
        "placements": tuple(game.placements or none),
        "win_shares": tuple(win_shares(game)) if game.is_over else (0.0,) * game.num_players,
    }
