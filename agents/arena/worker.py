"""What plays the games: the agents of all tables, made once; and the process that holds them."""

import os
import signal
from collections import Counter
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from agents.arena.lineups import LineUp
from agents.arena.play import Result, Watch, play_game
from agents.arena.schedule import Pairing
from agents.arguments import one_line, printable
from agents.protocol import Agent
from agents.registry import make_agent
from boru_env import load_edition
from boru_env.errors import BoruError

HARD_LIMIT = 300.0
"""Seconds after which an agent that does not answer is taken to hang."""

WATCHED = 3 + 5
"""Numbers that a worker shares: how often it was told, seat, decisions, the points of 5 seats."""


@dataclass(frozen=True)
class Setting:
    """What makes the games of a tournament, apart from its schedule.

    Attributes:
        line_ups: the agents of each table, as texts.
        edition: name or path of the edition.
        record: keep the replays' lines.
        time_limit: seconds that a decision may take; None: any.
        hard_limit: seconds after which the process of an agent that does not answer is ended.
    """

    line_ups: tuple[LineUp, ...]
    edition: str = "reconstructed"
    record: bool = False
    time_limit: float | None = None
    hard_limit: float = HARD_LIMIT


class Cast:
    """The agents of all tables. Each is made once, each copy in a line-up is an object of its own.

    Args:
        setting: what is played.
        watch: told whose code runs.

    Attributes:
        labels: what each agent is called, by its text: its name, or its text where two have one name.

    Raises:
        OptionError: there is no such agent.
        EditionError: the edition cannot be loaded.
    """

    def __init__(self, setting: Setting, watch: Watch | None = None) -> None:
        self._setting, self._watch = setting, watch
        self._edition = load_edition(setting.edition)
        most = Counter[str]()
        for line_up in setting.line_ups:
            most |= Counter(line_up)
        self._copies = {spec: [make_agent(spec) for _ in range(times)] for spec, times in most.items()}
        self.labels = label(self._copies)

    def play(self, pairing: Pairing) -> Result:
        """Play one game of the schedule."""
        setting, line_up = self._setting, self._setting.line_ups[pairing.table]
        copies = {spec: iter(agents) for spec, agents in self._copies.items()}
        at_place = [next(copies[spec]) for spec in line_up]
        agents = [at_place[place] for place in pairing.seats]
        names = [self.labels[line_up[place]] for place in pairing.seats]
        return play_game(agents, names, pairing, self._edition, setting.record, setting.time_limit, self._watch)


def label(copies: dict[str, list[Agent]]) -> dict[str, str]:
    """Give each text of an agent a label of its own."""
    names = {spec: printable(str(agents[0].name)) for spec, agents in copies.items()}
    times = Counter(names.values())
    return {spec: name if times[name] == 1 else printable(spec) for spec, name in names.items()}


def serve(setting: Setting, connection: "Connection[object, object]", shared: MutableSequence[int]) -> None:
    """Play what comes through a connection until None comes or it ends: the body of a worker process.

    First sends the labels, or in words why there can be no game.

    Args:
        setting: what is played.
        connection: brings pairings, takes results.
        shared: (`WATCHED`,) whose code runs, for the parent to see.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's; it ends the workers
    os.dup2(2, 1)  # what an agent prints must not stand between the results

    def tell(seat: int, decisions: int, points: Sequence[int]) -> None:
        shared[0] += 1
        shared[1], shared[2] = seat, decisions
        shared[3 : 3 + len(points)] = points

    shared[1] = -1
    try:
        cast = Cast(setting, tell)
        connection.send(cast.labels)
        while isinstance(pairing := connection.recv(), Pairing):
            connection.send(cast.play(pairing))
            shared[1] = -1
    except BoruError as error:
        connection.send(one_line(error))
    except (EOFError, BrokenPipeError):  # the parent is gone
        return
    except KeyboardInterrupt:  # an agent raised it: no other can come here
        os._exit(130)
