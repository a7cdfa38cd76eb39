"""`ppo:PATH`: a trained player of either kind."""

from pathlib import Path

from agents.learned.sb3 import load_sb3
from agents.protocol import Agent
from boru_env.errors import OptionError

DEFAULT = Path(__file__).with_name("default.safetensors")
"""What `ppo:default` plays."""


def load_ppo(path: str = "", sample: int = 0, **named: object) -> Agent:
    """Load a trained player: a network of `training.selfplay_ppo`, or a model of sb3-contrib's MaskablePPO.

    Args:
        path: a file, or `default`: the network that comes with this version.
        sample: 1: draw actions from the policy instead of the most probable one; networks only.
        named: nothing else is known.

    Raises:
        OptionError: the file is missing, is no model, or is of another layout; or a package is not installed.
    """
    if named:
        raise OptionError(f"agent 'ppo': unexpected arguments {', '.join(named)}; there is `sample`")
    if not path:
        raise OptionError("agent 'ppo': needs the path of a saved model, as ppo:PATH")
    file = DEFAULT if path == "default" else Path(path)
    if path == "default" and not file.is_file():
        raise OptionError("agent 'ppo:default': this version comes with no network; train one, and give its path")
    if not file.is_file():
        raise OptionError(f"agent 'ppo': there is no file {path}")
    if file.suffix == ".safetensors":
        from agents.learned.player import NetworkAgent

        return NetworkAgent(file, f"ppo:{path}", bool(sample))
    return load_sb3(path)
