"""Networks as files: safetensors, whose metadata say what they are.

| key | meaning |
|---|---|
| `format` | `FORMAT` |
| `layout` | `layout_hash()`: of the observation's fields and the number of actions |
| `guide` | `guide_hash()`: of what networks of kind `guided` read beside it, `greedy`'s weights included |
| `edition` | SHA-256 of the edition it was trained on |
| `version` | of boru_env |
| `shape` | JSON: the fields of `network.Shape` |
| `command` | how it was trained |
| `reward_scale` | what its values of rewards in [-1, 1] are multiplied by |
| `margin_weight` | the share of the margin in those rewards; 1 if it is not there |
"""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.arguments import one_line
from agents.learned.guide import guide_hash
from boru_env import Edition, Game, __version__
from boru_env.errors import OptionError
from boru_env.views.files import replacing
from boru_env.views.layout import FIELDS

if TYPE_CHECKING:
    from agents.learned.network import Network

FORMAT = "boru-network-1"


def layout_hash() -> str:
    """Give 16 hex digits that change with the layout of observations or actions."""
    fields = [[field.name, field.shape, field.encoding, field.scale] for field in FIELDS]
    return hashlib.sha256(json.dumps([fields, Game.NUM_ACTIONS]).encode()).hexdigest()[:16]


def save_network(
    network: "Network",
    edition: Edition,
    path: Path,
    command: str = "",
    reward_scale: float = 1.0,
    margin_weight: float = 1.0,
) -> None:
    """Write a network, whole or not at all."""
    from safetensors.torch import save

    metadata = {
        "format": FORMAT,
        "layout": layout_hash(),
        "guide": guide_hash() if network.guides else "",
        "edition": edition.sha256,
        "version": __version__,
        "shape": json.dumps(asdict(network.shape)),
        "command": command,
        "reward_scale": repr(reward_scale),
        "margin_weight": repr(margin_weight),
    }
    weights = {name: tensor.detach().cpu().contiguous() for name, tensor in network.state_dict().items()}
    with replacing(path) as temporary:
        temporary.write_bytes(save(weights, metadata))  # `save_file` makes files that nobody else can read


def read_network(path: Path, edition: Edition | None = None) -> "tuple[Network, dict[str, str]]":
    """Read a network, on the CPU.

    Args:
        path: the file.
        edition: the edition to play; None: the shipped one, unchecked. Networks of kind `towns` read what is printed
            there; the others play only the edition that they were trained on.

    Returns:
        The network and its metadata.

    Raises:
        OptionError: the file is no such network, is damaged, is of another layout, or was trained on another edition;
            or a package is not installed.
    """
    try:
        from safetensors import safe_open

        from agents.learned.network import Shape, make_network
    except ImportError as error:
        raise OptionError(
            f"agent 'ppo': needs torch and safetensors; install them with: pip install 'boru-env[train]' ({error})"
        ) from None
    from boru_env import load_edition

    try:
        with safe_open(path, framework="pt", device="cpu") as file:
            metadata: dict[str, str] = file.metadata() or {}
            weights: dict[str, Any] = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except Exception as error:  # the library has kinds of its own
        raise OptionError(f"agent 'ppo': {path} is no network, or is damaged: {one_line(error)}") from None
    check_metadata(metadata, str(path))
    try:
        network = make_network(Shape(**json.loads(metadata["shape"])), edition or load_edition("reconstructed"))
        network.load_state_dict(weights)
    except Exception as error:  # of another version: other names or sizes
        raise OptionError(f"agent 'ppo': {path} does not fit this version: {one_line(error)[:200]}") from None
    if not all(bool(weight.isfinite().all()) for weight in weights.values()):
        raise OptionError(f"agent 'ppo': {path} holds weights that are no numbers (NaN): its training had failed")
    if edition is not None and network.shape.kind != "towns" and metadata.get("edition") != edition.sha256:
        raise OptionError(
            f"agent 'ppo': {path} was trained on another edition ({metadata.get('edition', '')[:12]}...) than "
            f"{edition.source}; a network of kind '{network.shape.kind}' plays its own only"
        )
    network.requires_grad_(False).eval()
    return network, metadata


def check_metadata(metadata: dict[str, str], path: str) -> None:
    """Check that a file is of this format and layout.

    Raises:
        OptionError: it is not.
    """
    if metadata.get("format") != FORMAT:
        raise OptionError(f"agent 'ppo': {path}: its format is {metadata.get('format')!r}; it must be {FORMAT!r}")
    if metadata.get("layout") != layout_hash():
        raise OptionError(
            f"agent 'ppo': {path} was trained on another layout of observations ({metadata.get('layout')}, by version "
            f"{metadata.get('version')}); this version has {layout_hash()}: train it anew"
        )
    if metadata.get("guide") and metadata["guide"] != guide_hash():
        raise OptionError(
            f"agent 'ppo': {path} was trained with other weights of `greedy` ({metadata['guide']}); "
            f"this version has {guide_hash()}: train it anew"
        )
