"""S6: nothing runs out, and no count wraps where a narrower number would."""

import numpy as np
import pytest

from boru_env.rules import state as st
from boru_env.rules.upkeep import battle
from rule import rule
from table import at_step, resolving, run, step_only, table

COUNTS = (*range(126, 131), *range(254, 261), *range(32766, 32771))


@rule("S6")
@pytest.mark.parametrize("count", COUNTS)
def test_one_more_of_everything_is_taken_at_any_count(count):
    counts = [count, 3, 3, 3]
    rows = [
        (3, 1, {"coins": counts}, {"players[0].coins": (count, count + 4)}),
        (21, 1, {"renown": counts}, {"players[0].renown": (count, count + 1)}),
        (25, 2, {"church": counts, "coins": [0] * 4}, {"players[0].church": (count, count + 2)}),
        (
            18,
            2,
            {"raiders": counts, "coins": [0] * 4, "battle_area": count},
            {"players[0].raiders": (count, count + 2)},
        ),
    ]
    for card, row, fields, expected in rows:
        changed = run(resolving(card, row, marker=0, **fields))
        assert changed.pop("players[0].played") == (card, None)
        assert changed.pop("discarded")
        assert changed == expected | ({"battle_area": (count, count - 2)} if card == 18 else {})
    game = at_step(4, st.STEP_SPOILS, raiders=[count, 0, 0, 0], renown=counts, points=counts)
    assert step_only(game, battle.share_spoils) == {
        "players[0].raiders": (count, 0),
        "players[0].renown": (count, count + 1),
        "players[0].points": (count, 2 * count + 1),
    }


@rule("S6")
@pytest.mark.parametrize("count", COUNTS)
def test_a_last_round_with_counts_of_any_size_goes_on_like_one_with_a_thousand_of_everything(count):
    names, shift = ("coins", "renown", "raiders", "church", "points"), count - 1000
    games = [table(4, round=4, on_offer="m_denmark", **{name: [base] * 4 for name in names}) for base in (1000, count)]
    low, high = games
    rng = np.random.default_rng(0)
    while not low.is_over:
        assert (low.phase, low.seat, low.legal_ids()) == (high.phase, high.seat, high.legal_ids())
        action = int(rng.choice(low.legal_ids()))
        for game in games:
            game.apply(action)
        seen = high.observe(low.seat or 0)
        assert 0 <= seen.min() <= seen.max() <= 1
        records = [game._states[0] for game in games]
        shifts = {name: set((records[1][name][:4] - records[0][name][:4]).tolist()) for name in names}
        assert shifts["coins"] == shifts["renown"] == {shift}
        assert shifts["raiders"] | shifts["church"] <= {0, shift}  # 0: all were returned (B4, C1, C4)
        assert all(points % shift == 0 and points // shift >= 1 for points in shifts["points"])  # B4 gives renown
    assert high.is_over
    for more, less in zip(high.final_points, low.final_points, strict=True):
        assert (more - less) % shift == 0
        assert (more - less) // shift >= 2  # points and renown (F3)


def test_the_state_is_small_and_has_no_padding():
    assert sum(st.STATE[name].itemsize for name in st.STATE.names) == st.STATE.itemsize <= 1024
