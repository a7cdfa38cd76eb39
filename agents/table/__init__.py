"""A table in the browser, where people play against agents and each other: `python -m agents.table`.

| file | what |
|---|---|
| `options` | the command line, also of `agents.play` |
| `players` | who sits where; asking agents without harm |
| `match` | one game: decisions, log, undo, the file |
| `words`, `events` | what is asked, what an action does, what happened |
| `wire` | what is sent to a browser |
| `room` | who is connected, and agents that think in a thread |
| `guard`, `server` | who may connect; the web server |
| `static` | the page: HTML, CSS and plain JavaScript |
"""
