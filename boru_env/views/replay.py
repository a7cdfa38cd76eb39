"""Replays: games as JSON lines, `boru-replay/1`. They hold all chance, so they outlive the generator.

    python -m boru_env.views.replay FILE [--edition FILE.toml] [--board] [--transcript] [--html PAGE] [--game N]

checks every game of a file and says what it holds; `--html` writes one game as a web page.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from boru_env.editions import Edition, load_edition
from boru_env.errors import BoruError, ReplayError, brief
from boru_env.views.checks import load_named
from boru_env.views.files import replacing
from boru_env.views.game import Game
from boru_env.views.replay_page import write_page
from boru_env.views.state_json import state_sha256
from boru_env.views.transcript import shown, totals, transcript

FORMAT = "boru-replay/1"
Line = dict[str, Any]


def record_header(game: Game, agents: Sequence[str], seed: int | None) -> Line:
    """Give a replay's first line: edition, players, deal, agents by seat, version, seed."""
    return {
        "format": FORMAT,
        "edition": game.edition.id,
        "edition_sha256": game.edition.sha256,
        "num_players": game.num_players,
        "deal": game.deal,
        "agents": [str(agent) for agent in agents],
        "package_version": _version(),
        "seed": seed,
    }


def _version() -> str:
    try:
        return metadata.version("boru-env")
    except metadata.PackageNotFoundError:  # run from the sources
        return "not installed"


def record_decision(game: Game, action: object, full: bool = False) -> Line:
    """Give the line of a decision, before it is performed.

    Args:
        game: the game, at the decision.
        action: what the seat to act does, in any form.
        full: add the legal actions and the state's hash.
    """
    line: Line = {"seat": game.seat, "phase": game.phase, "action": game.words(game.action_id(action))}
    if full:
        line["legal"] = legal_words(game)
        line["state_sha256"] = state_sha256(game.to_json())
    return line


def record_result(game: Game) -> Line:
    """Give the last line of a finished game."""
    return {
        "final_points": game.final_points,
        "winners": game.winners,
        "state_sha256": state_sha256(game.to_json()),
    }


def legal_words(game: Game) -> list[str]:
    """Give the legal actions in words, sorted."""
    return sorted(game.words(action_id) for action_id in game.legal_ids())


def write_replays(path: str | os.PathLike[str], games: Iterable[Iterable[Line]]) -> None:
    """Write games to a file: first to a temporary name beside it, then renamed.

    Raises:
        ReplayError: the target is a folder or a device.
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        raise ReplayError(f"{path}: is no file; give the name of a file to write")
    with replacing(target) as temporary, temporary.open("w", encoding="ascii") as file:
        for lines in games:
            file.writelines(json.dumps(line) + "\n" for line in lines)


@dataclass
class Replay:
    """One game of a file.

    Attributes:
        first_line: its header's line number in the file, from 1.
        header: the first line.
        game: as far as it could be played.
        decisions: the actions performed, in words.
        fault: line and reason where it could not go on; None: the game is whole and proven.
    """

    first_line: int
    header: Line
    game: Game
    decisions: list[str] = field(default_factory=list)
    fault: str | None = None

    def position(self, decisions: int = 0) -> Game:
        """Give the game as it stood after so many of its decisions."""
        game = Game(self.header["num_players"], self.game.edition, deal=self.header["deal"])
        for action in self.decisions[:decisions]:
            game.apply(action)
        return game


def read_replays(path: str | os.PathLike[str], edition: str | os.PathLike[str] | Edition | None = None) -> list[Replay]:
    """Read a file of replays and play every game, checking each line.

    Args:
        path: the file.
        edition: the edition to use; None: the one that the replay names.

    Returns:
        The games in order; one that is truncated or edited is played as far as it goes, with its `fault`. Lines
        between two games that belong to neither are the fault of the first.

    Raises:
        ReplayError: the file cannot be read, or its first line cannot be used.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:  # also a path that cannot be one
        raise ReplayError(f"{path}: cannot be read: {error}") from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise ReplayError(f"{path}: is empty; it must begin with a {FORMAT} header")
    replays: list[Replay] = []
    source = iter(lines)
    pending = next(source, None)
    while pending is not None:
        try:
            replays.append(_begin(str(path), *pending, edition))
        except ReplayError as error:
            if not replays:
                raise
            replays[-1].fault = replays[-1].fault or f"its successor cannot be used: {error}"
            pending = next(((number, line) for number, line in source if _is_header(_parse(line))), None)
        else:
            pending = _play(replays[-1], source)
    return replays


def _begin(path: str, number: int, text: str, edition: str | os.PathLike[str] | Edition | None) -> Replay:
    """Start the game of a header line."""
    where = f"{path}: line {number}"
    header = _parse(text)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ReplayError(f'{where}: is no header; it must be a JSON object with "format": "{FORMAT}"')
    missing = [key for key in ("edition", "edition_sha256", "num_players", "deal", "agents") if key not in header]
    if missing:
        raise ReplayError(f"{where}: the header lacks {', '.join(missing)}")
    try:
        loaded = load_named("header", header["edition"]) if edition is None else load_edition(edition)
        game = Game(header["num_players"], loaded, deal=header["deal"] or {})  # null is no deal, not a chance one
    except BoruError as error:
        raise ReplayError(f"{where}: {error}") from None
    if loaded.sha256 != header["edition_sha256"]:
        raise ReplayError(
            f"{where}: was played on another version of edition {brief(header['edition'])} "
            f"(sha256 {brief(header['edition_sha256'])}, here {loaded.sha256})"
        )
    agents = header["agents"]
    if not isinstance(agents, list) or [type(name) for name in agents] != [str] * game.num_players:
        raise ReplayError(f"{where}: agents is {brief(agents)}; it must be a list of {game.num_players} names")
    return Replay(number, header, game)


def _is_header(line: object) -> bool:
    """Tell whether a parsed line begins a game, of whatever format."""
    return isinstance(line, dict) and "format" in line


def _play(replay: Replay, source: Iterator[tuple[int, str]]) -> tuple[int, str] | None:
    """Play a game's lines up to its end or its fault; give the next game's header, if there is one."""
    ended = False
    for number, text in source:
        line = _parse(text)
        if _is_header(line):
            if not ended:
                replay.fault = replay.fault or f"line {number}: the next game begins; this one has no end"
            return number, text
        if replay.fault is None:
            try:
                if ended:
                    raise ReplayError("is after the game's last line; it must be the next game's header")
                ended = _perform(replay, line)
            except BoruError as error:
                replay.fault = f"line {number}: {error}"
    if not ended:
        replay.fault = replay.fault or "the file ends before the game does"
    return None


def _perform(replay: Replay, line: object) -> bool:
    """Check one line and perform it; True for the last line of a game."""
    game = replay.game
    if not isinstance(line, dict):
        raise ReplayError("is no JSON object")
    if "action" not in line:
        if not game.is_over:
            raise ReplayError(f"is no decision, but seat {game.seat} has to {game.phase}")
        _compare(line, record_result(game))
        return True
    if game.is_over:
        raise ReplayError("is a decision, but the game is over")
    _compare(line, {"seat": game.seat, "phase": game.phase})
    if "legal" in line:
        _compare(line, {"legal": legal_words(game)})
    if "state_sha256" in line:
        _compare(line, {"state_sha256": state_sha256(game.to_json())})
    if not isinstance(line["action"], str):
        raise ReplayError(f"action is {brief(line['action'])}; it must be words")
    game.apply(line["action"])
    replay.decisions.append(line["action"])
    return False


def _compare(line: Line, right: Line) -> None:
    for key, value in right.items():
        if json.dumps(line.get(key)) != json.dumps(value):  # 1.0 and true are not 1
            raise ReplayError(f"{key} is {brief(line.get(key))}; by the rules it is {value!r}")


def _parse(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def summary(replay: Replay) -> str:
    """Say in one line what a replay holds, and whether it is proven."""
    agents = ", ".join(map(shown, replay.header["agents"]))
    head = f"line {replay.first_line}: {agents}: {len(replay.decisions)} decisions"
    if replay.fault is not None:
        return f"{head}, then broken: {replay.fault}"
    return f"{head}, points {replay.game.final_points}, won by seat {replay.game.winners}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a file of replays; the exit code is 1 if a game is broken, 2 if nothing could be read."""
    parser = argparse.ArgumentParser(prog="python -m boru_env.views.replay", description=main.__doc__)
    parser.add_argument("file", help="the replay file")
    parser.add_argument("--edition", help="edition name or file, if it does not ship with the package")
    parser.add_argument("--board", action="store_true", help="show each game's last position")
    parser.add_argument("--transcript", action="store_true", help="show each game's decisions in words")
    parser.add_argument("--html", metavar="PAGE", help="write a game as a web page, to look at without a network")
    parser.add_argument(
        "--game", type=int, default=1, metavar="N", help="which game --html writes (default: the first)"
    )
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may hold what the terminal cannot write
    try:
        replays = read_replays(options.file, options.edition)
        for replay in replays:
            print(summary(replay))
            if options.transcript:
                print("\n".join(transcript(replay)))
            if options.board:
                print(f"\n{replay.game}\n")
        if len(replays) > 1:
            print(totals(replays))
        if options.html is not None:
            _write_page(options.html, replays, options.game)
    except BoruError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    return int(any(replay.fault for replay in replays))


def _write_page(path: str, replays: Sequence[Replay], number: int) -> None:
    """Write the page of one of the games, counted from 1."""
    if not 1 <= number <= len(replays):
        raise ReplayError(f"--game: is {number}; the file has the games 1..{len(replays)}")
    write_page(path, replays[number - 1])
    print(f"{path}: game {number} of {len(replays)}")


if __name__ == "__main__":
    sys.exit(main())
