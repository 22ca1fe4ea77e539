"""Lessons: one source each, two editions.

`lesson_sources/03_completing_a_column.md` holds a lesson and, below the line `<!-- teacher -->`, its teacher's notes.
Fenced Python is a code cell, what stands between is text; every heading begins a cell of its own. A code cell marked
"```python answer" keeps its saved output folded until the pupil runs it, so that no answer is seen before the guess.
"```python quiet" folds the code itself: a pupil presses Shift + Enter on its first line, which says what it does.

`python3 run.py notebooks` makes the student's edition in notebooks/lessons/ (it is committed, with its outputs).
`python3 run.py teacher --class "Ana, Bo"` makes the teacher's edition of every lesson in teacher/ (never committed):
the same cells, then the notes, and the key of every exercise for every name.

The notebooks of the analyses are made alike, from analysis_sources/; they have no notes.
"""

import argparse
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.sign import NotebookNotary

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "lesson_sources"
STUDENTS = ROOT / "notebooks" / "lessons"
TEACHERS = ROOT / "teacher"
MADE = {STUDENTS: SOURCES, ROOT / "notebooks" / "analyses": ROOT / "analysis_sources"}  # notebooks from sources
NOTES = "<!-- teacher -->"
BLOCK = re.compile(r"^```python([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def source_of(notebook: Path) -> Path | None:
    """The source of a student's lesson or of an analysis; None for every other notebook."""
    source = MADE.get(notebook.parent, SOURCES) / f"{notebook.stem}.md"
    return source if notebook.parent in MADE and source.exists() else None


def cells(text: str) -> list[NotebookNode]:
    """The cells of a piece of a source."""
    found, end = [], 0
    for block in BLOCK.finditer(text):
        found += _text_cells(text[end : block.start()])
        found.append(_code_cell(block[2].strip("\n"), block[1].split()))
        end = block.end()
    return found + _text_cells(text[end:])


def _text_cells(text: str) -> list[NotebookNode]:
    pieces = re.split(r"^(?=#+ )", text, flags=re.MULTILINE)
    return [nbformat.v4.new_markdown_cell(piece.strip()) for piece in pieces if piece.strip()]


def _code_cell(code: str, tags: list[str]) -> NotebookNode:
    metadata = {"tags": tags} if tags else {}
    return nbformat.v4.new_code_cell(code, metadata=metadata | _folded(tags))


def _folded(tags: list[str]) -> dict[str, dict[str, bool]]:
    folded = {"answer": "outputs_hidden", "quiet": "source_hidden"}
    hidden = {name: True for tag, name in folded.items() if tag in tags}
    return {"jupyter": hidden} if hidden else {}


def student(source: Path) -> NotebookNode:
    """The student's edition of a lesson, not yet run."""
    lesson, _line, _notes = source.read_text(encoding="utf-8").partition(NOTES)
    return nbformat.v4.new_notebook(cells=cells(lesson))


def teacher(source: Path, pupils: list[str]) -> NotebookNode:
    """The teacher's edition, not yet run: nothing is folded, notes and keys stand at the end."""
    lesson, _line, notes = source.read_text(encoding="utf-8").partition(NOTES)
    notebook = nbformat.v4.new_notebook(cells=cells(lesson))
    for cell in notebook.cells:
        cell.metadata.pop("jupyter", None)
    own = [*cells("## Teacher's notes"), _code_cell(f"CLASS = {pupils!r}  # your pupils", []), *cells(notes)]
    for cell in own:
        cell.metadata["tags"] = ["teacher"]
    notebook.cells += own
    return notebook


def names(text: str) -> list[str]:
    """Pupils from a text file (a line each) or from a list with commas; a number n stands for the seeds 1 to n."""
    if text.isdigit():
        return [str(seed) for seed in range(1, int(text) + 1)]
    if Path(text).is_file():
        text = Path(text).read_text(encoding="utf-8")
    return [name.strip() for name in re.split(r"[\n,;]", text) if name.strip()]


def main() -> None:
    """Write the teacher's edition of every lesson."""
    import notebooks as tool

    parser = argparse.ArgumentParser(prog="python3 run.py teacher", description="Make the teacher's edition.")
    parser.add_argument(
        "--class", dest="pupils", type=names, default=names("30"), metavar="NAMES",
        help='"Ana, Bo, Cem", or a text file with a name a line, or a number of seeds (default: 30)',
    )  # fmt: skip
    parser.add_argument("lessons", nargs="*", help="numbers such as 03; default: all")
    options = parser.parse_args()
    TEACHERS.mkdir(exist_ok=True)
    for source in sorted(SOURCES.glob("*.md")):
        if options.lessons and source.stem.split("_")[0] not in options.lessons:
            continue
        path = TEACHERS / f"{source.stem}.ipynb"
        nbformat.write(teacher(source, options.pupils), path)
        tool.refresh(path)
        NotebookNotary().sign(nbformat.read(path, as_version=4))  # JupyterLab shows its keys in full at once
        print(path.relative_to(ROOT), flush=True)


if __name__ == "__main__":
    main()
