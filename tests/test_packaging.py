"""The project's own description: what is installed, pinned, and said in more than one place."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import cardlib
import run

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PINS = [
    Requirement(line.removesuffix("\\").strip())
    for line in (ROOT / "requirements.txt").read_text().splitlines()
    if "==" in line
]
ENVIRONMENTS = [
    {"python_full_version": f"{version}.0", "python_version": version, "sys_platform": system, "os_name": name}
    | {"platform_python_implementation": "CPython", "implementation_name": "cpython"}
    for version in ("3.11", "3.12", "3.13")
    for system, name in (("linux", "posix"), ("darwin", "posix"), ("win32", "nt"))
]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_one_version():
    assert PROJECT["version"] == cardlib.__version__
    assert f"## {cardlib.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_conda_users_get_the_same_requirements():
    conda = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    fast, data, lab = (PROJECT["optional-dependencies"][extra] for extra in ("fast", "data", "lab"))
    extras = [*fast, *(one for one in data if one not in fast)]
    direct = [f"python{PROJECT['requires-python']}", *extras, *PROJECT["dependencies"], *lab]
    assert conda == [*direct, "pip", {"pip": ["-e ."]}]


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda e: f"{e['sys_platform']}-{e['python_version']}")
def test_pins_meet_the_requirements_on_every_system(environment):
    pinned = {}
    for pin in PINS:
        if pin.marker is None or pin.marker.evaluate(environment):
            assert canonical(pin.name) not in pinned, f"{pin.name} is pinned twice"
            pinned[canonical(pin.name)] = next(iter(pin.specifier)).version
    extras = [requirement for extra in run.EXTRAS for requirement in PROJECT["optional-dependencies"][extra]]
    for requirement in map(Requirement, PROJECT["dependencies"] + extras):
        version = pinned[canonical(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} against {version}: run `python3 run.py lock`"


def test_every_pin_has_hashes():
    text = (ROOT / "requirements.txt").read_text()
    blocks = re.split(r"\n(?=\S)", text.split("\n", 1)[1])
    assert len(blocks) == len(PINS) > 50
    assert all("--hash=sha256:" in block for block in blocks)
    assert run.uv_pin() in text and run.uv_pin().count("uv==") == 1


def test_no_address_of_a_package_server_is_committed():
    for name in ("requirements.txt", "pyproject.toml", "environment.yml", "run.py", ".ci/run"):
        assert not re.search(r"https?://|index-url|find-links", (ROOT / name).read_text()), name


def test_the_wheel_holds_the_whole_package(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("cardlib/")}
    kinds = {".py", ".js", ".css", ".mo", ".typed"}
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "cardlib").rglob("*") if path.suffix in kinds}
    assert here | {"cardlib/py.typed"} == held


def test_the_sdist_holds_what_the_tests_need(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as packed:
        held = {name.split("/", 1)[1] for name in packed.getnames()}
    folders = ("cardlib", "tests", "tools", "notebooks", "lesson_sources", "data", "docs", "benchmarks")
    kinds = {".py", ".md", ".ipynb", ".js", ".css", ".mo", ".json", ".csv", ".txt", ".cfg"}
    here = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in kinds and not any(part.startswith((".", "__pycache__")) for part in path.parts[-2:])
    }
    alone = {"run.py", "requirements.txt", "environment.yml", "README.md", "LICENSE", "CITATION.cff", ".ci/run"}
    assert here | alone <= held


def test_an_old_python_is_told_so(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        run.main()


def test_importing_cardlib_loads_no_big_library():
    heavy = "numpy pandas scipy numba altair ipywidgets anywidget tqdm"
    code = f"import sys, cardlib; sys.exit(str([name for name in '{heavy}'.split() if name in sys.modules] or 0))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr.strip() in ("", "0")
