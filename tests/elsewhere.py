"""An agent in another process, where nothing is known but what it is made from."""

import json
import subprocess
import sys

from agents.registry import make_agent
from boru_env import Game, SeatView

DECIDE = """
import json, sys
from agents.registry import make_agent
from boru_env import Game, SeatView
agent, chosen = make_agent(sys.argv[1]), []
game = Game(4, seed=5)
while not game.is_over:
    chosen.append(agent.act(SeatView(game)))
    game.apply(chosen[-1])
"""
TELL = "print(json.dumps(chosen))\n"


def assert_it_plays_the_same_elsewhere(spec: str, there_too: str = "") -> None:
    """Play a game in another process and here; `there_too` is a statement that runs there at its end."""
    code = f"{DECIDE}{there_too}\n{TELL}"
    there = subprocess.run([sys.executable, "-c", code, spec], capture_output=True, text=True, check=True)
    agent, game = make_agent(spec), Game(4, seed=5)
    for action in json.loads(there.stdout):
        assert agent.act(SeatView(game)) == action
        game.apply(action)
    assert game.is_over
    assert agent.name == spec
