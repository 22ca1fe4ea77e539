"""What the browser tests need: a JupyterLab of their own, and a notebook in it as a person would use it."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, Route

ROOT = Path(__file__).resolve().parents[2]
FAILURES = Path(__file__).parent / "failures"
SECONDS = 1000  # Playwright counts milliseconds
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {  # no question about news, every cell in the page, no saving behind the test's back
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
    "docmanager-extension/plugin": {"autosave": False},
}


def find_chromium() -> str | None:
    """The browser to drive: the environment's CHROMIUM, else the system's."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


class Lab:
    """A JupyterLab server with its own settings, on a copy of the notebooks in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.workspace, self.token = folder / "workspace", secrets.token_hex(16)
        shutil.copytree(ROOT / "notebooks", self.workspace / "notebooks")
        for name, setting in SETTINGS.items():
            file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(setting))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        places = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"]
        command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1"]
        command += [f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.workspace}"]
        self._log_file = folder / "server.log"
        with self._log_file.open("w") as log:
            self._process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd=self.workspace,
                env=os.environ | {name: str(folder / place) for name, place in places.items()},
            )
        self._wait()

    def _wait(self) -> None:
        for _attempt in range(300):
            if self._process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.url}/api?token={self.token}", timeout=5).close()
                return
            except OSError:
                time.sleep(0.2)
        self.close()
        raise RuntimeError(f"JupyterLab did not start:\n{self._log_file.read_text()}")

    def close(self) -> None:
        """Stop the server and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def write(self, name: str, *cells: str) -> str:
        """Put a notebook with these code cells into the workspace and give its name back."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
        notebook.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
        nbformat.write(notebook, self.workspace / name)
        return name


class Notebook:
    """A notebook open in JupyterLab, its kernel ready."""

    def __init__(self, page: Page, lab: Lab, name: str) -> None:
        self.page = page
        page.goto(f"{lab.url}/lab/tree/{name}?reset&token={lab.token}")
        page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook").wait_for(timeout=60 * SECONDS)
        self.wait_idle()

    def wait_idle(self) -> None:
        """Wait until the kernel says that it has nothing to do; before its first Idle it would run nothing."""
        self.page.locator(".jp-StatusBar-Widget, #jp-main-statusbar").get_by_text("Idle").first.wait_for(
            timeout=60 * SECONDS
        )

    def run_all(self) -> None:
        """Run every cell from the top, wait for the end, and fail with the error that a cell shows."""
        self._command("notebook:run-all-cells")
        errors = self.page.locator("[data-mime-type='application/vnd.jupyter.error']").all_inner_texts()
        assert not errors, errors[0]

    def run_cell(self, number: int) -> None:
        """Run one cell again."""
        self.cell(number).locator(".jp-InputArea-editor").click()
        self._command("notebook:run-cell")

    def _command(self, name: str, **arguments: str) -> None:
        run = "([name, values]) => jupyterapp.commands.execute(name, values).then(() => null)"
        self.page.evaluate(run, [name, arguments])
        self.wait_idle()

    def cell(self, number: int) -> Locator:
        """Cell number 0, 1, ... from the top."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number)

    def output(self, number: int) -> Locator:
        """What stands below that cell."""
        return self.cell(number).locator(".jp-OutputArea-output")

    def use_theme(self, name: str) -> None:
        """Switch to "JupyterLab Light" or "JupyterLab Dark"."""
        self._command("apputils:change-theme", theme=name)
        self.page.locator(f"body[data-jp-theme-name='{name}']").wait_for(state="attached")


def block_internet(context: BrowserContext) -> list[str]:
    """Let no request leave this machine; give the list in which those that tried are kept."""
    outside: list[str] = []

    def only_here(route: Route) -> None:
        if urlsplit(route.request.url).hostname in ("127.0.0.1", "localhost"):
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    context.route("**/*", only_here)
    return outside


def access_problems(page: Page, within: str = ".jp-Notebook .jp-OutputArea-output") -> list[str]:
    """What axe-core calls serious or critical inside the elements `within` (a CSS selector), a line an element."""
    found = Axe().run(page, context={"include": [[within]]}).response["violations"]
    return [
        f"{problem['id']}: {problem['help']}: {node['html'][:200]}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
        for node in problem["nodes"]
    ]
