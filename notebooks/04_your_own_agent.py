# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # An agent of your own
#
# Any object with a `name`, a `reset` and an `act` is an agent. This one keeps it simple: it buys nothing, and plays its highest
# card when the trick is worth winning, else its lowest.


# %%
class Simple:
    name = "simple"

    def reset(self, seed, seat):
        self.seat = seat

    def act(self, view):
        legal = view.legal_actions
        words = [view.words(action) for action in legal]
        if "stop" in words:
            return "stop"
        if view.phase == "play_card":
            free_regions = sum(not claim["face_up"] for claim in view.facts["claims"].values())
            return legal[-1] if free_regions > 4 else legal[0]
        return legal[0]


# %% [markdown]
# What does it see? `view.facts` is the position as plain values, with `None` for everything hidden.

# %%
from boru_env import Game, SeatView

game = Game(num_players=3, seed=4)
while game.phase != "play_card":
    game.apply(game.legal_ids()[0])
view = SeatView(game)
print([player["hand"] for player in view.facts["players"]])
print([view.words(action) for action in view.legal_actions])

# %% [markdown]
# Let it play a game against two who choose by chance.

# %%
from agents.registry import make_agent

agents = [Simple(), make_agent("random"), make_agent("random")]
for seat, agent in enumerate(agents):
    agent.reset(seed=1, seat=seat)
game = Game(num_players=3, seed=1)
while not game.is_over:
    game.apply(agents[game.seat].act(SeatView(game)))
print(game.final_points, "won by seat", game.winners)

# %% [markdown]
# One game says little, and rules as simple as these lose to chance more often than one would think. What is it worth? Put the class into
# `my_agent.py`, and let the arena tell: `python -m agents.arena --players my_agent:Simple,random,random --games 60`. Can you make it win?

# %% [markdown]
# A stronger idea is one line away: `view.resample(rng)` draws a whole game that you cannot tell from the true one. Copy it, try an
# action, play it to its end at random, and see who wins; do that a few times for every action, and take the best. `docs/agents.md`
# has more.
