"""Worked derivations and tables, shown as plain text, as Markdown with LaTeX, or as HTML with MathML."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from cardlib.formula import LONGEST_FRACTION, Chain, Formula, Num, Rounded, formula, result
from cardlib.text import Message, _, decimal, frequency, one_in, percentage, plural, printable, render


@dataclass(frozen=True)
class Step:
    """One step of a derivation: a sentence, and the formula it leads to."""

    text: Message
    formula: Formula | None = None

    @property
    def line(self) -> Formula | None:
        """The formula as it is shown: with its value as a fraction and as a decimal at the end."""
        return result(self.formula) if self.formula and not isinstance(self.formula, Chain) else self.formula

    def html(self) -> str:
        """The step as HTML, the formula in MathML on a line of its own."""
        line = self.line
        return self.text.render("html") + (f'<div class="cardlib-formula">{line.mathml()}</div>' if line else "")


@dataclass(frozen=True)
class Note(Step):
    """A step beside the way to the value, with a formula of its own: the variance in a derivation of the mean."""


@dataclass(frozen=True)
class Mistake(Step):
    """A mistake people often make: what it is, and the wrong number it gives (as a formula)."""

    @property
    def value(self) -> Fraction | None:
        """The wrong number, so that an exercise can recognise it."""
        return self.formula.value if self.formula else None


class Shown:
    """What is seen as sentences and tables, one below the other: give `parts()`, or a `table()` alone.

    In plain text they stand on lines of their own, in a notebook as HTML.
    """

    __slots__ = ()

    def table(self) -> "Table":
        """What there is to see, as a table."""
        raise NotImplementedError

    def parts(self) -> "Iterable[Message | Table]":
        """Messages and tables, from top to bottom."""
        return [self.table()]

    def __str__(self) -> str:
        return "\n".join(map(str, self.parts()))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return "\n".join(
            part._repr_html_() if isinstance(part, Table) else f"<p>{part.render('html')}</p>" for part in self.parts()
        )


@dataclass(frozen=True)
class Table:
    """Rows under headings; a cell may be a number, a Message, a formula or a string (escaped when shown).

    In a notebook columns of words stand to the left, columns of numbers to the right.
    """

    headings: Sequence[Any]
    rows: Sequence[Sequence[Any]]

    def __str__(self) -> str:
        lines = [[render(cell) for cell in row] for row in [self.headings, *self.rows]]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            printable("  ".join([first.ljust(widths[0]), *map(str.rjust, cells, widths[1:])]))
            for first, *cells in lines
        )

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        words = [any(isinstance(cell, str | Message) for cell in column) for column in zip(*self.rows, strict=True)]
        sides = [' style="text-align:left"' if is_words else "" for is_words in words or [False] * len(self.headings)]
        heads = zip(self.headings, sides, strict=True)
        head = "".join(f'<th scope="col"{side}>{render(cell, "html")}</th>' for cell, side in heads)
        rows = (
            f'<tr><th scope="row"{sides[0]}>{render(first, "html")}</th>'
            + "".join(f"<td{side}>{render(cell, 'html')}</td>" for cell, side in zip(rest, sides[1:], strict=True))
            + "</tr>"
            for first, *rest in self.rows
        )
        return f'<table class="cardlib"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def shown(value: Fraction) -> Formula:
    """A value in full and rounded: 189/1003 ≈ 0.188435 (only rounded when the fraction is very long)."""
    links: list[Formula] = []
    if len(str(value.denominator)) <= LONGEST_FRACTION:
        links.append(Num(value))
    if value.denominator > 1:
        links.append(Rounded(decimal(value)))
    return Chain(*links) if len(links) > 1 else links[0]


def conclusion(value: Fraction, unit: str | None) -> list[Message]:
    """The result in words: as fraction, decimal, percentage and natural frequency, or as an average."""
    if unit == "probability":
        said = [_("The chance is {value}, that is {percent}.", value=shown(value), percent=percentage(value))]
        if 0 < value <= Fraction(2, 5) and abs(round(1 / value) - 1 / value) <= 1 / value / 10:
            often = _("That means {often} tries, or {one_in}.", often=frequency(value), one_in=one_in(value))
        elif 0 < value < 1:
            often = _("That means {often} tries.", often=frequency(value))
        else:
            often = _("It always happens.") if value else _("It cannot happen.")
        return [*said, often]
    if unit == "gain":
        return [_("The chance grows by {value}.", value=shown(value))]
    one = 1 if value == 1 else 2
    if unit == "points":
        points = plural("{value} point", "{value} points", one, value=shown(value))
        return [_("On average that is {what}.", what=points)]
    if unit == "cards":
        cards = plural("{value} card", "{value} cards", one, value=shown(value))
        return [_("On average that is {what}.", what=cards)]
    return [_("The mean is {value}.", value=shown(value))]


def _formula(x: Any) -> Formula | None:
    return None if x is None else formula(x)


def _alike(x: Fraction, y: Fraction) -> bool:
    """Whether two values are the same when they are shown as decimals."""
    return x == y or str(decimal(x)) == str(decimal(y))


def unseen(total: int) -> Message:
    """How many cards are unseen, in words."""
    return plural("{n} card is unseen.", "{n} cards are unseen.", total)


def mixed_and_kept_out() -> list[Message]:
    """What answers about drawing assume, in words: well mixed cards, drawn without replacement."""
    return [
        _("The unseen cards are well mixed: each of them is equally likely to come next."),
        _("A drawn card is not put back, so every draw changes what is left for the next one."),
    ]


class Derivation:
    """How a number comes about: question, what is known, the model, the steps, the result, common mistakes.

    Built step by step; the last formula *is* the value, so that value and derivation cannot disagree:
        Derivation(question, known, model).step(text, formula).step(text, formula).warn(text, formula)
    Formulas are shown with their value as a fraction and as a decimal; nothing is written before it is looked at.
    `unit` is what the value counts ("probability", "gain" of a probability, "points", "cards", or "" for a plain mean);
    None where a law is derived and no number.
    `str()` and `print` give plain text, a notebook shows Markdown with LaTeX, `html()` serves widgets (MathML).
    """

    def __init__(
        self, question: Message, known: Iterable[Message] = (), model: Iterable[Message] = (),
        steps: Iterable[Step] = (), unit: str | None = "probability",
    ) -> None:  # fmt: skip
        self.question, self.known, self.model, self.unit = question, list(known), list(model), unit
        self.steps, self._mistakes = list(steps), list[Mistake]()

    def step(self, text: Message, formula: Any = None) -> Self:
        """One more step: a sentence and the formula it leads to."""
        self.steps.append(Step(text, _formula(formula)))
        return self

    def note(self, text: Message, formula: Any) -> Self:
        """One more step whose formula is beside the way to the value."""
        self.steps.append(Note(text, _formula(formula)))
        return self

    def warn(self, text: Message, formula: Any = None) -> Self:
        """A mistake people often make, and the wrong number it gives; left out where that looks like the value."""
        self._mistakes.append(Mistake(text, _formula(formula)))
        return self

    def asked(self, question: Message, *known: Message) -> "Derivation":
        """The same derivation under another question, with more that is known."""
        other = Derivation(question, [*self.known, *known], self.model, self.steps, self.unit)
        other._mistakes = list(self._mistakes)
        return other

    @property
    def value(self) -> Fraction | None:
        """The value of the last formula (notes aside); None where there is no number to derive."""
        if self.unit is None:
            return None
        formulas = (step.formula for step in reversed(self.steps) if not isinstance(step, Note))
        return next((formula.value for formula in formulas if formula), None)

    @property
    def mistakes(self) -> list[Mistake]:
        """The mistakes that give another number than the value, one that looks different too."""
        right = self.value
        return [one for one in self._mistakes if one.value is None or right is None or not _alike(one.value, right)]

    def parts(self) -> list[tuple[Message, list[Step], bool]]:
        """The titled parts after the question: (title, items, whether the items are numbered steps)."""
        ending = [] if self.value is None else [Step(text) for text in conclusion(self.value, self.unit)]
        parts: list[tuple[Message, list[Step], bool]] = [
            (_("What we know"), [Step(text) for text in self.known], False),
            (_("What we assume"), [Step(text) for text in self.model], False),
            (_("Step by step"), list(self.steps), True),
            (_("Result"), ending, False),
            (plural("A common mistake", "Common mistakes", len(self.mistakes)), list(self.mistakes), False),
        ]
        return [part for part in parts if part[1]]

    def __str__(self) -> str:
        lines = [str(self.question)]
        for title, items, numbered in self.parts():
            lines += ["", str(title)]
            for i, item in enumerate(items, 1):
                lines.append((f"  {i}. " if numbered else "  ") + str(item.text))
                if line := item.line:
                    lines.append(("     " if numbered else "  ") + f"  {line}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        blocks = [f"**{self.question.render('markdown')}**"]
        for title, items, numbered in self.parts():
            lines = []
            for i, item in enumerate(items, 1):
                indent = "   " if numbered else ""
                lines.append((f"{i}. " if numbered else "") + item.text.render("markdown"))
                if line := item.line:
                    lines.append(f"\n{indent}$${line.latex()}$$\n")
                elif not numbered:
                    lines.append("")
            blocks.append(f"*{title.render('markdown')}*\n\n" + "\n".join(lines).strip())
        return "\n\n".join(blocks)

    def html(self) -> str:
        """The derivation as an HTML section with MathML, for widgets; everything in it is escaped."""
        blocks = [f'<p class="cardlib-question"><strong>{self.question.render("html")}</strong></p>']
        for title, items, numbered in self.parts():
            tag, each = ("ol", "li") if numbered else ("div", "div")
            inner = "".join(f"<{each}>{item.html()}</{each}>" for item in items)
            blocks.append(f"<h4>{title.render('html')}</h4><{tag}>{inner}</{tag}>")
        return f'<section class="cardlib-explanation">{"".join(blocks)}</section>'
