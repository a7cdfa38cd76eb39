"""A proven bound on the number of decisions in a game, for any edition.

Counted by rule: S5 one a seat; D2 two a seat and selection, the last cards apart; T2 and T3 one town and one
card a seat a trick; T5 one choice a card; A8 and A9 at most once a symbol; A5-A7 each purchase costs
`cost_extra`, so there are at most as many as coins can ever be had, and at most one `stop` a run of symbols;
M1 or M4 one; M5 at most once a reward; B2 one a loser; C1 one, C4 one a seat.
"""

import numpy as np
import numpy.typing as npt

from boru_env.editions.tables import ANY_TOWN, CHURCH, COIN, EXPAND, LIBERATE, NUM_CARDS, RAIDER, STEP
from boru_env.rules.compiled import Records

_ASKED = (CHURCH, RAIDER, STEP, EXPAND, LIBERATE)


def max_decisions(tables: Records, num_players: int) -> int:
    """Give a number that no game of so many players can exceed.

    Args:
        tables: (1,) `TABLES`.
        num_players: 3, 4 or 5.
    """
    rounds = int(tables["rounds"][0, num_players])
    hand = int(tables["hand_size"][0, num_players])
    symbols = tables["card_symbols"][0]
    played = num_players * (hand - 1)
    asked = _most(np.isin(symbols, _ASKED).sum(axis=-1).max(axis=-1), played)
    coins = _most((symbols == COIN).sum(axis=-1).max(axis=-1), played)
    track = tables["track_rewards"][0]
    track_coins = num_players * int((track == COIN).sum(axis=-1).max())
    track_towns = num_players * int((track == ANY_TOWN).sum(axis=-1).max())
    draft = num_players * hand
    tricks = (hand - 1) * (1 + 2 * num_players) + asked
    upkeep = 1 + track_towns + num_players + 1 + num_players
    had = num_players * int(tables["start_coins"][0]) + rounds * (coins + track_coins)
    purchases = had // int(tables["cost_extra"][0])
    return num_players + rounds * (draft + tricks + upkeep) + purchases


def _most(counts: npt.NDArray[np.int64], cards: int) -> int:
    """Give the largest sum over so many different cards of a round."""
    return int(np.sort(counts)[NUM_CARDS - cards :].sum())
