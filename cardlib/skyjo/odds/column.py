"""The columns of a grid: how likely is it that one gets three equal cards, and which one to go for?

How columns are tried to be completed, and the three processes, are described in cardlib/skyjo/odds/collect.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...engine import grid as written
from ...engine.options import Options
from ...explain import Derivation, Shown, Table
from ...text import Error, Message, _, both, percentage, plural
from .. import rules as R
from ..game import Rules, View, read_card
from .collect import Collect, LineAnswer, Question, Words, answer, ask
from .course import DRAW, REVEAL
from .known import GONE, HIDDEN, Line, known, refuse_game, unseen_in_words


# --- what is said -----------------------------------------------------------------------------------------------------
def column_in_words(line: Line) -> Message:
    """What can be seen of a column, in words."""
    if line.is_cleared:
        return _("The column has been cleared.")
    if line.is_broken:
        return _("Column {column} has a cleared place and cannot be completed any more.", column=line.written)
    if not line.up:
        return _("All cards of the column are hidden.")
    if not line.hidden:
        return _("The column shows {cards}.", cards=both(line.up))
    return plural(
        "The column shows {cards}; {n} card is hidden.",
        "The column shows {cards}; {n} cards are hidden.",
        line.hidden,
        cards=both(line.up),
    )


def _asked(plan: Collect) -> Message:
    question, words = plan.question, {"column": plan.question.line.written, "value": plan.value}
    if question.line.is_complete or question.line.is_cleared:
        return _("The column is {column}. How likely is it that it is completed?", column=question.line.written)
    if not plan.good and not question.line.up:
        return _("All cards of a column are hidden. How likely is it that three equal cards lie there?")
    if not plan.good:
        return _("The column is {column}. How likely is it that it is completed?", column=question.line.written)
    if question.process == REVEAL:
        return _("The column is {column}. How likely is it that three cards {value} lie there?", **words)
    return plural(
        "The column is {column}. You draw {n} card. How likely is it that the column gets three cards {value}?",
        "The column is {column}. You draw {n} cards. How likely is it that the column gets three cards {value}?",
        question.draws,
        **words,
    )


def _known(plan: Collect) -> list[Message]:
    question = plan.question
    said = [column_in_words(question.line)]
    if question.line.is_complete or question.line.is_cleared:
        return said
    if plan.takes and question.from_discard:
        said.append(
            _("The top discard is {value}, and it helps. You take it first: a turn, but no draw.", value=plan.value)
        )
    elif plan.takes:
        said.append(_("You have just drawn {value}, and it helps. You place it first.", value=plan.value))
    if question.line.is_broken or not plan.good:
        return [*said, unseen_in_words(question.unseen)]
    if plan.needed:
        text = plural(
            "The column still needs {n} card {value}.",
            "The column still needs {n} cards {value}.",
            plan.needed,
            value=plan.value,
        )
        said.append(text)
    outs = plural(
        "{n} of them shows {value}: that is the only out, the card that helps.",
        "{n} of them show {value}: these are the outs, the cards that help.",
        plan.outs,
        value=plan.value,
    )
    return [*said, unseen_in_words(question.unseen), outs]


def process_in_words(process: str, rules: Options) -> list[Message]:
    """Exactly which process is meant, and what the model assumes."""
    if process == REVEAL:
        said = [_("The hidden cards of the column are turned up as they lie; none is exchanged.")]
    elif process == DRAW:
        said = [
            _(
                "You draw from the draw pile, one card a turn, and place a card in the column whenever it helps: on a "
                "hidden card, or on a face-up card of another value. Hidden cards of the column stay hidden until they "
                "are exchanged. A card that does not help goes elsewhere, so it changes nothing here."
            )
        ]
    else:
        said = [
            _(
                "Each turn you draw a card. If it helps, you place it in the column: on a face-up card of another "
                "value, or else on a hidden card. If not, you reject it and turn up a hidden card of this column, as "
                "long as there is one (SK-13)."
            )
        ]
    said.append(_("The unseen cards are well mixed: each of them is equally likely to come next."))
    if process != REVEAL:
        said.append(_("A drawn card is not put back, so every draw changes what is left for the next one."))
    if rules.column_clear == "off":
        said.append(
            _('With column_clear="off" (SK-14) three equal cards stay where they are and count: nothing is cleared.')
        )
    elif process == REVEAL and not rules.clear_at_final_reveal:
        said.append(
            _("With clear_at_final_reveal=False (SK-20) a column that is complete only at the final reveal counts.")
        )
    return said


WORDS = Words(
    _asked,
    _known,
    lambda question: process_in_words(question.process, question.known.rules),
    _("A place of this column has been cleared: it can never show three cards."),
    _("The column is complete already: it is certain."),
)


# --- reading ----------------------------------------------------------------------------------------------------------
def read_columns(columns: Any) -> str:
    """A written grid from its first columns, each three cells (a value, "?", "."); the others are cleared."""
    found = [_read_column(column) for column in columns]
    if not 1 <= len(found) <= R.COLUMNS:
        raise Error("A grid has 1 to 4 columns, not {n}.", n=len(found))
    found += [[GONE] * R.ROWS] * (R.COLUMNS - len(found))
    return " / ".join(" ".join(row) for row in zip(*found, strict=True))


def _read_column(cells: Any) -> list[str]:
    how = _('A column is three cells, each a card from −2 to 12 or "?" for a hidden card, such as ["5", "5", "?"].')
    if isinstance(cells, str):
        cells = cells.replace("/", " ").split()
    if not isinstance(cells, Iterable) or isinstance(cells, Mapping):
        raise Error(how)
    cells = list(cells)
    if len(cells) != R.ROWS:
        raise Error(plural("There is {n} cell here. {how}", "There are {n} cells here. {how}", len(cells), how=how))
    try:
        marks = [isinstance(cell, str) and cell in (HIDDEN, GONE) for cell in cells]
        return [cell if mark else str(read_card(cell)) for cell, mark in zip(cells, marks, strict=True)]
    except ValueError as error:
        raise Error("{error}. {how}", error=str(error), how=how) from error


def questions(
    source: Any, draws: int, unseen: Any, seen: Any, process: str, discard_top: Any, player: int | str | None,
    rules: Options | None,
) -> list[Question]:  # fmt: skip
    """The questions about the columns of a view, a written grid or a list of columns."""
    n = R.COLUMNS
    refuse_game(source)
    if not isinstance(source, View | str | written.Grid):
        if not isinstance(source, Iterable):
            raise Error("Give a view, a written grid, or a list of columns.")
        source, n = read_columns(source := list(source)), len(source)
    top = None if isinstance(source, View) else discard_top
    asked = known(source, player, unseen, seen, rules, top)
    columns = [range(R.ROWS * c, R.ROWS * c + R.ROWS) for c in range(n)]
    return [ask(asked, places, draws, process, WORDS, discard_top) for places in columns]


# --- one column -------------------------------------------------------------------------------------------------------
def complete_column(
    column_or_view: Any,
    column: int | None = None,
    draws: int = 3,
    unseen: Any = None,
    seen: Any = None,
    collect: Any = None,
    process: str = DRAW,
    discard_top: Any = None,
    player: int | str | None = None,
    rules: Rules | None = None,
) -> LineAnswer:
    """The chance (0..1) that a column gets three equal cards (SK-14), as an Answer.

    column_or_view: a View, with `column` = 0..3 from the left (of `player`, a seat or name; default the viewer); or the
        column's three cells as a person sees them, such as ["5", "5", "?"]
    draws: how many cards are drawn from the draw pile, one a turn; at most what that pile has
    unseen, seen: without a view, the unseen cards (a Deck, a mapping, or the cards), the column's hidden ones among
        them; or the cards seen elsewhere (neither in the column nor `discard_top`). Neither: nothing else is seen.
    collect: the value to collect; default the one with the best chance
    process: "draw", "reveal" or "draw_or_reveal", see the head of cardlib/skyjo/odds/collect.py; the derivation says
        which one is meant
    discard_top: the top discard, taken first if it helps (a turn, but no draw). From a view that is known, and a card
        the viewer has just drawn comes first; False leaves it out.
    rules: without a view, the Rules; default the leaflet's

    A complete or cleared column has the chance 1. Raises ValueError for cards that cannot be, more draws than the draw
    pile has, an unknown process, "draw_or_reveal" where a drawn card may not be rejected (SK-13), and rule options that
    the odds do not know.
    """
    refuse_game(column_or_view)
    if isinstance(column_or_view, View):
        if type(column) is not int or not 0 <= column < R.COLUMNS:
            raise Error(
                "Say which column is meant: column= 0, 1, 2 or 3, from the left, not {column}.", column=repr(column)
            )
        which = column
    else:
        if column is not None or player is not None:
            raise Error("column= and player= go with a view; without one, give the three cells of the column.")
        column_or_view, which = [column_or_view], 0
    asked = questions(column_or_view, draws, unseen, seen, process, discard_top, player, rules)[which]
    return answer_to(asked, None if collect is None else read_card(collect))


def answer_to(question: Question, collect: int | None = None) -> LineAnswer:
    """The Answer to a question, for the value to collect or else the best one."""
    if question.line.is_cleared or question.line.is_complete:
        return answer(Done(question, question.plan(next(iter(question.line.up), 0)).good), ())
    if collect is not None:
        return answer(question.plan(collect), question.plans)
    return answer(question.any_value or question.plans[0], question.plans)


class Done(Collect):
    """Nothing to do: the column is complete or cleared already."""

    chance = 1  # type: ignore[assignment]
    cards = 0

    @property
    def value(self) -> Any:
        """What lies there; None where nothing is left."""
        return None if self.question.line.is_cleared else self.good[0]

    def play(self, cards: Any) -> bool:
        """It is certain."""
        return True

    def _derive(self, d: Derivation) -> None:
        cleared = _("The column has been completed and cleared already: it is certain, and nothing is left to do here.")
        d.step(cleared if self.question.line.is_cleared else self.question.words.complete, 1)


def columns(
    view_or_grid: Any,
    draws: int = 3,
    unseen: Any = None,
    seen: Any = None,
    process: str = DRAW,
    discard_top: Any = None,
    player: int | str | None = None,
    rules: Rules | None = None,
) -> list[LineAnswer]:
    """`complete_column` for every column at once, from the left, with the same arguments.

    view_or_grid: a View; or a grid in writing ("? 9 0 4 / 12 9 ? ? / ? -1 ? 2"), or a list of columns. `seen` then
    means the cards seen outside this grid.
    """
    return [
        answer_to(asked) for asked in questions(view_or_grid, draws, unseen, seen, process, discard_top, player, rules)
    ]


# --- which column -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, repr=False)
class BestColumn(Shown):
    """The columns of a grid by their chance to be completed; those already complete or cleared are left out."""

    answers: tuple[LineAnswer, ...]  # of all columns, from the left

    @cached_property
    def ranking(self) -> list[int]:
        """The columns (0..3) to go for, the best first; equal chances: the left one first."""
        open_ones = [c for c, a in enumerate(self.answers) if not (a.line.is_cleared or a.line.is_complete)]
        return sorted(open_ones, key=lambda c: -self.answers[c].value)

    @property
    def column(self) -> int:
        """The best column, 0..3 from the left."""
        return self.ranking[0]

    @property
    def answer(self) -> LineAnswer:
        """The Answer for the best column."""
        return self.answers[self.column]

    def explain(self) -> Derivation:
        """The derivation for the best column."""
        return self.answer.explain()

    def table(self) -> Table:
        """One row a column, the best first."""
        rows: list[list[Any]] = []
        for c in self.ranking:
            a = self.answers[c]
            collect = _("any") if a.collect is None else a.collect
            rows.append([c, a.line.written, collect, a.outs, percentage(a.value), a.message])
        return Table([_("column"), _("cards"), _("collect"), _("outs"), _("per cent"), _("chance")], rows)

    def chart(self) -> Any:
        """The chances as bars (Altair)."""
        from cardlib import charts

        return charts.routes(
            {_("column {n}", n=c): self.answers[c].value for c in self.ranking},
            _("Which column to go for?"),
            chance=True,
        )

    @property
    def message(self) -> Message:
        """The advice in one sentence."""
        return _("Go for column {column}: {answer}.", column=self.column, answer=self.answer.message)

    def parts(self) -> list[Message | Table]:
        """The advice and the ranking."""
        return [self.message, self.table()]


def best_column(view_or_grid: Any, draws: int = 3, **how: Any) -> BestColumn:
    """Which column to go for: the one with the best chance to be completed, and the ranking of the others.

    The arguments are those of `columns`. Raises ValueError when every column is complete or cleared.
    """
    best = BestColumn(tuple(columns(view_or_grid, draws, **how)))
    if not best.ranking:
        raise Error("Every column is complete or cleared: there is none left to go for.")
    return best
