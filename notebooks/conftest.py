"""When nbval runs a notebook, no progress bars: they depend on how fast the machine is."""

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """Start the kernel in an environment that turns the bars off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDLIB_PROGRESS", "off")
        return (yield)
