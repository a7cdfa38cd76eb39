"""`Match`: one game with people and agents at the table: decisions, log, undo, and the file it is saved in.

It does no waiting and knows no network: the web table and the terminal both stand on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.table.events import happened
from agents.table.words import action_words
from boru_env import Game
from boru_env.errors import IllegalActionError, OptionError
from boru_env.views.replay import record_decision, record_header, record_result, write_replays

KEY = "table"
"""The key of a record's header under which a table keeps what it needs to go on."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log.

    Attributes:
        words: what everyone may read.
        seat: who did it, None for what simply happened.
        secret: what that seat alone reads instead, if there is such a thing.
        decision: the number of the decision that it tells of.
    """

    words: str
    seat: int | None = None
    secret: str | None = None
    decision: int = 0

    def seen_by(self, viewer: int | None) -> str:
        """Give the line as a seat may read it; None: a spectator."""
        return self.secret if self.secret is not None and viewer == self.seat else self.words


@dataclass
class Match:
    """A game with its players.

    Attributes:
        game: the game at the decision asked now.
        names: the players' names by seat.
        people: the seats of people.
        practice: whether decisions may be taken back.
        seed: the game's seed, for the record.
        path: where the game is saved at every decision; None: nowhere.
        table: what the record's header keeps under `table`, to go on from it; `tokens` only as long as the game lasts.
        log: what has happened, in words.
        version: counts up with every change of the position.
    """

    game: Game
    names: Sequence[str]
    people: frozenset[int]
    practice: bool = False
    seed: int | None = None
    path: Path | None = None
    table: dict[str, Any] = field(default_factory=dict)
    log: list[LogLine] = field(default_factory=list)
    version: int = 0
    _history: list[Game] = field(default_factory=list)
    _actions: list[str] = field(default_factory=list)

    @property
    def decisions(self) -> int:
        """How many decisions have been taken."""
        return len(self._actions)

    @property
    def agent_to_act(self) -> int | None:
        """The seat to act, if an agent sits there."""
        return None if self.game.seat in self.people else self.game.seat

    def act(self, action: str) -> None:
        """Take the decision that is asked, tell it in the log, and save the game.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
            OSError: the game could not be saved; the decision is taken all the same.
        """
        game, seat = self.game, self.game.seat
        before = game.copy()
        if seat is None:
            raise IllegalActionError("the game is over")
        words = game.words(game.action_id(action))
        game.apply(words)
        self._history.append(before)
        self._actions.append(words)
        self.version += 1
        self._tell(before, seat, words)
        self.save()

    def _tell(self, before: Game, seat: int, action: str) -> None:
        """Write the decision and what it brought about into the log."""
        told = action_words(before.edition, before.phase, action, before.seen_by(seat), self.names)
        secret = f"{self.names[seat]}: {told}" if before.phase == "draft" else None
        public = "keep a card" if secret else told
        self.log.append(LogLine(f"{self.names[seat]}: {public}", seat, secret, self.decisions))
        for line in happened(before.edition, before.seen_by(None), self.game.seen_by(None), self.names):
            self.log.append(LogLine(line, decision=self.decisions))

    def note(self, words: str) -> None:
        """Write a line into the log that is no decision."""
        self.log.append(LogLine(words, decision=self.decisions))
        self.version += 1

    def can_undo(self, seat: int) -> bool:
        """Tell whether the seat may take a decision back."""
        return self.practice and self._last_choice(seat) is not None

    def _last_choice(self, seat: int) -> int | None:
        """Give the number of the seat's last decision that had an alternative."""
        for number in range(len(self._history) - 1, -1, -1):
            if self._history[number].seat == seat and len(self._history[number].legal_ids()) > 1:
                return number
        return None

    def undo(self, seat: int) -> None:
        """Go back to the seat's last decision that had an alternative; the same chance follows.

        Raises:
            OptionError: this is no practice, or there is none.
            OSError: the game could not be saved; the decision is taken back all the same.
        """
        if not self.practice:
            raise OptionError("undo: only in practice; begin the game with --practice")
        number = self._last_choice(seat)
        if number is None:
            raise OptionError("undo: you have not decided anything yet")
        self.game = self._history[number]
        del self._history[number:], self._actions[number:]
        self.log = [line for line in self.log if line.decision <= number]
        self.note(f"{self.names[seat]} takes a decision back")
        self.save()

    def save(self) -> None:
        """Write the game so far as a replay: first to a temporary name, then renamed.

        Raises:
            OSError: the file cannot be written.
        """
        if self.path is None:
            return
        kept = {key: value for key, value in self.table.items() if key != "tokens" or not self.game.is_over}
        lines = [record_header(self.game, self.names, self.seed) | {KEY: kept}]
        lines += [record_decision(game, action) for game, action in zip(self._history, self._actions, strict=True)]
        if self.game.is_over:
            lines.append(record_result(self.game))
        write_replays(self.path, [lines])

    def replay(self, actions: Sequence[str]) -> None:
        """Take decisions of a record again, without saving each."""
        path, self.path = self.path, None
        for action in actions:
            self.act(action)
        self.path = path
