"""`boru-bench-v1`: one number for an agent, comparable between papers; see `docs/benchmark.md`.

    python -m agents.benchmark --agent my_agent:MyAgent --processes 8

| file | what |
|---|---|
| `protocol` | the ladder, the line-ups, the deals: all that must not change |
| `reference` | the ladder's own ratings, measured once, in `reference.json` |
| `result` | what is printed and written |
"""
