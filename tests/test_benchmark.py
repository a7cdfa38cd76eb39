"""`python -m agents.benchmark`: what it plays is fixed, what it tells is complete and the same again."""

import json
import sys
from collections import Counter

import pytest

from agents.benchmark import protocol
from agents.benchmark.__main__ import main
from agents.benchmark.protocol import SUBMITTED, line_ups, reference_line_ups, schedule_of
from agents.benchmark.reference import FILE, read_reference
from boru_env import OptionError, load_edition

KEYS = "format version quick agent rating faults decision_times line_ups reference protocol edition package_version"
SEEDS = [6865353052985651117, 3999892463903941930]
"""The benchmark's first deal and its second."""


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    out = tmp_path_factory.mktemp("bench")
    assert main(["--agent", "random", "--quick", "--out", str(out)]) == 0
    return json.loads((out / "result.json").read_text()), out


def test_the_submitted_agent_sits_in_every_seat_of_every_line_up_with_every_deal():
    schedule = schedule_of(line_ups(), 2, protocol.SEED)
    seats = Counter((of.table, of.deal, of.seats.index(0)) for of in schedule)
    expected = {
        (table, deal, seat) for table, of in enumerate(line_ups()) for deal in range(2) for seat in range(len(of))
    }
    assert set(seats) == expected
    assert set(seats.values()) == {1}
    assert len({of.seed for of in schedule}) == 2


def test_the_line_ups_hold_the_ladder_alone_and_mixed_for_each_number_of_players():
    assert line_ups()[:3] == [
        (SUBMITTED, "random", "random"),
        (SUBMITTED, "greedy", "greedy"),
        (SUBMITTED, "greedy", "random"),
    ]
    assert Counter(len(line_up) for line_up in line_ups()) == dict.fromkeys((3, 4, 5), len(protocol.LADDER) + 1)
    assert all(SUBMITTED not in line_up for line_up in reference_line_ups())


def test_the_first_deals_never_change():
    """Whoever changes them makes another benchmark, and has to give it another name."""
    schedule = schedule_of(line_ups(), 2, protocol.SEED)
    assert (protocol.VERSION, protocol.DEALS) == ("boru-bench-v1", 40)
    assert [schedule[0].seed, schedule[-1].seed] == SEEDS
    assert list(protocol.LADDER.items())[:2] == [("random", "random"), ("greedy", "greedy")]


def test_the_result_states_all_that_a_paper_needs(quick):
    result, out = quick
    assert set(KEYS.split()) <= set(result)
    assert (result["version"], result["quick"], result["agent"]) == ("boru-bench-v1", True, "random")
    assert result["edition"]["sha256"] == load_edition("reconstructed").sha256
    assert result["protocol"]["seed"] == protocol.SEED
    assert result["protocol"]["games"] == sum(len(line_up) for line_up in line_ups())
    assert result["reference"]["random"]["mean"] == 0
    assert result["rating"]["mean"] < result["reference"]["greedy"]["mean"]
    assert result["line_ups"][0]["wins"]["mean"] == pytest.approx(1 / 3)
    assert sorted(path.name for path in out.iterdir()) == ["journal.jsonl", "result.json"]


def test_three_processes_and_a_cut_journal_give_the_same_result(quick, tmp_path):
    first, out = quick
    lines = (out / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "journal.jsonl").write_bytes(b"".join(lines[:20]))
    assert main(["--agent", "random", "--quick", "--processes", "3", "--out", str(tmp_path)]) == 0
    again = json.loads((tmp_path / "result.json").read_text())
    for result in (first, again):
        result.pop("decision_times", None)
    assert again == first


def test_the_journal_of_another_agent_is_refused(quick, capsys):
    assert main(["--agent", "greedy", "--quick", "--out", str(quick[1])]) == 2
    assert "agent is 'random' there and 'greedy' here" in capsys.readouterr().err


def test_the_ladders_ratings_are_of_this_ladder_and_are_refused_for_another(monkeypatch, tmp_path):
    reference = read_reference()
    assert reference.fixed()["random"] == 0 < reference.fixed()["greedy"]
    assert (reference.deals, reference.seed) == (protocol.REFERENCE_DEALS, protocol.REFERENCE_SEED)
    assert reference.command == "python -m agents.benchmark --reference"
    for content in (b"", b"{}", FILE.read_bytes().replace(b"boru-bench-v1", b"boru-bench-v0")):
        (tmp_path / "reference.json").write_bytes(content)
        with pytest.raises(OptionError, match="make it anew with"):
            read_reference(tmp_path / "reference.json")
    monkeypatch.setitem(protocol.LADDER, "mcts", "mcts")
    with pytest.raises(OptionError, match="ladder is"):
        read_reference()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--agent"),
        (["--agent", ""], "--agent"),
        (["--agent", "nobody"], "nobody"),
        (["--agent", "random", "--processes", "0"], "--processes"),
        (["--agent", "random", "--out", "\0"], "--out"),
        (["--nope"], "--nope"),
    ],
)
def test_bad_options_are_told_in_one_sentence_with_exit_code_2(options, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(options) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert said in told.err


def test_without_openskill_it_is_told_in_words(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["--agent", "random", "--quick"]) == 2
    assert "pip install 'boru-env[agents]'" in capsys.readouterr().err
