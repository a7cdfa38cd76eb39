"""How RL libraries see the game.

| file | what |
|---|---|
| `aec` | PettingZoo: all seats decide, one after another |
| `seat` | Gymnasium: one learner's seat against given opponents |
| `opponents` | what may be given as an opponent |
| `rewards` | what a finished game pays each seat |
| `registration` | the ids under which libraries find them |
"""
