"""Exercises that check what is typed, with a hint that fits the mistake; `make` gives a pupil's own numbers.

They work without a browser too: `exercise.check("189/1003")`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from operator import itemgetter
from typing import Any

import traitlets

from ..answer import Answer
from ..engine.board import Text
from ..exercises import tasks
from ..explain import Derivation, Table, shown
from ..html import Markup, tag
from ..rng import Rng
from ..text import Error, Message, _, decimal, percentage
from .entry import Entry
from .parts import field, folded, form, sent, words
from .surface import Surface

Value = Fraction | int | float | Answer
MOST_DIGITS = 4  # an exercise that needs more of them to tell the answer from a mistake is not set
UNITS = {"points": _("points"), "cards": _("cards")}


def exact(value: Value) -> Fraction:
    """The value of an Answer or a number as a Fraction (a float as the decimal it prints as)."""
    return value.value if isinstance(value, Answer) else Entry.read(value).value


def half_unit(value: Fraction, digits: int) -> Fraction:
    """Half a unit of the last of so many significant digits of a number that is not 0."""
    unit = Fraction(1)
    while not unit <= abs(value) < 10 * unit:
        unit *= Fraction(1, 10) if abs(value) < unit else 10
    return unit / 2 / 10 ** (digits - 1)


def usual_tolerance(value: Fraction, wrong: Iterable[Fraction], most_digits: int = 9) -> Fraction | None:
    """How far off a rounded number may be: three digits must be right, more where a known mistake is so close."""
    gap = min((abs(value - number) for number in wrong if number != value), default=abs(value) + 1)
    if not value:
        return min(gap / 3, Fraction(1, 2000))
    return next((off for n in range(3, most_digits + 1) if 2 * (off := half_unit(value, n)) < gap), None)


def told_apart(value: Fraction, wrong: Iterable[Fraction], whole: bool) -> bool:
    """Whether sensible rounding tells the answer from every known mistake, also from one given to four decimals."""
    wrong = list(wrong)
    if whole or value in wrong or not value:
        return bool(value) and value not in wrong
    off = usual_tolerance(value, wrong, MOST_DIGITS)
    return off is not None and all(abs(round(number, 4) - value) > off for number in wrong)


def known_mistakes(answer: Any) -> list[tuple[Fraction, Message]]:
    """The mistakes that the derivation of an Answer knows, with their numbers."""
    known = answer.explain().mistakes if isinstance(answer, Answer) else []
    return [(mistake.value, mistake.text) for mistake in known if mistake.value is not None]


def nearest(mistakes: Iterable[tuple[Fraction, Any]], value: Fraction) -> tuple[Any, Any]:
    """How far the nearest of the known mistakes is from a number, and what to say to it; infinity and "" for none."""
    return min(((abs(value - wrong), text) for wrong, text in mistakes), key=itemgetter(0), default=(inf, ""))


@dataclass(frozen=True)
class Verdict:
    """What an exercise says about an entry: true if it is right."""

    right: bool
    message: Text

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{_('Right.') if self.right else _('Not yet.')} {self.message}".strip()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> Markup:
        return tag("p", f"{'✓' if self.right else '✗'} {self}", class_="cl-right" if self.right else "cl-wrong")


class Exercise(Surface):
    """A question that checks what is typed and gives a hint that fits the mistake.

    question:  the text
    answer:    the number, or an Answer; the known mistakes of its derivation become hints, its derivation the solution
    hints:     {wrong number: what to say to who gives it}
    tolerance: how far off a decimal or a percentage may be (a fraction must be exact); by default three digits must be
               right, and more where a known mistake is closer than that
    solution:  a Derivation or a text, if the answer has none of its own
    kind:      "probability", "points", "cards", "whole" (a whole number) or "number"; by default what an Answer counts

    Others may observe and link `answer` (what was checked last; a new one is checked), `tries` and `verdict`.
    """

    answer = traitlets.Unicode()
    tries = traitlets.List(traitlets.Unicode())
    verdict = traitlets.Any()

    def __init__(
        self, question: Text, answer: Value, hints: Mapping[Any, Text] | None = None, tolerance: Value | None = None,
        solution: Derivation | Text | None = None, kind: str = "",
    ) -> None:  # fmt: skip
        self.question, self._value = question, exact(answer)
        self._solution = answer.explain() if solution is None and isinstance(answer, Answer) else solution
        self.kind = kind or (answer.unit if isinstance(answer, Answer) else "number")
        self.chance = self.kind == "probability"
        known = [*((exact(wrong), text) for wrong, text in (hints or {}).items()), *known_mistakes(answer)]
        self._hints = [(wrong, text) for wrong, text in known if wrong != self._value]
        if tolerance is None and self.kind != "whole":
            tolerance = usual_tolerance(self._value, [wrong for wrong, _text in self._hints])
        self.tolerance = exact(tolerance or 0)
        self._typed, self._tried, self._numbers = "", False, set[Fraction]()
        super().__init__()

    # --- checking --------------------------------------------------------------------------------------------------
    def check(self, text: object) -> Verdict:
        """Judge a number given as text or as a number. What is no number raises ValueError and counts as no try."""
        entry = Entry.read(text)
        self._typed = str(text).strip()
        self.tries = [*self.tries, self._typed]
        self.verdict = verdict = self._judge(entry)
        if not self.chance or 0 <= entry.value <= 1:
            self._numbers.add(entry.value)
        known = any(verdict.message is text for _wrong, text in self._hints)
        self._tried |= verdict.right or known or len(self._numbers) > 1
        self.problem = ""
        self.answer = self._typed
        self.show()
        return verdict

    @traitlets.observe("answer")
    def _answered(self, change: Any) -> None:
        if change["new"] != self._typed:  # another widget says it
            self.act("check", {"entry": change["new"]})

    def _judge(self, entry: Entry) -> Verdict:
        """Right or wrong. Of the known mistakes, one that gives exactly this number is told first, a close one last."""
        value, off, rounded = entry.value, abs(entry.value - self._value), entry.half_unit
        wrong_by, hint = nearest(self._hints, value)
        most = decimal(self.tolerance, 6)
        if not off:
            return Verdict(True, _("Exactly."))
        if rounded and off <= self.tolerance and off < wrong_by:
            return Verdict(True, _("Close enough: at most {tolerance} off.", tolerance=most))
        if entry.whole and (self.chance or self.kind == "whole"):
            rounded = Fraction(0)
        if wrong_by and off <= self.tolerance and entry.fraction:
            hint = _("Very close, but a fraction must be exact. Did you round on the way?")
        elif wrong_by and off <= rounded:
            hint = _("Give more digits: at most {tolerance} off.", tolerance=most)
        elif wrong_by > (max(self.tolerance, 0 if entry.whole else rounded) if rounded else 0):
            hint = self._hint_of_size(entry)
        return Verdict(False, hint)

    def _hint_of_size(self, entry: Entry) -> Text:
        """What to say to a wrong number that nobody has foreseen: percent, sign, decimal mark, size."""
        value, right, chance = entry.value, self._value, self.chance

        def near(number: Fraction) -> bool:
            return abs(number - right) <= abs(right) / 200

        shifted = any(near(value * Fraction(10) ** power) for power in (-3, -2, -1, 1, 2, 3))
        cases = [
            (chance and not entry.percent and near(value / 100), _("Do you mean a percentage? Then write the % sign.")),
            (chance and entry.percent and near(value * 100), _("The number is right without the % sign.")),
            (chance and value > 1 and near(1 / value), _("That is 1 divided by the chance: turn the fraction over.")),
            (chance and not 0 <= value <= 1, _("A chance lies between 0 and 1, that is between 0 % and 100 %.")),
            (chance and near(1 - value), _("That is the chance of the opposite.")),
            (near(-value), _("Mind the sign.")),
            (shifted, _("The digits are right. Where does the decimal mark belong?")),
            (value > right, _("Try again: that is too large.")),
        ]
        return next((text for holds, text in cases if holds), _("Try again: that is too small."))

    def key(self) -> Message:
        """The answer, for the teacher's edition."""
        value = shown(self._value)
        if self.chance:
            return _("{value}, that is {percent}", value=value, percent=percentage(self._value))
        if self.kind in UNITS:
            return _("{value} {unit}", value=value, unit=UNITS[self.kind])
        return _("{value}", value=value)

    def solution(self) -> Any:
        """The solution with its derivation; ValueError before an honest try.

        That is the right number, a known mistake, or two different numbers that could be right.
        """
        if not self._tried:
            raise Error("Try first; then the solution is shown.")
        return self.key() if self._solution is None else self._solution

    # --- the widget ------------------------------------------------------------------------------------------------
    def do_check(self, fields: Any) -> None:
        """Check what stands in the field."""
        self._typed = sent(fields, "entry")
        self.check(self._typed)

    def __str__(self) -> str:
        return str(self.question) + ("" if self.verdict is None else f"\n{self.verdict}")

    def _note(self) -> Message:
        """How to write the answer."""
        if self.kind == "whole":
            return _("A whole number.")
        most = decimal(self.tolerance, 6)
        if self.chance:
            return _("A fraction (exact), a decimal or a percentage (at most {tolerance} off).", tolerance=most)
        return _("A fraction (exact) or a decimal (at most {tolerance} off).", tolerance=most)

    def view(self) -> Markup:
        """The question, the field, the verdict, and after an honest try the solution, folded."""
        note = self._note()
        entry = tag("input", type="text", name_="entry", autocomplete="off", value=self._typed, data_key="entry",
                    title=note)  # fmt: skip
        question, said = self._lines()
        return tag(
            "section", question, form("check", _("Check"), "check", field(_("your answer"), entry), primary=True),
            tag("p", note, class_="cl-note"),
            # The verdict stands in a live region that is always there, so that it is read aloud.
            tag("div", said, role="status", data_key="verdict"), self._solution_html(), class_="cl-panel",
        )  # fmt: skip

    def _lines(self) -> tuple[Markup, Markup | None]:
        """The question, and the last verdict if there is one."""
        question = tag("p", words(self.question), class_="cl-question")
        return question, None if self.verdict is None else self.verdict._repr_html_()

    def _solution_html(self) -> Markup | None:
        if not self._tried:
            return None
        solution = self.solution()
        inner = solution.html() if isinstance(solution, Derivation) else tag("p", words(solution))
        key = tag("p", tag("strong", words(self.key()))) if self._solution is not None else ""
        return folded(_("Solution"), "solution", f"{key}{inner}")

    def still(self) -> Markup:
        """The question with the last verdict."""
        return tag("div", self._lines(), class_="cardlib")


# --- the lessons' exercises -------------------------------------------------------------------------------------------
def seed_of(what: str, who: str | int) -> int:
    """A pupil's own seed for something: case and outer spaces do not matter."""
    text = f"{what} {str(who).strip().casefold()}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def make(name: str, who: str | int = 0) -> Exercise:
    """The exercise of that name with the numbers of a pupil (a name: case and outer spaces do not matter) or a seed."""
    if name not in tasks():
        raise Error("There is no exercise {name}; there are: {known}.", name=name, known=", ".join(tasks()))
    rng = Rng(seed_of(name, who))
    while True:  # until the numbers fit, and the answer can be told from every known mistake
        posed = tasks()[name].pose(rng)
        if posed is None:
            continue
        wrong = [exact(number) for number in posed.mistakes] + [number for number, _ in known_mistakes(posed.answer)]
        if told_apart(exact(posed.answer), wrong, posed.kind == "whole"):
            return Exercise(posed.question, posed.answer, posed.mistakes, None, posed.solution, posed.kind)


def keys(name: str, pupils: Iterable[str | int]) -> Table:
    """The questions and answers of several pupils, for the teacher's edition."""
    rows = [(str(who), (exercise := make(name, who)).question, str(exercise.key())) for who in pupils]
    return Table([_("pupil"), _("question"), _("answer")], rows)
