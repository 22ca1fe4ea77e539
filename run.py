"""Everything from one command: `python3 run.py lab` opens the lessons, `python3 run.py test` passes the tests.

Both first make sure that the folder `.venv` holds the pinned packages of requirements.txt; nothing is installed outside
this folder. Needs Python 3.11 or newer and nothing else.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "cardlib-setup.txt"  # what the last complete set-up was made from
PINS = ROOT / "requirements.txt"
START = "notebooks/start_here.ipynb"
EXTRAS = ("fast", "data", "lab", "test", "dev")  # of pyproject.toml: what requirements.txt covers


def run(*command: object) -> int:
    """Run a command in the project's folder and return its exit code."""
    return subprocess.run([str(part) for part in command], cwd=ROOT).returncode


def must(*command: object) -> None:
    """Run a step of the set-up; stop with an explanation when it fails."""
    if run(*command):
        sys.exit(
            f"\nThe set-up stopped at: {' '.join(str(part) for part in command)}\n"
            "The reason is in the lines above. The first set-up downloads a few hundred MB, so it needs the network "
            "(or a package mirror that pip knows of). Then run the same command again: it goes on from here."
        )


def recipe() -> str:
    """Name the state that a complete set-up has: interpreter, pins, project description, place."""
    digest = hashlib.sha256(PINS.read_bytes() + (ROOT / "pyproject.toml").read_bytes())
    return f"{sys.version}\n{ROOT}\n{digest.hexdigest()}\n"


def uv_pin() -> str:
    """Give the lines of requirements.txt that pin uv, the fast installer."""
    lines = PINS.read_text(encoding="utf-8").splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("uv=="))
    last = next((i for i in range(first, len(lines)) if not lines[i].endswith("\\")), len(lines) - 1)
    return "\n".join(lines[first : last + 1]) + "\n"


def setup() -> None:
    """Make `.venv` hold the pinned packages and this project; return at once when it does already."""
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == recipe():
        return
    print("Setting up (once): packages go into .venv ...", flush=True)
    made_by = VENV / "python-version.txt"
    if not PYTHON.exists() or not made_by.exists() or made_by.read_text(encoding="utf-8") != sys.version:
        must(sys.executable, "-m", "venv", "--clear", VENV)
        made_by.write_text(sys.version, encoding="utf-8")
    STAMP.unlink(missing_ok=True)
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet")
    bootstrap = VENV / "uv.txt"
    bootstrap.write_text(uv_pin(), encoding="utf-8")
    if run(*pip, "install", "--require-hashes", "-r", bootstrap) == 0:
        uv = (PYTHON, "-m", "uv", "--quiet", "pip")
        must(*uv, "install", "--python", PYTHON, "--compile-bytecode", "--require-hashes", "-r", PINS)
    else:
        print("The fast installer is not to be had here; pip takes a few minutes ...", flush=True)
        must(*pip, "install", "--require-hashes", "-r", PINS)
    must(*pip, "install", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    quiet_lab()
    STAMP.write_text(recipe(), encoding="utf-8")


def trust() -> None:
    """Let the notebooks of this checkout show their saved boards and formulas before they are run again."""
    notebooks = [path for path in sorted((ROOT / "notebooks").rglob("*.ipynb")) if "checkpoint" not in path.name]
    subprocess.run([PYTHON, "-m", "jupyter", "trust", *notebooks], cwd=ROOT, stdout=subprocess.DEVNULL)


def quiet_lab() -> None:
    """Switch off JupyterLab's questions about news and updates: they need the internet and cover the lesson."""
    settings = VENV / "share/jupyter/lab/settings"
    settings.mkdir(parents=True, exist_ok=True)
    quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
    (settings / "overrides.json").write_text(json.dumps(quiet, indent=2), encoding="utf-8")


def keep_inside() -> None:
    """Let Jupyter keep its settings in `.venv`, unless the environment names a place for them."""
    for name, folder in {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "IPYTHONDIR": "ipython"}.items():
        os.environ.setdefault(name, str(VENV / "jupyter" / folder))


def lab(options: list) -> int:
    """Open JupyterLab on the first notebook."""
    trust()
    command = [PYTHON, "-m", "jupyterlab", f"--LabApp.default_url=/lab/tree/{START}", *options]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    try:
        return run(*command)
    except KeyboardInterrupt:
        return 0


def lock() -> int:
    """Choose the newest packages that pyproject.toml allows and pin them, for every system, in requirements.txt."""
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    export = (PYTHON, "-m", "uv", "export", "--quiet", "--upgrade", "--python", PYTHON, "--format", "requirements-txt")
    code = run(*export, *extras, "--no-emit-project", "--no-annotate", "--no-header", "-o", PINS)
    if code == 0:
        note = "# Exact versions and hashes for Linux, macOS and Windows, made by: python3 run.py lock\n"
        PINS.write_text(note + PINS.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
    return code


def main() -> int:
    """Read the command line, set up, and do what was asked."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is run by whatever python3 is
        sys.exit(
            f"cardlib needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable}).\n"
            "Run the command with a newer one, for example: python3.13 run.py lab"
        )
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "task",
        choices=("lab", "test", "setup", "notebooks", "teacher", "texts", "site", "phone", "lock"),
        help="lab: open JupyterLab (on a server: lab --no-browser --port 8888); test: run the tests; setup: only "
        "install; notebooks: run notebooks and save their outputs; teacher: make the teacher's edition of the lessons; "
        "texts: bring the French and Swedish catalogues in step with the package; site: build a folder "
        "that runs in any browser without an installation; phone: the companion as a page, for a phone with "
        "--network; lock: renew the pinned versions",
    )
    task, options = parser.parse_known_args()
    keep_inside()
    setup()
    if task.task == "lab":
        return lab(options)
    if task.task == "test":
        return run(PYTHON, "-m", "pytest", "-rs", "-n", "auto", "--dist", "loadfile", *options)
    if task.task == "notebooks":
        return run(PYTHON, "tools/notebooks.py", *options)
    if task.task == "teacher":
        return run(PYTHON, "tools/lessons.py", *options)
    if task.task == "texts":
        return run(PYTHON, "tools/texts.py", *options)
    if task.task == "site":
        return run(PYTHON, "tools/site/build.py", *options)
    if task.task == "phone":
        return run(PYTHON, "tools/phone.py", *options)
    return lock() if task.task == "lock" else 0


if __name__ == "__main__":
    sys.exit(main())
