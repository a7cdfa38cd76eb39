"""The arena: seat-balanced tournaments on paired deals.

    python -m agents.arena --players greedy,random,random,random --games 200 --seed 0
    python -m agents.arena --round-robin greedy,random,my_agent:MyAgent --seats 3 --out runs/tournament --processes 8

Each deal is played once for every rotation of the line-up, as in duplicate bridge: every agent sits in every seat with
the same cards, so the luck of the deal cancels out. `--rotations all` plays every seating of each deal. All tables of
a tournament use the same deals. The results do not depend on the number of processes, nor on interruptions.

| file | what |
|---|---|
| `options`, `lineups` | the command line; who meets whom |
| `tournament` | a schedule played to its end |
| `schedule` | which games are played |
| `play` | one game |
| `worker`, `pool` | all games, in processes of their own |
| `journal` | finished games, on disk at once |
| `statistics`, `ratings` | win shares, means, times; OpenSkill ratings; intervals |
| `report`, `files`, `plot` | tables; JSON and CSV; pictures |
"""
