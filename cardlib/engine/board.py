"""What lies on the table: one model of a board for every game, as plain text and as HTML.

A game turns a position, seen through somebody's eyes, into a `Board`. `str(board)` draws it in a terminal and
`board.html()` in a page; the widgets pass the places that can be clicked. Neither knows the rules of any game.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ..html import Markup, tag
from ..text import MINUS, Message, _

Text = Message | str

#: The look of every board. Widgets load it once; a board shown by itself brings it along.
CSS = Path(__file__).with_name("board.css").read_text(encoding="utf-8")

WIDTH = 100  # columns of a plain-text board
GAP = "   "  # between seats drawn side by side
FEW, MANY = 2, 4  # with more seats than these, cards are drawn smaller


@dataclass(frozen=True)
class Card:
    """One place for a card.

    `text` is the card ("5", "-2", "*", "W", "Look"), "" when the viewer may not know it or the place is bare.
    `up` False is a face-down card; with a text, one that the viewer knows all the same. `gone` is a cleared place.
    `key` names the place in actions ("cell 0 2 1"); `note` is a remark shown under the card.
    """

    text: str = ""
    up: bool = True
    key: str | None = None
    note: Text | None = None
    gone: bool = False

    def __str__(self) -> str:
        if self.gone:
            return "."
        return self.text if self.up else "?" + self.text

    @property
    def spoken(self) -> Text:
        """The card in words, for people who do not see it."""
        if self.gone:
            return _("cleared place")
        if self.up:
            return self.text or _("no card")
        return _("face down, {card}", card=self.text) if self.text else _("face down")


@dataclass(frozen=True)
class Pile:
    """A pile, or with `spread` cards side by side, each its own place.

    `cards` are the top ones to show, bottom to top; `count` is all cards in it (None: not shown); `key` names the pile.
    """

    name: Text
    cards: Sequence[Card] = ()
    count: int | None = None
    key: str | None = None
    note: Text | None = None
    spread: bool = False

    def __str__(self) -> str:
        cards = (", " if self.spread else " ").join(map(str, self.cards)) or "-"
        remarks = ", ".join(str(remark) for remark in (self.count, self.note) if remark is not None)
        return str(_("{pile}: {card}", pile=self.name, card=cards)) + (f" ({remarks})" if remarks else "")


@dataclass(frozen=True)
class Seat:
    """A player's place at the table: `rows` of cards (a grid, or a hand as a single row) and the player's own piles."""

    name: str
    rows: Sequence[Sequence[Card]] = ()
    piles: Sequence[Pile] = ()
    status: Text | None = None
    active: bool = False
    score: Text | None = None

    def lines(self) -> list[str]:
        """The seat as lines of plain text, `>` marking the player to act."""
        width = max((len(str(card)) for row in self.rows for card in row), default=1)
        lines = [("> " if self.active else "  ") + self.name]
        lines += ["  " + " ".join(f"{card!s:>{width}}" for card in row) for row in self.rows]
        return lines + [f"  {text}" for text in (*self.piles, self.score, self.status) if text is not None]


@dataclass(frozen=True)
class Board:
    """Everything that lies on the table, as one pair of eyes may see it."""

    title: Text
    piles: Sequence[Pile] = ()
    seats: Sequence[Seat] = ()
    note: Text | None = None

    def __str__(self) -> str:
        lines = [str(self.title)]
        if self.piles:
            lines += _beside([[str(pile)] for pile in self.piles], WIDTH)
        lines += _beside([seat.lines() for seat in self.seats], WIDTH)
        return "\n".join(lines + ([str(self.note)] if self.note is not None else []))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        return f"<style>{CSS}</style>{self.html()}"

    def html(
        self, lit: Collection[str] | None = None, chosen: Collection[str] = (), middle: Markup | None = None,
        last: Collection[str] = (), best: Collection[str] = (),
    ) -> Markup:  # fmt: skip
        """The board as HTML, everything escaped.

        Without `lit` it is a picture. With it every place that has a key is a button that sends the action "place"
        with its key: those in `lit` can be pressed, those in `chosen` are shown as pressed.
        middle: HTML of a widget, to stand between the piles and the players; last: the places of the last move;
        best: those of the best ones
        """
        draw = _Painter(lit, chosen, last, best)
        size = "cl-many" if len(self.seats) > MANY else "cl-some" if len(self.seats) > FEW else "cl-few"
        return tag(
            "div",
            tag("p", self.title, class_="cl-title"),
            None if self.note is None else tag("p", self.note, class_="cl-note"),
            tag("div", [draw.pile(pile) for pile in self.piles], class_="cl-piles") if self.piles else None,
            middle,
            tag("div", [draw.seat(seat) for seat in self.seats], class_="cl-seats"),
            class_=f"cardlib cl-board {size}",
        )


def _beside(blocks: Iterable[list[str]], width: int) -> list[str]:
    """Blocks of lines side by side, as many to a band as fit the width; an empty line between high bands."""
    bands: list[list[list[str]]] = [[]]
    used = 0
    for block in blocks:
        size = max(map(len, block)) + len(GAP)
        if bands[-1] and used + size > width + len(GAP):
            bands.append([])
            used = 0
        bands[-1].append(block)
        used += size
    lines: list[str] = []
    for band in bands:
        sizes = [max(map(len, block)) for block in band]
        if lines and any(len(block) > 1 for block in band):
            lines.append("")
        for row in zip_longest(*band, fillvalue=""):
            lines.append(GAP.join(f"{cell:<{size}}" for cell, size in zip(row, sizes, strict=True)).rstrip())
    return lines


def band(text: str) -> str:
    """The colour band of a card: the number is always shown too, so the colour never carries the meaning alone."""
    try:
        value = int(text)
    except ValueError:
        return "star" if len(text) == 1 else "word"
    return "minus" if value < 0 else "zero" if value == 0 else "low" if value <= 4 else "mid" if value <= 8 else "high"


def face(card: Card) -> str:
    """The class of a card's look."""
    return "cl-" + ("gone" if card.gone else "down" if not card.up else band(card.text) if card.text else "bare")


class _Painter:
    """Draws the parts of one board; knows which places can be pressed."""

    def __init__(
        self, lit: Collection[str] | None, chosen: Collection[str], last: Collection[str], best: Collection[str]
    ) -> None:
        self.lit, self.chosen, self.last, self.best = lit, chosen, last, best

    def place(self, card: Card, key: str | None, name: Text) -> Markup:
        """One card or bare place: a button when it can be a choice, a picture otherwise."""
        note = _("best") if card.note is None and key in self.best else card.note
        inner = [tag("span", card.text.replace("-", MINUS)), None if note is None else tag("small", note)]
        label = name if note is None else _("{place} ({note})", place=name, note=note)
        look = f"cl-card {face(card)} cl-last" if key in self.last else f"cl-card {face(card)}"
        if self.lit is None or key is None:
            return tag("span", inner, class_=look, role="img", aria_label=label)
        lit = key in self.lit
        return tag(
            "button", inner, type="button", class_=look, data_key=key, data_action="place", data_place=True, value=key,
            aria_label=label, tabindex="0" if lit else "-1", aria_disabled=None if lit else "true",
            aria_pressed="true" if key in self.chosen else None,
        )  # fmt: skip

    def pile(self, pile: Pile, owner: str | None = None) -> Markup:
        """A pile with its name and count; only its top card stands for the pile."""
        name = pile.name if owner is None else _("{player}, {pile}", player=owner, pile=pile.name)
        cards = pile.cards or ((Card(),) if not pile.spread else ())
        if pile.spread:
            drawn = [
                self.place(card, card.key, _("{pile}, card {n}: {card}", pile=name, n=n, card=card.spoken))
                for n, card in enumerate(cards, 1)
            ]
        else:
            drawn = [self.place(c, None, _("{pile}, below: {card}", pile=name, card=c.spoken)) for c in cards[:-1]]
            top = cards[-1]
            drawn.append(self.place(top, pile.key or top.key, _("{pile}: {card}", pile=name, card=top.spoken)))
        count = None if pile.count is None else [" ", tag("span", pile.count, class_="cl-count")]
        note = None if pile.note is None else tag("small", pile.note)
        return tag(
            "div",
            tag("div", drawn, class_="cl-spread" if pile.spread else "cl-fan"),
            tag("p", pile.name, count, note, class_="cl-name"),
            class_="cl-pile", role="group", aria_label=name,
        )  # fmt: skip

    def seat(self, seat: Seat) -> Markup:
        """A player's name, cards, piles, score and status."""
        rows = []
        for r, row in enumerate(seat.rows, 1):
            drawn = []
            for c, card in enumerate(row, 1):
                if len(seat.rows) == 1:
                    name = _("{player}, card {n}: {card}", player=seat.name, n=c, card=card.spoken)
                else:
                    where = {"player": seat.name, "row": r, "column": c, "card": card.spoken}
                    name = _("{player}, row {row} column {column}: {card}", **where)
                drawn.append(self.place(card, card.key, name))
            rows.append(tag("div", drawn, class_="cl-row"))
        piles = [self.pile(pile, seat.name) for pile in seat.piles]
        return tag(
            "div",
            tag(
                "p", tag("strong", seat.name), tag("span", _("to play"), class_="cl-turn") if seat.active else None,
                None if seat.score is None else tag("span", seat.score, class_="cl-score"), class_="cl-head",
            ),
            tag("div", rows, class_="cl-rows"),
            tag("div", piles, class_="cl-piles") if piles else None,
            None if seat.status is None else tag("p", seat.status, class_="cl-status"),
            class_="cl-seat cl-active" if seat.active else "cl-seat", role="group", aria_label=seat.name,
        )  # fmt: skip
