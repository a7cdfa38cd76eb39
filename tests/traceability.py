"""Which tests prove which rule: read from RULES.md and from the `@rule` marks of the tests.

python tests/traceability.py    write docs/rules_to_tests.md anew
"""

import ast
import re
from pathlib import Path

from boru_env.views.files import replacing

ROOT = Path(__file__).parents[1]
ID = r"[SPDTAMBCRF]\d{1,2}"
PAGE = ROOT / "docs" / "rules_to_tests.md"


def rule_ids() -> set[str]:
    """Give the ids that RULES.md defines: at the beginning of an entry, or of a further one on its line."""
    ids = set()
    for line in (ROOT / "RULES.md").read_text(encoding="utf-8").splitlines():
        if re.match(rf"- {ID} ", line):
            ids |= set(re.findall(rf"(?:^- |\.  )({ID}) ", line))
        elif line.startswith("  "):
            ids |= set(re.findall(rf"\.  ({ID}) ", line))
    return ids


def proofs() -> dict[str, list[str]]:
    """Give the tests that are marked with each id."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for mark in getattr(node, "decorator_list", []):
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                    for argument in mark.args:
                        assert isinstance(argument, ast.Constant)
                        found.setdefault(argument.value, []).append(f"{path.name}::{node.name}")  # type: ignore[attr-defined]
    return found


def texts() -> dict[str, str]:
    """Give the first words of each rule, up to the end of its first sentence or line."""
    found: dict[str, str] = {}
    for line in (ROOT / "RULES.md").read_text(encoding="utf-8").splitlines():
        for name, text in re.findall(rf"(?:^- |\.  )({ID}) (.*?)(?=\.  {ID} |$)", line):
            found[name] = text.split(". ")[0].rstrip(".:").replace("|", "/").replace("*", "")
    return found


def page() -> str:
    """Give the table rule -> tests as a Markdown page."""
    proven, titles = proofs(), texts()
    lines = [
        "# Which tests prove which rule",
        "",
        "Made by `python tests/traceability.py` from [RULES.md](../RULES.md) and the `@rule` marks of the tests; a",
        "test compares it. Every proof is a position worked out by hand, with the exact change of the state and of",
        "nothing else.",
        "",
        "| rule | begins | tests |",
        "|---|---|---|",
    ]
    for name in sorted(proven, key=lambda rule: ("SPDTAMBCRF".index(rule[0]), int(rule[1:]))):
        tests = "<br>".join(f"`{test}`" for test in sorted(set(proven[name])))
        lines.append(f"| {name} | {titles[name]} | {tests} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with replacing(PAGE) as file:
        file.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
