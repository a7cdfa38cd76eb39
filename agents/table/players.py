"""Who sits at the table: people (`me`, `me:NAME`) and agents, and how an agent is asked without harm to the game."""

import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.arguments import one_line, printable
from agents.protocol import Agent
from agents.registry import FACTORIES, make_agent
from agents.scripted import RandomAgent
from boru_env import Game, SeatView
from boru_env.errors import OptionError

LONGEST_NAME = 40


@dataclass(frozen=True)
class Seats:
    """The players by seat.

    Attributes:
        specs: as they were written, such as `me:Ann` or `greedy`.
        names: what they are called, no two alike.
        agents: the agent of each seat; None where a person sits.
    """

    specs: tuple[str, ...]
    names: tuple[str, ...]
    agents: tuple[Agent | None, ...]

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(seat for seat, agent in enumerate(self.agents) if agent is None)


def read_players(text: str, num_players: int | None = None) -> list[str]:
    """Split a line-up; with a number of players, missing seats are filled with `greedy`.

    Raises:
        OptionError: it is none.
    """
    specs = [spec.strip() for spec in text.split(",")]
    if num_players is not None and len(specs) < num_players:
        specs += ["greedy"] * (num_players - len(specs))
    if "" in specs or not 3 <= len(specs) <= 5 or num_players not in (None, len(specs)):
        wanted = "3 to 5" if num_players is None else str(num_players)
        raise OptionError(
            f"--players: is {printable(text)[:80]!r}; it must be {wanted} of me, greedy, random, ..., by commas"
        )
    return specs


def seat_players(specs: Sequence[str]) -> Seats:
    """Make the agents and find a name for everyone.

    Raises:
        OptionError: nobody is a person, or there is no such agent.
    """
    agents = tuple(None if _is_person(spec) else make_agent(spec) for spec in specs)
    if None not in agents:
        raise OptionError("--players: nobody is `me`; agents alone play with python -m agents.arena")
    alone = agents.count(None) == 1
    names: list[str] = []
    for seat, (spec, agent) in enumerate(zip(specs, agents, strict=True)):
        given = spec.partition(":")[2] if agent is None else str(agent.name)
        name = given or ("You" if alone else f"Player {seat}")
        names.append(printable(name)[:LONGEST_NAME])
    times = Counter(names)
    told_apart = [name if times[name] == 1 else f"{name} {seat}" for seat, name in enumerate(names)]
    return Seats(tuple(specs), tuple(told_apart), agents)


def _is_person(spec: str) -> bool:
    return spec.partition(":")[0] == "me"


def begin_agents(seats: Seats, seed: int, decisions: int) -> None:
    """Reset every agent: at the start, and wherever the game goes on from another position.

    An agent that cannot even begin is told in words; it is asked all the same, and replaced then.

    Args:
        seats: the players.
        seed: the agents' own; it says nothing about the deal.
        decisions: how many have been taken.
    """
    for seat, agent in enumerate(seats.agents):
        if agent is not None:
            own = int(np.random.SeedSequence([seed, decisions]).generate_state(1)[0])
            try:
                agent.reset(own, seat)
            except BaseException as error:  # an agent may do anything, also call sys.exit
                _pass_interrupt(error)
                tell_fault(seat, seats.names[seat], f"{type(error).__name__}: {one_line(error)}")


def hint_name() -> str:
    """Give the agent that hints come from: the best that is there."""
    return "mcts" if "mcts" in FACTORIES else "greedy"


def make_adviser(seed: int) -> Agent:
    """Make the agent that gives hints."""
    adviser = make_agent(hint_name())
    adviser.reset(seed, 0)
    return adviser


def decide(agent: Agent, view: SeatView, game: Game) -> tuple[str, str | None]:
    """Ask an agent; give a legal action in words, and what went wrong if it gave none: then the action is random.

    Args:
        agent: whom to ask.
        view: what its seat knows.
        game: the game, or a copy; it is only read.
    """
    try:
        action_id = game.action_id(agent.act(view))
        if game.legal_mask()[action_id]:
            return game.words(action_id), None
        fault = f"{game.words(action_id)} is not legal in phase {game.phase}"
    except BaseException as error:
        _pass_interrupt(error)
        fault = f"{type(error).__name__}: {one_line(error)}"
    stand_in = RandomAgent()
    stand_in.reset(0, view.seat)
    return game.words(stand_in.act(view)), fault


def _pass_interrupt(error: BaseException) -> None:
    """Raise an interrupt again that comes from the keyboard: in the main thread, and nowhere else."""
    if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
        raise error


def tell_fault(seat: int, name: str, fault: str) -> None:
    """Say on the terminal what went wrong with an agent: its words may tell its cards, so nobody else reads them."""
    print(f"agent {name} (seat {seat}) failed: {fault}", file=sys.stderr)
