"""What a seat, a spectator or a file may see of a game.

| file | what |
|---|---|
| `layout`, `observation` | the numbers that a policy sees: the table of fields, and how they are filled |
| `describe` | the numbers back in names |
| `deal`, `state_json` | all chance of a game, and a position, as JSON |
| `text` | a board in plain text |
| `drawing` | a board as SVG |
| `game` | `Game`: the Python face of one game |
| `replay` | games as JSON lines |
| `transcript`, `replay_page` | a replay in words, and as a web page |
| `files` | writing files whole or not at all |
"""
