"""Models that `training.maskable_ppo` has saved."""

from pathlib import Path
from typing import Any

import numpy as np

from agents.arguments import one_line
from agents.learned.files import layout_hash
from agents.protocol import Agent
from boru_env import Game, SeatView
from boru_env.errors import OptionError

TOLD = "boru_run"
"""The attribute of a model, saved with it, that says where it comes from."""


class PPOAgent:
    """Plays the most probable legal action of a policy.

    Args:
        model: an sb3-contrib model with `predict(observation, action_masks=..., deterministic=...)`.
        name: what it is called.
        edition: SHA-256 of the one that it was trained on; empty: not known, so any is played.
    """

    def __init__(self, model: Any, name: str = "ppo", edition: str = "") -> None:
        self.name, self._edition = name, edition
        self._model = model

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: there is nothing to draw."""

    def act(self, view: SeatView) -> int:
        """Choose the most probable legal action.

        Raises:
            OptionError: the model says that it was trained on another edition.
        """
        if self._edition not in ("", view.edition.sha256):
            raise OptionError(
                f"agent '{self.name}': was trained on another edition ({self._edition[:12]}...) than "
                f"{view.edition.source}"
            )
        mask = view.legal_mask.astype(np.bool_)
        action, _ = self._model.predict(view.observation, action_masks=mask, deterministic=True)
        return int(action)


def load_sb3(path: str) -> Agent:
    """Load a saved MaskablePPO model to play on the CPU.

    Raises:
        OptionError: the file is no model, or is of another observation or action layout; or sb3-contrib is not
            installed.
    """
    file = Path(path)
    try:
        from sb3_contrib import MaskablePPO
    except ImportError:
        raise OptionError("agent 'ppo': needs sb3-contrib; install it with: pip install 'boru-env[sb3]'") from None
    try:
        model = MaskablePPO.load(file, device="cpu")
    except Exception as error:  # SB3 raises many kinds for a file that is no model
        raise OptionError(f"agent 'ppo': {path} is no saved MaskablePPO model: {one_line(error)}") from None
    seen, actions = model.observation_space.shape, getattr(model.action_space, "n", None)
    if seen != (Game.OBSERVATION_SIZE,) or actions != Game.NUM_ACTIONS:
        raise OptionError(
            f"agent 'ppo': {path} was trained on observations {seen} and {actions} actions; "
            f"this version has ({Game.OBSERVATION_SIZE},) and {Game.NUM_ACTIONS}"
        )
    told = told_by(model)
    if told and told["layout"] != layout_hash():
        raise OptionError(
            f"agent 'ppo': {path} was trained on another layout of observations ({told['layout']}, by version "
            f"{told['version']}); this version has {layout_hash()}: train it anew"
        )
    return PPOAgent(model, f"ppo:{path}", told.get("edition", ""))


def told_by(model: Any) -> dict[str, Any]:
    """Give what `training.maskable_ppo` has written into a model: layout, version, edition, options; else nothing."""
    return dict(getattr(model, TOLD, {}))
