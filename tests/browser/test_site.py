"""The site: built as `run.py site` does, served by its own script, used in a browser with no way to the internet."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from lab import ROOT, SECONDS, access_problems, find_chromium
from playwright.sync_api import Page

ODDS = """from cardlib import skyjo
print(skyjo.odds.complete_column(["5", "5", "?"], unseen=skyjo.DECK - [5, 5, 12, 12, 0], draws=3).value)"""
RUN = "name => jupyterapp.commands.execute(name).then(() => null)"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a freshly built site."""
    if find_chromium() is None or shutil.which("npm") is None:
        pytest.skip("the site needs npm to be built and a Chromium to be tried")
    folder = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, str(ROOT / "tools/site/build.py"), "--to", str(folder)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    assert re.search(r"\d+\.\d MB in \d+ files, .* built in \d+\.\d s", built.stdout, re.DOTALL), built.stdout
    yield from serve(folder)


def serve(folder: Path) -> Iterator[str]:
    server = [sys.executable, str(folder / "serve.py"), "--port", "0", "--no-browser"]
    with subprocess.Popen(server, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
        process.terminate()


def python_runs(page: Page) -> None:
    """Wait for the line that says that Python starts to appear, and to go away."""
    page.locator("#cardlib-starting").wait_for(timeout=60 * SECONDS)
    page.locator("#cardlib-starting").wait_for(state="detached", timeout=120 * SECONDS)


def test_a_lesson_is_opened_run_and_asked_for_odds(page, site):
    page.goto(site)
    assert access_problems(page, "main") == []
    page.get_by_role("link", name="3. Completing a column").click()
    cells = page.locator(".jp-NotebookPanel .jp-Notebook .jp-Cell")
    cells.first.wait_for(timeout=60 * SECONDS)
    page.locator(".jp-OutputArea-output .cardlib").first.wait_for()  # what is saved shows before anything is run
    python_runs(page)
    code = page.locator(".jp-CodeCell")
    code.first.locator(".jp-InputArea-editor").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(ODDS)
    page.evaluate(RUN, "notebook:run-cell")
    none = Fraction(comb(137, 3), comb(145, 3))  # three draws, 8 fives among the 145 cards not seen
    code.first.get_by_text(str(1 - none)).wait_for(timeout=60 * SECONDS)


def test_the_companion_is_a_page_for_a_phone(page, site):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site + "sv/")
    page.get_by_role("link", name="Bordshjälpen").click()
    python_runs(page)
    page.get_by_role("grid").or_(page.locator(".cl-board")).first.wait_for(timeout=60 * SECONDS)
    assert page.get_by_text("Ny omgång").or_(page.get_by_text("Ångra")).first.is_visible(), "it speaks Swedish"
    assert page.locator(".jp-InputArea:visible").count() == 0, "code is not part of the page"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing to scroll sideways"
