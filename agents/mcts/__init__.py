"""`mcts`: information-set Monte Carlo tree search. `tree` searches, `rollout` plays on, `agent` decides."""
