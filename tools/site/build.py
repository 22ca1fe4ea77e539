"""The site: cardlib in the browser, nothing to install, from any static host or a USB stick.

`python3 run.py site` builds the folder `site/` (or `--to FOLDER`): JupyterLite with a Python that runs in the browser,
the notebooks with their saved boards, a page a language to begin at, and a small server for a stick.
What it is made from is pinned: the builder in tools.txt, the packages for the browser in wheels.txt, Pyodide below.
They are fetched once into `.venv/site`; after that no internet is needed, neither to build the site nor to use it.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

import landing
from packaging.requirements import Requirement

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STORE = ROOT / ".venv" / "site"  # what is fetched: kept from one build to the next
PYODIDE = "314.0.6"  # the version that the kernel in tools.txt asks for, from the npm package of that name
PYODIDE_SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
RUNTIME = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "pyodide.js", "python_stdlib.zip", "package.json")
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "python_version": "3.14", "extra": ""}
PRELOADED = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "ipywidgets",
             "widgetsnbextension", "anywidget", "altair", "tqdm", "cardlib")  # fmt: skip
EPOCH = "1700000000"  # every file's time, so that the same sources give the same site
FIRST_VISIT = ("static/pyodide", "build", "extensions")  # what a browser loads before the first cell can run


def main() -> None:
    """Fetch what is missing, build, and say how big it is and how long it took."""
    parser = argparse.ArgumentParser(prog="run.py site", description=__doc__.split("\n\n")[1])
    parser.add_argument("--to", type=Path, default=ROOT / "site", metavar="FOLDER", help="where to build it")
    asked = parser.parse_args()
    start = time.perf_counter()
    fetch()
    fetched = time.perf_counter()
    build(asked.to.resolve())
    report(asked.to.resolve(), fetched - start, time.perf_counter() - fetched)


# --- what is fetched -------------------------------------------------------------------------------------------------
def fetch() -> None:
    """Bring the builder, Pyodide and the packages for the browser into the store, unless they are there."""
    made_by = "".join((HERE / name).read_text(encoding="utf-8") for name in ("tools.txt", "wheels.txt", "build.py"))
    recipe = hashlib.sha256((sys.version + made_by).encode()).hexdigest()
    stamp = STORE / "fetched.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == recipe:
        return
    print("Fetching what the site is made from (once, some 60 MB) ...", flush=True)
    shutil.rmtree(STORE, ignore_errors=True)
    STORE.mkdir(parents=True)
    must(sys.executable, "-m", "venv", "--without-pip", STORE / "tools")
    installer = (sys.executable, "-m", "uv", "--quiet", "pip", "install", "--python", tool("python"))
    must(*installer, "--require-hashes", "-r", HERE / "tools.txt")
    fetch_wheels()
    fetch_pyodide()
    stamp.write_text(recipe, encoding="utf-8")


def tool(name: str) -> Path:
    """A program of the builder."""
    return STORE / "tools" / (f"Scripts/{name}.exe" if os.name == "nt" else f"bin/{name}")


def must(*command: object, cwd: Path | None = None, **env: str) -> None:
    """Run a step; stop with what it printed when it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env=os.environ | env, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nThe site's build stopped at: {' '.join(words)}")


def fetch_wheels() -> None:
    """The pinned packages as wheels of pure Python."""
    blocks = re.split(r"\n(?=\w)", (HERE / "wheels.txt").read_text(encoding="utf-8"))[1:]
    compiled = [block for block in blocks if block.startswith("markupsafe==")]
    any_platform = ("--platform", "any", "--abi", "none", "--implementation", "py")
    linux = ("--platform", "manylinux2014_x86_64", "--abi", "cp314", "--implementation", "cp")
    for name, wanted, platform in (
        ("pure", [block for block in blocks if block not in compiled], any_platform),
        ("compiled", compiled, linux),
    ):
        pins = STORE / f"{name}.txt"
        pins.write_text("\n".join(wanted) + "\n", encoding="utf-8")
        options = ("--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", "--python-version", "314")
        must(sys.executable, "-m", "pip", "download", *options, *platform, "-d", STORE / name, "-r", pins)
    for wheel in (STORE / "compiled").glob("*.whl"):
        make_pure(wheel, STORE / "pure")
    name_only("jedi", STORE / "pure")


def make_pure(wheel: Path, folder: Path) -> None:
    """Leave a wheel's compiled part out: MarkupSafe goes on in Python when it is missing."""
    name, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as new:
        for entry in old.infolist():
            if not entry.filename.endswith((".so", ".pyd", "RECORD")):
                data = old.read(entry)
                if entry.filename.endswith(".dist-info/WHEEL"):
                    data = re.sub(rb"Tag: .*", b"Tag: py3-none-any", data)
                new.writestr(zipfile.ZipInfo(entry.filename), data)
        new.writestr(zipfile.ZipInfo(f"{name}-{version}.dist-info/RECORD"), "")


def name_only(name: str, folder: Path) -> None:
    """A package with nothing in it: the kernel insists on jedi, 5 MB, and completes names as well without it."""
    with zipfile.ZipFile(folder / f"{name}-0-py3-none-any.whl", "w") as new:
        for file, text in (("METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n"), ("RECORD", ""),
                           ("WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")):  # fmt: skip
            new.writestr(zipfile.ZipInfo(f"{name}-0.dist-info/{file}"), text)


def fetch_pyodide() -> None:
    """The Python for the browser, from the npm registry."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("The site's build needs npm (it comes with Node.js) to fetch the Python for the browser, once.")
    must(npm, "pack", "--silent", f"pyodide@{PYODIDE}", cwd=STORE)
    archive = STORE / f"pyodide-{PYODIDE}.tgz"
    if hashlib.sha256(archive.read_bytes()).hexdigest() != PYODIDE_SHA256:
        sys.exit(f"pyodide {PYODIDE} is not the file that was pinned: {archive}")
    with tarfile.open(archive) as packed:
        packed.extractall(STORE / "pyodide", filter="data")


# --- what is built ---------------------------------------------------------------------------------------------------
def build(site: Path) -> None:
    """Build the site into a folder, which is replaced: only a former site or nothing may be there."""
    if site.exists() and any(site.iterdir()) and not (site / "jupyter-lite.json").exists():
        sys.exit(f"{site} holds something that is not a site; name an empty folder or none.")
    source = STORE / "source"
    for folder in (source, site):
        shutil.rmtree(folder, ignore_errors=True)
    runtime = source / "static" / "pyodide"
    runtime.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copyfile(STORE / "pyodide" / "package" / name, runtime / name)
    lock_packages(runtime)
    settings(source)
    contents(source / "files")
    options = ("--lite-dir", ".", "--contents", "files", "--output-dir", site, "--no-sourcemaps")
    apps = ("--apps", "lab", "--apps", "notebooks")
    must(tool("jupyter"), "lite", "build", *options, *apps, cwd=source, SOURCE_DATE_EPOCH=EPOCH, **own_settings())
    for app in ("lab", "notebooks"):
        add_page_script(site / app / "index.html")
    shutil.copyfile(HERE / "serve.py", site / "serve.py")
    landing.write(site, ROOT / "notebooks")


def own_settings() -> dict[str, str]:
    """Let the builder read nothing of what this person has set up for Jupyter."""
    empty = str(STORE / "settings")
    return {"JUPYTER_CONFIG_DIR": empty, "JUPYTER_DATA_DIR": empty, "JUPYTER_NO_CONFIG": "1", "JUPYTER_PATH": ""}


def lock_packages(runtime: Path) -> None:
    """Put the wheels beside Pyodide, with the list that names them, their sums and what each of them needs."""
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", STORE / "own")
    shutil.rmtree(STORE / "own", ignore_errors=True)
    must(*command, cwd=ROOT, SOURCE_DATE_EPOCH=EPOCH)
    stand_ins = STORE / "tools/share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
    wheels = [wheel for folder in (STORE / "pure", STORE / "own", stand_ins) for wheel in folder.glob("*.whl")]
    newest = {canonical(wheel.name.split("-")[0]): wheel for wheel in sorted(wheels)}
    lock = json.loads((STORE / "pyodide" / "package" / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {name: describe(wheel, set(newest)) for name, wheel in sorted(newest.items())}
    for wheel in newest.values():
        shutil.copyfile(wheel, runtime / wheel.name)
    (runtime / "pyodide-lock.json").write_text(json.dumps(lock, indent=1), encoding="utf-8")


def describe(wheel: Path, known: set[str]) -> dict[str, object]:
    """A wheel as Pyodide's list has it; what it needs beyond the known ones works without."""
    with zipfile.ZipFile(wheel) as held:
        (name,) = [name for name in held.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
        about: Message = HeaderParser().parsestr(held.read(name).decode("utf-8"))
        tops = {entry.split("/")[0].removesuffix(".py") for entry in held.namelist() if entry.endswith(".py")}
    needs = [Requirement(text) for text in about.get_all("Requires-Dist", [])]
    depends = {canonical(r.name) for r in needs if r.marker is None or r.marker.evaluate(BROWSER)}
    return {
        "name": canonical(about["Name"]), "version": about["Version"], "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(), "imports": sorted(tops),
        "depends": sorted(depends & known), "install_dir": "site", "package_type": "package",
        "unvendored_tests": False,
    }  # fmt: skip


def canonical(name: str) -> str:
    """The name of a package as the lists spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def settings(source: Path) -> None:
    """The site's own settings: no request to anywhere else, no question about news."""
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": list(PRELOADED)}}
    config = {
        "appName": "cardlib",
        "exposeAppInBrowser": True,
        "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
    }
    text = json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": config}, indent=1)
    (source / "jupyter-lite.json").write_text(text, encoding="utf-8")
    quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
    (source / "overrides.json").write_text(json.dumps(quiet, indent=1), encoding="utf-8")


def contents(files: Path) -> None:
    """The notebooks, their data, and a page a language for each thing to play with."""
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            target = files / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            notebook = json.loads(path.read_text(encoding="utf-8"))
            target.write_text(json.dumps(for_browser(notebook), indent=1), encoding="utf-8")
    helper = ROOT / "notebooks" / "analyses" / "stored.py"
    for path in (helper, *sorted((ROOT / "data").glob("*.csv"))):  # what the analyses read
        target = files / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for name, cells in landing.pages().items():
        target = files / "pages" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        target.write_text(json.dumps(for_browser(notebook), indent=1), encoding="utf-8")


def for_browser(notebook: dict) -> dict:
    """A notebook as JupyterLite shows it best: whole texts instead of lists of lines, saved boards at once."""
    notebook["metadata"] = {
        "kernelspec": {"display_name": "Python (in the browser)", "language": "python", "name": "python"},
        "language_info": {"name": "python"},
    }
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
        if cell["cell_type"] == "code":
            cell["metadata"]["trusted"] = True
        for output in cell.get("outputs", []):
            if "text" in output:
                output["text"] = "".join(output["text"])
            for kind, data in output.get("data", {}).items():
                if isinstance(data, list) and not kind.endswith("json"):
                    output["data"][kind] = "".join(data)
    return notebook


def add_page_script(page: Path) -> None:
    """Let an app of JupyterLite say that Python starts, and show a page without its frame when asked."""
    text = page.read_text(encoding="utf-8")
    script = (HERE / "page.js").read_text(encoding="utf-8")
    if "</head>" not in text:
        sys.exit(f"{page} has no head to put the page script into.")
    page.write_text(text.replace("</head>", f"<script>\n{script}</script>\n</head>", 1), encoding="utf-8")


# --- what is said ----------------------------------------------------------------------------------------------------
def report(site: Path, fetching: float, building: float) -> None:
    """Print the size of the site and of the first visit, and how long it took."""
    sizes = {path.relative_to(site).as_posix(): path.stat().st_size for path in site.rglob("*") if path.is_file()}
    first = sum(size for name, size in sizes.items() if name.startswith(FIRST_VISIT))
    print(
        f"The site is in {site}: {sum(sizes.values()) / 1e6:.1f} MB in {len(sizes)} files, "
        f"of which a first visit loads {first / 1e6:.0f} MB at most.\n"
        f"Fetched in {fetching:.1f} s, built in {building:.1f} s.\n"
        f"Try it: python3 {Path(os.path.relpath(site)) / 'serve.py'}"
    )


if __name__ == "__main__":
    main()
