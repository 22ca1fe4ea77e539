"""Saved notebooks: small, complete, and without anything that differs from one machine to the next.

That their outputs are right is nbval's work: pytest runs every notebook and compares (see pyproject.toml).
"""

import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import notebooks as tool  # noqa: E402

NOTEBOOKS = tool.find([])
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def outputs(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


@each_notebook
def test_is_saved_as_the_tool_saves_it(path):
    notebook = nbformat.read(path, as_version=4)
    saved = nbformat.writes(notebook)
    tool.tidy(notebook)
    assert nbformat.writes(notebook) == saved, "run: python3 run.py notebooks"
    nbformat.validate(notebook)
    assert "widgets" not in notebook.metadata


@each_notebook
def test_is_small(path):
    assert path.stat().st_size < 200_000


@each_notebook
def test_was_run_from_top_to_bottom_without_an_error(path):
    notebook = nbformat.read(path, as_version=4)
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    assert counts == list(range(1, len(counts) + 1))
    assert outputs(notebook)
    assert not [output for output in outputs(notebook) if output.output_type == "error"]
    assert not [output for output in outputs(notebook) if output.get("name") == "stderr"]


def test_the_tool_gives_the_same_bytes_twice(tmp_path):
    source = "import ipywidgets\nipywidgets.IntSlider(description='n')"
    cells = [nbformat.v4.new_markdown_cell("# What are the odds?"), nbformat.v4.new_code_cell(source)]
    path = tmp_path / "slider.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    tool.refresh(path)
    once = path.read_bytes()
    tool.refresh(path)
    assert path.read_bytes() == once
    notebook = nbformat.read(path, as_version=4)
    assert [cell.id for cell in notebook.cells] == ["what-are-the-odds", "import-ipywidgets-ipywidgets-intslider-d"]
    assert tool.WIDGET_VIEW not in notebook.cells[1].outputs[0].data
    assert set(notebook.metadata) == {"kernelspec", "language_info"}


def test_a_name_that_a_person_gave_a_cell_stays():
    cells = [nbformat.v4.new_code_cell("1", id=name) for name in ("answer", "answer", "3f0c9a71")]
    notebook = nbformat.v4.new_notebook()
    notebook.cells = cells
    tool.tidy(notebook)
    assert [cell.id for cell in notebook.cells] == ["answer", "1", "1-2"]
