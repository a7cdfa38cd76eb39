"""The benchmark's own parts: what is measured, what is told when a peer is missing."""

import json

import pytest

from bench.__main__ import main
from bench.measure import Rate, measure, repeat
from bench.peers import LEFT_OUT, PEERS, peer_loops
from bench.report import share_of_limit, table


def test_loops_take_turns_and_the_median_counts():
    calls = []

    def loop(name, rates):
        def run(seconds):
            calls.append(name)
            return rates.pop(0), 1.0

        return run

    rates = measure({"a": loop("a", [1, 5, 9, 7]), "b": loop("b", [1, 2, 2, 3])}, 3, 1.0)
    assert rates == {"a": Rate(7, 5, 9), "b": Rate(2, 2, 3)}
    assert calls == ["a", "b"] + ["a", "b"] * 3


def test_a_loop_counts_decisions_until_its_time_is_up():
    steps, seconds = repeat(lambda: 3, 0.01)
    assert steps % 3 == 0
    assert seconds >= 0.01


def test_the_share_of_the_limit_is_that_of_the_same_batch():
    rates = {
        "SelfPlay, 16 games, mask and observation": Rate(50, 40, 60),
        "limit: the bytes of 16 games": Rate(200, 200, 200),
        "SelfPlay, 64 games, mask and observation": Rate(50, 40, 60),
    }
    assert share_of_limit("SelfPlay, 16 games, mask and observation", rates) == 0.25
    assert share_of_limit("SelfPlay, 64 games, mask and observation", rates) is None
    assert "25%" in table(rates)


def test_a_peer_that_is_not_installed_is_named_with_the_reason(monkeypatch):
    monkeypatch.setitem(PEERS, "Nobody", "bench.peers.nobody")
    loops, missing = peer_loops()
    assert "ModuleNotFoundError" in missing["Nobody"]
    assert set(missing) <= {*PEERS, *LEFT_OUT}
    assert all(callable(loop) for loop in loops.values())


@pytest.mark.slow
def test_our_own_part_is_measured_and_written(tmp_path, capsys):
    path = tmp_path / "rates.json"
    assert main(["--quick", "--runs", "1", "--seconds", "0.05", "--json", str(path)]) == 0
    written = json.loads(path.read_text())
    assert all(rate["median"] > 0 for rate in written["rates"].values())
    assert "SelfPlay, 1024 games, mask" in capsys.readouterr().out


@pytest.mark.parametrize("options", [["--runs", "0"], ["--seconds", "0"], ["--seconds", "x"]])
def test_impossible_options_are_told(options, capsys):
    with pytest.raises(SystemExit) as left:
        main(options)
    assert left.value.code == 2
    assert "--" in capsys.readouterr().err
