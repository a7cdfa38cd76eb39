"""From a parsed TOML document to the structs of `schema`, with msgspec's complaints put in our words."""

from __future__ import annotations

import re
import types
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from boru_env.editions.messages import ROW_KEYS, Place, row_name, shown
from boru_env.editions.schema import EditionFile
from boru_env.errors import EditionError

_MISSING = re.compile(r"Object missing required field `(\w+)`")
_PATH = re.compile(r" - at `\$((?:\.\w+|\[\d+\])*)`\Z")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class _Spot(NamedTuple):
    """Where a msgspec path leads: the place, the key in it ("" = none), the value and its type."""

    place: Place
    key: str
    item: int | None  # the element of the key's list, from 0; None = the key's value as a whole
    value: Any
    hint: Any


def convert(document: Any, source: str) -> EditionFile:
    """Check the types, ranges and spellings of a document and turn it into structs.

    Args:
        document: what a TOML parser returned.
        source: the file's name, for messages.

    Returns:
        The edition file; what several values have to agree on is not checked yet.

    Raises:
        EditionError: names file, table, row and key, what is wrong and what would be right.
    """
    try:
        return msgspec.convert(document, EditionFile)
    except msgspec.ValidationError as error:
        raise _translate(str(error), document, source) from None
    except RecursionError:
        raise Place(source).error("is too deep; an edition is a table of tables of rows") from None
    except ValueError:  # msgspec has no words of its own for these
        what = "is a text of half characters or a number of thousands of digits; no key has either"
        raise Place(source).error(what, _odd_place(document)) from None


def _odd_place(value: Any, path: str = "") -> str:
    """Give the path of the first text of half characters or number of thousands of digits; "" if there is none."""
    if isinstance(value, dict):
        inner = [(name, f"{path}.{name}".lstrip(".")) for name in value]
        inner += [(value[name], there) for name, there in inner]
    elif isinstance(value, (list, tuple)):
        inner = [(element, f"{path}[{place}]") for place, element in enumerate(value, 1)]
    else:
        half = isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value)
        return path if half or (isinstance(value, int) and abs(value) >= 10**4000) else ""
    return next(filter(None, (_odd_place(element, there) for element, there in inner)), "")


def _translate(message: str, document: Any, source: str) -> EditionError:
    """One of msgspec's messages as ours."""
    if not isinstance(document, dict):
        return Place(source).error(f"is {shown(document)}; an edition is a table with text keys")
    path = _PATH.search(message)
    steps = [name or int(index) for name, index in _STEP.findall(path.group(1))] if path else []
    spot = _follow(steps, document, source)
    if missing := _MISSING.match(message):
        hint = _fields(spot.hint)[missing.group(1)]
        return spot.place.error(f"is missing; it must be {_words(hint)}", missing.group(1))
    if message.startswith("Object contains unknown field"):
        known = _fields(spot.hint)
        name = next(key for key in spot.value if key not in known)
        return spot.place.error(f"is not a key of the format; the keys here are {', '.join(known)}", name)
    if message.startswith("Expected `str` - at `key`"):
        return spot.place.error("has a key that is not text; keys are text")
    element = "" if spot.item is None else f"element {spot.item + 1} "
    return spot.place.error(f"{element}is {shown(spot.value)}; it must be {_words(spot.hint)}", spot.key)


def _follow(steps: list[str | int], document: Any, source: str) -> _Spot:
    """Walk a path through the document and the schema side by side."""
    spot = _Spot(Place(source), "", None, document, EditionFile)
    for step in steps:
        place = spot.place
        if isinstance(step, str):
            hint = _fields(spot.hint)[step]
            value = spot.value.get(step)
            table = f"{place.table}.{step}" if place.table else step
            if table in ROW_KEYS:
                spot = _Spot(Place(source, table), "", None, value, hint)
            elif _is_struct(hint):
                spot = _Spot(Place(source, step), "", None, value, hint)
            else:
                spot = _Spot(place, step, None, value, hint)
            continue
        value, hint = spot.value[step], get_args(_bare(spot.hint))[0]
        if _is_struct(hint):
            row = row_name(place.table, step, value)
            spot = _Spot(Place(source, place.table, row), "", None, value, hint)
        else:
            spot = _Spot(place, spot.key, step, value, hint)
    return spot


def _fields(struct: Any) -> dict[str, Any]:
    """The annotations of a struct by key, in the order in which a file gives them."""
    hints = get_type_hints(struct, include_extras=True)
    base = [key for key in ("provenance", "attested", "evidence", "note") if key in hints]
    return {key: hints[key] for key in [key for key in hints if key not in base] + base}


def _bare(hint: Any) -> Any:
    """A type without its Annotated and without `| None`."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    if isinstance(hint, types.UnionType) or (get_origin(hint) is not None and type(None) in get_args(hint)):
        return _bare(next(arg for arg in get_args(hint) if arg is not type(None)))
    return hint


def _is_struct(hint: Any) -> bool:
    """Whether the type is a table of the schema."""
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


def _words(hint: Any) -> str:
    """The end of "it must be ...": the description that the schema gives the type."""
    if _is_struct(hint):
        return f"a table with the keys {', '.join(_fields(hint))}"
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, msgspec.Meta) and extra.description:
                return extra.description
    return _words(next(arg for arg in get_args(hint) if arg is not type(None)))
