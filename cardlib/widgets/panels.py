"""Odds beside a table, as data: a game lists its parts, each a title and what it makes of a player's view.

A game's `Odds` is named in its registration, so nobody lists the games here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..engine.board import Text
from ..html import Markup, esc, tag
from ..text import Error, Message, Number, _, percentage
from .parts import bars, button, number, scrolled, select, switch, tools

MOST_DRAWS = 30
BOTH, ASKED, ENTERED = "both", "asked", "entered"  # where a part is shown: see Part.where
MOMENT = _("Many cards are hidden: a moment …")


@dataclass(frozen=True)
class Control:
    """A setting of the odds: whole numbers (a range) or a list (value -> words).

    start: its value at first; None: what `default` makes of the view
    """

    name: str
    label: Message
    values: range | Mapping[Any, Text]
    start: Any
    wrong: Message
    default: Callable[[Panel, Any], Any] | None = None

    def read(self, value: Any) -> Any:
        """The value meant by what was typed; ValueError says what is allowed."""
        for allowed in self.values:
            if str(allowed) == str(value):
                return allowed
        raise Error(self.wrong)

    def html(self, now: Any) -> Markup:
        """The control, showing its value."""
        if isinstance(self.values, range):
            return number(self.label, self.name, self.values[0], self.values[-1], now)
        return select(self.label, self.name, self.values.items(), now)


def draws(label: Message, start: int | None = 3, default: Any = None) -> Control:
    """How many cards are drawn."""
    wrong = _("The number of draws is a whole number from 0 to {most}.", most=MOST_DRAWS)
    return Control("draws", label, range(MOST_DRAWS + 1), start, wrong, default)


@dataclass(frozen=True)
class Part:
    """One part of the odds: a title and what it shows of a view.

    where: BOTH; ASKED: best moves, beside a game only when asked for; ENTERED: only beside a table that is entered
    slow:  whether it takes longer than a moment, so that it waits until entries pause
    rows:  the action of the bars that can be chosen in it
    """

    name: str
    title: Text | Callable[[Any], Message]
    show: Callable[[Panel, Any], object]
    controls: Sequence[Control] = ()
    rows: str = ""
    where: str = BOTH
    slow: Callable[[Any], bool] | None = None
    waits: Message = MOMENT


@dataclass(frozen=True)
class Odds:
    """What a game shows beside its table, and the sheet on which cards are entered (None: it has none)."""

    parts: Sequence[Part]
    best: Message | None = None  # the switch for the parts that are shown when asked for
    advice: Callable[[Panel, Any], Text] = lambda _panel, _view: ""
    place: Callable[[Panel, Any], str | None] = lambda _panel, _view: None  # the place of the best move
    sheet: Any = None


class Panel:
    """The odds of one widget: what was chosen in them, and the answers found so far."""

    def __init__(self, odds: Odds, entering: bool = False, why: str | None = None) -> None:
        self.odds, self.entering, self.why, self.best = odds, entering, why, False
        self.now: dict[str, Any] = {}
        self._controls: dict[str, Control] = {}
        self._view: Any = None
        self.chosen: dict[str, Any] = {}
        self._rows: dict[str, list[Any]] = {}
        self._kept: dict[Any, tuple[Any, Any]] = {}
        self.answer: Any = None  # of the bar that was chosen last
        for part in odds.parts:
            for control in part.controls:
                self.now[control.name], self._controls[control.name] = control.start, control
                setattr(self, f"do_{control.name}", partial(self.set, control))
            if part.rows:
                setattr(self, f"do_{part.rows}", partial(self._choose, part.rows))

    def __getitem__(self, name: str) -> Any:
        default = self._controls[name].default
        return self.now[name] if default is None or self.now[name] is not None else default(self, self._view)

    def read(self, name: str, value: Any) -> Any:
        """The value meant for a control; None: as the view says, or there is no such control."""
        return None if value is None or name not in self._controls else self._controls[name].read(value)

    def set(self, control: Control, value: Any) -> None:
        """Set a control to what was typed."""
        self.now[control.name] = control.read(value)

    def _choose(self, rows: str, value: Any) -> None:
        found = next((key for key in self._rows.get(rows, ()) if str(key) == str(value)), None)
        if found is None:
            raise Error("There is no such place.")
        self.chosen[rows] = found

    def do_why(self, name: Any) -> None:
        """Show or hide a derivation."""
        self.why = None if name == self.why else str(name)

    def do_best(self, on: Any) -> None:
        """Show or hide the best moves."""
        self.best = bool(on)

    # --- answers ---------------------------------------------------------------------------------------------------
    def kept(self, name: str, view: Any, make: Callable[[Any], Any]) -> Any:
        """What `make` makes of a view, kept until the view changes."""
        if name not in self._kept or self._kept[name][0] != view:
            self._kept[name] = view, make(view)
        return self._kept[name][1]

    def waiting(self, view: Any) -> list[Part]:
        """The slow parts that have not been worked out for this view."""
        slow = [part for part in self.odds.parts if part.slow is not None and part.slow(view)]
        return [part for part in slow if part.name not in self._kept or self._kept[part.name][0] != view]

    def work_out(self, view: Any) -> None:
        """Work them out, for `html` to show."""
        self._view = view
        for part in self.waiting(view):
            self._body(part, view)

    def advice(self, view: Any) -> Text:
        """The best move in one sentence, or "" while it is not known."""
        return self.odds.advice(self, view)

    # --- drawing ---------------------------------------------------------------------------------------------------
    def html(self, view: Any) -> Markup:
        """The odds of a view's player."""
        self._view = view
        advice = self.advice(view) if self.entering else ""
        blocks: list[Any] = [tag("h3", _("Odds for {player}", player=view.name))]
        blocks.append(tag("p", advice, class_="cl-advice") if str(advice) else None)
        waiting = self.waiting(view)
        shown = {BOTH, ASKED, ENTERED} if self.entering else {BOTH}
        blocks += [self._part(part, view, part in waiting) for part in self.odds.parts if part.where in shown]
        if not self.entering and self.odds.best is not None:
            asked = [self._part(part, view, False) for part in self.odds.parts if self.best and part.where == ASKED]
            blocks.append(
                tag("div", switch(self.odds.best, "best", self.best), asked, class_="cl-best", data_key="best")
            )
        return Markup().join(blocks)

    def _part(self, part: Part, view: Any, waits: bool) -> Markup:
        body = tag("p", part.waits) if waits else self._body(part, view)
        title = part.title(view) if callable(part.title) else part.title
        row = tools([control.html(self[control.name]) for control in part.controls]) if part.controls else None
        return tag("div", tag("h4", title) if body and title else None, row, body, data_key=part.name)

    def _body(self, part: Part, view: Any) -> Markup:
        try:
            return esc(part.show(self, view))
        except ValueError as error:
            return tag("p", error)

    def bars(
        self, name: str, rows: Iterable[tuple[Any, Text, Any]], caption: Text, why: Callable[[Any], Text],
        first: Any = None,
    ) -> Markup:  # fmt: skip
        """Bars to choose from: (key, words, Answer; or why there is none), and why the chosen one is what it is."""
        rows = list(rows)
        self._rows[name] = [key for key, _words, _answer in rows]
        answers = {key: answer for key, _words, answer in rows if hasattr(answer, "explain")}
        chosen = self.chosen.get(name)
        if chosen not in self._rows[name]:
            chosen = next(iter(answers), None) if first is None else first
        self.answer = answers.get(chosen)
        drawn = bars(
            [(words, float(answer), percentage(answer.value), key) if key in answers else (words, 0.0, answer, key)
             for key, words, answer in rows], caption, name, chosen,
        )  # fmt: skip
        return drawn + (self.reasons(name, why(chosen), answers[chosen].explain) if chosen in answers else None)

    def reasons(self, name: str, label: Text, explain: Callable[[], Any]) -> Markup:
        """A button for a derivation, which is worked out only when it is asked for."""
        shown = self.why == name
        press = tools(button(label, "why", name, pressed=shown))
        return press + (scrolled(label, explain().html()) if shown else None)


def law_html(law: Any, low: int, high: int, told: Text) -> Markup:
    """The law of whole numbers as bars; those outside low..high are paler. `told` says it in words."""
    values = range(min(law), max(law) + 1)
    most = max(law[value] for value in law)
    drawn = [
        tag(
            "i", class_=None if low <= v <= high else "cl-out", style=f"block-size:{100 * float(law[v] / most):.1f}%",
            title=_("{value}: {share}", value=v, share=percentage(law[v])),
        )
        for v in values
    ]  # fmt: skip
    ends = [tag("span", _("{value}", value=v)) for v in (values[0], values[-1])]
    return tag("div", drawn, class_="cl-hist", role="img", aria_label=told) + tag(
        "div", ends, class_="cl-ends", aria_hidden="true"
    )


def tenths(points: Any) -> Number:
    """Points with one decimal."""
    return Number(points, 1, zeros=True)
