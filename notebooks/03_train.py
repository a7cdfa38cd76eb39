# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Train a player
#
# One network plays all seats of many games and learns from what each seat's own choices brought. This one reads the observation alone
# (`network="mlp"`) and at first also imitates `greedy` (`teacher_coef`). Here for a fraction of a minute only;
# `python -m training.selfplay_ppo --minutes 10 --out runs/selfplay` trains the stronger network that begins as a softened `greedy`,
# for as long as you like, and goes on with `--resume`.
#
# One thread is enough for a small network: several wait for each other, and on a busy machine that takes several times as long.

# %%
import shutil
from pathlib import Path

from training.selfplay.options import Options
from training.selfplay_ppo import train

folder = Path("runs/notebook")
shutil.rmtree(folder, ignore_errors=True)
options = Options(
    out=folder,
    steps=65_536,
    num_games=64,
    num_steps=128,
    num_players="3",
    network="mlp",
    minibatch_size=256,
    update_epochs=2,
    teacher_coef=1.0,
    eval_every=0,
    eval_games=60,
    threads=1,
)
model = train(options)

# %% [markdown]
# How it went stands in TensorBoard's log (`tensorboard --logdir runs/notebook`). Some of its curves: the network grows more certain,
# foresees better how a game will end, and moves less and less with each update.

# %%
# %matplotlib inline
import matplotlib.pyplot as plt
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

log = EventAccumulator(str(folder))
log.Reload()
figure, panels = plt.subplots(1, 3, figsize=(9, 2.4))
for panel, name in zip(panels, ("entropy", "explained_variance", "approx_kl"), strict=True):
    points = log.Scalars(f"losses/{name}")
    panel.plot([point.step / 1000 for point in points], [point.value for point in points])
    panel.set_title(name.replace("_", " "))
    panel.set_xlabel("thousand decisions")
figure.tight_layout()

# %% [markdown]
# The evaluation at the end of the training: its share of the wins against two of a kind. A fair share would be a third.

# %%
for opponent in ("random", "greedy"):
    mean, low, high = (log.Scalars(f"evaluation/{opponent}_{name}")[-1].value for name in ("mean", "low", "high"))
    print(f"against two {opponent}: {mean:.0%} of the wins, 95 % interval {low:.0%} to {high:.0%}")

# %% [markdown]
# The same in the arena, with one of each kind at the table; every game is recorded.

# %%
from agents.arena.__main__ import main

code = main(["--players", f"ppo:{model},greedy,random", "--games", "30", "--record", str(folder / "games.jsonl")])

# %% [markdown]
# A game as it was played, on a page with a slider, each seat's view and charts. It is one file, for any browser.

# %%
from IPython.display import IFrame

from boru_env.views.replay import read_replays
from boru_env.views.replay_page import write_page

replays = read_replays(folder / "games.jsonl")
ours = [replay.header["agents"].index(f"ppo:{model}") for replay in replays]
best = max(range(len(replays)), key=lambda k: replays[k].game.final_points[ours[k]])
write_page(folder / "game.html", replays[best])
IFrame(str(folder / "game.html"), width="100%", height=700)

# %% [markdown]
# Its end, as the trained player saw it:

# %%
from IPython.display import SVG

game, seat = replays[best].game, ours[best]
names = ["trained" if other == seat else agent for other, agent in enumerate(replays[best].header["agents"])]
SVG(game.svg(seat=seat, names=names, width=760))
