"""Editions: what is printed on the board and the cards of a copy of the game, as TOML data.

The package ships "reconstructed" (see the head of `data/reconstructed.toml`: the rulebooks state the
rules in words, but board and cards only in pictures). To play with the values of your own copy, or with a
board of your own invention:

1. Copy `boru_env/editions/data/reconstructed.toml`. Keep its keys; give it another `id` and `name`.
2. Change the values. The comments over each table say what its keys mean, and the docstrings of
   `boru_env.editions.schema` give their ranges. Set `provenance = "transcribed"` on each record that you
   have checked against a printed copy.
3. Load it by its path. Whatever breaks a promise of the format is told by file, table, row and key, with
   what would be right:

       >>> edition = load_edition("my-copy.toml")  # doctest: +SKIP
       EditionError: my-copy.toml: [[cards]] value 7: key "primary": begins with "coin"; it must begin
       with "town"

   Every environment takes the path, or the `Edition`, as its option `edition`.
4. To ship it, put the file into `boru_env/editions/data/`; its stem is then its name. Nothing else changes.

What an edition cannot change are the numbers that the rules are made of: 8 regions, 25 action cards with
the colour of each value, 7 ordinary marriages and the Princess, 7 Vikings, at most 48 towns and 16 spaces.
"""

from boru_env.editions.load import (
    Edition,
    available_editions,
    edition_sha256,
    load_edition,
    parse_edition,
)
from boru_env.editions.tables import TABLES, compile_tables
from boru_env.errors import EditionError

__all__ = [
    "TABLES",
    "Edition",
    "EditionError",
    "available_editions",
    "compile_tables",
    "edition_sha256",
    "load_edition",
    "parse_edition",
]
