"""No wait for the compiler: another process fills Numba's cache while this one goes on interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parents[2]


def ready(code: str) -> bool:
    """Whether compiled code can be used without a long wait.

    code: Python that compiles it. The first call starts a process that runs it; until that has ended the answer is no.
    Where there is no Numba, or no other process, it stays no.
    """
    process = _started(code)
    return process is not None and process.poll() is not None


@cache
def _started(code: str) -> subprocess.Popen[bytes] | None:
    if find_spec("numba") is None:
        return None
    path = os.pathsep.join([str(PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])])
    silent = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path},
            stdin=silent,
            stdout=silent,
            stderr=silent,
        )
    except OSError:  # a system without processes
        return None
