"""PettingZoo's usual wrappers, with a short way to the attributes that every step reads.

PettingZoo's wrappers look each attribute up through the whole stack, one `__getattr__` a wrapper: four fifths of
the time of a step. Here the same names are read from the innermost environment at once; what the wrappers do
is unchanged.
"""

from operator import attrgetter
from typing import Any

from gymnasium import spaces
from pettingzoo.utils import wrappers


def _direct(name: str) -> property:
    """Read an attribute of the innermost environment; where it is missing, the wrapper says what it says."""
    return property(attrgetter(f"_innermost.{name}"))


class _Direct:
    """A wrapper that knows the innermost environment."""

    agent_selection = _direct("agent_selection")
    terminations = _direct("terminations")
    truncations = _direct("truncations")
    rewards = _direct("rewards")
    infos = _direct("infos")
    _cumulative_rewards = _direct("_cumulative_rewards")

    def __init__(self, env: Any, *args: Any, **kwargs: Any) -> None:
        self._innermost = env.unwrapped
        super().__init__(env, *args, **kwargs)  # type: ignore[call-arg]  # the wrapper beside it takes the env

    def action_space(self, agent: str) -> spaces.Discrete:
        """Give the agent's action space."""
        space: spaces.Discrete = self._innermost.action_space(agent)
        return space

    def observation_space(self, agent: str) -> spaces.Dict:
        """Give the agent's observation space."""
        space: spaces.Dict = self._innermost.observation_space(agent)
        return space


class TerminateIllegal(_Direct, wrappers.TerminateIllegalWrapper):  # type: ignore[misc]  # untyped package
    """`TerminateIllegalWrapper`, direct."""

    agents = _direct("agents")


class AssertOutOfBounds(_Direct, wrappers.AssertOutOfBoundsWrapper):  # type: ignore[misc]  # untyped package
    """`AssertOutOfBoundsWrapper`, direct; it refuses bools too, which `Discrete` counts as whole numbers."""

    agents = _direct("agents")

    def step(self, action: Any) -> None:
        """Perform an action of the action space."""
        assert not isinstance(action, bool), "action is not in action space"
        super().step(action)


class OrderEnforcing(_Direct, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # untyped package
    """`OrderEnforcingWrapper`, direct."""

    @property
    def agents(self) -> list[str]:
        """The agents of the game; unknown before the first reset."""
        if not self._has_reset:
            raise AttributeError("agents cannot be accessed before reset")
        agents: list[str] = self._innermost.agents
        return agents

    def __str__(self) -> str:
        """Give the environment's name."""
        return str(self.env)
