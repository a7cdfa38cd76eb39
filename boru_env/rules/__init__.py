"""The rules of Brian Boru, in the order of the game; each function cites its rule id in RULES.md.

| file | rules |
|---|---|
| `setup` | S, P: set-up, and what is revealed each round |
| `draft` | D: deal, select two, pass to the left |
| `trick` | T: lead, play, who wins, in which order cards are resolved |
| `effects` | A: the symbols of the action cards |
| `upkeep.marriage`, `.battle`, `.church`, `.regions` | M, B, C, R: the four steps of the upkeep |
| `scoring` | F: final scoring and winners |
| `engine` | the only door: deal a game, what is legal, perform a decision |

`state` holds the record of a game, `actions` the numbering of what a player can do, `chance` the generator.
"""
