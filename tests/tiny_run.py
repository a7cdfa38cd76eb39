"""A run of MaskablePPO that is over in a moment."""

import io
from contextlib import redirect_stdout

from training.maskable_ppo import main

TINY = ["--num-envs", "2", "--n-steps", "64", "--batch-size", "64", "--hidden", "16", "--eval-games", "4"]
TINY += ["--opponents", "self,random"]


def train_a_little(out):
    """Train 512 steps into a folder; gives the folder."""
    with redirect_stdout(io.StringIO()):
        assert main(["--timesteps", "512", *TINY, "--out", str(out)]) == 0
    return out
