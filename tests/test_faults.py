"""Faults on purpose: the list of them is sound, the script that tries them works, and the tests see every one."""

import json
import subprocess
import sys

import pytest

from faults.checkout import ROOT, files_of_the_checkout
from faults.records import LIST, FaultError, read_faults, what_is_amiss

FAULTS = read_faults()

ONE_IS_SEEN_AND_ONE_IS_HARMLESS = """
[[fault]]
id = "seen"
wrong = "A shared win pays each winner as much as a win alone."
file = "boru_env/envs/rewards.py"
old = "(n * (seat in winners) / len(winners) - 1)"
new = "(n * (seat in winners) - 1)"
tests = ["tests/test_aec.py::test_the_rewards_are_as_documented"]

[[fault]]
id = "harmless"
wrong = "Nothing: a sum in another order."
file = "boru_env/envs/rewards.py"
old = "place + (places.count(place) - 1) / 2"
new = "(places.count(place) - 1) / 2 + place"
tests = ["tests/test_aec.py::test_the_rewards_are_as_documented"]
"""


def run(*options):
    """Run the script; give exit code, lines on stdout, and stderr."""
    command = [sys.executable, "-m", "tests.faults.run", *map(str, options)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_there_are_many_faults_and_each_has_a_name_of_its_own():
    assert len(FAULTS) >= 30
    assert len({fault.id for fault in FAULTS}) == len(FAULTS)
    assert all(fault.wrong.endswith(".") for fault in FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_a_fault_changes_one_place_of_its_file_and_names_tests_that_are_there(fault):
    assert what_is_amiss(fault, ROOT) == []


def test_a_record_of_no_use_is_told():
    fault = FAULTS[0]
    changed = [
        ({"file": "nowhere.py"}, "nowhere.py is not there"),
        ({"old": "no such text"}, "occurs 0 times"),
        ({"old": "def "}, "times in"),
        ({"new": fault.old}, "is the same program"),
        ({"new": "(("}, "does not parse"),
        ({"tests": ()}, "no test is named"),
        ({"tests": ("tests/test_aec.py::test_nothing",)}, "test_nothing is not there"),
    ]
    for change, said in changed:
        (amiss,) = what_is_amiss(type(fault)(**vars(fault) | change), ROOT)
        assert said in amiss


def test_a_file_that_is_no_list_of_faults_is_refused(tmp_path):
    path = tmp_path / "list.toml"
    for text in ("[[", "", "[[fault]]\nid = 'alone'"):
        path.write_text(text)
        with pytest.raises(FaultError, match="is no list of faults"):
            read_faults(path)


def test_the_copy_holds_the_package_and_the_tests_and_no_environment():
    files = files_of_the_checkout()
    assert {"boru_env/rules/engine.py", "tests/table.py", "tests/test_faults.py", LIST.name} <= {
        name if name != LIST.relative_to(ROOT).as_posix() else LIST.name for name in files
    }
    assert not any(name.startswith((".venv/", "runs/")) for name in files)


def test_a_fault_that_is_seen_is_caught_and_a_harmless_change_survives(tmp_path):
    faults, results = tmp_path / "faults.toml", tmp_path / "results" / "faults.json"
    faults.write_text(ONE_IS_SEEN_AND_ONE_IS_HARMLESS)
    before = (ROOT / "boru_env/envs/rewards.py").read_text()
    code, lines, _ = run("--faults", faults, "--results", results)
    assert code == 1
    assert lines[0].split()[:3] == ["1/2", "caught", "seen:"]
    assert lines[1].split()[:3] == ["2/2", "SURVIVED", "harmless:"]
    assert lines[2] == "1 of 2 faults are caught, harmless"
    assert (ROOT / "boru_env/envs/rewards.py").read_text() == before
    assert sorted(json.loads(results.read_text()).values()) == ["SURVIVED", "caught"]
    assert [path.name for path in results.parent.iterdir()] == ["faults.json"]
    # What has a result is not tried again: with the outcomes swapped in the file, the swapped ones are told.
    kept = {
        stamp: {"caught": "SURVIVED", "SURVIVED": "caught"}[had]
        for stamp, had in json.loads(results.read_text()).items()
    }
    results.write_text(json.dumps(kept))
    code, lines, _ = run("--faults", faults, "--results", results, "--only", "harmless")
    assert (code, lines[-1]) == (0, "1 of 1 faults are caught")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--only", "nothing"], "--only: there is no fault nothing"),
        (["--faults", "nowhere.toml"], "nowhere.toml: is no list of faults"),
        (["--results", "README.md"], "README.md: holds no results"),
    ],
)
def test_bad_options_are_told_in_one_line_with_exit_code_2(options, said):
    code, lines, error = run(*options)
    assert (code, lines) == (2, [])
    assert error.startswith(said)
    assert error.count("\n") == 1


@pytest.mark.slow
def test_the_tests_see_every_fault():
    code, lines, error = run()
    assert code == 0, "\n".join(lines) + error
