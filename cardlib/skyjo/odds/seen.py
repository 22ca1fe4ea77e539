"""What is known, for the odds of whole grids: see known.py, which reads it."""

from __future__ import annotations

from typing import Any

from ...deck import Deck
from ...engine import grid as written
from .. import rules as R
from ..game import read_card
from .known import GONE, HIDDEN, SKYJO
from .known import Known as Scene
from .known import known as read_scene

__all__ = ["GONE", "HIDDEN", "Scene", "read_cards", "read_grid", "read_scene", "read_top"]


def read_cards(cards: Any) -> Deck:
    """Cards as a Deck, in every form in which they are written."""
    return SKYJO.cards(cards, SKYJO.rules(None))


def read_grid(grid: Any) -> tuple[Any, ...]:
    """The 12 cells of a grid, numbered down the columns: values, "?" and "."; from a view's grid or a written one."""
    cells = written.read_grid(grid, R.ROWS, R.COLUMNS, read_card)
    marks = {written.DOWN: HIDDEN, written.GONE: GONE}
    return tuple(marks.get(face, card) for face, card in cells)


def read_top(discard_top: Any) -> int | None:
    """The top discard from an argument: None and False mean that there is none to take."""
    return None if discard_top is None or discard_top is False else read_card(discard_top)
