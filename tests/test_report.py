"""`python -m agents.report`: facts against the replay, measures and the split against numbers known beforehand."""

import re
import sys

import numpy as np
import pytest

from agents.arena.pool import play_all
from agents.arena.schedule import make_schedule
from agents.arena.worker import Setting
from agents.report import measures
from agents.report.__main__ import main, parse
from agents.report.facts import TRACKS, Facts, read_facts
from agents.report.measures import flagged, others, seats
from agents.report.page import make_page
from agents.report.variance import PARTS, split
from boru_env import Game, load_edition

EDITION = load_edition("reconstructed")
LINE_UP = ("greedy", "random", "random")


def facts(deal, shares, names="aab", points=(0, 0, 0), won=((), (), ()), choices=()):
    rest = {"gains": [[1, 1, 1]] * 3, "claims": [[], [], []], "present": [1, 2, 3], "choices": list(choices)}
    played = [set(of) for of in won]
    return Facts(deal, list(names), list(shares), list(points), played, [set(of) for of in won], **rest)


@pytest.fixture(scope="module")
def results():
    schedule = make_schedule(LINE_UP, 6, 3)
    return list(play_all(Setting((LINE_UP,), record=True), schedule, 0))


def test_the_facts_are_those_of_the_game(results):
    for result in results:
        found, game = read_facts(result, EDITION), Game(3, EDITION, deal=result.lines[0]["deal"])
        asked = []
        for line in result.lines[1:-1]:
            asked.append((game.phase, len(game.legal_ids())))
            game.apply(line["action"])
        assert found.choices == asked
        assert found.points == game.final_points
        last = game.to_json()
        for seat in range(3):
            assert found.won[seat] <= found.played[seat]
            assert len(found.claims[seat]) == sum(of["holder"] == seat for of in last["claims"].values())
            held = {EDITION.tables["town_region"][0, EDITION.town_index[town]] for town, of in last["towns"].items()
                    if of["disc"] == seat and not of["viking"]}  # fmt: skip
            assert found.present[seat] == len(held)
            assert all(gain >= 0 for gain in found.gains[seat])
            assert found.gains[seat][TRACKS.index("church")] >= last["players"][seat]["church"]
        assert all(found.played)


def test_a_trick_is_won_by_whoever_then_holds_its_town(results):
    """The winner's disc is on the active town as soon as the trick is resolved (A1)."""
    for result in results[:3]:
        found, game = read_facts(result, EDITION), Game(3, EDITION, deal=result.lines[0]["deal"])
        won, town, trick = [set(), set(), set()], None, []
        for line in result.lines[1:-1]:
            if line["phase"] in ("choose_town", "marriage_town", "princess", "track_town", "raid_town", "monastery"):
                won, town, trick = settled(game, won, town, trick)
            if line["phase"] == "choose_town":
                town = line["action"].split()[1]
            if line["phase"] == "play_card":
                if len(trick) == 3:
                    won, town, trick = settled(game, won, town, trick)
                trick.append((line["seat"], int(line["action"].split()[1])))
            game.apply(line["action"])
        for mine, theirs in zip(won, found.won, strict=True):
            assert mine <= theirs
        assert sum(map(len, won)) > 0.6 * sum(map(len, found.won))


def settled(game, won, town, trick):
    """Give the tricks won once a trick is over: by the seat whose disc lies on its town."""
    if town is not None and len(trick) == 3:
        holder = game.to_json()["towns"][town]["disc"]
        if holder is not None:
            won[holder] |= {card for seat, card in trick if seat == holder}
    return won, None, []


def test_a_seat_that_wins_too_often_is_flagged_and_a_fair_one_is_not():
    rng = np.random.default_rng(1)
    fair = [facts(deal, rng.permutation([1.0, 0, 0])) for deal in range(300)]
    biased = [facts(deal, [1.0, 0, 0] if deal % 2 else rng.permutation([1.0, 0, 0])) for deal in range(300)]
    assert not any(measure.flag for measure in seats(fair))
    first, second, third = seats(biased)
    assert (first.name, first.flag, first.times) == ("seat 0", True, 300)
    assert first.lift.mean == pytest.approx(0.5 + 0.5 / 3 - 1 / 3, abs=0.06)
    assert first.lift.low > measures.MARGIN
    assert sum(of.lift.mean for of in (first, second, third)) == pytest.approx(0)
    assert not any(measure.flag for measure in seats(biased, margin=0.5))


def test_a_card_is_measured_against_the_mean_of_its_own_agent():
    # Agent b wins everything and alone wins with card 25: that says nothing about the card; card 7 does harm to a.
    strong = [facts(deal, (0, 0, 1.0), won=((), (), (25,))) for deal in range(40)]
    assert others(strong)["won"][0].lift.mean == 0
    mixed = [facts(deal, (1.0, 0, 0), won=((), (7,), ())) for deal in range(40)]
    groups = others(mixed)
    assert groups["won"][0].lift.mean == pytest.approx(-0.5)
    assert [(group, of.name) for group, of in flagged(groups)][:1] == [("played", " 7")]


def test_what_happened_too_rarely_is_left_out():
    games = [facts(deal, (1.0, 0, 0), won=((1,), (), ())) for deal in range(measures.LEAST - 1)]
    assert others(games)["won"] == []


def test_the_focus_is_the_track_with_the_most_beside_the_tables_mean():
    game = facts(0, (1.0, 0, 0))
    game.gains = [[8, 1, 1], [4, 2, 0], [0, 0, 2]]
    assert [game.focus(seat) for seat in range(3)] == ["marriage", "battle", "church"]


def test_decisions_are_counted():
    games = [facts(0, (1.0, 0, 0), choices=[("a", 1), ("a", 3), ("b", 8)]), facts(1, (1.0, 0, 0), choices=[("a", 1)])]
    found = measures.decisions(games)
    assert (found.length, found.branching, found.forced) == ((1, 2.0, 3), 13 / 4, 0.5)
    assert found.by_phase == {"a": (1.5, 5 / 3, 2 / 3), "b": (0.5, 8.0, 0.0)}
    assert found.counts == [0, 2, 0, 1, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("part", PARTS)
def test_the_split_finds_the_part_that_the_results_were_made_of(part):
    rng = np.random.default_rng(2)
    by_deal, luck = rng.normal(size=200), rng.normal(size=(200, 3))
    luck -= luck.mean(axis=1, keepdims=True)
    games, values = [], []
    for deal in range(200):
        for turn in range(3):
            names = ["abc"[(seat - turn) % 3] for seat in range(3)]
            made = {
                "agent": [ord(name) for name in names],
                "seat": [0, 1, 5],
                "deal": [by_deal[deal]] * 3,
                "deal and seat": list(luck[deal]),
                "the rest": list(rng.normal(size=3)),
            }[part]
            games.append(facts(deal, (0, 0, 0), names))
            values.append(made)
    found = split(games, values)
    assert sum(found.values()) == pytest.approx(1)
    assert found[part] > 0.9
    assert all(found[other] < 0.05 for other in PARTS if other not in (part, "the rest"))


def test_one_agent_alone_cannot_be_split():
    games = [facts(deal, (1.0, 0, 0), "aaa") for deal in range(5)]
    assert split(games, [game.shares for game in games]) is None


def test_the_page_tells_what_is_flagged_and_what_is_not():
    rng = np.random.default_rng(1)
    choices = [("play_card", 4)]
    fair = [facts(deal, rng.permutation([1.0, 0, 0]), choices=choices) for deal in range(60)]
    biased = [facts(deal, (1.0, 0, 0), choices=choices) for deal in range(60)]
    for games, said in ((fair, "Nothing does."), (biased, "- **Seats: seat 0**: +67 [+67, +67] points")):
        pictures = dict.fromkeys(("decisions", "split", "seats"), "x.png")
        page = make_page({}, {"seats": seats(games)}, measures.decisions(games), {}, 0.1, pictures)
        assert said in page
        assert "| `play_card` | 1.0 | 4.0 | 0 % |" in page


def test_the_command_writes_the_page_and_its_pictures(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    page = tmp_path / "new" / "page.md"
    options = ["--players", ",".join(LINE_UP), "--games", "24", "--processes", "0", "--page", str(page)]
    assert main(options) == 0
    text = page.read_text()
    pictures = sorted(path.name for path in page.parent.iterdir() if path != page)
    assert pictures == sorted(re.findall(r"\]\((\S+\.png)\)", text))
    assert len(pictures) >= 6
    assert capsys.readouterr().out == f"{page}: 24 games\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--games", "0"], "--games"),
        (["--players", "a,b"], "--players"),
        (["--margin", "nan"], "--margin"),
        (["--margin", "-1"], "--margin"),
        (["--processes", "-1"], "--processes"),
        (["--edition", "nowhere"], "nowhere"),
        (["--nope"], "--nope"),
    ],
)
def test_bad_options_are_told_in_one_sentence_with_exit_code_2(options, said, capsys):
    assert main(options) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err


def test_without_matplotlib_it_is_told_in_words(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main([]) == 2
    assert "pip install 'boru-env[plot]'" in capsys.readouterr().err
    assert parse([]).page == "report/report.md"
