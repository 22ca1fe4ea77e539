"""The companion and the dashboard as pages: `python3 run.py phone`, for this machine or, when asked, for a phone.

Each visitor's page has a Python of its own on this machine (Voila). Without `--network` only this machine can open it;
with it, whoever has the address, which holds a token made anew at every start, can.
"""

import argparse
import json
import secrets
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools" / "site"))

import landing  # noqa: E402 - the pages of the site
import serve  # noqa: E402

PAGES = ROOT / ".venv" / "phone"
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def write_pages(folder: Path) -> list[str]:
    """The pages as notebooks in a folder; their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, cells in landing.pages().items():
        notebook = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
        (folder / name).write_text(json.dumps(notebook), encoding="utf-8")
    return sorted(landing.pages())


def command(folder: Path, port: int, network: bool, token: str) -> list[str]:
    """What starts the server."""
    words = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}", f"--token={token}"]
    return [*words, "--Voila.ip=0.0.0.0" if network else "--Voila.ip=127.0.0.1"]


def main() -> int:
    """Serve the pages until Ctrl+C."""
    parser = argparse.ArgumentParser(prog="run.py phone", description=__doc__.split("\n\n")[0])
    parser.add_argument("--port", type=int, default=8866)
    parser.add_argument("--network", action="store_true", help="let a phone on the same network in")
    parser.add_argument("--language", choices=sorted(landing.LANGUAGES), default="en")
    asked = parser.parse_args()
    names, token = write_pages(PAGES), secrets.token_urlsafe(12)
    for address in serve.addresses(asked.port, asked.network):
        for name in names:
            if name.endswith(f".{asked.language}.ipynb"):
                print(f"{address}voila/render/{name}?token={token}", flush=True)
    print("Open one of these (Ctrl+C ends it).", flush=True)
    try:
        return subprocess.run(command(PAGES, asked.port, asked.network, token), stderr=subprocess.DEVNULL).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
