"""Grids in writing: rows from the top, separated by `/`, cells by spaces.

`5` lies face up, `?5` face down but known to who wrote it, `?` face down and unknown, `.` is a cleared place.
A cell is (row, column), from (0,0) at the top left; inside, cells are numbered down the columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..text import Error

UP, DOWN, GONE = "up", "down", "gone"
CELL = re.compile(r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)")


class Grid(tuple[tuple[Any, ...], ...]):
    """A grid as somebody sees it: rows of cards, with "?" for a face-down card and "." for a cleared place."""

    __slots__ = ()

    def column(self, c: int) -> tuple[Any, ...]:
        """The cells of column c (from 0), from the top."""
        if not 0 <= c < len(self[0]):
            raise Error("there is no column {c}; the columns are 0 to {last}", c=repr(c), last=len(self[0]) - 1)
        return tuple(row[c] for row in self)

    @property
    def columns(self) -> tuple[tuple[Any, ...], ...]:
        """All columns, from the left."""
        return tuple(zip(*self, strict=True))

    def __str__(self) -> str:
        return " / ".join(" ".join(map(str, row)) for row in self)


def shown(cells: Iterable[Any], rows: int) -> Grid:
    """A Grid from cells numbered down the columns."""
    cells = list(cells)
    return Grid(tuple(cells[r::rows]) for r in range(rows))


def read_grid(text: Any, rows: int, columns: int, read_card: Callable[[Any], int]) -> list[tuple[str, int | None]]:
    """The cells of a written grid, numbered down the columns, as (face, card); card None: not known.

    Raises ValueError that says what a grid of that size looks like.
    """
    if isinstance(text, Grid):
        text = str(text)
    if not isinstance(text, str):
        raise Error("{text} is not a grid; write its rows in one text, separated by /", text=repr(text))
    lines = [line.split() for line in text.split("/")]
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise Error(
            "{text} is not a grid of {rows} rows with {columns} cells each, the rows separated by /",
            text=repr(text), rows=rows, columns=columns,
        )  # fmt: skip
    cells: list[tuple[str, int | None]] = []
    for text in (lines[r][c] for c in range(columns) for r in range(rows)):
        card = text.removeprefix("?")
        face = GONE if text == "." else DOWN if text[0] == "?" else UP
        cells.append((face, None if text in ("?", ".") else read_card(card)))
    return cells


def write_cell(cell: int, rows: int) -> str:
    """A cell number as "(row,column)"."""
    return f"({cell % rows},{cell // rows})"


def read_cells(text: str, rows: int, columns: int) -> list[int]:
    """The cells named in a text such as "(0,0) (2,1)"; ValueError for anything else."""
    found = CELL.findall(text)
    if not found or CELL.sub("", text).strip():
        raise Error("{text} does not name places such as (0,0)", text=repr(text))
    for r, c in found:
        if int(r) >= rows or int(c) >= columns:
            raise Error(
                "there is no place ({r},{c}); rows are 0 to {last_row}, columns 0 to {last_column}",
                r=r, c=c, last_row=rows - 1, last_column=columns - 1,
            )  # fmt: skip
    return [int(c) * rows + int(r) for r, c in found]
