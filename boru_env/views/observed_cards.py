"""What a seat sees of the action cards: its own, those on the table, and what it recalls of the draft.

No branches: where 25 cards lie is as good as random, and each wrong guess of the processor costs more than a few
needless steps.
"""

import itertools

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import MAX_SEATS, NUM_CARDS
from boru_env.rules import state as st
from boru_env.rules.compiled import State, compiled
from boru_env.views import offsets as at
from boru_env.views.layout import MAX_PASSES
from boru_env.views.vectors import Vector, seat_at

NUM_PLACES = 64


def _card_rows() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """Give by (num_players - 3, seat, place of a card): where its row begins, and 1 if the seat sees it there."""
    rows = np.full((3, MAX_SEATS, NUM_PLACES), at.HAND, np.uint16)
    shown = np.zeros((3, MAX_SEATS, NUM_PLACES), np.uint8)
    own = {st.HAND: at.HAND, st.SELECTED: at.SELECTED, st.PACK: at.PACK, st.UNPLAYED: at.UNPLAYED}
    for n, seat, place in itertools.product((3, 4, 5), range(MAX_SEATS), range(NUM_PLACES)):
        zone, owner = place - place % 8, place % 8
        side = (owner - seat) % n if owner < n else MAX_SEATS
        row = own.get(zone) if owner == seat else None
        if zone == st.PLAYED and owner < n:
            row = at.TRICK + side * NUM_CARDS
        elif zone == st.DISCARDED:
            row = at.PLAYED + side * NUM_CARDS
        if row is not None:
            rows[n - 3, seat, place], shown[n - 3, seat, place] = row, 1
    return rows, shown


CARD_ROWS, CARD_SHOWN = _card_rows()

SIZE_BITS = 4
"""The sizes of 15 hands, selections and packs are counted in one number, 4 bits each: no hand is larger than 8."""
CARD_COUNTS = np.array(
    [
        1 << SIZE_BITS * (MAX_SEATS * (place // 8 - 1) + place % 8)
        if st.HAND <= place < st.PLAYED and place % 8 < MAX_SEATS
        else 0
        for place in range(NUM_PLACES)
    ],
    np.uint64,
)


@compiled
def fill_cards(s: State, seat: int, out: Vector) -> None:
    """Fill the seat's own cards, the cards played, and the sizes of all hands.

    Unsigned indices save a look for negative ones.
    """
    n = int(s["num_players"])
    rows, shown, places = CARD_ROWS[n - 3, seat], CARD_SHOWN[n - 3, seat], s["card_place"]
    sizes = np.uint64(0)
    for card in range(np.uint64(NUM_CARDS)):
        place = np.uint64(places[card])
        out[np.uint64(rows[place]) + card] = shown[place]
        sizes += CARD_COUNTS[place]
    for side in range(n):
        other = seat_at(s, seat, side)
        out[at.HAND_SIZE + side] = size_of(sizes, other)
        out[at.SELECTED_SIZE + side] = size_of(sizes, MAX_SEATS + other)
        out[at.PACK_SIZE + side] = size_of(sizes, 2 * MAX_SEATS + other)


@compiled
def size_of(sizes: np.uint64, index: int) -> int:
    """Give one of the sizes counted by `CARD_COUNTS`."""
    return int(sizes >> np.uint64(SIZE_BITS * index)) & (1 << SIZE_BITS) - 1


@compiled
def recall_draft(s: State, seat: int, out: Vector) -> None:
    """Fill which cards the seat picked and passed on, and at which selection.

    The pack that the seat holds at selection k was dealt k - 1 places to its right.
    """
    n, now = int(s["num_players"]), int(s["draft_step"])
    origins, picks = s["card_origin"], s["card_pick"]
    origin = int(seat)
    for step in range(1, MAX_PASSES + 2):
        recall_pick(out, origins, picks, origin, step)
        if step <= MAX_PASSES and step < now:
            recall_pass(out, origins, picks, origin, step)
        origin = origin - 1 if origin > 0 else n - 1


@compiled
def recall_pick(
    out: Vector, origins: npt.NDArray[np.int8], picks: npt.NDArray[np.int8], origin: int, step: int
) -> None:
    """Fill which cards of a pack were taken at a selection."""
    start = at.PICKED + (step - 1) * NUM_CARDS
    row, sought, pick = out[start : start + NUM_CARDS], np.int8(origin), np.int8(step)
    for card in range(len(row)):
        row[card] = np.uint8((origins[card] == sought) & (picks[card] == pick))


@compiled
def recall_pass(
    out: Vector, origins: npt.NDArray[np.int8], picks: npt.NDArray[np.int8], origin: int, step: int
) -> None:
    """Fill which cards of a pack were left after a selection."""
    start = at.PASSED + (step - 1) * NUM_CARDS
    row, sought, pick = out[start : start + NUM_CARDS], np.int8(origin), np.int8(step)
    for card in range(len(row)):
        row[card] = np.uint8((origins[card] == sought) & ((picks[card] == 0) | (picks[card] > pick)))
