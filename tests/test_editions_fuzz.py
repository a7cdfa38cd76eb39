"""No file crashes the loader: random changes of an edition give an edition or an EditionError."""

import copy
import tomllib
from importlib.resources import files

from hypothesis import given, settings
from hypothesis import strategies as st

from boru_env.editions import EditionError, load_edition, parse_edition

TEXT = (files("boru_env.editions") / "data" / "reconstructed.toml").read_bytes()
DOCUMENT = tomllib.loads(TEXT.decode())

VALUES = st.one_of(
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
        return str(error)
    return ""


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


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.data())
def test_random_changes_of_the_document_give_an_edition_or_an_edition_error(data):
    document = copy.deepcopy(DOCUMENT)
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(data.draw, document)
    message = outcome(lambda: parse_edition(document, "small.toml"))
    assert not message or message.startswith("small.toml: ")


@settings(derandomize=True, deadline=None, max_examples=60)
@given(start=st.integers(0, 31_000), length=st.integers(0, 40), new=st.binary(max_size=8) | st.text(max_size=4))
def test_random_changes_of_the_text_give_an_edition_or_an_edition_error(tmp_path_factory, start, length, new):
    path = tmp_path_factory.getbasetemp() / "small.toml"
    new = new if isinstance(new, bytes) else new.encode("utf-8", "surrogatepass")
    path.write_bytes(TEXT[:start] + new + TEXT[start + length :])
    message = outcome(lambda: load_edition(path))
    assert not message or message.startswith(str(path))
