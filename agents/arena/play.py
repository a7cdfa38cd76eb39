"""One game between agents.

An agent that raises or does what is not legal ends the game by its fault: its share of the win is 0 and its place the
last; the others share the win. The fault is recorded; other games are unharmed.
"""

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agents.arena.schedule import Pairing
from agents.arguments import one_line
from agents.protocol import Agent
from agents.registry import make_agent
from boru_env import Edition, Game, SeatView, load_edition
from boru_env.envs.rewards import mean_places, win_shares
from boru_env.views.replay import Line, record_decision, record_header, record_result


@dataclass
class Result:
    """What came of a game; everything by seat.

    Attributes:
        pairing: the game that was played.
        names: the agents.
        points: final points; at a fault those of the moment.
        shares: shares of the win, 1 in all.
        places: 1 = first, ties averaged.
        decisions: how many there were.
        offender: the seat whose agent broke off the game.
        fault: seat, agent and reason, if an agent broke off the game.
        lines: the replay, if it was asked for; without a last line after a fault.
    """

    pairing: Pairing
    names: list[str]
    points: list[int]
    shares: list[float]
    places: list[float]
    decisions: int
    offender: int | None = None
    fault: str | None = None
    lines: list[Line] = field(default_factory=list)


def play_game(
    agents: Sequence[Agent], names: Sequence[str], pairing: Pairing, edition: Edition, record: bool = False
) -> Result:
    """Play one game.

    Args:
        agents: the agent of each seat; each seat has an object of its own.
        names: what they are called in the record.
        pairing: the game.
        edition: the edition.
        record: keep the replay's lines.
    """
    game = Game(len(agents), edition, pairing.seed)
    lines = [record_header(game, names, pairing.seed)] if record else []
    decisions = 0
    for seat, agent in enumerate(agents):
        fault = _attempt(functools.partial(agent.reset, pairing.agents_seed, seat))
        if fault:
            return _broken(game, pairing, names, seat, fault, decisions, lines)
    while (seat_to_act := game.seat) is not None:
        action, fault = _decide(agents[seat_to_act], game)
        if fault:
            return _broken(game, pairing, names, seat_to_act, fault, decisions, lines)
        if record:
            lines.append(record_decision(game, action))
        game.apply(action)
        decisions += 1
    if record:
        lines.append(record_result(game))
    points, shares, places = game.final_points or [], win_shares(game), mean_places(game)
    return Result(pairing, list(names), points, shares, places, decisions, lines=lines)


def _decide(agent: Agent, game: Game) -> tuple[int, str | None]:
    """Ask an agent; give the action's id, or why it is none."""
    chosen: list[int] = []
    fault = _attempt(lambda: chosen.append(operator.index(game.action_id(agent.act(SeatView(game))))))
    if fault is None and not game.legal_mask()[chosen[0]]:
        fault = f"{game.words(chosen[0])} is not legal in phase {game.phase}"
    return (0, fault) if fault else (chosen[0], None)


def _attempt(call: Callable[[], object]) -> str | None:
    """Run an agent's code; give what it raised, in words. Only an interrupt passes through."""
    try:
        call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an agent may do anything, also call sys.exit
        return f"{type(error).__name__}: {one_line(error)}"
    return None


def _broken(
    game: Game, pairing: Pairing, names: Sequence[str], seat: int, fault: str, decisions: int, lines: list[Line]
) -> Result:
    """Give the result of a game that the agent of a seat broke off."""
    others = game.num_players - 1
    shares = [0.0 if other == seat else 1 / others for other in range(game.num_players)]
    places = [float(game.num_players) if other == seat else (others + 1) / 2 for other in range(game.num_players)]
    said = f"seat {seat}, {names[seat]}: {fault}"
    return Result(pairing, list(names), game.points, shares, places, decisions, seat, said, lines)


class Table:
    """Plays games of one line-up with agents that are made once.

    Args:
        line_up: the agents as texts.
        edition: name or path of the edition.
        record: keep the replays' lines.

    Raises:
        OptionError: there is no such agent.
        EditionError: the edition cannot be loaded.
    """

    def __init__(self, line_up: Sequence[str], edition: str, record: bool) -> None:
        self._agents = [make_agent(spec) for spec in line_up]
        self._names = [agent.name for agent in self._agents]
        self._edition, self._record = load_edition(edition), record

    def play(self, pairing: Pairing) -> Result:
        """Play one game of the schedule."""
        agents = [self._agents[place] for place in pairing.seats]
        names = [self._names[place] for place in pairing.seats]
        return play_game(agents, names, pairing, self._edition, self._record)
