"""Writing what was learned, where the disk may be full or the folder closed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
