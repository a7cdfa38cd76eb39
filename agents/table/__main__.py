"""`python -m agents.table`: open a table, print its links, and serve it until interrupted."""

import argparse
import importlib.util
import math
import secrets
import socket
import sys
from collections.abc import Sequence

from agents.arguments import Parser, one_line, printable, refuse
from agents.table.guard import Guard, is_loopback
from agents.table.options import Setting, add_game_options, make_setting
from boru_env.errors import BoruError, OptionError, brief

NEEDED = ("starlette", "uvicorn", "websockets")
LONGEST_FRAME = 16_384
"""Bytes of a message; a longer one closes the connection."""


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = Parser(prog="python -m agents.table", description="Play against agents and each other in the browser.")
    add_game_options(parser)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; default: this computer alone")
    parser.add_argument("--port", type=int, default=8000, help="0: any that is free")
    parser.add_argument("--pace", type=float, default=0.7, help="seconds between two decisions of agents")
    return parser.parse_args(arguments)


def check(options: argparse.Namespace) -> None:
    """Check what is the server's own.

    Raises:
        OptionError: an option is impossible, or a package is missing.
    """
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise OptionError(f"the table needs {' and '.join(missing)}, not installed here; pip install 'boru-env[table]'")
    if not 0 <= options.port <= 65535:
        raise OptionError(f"--port: is {brief(options.port)}; it must be 0 to 65535")
    if not (math.isfinite(options.pace) and 0 <= options.pace <= 60):
        raise OptionError(f"--pace: is {options.pace}; it must be 0 to 60 seconds")


def listen(host: str, port: int) -> socket.socket:
    """Open the port.

    Raises:
        OptionError: it is in use, or there is no such address.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
        except OSError:
            listener.close()
            raise
    except (OSError, ValueError) as error:
        where = f"{printable(host)}:{port}"
        raise OptionError(f"--port: cannot listen on {where}: {one_line(error)}; try another, such as 0") from None
    return listener


def seat_tokens(setting: Setting) -> dict[int, str]:
    """Give the secret of each person's seat: those of the record, so that open pages find back, else new ones."""
    old = setting.kept.get("tokens")
    old = old if isinstance(old, dict) else {}
    tokens = {}
    for seat in sorted(setting.seats.people):
        kept = old.get(str(seat))
        tokens[seat] = kept if isinstance(kept, str) and len(kept) >= 16 else secrets.token_urlsafe(12)
    return tokens


def serve(setting: Setting, listener: socket.socket, host: str, pace: float) -> None:
    """Serve the table until interrupted."""
    import uvicorn

    from agents.table.room import Room
    from agents.table.server import make_app, seat_links

    tokens, match = seat_tokens(setting), setting.match
    match.table["tokens"] = {str(seat): token for seat, token in tokens.items()}
    match.save()
    port = listener.getsockname()[1]
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    print("The table is open. Each person opens a link, which is secret:", flush=True)
    print("\n".join(seat_links(f"http://{shown}:{port}", tokens, match.names)))
    print(f"Saved at every decision in {match.path}; go on with --resume {match.path}", flush=True)
    if not is_loopback(host):
        print("Careful: others in the network can reach this table, and nothing that is sent is encrypted.", flush=True)
    room = Room(match, setting.seats, setting.agents_seed, pace)
    config = uvicorn.Config(
        make_app(room, tokens, Guard(host)),
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listener])


def main(arguments: Sequence[str] | None = None) -> int:
    """Open a table; the exit code is 2 if that cannot be done."""
    try:
        options = parse(arguments)
        check(options)
        listener = listen(options.host, options.port)
        with listener:
            serve(make_setting(options), listener, options.host, options.pace)
    except BoruError as error:
        return refuse(error)
    except OSError as error:
        print(f"not written: {one_line(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
