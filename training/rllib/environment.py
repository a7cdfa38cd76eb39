"""The game as an RLlib environment: all seats, one decision a step."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from agents.learned.acting import see
from boru_env import Game, SelfPlay
from boru_env.envs.self_play import Batch

Seen = dict[str, dict[str, Any]]
Told = tuple[Seen, dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


def observation_space(guides: int = 0) -> spaces.Dict:
    """Give the space of what a seat sees: `observation` (1290 + guides,) uint8, compact, and `action_mask` (80,) int8.

    Args:
        guides: what the network reads behind an observation, `Network.guides`.
    """
    seen = spaces.Box(0, 255, (Game.OBSERVATION_SIZE + guides,), np.uint8)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (Game.NUM_ACTIONS,), np.int8)})


def action_space() -> spaces.Discrete:
    """Give the space of actions: Discrete(80)."""
    return spaces.Discrete(Game.NUM_ACTIONS)


class SeatsEnv(MultiAgentEnv):  # type: ignore[misc]
    """One game after another; the agents `player_0` .. are the seats.

    Only the agent to act is in the observations. Decisions with a single legal action are played here and seen by
    nobody: they would teach nothing. At the end all agents are paid at once and no observation is given; RLlib adds
    the pay to each agent's last choice, whoever acted last.

    Observations are compact, as those of `SelfPlay(observe="uint8")`: a quarter of the bytes on their way through the
    cluster.

    Args:
        config: RLlib's `EnvContext`, or a mapping: `num_players`, `edition` (an `Edition` or what `load_edition`
            takes), `reward`, `guides`, and `stream`: runs with different numbers here play different games.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()
        players = config["num_players"]
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = list(self.possible_agents)
        self._guides = int(config.get("guides", 0))
        self.observation_spaces = {agent: observation_space(self._guides) for agent in self.agents}
        self.action_spaces = {agent: action_space() for agent in self.agents}
        self._streams = [int(getattr(config, "worker_index", 0) or 0), int(config.get("stream", 0))]
        self._games = SelfPlay(1, players, config["edition"], config["reward"], 0, observe=False)
        self._rng: np.random.Generator | None = None

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: decides this game and those of all later resets. Only the first one counts: RLlib gives the same seed
                again before every batch of whole games, which would be the same games.
            options: none are known.

        Returns:
            The observation of the agent to act, and no infos.
        """
        if self._rng is None:
            # Neighbouring env runners get overlapping seeds from RLlib; their index keeps their games apart.
            self._rng = np.random.default_rng(None if seed is None else [seed, *self._streams])
        batch = self._games.reset(int(self._rng.integers(2**63)))
        return self._seen(self._play_forced(batch)), {}

    def step(self, action_dict: Mapping[str, int]) -> Told:
        """Perform the choice of the agent to act.

        Args:
            action_dict: this agent and its action.

        Returns:
            Observations, rewards, terminateds, truncateds and infos by agent; rewards are those of the end of the game.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        (action,) = action_dict.values()
        batch = self._play_forced(self._games.step([int(action)]))
        over = bool(batch.done[0])
        seen = {} if over else self._seen(batch)
        # RLlib demands a reward of an agent that acts twice in a row.
        rewards = dict(zip(self.agents, batch.rewards[0].tolist(), strict=False)) if over else dict.fromkeys(seen, 0.0)
        return seen, rewards, {"__all__": over}, {"__all__": False}, {}

    def _play_forced(self, batch: Batch) -> Batch:
        """Play on while there is nothing to choose, to the end of the game at most."""
        while not batch.done[0] and batch.mask[0].sum() == 1:
            batch = self._games.step([int(batch.mask[0].argmax())])
        return batch

    def _seen(self, batch: Batch) -> Seen:
        obs, masks = see(self._games.edition, self._games.states, np.zeros(1, np.int64), self._guides)
        return {self.agents[int(batch.seat[0])]: {"observation": obs[0], "action_mask": masks[0]}}
