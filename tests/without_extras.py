"""A plain installation, played: importing this module first makes the packages of the extras unknown."""

import sys

for _package in ("numpy", "numba", "pandas", "pyarrow", "scipy"):
    assert _package not in sys.modules
    sys.modules[_package] = None  # type: ignore[assignment]
