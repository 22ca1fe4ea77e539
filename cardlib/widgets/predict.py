"""Guesses, stored before the answer is shown: a pupil's own, and those of a class.

They work without a browser too: `predict.guess = 20`, `predict.collect("Ana 20; Bo 35")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from statistics import median
from typing import Any

import traitlets

from ..engine.board import CSS, Text
from ..html import Markup, tag
from ..text import Error, Message, _, both, decimal, plural
from .entry import Entry, unclear
from .exercise import Value, exact, known_mistakes, nearest
from .parts import button, field, form, histogram, sent, whole, words
from .surface import Surface

BINS = 10  # a class's guesses are charted in so many parts of the scale


class Predict(Surface):
    """A question to guess at: the guess is stored before any answer is shown. In code: `predict.guess = 20`.

    A class's guesses can be collected as well, see `collect`; `guesses` lists them as (name, guess in units).
    low, high: the ends of the scale; unit: what is guessed ("%": a chance, given in per cent; "points", ...)

    Others may observe and link `guess` (in units, or None; it stays once the answer is shown), `guesses` and `answered`
    (whether the answer has been shown).
    """

    guess = traitlets.Any()
    guesses = traitlets.List(traitlets.Tuple())
    answered = traitlets.Bool()

    def __init__(self, question: Text, low: int = 0, high: int = 100, unit: Text = "%") -> None:
        if low >= high:
            raise Error("the scale goes from {low} to {high}; it must go up", low=low, high=high)
        self.question, self.low, self.high, self.unit = question, low, high, unit
        self._entry: Entry | None = None  # the guess as it was written
        self._typed = self._marked = ""
        super().__init__()

    @traitlets.validate("guess")
    def _valid_guess(self, proposal: Any) -> Fraction:
        if self.answered and self.guess is not None:
            raise Error("The answer has been shown; the guess stays {guess}.", guess=self.amount(self.guess))
        self._entry = self._on_scale(proposal["value"])
        return self._entry.value

    @traitlets.observe("guess")
    def _stored(self, _change: Any) -> None:
        self.message = _("Your guess is stored: {guess}.", guess=self.amount(self.guess))
        self.show()

    def collect(self, guesses: str | Mapping[str, object] | Iterable[object]) -> None:
        """Store guesses of a class, before the answer is shown: all of them or, if one is wrong (ValueError), none.

        guesses: {name: guess}, a list of guesses, or a text with a guess a line, such as "Ana 20"; a line may also have
            several guesses without names: "20 35 12.5". A name that comes again changes its guess.
        """
        if self.answered:
            raise Error("The answer has been shown; no more guesses are taken.")
        pairs: Iterable[tuple[str, object]]
        if isinstance(guesses, str):
            pairs = self._read_guesses(guesses)
        else:
            pairs = guesses.items() if isinstance(guesses, Mapping) else (("", guess) for guess in guesses)
        new = [(str(name), self._on_scale(guess).value) for name, guess in pairs]
        if not new:
            raise Error("Write a guess on each line, for instance: Ana 20.")
        named = {name: guess for name, guess in new if name}
        kept = [(name, guess) for name, guess in self.guesses if not name or name not in named]
        self.guesses = kept + [(name, guess) for name, guess in new if not name] + list(named.items())
        self.message = self.stored()
        self.show()

    def stored(self) -> Message:
        """How many guesses of the class there are."""
        return plural("{n} guess of the class is stored.", "{n} guesses of the class are stored.", len(self.guesses))

    def _on_scale(self, guess: object) -> Entry:
        """A guess in units. Of a chance, what is typed as 1/5 is 20 %; 0.2 may be 0.2 % or 20 %, and is asked back."""
        entry = Entry.read(guess)
        typed_chance = self.unit == "%" and not isinstance(guess, int | float | Fraction) and 0 < entry.value < 1
        if typed_chance and not entry.percent and not entry.fraction:
            raise unclear(str(guess), f"{guess} %", str(self.amount(100 * entry.value)))
        if typed_chance or (self.unit == "%" and entry.percent):
            entry = Entry(100 * entry.value, 100 * entry.half_unit)
        if not self.low <= entry.value <= self.high:
            raise Error("A guess lies between {low} and {high}.", low=self.low, high=self.high)
        return entry

    def _reads(self, text: str) -> bool:
        try:
            return bool(self._on_scale(text))
        except ValueError:
            return False

    def _read_guesses(self, text: str) -> list[tuple[str, object]]:
        """Names and guesses from lines such as "Ana 20", "Bo: 35 %" or "20 35 12,5"."""
        pairs: list[tuple[str, object]] = []
        for line in re.split(r"[\n;]|(?<=\d),\s+(?=[^\W\d])", text):
            name, colon, rest = (part.strip() for part in line.rpartition(":"))
            words = [word.rstrip(",") for word in re.split("[ \t]+", re.sub(r"(?<=\d)\s+%", "%", rest))]
            first = next((k for k, word in enumerate(words) if re.match(r"[-+−]?[.,]?\d", word)), len(words) - 1)
            numbers = " ".join(words[first:])
            if colon:
                pairs.append((name, rest))
            elif len(words[first:]) > 1 and self._reads(numbers):
                raise unclear(line, f"{' '.join(words[:first])}: {numbers}", f"{' '.join(words[:-1])}: {words[-1]}")
            elif first == 0 and rest:
                pairs += [("", word) for word in words]
            elif rest:
                pairs.append((" ".join(words[:-1]), words[-1]))
        return pairs

    def amount(self, value: Fraction) -> Text:
        """A number of this question's units in words."""
        return _("{value} {unit}", value=decimal(value, 1), unit=self.unit)

    def answer(self, value: Value, traps: Mapping[Any, Text] | None = None) -> Reveal:
        """What is right (a chance in 0..1 where the unit is "%"): shown only once there is a guess.

        traps: {wrong number: what to say to who guessed it}, beside the known mistakes of the derivation
        """
        return Reveal(self, value, traps)

    # --- the widget ------------------------------------------------------------------------------------------------
    def do_mark(self, value: Any) -> None:
        """The slider moved; nothing is stored yet."""
        self._marked = str(decimal(self._on_scale(whole(value)).value))

    def do_guess(self, fields: Any) -> None:
        """Store what stands in the field."""
        typed = sent(fields, "entry")
        if not typed.strip():
            raise Error("Move the slider or write a number first.")
        self.guess = typed
        self._marked = typed.strip()

    def do_collect(self, fields: Any) -> None:
        """Store what was typed as the class's guesses; the field is emptied when they are all right."""
        self._typed = sent(fields, "guesses")
        self.collect(self._typed)
        self._typed = ""

    def __str__(self) -> str:
        if self.guess is None:
            return str(self.question)
        return f"{self.question}\n{_('Your guess: {guess}.', guess=self.amount(self.guess))}"

    def still(self) -> Markup:
        """The question and the stored guess."""
        return tag("div", [tag("p", line) for line in str(self).splitlines()], class_="cardlib")

    def view(self) -> Markup:
        """The question, a slider and a field for the same number, and a button that stores it.

        Before anything is chosen the field is empty, and the slider stands in the middle: that is no guess yet.
        """
        chosen = Entry.read(self._marked).value if self._marked else None
        value = round(Fraction(self.low + self.high, 2) if chosen is None else chosen)
        slider = tag(
            "input", type="range", min=self.low, max=self.high, value=value, data_key="mark", data_action="mark",
            aria_label=_("your guess"), aria_valuetext=_("no guess yet") if chosen is None else self.amount(chosen),
        )  # fmt: skip
        entry = tag(
            "input", type="text", inputmode="decimal", name_="entry", size="6", autocomplete="off", value=self._marked,
            data_key="entry",
        )  # fmt: skip
        name, unit = tag("span", _("your guess"), class_="cl-unseen"), tag("span", self.unit)
        scale = tag(
            "label",
            tag("span", decimal(self.low)),
            slider,
            tag("span", decimal(self.high)),
            class_="cl-field cl-slider",
        )
        typed = tag("label", name, entry, unit, class_="cl-field")
        question = tag("p", words(self.question), class_="cl-question")
        guess = form("guess", _("This is my guess"), "guess", scale, typed, primary=True)
        return tag("section", question, guess, self._class_html(), class_="cl-panel")

    def _class_html(self) -> Markup | None:
        """A field for the guesses of a class, folded; what has been guessed is not shown before the answer."""
        if self.answered:
            return None
        area = tag("textarea", self._typed, name_="guesses", rows="3", autocomplete="off", data_key="guesses")
        lines = field(_("A guess on each line, with or without a name"), area, look="cl-column")
        said = tag("summary", _("Guesses of a class")), tag("p", self.stored(), class_="cl-note")
        return tag("details", said, form("collect", _("Add these guesses"), "add", lines, look=None), data_key="class")


class Reveal(Surface):
    """The answer to a Predict: silent until there is a guess; with a class's guesses, until `show_answer()`.

    Others may observe and link `answer`: the right number in units, None as long as it is not shown.
    """

    answer = traitlets.Any()

    def __init__(self, predict: Predict, value: Value, traps: Mapping[Any, Text] | None = None) -> None:
        scale = 100 if predict.unit == "%" else 1
        self._predict, self._value = predict, exact(value) * scale
        known = [*((exact(wrong), text) for wrong, text in (traps or {}).items()), *known_mistakes(value)]
        self._mistakes = [(wrong * scale, text) for wrong, text in known]
        super().__init__()
        predict.observe(lambda _change: self._update(), ["guess", "guesses"])
        self._update()

    @property
    def is_open(self) -> bool:
        """Whether the answer is shown."""
        return self.answer is not None

    def _update(self, open_now: bool = False) -> None:
        """Show the answer once there is a guess, or when it is asked for."""
        if open_now or self._predict.guess is not None:
            self.answer, self._predict.answered = self._value, True
            self._predict.show()
        self.show()

    def show_answer(self) -> Reveal:
        """Show the answer to the class; ValueError if nobody has guessed."""
        if not self.is_open and not self._predict.guesses:
            raise Error("Make your guess first; then the answer is shown here.")
        self._update(open_now=True)
        return self

    def do_show_answer(self, _value: Any) -> None:
        """Show the answer to the class."""
        self.show_answer().message = self._answer()

    def _answer(self) -> Message:
        return _("The answer: {answer}.", answer=self._predict.amount(self._value))

    def _lines(self) -> list[Text]:
        predict = self._predict
        if self.is_open:
            return [*self._about_own(), *self._about_class()]
        if predict.guesses:
            return [predict.stored(), _("Show the answer when everybody has guessed.")]
        return [_("Make your guess first; then the answer is shown here.")]

    def _mistake(self) -> Text | None:
        """The known mistake whose number the own guess is, if it is not the answer rounded."""
        entry = self._predict._entry
        if entry is None or abs(entry.value - self._value) <= entry.half_unit:
            return None
        off, text = nearest(self._mistakes, entry.value)
        return text if off <= max(entry.half_unit, Fraction(self._predict.high - self._predict.low, 200)) else None

    def _about_own(self) -> list[Text]:
        """How far off the own guess was, and whether it is a known mistake; without a guess, only the answer."""
        predict, guess = self._predict, self._predict.guess
        if guess is None:
            return [self._answer()]
        lines: list[Text] = [_("Your guess: {guess}.", guess=predict.amount(guess)), self._answer()]
        off, mistake = abs(guess - self._value), self._mistake()
        if off <= Fraction(predict.high - predict.low, 50) and mistake is None:
            return [*lines, _("Well guessed.")]
        amount = _("{value} percentage points", value=decimal(off, 1)) if predict.unit == "%" else predict.amount(off)
        high = guess > self._value
        lines.append(_("You were {off} too high.", off=amount) if high else _("You were {off} too low.", off=amount))
        return lines if mistake is None else [*lines, _("Your number is that of a common mistake:"), mistake]

    def _about_class(self) -> list[Text]:
        """The class's guesses in numbers."""
        predict, guesses = self._predict, [guess for _name, guess in self._predict.guesses]
        if not guesses:
            return []
        low, high = sum(guess < self._value for guess in guesses), sum(guess > self._value for guess in guesses)
        told = _("The class: {n} guesses, {low} too low and {high} too high; the middle one is {median}.",
                 n=len(guesses), low=low, high=high, median=predict.amount(median(guesses)))  # fmt: skip
        least = min(abs(guess - self._value) for guess in guesses)
        closest = [name for name, guess in predict.guesses if name and abs(guess - self._value) == least]
        return [told, _("Closest: {names}.", names=both(closest))] if closest else [told]

    def counts(self) -> list[tuple[Message, int, bool]]:
        """The class's guesses in equal parts of the scale: (from where to where, how many, whether the answer is)."""
        predict = self._predict
        width = Fraction(predict.high - predict.low, BINS)
        values = [self._value, *(guess for _name, guess in predict.guesses)]
        here, *parts = [max(0, min(BINS - 1, int((value - predict.low) // width))) for value in values]
        edges = [decimal(predict.low + k * width, 2) for k in range(BINS + 1)]
        names = [_("{low} to {high}", low=low, high=high) for low, high in pairwise(edges)]
        return [(name, parts.count(k), k == here) for k, name in enumerate(names)]

    def __str__(self) -> str:
        lines = [str(line) for line in self._lines()]
        if self.is_open and self._predict.guesses:
            for name, n, here in self.counts():
                lines.append(f"{name}".rjust(12) + f"  {'#' * n} {n}" + (f"  <- {_('the answer')}" if here else ""))
        return "\n".join(lines)

    def still(self) -> str:
        """The answer, as far as it may be shown."""
        return f"{self.view()}<style>{CSS}</style>"

    def view(self) -> Markup:
        """Guess and answer on one scale, the class's guesses as a chart, and both in words."""
        predict = self._predict
        parts = [tag("p", words(line)) for line in self._lines()]
        if not self.is_open and predict.guesses:
            parts.append(button(_("Show the answer"), "show_answer", primary=True))
        elif predict.guess is not None:
            parts.insert(0, self._scale(predict.guess))
        if self.is_open and predict.guesses:
            rows = [
                (name, Fraction(n, len(predict.guesses)), _("{n}, the answer is here", n=n) if here else n)
                for name, n, here in self.counts()
            ]
            parts.append(histogram(rows, _("The guesses of the class ({unit})", unit=predict.unit)))
        return tag("div", parts, class_="cardlib cl-panel")

    def _scale(self, guess: Fraction) -> Markup:
        predict = self._predict
        span = predict.high - predict.low
        right = max(Fraction(predict.low), min(Fraction(predict.high), self._value))
        marks = [
            tag("span", name, class_=f"cl-mark {look}".rstrip(),
                style=f"inset-inline-start:{100 * float((x - predict.low) / span):.1f}%")
            for look, name, x in (("", _("guess"), guess), ("cl-true", _("answer"), right))
        ]  # fmt: skip
        return tag("div", marks, class_="cl-scale", aria_hidden="true")
