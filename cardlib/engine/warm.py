"""No wait for the compiler: another process fills Numba's cache while this one goes on interpreted."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from .host import sources_digest
from .kinds import Kind

PACKAGE = Path(__file__).parents[2]


def ready(kind: Kind, job: str) -> bool:
    """Whether compiled code can be used without a long wait.

    job: the function, as "module:function", that compiles it for a game's name. The first call starts a process that
    runs it; until that has ended the answer is no. Where no process can be started, the compiler is waited for; so it
    is with the environment variable CARDLIB_WAIT (many short processes at once would all compile the same).
    """
    if find_spec("numba") is None:
        return False
    if os.environ.get("CARDLIB_WAIT"):
        return True
    mark = _mark(kind, job)
    process = None if mark.exists() else _started(kind.home, kind.name, job, mark)
    return process is None or process.poll() is not None


@cache
def _mark(kind: Kind, job: str) -> Path:
    """A file that is there once these sources have been compiled on this machine."""
    parts = (sources_digest(kind.rules, kind.players), job, kind.name, sys.version, version("numba"))
    folder = os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__"
    return Path(folder) / f"compiled-{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}"


@cache
def _started(home: str, name: str, job: str, mark: Path) -> subprocess.Popen[bytes] | None:
    path = os.pathsep.join([str(PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])])
    code = f"from cardlib.engine.warm import fill; fill({home!r}, {name!r}, {job!r}, {str(mark)!r})"
    command, environment, silent = [sys.executable, "-c", code], {**os.environ, "PYTHONPATH": path}, subprocess.DEVNULL
    try:
        return subprocess.Popen(command, env=environment, stdin=silent, stdout=silent, stderr=silent)
    except OSError:  # a system without processes
        return None


def fill(home: str, name: str, job: str, mark: str) -> None:
    """What the other process does: compile, and leave the mark."""
    from importlib import import_module

    import_module(home)
    module, _colon, function = job.partition(":")
    getattr(import_module(module), function)(name)
    with suppress(OSError):  # no place for a cache: the next process compiles again
        Path(mark).touch()
