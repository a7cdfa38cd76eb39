# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A first game
#
# *Brian Boru: High King of Ireland* is a board game for 3 to 5 players. Here you set up a game, look at it, see what may be
# done, play it to its end, and see what a learner is told.

# %%
from boru_env import Game

game = Game(num_players=4, seed=7)
game

# %% [markdown]
# That is the whole board: towns, regions, four players. It is somebody's turn:

# %%
game.seat, game.phase, [game.words(action) for action in game.legal_actions()[:4]]

# %% [markdown]
# An action can be given as words, as a value, or as its number. The game goes on to the next decision by itself.

# %%
game.apply("town tara")
game.seat, game.phase

# %% [markdown]
# There are 80 actions in all, the same in every phase. The **mask** says which are legal now.

# %%
mask = game.legal_mask()
mask.shape, int(mask.sum())

# %% [markdown]
# Let chance play for a while, and look again: this time as seat 2 sees the table. Cards of others are backs.

# %%
import numpy as np

rng = np.random.default_rng(1)
while game.to_json()["round"] < 2 or game.phase != "play_card":
    game.apply(int(rng.choice(game.legal_ids())))

from IPython.display import SVG

SVG(game.svg(seat=2, names=["Ann", "Ben", "Cat", "Dan"], width=760))

# %% [markdown]
# A learner gets numbers: 1,290 of them, each between 0 and 1, the same for every number of players. `describe` names them.

# %%
from boru_env import describe

seen = game.observe(seat=2)
named = describe(seen)
print(len(seen), "numbers,", len(named), "fields")
for name in list(named)[:12]:
    print(f"{name:24} {str(named[name])[:70]}")

# %% [markdown]
# Nothing hidden is in them. `resample` draws a game that seat 2 cannot tell from this one: other hands, the same view.

# %%
other = game.resample(seat=2, rng=rng)
print("the same for seat 2: ", np.array_equal(other.observe(2), seen))
print("the same for seat 0: ", np.array_equal(other.observe(0), game.observe(0)))

# %% [markdown]
# To the end, then, and why the points are what they are:

# %%
while not game.is_over:
    game.apply(int(rng.choice(game.legal_ids())))

from boru_env.views.score_sheet import score_lines, winner_words

for line in score_lines(game.edition, game.to_json()):
    print(f"{line.rule:3} {line.title:28} {line.points}")
print(winner_words(game.to_json(), ["Ann", "Ben", "Cat", "Dan"]))
