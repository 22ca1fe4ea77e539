"""Fixtures of the browser tests: `lab` (the server), `page` (a fresh Chromium window), `open_notebook` (both)."""

from collections.abc import Callable, Iterator

import pytest
from lab import CHROMIUM_OPTIONS, FAILURES, Lab, Notebook, block_internet, find_chromium
from playwright.sync_api import Browser, Page, sync_playwright

NO_BROWSER = "no Chromium here (install the system's chromium package, or name one in the environment as CHROMIUM)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == FAILURES.parent:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


FAILED: pytest.StashKey[bool] = pytest.StashKey()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab server on a copy of the notebooks."""
    server = Lab(tmp_path_factory.mktemp("lab"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser. A file at a time: Playwright's event loop must not outlive its tests."""
    path = find_chromium()
    if path is None:
        pytest.skip(NO_BROWSER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A fresh window. A request that leaves this machine fails the test; a failed test leaves a picture."""
    context = chromium.new_context(viewport={"width": 1280, "height": 2000}, reduced_motion="reduce")
    outside = block_internet(context)
    page = context.new_page()
    yield page
    if request.node.stash.get(FAILED, False):
        FAILURES.mkdir(exist_ok=True)
        page.screenshot(path=FAILURES / f"{request.node.name}.png")
    context.close()
    assert not outside, f"requests to the internet: {outside}"


@pytest.fixture
def open_notebook(page: Page, lab: Lab) -> Callable[[str], Notebook]:
    """Open a notebook of the workspace: `open_notebook("notebooks/start_here.ipynb")`."""
    return lambda name: Notebook(page, lab, name)
