"""Agents: by name, in every phase, from what they may see alone."""

import sys

import numpy as np
import pytest

from agents.arena.play import play_game
from agents.arena.schedule import make_schedule
from agents.registry import FACTORIES, make_agent
from boru_env import Game, OptionError, SeatView, load_edition
from boru_env.rules import state as st
from helpers import one_game_in_each_phase

PLAYERS = (3, 4, 5)
SHIPPED = sorted((set(FACTORIES) - {"mcts", "ppo"}) | {"mcts:sims=6"})
OWN = """
class Own:
    name = "own"
    def __init__(self, size=1): self.size = size
    def reset(self, seed, seat): pass
    def act(self, view): return view.legal_actions[0]

class Half:
    name = "half"

class Numbered(Own):
    name = 5

class Nameless(Own):
    name = " "

def leaves(): raise SystemExit("gone")
def fails(): raise RuntimeError("two\\nlines")
number = 3
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A package with agents outside this project."""
    (tmp_path / "ownpackage").mkdir()
    (tmp_path / "ownpackage" / "__init__.py").write_text("")
    (tmp_path / "ownpackage" / "players.py").write_text(OWN)
    (tmp_path / "ownpackage" / "broken.py").write_text("this is no Python")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "ownpackage.players"
    for name in [name for name in sys.modules if name.split(".")[0] == "ownpackage"]:
        del sys.modules[name]


def decide(spec, view):
    agent = make_agent(spec)
    agent.reset(7, view.seat)
    return agent.act(view)


@pytest.mark.parametrize("spec", SHIPPED)
def test_a_name_gives_a_new_agent_each_time(spec):
    first, second = make_agent(spec), make_agent(spec)
    assert first.name == spec
    assert first is not second


def test_parameters_reach_the_factory_as_numbers_or_texts(monkeypatch):
    got = []

    def factory(*places, **parameters):
        got.append((places, parameters))
        return make_agent("random")

    monkeypatch.setitem(FACTORIES, "probe", factory)
    for spec in ("probe", "probe:a/b.zip", "probe:depth=2,share=0.5,kind=fast", "probe:runs/rate=0.1/model.zip"):
        make_agent(spec)
    assert got == [
        ((), {}),
        (("a/b.zip",), {}),
        ((), {"depth": 2, "share": 0.5, "kind": "fast"}),
        (("runs/rate=0.1/model.zip",), {}),
    ]


def test_an_agent_of_ones_own_is_named_by_module_and_factory(own):
    agent = make_agent(f"{own}:Own")
    view = SeatView(Game(3, seed=1))
    assert (agent.name, agent.size) == ("own", 1)
    assert agent.act(view) == view.legal_actions[0]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nobody", "there are greedy, mcts, ppo:PATH, random, and package.module:factory"),
        ("", "is not known"),
        ("greedy:depth=2", "unexpected"),
        ("greedy:weights=best", "must be one of tuned, by_hand"),
        ("mcts:sims=0", "sims is 0; it must be a whole number 1..10000000"),
        ("mcts:sims=1.5", "sims is 1.5"),
        ("mcts:ms=-1", "ms is -1; it must be milliseconds above 0"),
        ("mcts:c=nan", "c is nan; it must be a number 0..1000"),
        ("mcts:rollout=deep", "must be one of random, greedy, mixed"),
        ("mcts:threads=0", "threads is 0"),
        ("random:fast", "takes"),
        ("no.such.module:thing", "cannot be imported: No module"),
        (".players:Own", "cannot be imported"),
        ("ownpackage.broken:Own", "cannot be imported"),
        ("ownpackage.players:Nobody", "cannot be imported: .*Nobody"),
        ("ownpackage.players:number", "no function or class"),
        ("ownpackage.players:Half", "lacks reset, act"),
        ("ownpackage.players:Numbered", "its name is 5; it must be a text"),
        ("ownpackage.players:Nameless", "must be a text"),
        ("ownpackage.players:leaves", "gone"),
        ("ownpackage.players:fails", "two lines"),
        ("ppo", "ppo:PATH"),
        ("ppo:no/such/file.zip", "there is no file no/such/file.zip"),
    ],
)
def test_what_is_no_agent_is_refused_in_one_line_of_words(own, spec, said):
    with pytest.raises(OptionError, match=said) as caught:
        make_agent(spec)
    assert "\n" not in str(caught.value)


def test_a_model_without_the_extra_is_told_how_to_install_it(tmp_path, monkeypatch):
    model = tmp_path / "model.zip"
    model.write_bytes(b"")
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    with pytest.raises(OptionError, match=r"pip install 'boru-env\[sb3\]'"):
        make_agent(f"ppo:{model}")


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("spec", SHIPPED)
def test_an_agent_decides_legally_in_every_phase_and_the_same_again(spec, num_players):
    games = one_game_in_each_phase(num_players)
    del games["game_over"]
    assert set(games) == set(st.PHASE_NAMES) - {"game_over"}
    for phase, game in games.items():
        action = decide(spec, SeatView(game))
        assert game.legal_mask()[game.action_id(action)], phase
        assert decide(spec, SeatView(game)) == action, phase


@pytest.mark.parametrize("spec", SHIPPED)
def test_an_agent_plays_whole_games_the_same_again(spec):
    edition = load_edition("reconstructed")
    for num_players in PLAYERS:
        pairing = make_schedule([spec] * num_players, num_players, 3)[0]
        runs = []
        for _ in range(2):
            agents = [make_agent(spec) for _ in range(num_players)]
            runs.append(play_game(agents, [spec] * num_players, pairing, edition, record=True))
        assert runs[0] == runs[1]
        assert runs[0].fault is None


@pytest.mark.parametrize("num_players", PLAYERS)
def test_nothing_done_to_a_view_changes_the_game(num_players):
    for phase, game in one_game_in_each_phase(num_players).items():
        if game.is_over:
            continue
        before, view = game.to_bytes(), SeatView(game)
        for array in (view.observation, view.legal_mask):
            array[:] = 0
        view.legal_actions.clear()
        view.facts.clear()
        view.facts["players"].clear()
        assert view.observation.any(), phase
        with pytest.raises(ValueError, match="read-only"):
            view.edition.tables["num_towns"][:] = 0
        with pytest.raises(TypeError):
            view.edition.town_index["dublin"] = 1
        view._states[:] = 0
        view.seat, view.num_players = 4, 5
        assert game.to_bytes() == before, phase


def test_no_game_and_no_memory_of_one_is_reachable_from_a_view():
    game = Game(4, seed=1)
    view = SeatView(game)
    assert sorted(vars(view)) == ["_states", "edition", "num_players", "seat"]
    assert view._states.base.nbytes == st.STATE.itemsize  # a block of its own
    assert not np.shares_memory(view._states, game._states)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_greedy_beats_players_at_random(num_players):
    """Forty games or one deal more, always the same ones: greedy wins seven in ten, alone against all."""
    line_up = ["greedy", *["random"] * (num_players - 1)]
    agents = [make_agent(spec) for spec in line_up]
    edition, won = load_edition("reconstructed"), 0.0
    schedule = make_schedule(line_up, 40, 2026)
    for pairing in schedule:
        result = play_game([agents[place] for place in pairing.seats], line_up, pairing, edition)
        won += result.shares[pairing.seats.index(0)]
    assert won >= 0.7 * len(schedule)
