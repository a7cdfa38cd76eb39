"""Checkpoints: folders `checkpoint-N`, N the iteration, that appear whole or not at all.

Each holds RLlib's own checkpoint, `rllib`, and `run.json`: what this version needs to know to go on. RLlib's is made of
pickles: load no checkpoint that you do not trust.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents.arguments import one_line
from agents.learned.files import layout_hash
from boru_env import __version__
from boru_env.errors import OptionError
from training.rllib.options import Options

FORMAT = "boru-rllib-1"
RLLIB = "rllib"
KEPT = 2
"""Checkpoints that are kept: one is enough, the other is for whoever breaks it."""


def save_checkpoint(
    out: Path, iteration: int, options: Options, facts: dict[str, Any], write: Callable[[Path], object]
) -> Path:
    """Write a checkpoint under another name, rename it, and remove old ones.

    Args:
        out: the folder of the run.
        iteration: how many there have been.
        options: of the run.
        facts: what JSON can hold: `edition`, `seconds`, `choices`.
        write: writes RLlib's checkpoint into the folder that it is given.

    Returns:
        The checkpoint. One of the same iteration is left as it is.
    """
    target = out / f"checkpoint-{iteration:09d}"
    for unfinished in out.glob(".checkpoint-*"):  # of a process that was ended while it wrote
        shutil.rmtree(unfinished, ignore_errors=True)
    if not target.exists():
        temporary = out / f".{target.name}"
        temporary.mkdir()
        write(temporary / RLLIB)
        told = {name: str(value) if isinstance(value, Path) else value for name, value in asdict(options).items()}
        head = {"format": FORMAT, "layout": layout_hash(), "version": __version__, "iteration": iteration}
        (temporary / "run.json").write_text(json.dumps(head | facts | {"options": told}, indent=1), encoding="utf-8")
        temporary.rename(target)
    for old in checkpoints(out)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return target


def checkpoints(out: Path) -> list[Path]:
    """Give the checkpoints of a folder, the newest last; of a name that no folder can have, none."""
    try:
        return sorted(out.glob("checkpoint-*"))
    except (OSError, ValueError):
        return []


def load_checkpoint(out: Path) -> tuple[Options, dict[str, Any], Path]:
    """Read the newest checkpoint: the options of the run, the facts, and RLlib's checkpoint.

    Raises:
        OptionError: there is none, it is damaged, or it is of another version or layout.
    """
    found = checkpoints(out)
    if not found:
        raise OptionError(f"--resume: there is no checkpoint in {out}; train without --resume first")
    try:
        facts: dict[str, Any] = json.loads((found[-1] / "run.json").read_text(encoding="utf-8"))
        head = [(name, facts[name]) for name in ("format", "layout", "version")]
        options = Options(**facts["options"] | {"out": Path(facts["options"]["out"])})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise OptionError(f"--resume: {found[-1]} is no checkpoint, or is damaged: {one_line(error)[:200]}") from None
    for (name, has), right in zip(head, (FORMAT, layout_hash(), __version__), strict=True):
        if has != right:
            raise OptionError(f"--resume: {found[-1]}: its {name} is {has}; this version has {right}: train anew")
    return options, facts, found[-1] / RLLIB
