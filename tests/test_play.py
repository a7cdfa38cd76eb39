"""The game in the terminal, through the standard input."""

import io
import re

import pytest

from agents.play import main
from boru_env.views.replay import read_replays
from table_client import warm_up


@pytest.fixture(scope="module", autouse=True)
def compiled():
    warm_up()


@pytest.fixture
def play(tmp_path, monkeypatch, capsys):
    """Run the command with lines of input; give its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(lines, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


NEW = ("--players", "me:Ann,greedy,random", "--seed", 3, "--save", "game.jsonl")


def test_a_whole_game_is_played_by_lines_and_its_scoring_explained(play):
    code, out, err = play(["1"] * 400, *NEW)
    assert code == 0
    assert err == ""
    (replay,) = read_replays("game.jsonl")
    assert replay.fault is None
    for words in ("F1 most coins, alone", "F4 claim tokens held", "F6 number of regions", "F7: "):
        assert words in out
    assert str(replay.game.final_points[0]) in out.split(" total")[-1]


def test_help_hint_board_and_wrong_lines_are_answered_and_change_nothing(play):
    lines = ["?", "? 1", "help", "h", "b", "", "0", "999999", "-1", "\u0661", "card 99", "fly", "[red]x", "u", "? 99"]
    code, out, err = play([*lines, "q"], *NEW)
    assert code == 0
    assert err == ""
    for words in (
        "step up the marriage track:",
        "mcts would:",
        "cards have the values 1..25",
        "--practice",
        "a yellow",
    ):
        assert words in out or words == "a yellow"
    assert out.count("Place your first disc") == 2
    assert len(read_replays("game.jsonl")[0].decisions) <= 2  # those of the agents


def test_leaving_and_coming_back_goes_on_with_the_same_game(play):
    play(["1"] * 12, *NEW)
    before = read_replays("game.jsonl")[0]
    assert before.fault == "the file ends before the game does"
    code, out, _ = play(["q"], "--resume", "game.jsonl")
    assert code == 0
    assert "--resume game.jsonl" in out
    assert read_replays("game.jsonl")[0].decisions == before.decisions
    assert play(["1"] * 400, "--resume", "game.jsonl")[0] == 0
    assert read_replays("game.jsonl")[0].fault is None


def test_words_do_as_well_as_numbers_and_undo_takes_back(play):
    code, out, _ = play(["town tara", "u", "town kells", "q"], "--players", "me,random,random", "--practice", *NEW[2:])
    assert code == 0
    assert "takes a decision back" in out
    actions = read_replays("game.jsonl")[0].decisions
    assert "town kells" in actions
    assert "town tara" not in actions


def test_people_at_one_terminal_do_not_see_each_others_cards(play):
    lines = ["1", ""] * 14 + ["q"]
    code, out, _ = play(lines, "--players", "me:Ann,me:Ben,random", *NEW[2:])
    assert code == 0
    assert "the others look away" in out
    for part in out.split("the others look away")[1:]:
        shown = re.findall(r"^(seat \d): (?:.*, )?(?:hand|pack|selected) \d", part, re.MULTILINE)
        assert len(set(shown)) <= 1


def test_two_runs_print_the_same(play, tmp_path):
    first = play(["2"] * 30, *NEW)
    (tmp_path / "game.jsonl").unlink()
    assert play(["2"] * 30, *NEW) == first


def test_an_agent_that_fails_is_told_on_stderr_and_the_game_goes_on(play, tmp_path, monkeypatch):
    (tmp_path / "odd_agent.py").write_text(
        "class Odd:\n    name = 'odd'\n    def reset(self, seed, seat): raise SystemExit(1)\n"
        "    def act(self, view): raise ValueError('two\\nlines')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    code, out, err = play(["1"] * 400, "--players", "me,odd_agent:Odd,random", *NEW[2:])
    assert code == 0
    assert "agent odd (seat 1) failed: ValueError: two lines" in err
    assert "a random action is taken in its place" in out


@pytest.mark.parametrize("arguments", [["--players", "me"], ["--resume", "no.jsonl"], ["--nope"], ["--save", "."]])
def test_a_wrong_command_line_is_said_in_one_sentence(play, arguments, tmp_path):
    code, out, err = play([], *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
