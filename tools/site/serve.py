"""Serve the site in this folder to the browser on this machine: `python3 serve.py`, then open the printed address.

For a USB stick or a class without internet: needs Python 3 and nothing else. `--network` lets other machines of the
same network in (pupils' phones, say): there is no password, and whoever is on the network can read the lessons.
"""

import argparse
import functools
import http.server
import os
import socket
import webbrowser
from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
    ".json": "application/json", ".ipynb": "application/json", ".svg": "image/svg+xml",
    ".wasm": "application/wasm", ".whl": "application/zip", ".zip": "application/zip",
}  # fmt: skip


class Files(http.server.SimpleHTTPRequestHandler):
    """The files of the site, with the types that a browser insists on whatever this system's settings say."""

    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The type of a file; this system's own settings, which may be wrong, are asked last."""
        return TYPES.get(os.path.splitext(path)[1]) or super().guess_type(path)

    def end_headers(self) -> None:
        """Let the browser ask whether a file has changed, so that a new site is seen."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *args: object) -> None:
        """Print nothing for a request."""


def addresses(port: int, network: bool) -> list[str]:
    """Where the site can be opened."""
    names = ["127.0.0.1"]
    if network:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(
                    ("192.0.2.1", 9)
                )  # sends nothing: it only asks the system which of its addresses it would use
                names.append(probe.getsockname()[0])
            except OSError:
                names.append(socket.gethostname())
    return [f"http://{name}:{port}/" for name in names]


def main() -> None:
    """Serve until Ctrl+C."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[1])
    parser.add_argument("--port", type=int, default=8000, help="8000 unless told; 0 takes any that is free")
    parser.add_argument("--network", action="store_true", help="let other machines of this network in")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    asked = parser.parse_args()
    files = functools.partial(Files, directory=str(Path(__file__).resolve().parent))
    host = "0.0.0.0" if asked.network else "127.0.0.1"
    try:
        server = http.server.ThreadingHTTPServer((host, asked.port), files)
    except OSError as problem:
        raise SystemExit(f"Port {asked.port} cannot be used ({problem}); try --port {asked.port + 1}") from None
    found = addresses(server.server_address[1], asked.network)
    print("The lessons are at", " and ".join(found), "(Ctrl+C ends it)", flush=True)
    if not asked.no_browser:
        webbrowser.open(found[0])
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
