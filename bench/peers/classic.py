"""PettingZoo's own classic card games, in PettingZoo's loop."""

from bench.measure import Loop
from bench.single import aec_loop


def loops() -> dict[str, Loop]:
    """Give one loop a game.

    Raises:
        ImportError: the classic games are not installed.
    """
    from pettingzoo.classic import hanabi_v5, leduc_holdem_v4, texas_holdem_v4

    return {
        "PettingZoo texas_holdem (4)": aec_loop(texas_holdem_v4.env(num_players=4), 10**6),
        "PettingZoo leduc_holdem": aec_loop(leduc_holdem_v4.env(), 10**6),
        "PettingZoo hanabi (4)": aec_loop(hanabi_v5.env(players=4), 10**6),
    }
