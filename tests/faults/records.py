"""The list of seeded faults: reading it, and what has to hold of every record."""

import ast
import tomllib
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_name("faults.toml")


class FaultError(Exception):
    """A record of the list is of no use; the message says which and why."""


@dataclass(frozen=True)
class Fault:
    """One seeded fault.

    Attributes:
        id: its name.
        wrong: what is wrong, in one sentence.
        file: the file, from the checkout's root.
        old: text that occurs exactly once in the file.
        new: what stands there instead.
        tests: the tests that have to fail, as pytest takes them.
        jit: run them compiled; else as plain Python, which starts at once.
    """

    id: str
    wrong: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    jit: bool = False

    def applied_to(self, text: str) -> str:
        """Give the file's text with the fault.

        Raises:
            FaultError: `old` is not there exactly once.
        """
        if text.count(self.old) != 1:
            raise FaultError(f"fault {self.id}: its old text occurs {text.count(self.old)} times in {self.file}")
        return text.replace(self.old, self.new)


def read_faults(path: Path = LIST) -> list[Fault]:
    """Read a list of faults.

    Raises:
        FaultError: it cannot be read, or a record has other keys than a fault has.
    """
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
        return [Fault(**row | {"tests": tuple(row["tests"])}) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FaultError(f"{path}: is no list of faults: {error}") from None


def what_is_amiss(fault: Fault, root: Path) -> list[str]:
    """Give all that is amiss with a record; nothing if it can be tried."""
    path = root / fault.file
    if not path.is_file():
        return [f"{fault.file} is not there"]
    amiss = []
    try:
        changed = fault.applied_to(path.read_text(encoding="utf-8"))
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(path.read_text(encoding="utf-8"))):
            amiss.append("the program with the fault is the same program")
    except FaultError as error:
        amiss.append(str(error))
    except SyntaxError as error:
        amiss.append(f"the file with the fault does not parse: {error}")
    if not fault.tests:
        amiss.append("no test is named")
    amiss += [f"{test} is not there" for test in fault.tests if not is_there(test, root)]
    return amiss


def is_there(test: str, root: Path) -> bool:
    """Tell whether a test, or a whole file of tests, can be found; its parameters are not looked at."""
    file, _, rest = test.partition("::")
    path = root / file
    if not path.is_file():
        return False
    return not rest or f"def {rest.partition('[')[0]}(" in path.read_text(encoding="utf-8")
