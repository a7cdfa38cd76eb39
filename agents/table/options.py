"""The command lines of the table and of the terminal game: what they share, read and checked."""

import argparse
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.arena.files import check_targets
from agents.arguments import one_line, printable
from agents.table.match import KEY, Match
from agents.table.players import Seats, read_players, seat_players
from boru_env import Game
from boru_env.errors import OptionError, ReplayError, brief
from boru_env.views.checks import check_seed
from boru_env.views.replay import Replay, read_replays


@dataclass
class Setting:
    """A checked command line.

    Attributes:
        match: the game, new or gone on with.
        seats: its players.
        agents_seed: what the agents are reset with.
        kept: what the record kept under `KEY`; empty for a new game.
    """

    match: Match
    seats: Seats
    agents_seed: int
    kept: dict[str, Any]


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that both commands take."""
    parser.add_argument(
        "--players", metavar="LIST", help="by seat, by commas: me or me:NAME, and agents, such as greedy"
    )
    parser.add_argument("--num-players", type=int, metavar="N", help="3, 4 or 5; missing players are greedy")
    parser.add_argument("--edition", default="reconstructed", help="name or file of an edition")
    parser.add_argument("--seed", type=int, help="a whole number >= 0: the same cards again; default: by chance")
    parser.add_argument("--practice", action="store_true", help="decisions may be taken back")
    parser.add_argument("--save", metavar="FILE", help="the record; default: a new file in runs/table")
    parser.add_argument("--resume", metavar="FILE", help="go on with the game of a record")


def make_setting(options: argparse.Namespace) -> Setting:
    """Check a command line, and set the game up.

    Raises:
        BoruError: something is wrong with it.
    """
    if options.resume is not None:
        return _go_on(options)
    if options.num_players is not None and options.num_players not in (3, 4, 5):
        raise OptionError(f"--num-players: is {brief(options.num_players)}; it must be 3, 4 or 5")
    players, count = options.players, options.num_players
    specs = read_players("me", count or 4) if players is None else read_players(players, count)
    seats = seat_players(specs)
    path = _new_file(options.save)
    seed = secrets.randbelow(2**32) if options.seed is None else check_seed(options.seed)
    game = Game(len(seats.names), options.edition, seed)
    match = Match(game, seats.names, seats.people, options.practice, seed, path)
    return _finish(match, seats, {"agents_seed": secrets.randbelow(2**32)} if options.seed is None else {})


def _finish(match: Match, seats: Seats, kept: dict[str, Any]) -> Setting:
    """Note in the record what it needs to go on."""
    agents_seed = kept.get("agents_seed", 0)
    agents_seed = agents_seed if type(agents_seed) is int and agents_seed >= 0 else 0
    match.table = {"players": list(seats.specs), "practice": match.practice, "agents_seed": agents_seed}
    return Setting(match, seats, agents_seed, kept)


def _new_file(name: str | None) -> Path:
    """Give the file of a new record.

    Raises:
        OptionError: it cannot be written, or holds something.
    """
    if name is None:
        folder = Path("runs", "table")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(f"--save: {folder}: cannot be made: {one_line(error)}; name a file") from None
        name = str(folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.jsonl")
    check_targets([name])
    path = Path(name)
    if path.exists() and path.stat().st_size:
        raise OptionError(f"--save: {printable(name)}: is there already; go on with it by --resume, or name another")
    return path


def _go_on(options: argparse.Namespace) -> Setting:
    """Set up the game of a record at its last decision.

    Raises:
        BoruError: there is none to go on with.
    """
    for name in ("save", "seed", "num_players"):
        if getattr(options, name) is not None:
            raise OptionError(f"--{name.replace('_', '-')}: not with --resume; the record tells it")
    check_targets([options.resume])
    edition = None if options.edition == "reconstructed" else options.edition
    replay = _unfinished(options.resume, read_replays(options.resume, edition))
    kept = replay.header.get(KEY)
    kept = kept if isinstance(kept, dict) else {}
    specs = kept.get("players")
    if options.players is not None:
        specs = read_players(options.players, replay.game.num_players)
    if not isinstance(specs, list) or [type(spec) for spec in specs] != [str] * replay.game.num_players:
        raise OptionError("--resume: the record does not tell who plays; add --players")
    seats = seat_players(specs)
    game = Game(replay.game.num_players, replay.game.edition, deal=replay.header["deal"])
    practice = options.practice or kept.get("practice") is True
    seed = replay.header.get("seed")
    match = Match(game, seats.names, seats.people, practice, seed if type(seed) is int else None, Path(options.resume))
    setting = _finish(match, seats, kept)
    match.replay(replay.decisions)
    match.note(f"The game goes on after {match.decisions} decisions")
    return setting


def _unfinished(path: str, replays: Sequence[Replay]) -> Replay:
    """Give the one game of a file.

    Raises:
        ReplayError: there are several, or it is damaged before its end.
    """
    if len(replays) != 1:
        raise ReplayError(f"--resume: {printable(path)}: holds {len(replays)} games; it must hold one")
    fault = replays[0].fault
    if fault is not None and fault != "the file ends before the game does":
        raise ReplayError(f"--resume: {printable(path)}: {fault}")
    return replays[0]
