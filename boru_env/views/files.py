"""Writing files whole or not at all."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary name beside a file; what was written there takes the file's place at the end.

    If the body raises, the file stays as it was and nothing is left behind. The temporary name keeps the suffix.

    Args:
        path: the file to be written; not a device, whose place a plain file would take.
    """
    target = Path(path)
    temporary = target.with_name(f".{os.getpid()}.{target.name}")
    try:
        yield temporary
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
