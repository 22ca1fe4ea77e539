"""The analyses' stored results: complete, described, and still what the code gives; the notebooks' common form."""

import csv
import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import analyses  # noqa: E402
import designs  # noqa: E402
from designs import DESIGNS  # noqa: E402

DATA = ROOT / "data"
NOTEBOOKS = sorted((ROOT / "notebooks" / "analyses").glob("*.ipynb"))
PACKAGE = json.loads((DATA / "datapackage.json").read_text(encoding="utf-8"))
TYPES = {"string": str, "number": float, "integer": int, "boolean": lambda text: {"true": True, "false": False}[text]}


def table(name):
    with open(DATA / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def stored(design):
    return [row for row in analyses.read(design.analysis) if row.design == design.name]


# --- what is stored ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("design", DESIGNS[::30], ids=lambda design: design.name)
def test_the_sample_still_gives_what_is_stored(design):
    assert analyses.moved(design, stored(design)) == [], "rebuild: python tools/analyses.py " + design.analysis


def test_a_change_of_a_player_is_noticed():
    design = next(one for one in DESIGNS if one.name == "closing expert, risk or not")
    careless = dict(design.players) | {"weighs the risk": "expert(penalty=0.5)"}
    assert analyses.moved(replace(design, players=careless), stored(design))


def test_a_change_of_the_rules_is_noticed():
    design = next(one for one in DESIGNS if one.name == "closing greedy 4")
    assert analyses.moved(replace(design, rules={"penalty_on_tie": False}), stored(design))


def test_every_design_is_stored_as_it_stands():
    rows = [{name: text for name, text in row.items() if name != "seconds"} for row in table("designs")]
    assert rows == [{name: str(value) for name, value in design.row().items()} for design in DESIGNS]
    for design in DESIGNS:
        assert stored(design), design.name


def test_every_number_lies_in_its_interval():
    for name in designs.ANALYSES:
        for row in analyses.read(name):
            assert row.low <= row.value <= row.high
            assert row.n > 0
            assert row.unit != "share" or -1 <= row.low <= row.high <= 1.01


def test_the_columnar_file_holds_the_same_rows():
    import pyarrow.parquet as pq

    rows = [analyses.Row(**row) for row in pq.read_table(DATA / "results.parquet").to_pylist()]
    assert rows == [row for name in designs.ANALYSES for row in analyses.read(name)]


def test_the_claims_are_judged_by_what_is_stored():
    claims = table("claims")
    assert len(claims) == 45
    judged = analyses.judge([dict(claim) for claim in claims])
    assert judged == claims
    tested = [claim for claim in claims if claim["p"]]
    assert len(tested) > 20
    assert all(float(claim["p"]) <= float(claim["p_holm"]) for claim in tested)
    assert all(claim["verdict"] for claim in claims)


# --- how it is described ----------------------------------------------------------------------------------------------
def test_the_package_describes_every_file():
    described = {one["path"] for one in PACKAGE["resources"]}
    assert described == {path.name for path in DATA.iterdir()} - {"datapackage.json", "README.md"}


@pytest.mark.parametrize("resource", PACKAGE["resources"], ids=lambda one: one["path"])
def test_checksum_size_and_columns(resource):
    path = DATA / resource["path"]
    content = path.read_bytes()
    assert resource["bytes"] == len(content) < 110_000
    assert resource["hash"] == "sha256:" + hashlib.sha256(content).hexdigest()
    if path.suffix == ".csv":
        fields = resource["schema"]["fields"]
        rows = table(path.stem)
        assert [one["name"] for one in fields] == list(rows[0])
        for row in rows:
            for one in fields:
                assert row[one["name"]] == "" or TYPES[one["type"]](row[one["name"]]) is not None


# --- the notebooks ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_has_the_common_form(path):
    notebook = nbformat.read(path, as_version=4)
    text = " ".join(" ".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown").split())
    for part in ("**Design", "**In two sentences.**", "**For whom it holds.**", "change it", "## Try it yourself"):
        assert part in text, part
    charts = [output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    specs = [data["application/vnd.vegalite.v5+json"] for data in charts if "application/vnd.vegalite.v5+json" in data]
    assert specs
    assert all(spec["title"] and spec["description"] for spec in specs)


def test_the_index_names_every_notebook_with_its_picture():
    index = (ROOT / "notebooks" / "analyses" / "README.md").read_text(encoding="utf-8")
    assert len(NOTEBOOKS) == 10
    for path in NOTEBOOKS:
        assert path.name in index
        assert f"pictures/{path.stem}.svg" in index
        assert (path.parent / "pictures" / f"{path.stem}.svg").exists()
