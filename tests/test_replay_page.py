"""A replay in words and as a web page: the page shows what the drawing shows, and no text of a file gets out of it."""

import base64
import gzip
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from boru_env import Game
from boru_env.views.drawing import pieces
from boru_env.views.replay import main, read_replays, write_replays
from boru_env.views.replay_page import frames, page_data, replay_page, strength
from boru_env.views.transcript import totals, transcript
from test_replay import recorded

NASTY = "</script><script>alert('1')</script>@DATA@ @TITLE@ <!-- é\ud800"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    lines = recorded(3, 1)
    lines[0]["agents"] = ["greedy", NASTY, "random"]
    path = tmp_path_factory.mktemp("page") / "games.jsonl"
    write_replays(path, [lines, recorded(4, 2)])
    return path


@pytest.fixture(scope="module")
def replay(path):
    return read_replays(path)[0]


@pytest.fixture(scope="module")
def data(replay):
    return page_data(replay)


@pytest.fixture(scope="module")
def page(replay):
    return replay_page(replay)


def shown(data, view, frame):
    """Give the pieces of a frame as the page's script puts them together."""
    slots = [""] * data["slots"]
    for change in data["views"][view][: frame + 1]:
        for slot, piece in zip(change[::2], change[1::2], strict=True):
            slots[slot] = data["pieces"][piece]
    return slots


def test_every_frame_of_every_view_is_the_drawing_of_that_position(replay, data):
    assert [len(view) for view in data["views"]] == [len(replay.decisions) + 1] * 4
    for number, (game, _, _) in enumerate(frames(replay)):
        if number % 23 and not game.is_over:
            continue
        for view in range(4):
            state = game.to_json() if view == 0 else game.seen_by(view - 1)
            names = data["sides"][:-1]
            drawn = pieces(game.edition, state, "css", names, None if view == 0 else view - 1)
            assert shown(data, view, number)[:-1] == drawn[:-1]  # the last piece tells the last decision


def test_a_seats_view_does_not_tell_what_others_keep_of_a_pack(replay, data):
    told = 0
    for number, (_, last, secret) in enumerate(frames(replay)):
        if secret:
            seat, action = last.split(": ")
            for view in range(4):
                header = shown(data, view, number)[-1]
                knows = view in (0, int(seat) + 1)
                assert (f"{action}</text>" in header) == knows
                assert ("keeps a card</text>" in header) != knows
                told += knows
    assert told > 50


def test_the_charts_show_the_points_and_the_strength_of_every_position(replay, data):
    *_, (game, _, _) = frames(replay)
    state = game.to_json()
    assert [side[-1] for side in data["points"]] == game.final_points
    assert [side[0] for side in data["points"]] == [10, 10, 10]
    last = {region["name"]: [side[-1] for side in region["values"]] for region in data["strength"]}
    discs = sum(town["disc"] is not None for town in state["towns"].values())
    built = sum(town["monastery"] for town in state["towns"].values())
    assert sum(map(sum, last.values())) == discs + built
    assert len(data["rounds"]) == 3


def test_strength_counts_monasteries_twice_and_knows_military_support():
    game = Game(3, seed=1)
    state = game.to_json()
    state["towns"]["dublin"] = {"disc": 0, "viking": False, "monastery": True}
    state["towns"]["naas"] = {"disc": 0, "viking": True, "monastery": False}
    assert strength(game.edition, state)["leinster"] == [2, 0, 0, 1]
    state["players"][2]["princess"] = "support"
    assert strength(game.edition, state)["leinster"] == [2, 0, 1, 0]


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes


def test_the_page_is_small_needs_no_network_and_no_name_gets_out_of_its_place(page, data):
    parser = Tags()
    parser.feed(page)
    assert parser.tags.count("script") == 2
    loads = [pair for pair in parser.attributes if pair[0] in ("src", "href", "onerror", "onload")]
    assert loads == [("href", "#board")]  # the page's own drawing, shown in a second window
    assert "<script>alert" not in page
    assert len(page) < 1_000_000
    packed = re.search(r'id="data">([A-Za-z0-9+/=]*)</script>', page)[1]
    assert json.loads(gzip.decompress(base64.b64decode(packed))) == data
    assert "prefers-color-scheme:dark" in page
    for key in ("ArrowLeft", "ArrowRight", "Home", "End", '" "'):
        assert key in page


def test_the_page_is_always_the_same(replay, page):
    assert replay_page(replay) == page


NODE = shutil.which("node")
STUB = """
const made = [];
class Node {
  constructor(name) { this.name = name; this.children = []; this.set = {}; this.innerHTML = ""; made.push(this); }
  setAttribute(key, value) { this.set[key] = value; } appendChild(child) { this.children.push(child); return child; }
  blur() {} }
const ids = {}, keys = [];
globalThis.document = { getElementById: (id) => (ids[id] ??= new Node(id)), createElement: (name) => new Node(name),
  createElementNS: (_, name) => new Node(name), querySelectorAll: () => ids.views.children,
  addEventListener: (_, f) => keys.push(f) };
"""
ASK = """
const press = (key) => keys[0]({ key, target: { tagName: "BODY" }, preventDefault() {} });
setTimeout(() => {
  const out = [], note = () => out.push([ids.count.textContent, ids.board.children.map((child) => child.innerHTML)]);
  note(); press("ArrowRight"); note(); press("End"); note(); press("ArrowLeft"); note(); press("Home"); note();
  ids.views.children[2].onclick(); press("ArrowRight"); note(); ids.time.value = "40"; ids.time.oninput(); note();
  out.push(made.filter((node) => node.name === "path").length);
  console.log(JSON.stringify(out));
}, 400);
"""


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_the_script_of_the_page_shows_the_frames(page, data, tmp_path):
    packed = re.search(r'id="data">([^<]*)<', page)[1]
    script = page.rsplit("<script>", 1)[1].removesuffix("</script>\n</body>\n</html>\n")
    file = tmp_path / "page.js"
    file.write_text(f"{STUB}document.getElementById('data').textContent = '{packed}';{script}{ASK}", encoding="utf-8")
    done = subprocess.run([NODE, str(file)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    *notes, paths = json.loads(done.stdout)
    last = len(data["views"][0]) - 1
    expected = [(0, 0), (0, 1), (0, last), (0, last - 1), (0, 0), (2, 1), (2, 40)]
    for (count, slots), (view, frame) in zip(notes, expected, strict=True):
        assert count == f"{frame} of {last}"
        assert slots == shown(data, view, frame)
    assert paths == 3 + 8 * 4


def test_the_command_writes_the_page_of_the_game_that_is_asked_for(path, tmp_path, capsys):
    lines = path.read_text().splitlines()
    starts = [k for k, line in enumerate(lines) if '"format"' in line]
    short = tmp_path / "short.jsonl"
    short.write_text("\n".join(lines[:10] + lines[starts[1] : starts[1] + 10]))
    for number, name in (("1", "greedy"), ("2", "random")):
        out = tmp_path / f"{number}.html"
        assert main([str(short), "--html", str(out), "--game", number]) == 1
        assert name in out.read_text(encoding="utf-8").split("</title>")[0]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["1.html", "2.html", "short.jsonl"]
    assert "2 games, 0 of them whole and proven; wins: none" in capsys.readouterr().out
    assert main([str(path)]) == 0
    assert "2 games, 2 of them whole and proven; wins: " in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--game", "3"], ["--game", "0"], ["--to", "nowhere"], ["--to", "folder"]])
def test_a_page_that_cannot_be_written_is_one_sentence_and_code_2(path, tmp_path, capsys, arguments):
    out = tmp_path / "page.html"
    if arguments[0] == "--to":
        out = tmp_path / "missing" / "page.html" if arguments[1] == "nowhere" else tmp_path
        arguments = []
    assert main([str(path), "--html", str(out), *arguments]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_truncated_game_is_shown_as_far_as_it_goes_and_the_page_says_so(path, tmp_path, capsys):
    cut = tmp_path / "cut.jsonl"
    cut.write_text("\n".join(path.read_text().splitlines()[:40]))
    assert main([str(cut), "--html", str(tmp_path / "cut.html"), "--transcript"]) == 1
    assert "broken: the file ends before the game does" in capsys.readouterr().out
    assert "39 decisions, then broken: the file ends before the game does" in (tmp_path / "cut.html").read_text()


def test_the_transcript_has_a_line_for_each_decision_and_every_point(replay):
    lines = list(transcript(replay))
    assert sum(line.startswith("  ") for line in lines) == len(replay.decisions)
    assert [line for line in lines if line.startswith("round ")] == [f"round {k} of 3" for k in (1, 2, 3)]
    moved = [0, 0, 0]
    for change, seat in re.findall(r"([+-]\d+) points for seat (\d)", "\n".join(lines)):
        moved[int(seat)] += int(change)
    assert [10 + change for change in moved] == replay.game.points
    assert lines[-1].startswith(f"points {replay.game.final_points}, won by seat ")
    assert all(line.isprintable() for line in lines)


def test_a_shared_win_counts_in_shares(replay):
    class Shared:
        header, fault = {"agents": ["a", "b", "b"]}, None
        game = type("Over", (), {"winners": [0, 2]})

    assert totals([Shared, Shared]) == "2 games, 2 of them whole and proven; wins: a 1, b 1"
