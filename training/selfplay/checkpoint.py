"""Checkpoints, from which a run goes on as if it had not been interrupted.

`torch.load(..., weights_only=True)` reads the file; the games inside are a pickle of `SelfPlay`, as bytes in a tensor:
load no checkpoint that you do not trust.
"""

import json
import pickle
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.learned.files import layout_hash
from agents.learned.guide import guide_hash
from boru_env import SelfPlay, __version__
from boru_env.errors import OptionError
from boru_env.views.files import replacing
from training.selfplay.options import Options

FORMAT = "boru-selfplay-3"
PARTS = {"options", "shape", "network", "optimizer", "pool", "driver", "kept", "games", "ahead", "rngs", "counts"}
PARTS |= {"seconds"}
"""What a run consists of: `Run.state` and its options."""

CHECKPOINT = "checkpoint.pt"
MODEL = "model.safetensors"


def save_checkpoint(path: Path, options: Options, edition: str, parts: dict[str, Any]) -> None:
    """Write a checkpoint, whole or not at all.

    Args:
        path: the file.
        options: of the run.
        edition: SHA-256 of its edition.
        parts: what the run consists of: tensors, numbers, texts, dicts and lists of them.
    """
    told = {name: str(value) if isinstance(value, Path) else value for name, value in asdict(options).items()}
    head = {
        "format": FORMAT,
        "layout": layout_hash(),
        "guide": guide_hash(),
        "edition": edition,
        "version": __version__,
    }
    with replacing(path) as temporary:
        torch.save({"head": head, "options": json.dumps(told), **parts}, temporary)


def is_there(path: Path) -> bool:
    """Tell whether there is such a file; a name that no file can have is none."""
    try:
        return path.exists()
    except OSError:
        return False


def load_checkpoint(path: Path) -> tuple[Options, dict[str, Any]]:
    """Read a checkpoint: the options of the run and its parts.

    Raises:
        OptionError: there is none, it is damaged, or it is of another version or layout.
    """
    if not is_there(path):
        raise OptionError(f"--resume: there is no {path}; train without --resume first")
    try:
        parts: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        head = dict(parts["head"])
    except Exception:  # torch raises many kinds for a file that is none, and would load it less safely
        raise OptionError(f"--resume: {path} is no checkpoint, or is damaged") from None
    wanted = {"format": FORMAT, "layout": layout_hash(), "guide": guide_hash(), "version": __version__}
    for name, right in wanted.items():
        if head.get(name) != right:
            raise OptionError(f"--resume: {path}: its {name} is {head.get(name)}; this version has {right}: train anew")
    missing = PARTS - set(parts)
    if missing:
        raise OptionError(f"--resume: {path} is damaged: it lacks {', '.join(sorted(missing))}")
    given = json.loads(parts["options"])
    return Options(**given | {"out": Path(given["out"])}), parts


def pack_games(games: SelfPlay) -> torch.Tensor:
    """Give the games as bytes, (B,) uint8."""
    return torch.from_numpy(np.frombuffer(pickle.dumps(games), np.uint8).copy())


def unpack_games(packed: torch.Tensor) -> SelfPlay:
    """Give the games back."""
    games: SelfPlay = pickle.loads(packed.numpy().tobytes())
    return games


def pack_rng(rng: np.random.Generator) -> str:
    """Give the state of a generator as JSON."""
    return json.dumps(rng.bit_generator.state)


def unpack_rng(packed: str, rng: np.random.Generator) -> None:
    """Set a generator to a state."""
    rng.bit_generator.state = json.loads(packed)
