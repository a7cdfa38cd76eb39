"""The run of mutations: its parts without Cosmic Ray, and a fixed sample with it."""

import ast
import importlib.util
import subprocess
import sys
import tomllib
from types import SimpleNamespace

import pytest

from faults.checkout import ROOT
from faults.noise import is_noise, spans
from faults.records import is_there
from faults.report import HARMLESS, Score, changed_lines, section, write_report
from faults.selection import NEAREST, all_tests, nearest_first

DIFF = """--- mutation diff ---
--- a/boru_env/rules/chance.py
+++ b/boru_env/rules/chance.py
@@ -1,3 +1,3 @@
     for _ in range(_ROUNDS):
-        low = low + 1
+        low = low - 1
"""
SAMPLE = 70


def test_every_test_that_a_mutant_has_to_pass_is_there():
    assert [test for test in all_tests() if not is_there(test, ROOT)] == []


def test_a_mutant_meets_the_tests_nearest_to_its_file_first():
    names = {path.name for room in ("rules", "views") for path in (ROOT / "boru_env" / room).rglob("*.py")}
    assert set(NEAREST) <= names
    for path in (ROOT / "boru_env" / "rules").rglob("*.py"):
        tests = nearest_first(path.relative_to(ROOT))
        assert tests[: len(NEAREST.get(path.name, ()))] == list(NEAREST.get(path.name, ()))
        assert len(tests) == len(set(tests)) > 10
        assert {test.partition("::")[0] for test in tests} <= {test.partition("::")[0] for test in all_tests()}


def test_annotations_are_told_from_the_program():
    tree = ast.parse("def f(a: int | str) -> int | None:\n    b: int | str = a | 1\n    return b\n")
    assert sorted(spans(tree)) == [((1, 9), (1, 18)), ((1, 23), (1, 33)), ((2, 7), (2, 16))]


@pytest.mark.parametrize(
    ("operator", "line", "noise"),
    [
        ("core/RemoveDecorator", 1, True),
        ("core/ReplaceComparisonOperator_Eq_Is", 1, True),
        ("core/ReplaceBinaryOperator_BitOr_Add", 1, True),
        ("core/ReplaceBinaryOperator_BitOr_Add", 2, False),
    ],
)
def test_what_says_nothing_is_left_out(tmp_path, operator, line, noise):
    path = tmp_path / "module.py"
    path.write_text("def f(a: int | str) -> int:\n    return a |  1\n")
    assert is_noise(SimpleNamespace(operator_name=operator, module_path=path, start_pos=(line, 13))) == noise


def test_a_survivor_is_told_by_its_lines_and_is_unexplained_unless_it_is_in_the_list():
    assert changed_lines(DIFF) == ("low = low + 1", "low = low - 1")
    score = Score(100, 10, [("boru_env/rules/chance.py", DIFF)])
    assert score.survivors == [("`boru_env/rules/chance.py`: `low = low + 1` became `low = low - 1`", None)]
    assert score.line().startswith("9 of 10 mutants are seen by a test (of 100 possible); 1 survive, 1 of them")
    assert "**not explained**" in section(score, 10, 0)


def test_the_report_takes_the_place_of_the_last_one_and_leaves_the_rest(tmp_path):
    path = tmp_path / "proof.md"
    for text in ("# Proof\n\nWords.\n", "# Proof\n\nWords.\n\n## Mutation run\n\nold\n\n## Next\n\nMore.\n"):
        path.write_text(text)
        for tried in (5, 6):
            write_report(path, Score(100, tried, []), tried, 0)
        written = path.read_text()
        assert written.startswith("# Proof\n\nWords.\n\n## Mutation run\n\n`python -m")
        assert "6 of 6 mutants" in written
        assert "old" not in written
        assert written.count("## ") == 1 + text.count("## Next")
        assert ("\n## Next\n\nMore.\n" in written) == ("## Next" in text)


def test_each_explained_survivor_is_still_a_line_of_its_file():
    for row in tomllib.loads(HARMLESS.read_text(encoding="utf-8"))["harmless"]:
        assert row["old"] in " ".join((ROOT / row["file"]).read_text(encoding="utf-8").split())
        assert row["old"] != row["new"]
        assert row["why"].endswith(".")


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("cosmic_ray") is None, reason="Cosmic Ray comes with the extra `dev`")
def test_a_fixed_sample_of_mutants_is_seen_or_explained():
    command = [sys.executable, "-m", "tests.faults.mutation", "--sample", str(SAMPLE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
