"""Who meets whom and in which seats: line-ups, round robin, rotations, balance counted; files and pictures."""

import csv
import itertools
import json
import sys
from collections import Counter

import pytest

from agents.arena.__main__ import main
from agents.arena.lineups import read_line_ups
from agents.arena.play import play_game
from agents.arena.schedule import make_schedules, seatings
from agents.registry import make_agent
from boru_env import Game, OptionError, load_edition

TABLES = """
[[table]]
players = ["greedy", "random", "random"]

[[table]]
players = ["greedy", "greedy", "ppo:a,b.zip", "random", "random"]
"""


def seats_held(line_up, rotations):
    """Count how often each agent holds each seat, and has each other one to its left."""
    seats, left = Counter(), Counter()
    for order in seatings(line_up, rotations):
        at = [line_up[place] for place in order]
        seats.update(enumerate(at))
        left.update(zip(at, at[1:] + at[:1], strict=True))
    return seats, left


@pytest.mark.parametrize("line_up", ["abc", "abcd", "abcde", "aab", "abab", "aabb", "aaabc", "aaaa", "abbbb"])
@pytest.mark.parametrize("rotations", ["cyclic", "all"])
def test_every_agent_holds_every_seat_equally_often_and_no_game_is_played_twice(line_up, rotations):
    seats, left = seats_held(line_up, rotations)
    played = seatings(line_up, rotations)
    for agent, copies in Counter(line_up).items():
        assert {seats[seat, agent] for seat in range(len(line_up))} == {len(played) * copies / len(line_up)}
    assert len({tuple(line_up[place] for place in order) for order in played}) == len(played)
    assert all(sorted(order) == list(range(len(line_up))) for order in played)
    if rotations == "all":
        assert len(played) == len(set(itertools.permutations(line_up)))
        pairs = {left[pair] for pair in itertools.permutations(sorted(set(line_up)), 2)}
        assert len(pairs) <= 1 or len(set(Counter(line_up).values())) > 1
    else:
        assert len(line_up) % len(played) == 0


def test_all_tables_use_the_same_deals_and_any_beginning_is_balanced():
    line_ups = [("a", "b", "c"), ("a", "c", "d"), ("a", "b", "c", "d", "e")]
    schedule = make_schedules(line_ups, 12, 4)
    assert [pairing.game for pairing in schedule] == list(range(len(schedule)))
    assert Counter(pairing.table for pairing in schedule) == {0: 12, 1: 12, 2: 15}
    for deal, of_deal in itertools.groupby(schedule, key=lambda pairing: pairing.deal):
        of_deal = list(of_deal)
        assert len({(pairing.seed, pairing.agents_seed) for pairing in of_deal}) == 1
        sizes = Counter(pairing.table for pairing in of_deal)
        assert all(sizes[table] == len(line_ups[table]) for table in sizes), deal
    assert make_schedules(line_ups, 60, 4)[: len(schedule) - 3] == schedule[:-3]


def test_the_games_of_a_deal_have_the_same_cards_whoever_sits_where():
    edition, line_up = load_edition("reconstructed"), ("greedy", "random", "random")
    deals = []
    for pairing in make_schedules([line_up], 6, 2):
        agents = [make_agent(line_up[place]) for place in pairing.seats]
        header = play_game(agents, ["x"] * 3, pairing, edition, record=True).lines[0]
        deals.append((pairing.deal, json.dumps(header["deal"])))
        assert header["deal"] == Game(3, edition, pairing.seed).deal
    assert len(set(deals)) == len({text for _, text in deals}) == 2


def test_line_ups_come_from_options_a_file_and_a_round_robin(tmp_path):
    file = tmp_path / "tables.toml"
    file.write_text(TABLES)
    assert read_line_ups([]) == [("greedy", "random", "random", "random")]
    assert read_line_ups(["a,b,c:x=1,y=2", "c,d,e,f"]) == [("a", "b", "c:x=1,y=2"), ("c", "d", "e", "f")]
    assert read_line_ups([], str(file))[1] == ("greedy", "greedy", "ppo:a,b.zip", "random", "random")
    robin = read_line_ups([], None, "a,b,c,d,e", 4)
    assert robin == list(itertools.combinations("abcde", 4))
    assert len(read_line_ups(["x,y,z"], str(file), "a,b,c,d", 3)) == 1 + 2 + 4


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "holds []"),
        ("x = 1", "holds ['x']"),
        ("[[table]]", "[[table]] 1"),
        ("[[table]]\nplayers = 3", "[[table]] 1"),
        ('[[table]]\nplayers = ["a", 2, "c"]', "[[table]] 1"),
        ('[[table]]\nplayers = ["a", "b", "c"]\nnames = 1', "[[table]] 1"),
        ("[[table", "cannot be read"),
        ("\udcff", "cannot be read"),
    ],
)
def test_a_file_that_is_no_file_of_tables_is_told_in_one_sentence(tmp_path, content, said, capsys):
    file = tmp_path / "tables.toml"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert main(["--tables", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert said in told


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--tables", "no/such.toml"], "cannot be read"),
        (["--tables", "\0"], "cannot be read"),
        (["--round-robin", "a,b"], "at least 4"),
        (["--round-robin", "a,b,a,c"], "given twice"),
        (["--round-robin", "a,b,c", "--seats", "2"], "--seats"),
        (["--round-robin", "a,b,c", "--seats", "x"], "--seats"),
        (["--round-robin", ",".join(str(n) for n in range(60)), "--seats", "5"], "more than"),
        (["--players", "a,b,c", "--players", "a,b,c"], "given twice"),
        (["--rotations", "some"], "--rotations"),
        (["--time-limit", "0"], "--time-limit"),
        (["--time-limit", "nan"], "--time-limit"),
        (["--time-limit", "soon"], "--time-limit"),
        (["--hard-limit", "-1"], "--hard-limit"),
        (["--hard-limit", "1e9"], "--hard-limit"),
        (["--games", "1000000", "--round-robin", "a,b,c,d,e"], "tables together"),
        (["--resume", "."], "folder"),
        (["--resume", "no/such/folder/x"], "folder"),
        (["--out", "\0"], "--out"),
        (["--csv", "same", "--json", "same"], "two files"),
        (["--plot", "picture.txt"], "--plot"),
    ],
)
def test_bad_options_are_told_in_one_sentence_with_exit_code_2(options, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(options) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert said in told.err
    assert not list(tmp_path.iterdir())


def test_a_round_robin_gives_tables_ratings_and_files(tmp_path, capsys):
    out = tmp_path / "out"
    options = ["--round-robin", "greedy,random,agents.scripted:RandomAgent,arena_agents:Odd", "--seats", "3"]
    assert main([*options, "--games", "3", "--processes", "0", "--rotations", "all", "--out", str(out)]) == 0
    content = json.loads((out / "results.json").read_text())
    assert len(content["tables"]) == 4
    assert len(content["games"]) == 4 * 6
    assert content["ratings"][0]["name"] == "greedy"
    assert {row["name"] for row in content["table"]} == {rating["name"] for rating in content["ratings"]}
    rows = list(csv.DictReader((out / "results.csv").read_text().splitlines()))
    assert len(rows) == 4 + 4 * 3
    assert rows[0]["table"] == "all"
    assert float(rows[0]["wins"]) == content["table"][0]["wins"]["mean"]
    told = capsys.readouterr().out
    assert "Table 4: random, agents.scripted:RandomAgent, arena_agents:Odd" in told
    assert "random = 0" in told
    assert "24 games of 3" in told


def test_a_picture_without_matplotlib_is_told_in_words(monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["--plot", str(tmp_path / "x.png")]) == 2
    assert "pip install 'boru-env[plot]'" in capsys.readouterr().err
    players = ["--players", "greedy,random,random", "--games", "3", "--processes", "0"]
    assert main([*players, "--out", str(tmp_path / "out")]) == 0
    assert "no plot: needs matplotlib" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_picture_is_drawn(tmp_path, suffix):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"x.{suffix}"
    players = ["--players", "greedy,random,random", "--games", "3", "--processes", "0"]
    assert main([*players, "--plot", str(path)]) == 0
    assert path.stat().st_size > 2000


def test_too_many_agents_at_a_table_are_refused():
    with pytest.raises(OptionError, match="6 are given"):
        make_schedules([("a", "b", "c"), tuple("abcdef")], 3, 0)
