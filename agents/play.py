"""`python -m agents.play`: play against agents in the terminal.

Reads lines: the number or the words of an action, `h` a hint, `u` take back (practice), `b` the board again,
`? [number]` what symbols and cards mean, `q` save and leave. Without a terminal, lines come from the standard input.
"""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from agents.arguments import Parser, one_line, refuse
from agents.table.match import LogLine
from agents.table.options import Setting, add_game_options, make_setting
from agents.table.players import begin_agents, decide, hint_name, make_adviser, tell_fault
from agents.table.words import legal, printed, question, symbol_texts
from boru_env import SeatView
from boru_env.errors import BoruError
from boru_env.views.drawing.tokens import SYMBOL_WORDS
from boru_env.views.score_sheet import score_lines, winner_words

HELP = (
    "number or words: do it; h: hint; u: take back; b: board; ?: symbols; ? NUMBER: about that action; q: save, leave"
)


class Sitting:
    """One game at a terminal.

    Args:
        setting: the game and its players.
        console: where it is shown.
    """

    def __init__(self, setting: Setting, console: Console) -> None:
        self.match, self.seats, self.seed = setting.match, setting.seats, setting.agents_seed
        self.console = console
        self._told: list[LogLine] = []
        self._shown: int | None = None
        self._at_screen: int | None = None

    def say(self, words: str, style: str = "") -> None:
        """Print a line as it is: nothing in a name is taken for markup."""
        self.console.print(Text(words, style), soft_wrap=True)

    def run(self) -> bool:
        """Play to the end; False if someone left before."""
        match = self.match
        begin_agents(self.seats, self.seed, match.decisions)
        match.save()
        self.say(f"Saved at every decision in {match.path}", "dim")
        while (seat := match.game.seat) is not None:
            if match.agent_to_act is None:
                self._tell_log(seat)
                if not self._person(seat):
                    return False
            else:
                self._agent(seat)
        self._tell_log(None)
        self._end()
        return True

    def _agent(self, seat: int) -> None:
        agent, game = self.seats.agents[seat], self.match.game
        assert agent is not None
        action, fault = decide(agent, SeatView(game), game.copy())
        if fault is not None:
            tell_fault(seat, self.match.names[seat], fault)
            self.match.note(f"The agent of {self.match.names[seat]} failed; a random action is taken in its place")
        self.match.act(action)

    def _tell_log(self, viewer: int | None) -> None:
        """Print what has happened since the last time; after a decision was taken back, what is new since then."""
        log, kept = self.match.log, 0
        while kept < min(len(log), len(self._told)) and log[kept] is self._told[kept]:
            kept += 1
        for line in log[kept:]:
            deed = line.seat is not None
            self.say(f"{'' if deed else '    '}{line.seen_by(viewer)}", "bold" if deed else "")
        self._told = list(log)

    def _person(self, seat: int) -> bool:
        """Ask a person until a decision is taken; False to leave."""
        match = self.match
        if not self._change_places(seat):
            return False
        if self._shown != match.version:
            self._show(seat)
        line = self._read(f"{match.names[seat]} > ")
        if line is None or line.lower() in ("q", "quit"):
            return False
        try:
            self._do(seat, line)
        except BoruError as error:
            self.say(one_line(error), "red")
        return True

    def _change_places(self, seat: int) -> bool:
        """Hide one person's cards before the next one looks; False to leave."""
        before, self._at_screen = self._at_screen, seat
        if before in (None, seat):
            return True
        if self.console.is_terminal:
            self.console.clear()
        self.say(f"It is the turn of {self.match.names[seat]}: the others look away; then press Enter.", "bold")
        line = self._read("")
        return line is not None and line.lower() not in ("q", "quit")

    def _read(self, prompt: str) -> str | None:
        """Give the next line; None at the end of the input."""
        self.console.print(Text(prompt, "bold"), end="")
        try:
            return input().strip()
        except EOFError:
            return None

    def _show(self, seat: int) -> None:
        """Print the board, the question, and the numbered actions."""
        game, self._shown = self.match.game, self.match.version
        self.say("")
        self.console.print(Text(game.text(seat)), soft_wrap=True)
        self.say("")
        self.say(question(game.edition, game.phase, game.seen_by(seat)), "bold yellow")
        for number, choice in enumerate(legal(game, self.match.names), 1):
            self.say(f"{number:>3}  {choice['words']}")
        self.say(HELP, "dim")

    def _do(self, seat: int, line: str) -> None:
        """Do what a line says.

        Raises:
            BoruError: it cannot be done.
        """
        word = line.lower()
        if word in ("h", "hint"):
            self._hint()
        elif word in ("u", "undo"):
            self.match.undo(seat)
            begin_agents(self.seats, self.seed, self.match.decisions)
        elif word in ("b", "board"):
            self._show(seat)
        elif word.startswith("?") or word == "help":
            self._explain(word[1:].strip() if word[0] == "?" else "")
        elif word:
            choices = legal(self.match.game, self.match.names)
            number = int(word) if word.isdecimal() and word.isascii() and len(word) < 4 else 0
            self.match.act(choices[number - 1]["action"] if 0 < number <= len(choices) else line)

    def _hint(self) -> None:
        """Say what the best agent at hand would do."""
        game = self.match.game
        action, fault = decide(make_adviser(self.seed), SeatView(game), game.copy())
        words = {choice["action"]: choice["words"] for choice in legal(game, self.match.names)}[action]
        self.say(f"{hint_name()} has no hint here." if fault else f"{hint_name()} would: {words}", "green")

    def _explain(self, number: str) -> None:
        """Say what the symbols mean, or what an action's town or card is."""
        edition = self.match.game.edition
        choices = legal(self.match.game, self.match.names)
        if number.isdecimal() and number.isascii() and len(number) < 4 and 0 < int(number) <= len(choices):
            light = choices[int(number) - 1]["light"]
            lines = printed(edition).get(light, []) if light else []
            self.say("\n".join(lines) or choices[int(number) - 1]["words"])
            return
        for name, text in symbol_texts(edition).items():
            self.say(f"{SYMBOL_WORDS[name]:>30}: {text}")
        self.say(HELP, "dim")

    def _end(self) -> None:
        """Print the final scoring, line by line."""
        game, names = self.match.game, self.match.names
        state = game.seen_by(None)
        self.say("\nFinal scoring", "bold")
        for line in score_lines(game.edition, state):
            self.say(f"{line.rule:>3} {line.title}", "bold")
            for name, points, why in zip(names, line.points, line.why, strict=True):
                self.say(f"    {points:>4}  {name}{f': {why}' if why else ''}")
        self.say(winner_words(state, names), "bold yellow")


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.play", description="Play against agents in the terminal.")
    add_game_options(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a game; the exit code is 2 if it cannot begin, 1 if it could not be saved."""
    try:
        setting = make_setting(parse(arguments))
        sitting = Sitting(setting, Console(highlight=False))
        if not sitting.run():
            print(f"\nLeft after {setting.match.decisions} decisions; go on with --resume {setting.match.path}")
    except BoruError as error:
        return refuse(error)
    except OSError as error:
        print(f"not saved: {one_line(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nLeft; the game is saved up to the last decision.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
