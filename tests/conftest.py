"""For all tests: the same random examples every time, and a line at the end when the browser tests could not run."""

import os

import hypothesis
import pytest

os.environ.setdefault("CARDLIB_WAIT", "1")  # no compiling processes beside the tests, also not in notebooks

MISSING = {"Chromium": "BROWSER TESTS DID NOT RUN", "distributed": "CLUSTER TESTS DID NOT RUN"}

hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("repeatable")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for missing, text in MISSING.items():
        skipped = sum(missing in reason for reason in reasons)
        if skipped:
            terminalreporter.write_line(f"{text} ({skipped}): no {missing} here", yellow=True, bold=True)
