"""Mutations of the rules and the views, by Cosmic Ray: which of them would the tests not see?

    python -m tests.faults.mutation [--sample N] [--seed S] [--report FILE]

The mutants are tried in an order that the seed gives, so the first N of them are a sample, and a longer run goes on
with it. Results are kept in a session of Cosmic Ray, one for each state of the sources: an interrupted run goes on
where it stopped. The tests run as plain Python, where nothing has to be compiled. The exit code is 1 if a mutant
survives that `survivors.toml` does not explain.
"""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkItem, WorkResult

from .checkout import MINUTES, ROOT, CheckoutError, copy_checkout, imported_from, run_pytest, stamp_of
from .noise import is_noise
from .report import Score, write_report
from .selection import all_tests, nearest_first

SESSIONS = ROOT / "runs"
ROOMS = ("boru_env/rules", "boru_env/views")


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutants that are asked for and report; give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.mutation", description="Try mutations.")
    parser.add_argument("--sample", metavar="N", type=int, help="try only so many, drawn at random")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="the seed of the order")
    parser.add_argument(
        "--report", metavar="FILE", type=Path, help="write score and survivors into this file's section"
    )
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = copy_checkout(Path(folder).resolve())
            score = try_mutants(copy, options.sample, options.seed)
    except (CheckoutError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    print(score.line())
    if options.report is not None:
        write_report(options.report, score, options.sample, options.seed)
    return int(any(why is None for _, why in score.survivors))


def try_mutants(copy: Path, sample: int | None, seed: int) -> Score:
    """Try the first `sample` mutants of the seed's order that have no result yet; give the score of them all.

    Raises:
        CheckoutError: the tests fail without a mutation, or test another package.
    """
    SESSIONS.mkdir(exist_ok=True)
    session = SESSIONS / f"mutation-{stamp_of(copy, 'tests/faults/survivors.toml')[:16]}.sqlite"
    known = session.exists()
    os.chdir(copy)  # Cosmic Ray mutates files and runs tests from where it stands
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    os.environ.pop("PYTHONPATH", None)
    with use_db(str(session)) as database:
        if not known or not database.num_work_items:
            init([path for room in ROOMS for path in sorted(Path(room).rglob("*.py"))], database, {})
        mutants = in_order(database.work_items, seed)
        chosen = mutants[:sample]
        results = dict(database.results)
        if any(mutant.job_id not in results for mutant in chosen):
            check_without_mutation(copy)
        for number, mutant in enumerate(chosen, 1):
            if mutant.job_id not in results:
                results[mutant.job_id] = try_mutant(database, mutant)
            print(f"{number:>4}/{len(chosen)} {word(results[mutant.job_id]):<8} {name_of(mutant)}", flush=True)
        return Score(len(mutants), len(chosen), list(survivors(chosen, results)))


def in_order(items: Sequence[WorkItem], seed: int) -> list[WorkItem]:
    """Give the mutants that can change what the program does, shuffled the same way in every session."""
    items = [item for item in items if not is_noise(item.mutations[0])]
    items.sort(key=lambda item: (str(item.mutations[0].module_path), name_of(item), item.mutations[0].occurrence))
    random.Random(seed).shuffle(items)
    return items


def name_of(mutant: WorkItem) -> str:
    """Give file, line, function and operator of a mutant."""
    (mutation,) = mutant.mutations
    return (
        f"{mutation.module_path}:{mutation.start_pos[0]} {mutation.definition_name or ''} "
        f"{mutation.operator_name.removeprefix('core/')}"
    )


def word(result: WorkResult) -> str:
    """Say what came of a mutant."""
    return "killed" if result.is_killed else "SURVIVED"


def check_without_mutation(copy: Path) -> None:
    """Run all tests without a mutation: what fails then proves nothing.

    Raises:
        CheckoutError: one fails, or the copy is not what is tested.
    """
    if imported_from(copy) != copy:
        raise CheckoutError("the tests of the copy import another package; run this in the checkout's own environment")
    code, output = run_pytest(copy, all_tests(), jit=False)
    if code != 0:
        raise CheckoutError(f"{output[-3000:]}\nthe tests fail without a mutation (exit code {code} of pytest)")


def try_mutant(database: WorkDB, mutant: WorkItem) -> WorkResult:
    """Run a mutant's tests, and keep what came of it in the session."""
    tests = nearest_first(mutant.mutations[0].module_path)
    command = " ".join(
        [sys.executable, "-m pytest -x -m '' -p no:cacheprovider -p tests.faults.limit --tb=no", *map(repr, tests)]
    )
    result = mutate_and_test(mutant.mutations, command, 60 * MINUTES)
    database.set_result(mutant.job_id, result)
    return result


def survivors(chosen: Sequence[WorkItem], results: dict[str, WorkResult]) -> Iterator[tuple[str, str]]:
    """Give the file and the diff of each mutant that no test has seen."""
    for mutant in chosen:
        result = results[mutant.job_id]
        if result.test_outcome == TestOutcome.SURVIVED:
            yield mutant.mutations[0].module_path.as_posix(), result.diff or ""


if __name__ == "__main__":
    sys.exit(main())
