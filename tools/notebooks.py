"""Run notebooks and save their outputs so that running them again changes no byte.

`python3 run.py notebooks [paths]` runs the ones named, or all under notebooks/; lessons and analyses are made from
their sources first (see lessons.py). Times, widget models and Python's version are left out of what is saved, since
they would differ on the next machine.
"""

import os
import re
import sys
from pathlib import Path

import lessons
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
FOLDED = "Folded: run this cell to see it."
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def find(names: list[str]) -> list[Path]:
    """Give the notebooks meant by the names of files and folders; all of the project's when there is none."""
    paths = [Path(name).resolve() for name in names] or [ROOT / "notebooks"]
    to_be_made = [made / f"{one.stem}.ipynb" for made, sources in lessons.MADE.items() for one in sources.glob("*.md")]
    found = [file for path in paths for file in ([path] if path.suffix == ".ipynb" else path.rglob("*.ipynb"))]
    found += [file for file in to_be_made if any(path in file.parents for path in paths)]
    return sorted({file for file in found if ".ipynb_checkpoints" not in file.parts})


def cell_id(cell: NotebookNode, taken: set[str]) -> str:
    """Keep an id that a person chose; replace a random one by the first words of the cell."""
    name = cell.get("id", "")
    if not name or name in taken or re.fullmatch(r"[0-9a-f]{8}(-?[0-9a-f]{4,12})*", name):
        words = re.findall(r"[a-z0-9]+", cell.source.lower())
        name = "-".join(words[:5])[:40] or cell.cell_type
        copies = (f"{name}-{number}" for number in range(2, 1000))
        while name in taken:
            name = next(copies)
    taken.add(name)
    return name


def tidy(notebook: NotebookNode) -> None:
    """Leave only what is the same on every run and every machine."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5  # the first format with cell ids
    taken: set[str] = set()
    for cell in notebook.cells:
        cell.id = cell_id(cell, taken)
        kept = {key: cell.metadata[key] for key in ("tags", "jupyter") if key in cell.metadata}
        cell.metadata = nbformat.from_dict(kept)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)  # without it Lab shows the widget's still picture at first
        if cell.metadata.get("jupyter", {}).get("outputs_hidden") and cell.outputs:
            first = cell.outputs[0].get("data", {})
            for kind in ("text/html", "text/markdown"):  # a folded output shows its first line, markup and all
                if kind in first and not first[kind].startswith(FOLDED):
                    first[kind] = f"{FOLDED}\n\n{first[kind]}"


def refresh(path: Path) -> None:
    """Run one notebook from top to bottom in its own folder and save it; raises CellExecutionError on an error."""
    source = lessons.source_of(path)
    notebook = lessons.student(source) if source else nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", record_timing=False, coalesce_streams=True, resources=resources
    ).execute(env={**os.environ, "CARDLIB_PROGRESS": "off"})  # progress bars depend on how fast the machine is
    tidy(notebook)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def main(names: list[str]) -> None:
    """Refresh the notebooks named on the command line."""
    for path in find(names):
        print(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path, flush=True)
        refresh(path)


if __name__ == "__main__":
    main(sys.argv[1:])
