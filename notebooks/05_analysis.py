# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Looking at many games
#
# Where do points come from? Play some games between equals, and take the final scoring apart. (`make report` does much more of this.)

# %%
from collections import Counter

from agents.registry import make_agent
from boru_env import Game, SeatView
from boru_env.views.score_sheet import score_lines

agents = [make_agent("greedy") for _ in range(4)]
games = []
for seed in range(25):
    game = Game(4, seed=seed)
    while not game.is_over:
        game.apply(agents[game.seat].act(SeatView(game)))
    games.append(game)
len(games), games[0].final_points

# %%
winner, others = Counter(), Counter()
for game in games:
    for line in score_lines(game.edition, game.to_json()):
        for seat, points in enumerate(line.points):
            (winner if seat in game.winners else others)[f"{line.rule} {line.title}".strip()] += points
winners = sum(len(game.winners) for game in games)
print(f"{'':32} winners  others")
for name in winner:
    print(f"{name:32} {winner[name] / winners:7.1f} {others[name] / (4 * len(games) - winners):7.1f}")

# %% [markdown]
# Which regions are fought over? How often each claim token was held at the end:

# %%
held = Counter()
for game in games:
    for region, claim in game.to_json()["claims"].items():
        held[region] += claim["holder"] is not None
for region, count in held.most_common():
    print(f"{region:10} {'#' * count} {count}")

# %% [markdown]
# The closest of these games, at its end:

# %%
from IPython.display import SVG

closest = min(games, key=lambda game: sorted(game.final_points)[-1] - sorted(game.final_points)[-2])
SVG(closest.svg(width=760))
