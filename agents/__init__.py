"""Players, and the arena in which they meet.

| file | what |
|---|---|
| `protocol` | what an agent is |
| `registry` | agents by name, with parameters |
| `scripted` | `random` |
| `greedy` | `greedy`: what a seat can count, what it is worth, what to do |
| `mcts` | `mcts`: information-set Monte Carlo tree search |
| `explain` | what a search sees in a position: `python -m agents.explain` |
| `arguments` | reading command lines |
| `learned` | `ppo:PATH`: a trained model |
| `arena` | tournaments: `python -m agents.arena` |
| `benchmark` | one comparable rating: `python -m agents.benchmark` |
| `table` | people at a table in the browser: `python -m agents.table` |
| `play` | the same in the terminal: `python -m agents.play` |
| `report` | what games say about the game: `python -m agents.report` |
"""
