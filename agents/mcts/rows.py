"""The search in many games at once, as an opponent that a training plays against."""

import copy
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from agents.learned.rows import Chosen, Rows
from agents.mcts.agent import MctsAgent
from boru_env import Edition, Game, SeatView
from boru_env.editions.tables import MAX_SEATS


class SearchPlayer:
    """A search that chooses in many games, as `agents.learned.acting.Player`, on all cores.

    It keeps nothing from one decision to the next, so that one serves all seats of all games. Its choices follow from
    the positions, their order and the generator alone, if its budget is in simulations.

    Args:
        agent: the search, which is copied for each decision.
        edition: what is played.
    """

    def __init__(self, agent: MctsAgent, edition: Edition) -> None:
        self._agent, self._edition = agent, edition
        self._threads = ThreadPoolExecutor(os.cpu_count(), "search")

    def choose(
        self,
        states: npt.NDArray[np.void],
        rows: Rows,
        rng: np.random.Generator | None,
        seen: npt.NDArray[np.uint8] | None = None,
    ) -> Chosen:
        """Choose for the seats to act, reading only what each of them sees.

        Args:
            states: (N,) `STATE`.
            rows: (K,) which of them, each at a decision.
            rng: of the searches, one number a row; None: one that begins anew at each call.
            seen: not filled: a search reads no observation.

        Returns:
            Actions (K,); log-probabilities (K,) and values (K, 5), which are all 0.
        """
        seeds = (np.random.default_rng(0) if rng is None else rng).integers(2**32, size=len(rows)).tolist()
        views = [SeatView(Game.from_states(self._edition, states[row : row + 1])) for row in rows.tolist()]
        actions = np.array(list(self._threads.map(self._search, views, seeds)), np.int64)
        return actions, np.zeros(len(rows), np.float32), np.zeros((len(rows), MAX_SEATS), np.float32)

    def _search(self, view: SeatView, seed: int) -> int:
        agent = copy.copy(self._agent)
        agent.reset(seed, view.seat)
        return agent.act(view)
