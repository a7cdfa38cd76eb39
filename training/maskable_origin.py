"""What a model of `training.maskable_ppo` says of its run, so that another command goes on with the same game."""

import argparse
from pathlib import Path

from sb3_contrib import MaskablePPO

from agents.arguments import one_line
from agents.learned.files import layout_hash
from agents.learned.sb3 import TOLD, told_by
from boru_env import __version__, load_edition
from boru_env.errors import OptionError

OF_THIS_COMMAND = ("out", "resume", "timesteps", "minutes", "workers", "eval_every", "eval_games")
"""Options that a resumed run takes from its own command line; the others are those it was begun with."""


def resumed(options: argparse.Namespace, path: Path) -> argparse.Namespace:
    """Give the options that a run was begun with, and of this command what may differ.

    Args:
        options: of this command.
        path: the model to go on from.

    Raises:
        OptionError: there is no run to go on with, or it is of another version, layout or edition.
    """
    if not path.is_file():
        raise OptionError(f"--resume: there is no {path}; train without --resume first")
    try:
        told = told_by(MaskablePPO.load(path, device="cpu"))
    except Exception as error:  # SB3 raises many kinds for a file that is no model
        raise OptionError(f"--resume: {path} cannot be loaded: {one_line(error)}") from None
    if not told or told["layout"] != layout_hash():
        raise OptionError(f"--resume: {path} is of another version, or not of this command: train anew")
    own = {name: getattr(options, name) for name in OF_THIS_COMMAND}
    options = argparse.Namespace(**told["options"] | own)
    if load_edition(options.edition).sha256 != told["edition"]:
        raise OptionError(f"--resume: the edition {options.edition} has changed since {options.out} was begun")
    return options


def tell(model: MaskablePPO, options: argparse.Namespace) -> None:
    """Write into a model where it comes from."""
    chosen = {name: value for name, value in vars(options).items() if name not in OF_THIS_COMMAND}
    edition = load_edition(options.edition).sha256
    setattr(model, TOLD, {"layout": layout_hash(), "version": __version__, "edition": edition, "options": chosen})
