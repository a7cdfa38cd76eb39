"""An agent of one's own, as docs/agents.md explains it.

PYTHONPATH=docs python -m agents.arena --players my_agent:Thrifty,random,random --games 60
"""

import numpy as np

from boru_env import SeatView


class Thrifty:
    """Plays its lowest legal card, and buys nothing beyond a budget of coins; else it draws.

    Args:
        keep: coins that it does not spend.
    """

    def __init__(self, keep: int = 3) -> None:
        self.name = f"thrifty-{keep}"
        self.keep = keep

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: all that is remembered is new, and all chance comes from the seed."""
        self.rng = np.random.default_rng([seed, seat])

    def act(self, view: SeatView) -> int:
        """Choose a legal action, by its id."""
        legal = np.flatnonzero(view.legal_mask)
        if view.phase == "play_card":
            return int(legal[0])  # the ids 0..24 are the cards 1..25
        if view.phase.startswith("buy_"):
            coins = view.facts["players"][view.seat]["coins"]
            words = {view.words(action): action.id for action in view.legal_actions}
            return words["buy"] if coins - 2 >= self.keep else words["stop"]
        return int(self.rng.choice(legal))
