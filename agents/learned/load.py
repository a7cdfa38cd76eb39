"""`ppo:PATH`: a trained player of either kind."""

from dataclasses import dataclass
from pathlib import Path

from agents.learned.compiled import Layers, layers_of
from agents.learned.sb3 import load_sb3
from agents.protocol import Agent
from boru_env import Edition
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
    file = find_model(path)
    if file.suffix == ".safetensors":
        from agents.learned.player import NetworkAgent

        return NetworkAgent(file, f"ppo:{path}", sample)
    if sample:
        raise OptionError(f"agent 'ppo': {path} takes the most probable action; `sample` is for .safetensors")
    return load_sb3(path)


def find_model(path: str) -> Path:
    """Give the file that `default` or a path stands for.

    Raises:
        OptionError: there is none.
    """
    file = DEFAULT if path == "default" else Path(path)
    if path == "default" and not file.is_file():
        raise OptionError("agent 'ppo:default': this version comes with no network; train one, and give its path")
    try:
        if file.is_file():
            return file
    except OSError:  # a name that no file can have
        pass
    raise OptionError(f"agent 'ppo': there is no file {path[:300]}")


@dataclass(frozen=True)
class Searched:
    """A network for a search.

    Attributes:
        layers: its weights.
        scale: what its values of rewards in [-1, 1] are multiplied by.
        margin_weight: the share of the margin in those rewards.
        edition: SHA-256 of the edition that it was trained on, the only one it plays.
        path: where it comes from.
    """

    layers: Layers
    scale: float
    margin_weight: float
    edition: str
    path: str

    def layers_for(self, edition: Edition) -> Layers:
        """Give the weights.

        Raises:
            OptionError: they are for another edition.
        """
        if edition.sha256 != self.edition:
            raise OptionError(
                f"mcts: net: {self.path} was trained on another edition ({self.edition[:12]}...) than {edition.source}"
            )
        return self.layers


def load_searched(path: str) -> Searched:
    """Load a network for a search.

    Args:
        path: a file, or `default`.

    Raises:
        OptionError: the file is missing, is no network, or of another kind or layout; or a package is not installed.
    """
    from agents.learned.files import read_network

    network, metadata = read_network(find_model(path))
    scale, margin_weight = (float(metadata.get(name, 1.0)) for name in ("reward_scale", "margin_weight"))
    return Searched(layers_of(network), scale, margin_weight, metadata["edition"], path)


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
