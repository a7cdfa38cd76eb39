"""`python -m agents.explain`: what the search sees in a position, in words.

python -m agents.explain --seed 3 --decision 40
python -m agents.explain --replay games.jsonl --game 2 --decision 40 --agent mcts:sims=5000
"""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from agents.arguments import Parser, printable, refuse
from agents.greedy import GreedyAgent
from agents.mcts import Choice, MctsAgent
from agents.registry import make_agent
from boru_env import Game, SeatView
from boru_env.errors import BoruError, OptionError
from boru_env.views.replay import Replay, read_replays

WIDTH = 100
"""Columns in a file or a pipe; a terminal has its own."""


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.explain", description="Show what a search finds in a position.")
    parser.add_argument("--agent", default="mcts:sims=1000", help="a search, such as mcts:ms=2000")
    parser.add_argument("--replay", metavar="FILE", help="take the position from a replay")
    parser.add_argument("--game", type=int, default=1, help="which game of the file, from 1")
    parser.add_argument("--seed", type=int, default=0, help="without a replay: of a game that greedy plays")
    parser.add_argument("--players", type=int, default=4, help="without a replay: 3, 4 or 5")
    parser.add_argument("--decision", type=int, default=0, help="which decision of the game, from 0")
    parser.add_argument("--top", type=int, default=10, help="how many actions are shown")
    return parser.parse_args(arguments)


def position(options: argparse.Namespace) -> Game:
    """Give the game at the decision asked for.

    Raises:
        OptionError: there is no such decision.
        BoruError: the replay cannot be read.
    """
    if options.decision < 0:
        raise OptionError(f"--decision: is {options.decision}; it must be at least 0")
    if options.replay is None:
        game, greedy, done = Game(options.players, seed=options.seed), GreedyAgent(), 0
        while not game.is_over and done < options.decision:
            game.apply(greedy.act(SeatView(game)))
            done += 1
    else:
        replays = read_replays(options.replay)
        if not 1 <= options.game <= len(replays):
            raise OptionError(f"--game: is {options.game}; {options.replay} holds games 1..{len(replays)}")
        replay: Replay = replays[options.game - 1]
        done = min(options.decision, len(replay.decisions))
        game = replay.position(done)
    if game.is_over or done < options.decision:
        raise OptionError(f"--decision: is {options.decision}; the game has decisions 0..{done - 1}")
    return game


def explain(game: Game, choices: Sequence[Choice], top: int) -> Table:
    """Give a table of the actions, the most visited first."""
    total = max(1, sum(choice.visits for choice in choices))
    title = f"round {game.to_json()['round']}, seat {game.seat}: {game.phase}"
    table = Table(title=title, title_justify="left")
    table.add_column("action")
    for name in ("simulations", "share", "result", "legal in"):
        table.add_column(name, justify="right")
    for choice in choices[:top]:
        row = (f"{choice.visits:,}", f"{choice.visits / total:.0%}", f"{choice.value:.3f}", f"{choice.available:,}")
        table.add_row(printable(game.words(choice.action)), *(row if choice.visits else ("0", "0%", "-", "-")))
    table.caption = "result: the seat's share of the win and its margin, 0 to 1; legal in: drawn states with the action"
    return table


def main(arguments: Sequence[str] | None = None) -> int:
    """Explain a position; 0: done, 2: bad options, 130: interrupted."""
    try:
        options = parse(arguments)
        agent = make_agent(options.agent)
        if not isinstance(agent, MctsAgent):
            raise OptionError(f"--agent: {options.agent} is no search; take mcts, such as mcts:sims=1000")
        game = position(options)
        view = SeatView(game)
        agent.reset(options.seed, view.seat)
        choices = agent.search(view)
    except BoruError as error:
        return refuse(error)
    except KeyboardInterrupt:
        return 130
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, WIDTH)
    console.print(explain(game, choices, options.top))
    return 0


if __name__ == "__main__":
    sys.exit(main())
