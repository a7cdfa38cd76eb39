"""Trained players: `ppo:PATH` plays what `training.maskable_ppo` or `training.selfplay_ppo` has saved.

| file | what |
|---|---|
| `load` | `ppo:PATH`, whichever kind of file it is |
| `sb3` | models of sb3-contrib, `.zip` |
| `files` | our own networks, `.safetensors`: written, read, checked |
| `player` | our own networks as players |
| `network`, `towns` | the networks; they need torch, and are imported on first use |
| `sparse` | their first layer, compiled: it reads only what is not zero |
"""

from agents.learned.load import load_ppo
from agents.learned.sb3 import PPOAgent

__all__ = ["PPOAgent", "load_ppo"]
