"""Every rule id of RULES.md has a proof, every proof names a rule, every citation in the code exists."""

import re

from traceability import ID, PAGE, ROOT, page, proofs, rule_ids


def test_the_table_in_the_docs_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "python tests/traceability.py writes it anew"


def test_the_rules_are_found():
    ids = rule_ids()
    counts = {letter: sum(name[0] == letter for name in ids) for letter in "SPDTAMBCRF"}
    assert counts == {"S": 6, "P": 2, "D": 3, "T": 9, "A": 11, "M": 5, "B": 5, "C": 4, "R": 4, "F": 7}


def test_every_rule_has_a_proof_and_every_proof_a_rule():
    proven = set(proofs())
    assert rule_ids() - proven == set()
    assert proven - rule_ids() == set()


def test_the_code_cites_every_rule_that_is_a_function_and_none_that_does_not_exist():
    cited = set()
    for path in (ROOT / "boru_env" / "rules").rglob("*.py"):
        cited |= set(re.findall(rf"\b({ID})\b", path.read_text(encoding="utf-8")))
    assert cited - rule_ids() == set()
    assert rule_ids() - cited == set()


def letters_of_files() -> dict[str, set[str]]:
    """Give the files that the table of RULES.md names, each with its letters."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "RULES.md").read_text(encoding="utf-8").splitlines():
        if match := re.match(r"\| ([A-Z](?:, [A-Z])*) \|.*\| (`.*`) \|$", line):
            for name in re.findall(r"`([^`]+)`", match[2]):
                found.setdefault(name, set()).update(match[1].split(", "))
    return found


def test_the_rules_of_each_letter_are_cited_in_the_files_that_the_table_names():
    folder, files = ROOT / "boru_env" / "rules", letters_of_files()
    assert set().union(*files.values()) == {name[0] for name in rule_ids()}
    cited: set[str] = set()
    for name, letters in files.items():
        ids = set(re.findall(rf"\b({ID})\b", (folder / name).read_text(encoding="utf-8")))
        own = {found for found in ids if found[0] in letters}
        assert own, f"{name} cites no rule of {letters}"
        cited |= own
    assert rule_ids() - cited == set()
