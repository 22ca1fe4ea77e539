"""For all tests: the same random examples every time, and a line at the end when the browser tests could not run."""

import hypothesis
import pytest

hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("repeatable")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "Chromium" in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(
            f"BROWSER TESTS DID NOT RUN ({len(skipped)}): no Chromium here", yellow=True, bold=True
        )
