"""Brian Boru: High King of Ireland, as a reinforcement-learning environment.

- `boru_env.Game`: one game, for people and tools.
- `boru_env.brian_boru_v0`: the PettingZoo environment (`env`, `raw_env`).
- `gymnasium.make("boru_env/BrianBoru-v0")`: one seat against given opponents.
- `boru_env.SelfPlay`: any number of games in one array, one compiled call a step.
- `boru_env.load_edition`: what is printed on the board and the cards.
"""

from boru_env.editions import Edition, available_editions, load_edition
from boru_env.envs import registration
from boru_env.envs.self_play import Batch, SelfPlay
from boru_env.errors import (
    BoruError,
    DealError,
    EditionError,
    IllegalActionError,
    OptionError,
    ReplayError,
    StateError,
)
from boru_env.rules.actions import Action
from boru_env.views.compact import expand
from boru_env.views.describe import describe
from boru_env.views.game import Game
from boru_env.views.seat_view import SeatView

__all__ = [
    "Action",
    "Batch",
    "BoruError",
    "DealError",
    "Edition",
    "EditionError",
    "Game",
    "IllegalActionError",
    "OptionError",
    "ReplayError",
    "SeatView",
    "SelfPlay",
    "StateError",
    "available_editions",
    "describe",
    "expand",
    "load_edition",
]
__version__ = "0.1.0"

registration.register()
