"""One game between agents.

An agent that raises, does what is not legal, or answers later than the time limit ends the game by its fault: its share
of the win is 0 and its place the last; the others share the win. The fault is recorded; other games are unharmed.
"""

import functools
import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agents.arena.schedule import Pairing
from agents.arguments import one_line
from agents.protocol import Agent
from boru_env import Edition, Game, SeatView
from boru_env.envs.rewards import mean_places, win_shares
from boru_env.views.replay import Line, record_decision, record_header, record_result

Watch = Callable[[int, int, Sequence[int]], None]
"""Told before an agent's code runs: its seat, the decisions so far, the points; and seat -1 once it has ended."""


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
        micros: how long each decision took, in microseconds; no part of what makes two results equal.
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
    micros: list[list[int]] = field(default_factory=list, compare=False)


def play_game(
    agents: Sequence[Agent],
    names: Sequence[str],
    pairing: Pairing,
    edition: Edition,
    record: bool = False,
    time_limit: float | None = None,
    watch: Watch | None = None,
) -> Result:
    """Play one game.

    Args:
        agents: the agent of each seat; each seat has an object of its own.
        names: what they are called in the record.
        pairing: the game.
        edition: the edition.
        record: keep the replay's lines.
        time_limit: seconds that a decision may take by the clock on the wall; None: any. `reset` is not timed.
        watch: told whose code runs.
    """
    game = Game(len(agents), edition, pairing.seed)
    lines = [record_header(game, names, pairing.seed)] if record else []
    micros: list[list[int]] = [[] for _ in agents]
    decisions, tell = 0, watch or _nobody
    broken = functools.partial(broken_result, pairing, names)
    for seat, agent in enumerate(agents):
        tell(seat, decisions, game.points)
        fault = _attempt(functools.partial(agent.reset, pairing.agents_seed, seat))
        if fault:
            return broken(seat, fault, decisions, game.points, lines, micros)
    while (seat_to_act := game.seat) is not None:
        tell(seat_to_act, decisions, game.points)
        action, fault, seconds = _decide(agents[seat_to_act], game)
        micros[seat_to_act].append(round(1e6 * seconds))
        if fault is None and time_limit is not None and seconds > time_limit:
            fault = f"took {seconds:.3g} s for a decision; the limit is {time_limit:g} s"
        if fault:
            return broken(seat_to_act, fault, decisions, game.points, lines, micros)
        if record:
            lines.append(record_decision(game, action))
        game.apply(action)
        decisions += 1
    tell(-1, decisions, game.points)
    if record:
        lines.append(record_result(game))
    points, shares, places = game.final_points or [], win_shares(game), mean_places(game)
    return Result(pairing, list(names), points, shares, places, decisions, lines=lines, micros=micros)


def _nobody(seat: int, decisions: int, points: Sequence[int]) -> None:
    """Watch nothing."""


def _decide(agent: Agent, game: Game) -> tuple[int, str | None, float]:
    """Ask an agent; give the action's id, or why it is none, and the seconds it took."""
    chosen: list[int] = []
    view = SeatView(game)
    began = time.perf_counter()
    fault = _attempt(lambda: chosen.append(operator.index(game.action_id(agent.act(view)))))
    seconds = time.perf_counter() - began
    if fault is None and not game.legal_mask()[chosen[0]]:
        fault = f"{game.words(chosen[0])} is not legal in phase {game.phase}"
    return (0, fault, seconds) if fault else (chosen[0], None, seconds)


def _attempt(call: Callable[[], object]) -> str | None:
    """Run an agent's code; give what it raised, in words. Only an interrupt passes through."""
    try:
        call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an agent may do anything, also call sys.exit
        return f"{type(error).__name__}: {one_line(error)}"
    return None


def broken_result(
    pairing: Pairing,
    names: Sequence[str],
    seat: int,
    fault: str,
    decisions: int,
    points: Sequence[int],
    lines: Sequence[Line] = (),
    micros: Sequence[list[int]] = (),
) -> Result:
    """Give the result of a game that the agent of a seat broke off."""
    n = len(names)
    shares = [0.0 if other == seat else 1 / (n - 1) for other in range(n)]
    places = [float(n) if other == seat else n / 2 for other in range(n)]
    said = f"seat {seat}, {names[seat]}: {fault}"
    return Result(pairing, list(names), list(points), shares, places, decisions, seat, said, list(lines), list(micros))
