"""Random play: each legal action equally likely, drawn from the counter-based generator of the game."""

import numpy as np
import numpy.typing as npt

from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.chance import philox
from boru_env.rules.compiled import Records, compiled
from boru_env.rules.engine import begin, draw_deal, fill_mask, perform, run_on
from boru_env.rules.state import GAME_OVER

Key = npt.NDArray[np.uint32]
"""(2,) uint32."""

Words = npt.NDArray[np.uint64]
"""Masks whose flags are read eight at a time: `mask.view(np.uint64)`."""

ACTION_STREAM = np.uint64(0x80000000)
"""Random actions are drawn from counters with this bit set, deals from counters without it."""

ONES = np.uint64(0x0101010101010101)
HIGH_BITS = np.uint64(0x8080808080808080)
BYTE = np.uint64(8)


@compiled
def pick_uniform(words: Words, key: Key, high: int, low: int) -> int:
    """Pick one of the legal actions, each equally likely, by the generator's word of (high, low).

    Args:
        words: (10,) uint64, the mask's 80 flags, at least one of them 1.
        key: (2,) uint32.
        high: the counter's second word.
        low: the counter's first word.
    """
    legal = np.uint64(0)
    for index in range(len(words)):
        legal += running_counts(words[index]) >> np.uint64(56)
    word = philox(np.uint64(key[0]) ^ ACTION_STREAM, np.uint64(high) ^ np.uint64(key[1]), np.uint64(low))
    return find_legal(words, (word * legal) >> np.uint64(32))


@compiled
def running_counts(word: np.uint64) -> np.uint64:
    """Give, in every byte, how many of this byte and the lower ones are 1. Eight flags in three steps."""
    word += word << BYTE
    word += word << np.uint64(16)
    word += word << np.uint64(32)
    return word


@compiled
def find_legal(words: Words, rank: np.uint64) -> int:
    """Give the action with so many legal ones before it. No branches: the answer is as good as random."""
    passed = 0
    count, before = np.uint64(0), np.uint64(0)
    for index in range(len(words)):
        count += running_counts(words[index]) >> np.uint64(56)
        is_passed = count <= rank
        passed += int(is_passed)
        before = count if is_passed else before
    # A byte's high bit: its running count is above the rank, so that the action lies there or before.
    reached = ((running_counts(words[passed]) | HIGH_BITS) - (rank - before + np.uint64(1)) * ONES) & HIGH_BITS
    later = running_counts(reached >> np.uint64(7)) >> np.uint64(56)
    return 8 * passed + 8 - int(np.int64(later))


@compiled
def pick_rows(
    masks: npt.NDArray[np.int8], first: int, last: int, key: Key, step: int, actions: npt.NDArray[np.int64]
) -> None:
    """Pick a legal action in every row, each equally likely."""
    words = masks.view(np.uint64)
    for i in range(first, last):
        actions[i] = pick_uniform(words[i], key, i, step)


@compiled
def play_out(tables: Records, states: Records, i: int, key: Key, number: int) -> int:
    """Play row `i` at random to its end; give how many decisions that took.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`.
        i: row, at a decision or over.
        key: (2,) uint32, of the random actions.
        number: which play-out of this key.
    """
    t, s = tables[0], states[i]
    mask = np.empty(NUM_ACTIONS, np.int8)
    words = mask.view(np.uint64)
    decisions = 0
    while s["phase"] != GAME_OVER:
        fill_mask(t, s, mask)
        perform(t, s, pick_uniform(words, key, number, decisions))
        run_on(t, s)
        decisions += 1
    return decisions


@compiled
def play_games(tables: Records, states: Records, num_players: int, key: Key, first: int, count: int) -> int:
    """Deal and play so many random games in row 0, numbered from `first` on; give how many decisions they took."""
    deal = np.empty(2, np.uint32)
    decisions = 0
    for number in range(first, first + count):
        deal[0] = key[0]
        deal[1] = number
        draw_deal(tables, states, 0, num_players, deal)
        begin(tables, states, 0)
        decisions += play_out(tables, states, 0, key, number)
    return decisions
