"""`ppo:PATH`: a trained player of either kind."""

from pathlib import Path

from agents.learned.sb3 import load_sb3
from agents.protocol import Agent
from boru_env.errors import OptionError

DEFAULT = Path(__file__).with_name("default.safetensors")
"""What `ppo:default` plays."""


def load_ppo(path: str = "") -> Agent:
    """Load a trained player: a network of `training.selfplay_ppo`, or a model of sb3-contrib's MaskablePPO.

    Args:
        path: a file, or `default`: the network that comes with this version; `,sample=1` behind it draws actions from
            the policy instead of taking the most probable one, which models of sb3-contrib do not know.

    Raises:
        OptionError: the file is missing, is no model, or is of another layout; or a package is not installed.
    """
    path, sample = _split(path)
    if not path:
        raise OptionError("agent 'ppo': needs the path of a saved model, as ppo:PATH")
    file = DEFAULT if path == "default" else Path(path)
    if path == "default" and not file.is_file():
        raise OptionError("agent 'ppo:default': this version comes with no network; train one, and give its path")
    if not file.is_file():
        raise OptionError(f"agent 'ppo': there is no file {path}")
    if file.suffix == ".safetensors":
        from agents.learned.player import NetworkAgent

        return NetworkAgent(file, f"ppo:{path}", sample)
    if sample:
        raise OptionError(f"agent 'ppo': {path} takes the most probable action; `sample` is for .safetensors")
    return load_sb3(path)


def _split(given: str) -> tuple[str, bool]:
    """Split `PATH` or `PATH,sample=0` or `PATH,sample=1`.

    Raises:
        OptionError: it is another number.
    """
    path, _, number = given.rpartition(",sample=")
    if not path:
        return given, False
    if number not in ("0", "1"):
        raise OptionError(f"agent 'ppo': sample: is {number!r}; it must be 0 or 1")
    return path, number == "1"
