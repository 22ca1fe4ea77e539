"""Skyjo in writing: cards, cells, actions, and why an action is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..engine import game as engine
from ..engine import grid
from ..engine.notation import Notation, Phrase, cell, two_cells
from ..text import Error, Message, _
from . import rules as R


def read_card(card: Any) -> int:
    """A card's value from a number or its text; ValueError says which cards there are."""
    text = str(card).replace("\N{MINUS SIGN}", "-")
    is_written = isinstance(card, int | str) and not isinstance(card, bool) and re.fullmatch(r"-?\d{1,2}", text)
    if is_written and int(text) in R.VALUES:
        return int(text)
    raise Error("{card} is not a Skyjo card; the cards are −2 to 12", card=repr(card))


# --- actions ------------------------------------------------------------------------------------------------------
CELL = cell(R.ROWS, R.COLUMNS)
PHRASES = (
    Phrase(R.DRAW, "draw"),
    Phrase(R.TAKE, "take {}", (CELL,)),
    Phrase(R.KEEP, "keep {}", (CELL,)),
    Phrase(R.REJECT, "reject {}", (CELL,)),
    Phrase(R.NEXT, "next round"),
    Phrase(R.NEXT, "next"),
    Phrase(R.REVEAL, "reveal {}", (two_cells(R.ROWS, R.COLUMNS),)),
)
HOW_TO_WRITE = _('write "draw", "take (2,1)", "keep (0,3)", "reject (1,1)", "reveal (0,0) (0,1)" or "next round"')
NOTATION = Notation(PHRASES, "Skyjo", HOW_TO_WRITE)


def write_cell(cell: int) -> str:
    """A cell as "(row,column)"."""
    return grid.write_cell(cell, R.ROWS)


class Action(engine.Action):
    """An action of Skyjo; its text is what `parse` reads, its `word` is draw, take, keep, reject, reveal or next."""

    write = NOTATION.write

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The places it names, each as (row, column): [] for "draw", [(0, 3)] for "keep (0,3)"."""
        return [(int(r), int(c)) for r, c in grid.CELL.findall(str(self))]


def parse(text: str) -> Action:
    """An action from its text, for instance "take (2,1)"; ValueError says how actions are written."""
    return Action(NOTATION.read(text))


REFUSALS: Mapping[int, tuple[str, Message]] = {
    R.NO_SUCH_ACTION: ("", _("there is no such action")),
    R.IS_OVER: ("SK-24", _("the game is over")),
    R.ROUND_IS_OVER: ("SK-19", _("the round is over; the next round must be dealt first")),
    R.ROUND_IS_ON: ("SK-19", _("the round is not over yet")),
    R.MUST_REVEAL: ("SK-5", _("two own cards must be turned up first")),
    R.REVEAL_TWO: ("SK-5", _("exactly two different cards are turned up at the start")),
    R.REVEAL_ONCE: ("SK-5", _("two cards are turned up at the start of a round only")),
    R.MUST_PLACE: ("SK-9", _("a card has been drawn: keep or reject it; the choice of the pile is final")),
    R.NOTHING_DRAWN: ("SK-9", _("no card has been drawn; draw one or take the top discard")),
    R.NOTHING_TO_DRAW: ("SK-26", _("there is no card to draw and nothing to shuffle; take the top discard")),
    R.NOTHING_TO_TAKE: ("SK-10", _("the discard pile is empty; draw a card")),
    R.CLEARED_PLACE: ("SK-16", _("this place has been cleared and stays empty for the round")),
    R.MUST_KEEP: ("SK-13", _("with may_reject_drawn=False a drawn card must be exchanged")),
    R.NOT_FACE_DOWN: ("SK-13", _("who rejects the drawn card turns up an own face-down card, and this is none")),
}
