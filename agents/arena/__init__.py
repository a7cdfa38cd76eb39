"""The arena: seat-balanced tournaments on paired deals.

    python -m agents.arena --players greedy,random,random,random --games 200 --seed 0

Each deal is played once for every rotation of the line-up, as in duplicate bridge: every player sits in every seat with
the same cards, so the luck of the deal cancels out.

| file | what |
|---|---|
| `schedule` | which games are played |
| `play` | one game |
| `pool` | all games, in one process or several |
| `statistics` | win shares, means, intervals |
| `report` | the table, and the files |
"""
