"""Editions: what the shipped one says, how editions are found, copied and hashed."""

import copy
import hashlib
import itertools
import json
import pickle
import tomllib
import zipfile
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import boru_env.editions
from boru_env.editions import (
    available_editions,
    edition_sha256,
    load_edition,
)
from boru_env.editions import tables as codes

SHIPPED = files("boru_env.editions") / "data" / "reconstructed.toml"
DOCUMENT = tomllib.loads(SHIPPED.read_text("utf-8"))
MADE_UP = sorted((Path(__file__).parent / "cases").glob("*.toml"))
SHA256 = "e3722ebcdd331377099c1c8873c57ab4d6f61c8b13d1fd6855d032d566102f5a"

RED, BLUE, YELLOW, WHITE = 0, 1, 2, 3
TOWN, COIN, PAY, RENOWN, CHURCH, RAIDER, STEP, EXPAND, LIBERATE, ANY_TOWN = range(1, 11)


@pytest.fixture(scope="module")
def edition():
    return load_edition("reconstructed")


@pytest.fixture(scope="module")
def record(edition):
    return edition.tables[0]


def symbols(row):
    return [int(code) for code in row if code]


# ---- the numbers that the rulebooks print ----


def test_scoring_setup_and_costs(record):
    assert record["region_count_points"].tolist() == [0, 0, 0, 1, 1, 3, 5, 7, 10]
    assert [record[key] for key in ("most_coins_points", "marker_points", "renown_points")] == [1, 1, 1]
    assert [record[key] for key in ("start_coins", "start_renown", "start_points")] == [3, 1, 10]
    assert [record[key] for key in ("cost_expand", "cost_extra", "cost_no_coin")] == [5, 2, 2]
    assert record["spurn_points"] == 4
    assert record["hand_size"].tolist() == [0, 0, 0, 8, 6, 5]
    assert record["rounds"].tolist() == [0, 0, 0, 3, 4, 4]


def test_card_colours(record):
    by_colour = {
        RED: [2, 5, 8, 11, 15, 18, 24],
        BLUE: [3, 6, 9, 12, 16, 19, 25],
        YELLOW: [1, 4, 7, 10, 14, 17, 23],
        WHITE: [13, 20, 21, 22],
    }
    for colour, values in by_colour.items():
        assert (np.flatnonzero(record["card_colour"] == colour) + 1).tolist() == values


def test_attested_card_actions(record):
    cards = record["card_symbols"]
    assert symbols(cards[2 - 1, 1]) == [COIN, COIN, COIN, EXPAND]
    assert symbols(cards[11 - 1, 2]) == [RAIDER, RAIDER]
    assert symbols(cards[13 - 1, 0]) == [TOWN, COIN]
    assert symbols(cards[17 - 1, 2]) == [STEP, STEP, STEP]
    assert (cards[:, 0, 0] == TOWN).all()
    assert record["card_secondaries"].tolist() == [2] * 20 + [1] * 2 + [2] * 3
    assert not cards[20:22, 2].any()


# ---- the board and the cards that were designed ----


def test_regions_towns_and_track(edition, record):
    assert edition.region_ids == (
        "munster",
        "connaught",
        "leinster",
        "meath",
        "ailech",
        "ulster",
        "oriel",
        "ossory",
    )
    assert record["region_threshold"].tolist() == [5, 4, 4, 4, 3, 3, 2, 2]
    assert record["region_points"].tolist() == [8, 7, 6, 6, 5, 5, 4, 3]
    assert record["num_towns"] == 44
    assert np.bincount(record["town_region"][:44]).tolist() == [8, 7, 6, 6, 5, 5, 4, 3]
    assert (record["town_region"][44:] == -1).all()
    assert (record["town_colour"][44:] == -1).all()
    assert np.bincount(record["town_colour"][:44]).tolist() == [15, 15, 14]
    assert record["num_spaces"] == 10
    rewards = [[], [], [COIN], [COIN], [COIN, COIN], [COIN, COIN], [RENOWN], [ANY_TOWN], [ANY_TOWN], []]
    assert [symbols(row) for row in record["track_rewards"]] == rewards + [[]] * 6


def test_marriages_and_vikings(edition, record):
    assert edition.marriage_ids[0] == "m_munster"
    assert edition.marriage_ids[codes.PRINCESS] == "m_denmark"
    assert record["marriage_points"].tolist() == [3, 3, 3, 1, 1, 3, 3, 0]
    assert record["marriage_renown"].tolist() == [0, 0, 0, 1, 1, 0, 1, 0]
    assert record["marriage_region"].tolist() == [0, 1, 2, 3, 5, 4, -1, -1]
    assert edition.viking_ids == ("v1", "v2", "v3", "v4", "v5", "v6", "v7")
    assert record["viking_strength"].tolist() == [5, 7, 8, 9, 10, 11, 13]


def test_roads_are_symmetric_bit_sets(edition, record):
    town = edition.town_index
    joined = {(i, j) for i in range(48) for j in range(48) if int(record["roads"][i]) >> j & 1}
    assert joined == {(j, i) for i, j in joined}
    assert len(joined) == 2 * len(DOCUMENT["roads"])
    assert (town["tara"], town["dublin"]) in joined
    assert (town["tara"], town["cork"]) not in joined
    assert [edition.town_ids[i] for i in range(44) if not record["roads"][i]] == ["loch_lein", "umall"]


def test_no_two_roads_of_the_shipped_board_cross():
    at = {town["id"]: (town["lon"], town["lat"]) for town in DOCUMENT["towns"]}

    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    for one, two in itertools.combinations(DOCUMENT["roads"], 2):
        p, q, r, s = (at[road[end]] for road in (one, two) for end in ("a", "b"))
        if len({p, q, r, s}) == 4:
            apart = side(p, q, r) * side(p, q, s) > 0 or side(r, s, p) * side(r, s, q) > 0
            assert apart, (one, two)


# ---- the tables as such ----


def test_tables_are_one_read_only_record(edition):
    assert edition.tables.shape == (1,)
    assert edition.tables.dtype == codes.TABLES
    with pytest.raises(ValueError, match="read-only"):
        edition.tables["num_towns"] = 5
    names = {name for name in vars(codes) if name in codes.SYMBOL_CODES or name.lower() in codes.SYMBOL_CODES}
    assert {name: getattr(codes, name) for name in names} == {k.upper(): v for k, v in codes.SYMBOL_CODES.items()}


@pytest.mark.parametrize("path", MADE_UP, ids=lambda path: path.stem)
def test_made_up_editions_load(path):
    edition = load_edition(path)
    document = tomllib.loads(path.read_text("utf-8"))
    record = edition.tables[0]
    assert edition.id == document["id"]
    assert record["num_towns"] == len(edition.town_ids) == len(document["towns"])
    assert record["num_spaces"] == len(document["track"])
    for card in document["cards"]:
        index = card["value"] - 1
        rows = [card.get(key, []) for key in ("primary", "secondary_1", "secondary_2")]
        wanted = [[codes.SYMBOL_CODES[word] for word in row] for row in rows]
        assert [symbols(row) for row in record["card_symbols"][index]] == wanted


def test_there_are_made_up_editions():
    assert MADE_UP


# ---- finding, hashing, copying ----


def test_names_ids_paths_and_editions(tmp_path, edition):
    assert "reconstructed" in available_editions()
    assert load_edition("boru-reconstructed") is edition
    assert load_edition(edition) is edition
    path = tmp_path / "my copy.toml"
    text = SHIPPED.read_text("utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    mine = load_edition(str(path))
    assert mine == edition
    assert hash(mine) == hash(edition)
    assert mine.source == str(path)
    assert load_edition(str(path)) is mine
    path.write_text(text.replace("coins      = 3", "coins      = 13"), "utf-8")
    assert load_edition(path).tables["start_coins"] == 13
    assert load_edition(path) != edition


def test_it_works_from_a_zip_file(tmp_path, monkeypatch, edition):
    with zipfile.ZipFile(tmp_path / "wheel.zip", "w") as wheel:
        wheel.writestr("data/reconstructed.toml", SHIPPED.read_bytes())
    root = zipfile.Path(tmp_path / "wheel.zip")
    monkeypatch.setattr(boru_env.editions.load, "_data", lambda: root / "data")
    assert available_editions() == ["reconstructed"]
    boru_env.editions.load._load_shipped.cache_clear()
    try:
        assert load_edition("reconstructed") == edition
    finally:
        boru_env.editions.load._load_shipped.cache_clear()


def test_sha256(edition):
    assert edition.sha256 == SHA256 == edition_sha256(DOCUMENT)
    text = json.dumps(DOCUMENT, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == SHA256


def test_copies_are_equal_and_read_only(edition):
    for twin in (pickle.loads(pickle.dumps(edition)), copy.deepcopy(edition), copy.copy(edition)):
        assert twin == edition
        assert twin.file == edition.file
        assert twin.tables.tobytes() == edition.tables.tobytes()
        assert not twin.tables.flags.writeable
        assert dict(twin.town_index) == dict(edition.town_index)
    assert edition != "reconstructed"
    assert "boru-reconstructed" in repr(edition)
