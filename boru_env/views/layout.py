"""The layout of the observation: one table, from which spaces, offsets, names and docs come.

Every seat-valued thing is relative to the observing seat: 0 is itself, 1 its left neighbour, and so on
clockwise; seats that do not exist are zero. All values are float32 in [0, 1].

Encodings:

- `one-hot`: along the last axis, one 1 at most; all zero means "none".
- `flags`: 1 = yes.
- `ratio h`: a count x >= 0 as x / (x + h). It never saturates in practice: with float32 all counts up to
  10,000 stay apart.
- `share m`: a count 0..m as x / m.
"""

from dataclasses import dataclass
from math import prod

from boru_env.editions.tables import (
    MAX_SEATS,
    MAX_SPACES,
    MAX_SYMBOLS,
    MAX_TOWNS,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_MARRIAGES,
    NUM_REGIONS,
    NUM_VIKINGS,
)
from boru_env.rules.state import MAX_ROUNDS, NUM_PHASES

MAX_HAND = 8
"""The largest hand: 25 cards among 3 players (D1)."""

MAX_PASSES = 3
"""A pack of 8 is passed on three times (D2)."""


@dataclass(frozen=True, slots=True)
class Field:
    """One named piece of a vector.

    Attributes:
        name: its name.
        shape: its shape; the vector holds it flat, last axis fastest.
        encoding: `"one-hot"`, `"flags"`, `"ratio"` or `"share"`.
        meaning: what it says, with the rule it comes from.
        scale: h of `ratio`, m of `share`; 1 otherwise.
    """

    name: str
    shape: tuple[int, ...]
    encoding: str
    meaning: str
    scale: int = 1

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return prod(self.shape)


_SEATS = (MAX_SEATS,)
_CARDS = (NUM_CARDS,)
_TOWNS = (MAX_TOWNS,)

FIELDS = (
    Field("phase", (NUM_PHASES,), "one-hot", "what is asked, in the order of PHASE_NAMES"),
    Field("round", (MAX_ROUNDS + 1,), "one-hot", "0 while the first discs are placed (S5), then 1.."),
    Field("rounds_left", (MAX_ROUNDS + 1,), "one-hot", "rounds after this one (P2)"),
    Field("seat_exists", _SEATS, "flags", "seats of this game (S1)"),
    Field("seat_to_act", _SEATS, "one-hot", "whose decision it is; none at the end"),
    Field("marker", _SEATS, "one-hot", "holder of the active town marker (T2)"),
    Field("trick_winner", _SEATS, "one-hot", "winner of the trick, once all have played (T4)"),
    Field("taker", _SEATS, "one-hot", "who took this round's marriage card, until M5 is done (M1)"),
    Field("victim", _SEATS, "one-hot", "whose town is lost while one is chosen (B2)"),
    Field("church_leader", (1,), "flags", "a monastery is asked for the lead (C1), not for four discs (C4)"),
    Field("acting_card", _CARDS, "one-hot", "the card being resolved (T5)"),
    Field("acting_row", (3,), "one-hot", "its row: primary, upper, lower (T5)"),
    Field("position", (MAX_SYMBOLS + 1,), "one-hot", "symbols of the row (A) or rewards (M5) already done"),
    Field("active_town", _TOWNS, "one-hot", "the active town (T2)"),
    Field("battle_area", (1,), "ratio", "raiders in the battle area (P1)", 8),
    Field("marriage_card", (NUM_MARRIAGES,), "one-hot", "the card on offer (P2); the last is the Princess"),
    Field("marriages_seen", (NUM_MARRIAGES,), "flags", "cards revealed so far (P2)"),
    Field("vikings_seen", (NUM_VIKINGS,), "flags", "Viking cards revealed so far (P1)"),
    Field("princess", (2,), "one-hot", "what the Princess's holder chose: support, trade (M4)"),
    Field("coins", _SEATS, "ratio", "coins (A2)", 8),
    Field("renown", _SEATS, "ratio", "renown tokens (A4)", 4),
    Field("points", _SEATS, "ratio", "the score track", 32),
    Field("raiders", _SEATS, "ratio", "raiders taken (A6)", 4),
    Field("church", _SEATS, "ratio", "discs in the church area (A5)", 4),
    Field("space", (MAX_SEATS, MAX_SPACES), "one-hot", "space on the marriage track, the first is 0 (A7)"),
    Field("hand_size", _SEATS, "share", "cards in hand", MAX_HAND),
    Field("selected_size", _SEATS, "share", "cards selected in the draft (D2)", MAX_HAND),
    Field("pack_size", _SEATS, "share", "cards of the pack being drafted from (D2)", MAX_HAND),
    Field("marriages", (MAX_SEATS, NUM_MARRIAGES), "flags", "marriage cards held (M1)"),
    Field("claim_face_up", (NUM_REGIONS,), "flags", "claim tokens turned face up (R2)"),
    Field("claim_holder", (NUM_REGIONS, MAX_SEATS), "one-hot", "holder of the token; none: on the board (R3)"),
    Field("town_disc", (MAX_SEATS, MAX_TOWNS), "flags", "towns where a disc of the seat lies"),
    Field("town_viking", _TOWNS, "flags", "Viking control token on the disc (B1)"),
    Field("town_monastery", _TOWNS, "flags", "monastery (C1)"),
    Field("hand", _CARDS, "flags", "own hand"),
    Field("selected", _CARDS, "flags", "own selected cards (D2)"),
    Field("pack", _CARDS, "flags", "own pack to select from (D2)"),
    Field("unplayed", _CARDS, "flags", "own card discarded unplayed (T1)"),
    Field("picked", (MAX_PASSES + 1, NUM_CARDS), "flags", "recall: own picks by selection of this round's draft"),
    Field("passed", (MAX_PASSES, NUM_CARDS), "flags", "recall: cards passed to the left after each selection"),
    Field("trick", (MAX_SEATS, NUM_CARDS), "flags", "the card in the trick, not resolved yet (T3)"),
    Field(
        "played",
        (MAX_SEATS + 1, NUM_CARDS),
        "flags",
        "recall: cards played and resolved this round; last row: by whom is not known (set-up positions)",
    ),
    Field(
        "void",
        (MAX_SEATS, NUM_COLOURS),
        "flags",
        "recall: colours (red, blue, yellow, white) of which the seat showed this round that it holds no card (T8)",
    ),
)
"""The observation of one seat, in order."""

OBSERVATION_SIZE = sum(field.size for field in FIELDS)

HIDDEN_FIELDS = (
    Field("hands", (MAX_SEATS, NUM_CARDS), "flags", "all hands"),
    Field("selections", (MAX_SEATS, NUM_CARDS), "flags", "all selected cards"),
    Field("packs", (MAX_SEATS, NUM_CARDS), "flags", "all packs"),
    Field("all_unplayed", (MAX_SEATS, NUM_CARDS), "flags", "all cards discarded unplayed"),
    Field("set_aside", _CARDS, "flags", "the card set aside (D1)"),
    Field("marriage_pile", (MAX_ROUNDS, NUM_MARRIAGES), "one-hot", "the pile by round"),
    Field("viking_deck", (MAX_ROUNDS, NUM_VIKINGS), "one-hot", "the Viking deck by round"),
)
"""What the full state for centralised critics has behind the observation of seat 0."""

FULL_STATE_FIELDS = FIELDS + HIDDEN_FIELDS
FULL_STATE_SIZE = sum(field.size for field in FULL_STATE_FIELDS)


def offsets(fields: tuple[Field, ...]) -> dict[str, slice]:
    """Give the slice of each field in the vector."""
    slices = {}
    start = 0
    for field in fields:
        slices[field.name] = slice(start, start + field.size)
        start += field.size
    return slices


def offset(name: str) -> int:
    """Give where a field begins, in the observation or in the full state."""
    return int(offsets(FULL_STATE_FIELDS)[name].start)


def scale(name: str) -> int:
    """Give the h of a `ratio`, or the m of a `share`."""
    return next(field.scale for field in FIELDS if field.name == name)


def field_table(fields: tuple[Field, ...] = FIELDS) -> str:
    """Give the layout as a Markdown table: slice, name, shape, encoding, meaning."""
    lines = ["| slice | name | shape | encoding | meaning |", "|---|---|---|---|---|"]
    slices = offsets(fields)
    for field in fields:
        where = slices[field.name]
        encoding = field.encoding + (f" {field.scale}" if field.encoding in ("ratio", "share") else "")
        shape = " x ".join(str(length) for length in field.shape)
        lines.append(f"| {where.start}:{where.stop} | `{field.name}` | {shape} | {encoding} | {field.meaning} |")
    return "\n".join(lines)
