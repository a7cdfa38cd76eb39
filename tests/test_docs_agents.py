"""docs/agents.md: its first agent, its example file and its commands do what the page says."""

import re
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

from agents.arena.__main__ import main as arena
from agents.arena.options import parse
from agents.benchmark.__main__ import parse as parse_benchmark
from agents.registry import make_agent
from boru_env import Game, SeatView, describe

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "agents.md").read_text()
HERE = ["--games", "6", "--processes", "0"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A newcomer's folder: the page's first agent and the example file in one module."""
    first = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    (tmp_path / "my_agent.py").write_text((DOCS / "my_agent.py").read_text() + "\n\n" + first)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("my_agent", None)


def test_the_first_agent_and_the_example_play_without_fault(folder, capsys):
    assert arena(["--players", "my_agent:First,my_agent:Thrifty:keep=5,random", *HERE]) == 0
    told = capsys.readouterr().out
    assert "first" in told
    assert "thrifty-5" in told


def test_parameters_arrive(folder):
    assert make_agent("my_agent:Thrifty:keep=5").keep == 5
    assert make_agent("my_agent:Thrifty").keep == 3


def test_the_example_keeps_its_coins_and_plays_its_lowest_card(folder):
    agent, asked = make_agent("my_agent:Thrifty:keep=1000"), set()
    game = Game(3, seed=4)
    agent.reset(1, 0)
    while not game.is_over:
        view = SeatView(game)
        action = agent.act(view)
        if view.phase == "play_card":
            assert action == np.flatnonzero(view.legal_mask)[0]
        if view.phase.startswith("buy_"):
            assert game.words(action) == "stop"
        asked.add(view.phase)
        game.apply(action)
    assert {"play_card", "buy_church"} <= asked


def test_the_doors_of_the_page_are_those_of_the_view(folder):
    doors = set(re.findall(r"`view\.(\w+)", PAGE))
    assert doors == {name for name in dir(SeatView(Game(3, seed=1))) if not name.startswith("_")}


def test_the_pages_examples_of_the_view_hold(folder):
    game = Game(4, seed=2)
    while game.phase != "play_card":
        game.apply(game.legal_ids()[0])
    view = SeatView(game)
    assert view.phase == "play_card"
    assert view.legal_actions[0].id == np.flatnonzero(view.legal_mask)[0]
    assert view.words(view.legal_actions[0]).startswith("card ")
    assert len(view.facts["players"][view.seat]["hand"]) > 0
    assert describe(view.observation)
    assert view.resample(np.random.default_rng(1)).legal_ids() == game.legal_ids()
    assert view.edition.tables["card_colour"].shape == (1, 25)


def test_the_commands_of_the_page_are_known():
    commands = [line.split("#")[0] for line in PAGE.splitlines() if line.startswith("python -m agents.")]
    assert len(commands) >= 5
    for command in commands:
        words = shlex.split(command)
        (parse_benchmark if words[2] == "agents.benchmark" else parse)(words[3:])
