"""Try the seeded faults one by one on a copy of the checkout: do the tests see them?

    python -m tests.faults.run [--only ID ...]

Results are kept in a file, so an interrupted run goes on where it stopped; a change of any source begins anew.
The exit code is 1 if a fault survives, 2 if the tests fail without a fault or a record is of no use.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .checkout import ROOT, CheckoutError, copy_checkout, imported_from, run_pytest, stamp_of, write_whole
from .records import LIST, Fault, FaultError, read_faults

RESULTS = ROOT / "runs" / "faults.json"
CAUGHT, SURVIVED, UNUSABLE = "caught", "SURVIVED", "UNUSABLE"
"""A failing test, none, or pytest itself could not run: then no test has caught anything."""

Results = dict[str, str]
"""Stamp of a fault and all sources -> outcome."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the faults that are asked for; give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.run", description="Try the seeded faults.")
    parser.add_argument("--only", metavar="ID", action="append", help="try only this fault; may be given again")
    parser.add_argument("--faults", metavar="FILE", type=Path, default=LIST, help="another list of faults")
    parser.add_argument("--results", metavar="FILE", type=Path, default=RESULTS, help="where results are kept")
    options = parser.parse_args(arguments)
    try:
        faults = chosen(read_faults(options.faults), options.only)
        with tempfile.TemporaryDirectory() as folder:
            outcomes = try_all(faults, copy_checkout(Path(folder).resolve()), options.results)
    except (CheckoutError, FaultError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    survivors = [fault.id for fault, outcome in zip(faults, outcomes, strict=True) if outcome != CAUGHT]
    print(f"{len(faults) - len(survivors)} of {len(faults)} faults are caught" + "".join(f", {n}" for n in survivors))
    return int(bool(survivors))


def chosen(faults: list[Fault], only: list[str] | None) -> list[Fault]:
    """Give the faults of these ids, or all.

    Raises:
        FaultError: there is no fault of an id.
    """
    if only is None:
        return faults
    unknown = set(only) - {fault.id for fault in faults}
    if unknown:
        raise FaultError(f"--only: there is no fault {', '.join(sorted(unknown))}")
    return [fault for fault in faults if fault.id in only]


def try_all(faults: Sequence[Fault], copy: Path, path: Path) -> list[str]:
    """Try each fault that has no result yet; give the outcomes in order, and keep them in the file."""
    results = read_results(path)
    sources = stamp_of(copy, LIST.relative_to(ROOT).as_posix())
    stamps = [hashlib.sha256(f"{sources} {fault}".encode()).hexdigest() for fault in faults]
    check_without_fault([f for f, stamp in zip(faults, stamps, strict=True) if stamp not in results], copy)
    for number, (fault, stamp) in enumerate(zip(faults, stamps, strict=True), 1):
        if stamp not in results:
            results[stamp] = try_fault(fault, copy)
            write_whole(path, json.dumps(results, indent=1))
        print(f"{number:>3}/{len(faults)} {results[stamp]:<8} {fault.id}: {fault.wrong}", flush=True)
    return [results[stamp] for stamp in stamps]


def check_without_fault(faults: Sequence[Fault], copy: Path) -> None:
    """Run all tests that the faults name, without a fault: what fails then proves nothing.

    Raises:
        FaultError: one fails, or the copy is not what is tested.
    """
    if faults and imported_from(copy) != copy:
        raise FaultError("the tests of the copy import another package; run this in the checkout's own environment")
    for jit in (False, True):
        tests = sorted({test for fault in faults if fault.jit == jit for test in fault.tests})
        if tests:
            code, output = run_pytest(copy, tests, jit)
            if code != 0:
                raise FaultError(f"{output[-3000:]}\nthe tests fail without a fault (exit code {code} of pytest)")


def try_fault(fault: Fault, copy: Path) -> str:
    """Put the fault into the copy, run its tests, and take it out again; give the outcome.

    Raises:
        FaultError: the record does not fit the file.
    """
    path = copy / fault.file
    text = path.read_text(encoding="utf-8")
    path.write_text(fault.applied_to(text), encoding="utf-8")
    try:
        code, output = run_pytest(copy, fault.tests, fault.jit)
    finally:
        path.write_text(text, encoding="utf-8")
    if code in (0, 1):
        return CAUGHT if code == 1 else SURVIVED
    print(output[-3000:], file=sys.stderr)
    return UNUSABLE


def read_results(path: Path) -> Results:
    """Give the results kept in the file, none if there is none."""
    if not path.exists():
        return {}
    try:
        results: Results = json.loads(path.read_text(encoding="ascii"))
    except ValueError:
        raise FaultError(f"{path}: holds no results; delete it or name another file with --results") from None
    return results


if __name__ == "__main__":
    sys.exit(main())
