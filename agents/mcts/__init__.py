"""`mcts`: information-set Monte Carlo tree search. `tree` searches, `rollout` plays on, `agent` decides."""

from agents.mcts.agent import Choice, MctsAgent

__all__ = ["Choice", "MctsAgent"]
