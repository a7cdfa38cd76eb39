# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Agents and the arena
#
# An agent plays one seat. It is handed a **view** of that seat and gives one of the legal actions. Agents are made by name.

# %%
from agents.registry import FACTORIES, make_agent
from boru_env import Game, SeatView

sorted(FACTORIES)

# %%
game = Game(num_players=3, seed=4)
greedy = make_agent("greedy")
greedy.reset(seed=0, seat=game.seat)
view = SeatView(game)
game.words(greedy.act(view))

# %% [markdown]
# The arena lets agents meet. Every player sits in every seat with the same cards, so that luck and seat even out.

# %%
from agents.arena.__main__ import main

code = main(["--players", "greedy,random,random", "--games", "30"])

# %% [markdown]
# How sure is that? The intervals in the table say it: more games, narrower intervals. From the command line, and with more
# processes: `python -m agents.arena --players greedy,random,random --games 400 --processes 4`.
#
# Play against them yourself: `python -m agents.table --players me,greedy,random,greedy`.
