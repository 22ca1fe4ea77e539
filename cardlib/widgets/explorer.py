"""The odds explorer: click a Skyjo grid together, tell it which cards are gone, and see the odds of every column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import skyjo
from ..deck import Deck
from ..engine.board import CSS, Board, Text
from ..html import Markup, tag
from ..skyjo import rules as R
from ..skyjo.odds import ColumnAnswer, columns
from ..text import MINUS, Error, _, plural
from .companion import Entry
from .odds_skyjo import COLUMNS, DISCARD, VALUES, GridSheet, column_bars
from .panels import Odds, Panel, Part
from .parts import button, field, sent, tools
from .sheet import CELL, FACES, ONE, ROW, Laid, Layout, Place

SEEN = "seen"


class ExplorerSheet(GridSheet):
    """One grid, the top discard, and the other cards seen, wherever they lie."""

    def places(self, players: tuple[str, ...]) -> list[Place]:
        """The piles with the names they have here."""
        cells = [place for place in super().places(players) if place.kind == CELL]
        top = Place(DISCARD, _("top of the discard pile"), _("top of the discard pile"), ONE, VALUES)
        return [top, Place(SEEN, _("other cards seen"), _("other cards seen"), ROW, VALUES), *cells]

    def position(self, table: Layout) -> dict[str, Any]:
        """The seen cards lie below the top discard."""
        pile = [*table.cards(SEEN), *table.cards(DISCARD)]
        return super().position(table.lay({DISCARD: tuple(pile), "drawn": ()}))

    def lay(self, table: Layout, place: Place, card: str, following: bool) -> Laid:
        """Nothing follows from a card here."""
        if place.kind != ROW:
            return Laid(table.put(place.key, *(() if card in FACES and place.kind == ONE else (card,))), "")
        return super(GridSheet, self).lay(table, place, card, following)

    def score(self, table: Layout, p: int) -> Text | None:
        """The grid alone."""
        return None

    def with_grid(self, table: Layout, text: Any) -> Layout:
        """The table with a grid that is written down."""
        rows = [row.split() for row in str(text).replace(MINUS, "-").split("/")]
        if [len(row) for row in rows] != [self.columns] * R.ROWS:
            raise Error("Write a grid as {example}.", example="5 ? 0 4 / 5 9 ? ? / ? -1 ? 2")
        place = self.place(table, "cell 0 0 0")
        cells = [(f"cell 0 {r} {c}", card) for r, row in enumerate(rows) for c, card in enumerate(row)]
        return table.lay({key: (self.read(place, card),) for key, card in cells})

    def with_seen(self, table: Layout, text: str) -> Layout:
        """The table with the other cards seen as they are written down."""
        words = text.replace(",", " ").replace(";", " ").replace(MINUS, "-").split()
        if set(words) & set(FACES):
            raise Error("Here only cards that were seen are listed, for instance: 5 5 -2 12.")
        return table.put(SEEN, *(self.read(self.place(table, SEEN), card) for card in words))

    def read(self, place: Place, text: str) -> str:
        """A face-down card takes the top discard away."""
        if text in FACES and place.kind == ROW:
            raise Error("Pick a card with a number first.")
        if text not in VALUES and text not in FACES:
            raise Error("There is no card {card}: the cards go from {low} to {high}.", card=text, low=-2, high=12)
        return text


class OddsExplorer(Entry):
    """The odds of every column of a grid that is entered by clicking or typing.

    grid: in the notation "5 ? 0 4 / 5 9 ? ? / ? -1 ? 2" (`?` face down, `.` cleared)
    seen: other cards seen, in discard pile and other grids; top: the top discard; draws: from the pile
    `.unseen` is the Deck of cards not seen, `.answers()` the list of answers for the columns.
    """

    sheet: ExplorerSheet

    def __init__(
        self, grid: str | None = None, seen: Sequence[int] = (), top: int | None = None, draws: int = 3
    ) -> None:
        sheet = ExplorerSheet()
        table = sheet.start([str(_("Your grid"))])
        part = Part(COLUMNS.name, COLUMNS.title, lambda panel, _view: column_bars(panel, self.answers()),
                    COLUMNS.controls, COLUMNS.rows)  # fmt: skip
        panel = Panel(Odds((part,)), why="column")
        panel.do_draws(draws)  # type: ignore[attr-defined]
        self.picked = "5"
        table = sheet.with_grid(table, grid) if grid is not None else table
        table = sheet.with_seen(table, " ".join(map(str, seen)))
        if top is not None:
            table = table.put(DISCARD, sheet.read(sheet.place(table, DISCARD), str(top)))
        sheet.seen(table, 0)
        super().__init__(sheet, table, panel)

    @property
    def unseen(self) -> Deck:
        """The cards that have not been seen."""
        return skyjo.DECK - [int(card) for cards in self.table.places.values() for card in cards if card not in FACES]

    def answers(self) -> list[ColumnAnswer]:
        """The answer for each column, from the left."""
        table, panel = self.table, self.panel
        top = table.top(DISCARD)
        return columns(
            self.grid, seen=table.cards(SEEN), discard_top=top, draws=panel["draws"], process=panel["process"]
        )

    @property
    def grid(self) -> str:
        """The grid in writing."""
        return self.sheet.grid(self.table, 0)

    # --- entering cards --------------------------------------------------------------------------------------------
    def do_pick(self, card: Any) -> None:
        """Choose the card that the next clicks lay."""
        self.picked = self.sheet.read(self._place("cell 0 0 0")[0], str(card)[:40])

    def do_place(self, key: Any) -> None:
        """Lay the picked card on a place, or take a seen card back."""
        place, n = self._place(key)
        if n is None:
            self._take_over(self._laid(key, self.picked))
        else:
            self._take_over(Laid(self.table.without(place.key, n), ""))

    def do_grid(self, fields: Any) -> None:
        """The whole grid as text."""
        self._take_over(Laid(self.sheet.with_grid(self.table, sent(fields, "entry")), ""))

    def do_seen(self, fields: Any) -> None:
        """All other cards seen as text."""
        self._take_over(Laid(self.sheet.with_seen(self.table, sent(fields, "entry")), ""))

    def do_clear(self, _value: Any) -> None:
        """Start again with nothing seen."""
        self._take_over(Laid(self.sheet.start(self.table.players), ""))

    def _tell(self, told: Any) -> None:
        self.message = plural("{n} card is unseen.", "{n} cards are unseen.", self.unseen.total)

    def swapped(self) -> None:
        """Nothing to say."""

    # --- drawing ---------------------------------------------------------------------------------------------------
    def working(self) -> bool:
        """A grid alone is not played on."""
        return False

    def board(self) -> Board:
        """The position as a board."""
        drawn = self.sheet.board(self.table)
        return Board(_("What lies on the table"), drawn.piles, drawn.seats)

    def __str__(self) -> str:
        answers = [_("column {n}: {answer}", n=c, answer=answer.message) for c, answer in enumerate(self.answers(), 1)]
        return "\n".join([self.grid, *map(str, answers)])

    def still(self) -> str:
        """The board as a picture."""
        return tag("style", Markup(CSS)) + self.board().html() + tag("pre", str(self))

    def view(self) -> str:
        """Palette and board; beside them the odds."""
        place = self.sheet.place(self.table, "cell 0 0 0")
        hint = tag("p", _("Pick a card, then click places; or go to a place and type the number."), class_="cl-note")

        def say(card: str, note: Any) -> Any:
            return _("pick {card}, {note}", card=card, note=note)

        board = tag("div", self.board().html(self.lit()), class_="cl-quiet", data_typing=True, data_key="board")
        buttons = tools(self.undo_buttons(), button(_("Clear all"), "clear"))
        main = tag(
            "div", hint, self.faces(place, "pick", self.picked, say), board, buttons, self._texts(), data_key="main"
        )
        assert self.panel is not None
        odds = tag("section", self.panel.html(self.view_of()), class_="cl-panel", data_key="odds")
        return tag("div", main, odds, class_="cl-split")

    def _texts(self) -> Markup:
        """The same as text, for fast typing and for pasting."""
        texts = (
            ("grid", _("grid as text"), self.grid),
            ("seen", _("other cards seen as text"), " ".join(self.table.cards(SEEN))),
        )
        forms = [
            tag(
                "form", field(label, tag("input", type="text", name="entry", size=28, value=text, autocomplete="off",
                                         data_key=f"text {action}")),
                tag("button", _("Set"), class_="cl-button", data_key=f"set {action}"),
                class_="cl-tools", data_action=action, data_key=f"form {action}",
            )
            for action, label, text in texts
        ]  # fmt: skip
        return tag("details", tag("summary", _("Enter as text")), forms, data_key="texts")
