"""What games between agents say about the game itself: `make report`, `python -m agents.report`.

| file | what |
|---|---|
| `facts` | what happened in a game, read from its replay |
| `measures` | what games say together, with intervals and flags |
| `variance` | how much of a result is skill, seat, deal, and the rest |
| `pictures` | plots |
| `page` | the Markdown page |
"""
