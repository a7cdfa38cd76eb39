"""A saved game: the bytes of its state, with what tells a damaged or foreign file."""

import hashlib
import os

import msgspec
import numpy as np

from boru_env.editions import Edition, load_edition
from boru_env.errors import StateError, brief
from boru_env.rules.compiled import Records
from boru_env.rules.state import STATE
from boru_env.views.checks import load_named

FORMAT = "boru-game/1"

_LAYOUT = hashlib.sha256(repr(STATE.descr).encode()).hexdigest()[:16]


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    edition: str
    edition_sha256: str
    layout: str
    sha256: str
    state: bytes


def encode(edition: Edition, states: Records) -> bytes:
    """Give the save of a game.

    Args:
        edition: the game's edition, which is named but not kept.
        states: (1,) `STATE`.
    """
    state = states.tobytes()
    digest = hashlib.sha256(state).hexdigest()
    return msgspec.msgpack.encode(_Saved(FORMAT, edition.id, edition.sha256, _LAYOUT, digest, state))


def decode(data: bytes, edition: str | os.PathLike[str] | Edition | None) -> tuple[Edition, Records]:
    """Give edition and state, (1,) `STATE`, of a save.

    Args:
        data: what `encode` gave.
        edition: the edition; None: the shipped one that the save names.

    Raises:
        StateError: the bytes are no saved game, damaged, or of another edition or version.
        EditionError: there is no such edition.
    """
    try:
        saved = msgspec.msgpack.decode(data, type=_Saved)
    except (msgspec.DecodeError, UnicodeError, RecursionError, TypeError) as error:
        raise StateError(f"saved game: {error}; it must be what Game.to_bytes gave") from None
    if saved.format != FORMAT or saved.layout != _LAYOUT:
        raise StateError(
            f"saved game: is {brief(saved.format)}, layout {brief(saved.layout)}; it must be {FORMAT}, {_LAYOUT}"
        )
    loaded = load_named("saved game", saved.edition) if edition is None else load_edition(edition)
    if saved.edition_sha256 != loaded.sha256:
        raise StateError(f"saved game: was made with edition {brief(saved.edition)}, which differs from {loaded!r}")
    if len(saved.state) != STATE.itemsize or hashlib.sha256(saved.state).hexdigest() != saved.sha256:
        raise StateError("saved game: the state is damaged; its checksum does not fit")
    return loaded, np.frombuffer(saved.state, STATE).copy()
