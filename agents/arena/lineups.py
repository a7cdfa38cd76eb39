"""Who meets whom: line-ups from the command line, from a file, or by round robin."""

import itertools
import tomllib
from collections.abc import Sequence
from pathlib import Path

from agents.arguments import one_line
from boru_env.errors import OptionError, brief

DEFAULT = "greedy,random,random,random"
MAX_TABLES = 10_000

LineUp = tuple[str, ...]
"""The agents of a table, as texts."""


def read_line_ups(
    players: Sequence[str], tables: str | None = None, round_robin: str | None = None, seats: int = 4
) -> list[LineUp]:
    """Collect the line-ups of a tournament.

    Args:
        players: line-ups, each with commas between its agents.
        tables: a TOML file with one `[[table]]` a line-up, each with `players = ["greedy", "random", "random"]`.
        round_robin: agents with commas between them, of which every choice of `seats` is a line-up.
        seats: 3, 4 or 5.

    Raises:
        OptionError: a line-up is impossible or given twice, or the file is no such file.
    """
    line_ups = [split_players(text) for text in players]
    if tables is not None:
        line_ups += _read_file(tables)
    if round_robin is not None:
        line_ups += _choices(split_players(round_robin), seats)
    if not line_ups:
        line_ups = [split_players(DEFAULT)]
    for place, line_up in enumerate(line_ups):
        if line_up in line_ups[:place]:
            raise OptionError(f"line-up {brief(','.join(line_up))}: is given twice; its games would be the same")
    return [tuple(line_up) for line_up in line_ups]


def split_players(text: str) -> list[str]:
    """Split at the commas between agents; those before its parameters (`name:a=1,b=2`, `ppo:PATH,a=1`) stay."""
    players: list[str] = []
    for part in text.split(","):
        if players and "=" in part and ":" not in part and ":" in players[-1]:
            players[-1] += f",{part}"
        else:
            players.append(part)
    return players


def _choices(agents: Sequence[str], seats: int) -> list[list[str]]:
    """Give every choice of so many of the agents."""
    if seats not in (3, 4, 5):
        raise OptionError(f"--seats: is {brief(seats)}; it must be 3, 4 or 5")
    if len(agents) < seats:
        raise OptionError(f"--round-robin: {len(agents)} agents are given; {seats} seats need at least {seats}")
    twice = [agent for agent in agents if agents.count(agent) > 1]
    if twice:
        raise OptionError(f"--round-robin: {brief(twice[0])} is given twice; each agent is given once")
    choices = [list(choice) for choice in itertools.islice(itertools.combinations(agents, seats), MAX_TABLES + 1)]
    if len(choices) > MAX_TABLES:
        raise OptionError(f"--round-robin: {len(agents)} agents make more than {MAX_TABLES} tables; give fewer")
    return choices


def _read_file(path: str) -> list[list[str]]:
    """Read the line-ups of a TOML file."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:  # also a path that cannot be one
        raise OptionError(f"--tables: {brief(path)}: cannot be read: {one_line(error)}") from None
    tables = content.get("table")
    if set(content) != {"table"} or not isinstance(tables, list) or not 1 <= len(tables) <= MAX_TABLES:
        raise OptionError(f"--tables: {path}: holds {brief(sorted(content))}; it must hold [[table]] entries alone")
    line_ups = []
    for number, table in enumerate(tables, 1):
        players = table.get("players") if isinstance(table, dict) else None
        if not isinstance(players, list) or set(table) != {"players"} or not all(isinstance(p, str) for p in players):
            raise OptionError(
                f'--tables: {path}: [[table]] {number}: is {brief(table)}; it must be players = ["greedy", ...]'
            )
        line_ups.append(players)
    return line_ups
