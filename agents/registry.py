"""Agents by name: `random`, `greedy`, `mcts:sims=400`, `ppo:PATH`, and `package.module:factory` for your own.

Parameters follow a colon: `name:key=value,key=value`, `package.module:factory:key=value`. A further agent of this
project is one file and one line in `FACTORIES`; an agent of yours needs neither.
"""

import importlib
from collections.abc import Callable
from typing import Any

from agents.arguments import one_line
from agents.greedy import GreedyAgent
from agents.learned import load_ppo
from agents.mcts import MctsAgent
from agents.protocol import Agent
from agents.scripted import RandomAgent
from boru_env.errors import OptionError

FACTORIES: dict[str, Callable[..., Agent]] = {
    "greedy": GreedyAgent,
    "mcts": MctsAgent,
    "ppo": load_ppo,
    "random": RandomAgent,
}
"""What makes an agent of each name; parameters come as keyword arguments, a path as the first argument."""


def make_agent(spec: str) -> Agent:
    """Make the agent that a text names.

    Raises:
        OptionError: there is no such agent, or it does not take these parameters.
    """
    name, _, rest = spec.partition(":")
    if name in FACTORIES:
        places, parameters = _read_parameters(rest)
        return _call(spec, FACTORIES[name], places, parameters)
    factory, _, rest = rest.partition(":")
    if name and factory.isidentifier():
        return _call(spec, _import(spec, name, factory), *_read_parameters(rest))
    known = ", ".join("ppo:PATH" if known == "ppo" else known for known in FACTORIES)
    raise OptionError(f"agent {spec!r}: is not known; there are {known}, and package.module:factory")


def _read_parameters(text: str) -> tuple[list[str], dict[str, Any]]:
    """Split `PATH` or `key=value,key=value`; values are whole numbers, numbers, or texts."""
    if not text:
        return [], {}
    if not text.partition("=")[0].isidentifier() or "=" not in text:  # a path may have a `=` further on
        return [text], {}
    parts = dict(part.partition("=")[::2] for part in text.split(","))
    return [], {key: _number(value) for key, value in parts.items()}


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _import(spec: str, module: str, factory: str) -> Callable[..., Agent]:
    try:
        found = getattr(importlib.import_module(module), factory)
    except (Exception, SystemExit) as error:  # the module's own code may raise anything
        raise OptionError(f"agent {spec!r}: cannot be imported: {one_line(error)}") from None
    if not callable(found):
        raise OptionError(f"agent {spec!r}: {factory} is no function or class")
    made: Callable[..., Agent] = found
    return made


def _call(spec: str, factory: Callable[..., Agent], places: list[str], parameters: dict[str, Any]) -> Agent:
    try:
        agent = factory(*places, **parameters)
    except OptionError:
        raise
    except (Exception, SystemExit) as error:  # so may a factory
        raise OptionError(f"agent {spec!r}: {one_line(error)}") from None
    missing = [name for name in ("name", "reset", "act") if not hasattr(agent, name)]
    if missing:
        raise OptionError(f"agent {spec!r}: what was made is no agent; it lacks {', '.join(missing)}")
    if not isinstance(agent.name, str) or not agent.name.strip():
        raise OptionError(f"agent {spec!r}: its name is {agent.name!r}; it must be a text")
    return agent
