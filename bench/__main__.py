"""How fast the environment is, beside its peers and beside the physical limit, all in one run.

    python -m bench [--quick] [--runs 5] [--seconds 1] [--json FILE] [--picture FILE]

All loops are warmed up, then take turns, several times; the table gives medians. One thread, four players, uniformly
random legal actions. A step is one decision; with the Gymnasium faces, one decision of the learner.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.learning import learning_loops
from bench.many import batch_loops, many_loops
from bench.measure import Loop, measure
from bench.peers import peer_loops
from bench.ratios import ratio_lines
from bench.report import machine, picture, table
from bench.single import single_loops
from boru_env.views.files import replacing


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, and write what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="our own part only")
    parser.add_argument("--runs", type=int, default=5, help="of each loop")
    parser.add_argument("--seconds", type=float, default=1.0, help="a run")
    parser.add_argument("--json", type=Path, help="write all rates here, too")
    parser.add_argument("--picture", type=Path, help="write steps/s over the batch size here, as PNG or SVG")
    options = parser.parse_args(arguments)
    if options.runs < 1 or not 0 < options.seconds < 3600:
        parser.error("--runs must be at least 1, --seconds more than 0")
    loops: dict[str, Loop] = {**single_loops(), **many_loops(), **learning_loops(), **batch_loops()}
    missing: dict[str, str] = {}
    if not options.quick:
        peers, missing = peer_loops()
        loops |= peers
    rates = measure(loops, options.runs, options.seconds)
    print(machine())
    print(f"median of {options.runs} runs of {options.seconds:g} s, one thread, 4 players\n")
    print(table(rates))
    print("\n".join(["", *ratio_lines(rates), ""]))
    for name, reason in missing.items():
        print(f"not measured: {name}: {reason}")
    if options.json is not None:
        written = {name: rate._asdict() for name, rate in rates.items()}
        text = {"machine": machine(), "rates": written, "missing": missing}
        with replacing(options.json) as file:
            file.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")
    if options.picture is not None:
        with replacing(options.picture) as file:
            picture(rates, file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
