"""Golden playthroughs: nothing that is shown of three whole games has changed."""

import pytest

from boru_env.rules.state import PHASE_NAMES
from playthrough import SEEDS, difference, main, path_of, playthrough


@pytest.mark.parametrize("num_players", SEEDS)
def test_the_game_is_shown_as_it_was(num_players):
    assert difference(num_players) is None


@pytest.mark.parametrize("num_players", SEEDS)
def test_the_game_comes_through_every_phase(num_players):
    text = path_of(num_players).read_text(encoding="utf-8")
    assert [phase for phase in PHASE_NAMES if f": {phase}, seat " not in text] == []


def test_a_changed_line_and_a_missing_line_are_named(monkeypatch, tmp_path):
    monkeypatch.setattr("playthrough.FOLDER", tmp_path)
    lines = list(playthrough(3, SEEDS[3]))
    changed = [*lines[:40], lines[40] + "!", *lines[41:]]
    (tmp_path / "3_players.txt").write_text("\n".join(changed) + "\n", encoding="utf-8")
    assert f"line 41:\n  was {lines[40]}!\n  is  {lines[40]}" in difference(3)
    (tmp_path / "3_players.txt").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert f"has {len(lines) - 1} lines, now {len(lines)}" in difference(3)


def test_the_script_writes_what_it_then_finds_unchanged(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("playthrough.FOLDER", tmp_path)
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
    assert capsys.readouterr().out.endswith("all as kept\n")
    assert main(["--other"]) == 2
