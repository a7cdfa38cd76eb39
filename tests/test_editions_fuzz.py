"""No file crashes the loader: random changes of an edition give an edition or an EditionError."""

import copy
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boru_env.editions import EditionError, load_edition, parse_edition
from boru_env.errors import brief
from strange import HUGE, paths_of, put

TEXT = (files("boru_env.editions") / "data" / "reconstructed.toml").read_bytes()
DOCUMENT = tomllib.loads(TEXT.decode())

VALUES = st.one_of(
    st.sampled_from([10**18, 10**5000, -(10**400), 2**63, 1e308, float("nan"), float("-inf"), "x" * 10**5, [[[]]] * 9]),
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "town", "red", "munster", "tara", "m_meath", "rulebook", "A b\n", "\ud800"]),
    st.lists(st.sampled_from(["coin", "town", "any_town", 3, None]), max_size=12),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.dates(),
)


def outcome(load):
    """The message of the EditionError, "" when there was none; every other exception is a failure."""
    try:
        load()
    except EditionError as error:
        message = str(error)
    else:
        message = ""
    assert len(message) < 1000, "nobody reads a message of that length"
    return message


def mutate(draw, document):
    """Walk to a random place of the document and replace, delete, repeat or add something there."""
    node = document
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = draw(st.sampled_from(keys))
        if not isinstance(node[key], (dict, list)) or not node[key] or draw(st.integers(0, 3)) == 0:
            break
        node = node[key]
    what = draw(st.sampled_from(["replace", "delete", "repeat", "add"]))
    if what == "replace":
        node[key] = draw(VALUES)
    elif what == "delete":
        del node[key]
    elif what == "repeat" and isinstance(node, list):
        node.insert(draw(st.integers(0, len(node))), copy.deepcopy(node[key]))
    elif isinstance(node, dict):
        node[draw(st.text(max_size=4) | st.integers())] = draw(VALUES)


@settings(derandomize=True, database=None, deadline=None, max_examples=150)
@given(st.data())
def test_random_changes_of_the_document_give_an_edition_or_an_edition_error(data):
    document = copy.deepcopy(DOCUMENT)
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(data.draw, document)
    message = outcome(lambda: parse_edition(document, "small.toml"))
    assert not message or message.startswith("small.toml: ")


@settings(derandomize=True, database=None, deadline=None, max_examples=60)
@given(start=st.integers(0, 31_000), length=st.integers(0, 40), new=st.binary(max_size=8) | st.text(max_size=4))
def test_random_changes_of_the_text_give_an_edition_or_an_edition_error(tmp_path_factory, start, length, new):
    path = tmp_path_factory.getbasetemp() / "small.toml"
    new = new if isinstance(new, bytes) else new.encode("utf-8", "surrogatepass")
    path.write_bytes(TEXT[:start] + new + TEXT[start + length :])
    message = outcome(lambda: load_edition(path))
    assert not message or message.startswith(str(path))


DEEP = tomllib.loads(f"x = {'[' * 60}{']' * 60}")["x"]
WRONG = [-1, 10**19, HUGE, float("nan"), True, "", "\ud800", "A b", [], {}, {"x": 1}, DEEP, None]
PATHS = [path for path in paths_of(DOCUMENT) if len(path) < 2 or path[1] in (0, 24) or isinstance(path[1], str)]


@pytest.mark.parametrize("value", WRONG, ids=brief)
def test_a_wrong_value_anywhere_is_told_by_table_and_key(value):
    for path in PATHS:
        document = copy.deepcopy(DOCUMENT)
        put(document, path, value)
        message = outcome(lambda document=document: parse_edition(document, "small.toml"))
        assert not message or message.startswith("small.toml: ")
        where = next(key for key in reversed(path) if isinstance(key, str))
        if message:
            assert str(path[0]) in message or where in message, (path, message)


def test_an_unknown_key_anywhere_is_told_by_name():
    for path in [(), *paths_of(DOCUMENT)]:
        document = copy.deepcopy(DOCUMENT)
        table = document
        for key in path:
            table = table[key]
        if isinstance(table, dict):
            table["surprise"] = 1
            message = outcome(lambda document=document: parse_edition(document, "small.toml"))
            assert message.startswith("small.toml: ")
            assert 'key "surprise": is not a key of the format' in message


NO_COIN = b"no_coin    = 2 "
TEXTS = {
    "not UTF-8 at byte 5": b"id = \xff",
    "not UTF-8 at byte 0": TEXT.decode().encode("utf-16"),
    "not valid TOML": b"[[cards]\n",
    "Cannot overwrite": b"id = 1\nid = 2\n",
    "not valid TOML: ": b"x = " + b"[" * 100_000,
    "is missing": b"",
    "not a key of the format": TEXT + b"\n[surprise]\n",
    "a huge number": TEXT.replace(NO_COIN, b"no_coin = " + b"9" * 400, 1),
    "is nan": TEXT.replace(NO_COIN, b"no_coin = nan", 1),
    "is 0.5": TEXT.replace(NO_COIN, b"no_coin = 0.5", 1),
    "not valid TOML: Exceeds": TEXT.replace(NO_COIN, b"no_coin = " + b"9" * 5000, 1),
    "setup.players[1].players": TEXT.replace(b"players    = 3", b"players = 0x" + b"f" * 5000, 1),
}


@pytest.mark.parametrize("said", TEXTS)
def test_a_file_that_is_no_edition_is_refused_by_name_and_stays_as_it_was(tmp_path, said):
    path = tmp_path / "small.toml"
    path.write_bytes(TEXTS[said])
    message = outcome(lambda: load_edition(path))
    assert message.startswith(f"{path}: ")
    assert said in message
    assert path.read_bytes() == TEXTS[said]


@settings(derandomize=True, database=None, deadline=None, max_examples=60)
@given(content=st.binary(max_size=80) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_other_file_is_refused(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "other.toml"
    path.write_bytes(content)
    assert outcome(lambda: load_edition(path)).startswith(f"{path}: ")
