"""How the rules are compiled: Numba, cached on disk, and readable without it.

With `NUMBA_DISABLE_JIT=1` every function here stays plain Python, so that a debugger and a coverage run can
enter the rules.
"""

import contextlib
import functools
import hashlib
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.core.caching import CompileResultCacheImpl, FunctionCache

Tables = np.void
"""One record of `TABLES`: an edition in numbers. Compiled functions call it `t`."""

State = np.void
"""One record of `STATE`: a game. Compiled functions call it `s`."""

Records = npt.NDArray[np.void]
"""(N,) an array of such records. From Python, pass the array and an index, never a record: it is faster."""

Mask = npt.NDArray[np.int8]
"""(A,) int8: 1 = legal, 0 = not."""

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
"""No lock of the interpreter; no checks for division by zero, which the rules never do; no wrapper for C callers."""

SLOW_SECONDS = 1.5
"""After so many seconds of a first call, the user is told what takes so long."""


class _OutsidePackageImpl(CompileResultCacheImpl):
    """Looks for a folder to cache in as Numba does, but beside the sources last of all."""

    _locator_classes = sorted(CompileResultCacheImpl._locator_classes, key=lambda cls: "InTree" in cls.__name__)


class _OutsidePackage(FunctionCache):
    """The cache of an installed package: what lay in its folders would be left there when it is uninstalled.

    A folder that is left behind still imports, as an empty package.
    """

    _impl_class = _OutsidePackageImpl


def _new_cache(function: Callable[..., Any]) -> Any:
    """Give the cache of a function: beside the sources in a checkout, in the user's cache folder if installed.

    `NUMBA_CACHE_DIR` goes before both.

    Raises:
        RuntimeError: no folder can be written to.
    """
    installed = {"site-packages", "dist-packages"} & set(Path(__file__).parts)
    cache: Any = _OutsidePackage if installed else FunctionCache
    return cache(function)


def _packages_beside(package: Path) -> list[Path]:
    """Give the packages of a checkout that use this one."""
    return sorted(init.parent for init in package.parent.glob("*/__init__.py") if init.parent != package)


@functools.cache
def _source_stamp(room: Path) -> str | None:
    """Hash the sources that a compiled function of a room can depend on: any edit makes its cache stale.

    Numba looks only at the file of the function itself, and would go on using old code of the functions that
    it calls. Depended on are the rules, the tables, the function's own room, outside the rules also the views, and
    outside this package all packages beside it in the checkout: what is compiled in one calls what is in another.
    None: no readable sources (a zipped package), then Numba's own stamp has to do.
    """
    package = Path(__file__).resolve().parents[1]
    sources = [*(package / "rules").rglob("*.py"), package / "editions" / "tables.py", *room.glob("*.py")]
    if package / "rules" not in (room, *room.parents):
        sources += (package / "views").glob("*.py")
    if package not in (room, *room.parents) and (package.parent / "pyproject.toml").is_file():
        sources += (path for beside in _packages_beside(package) for path in beside.rglob("*.py"))
    digest = hashlib.sha256()
    try:
        for path in sorted(set(sources)):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    except OSError:
        return None
    return digest.hexdigest()


def compiled(function: Function) -> Function:
    """Compile a function with Numba at its first call, and keep the result on disk where that is possible.

    Args:
        function: a function of records, arrays and numbers that calls only other compiled functions.

    Returns:
        The compiled function; the function itself under `NUMBA_DISABLE_JIT=1`.
    """
    dispatcher = numba.njit(**_OPTIONS)(function)
    if dispatcher is function:
        return function
    # Without a folder that can be written to, Numba raises RuntimeError: then nothing is kept on disk.
    with contextlib.suppress(RuntimeError):
        dispatcher._cache = _new_cache(function)  # what enable_caching does, with a choice of the folder
        stamp = _source_stamp(Path(function.__code__.co_filename).parent)
        if stamp is not None:
            dispatcher._cache._cache_file._source_stamp = stamp
    return cast(Function, dispatcher)


@contextlib.contextmanager
def first_use() -> Iterator[None]:
    """Say on stderr that the rules are being compiled, if the body takes longer than `SLOW_SECONDS`."""
    timer = threading.Timer(SLOW_SECONDS, _say_compiling)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say_compiling() -> None:
    print("boru_env: compiling the rules (once; the result is cached) ...", file=sys.stderr, flush=True)
