"""Every promise of the edition format: break exactly one thing in the shipped edition, read the complaint."""

import copy
import tomllib
from importlib.resources import files

import pytest

from boru_env.editions import EditionError, load_edition, parse_edition
from boru_env.errors import BoruError

DOCUMENT = tomllib.loads((files("boru_env.editions") / "data" / "reconstructed.toml").read_text("utf-8"))
GONE = object()
LIMERICK = '[[towns]] "limerick": '
CARD_7 = "[[cards]] value 7: "


def complaint(document):
    with pytest.raises(EditionError) as caught:
        parse_edition(document, "small.toml")
    message = str(caught.value)
    assert message.startswith("small.toml: ")
    assert "\n" not in message
    return message


def broken(path, value):
    document = node = copy.deepcopy(DOCUMENT)
    *way, last = path
    for step in way:
        node = node[step]
    node[last] = value
    if value is GONE:
        del node[last]
    return document


# path of the one value that is changed, its new value, what the message says (in this order)
ONE_VALUE = [
    # the top of the file
    ("format", "boru-edition/2", ['key "format"', "boru-edition/2", 'must be "boru-edition/1"']),
    ("format", GONE, ['key "format"', "is missing", 'must be "boru-edition/1"']),
    ("id", "Boru Edition", ['key "id"', '"Boru Edition"', "a-z, 0-9"]),
    ("name", "", ['key "name"', "not empty"]),
    ("date", 1000, ['key "date"', "is 1000", "text in quotes"]),
    ("colour", "red", ['key "colour"', "is not a key of the format", "format, id, name"]),
    ("cards", GONE, ['key "cards"', "is missing", "25 cards"]),
    ("scoring", 5, ["[scoring]: is 5", "a table with the keys region_count"]),
    # symbols
    ("symbols.0.id", "city", ['[[symbols]] "city"', 'key "id"', "town, coin, pay"]),
    ("symbols.0.id", "coin", ['[[symbols]] "coin"', 'key "id"', "appears twice", "town"]),
    ("symbols.1.on", ["cards"], ['[[symbols]] "coin"', 'key "on"', '["cards"]', '["cards", "track"]']),
    ("symbols.1.on.0", "board", ['[[symbols]] "coin"', 'key "on"', "element 1", '"track"']),
    ("symbols.11", GONE, ["[[symbols]]: is a list of 11", "12 symbols"]),
    # regions
    ("regions.7", GONE, ["[[regions]]: is a list of 7", "8 regions"]),
    ("regions.0.id", "Munster", ['[[regions]] "Munster": key "id"', "a-z, 0-9"]),
    ("regions.1.id", "munster", ['[[regions]] "munster": key "id"', "rows 1 and 2"]),
    ("regions.7.threshold", 7, ['[[regions]] "ossory": key "threshold"', "is 7", "at most 6"]),
    ("regions.7.threshold", 0, ['[[regions]] "ossory": key "threshold"', "is 0", "from 1 to 96"]),
    ("regions.0.points", -1, ['[[regions]] "munster": key "points"', "is -1", "from 0 to 1000"]),
    ("regions.0.points", 1001, ['[[regions]] "munster": key "points"', "is 1001", "from 0 to 1000"]),
    ("regions.0.points", True, ['[[regions]] "munster": key "points"', "is true", "a whole number"]),
    ("regions.0.points", 5.0, ['[[regions]] "munster": key "points"', "is 5.0", "a whole number"]),
    ("regions.0.irish", 5, ['[[regions]] "munster": key "irish"', "is 5", "text in quotes"]),
    # towns
    ("towns", [], ["[[towns]]: is an empty list", "1 to 48 towns"]),
    ("towns", DOCUMENT["towns"] + DOCUMENT["towns"][:5], ["[[towns]]: is a list of 49", "1 to 48 towns"]),
    ("towns.0.id", "lim erick", ['[[towns]] "lim erick": key "id"', "a-z, 0-9"]),
    ("towns.0.id", "limerick\n", ['[[towns]] "limerick\\n": key "id"', "a-z, 0-9"]),
    ("towns.0.id", GONE, ['[[towns]] row 1: key "id"', "is missing", "a-z, 0-9"]),
    ("towns.1.id", "limerick", [LIMERICK + 'key "id"', "rows 1 and 2"]),
    ("towns.0.region", "mide", [LIMERICK + 'key "region"', '"mide"', "munster, connaught"]),
    ("towns.0.colour", "white", [LIMERICK + 'key "colour"', '"white"', '"red", "blue" or "yellow"']),
    ("towns.0.lat", 91, [LIMERICK + 'key "lat"', "is 91", "-90 to 90"]),
    ("towns.0.lat", float("nan"), [LIMERICK + 'key "lat"', "is nan", "-90 to 90"]),
    ("towns.0.lon", float("inf"), [LIMERICK + 'key "lon"', "is inf", "-180 to 180"]),
    ("towns.0.size", 5, [LIMERICK + 'key "size"', "is not a key", "id, name, region"]),
    ("towns.0", 5, ["[[towns]] row 1: is 5", "a table with the keys id, name"]),
    # roads
    ("roads.0.a", "camelot", ['[[roads]] "camelot" - "knowth": key "a"', "no town"]),
    ("roads.0.b", "camelot", ['[[roads]] "tara" - "camelot": key "b"', "no town"]),
    ("roads.0.b", "tara", ['[[roads]] "tara" - "tara": key "b"', "another town"]),
    ("roads.0.b", "dublin", ['[[roads]] "tara" - "dublin"', "same towns as row 1", "row 7"]),
    ("roads.0.a", GONE, ['[[roads]] row 1: key "a"', "is missing"]),
    # marriages, the Princess, Vikings
    ("marriages.6", GONE, ["[[marriages]]: is a list of 6", "7 ordinary marriages"]),
    ("marriages.0.id", "M", ['[[marriages]] "M": key "id"', "a-z, 0-9"]),
    ("marriages.1.id", "m_munster", ['[[marriages]] "m_munster": key "id"', "rows 1 and 2"]),
    ("marriages.0.town_in", "mumu", ['"m_munster": key "town_in"', '"mumu"', 'must be "" or one of']),
    ("marriages.0.points", -1, ['[[marriages]] "m_munster": key "points"', "from 0 to 1000"]),
    ("marriages.0.renown", -1, ['[[marriages]] "m_munster": key "renown"', "from 0 to 1000"]),
    ("princess.id", "m_meath", ['[princess]: key "id"', '"m_meath"', "of her own"]),
    ("princess.options", ["trade", "spurn"], ['[princess]: key "options"', '["support", "trade", "spurn"]']),
    ("princess.spurn_points", -4, ['[princess]: key "spurn_points"', "from 0 to 1000"]),
    ("vikings.0", GONE, ["[[vikings]]: is a list of 6", "7 Viking cards"]),
    ("vikings.0.id", "v2", ['[[vikings]] "v2": key "id"', "rows 1 and 2"]),
    ("vikings.0.strength", -1, ['[[vikings]] "v1": key "strength"', "from 0 to 1000"]),
    # track
    ("track", DOCUMENT["track"][:1], ["[[track]]: is a list of 1;", "2 to 16 spaces"]),
    ("track", DOCUMENT["track"] * 2, ["[[track]]: is a list of 20", "2 to 16 spaces"]),
    ("track.1.space", 3, ['[[track]] space 3: key "space"', "in row 2", "must be 2"]),
    ("track.2.reward", ["step"], ['[[track]] space 3: key "reward"', '"step"', "coin, renown, any_town"]),
    ("track.2.reward", ["gold"], ['[[track]] space 3: key "reward"', '"gold"', "no symbol"]),
    ("track.2.reward", ["coin"] * 11, ['[[track]] space 3: key "reward"', "a list of 11", "at most 10"]),
    ("track.9.reward", ["coin"], ['[[track]] space 10: key "reward"', "top space", "must be []"]),
    # cards
    ("cards.24", GONE, ["[[cards]]: is a list of 24", "25 cards"]),
    ("cards.6.value", 8, ['[[cards]] value 8: key "value"', "in row 7", "must be 7"]),
    ("cards.6.value", 26, ['[[cards]] value 26: key "value"', "from 1 to 25"]),
    ("cards.6.value", "seven", ['[[cards]] row 7: key "value"', "from 1 to 25"]),
    ("cards.6.colour", "blue", [CARD_7 + 'key "colour"', 'is "blue"', 'must be "yellow"']),
    ("cards.6.colour", "green", [CARD_7 + 'key "colour"', 'is "green"', '"white"']),
    ("cards.6.primary", ["coin"], [CARD_7 + 'key "primary": begins with "coin"; it must begin with "town"']),
    ("cards.6.primary", [], [CARD_7 + 'key "primary"', "is an empty list", "1 to 10 symbols"]),
    (
        "cards.6.primary",
        ["town"] * 2,
        [CARD_7 + 'key "primary"', "out of its place", "only at its beginning"],
    ),
    ("cards.6.primary", ["town", *["coin"] * 10], [CARD_7 + 'key "primary"', "a list of 11", "1 to 10"]),
    (
        "cards.6.primary",
        ["town", "any_town"],
        [CARD_7 + 'key "primary"', '"any_town"', "not appear on cards"],
    ),
    ("cards.6.secondary_1", ["points"], [CARD_7 + 'key "secondary_1"', '"points"', "not appear on cards"]),
    ("cards.6.secondary_1", ["gold"], [CARD_7 + 'key "secondary_1"', '"gold"', "no symbol", "coin, pay"]),
    ("cards.6.secondary_1", ["coin", 5], [CARD_7 + 'key "secondary_1"', "element 2 is 5", "text"]),
    ("cards.6.secondary_1", GONE, [CARD_7 + 'key "secondary_1"', "is missing", "1 to 10 symbols"]),
    ("cards.6.secondary_2", GONE, [CARD_7 + 'key "secondary_2"', "is missing", "white (royal)"]),
    ("cards.6.secondary_2", ["town"], [CARD_7 + 'key "secondary_2"', "primary action alone"]),
    ("cards.20.secondary_2", [], ['[[cards]] value 21: key "secondary_2"', "empty list", "1 to 10"]),
    # setup
    ("setup.coins", -1, ['[setup]: key "coins"', "from 0 to 1000"]),
    ("setup.players.2", GONE, ["[[setup.players]]: is a list of 2", "3 rows"]),
    ("setup.players.2.players", 4, ['[[setup.players]] players 4: key "players"', "appears 2 times"]),
    ("setup.players.2.players", 6, ['[[setup.players]] players 6: key "players"', "3, 4 or 5"]),
    ("setup.players.1.hand", 7, ['[[setup.players]] players 4: key "hand"', "28 cards", "at most 6"]),
    ("setup.players.1.hand", 5, ['[[setup.players]] players 4: key "hand"', "leaves 5 cards over", "must be 6"]),
    ("setup.players.1.hand", 1, ['[[setup.players]] players 4: key "hand"', "from 2 to 8"]),
    ("setup.players.1.marriages", 0, ['[[setup.players]] players 4: key "marriages"', "from 1 to 6"]),
    ("setup.players.1.marriages", 7, ['[[setup.players]] players 4: key "marriages"', "from 1 to 6"]),
    ("setup.players.1.rounds", 5, ['[[setup.players]] players 4: key "rounds"', "marriages + 1 = 4"]),
    ("setup.players.1.rounds", 8, ['[[setup.players]] players 4: key "rounds"', "from 2 to 7"]),
    # costs, components, scoring
    ("costs.expand", 0, ['[costs]: key "expand"', "from 1 to 1000"]),
    ("costs.extra_step", 0, ['[costs]: key "extra_step"', "from 1 to 1000"]),
    ("costs.no_coin", -1, ['[costs]: key "no_coin"', "from 0 to 1000"]),
    ("components.claim", "8", ['[components]: key "claim"', 'is "8"', "from 0 to 1000"]),
    ("scoring.region_count.8", 6, ['[scoring]: key "region_count"', "6 for 8 regions", "must not fall"]),
    ("scoring.region_count.0", -1, ['[scoring]: key "region_count"', "element 1 is -1", "from 0"]),
    ("scoring.region_count", [0] * 8, ['[scoring]: key "region_count"', "a list of 8", "9 numbers"]),
    ("scoring.tie_on_claim", "half", ['[scoring]: key "tie_on_claim"', 'must be "half, rounded down"']),
    ("scoring.per_renown", 10**30, ['[scoring]: key "per_renown"', "a huge number", "from 0 to 1000"]),
    # where values come from
    ("regions.1.attested", ["colour"], ['"connaught": key "attested"', '"colour"', "name, threshold"]),
    ("cards.20.attested", ["secondary_2"], ['value 21: key "attested"', '"secondary_2"', "primary"]),
    ("roads.0.evidence", 5, ['[[roads]] "tara" - "knowth": key "evidence"', "text in quotes"]),
    ("towns.0.note", ["x"], [LIMERICK + 'key "note"', "a list of 1", "text in quotes"]),
]


@pytest.mark.parametrize(
    ("path", "value", "parts"), ONE_VALUE, ids=[f"{row[0]}-{n}" for n, row in enumerate(ONE_VALUE)]
)
def test_one_broken_promise_is_told_with_table_row_key_and_what_would_be_right(path, value, parts):
    steps = [int(step) if step.isdigit() else step for step in path.split(".")]
    message = complaint(broken(steps, value))
    position = 0
    for part in parts:
        assert part in message[position:], message
        position = message.index(part, position) + len(part)


RECORDS = [
    *[([table, 0], f"[[{table}]] ") for table in DOCUMENT if isinstance(DOCUMENT[table], list)],
    *[([table], f"[{table}]: ") for table in DOCUMENT if isinstance(DOCUMENT[table], dict)],
    (["setup", "players", 0], "[[setup.players]] players 3: "),
]


@pytest.mark.parametrize(("path", "where"), RECORDS, ids=[row[1] for row in RECORDS])
def test_every_record_says_where_its_values_come_from(path, where):
    for value, wrong in ((GONE, "is missing"), ("guessed", 'is "guessed"')):
        message = complaint(broken([*path, "provenance"], value))
        assert where in message
        assert 'key "provenance": ' + wrong in message
        assert '"rulebook", "reconstructed" or "transcribed"' in message
    message = complaint(broken([*path, "attested"], ["crown"]))
    assert where in message
    assert 'key "attested": names "crown"' in message


def test_a_region_without_towns():
    document = copy.deepcopy(DOCUMENT)
    document["towns"] = [town for town in document["towns"] if town["region"] != "ossory"]
    message = complaint(document)
    assert '[[regions]] "ossory"' in message
    assert "at least one" in message


def test_a_road_twice_in_the_other_direction():
    document = copy.deepcopy(DOCUMENT)
    document["roads"].append({"a": "knowth", "b": "tara", "provenance": "transcribed"})
    assert '[[roads]] "knowth" - "tara": joins the same towns as row 1' in complaint(document)


@pytest.mark.parametrize("document", [5, [], {}, {5: 5}, {**DOCUMENT, 5: 5}, {**DOCUMENT, "\ud800": 5}, None])
def test_what_is_no_edition_at_all(document):
    complaint(document)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe", "not UTF-8 at byte 0"),
        (b"id = ", "not valid TOML"),
        (b"id = 1\nid = 2", "not valid TOML"),
        (b"x = " + b"[" * 100_000, "not valid TOML"),
        (b"x = " + b"9" * 10_000, "not valid TOML"),
        (b"", 'key "format": is missing'),
    ],
    ids=["utf-8", "syntax", "key twice", "deep", "long", "empty"],
)
def test_files_that_cannot_be_parsed(tmp_path, content, words):
    path = tmp_path / "small.toml"
    path.write_bytes(content)
    with pytest.raises(EditionError, match=words) as caught:
        load_edition(path)
    assert str(caught.value).startswith(str(path))


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(EditionError, match="no such file"):
        load_edition(tmp_path / "small.toml")
    with pytest.raises(EditionError, match="is a directory"):
        load_edition(tmp_path)
    with pytest.raises(EditionError, match="cannot be read"):
        load_edition("a\0.toml")
    with pytest.raises(EditionError, match=r'"small": is not known; .*"reconstructed" \(id "boru-reconstructed"\)'):
        load_edition("small")
    with pytest.raises(EditionError, match="is 5; it must be a name, a path or an Edition"):
        load_edition(5)
    assert issubclass(EditionError, BoruError)
    assert issubclass(BoruError, ValueError)
