"""Writing what was learned: only weights that are numbers, and where the disk may be full or the folder closed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from torch import nn

from agents.arguments import one_line
from boru_env.errors import OptionError


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Say in one sentence that something could not be written.

    Args:
        out: the folder, for the message.

    Raises:
        OptionError: in place of what the body raised: an OSError, or torch's RuntimeError.
    """
    try:
        yield
    except (OSError, RuntimeError) as error:
        raise OptionError(f"--out: {out} cannot be written to: {one_line(error)[:200]}") from None


def demand_numbers(network: nn.Module, done: str, learning_rate: float) -> None:
    """Check that the weights are numbers still: nothing is saved over what was good.

    Args:
        network: what is to be saved.
        done: how far the training is, such as `3,000 decisions`.
        learning_rate: of now, for the message.

    Raises:
        OptionError: they are not.
    """
    if not all(bool(parameter.isfinite().all()) for parameter in network.parameters()):
        raise OptionError(
            f"training: the weights are no numbers (NaN) after {done}, at a learning rate of {learning_rate:g}; what "
            "was saved before stays: take a smaller --learning-rate"
        )
