"""Players that stay as they are, in the place of past selves: a trained network or a search."""

import hashlib
from typing import NamedTuple

from agents.learned.acting import Player, player_of
from agents.learned.files import read_network
from agents.learned.load import find_model
from agents.mcts import MctsAgent
from agents.mcts.rows import SearchPlayer
from agents.registry import make_agent
from boru_env import Edition, OptionError


class Frozen(NamedTuple):
    """A player, and what tells whether it is still the same."""

    player: Player
    """Who chooses."""
    mark: str
    """SHA-256 of a network's file; a search's name, and SHA-256 of its network's weights."""


def load_frozen(name: str, edition: Edition) -> Frozen:
    """Load a player that stays as it is.

    Args:
        name: a network, as a file or `default`, with or without `ppo:` before it, or a search, as mcts:sims=50.
        edition: what is played.

    Raises:
        OptionError: there is no such network, it does not play this edition, or the search cannot be so.
    """
    if is_search(name):
        agent = make_agent(name)
        assert isinstance(agent, MctsAgent)
        return Frozen(SearchPlayer(agent, edition), f"{name} {hashlib.sha256(agent.net_weights).hexdigest()}")
    try:
        file = find_model(name.removeprefix("ppo:"))
    except OptionError as error:
        raise OptionError(
            f"--frozen: {error}; it takes a network's file, default, or a search as mcts:sims=50"
        ) from None
    mark = hashlib.sha256(file.read_bytes()).hexdigest()
    return Frozen(player_of(read_network(file, edition)[0], edition), mark)


def is_search(name: str) -> bool:
    """Tell whether a text asks for a search, and not for a network."""
    return name.partition(":")[0] == "mcts"
