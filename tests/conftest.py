"""For all tests: say at the end when the browser tests could not run."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "Chromium" in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(
            f"BROWSER TESTS DID NOT RUN ({len(skipped)}): no Chromium here", yellow=True, bold=True
        )
