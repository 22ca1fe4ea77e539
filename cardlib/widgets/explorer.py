"""The odds explorer: click a Skyjo grid together, tell it which cards are gone, and see the odds of every column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .. import skyjo
from ..deck import Deck
from ..engine.board import CSS, Board, Card, Pile, Seat, band
from ..skyjo.odds import ColumnAnswer
from ..text import MINUS, Error, _, plural
from .panels import ColumnOdds
from .parts import button, esc
from .surface import Surface

ROWS, COLUMNS = 3, 4
HIDDEN, GONE = "?", "."
VALUES = [str(value) for value in range(-2, 13)]
FACES = {HIDDEN: _("face down"), GONE: _("cleared")}


@dataclass(frozen=True)
class Position:
    """What somebody at a table knows: the own grid, the top discard, and the other cards seen."""

    cells: tuple[str, ...] = (HIDDEN,) * (ROWS * COLUMNS)  # row by row
    top: str | None = None
    seen: tuple[str, ...] = ()

    def known(self) -> list[int]:
        """All cards that have been seen."""
        return [int(c) for c in (*self.cells, *self.seen, self.top or HIDDEN) if c not in FACES]

    def unseen(self) -> Deck:
        """The cards that have not been seen; ValueError if more of a card were seen than there are."""
        known = Deck(self.known())
        for value, n in known.items():
            if n > skyjo.DECK[value]:
                said = _("There are only {all} cards with a {value} in the deck; you have entered {n}.",
                         all=skyjo.DECK[value], value=value, n=n)  # fmt: skip
                raise Error(said)
        hidden, left = self.cells.count(HIDDEN), skyjo.DECK.total - known.total
        if left < hidden:
            raise Error("Only {left} cards are left, too few for {n} hidden places.", left=left, n=hidden)
        return skyjo.DECK - known

    def __str__(self) -> str:
        rows = [self.cells[r * COLUMNS : (r + 1) * COLUMNS] for r in range(ROWS)]
        return " / ".join(" ".join(row) for row in rows)


def _card(text: Any) -> str:
    """A card's text from what somebody typed; ValueError says which cards there are."""
    card = str(text).strip().replace(MINUS, "-")
    if card not in VALUES and card not in FACES:
        raise Error("There is no card {card}: the cards go from {low} to {high}.", card=card, low=-2, high=12)
    return card


def _cards(text: str) -> tuple[str, ...]:
    cards = tuple(_card(word) for word in text.replace(",", " ").replace(";", " ").split())
    if any(card in FACES for card in cards):
        raise Error("Here only cards that were seen are listed, for instance: 5 5 -2 12.")
    return cards


def _cells(text: str) -> tuple[str, ...]:
    rows = [row.split() for row in text.split("/")]
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise Error("Write a grid as {example}.", example="5 ? 0 4 / 5 9 ? ? / ? -1 ? 2")
    return tuple(_card(card) for row in rows for card in row)


class OddsExplorer(Surface):
    """The odds of every column of a grid that is entered by clicking or typing.

    grid: in the notation "5 ? 0 4 / 5 9 ? ? / ? -1 ? 2" (`?` face down, `.` cleared)
    seen: other cards seen, in discard pile and other grids; top: the top discard; draws: from the pile
    `.unseen` is the Deck of cards not seen, `.answers()` the list of answers for the columns.
    """

    def __init__(
        self, grid: str | None = None, seen: Sequence[int] = (), top: int | None = None, draws: int = 3
    ) -> None:
        cells = Position().cells if grid is None else _cells(str(grid))
        self.position = Position(cells, None if top is None else _card(top), _cards(" ".join(map(str, seen))))
        self.position.unseen()
        self.odds = ColumnOdds(unfolded=True)
        self.odds.do_draws(draws)
        self.picked = "5"
        self.past: list[Position] = []
        self.future: list[Position] = []
        self._typing = ""  # the place whose last change was typed, so that 1, 12 is undone at once
        super().__init__()

    def handlers(self) -> tuple[Any, ...]:
        """The odds answer their own controls."""
        return self, self.odds

    @property
    def unseen(self) -> Deck:
        """The cards that have not been seen."""
        return self.position.unseen()

    def answers(self) -> list[ColumnAnswer]:
        """The answer for each column, from the left."""
        now = self.position
        return self.odds.answers(str(now), seen=now.seen, discard_top=now.top)

    # --- entering cards --------------------------------------------------------------------------------------------
    def do_pick(self, card: Any) -> None:
        """Choose the card that the next clicks lay."""
        self.picked = _card(card)

    def do_place(self, key: Any) -> None:
        """Lay the picked card on a place, or take a seen card back."""
        if key.startswith("seen ") and key != "seen add":
            self._change(self._without(int(key.split()[1])))
        else:
            self._lay(key, self.picked)

    def do_type(self, value: Any) -> None:
        """A card typed on a place; what is typed quickly comes as one text, longer each time: "1", "12"."""
        key, text = value
        self.message = ""
        if text in ("-", MINUS):
            return
        again = len(text) > 1 and self._typing == key
        if text.endswith(("Backspace", "Delete")):
            self._lay(key, HIDDEN)
        elif key == "seen add" and again:
            self._change(
                replace(self._without(len(self.position.seen) - 1), seen=(*self.position.seen[:-1], _card(text)))
            )
        else:
            self._lay(key, _card(text))
        if again:
            self.past.pop()
        self._typing = key

    def _lay(self, key: str, card: str) -> None:
        now = self.position
        if key.startswith("cell "):
            _word, r, c = key.split()
            cells = list(now.cells)
            cells[int(r) * COLUMNS + int(c)] = card
            self._change(replace(now, cells=tuple(cells)))
        elif key == "top":
            self._change(replace(now, top=None if card in FACES else card))
        elif key == "seen add" and card not in FACES:
            self._change(replace(now, seen=(*now.seen, card)))
        else:
            raise Error("Pick a card with a number first.")

    def _without(self, n: int) -> Position:
        seen = self.position.seen
        return replace(self.position, seen=seen[:n] + seen[n + 1 :])

    def do_grid(self, fields: Any) -> None:
        """The whole grid as text."""
        self._change(replace(self.position, cells=_cells(str(fields.get("entry", "")))))

    def do_seen(self, fields: Any) -> None:
        """All other cards seen as text."""
        self._change(replace(self.position, seen=_cards(str(fields.get("entry", "")))))

    def do_clear(self, _value: Any) -> None:
        """Start again with nothing seen."""
        self._change(Position())

    def _change(self, position: Position) -> None:
        """Take a new position over, if it is possible at all."""
        left = position.unseen()
        self.past.append(self.position)
        self.future.clear()
        self.position, self._typing = position, ""
        self.message = plural("{n} card is unseen.", "{n} cards are unseen.", left.total)

    def do_undo(self, _value: Any) -> None:
        """Take the last change back."""
        self._swap(self.past, self.future)

    def do_redo(self, _value: Any) -> None:
        """Make the last change again."""
        self._swap(self.future, self.past)

    def _swap(self, source: list[Position], target: list[Position]) -> None:
        if source:
            target.append(self.position)
            self.position = source.pop()
        self._typing = ""

    # --- drawing ---------------------------------------------------------------------------------------------------
    def board(self) -> Board:
        """The position as a board."""
        now = self.position

        def place(card: str, key: str) -> Card:
            return Card("" if card in FACES else card, up=card != HIDDEN, key=key, gone=card == GONE)

        rows = [[place(now.cells[r * COLUMNS + c], f"cell {r} {c}") for c in range(COLUMNS)] for r in range(ROWS)]
        seen = [place(card, f"seen {n}") for n, card in enumerate(now.seen)]
        return Board(
            _("What lies on the table"),
            (
                Pile(_("top of the discard pile"), (place(now.top, "top"),) if now.top else (), key="top"),
                Pile(_("other cards seen"), (*seen, Card(key="seen add", note=_("add"))), len(seen), spread=True),
            ),
            (Seat(str(_("Your grid")), rows),),
        )

    def __str__(self) -> str:
        lines = [str(self.position)]
        for c, answer in enumerate(self.answers(), 1):
            lines.append(str(_("column {n}: {answer}", n=c, answer=answer.message)))
        return "\n".join(lines)

    def still(self) -> str:
        """The board as a picture."""
        return f"<style>{CSS}</style>{self.board().html()}<pre>{esc(self)}</pre>"

    def view(self) -> str:
        """Palette and board; beside them the odds."""
        board = self.board()
        keys = [f"cell {r} {c}" for r in range(ROWS) for c in range(COLUMNS)]
        keys += ["top", "seen add", *(f"seen {n}" for n in range(len(self.position.seen)))]
        tools = (
            button(_("Undo"), "undo", off=not self.past)
            + button(_("Redo"), "redo", off=not self.future)
            + button(_("Clear all"), "clear")
        )
        odds = self.odds.table(_("Odds of completing a column"), self.answers)
        return (
            f'<div class="cl-split"><div data-key="main">{self._palette()}'
            f'<div class="cl-quiet" data-typing data-key="board">{board.html(lit=keys)}</div>'
            f'<div class="cl-tools">{tools}</div>{self._texts()}</div>'
            f'<section class="cl-panel" data-key="odds">{odds}</section></div>'
        )

    def _palette(self) -> str:
        left = self.unseen
        cards = ""
        for card in (*VALUES, *FACES):
            look = {HIDDEN: "down", GONE: "gone"}.get(card) or band(card)
            small = FACES.get(card) or _("{n} left", n=left[int(card)])
            name = _("pick {card}, {note}", card=card, note=small) if card in VALUES else _("pick {face}", face=small)
            pressed = "true" if card == self.picked else "false"
            cards += (
                f'<button type="button" class="cl-card cl-{look}" data-key="pick {card}" data-action="pick"'
                f' value="{card}" aria-pressed="{pressed}" aria-label="{esc(name)}" title="{esc(name)}">'
                f"<span>{'' if card in FACES else card.replace('-', MINUS)}</span><small>{esc(small)}</small></button>"
            )
        hint = esc(_("Pick a card, then click places; or go to a place and type the number."))
        label = esc(_("cards to pick"))
        return f'<p class="cl-note">{hint}</p><div class="cl-palette" role="group" aria-label="{label}">{cards}</div>'

    def _texts(self) -> str:
        """The same as text, for fast typing and for pasting."""
        fields = ""
        for action, label, text in (
            ("grid", _("grid as text"), str(self.position)),
            ("seen", _("other cards seen as text"), " ".join(self.position.seen)),
        ):
            fields += (
                f'<form class="cl-tools" data-action="{action}" data-key="form {action}"><label class="cl-field">'
                f'<span>{esc(label)}</span><input type="text" name="entry" size="28" value="{esc(text)}"'
                f' autocomplete="off" data-key="text {action}"></label>'
                f'<button class="cl-button" data-key="set {action}">{esc(_("Set"))}</button></form>'
            )
        return f'<details data-key="texts"><summary>{esc(_("Enter as text"))}</summary>{fields}</details>'
