"""Questions to a pupil or a class: guesses, stored before the answer is shown, and exercises that check themselves.

Both work without a browser too: `predict.guess = 20`, `predict.collect("Ana 20; Bo 35")`, `exercise.check("189/1003")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from ..answer import Answer
from ..engine.board import CSS, Text
from ..explain import Explanation, shown
from ..text import MINUS, Error, Message, Number, _, both, decimal, percentage, plural, render
from .parts import button, esc, folded, histogram
from .surface import Surface

NUMBER = re.compile(r"([-+]?)(\d+)(?:[.,](\d+))?(?:/(\d+))?(%?)")
Value = Fraction | int | float | Answer


@dataclass(frozen=True)
class Entry:
    """A number as somebody typed it: its value, and half a unit of its last digit (0 for a fraction or integer)."""

    value: Fraction
    half_unit: Fraction
    percent: bool

    @classmethod
    def read(cls, text: object) -> Entry:
        """Read a fraction (3/4), a decimal (0.75 or 0,75) or a percentage (75 %); ValueError says how to write one."""
        match = NUMBER.fullmatch(re.sub(r"\s", "", str(text)).replace(MINUS, "-"))
        if not match or (match[3] and match[4]):
            wrong = _(
                "{text} is not a number. Write a fraction (3/4), a decimal (0.75) or a percentage (75 %).", text=text
            )
            raise Error(wrong)
        sign, whole, digits, divisor, percent = match.groups()
        if divisor and not int(divisor):
            raise Error("{text} divides by 0, which is not possible.", text=text)
        value = Fraction(whole + "." + digits) if digits else Fraction(int(whole), int(divisor or 1))
        half_unit = Fraction(0) if divisor or not (digits or percent) else Fraction(1, 2 * 10 ** len(digits or ""))
        scale = 100 if percent else 1
        return cls((-value if sign == "-" else value) / scale, half_unit / scale, bool(percent))


def exact(value: Value) -> Fraction:
    """The value of an Answer or a number as a Fraction (a float as the decimal it prints as)."""
    if isinstance(value, Answer):
        return value.value
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


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

    def _repr_html_(self) -> str:
        look = "cl-right" if self.right else "cl-wrong"
        return f'<p class="{look}">{"✓" if self.right else "✗"} {esc(self)}</p>'


class Exercise(Surface):
    """A question that checks what is typed and gives a hint that fits the mistake.

    question:  the text
    answer:    the number, or an Answer; the known mistakes of its derivation become hints, its derivation the solution
    hints:     {wrong number: what to say to who gives it}
    tolerance: how far off a decimal or a percentage may be (a fraction must be exact);
               by default 0.0005 for numbers up to 1, 0.005 for larger ones
    solution:  an Explanation or a text, if the answer has none of its own
    """

    def __init__(
        self,
        question: Text,
        answer: Value,
        hints: Mapping[Any, Text] | None = None,
        tolerance: Value | None = None,
        solution: Explanation | Text | None = None,
    ) -> None:
        self.question = question
        self._answer = answer
        self._value = exact(answer)
        self._solution = answer.explain() if solution is None and isinstance(answer, Answer) else solution
        self.chance = answer.unit == "probability" if isinstance(answer, Answer) else 0 <= self._value <= 1
        default = Fraction(1, 2000) if abs(self._value) <= 1 else Fraction(1, 200)
        self.tolerance = default if tolerance is None else exact(tolerance)
        self._hints = [(exact(wrong), text) for wrong, text in (hints or {}).items()]
        if isinstance(self._solution, Explanation):
            self._hints += [(m.value, m.text) for m in self._solution.mistakes if m.value is not None]
        self.tries: list[str] = []
        self.verdict: Verdict | None = None
        self._typed = ""
        super().__init__()

    # --- checking --------------------------------------------------------------------------------------------------
    def check(self, text: object) -> Verdict:
        """Judge a number given as text or as a number. What is no number raises ValueError and counts as no try."""
        entry = Entry.read(decimal(text, 12) if isinstance(text, float) else text)
        self.tries.append(str(text).strip())
        self.verdict = self._judge(entry)
        self._typed, self.problem = self.tries[-1], ""
        self.show()
        return self.verdict

    def _judge(self, entry: Entry) -> Verdict:
        value = entry.value
        if value == self._value:
            return Verdict(True, _("Exactly."))
        if self._near(value, self._value) and entry.half_unit:
            return Verdict(True, _("Close enough: at most {tolerance} off.", tolerance=self._shown_tolerance()))
        return Verdict(False, self._hint(entry))

    def _near(self, value: Fraction, wanted: Fraction) -> bool:
        return abs(value - wanted) <= self.tolerance

    def _hint(self, entry: Entry) -> Text:
        """What to say to a wrong number: first the mistakes that give exactly this number, then those close to it."""
        value = entry.value
        hints = [(wrong, text) for wrong, text in self._hints if wrong != self._value]
        for wrong, text in hints:
            if value == wrong:
                return text
        if self._near(value, self._value) and value.denominator > 1:
            return _("Very close, but a fraction must be exact. Did you round on the way?")
        if abs(value - self._value) <= entry.half_unit:
            return _("Give more digits: at most {tolerance} off.", tolerance=self._shown_tolerance())
        for wrong, text in hints:
            if entry.half_unit and self._near(value, wrong):
                return text
        if self.chance and not 0 <= value <= 1:
            if self._near(value / 100, self._value) and not entry.percent:
                return _("Do you mean a percentage? Then write the % sign.")
            return _("A chance lies between 0 and 1, that is between 0 % and 100 %.")
        if self.chance and self._near(1 - value, self._value):
            return _("That is the chance of the opposite.")
        return _("Try again.")

    def _shown_tolerance(self) -> Number:
        return decimal(self.tolerance, 6)

    def key(self) -> Message:
        """The answer, for the teacher's edition."""
        if self.chance:
            return _("{value}, that is {percent}", value=shown(self._value), percent=percentage(self._value))
        return _("{value}", value=shown(self._value))

    def solution(self) -> Any:
        """The solution with its derivation; ValueError before the first try."""
        if not self.tries:
            raise Error("Try first; then the solution is shown.")
        return self.key() if self._solution is None else self._solution

    # --- the widget ------------------------------------------------------------------------------------------------
    def do_check(self, fields: Any) -> None:
        """Check what stands in the field."""
        self._typed = str(fields.get("entry", ""))
        if not self._typed.strip():
            raise Error("Write a number first.")
        self.check(self._typed)

    def __str__(self) -> str:
        return str(self.question) + ("" if self.verdict is None else f"\n{self.verdict}")

    def view(self) -> str:
        """The question, the field, the verdict, and after the first try the solution, folded."""
        tolerance = self._shown_tolerance()
        note = _("A fraction (exact) or a decimal (at most {tolerance} off).", tolerance=tolerance)
        if self.chance:
            note = _("A fraction (exact), a decimal or a percentage (at most {tolerance} off).", tolerance=tolerance)
        # The verdict stands in a live region that is always there, so that it is read aloud.
        verdict = "" if self.verdict is None else self.verdict._repr_html_()
        return (
            f'<section class="cl-panel"><p class="cl-question">{render(self.question, "html")}</p>'
            f'<form class="cl-tools" data-action="check"><label class="cl-field"><span>{esc(_("your answer"))}</span>'
            f'<input type="text" name="entry" autocomplete="off" value="{esc(self._typed)}" data-key="entry"'
            f' title="{esc(note)}"></label>'
            f'<button class="cl-button cl-primary" data-key="check">{esc(_("Check"))}</button></form>'
            f'<p class="cl-note">{esc(note)}</p><div role="status" data-key="verdict">{verdict}</div>'
            f"{self._solution_html()}</section>"
        )

    def _solution_html(self) -> str:
        if not self.tries:
            return ""
        solution = self.solution()
        inner = solution.html() if isinstance(solution, Explanation) else f"<p>{render(solution, 'html')}</p>"
        key = f"<p><strong>{self.key().render('html')}</strong></p>" if self._solution is not None else ""
        return folded(_("Solution"), "solution", key + inner)

    def still(self) -> str:
        """The question with the last verdict."""
        verdict = "" if self.verdict is None else self.verdict._repr_html_()
        return f'<div class="cardlib"><p>{render(self.question, "html")}</p>{verdict}</div>'


BINS = 10  # a class's guesses are charted in so many parts of the scale


class Predict(Surface):
    """A question to guess at: the guess is stored before any answer is shown. In code: `predict.guess = 20`.

    A class's guesses can be collected as well, see `collect`; `guesses` lists them as (name, guess in units).
    low, high: the ends of the scale; unit: what is guessed ("%": a chance, given in per cent; "points", ...)
    """

    def __init__(self, question: Text, low: int = 0, high: int = 100, unit: Text = "%") -> None:
        if low >= high:
            raise ValueError(f"the scale goes from {low} to {high}; it must go up")
        self.question, self.low, self.high, self.unit = question, low, high, unit
        self._guess: Fraction | None = None
        self.guesses: list[tuple[str, Fraction]] = []
        self._typed = ""
        self._marked = Fraction(low + high, 2)
        self._reveal: Reveal | None = None
        super().__init__()

    @property
    def guess(self) -> Fraction | None:
        """The stored guess in units, or None. It cannot be changed once the answer has been shown."""
        return self._guess

    @guess.setter
    def guess(self, guess: object) -> None:
        self._guess = self._checked(guess)
        self.message = _("Your guess is stored: {guess}.", guess=self.amount(self._guess))
        self.show()
        if self._reveal:
            self._reveal.show()

    def collect(self, guesses: str | Mapping[str, object] | Iterable[object]) -> None:
        """Store guesses of a class, before the answer is shown: all of them or, if one is wrong (ValueError), none.

        guesses: {name: guess}, a list of guesses, or a text with a guess a line, such as "Ana 20"; a line may also have
            several guesses without names: "20 35 12.5". A name that comes again changes its guess.
        """
        if self.answered:
            raise Error("The answer has been shown; no more guesses are taken.")
        if isinstance(guesses, str):
            pairs = _read_guesses(guesses)
        elif isinstance(guesses, Mapping):
            pairs = [(str(name), guess) for name, guess in guesses.items()]
        else:
            pairs = [("", guess) for guess in guesses]
        new = [(name, self._on_scale(guess)) for name, guess in pairs]
        if not new:
            raise Error("Write a guess on each line, for instance: Ana 20.")
        named = dict(new)
        self.guesses = [(name, guess) for name, guess in self.guesses if not name or name not in named]
        self.guesses += [(name, guess) for name, guess in new if not name]
        self.guesses += [(name, guess) for name, guess in named.items() if name]
        self.message = self.stored()
        self.show()
        if self._reveal:
            self._reveal.show()

    def stored(self) -> Message:
        """How many guesses of the class there are."""
        return plural("{n} guess of the class is stored.", "{n} guesses of the class are stored.", len(self.guesses))

    @property
    def answered(self) -> bool:
        """Whether the answer has been shown."""
        return self._reveal is not None and self._reveal.is_open

    def _checked(self, guess: object) -> Fraction:
        if self._guess is not None and self.answered:
            raise Error("The answer has been shown; the guess stays {guess}.", guess=self.amount(self._guess))
        return self._on_scale(guess)

    def _on_scale(self, guess: object) -> Fraction:
        entry = Entry.read(guess)
        value = entry.value * 100 if entry.percent and self.unit == "%" else entry.value
        if not self.low <= value <= self.high:
            raise Error("A guess lies between {low} and {high}.", low=self.low, high=self.high)
        return value

    def amount(self, value: Fraction) -> Text:
        """A number of this question's units in words."""
        return _("{value} {unit}", value=decimal(value, 1), unit=self.unit)

    def answer(self, value: Value) -> Reveal:
        """What is right (a chance in 0..1 where the unit is "%"): shown only once there is a guess."""
        self._reveal = Reveal(self, exact(value) * (100 if self.unit == "%" else 1))
        return self._reveal

    # --- the widget ------------------------------------------------------------------------------------------------
    def do_mark(self, value: Any) -> None:
        """The slider moved; nothing is stored yet."""
        self._marked = self._checked(value)

    def do_guess(self, fields: Any) -> None:
        """Store what stands in the field."""
        self.guess = self._marked = self._checked(fields.get("entry", ""))

    def do_collect(self, fields: Any) -> None:
        """Store what was typed as the class's guesses; the field is emptied when they are all right."""
        self._typed = str(fields.get("guesses", ""))
        self.collect(self._typed)
        self._typed = ""

    def __str__(self) -> str:
        if self._guess is None:
            return str(self.question)
        return f"{self.question}\n{_('Your guess: {guess}.', guess=self.amount(self._guess))}"

    def still(self) -> str:
        """The question and the stored guess."""
        return f'<div class="cardlib"><p>{esc(self).replace(chr(10), "<br>")}</p></div>'

    def view(self) -> str:
        """The question, a slider and a field for the same number, and a button that stores it."""
        marked = str(decimal(self._marked, 2))
        slide = (
            f'<label class="cl-field cl-slider"><span>{esc(self.low)}</span><input type="range" min="{self.low}"'
            f' max="{self.high}" value="{round(self._marked)}" data-key="mark" data-action="mark"'
            f' aria-label="{esc(_("your guess"))}" aria-valuetext="{esc(self.amount(self._marked))}">'
            f"<span>{esc(self.high)}</span></label>"
        )
        return (
            f'<section class="cl-panel"><p class="cl-question">{render(self.question, "html")}</p>'
            f'<form class="cl-tools" data-action="guess">{slide}<label class="cl-field">'
            f'<span class="cl-unseen">{esc(_("your guess"))}</span><input type="text" inputmode="decimal" name="entry"'
            f' size="6" autocomplete="off" value="{esc(marked)}" data-key="entry"><span>{esc(self.unit)}</span></label>'
            f'<button class="cl-button cl-primary" data-key="guess">{esc(_("This is my guess"))}</button>'
            f"</form>{self._class_html()}</section>"
        )

    def _class_html(self) -> str:
        """A field for the guesses of a class, folded; what has been guessed is not shown before the answer."""
        summary = esc(_("Guesses of a class"))
        if self.answered:
            return ""
        return (
            f'<details data-key="class"><summary>{summary}</summary><p class="cl-note">{esc(self.stored())}</p>'
            f'<form data-action="collect" data-key="collect"><label class="cl-field cl-column">'
            f"<span>{esc(_('A guess on each line, with or without a name'))}</span>"
            f'<textarea name="guesses" rows="3" cols="24" autocomplete="off" data-key="guesses">{esc(self._typed)}'
            f'</textarea></label><button class="cl-button" data-key="add">{esc(_("Add these guesses"))}</button></form>'
            "</details>"
        )


def _read_guesses(text: str) -> list[tuple[str, object]]:
    """Names and guesses from lines such as "Ana 20", "Bo: 35 %" or "20 35 12,5"."""
    pairs: list[tuple[str, object]] = []
    for line in re.split(r"[\n;]", text):
        words = re.sub(r"(?<=\d)\s+%", "%", line).replace(":", " ").split()
        numbers = [word.rstrip(",") for word in words]
        if all(NUMBER.fullmatch(number) for number in numbers):
            pairs += [("", number) for number in numbers]
        else:
            pairs.append((" ".join(words[:-1]).rstrip(","), numbers[-1]))
    return pairs


class Reveal(Surface):
    """The answer to a Predict: silent until there is a guess; with a class's guesses, until `show_answer()`."""

    def __init__(self, predict: Predict, value: Fraction) -> None:
        self._predict, self._value = predict, value
        self._opened = False
        super().__init__()

    @property
    def is_open(self) -> bool:
        """Whether the answer is shown."""
        return self._opened or self._predict.guess is not None

    def show_answer(self) -> Reveal:
        """Show the answer to the class; ValueError if nobody has guessed."""
        if not self.is_open and not self._predict.guesses:
            raise Error("Make your guess first; then the answer is shown here.")
        self._opened = True
        self.show()
        self._predict.show()
        return self

    def do_show_answer(self, _value: Any) -> None:
        """Show the answer to the class."""
        self.show_answer()
        self.message = self._answer()

    def _answer(self) -> Message:
        return _("The answer: {answer}.", answer=self._predict.amount(self._value))

    def _lines(self) -> list[Text]:
        predict = self._predict
        if not self.is_open:
            if predict.guesses:
                return [predict.stored(), _("Show the answer when everybody has guessed.")]
            return [_("Make your guess first; then the answer is shown here.")]
        return [*self._about_own(), *self._about_class()]

    def _about_own(self) -> list[Text]:
        """How far off the own guess was; without one, only the answer."""
        predict, guess = self._predict, self._predict.guess
        if guess is None:
            return [self._answer()]
        lines: list[Text] = [_("Your guess: {guess}.", guess=predict.amount(guess)), self._answer()]
        off = abs(guess - self._value)
        if off <= Fraction(predict.high - predict.low, 50):
            return [*lines, _("Well guessed.")]
        amount = _("{value} percentage points", value=decimal(off, 1)) if predict.unit == "%" else predict.amount(off)
        if guess > self._value:
            return [*lines, _("You were {off} too high.", off=amount)]
        return [*lines, _("You were {off} too low.", off=amount)]

    def _about_class(self) -> list[Text]:
        """The class's guesses in numbers."""
        predict, guesses = self._predict, [guess for _name, guess in self._predict.guesses]
        if not guesses:
            return []
        low, high = (sum(guess < self._value for guess in guesses), sum(guess > self._value for guess in guesses))
        lines: list[Text] = [
            _(
                "The class: {n} guesses, {low} too low and {high} too high; the middle one is {median}.",
                n=len(guesses), low=low, high=high, median=predict.amount(median(guesses)),
            )
        ]  # fmt: skip
        least = min(abs(guess - self._value) for guess in guesses)
        closest = [name for name, guess in predict.guesses if name and abs(guess - self._value) == least]
        return [*lines, _("Closest: {names}.", names=both(closest))] if closest else lines

    def counts(self) -> list[tuple[Message, int, bool]]:
        """The class's guesses in equal parts of the scale: (from where to where, how many, whether the answer is)."""
        predict = self._predict
        width = Fraction(predict.high - predict.low, BINS)

        def part(value: Fraction) -> int:
            return max(0, min(BINS - 1, int((value - predict.low) // width)))

        parts = [part(guess) for _name, guess in predict.guesses]
        edges = [decimal(predict.low + k * width, 2) for k in range(BINS + 1)]
        return [
            (_("{low} to {high}", low=edges[k], high=edges[k + 1]), parts.count(k), k == part(self._value))
            for k in range(BINS)
        ]

    def __str__(self) -> str:
        lines = [str(line) for line in self._lines()]
        if self.is_open and self._predict.guesses:
            for name, n, here in self.counts():
                said = f"{name}".rjust(12) + f"  {'#' * n} {n}" + (f"  <- {_('the answer')}" if here else "")
                lines.append(said)
        return "\n".join(lines)

    def still(self) -> str:
        """The answer, as far as it may be shown."""
        return f"{self.view()}<style>{CSS}</style>"

    def view(self) -> str:
        """Guess and answer on one scale, the class's guesses as a chart, and both in words."""
        predict = self._predict
        words = "".join(f"<p>{esc(line)}</p>" for line in self._lines())
        inner = words
        if not self.is_open and predict.guesses:
            inner += button(_("Show the answer"), "show_answer", primary=True)
        elif predict.guess is not None:
            inner = self._scale(predict.guess) + words
        if self.is_open and predict.guesses:
            rows = [
                (name, Fraction(n, len(predict.guesses)), _("{n}, the answer is here", n=n) if here else n)
                for name, n, here in self.counts()
            ]
            inner += histogram(rows, _("The guesses of the class ({unit})", unit=predict.unit))
        return f'<div class="cardlib cl-panel">{inner}</div>'

    def _scale(self, guess: Fraction) -> str:
        predict = self._predict
        span = predict.high - predict.low
        right = max(Fraction(predict.low), min(Fraction(predict.high), self._value))
        marked = (("", _("guess"), guess), ("cl-true", _("answer"), right))
        marks = "".join(
            f'<span class="cl-mark {look}" style="inset-inline-start:{100 * float((x - predict.low) / span):.1f}%">'
            f"{esc(name)}</span>"
            for look, name, x in marked
        )
        return f'<div class="cl-scale" aria-hidden="true">{marks}</div>'
