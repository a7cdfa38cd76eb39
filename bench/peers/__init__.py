"""The environments that users would pick instead, in their own documented loops with random legal actions.

Each module has `loops()`; a peer that is not installed raises ImportError there, and is named in the report.
"""

import contextlib
import importlib
import io

from bench.measure import Loop

PEERS = {
    "OpenSpiel": "bench.peers.openspiel",
    "PettingZoo classic": "bench.peers.classic",
    "RLCard": "bench.peers.cards",
    "Pgx": "bench.peers.pgx_jax",
    "Catanatron": "bench.peers.catan",
}

LEFT_OUT = {
    "PufferLib": "its package is built from C sources and fetches more of them from the network while it is built",
    "Hanabi Learning Environment": "measured as PettingZoo's hanabi, which wraps it",
}
"""What users might look for, and why it is not among the loops."""


def peer_loops() -> tuple[dict[str, Loop], dict[str, str]]:
    """Give the loops of all peers that can be made, and of the others why not."""
    loops: dict[str, Loop] = {}
    missing = dict(LEFT_OUT)
    for name, module in PEERS.items():
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                loops |= importlib.import_module(module).loops()
        except Exception as error:  # each library fails in its own way; the others are measured all the same
            missing[name] = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return loops, missing
