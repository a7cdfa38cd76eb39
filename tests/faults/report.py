"""The score of a run of mutations, and its section in a document."""

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .checkout import write_whole

HARMLESS = Path(__file__).with_name("survivors.toml")
HEADING = "## Mutation run"


@dataclass(frozen=True)
class Score:
    """What came of a run.

    Attributes:
        possible: how many mutants there are.
        tried: how many were tried.
        diffs: file and diff of each that survived.
    """

    possible: int
    tried: int
    diffs: list[tuple[str, str]]

    @property
    def survivors(self) -> list[tuple[str, str | None]]:
        """Each survivor in words, and why it is harmless, if that is known."""
        why = {(row["file"], row["old"], row["new"]): row["why"] for row in _harmless()}
        found = []
        for file, diff in self.diffs:
            old, new = changed_lines(diff)
            found.append((f"`{file}`: `{old}` became `{new}`", why.get((file, old, new))))
        return found

    def line(self) -> str:
        """The score in one line."""
        killed = self.tried - len(self.diffs)
        unexplained = sum(why is None for _, why in self.survivors)
        return (
            f"{killed} of {self.tried} mutants are seen by a test (of {self.possible} possible); "
            f"{len(self.diffs)} survive, {unexplained} of them unexplained"
        )


def changed_lines(diff: str) -> tuple[str, str]:
    """Give the lines taken out and put in, each joined to one; indentation is left out."""
    lines = diff.splitlines()
    old = " ".join(line[1:].strip() for line in lines if line.startswith("-") and not line.startswith("---"))
    new = " ".join(line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++"))
    return old, new


def section(score: Score, sample: int | None, seed: int) -> str:
    """Give the section's text: command, machine, score, survivors."""
    options = f" --sample {sample} --seed {seed}" if sample is not None else f" --seed {seed}"
    lines = [
        HEADING,
        "",
        f"`python -m tests.faults.mutation{options}`, measured on a {os.cpu_count()}-core machine: {score.line()}.",
        "",
    ]
    lines += [f"- {words}: {why or '**not explained**'}" for words, why in score.survivors]
    return "\n".join(lines).rstrip() + "\n"


def write_report(path: Path, score: Score, sample: int | None, seed: int) -> None:
    """Put the section in the place of the old one, or at the end of the document."""
    text = path.read_text(encoding="utf-8") if path.exists() else "# Proof\n"
    before, _, after = f"\n{text}".partition(f"\n{HEADING}\n")
    rest = after.partition("\n## ")[2]
    parts = [before.strip(), section(score, sample, seed).strip(), f"## {rest}".strip() if rest else ""]
    write_whole(path, "\n\n".join(part for part in parts if part) + "\n")


def _harmless() -> list[dict[str, str]]:
    rows: list[dict[str, str]] = tomllib.loads(HARMLESS.read_text(encoding="utf-8"))["harmless"]
    return rows
