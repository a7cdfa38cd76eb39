"""What an agent is.

    class First:
        name = "first"

        def reset(self, seed, seat):
            pass

        def act(self, view):
            return view.legal_actions[0]

An agent is handed a `boru_env.SeatView`: what its seat knows and may do. It never gets the game.
"""

from typing import Protocol

from boru_env import Action, SeatView


class Agent(Protocol):
    """A player of one seat at a time."""

    name: str
    """What it is called in tables and replays."""

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: the same seed and the same decisions of the others have to give the same play.

        The seed is the agents' own: it says nothing about the deal.
        """

    def act(self, view: SeatView) -> Action | int | str:
        """Choose one of the view's legal actions: an `Action`, its id, or its words."""
