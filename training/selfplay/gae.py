"""Advantages along each seat's own decisions.

In each row of the games each seat has a stream of its own: its choices, in order. What follows a choice is the same
seat's next choice, whose value bootstraps it, or the end of the game, whose reward for this seat it then gets. Other
seats' decisions in between are, for it, part of the environment. At the end of a rollout the last choice of each
unfinished stream is open: what follows is not known yet. It is kept for the next rollout instead of being given an
invented value; the choice before it bootstraps from its value.
"""

import numpy as np
import numpy.typing as npt

from boru_env.rules.compiled import compiled

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
SEATS = 5


@compiled
def advantages_along_seats(
    seat: npt.NDArray[np.int8],
    learned: Flags,
    value: Floats,
    reward: Floats,
    done: Flags,
    kept_row: npt.NDArray[np.int64],
    kept_seat: npt.NDArray[np.int8],
    kept_value: Floats,
    gamma: float,
    lam: float,
    advantage: Floats,
    is_open: Flags,
    kept_advantage: Floats,
    kept_open: Flags,
) -> None:
    """Fill the advantages of a rollout of T steps of N games, and of the K choices kept from earlier ones.

    Args:
        seat: (T, N) who acted.
        learned: (T, N) whether it was a choice of the learner; others are in no stream.
        value: (T, N) the acting seat's value before it acted.
        reward: (T, N, 5) what each seat got after the step: not 0 only where a game ended.
        done: (T, N) whether a game ended.
        kept_row: (K,) row of each choice kept; a row and seat has one at most.
        kept_seat: (K,) its seat.
        kept_value: (K,) its value.
        gamma: discount from one choice of a seat to its next.
        lam: lambda of generalised advantage estimation.
        advantage: (T, N), filled where `learned` and not open.
        is_open: (T, N), filled: the choice has to be kept.
        kept_advantage: (K,), filled likewise.
        kept_open: (K,), filled likewise.
    """
    steps, rows = seat.shape
    known = np.zeros((rows, SEATS), np.bool_)  # what follows, going backwards: is there anything,
    next_value, next_advantage, pay = np.zeros((3, rows, SEATS), np.float32)  # its value, advantage, the reward before
    for t in range(steps - 1, -1, -1):
        for row in range(rows):
            if done[t, row]:
                known[row] = True
                next_value[row] = 0
                next_advantage[row] = 0
                pay[row] = reward[t, row]
            is_open[t, row] = False
            if learned[t, row]:
                own = seat[t, row]
                is_open[t, row] = not known[row, own]
                advantage[t, row] = 0
                if known[row, own]:
                    delta = pay[row, own] + gamma * next_value[row, own] - value[t, row]
                    advantage[t, row] = delta + gamma * lam * next_advantage[row, own]
                known[row, own] = True
                next_value[row, own] = value[t, row]
                next_advantage[row, own] = advantage[t, row]
                pay[row, own] = 0
    for k in range(len(kept_row)):
        row, own = kept_row[k], kept_seat[k]
        kept_open[k] = not known[row, own]
        kept_advantage[k] = 0
        if known[row, own]:
            delta = pay[row, own] + gamma * next_value[row, own] - kept_value[k]
            kept_advantage[k] = delta + gamma * lam * next_advantage[row, own]


@compiled
def targets_of_others(
    seat: npt.NDArray[np.int8],
    learned: Flags,
    values: Floats,
    reward: Floats,
    done: Flags,
    players: npt.NDArray[np.int8],
    lam: float,
    target: Floats,
) -> None:
    """Fill what the values of the seats that did not act should have been: lambda returns over all choices of a game.

    What follows a choice, for another seat, is what the learner thought of that seat at its next choice in this game,
    whichever seat made it, or the game's end. Undiscounted. NaN: nothing follows within the rollout, or no such seat.

    Args:
        seat: (T, N) who acted.
        learned: (T, N) whether it was a choice of the learner.
        values: (T, N, 5) values of all seats before it, the acting one first.
        reward: (T, N, 5) what each seat got after the step, by seat.
        done: (T, N) whether a game ended.
        players: (N,) number of players of each row.
        lam: lambda from one choice to the next of any seat.
        target: (T, N, 4), filled where `learned`: the seats after the acting one, in turn order.
    """
    steps, rows = seat.shape
    follows = np.empty(SEATS, np.float32)
    for row in range(rows):
        follows[:] = np.nan
        n = int(players[row])
        for t in range(steps - 1, -1, -1):
            if done[t, row]:
                follows[:] = reward[t, row]
            if not learned[t, row]:
                continue
            for place in range(1, SEATS):
                target[t, row, place - 1] = np.nan
                if place < n:
                    target[t, row, place - 1] = follows[(seat[t, row] + place) % n]
            for place in range(n):
                other, value = (seat[t, row] + place) % n, values[t, row, place]
                known = not np.isnan(follows[other])
                follows[other] = lam * follows[other] + (1 - lam) * value if known else value
