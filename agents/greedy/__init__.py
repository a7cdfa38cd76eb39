"""`greedy`: a scripted player. `values` counts, `worth` weighs, `judges` compares, `policy` chooses; `tune` tunes.

Importing this room costs little; its functions are compiled at the first use and kept on disk.
"""

from agents.greedy.policy import GreedyAgent, GreedyPolicy

__all__ = ["GreedyAgent", "GreedyPolicy"]
