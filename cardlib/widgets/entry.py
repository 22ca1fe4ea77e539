"""Numbers as people type them: fractions, decimals, percentages and sums, with the signs of the language in use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from ..text import LANGUAGES, MINUS, Error, decimal, language

FRACTION = re.compile(r"(?:(\d+) )?(\d{1,3}(?:[ ,.]\d{3})+|\d+)/(\d{1,3}(?:[ ,.]\d{3})+|\d+)")
PLAIN = re.compile(r"(\d{1,3}([ ,.])\d{3}(?:\2\d{3})*|\d*)(?:([.,])(\d+))?")


@dataclass(frozen=True)
class Entry:
    """A number as it was given: its value, half a unit of its last digit (0 for a fraction), and how it was written."""

    value: Fraction
    half_unit: Fraction = Fraction(0)
    percent: bool = False
    fraction: bool = False

    @classmethod
    def read(cls, given: object) -> Entry:
        """Read 3/4, 1 1/2, 0.75, 0,75, .75, 75 %, 1,600, 1 600, or a sum such as 1/3 + 1/4; or take a number.

        ValueError says how to write a number, or asks what is meant, as with 1.600 where the decimal mark is a comma.
        """
        if isinstance(given, float) and given - given == 0:  # neither infinite nor nan
            given = Decimal(repr(float(given)))
            return cls(Fraction(given), Fraction(10) ** int(given.as_tuple().exponent) / 2)
        if isinstance(given, int | Fraction) and not isinstance(given, bool):
            return cls._whole_or_not([cls(Fraction(given))])
        text = re.sub(r"\s+", " ", re.sub(f"[{MINUS}–]", "-", str(given))).strip()
        if not text:
            raise Error("Write a number first.")
        squeezed = re.sub(r" ?([-+/%]) ?", r"\1", text)
        if not re.fullmatch(r"[-+]?[^-+]+([-+][^-+]+)*", squeezed):
            raise not_a_number(text)
        terms = re.findall(r"([-+]?)([^-+]+)", squeezed)
        return cls._whole_or_not([cls._term(-1 if sign == "-" else 1, term, text) for sign, term in terms])

    @property
    def whole(self) -> bool:
        """Whether a whole number was written."""
        return self.half_unit == Fraction(1, 2)

    @classmethod
    def _whole_or_not(cls, terms: list[Entry]) -> Entry:
        """The sum of the terms; a whole number may have been rounded to the unit."""
        value, half = (sum(parts, Fraction(0)) for parts in zip(*((t.value, t.half_unit) for t in terms), strict=True))
        percent, fraction = any(term.percent for term in terms), any(term.fraction for term in terms)
        if value.denominator == 1 and not half and not fraction:
            half = Fraction(1, 2)
        return cls(value, half, percent, fraction)

    @classmethod
    def _term(cls, sign: int, term: str, text: str) -> Entry:
        """One term of a sum, without its sign."""
        percent = term.endswith("%")
        term, scale = term.removesuffix("%"), Fraction(1, 100 if percent else 1)
        if found := FRACTION.fullmatch(term):
            value = _fraction(term, *found.groups())
            return cls(sign * scale * value, percent=percent, fraction=True)
        whole, digits = _plain(term, text)
        half = Fraction(1, 2 * 10 ** len(digits)) if digits or percent else Fraction(0)
        return cls(sign * scale * Fraction(f"{whole or 0}.{digits or 0}"), scale * half, percent)


def _fraction(term: str, whole: str | None, above: str, below: str) -> Fraction:
    """The value of a fraction, perhaps after a whole number."""
    if re.match(r"\d{1,3} \d{3}/", term):
        first, second = term.replace(" ", "", 1), term.replace(" ", " + ", 1)
        raise unclear(term, first, second)
    numerator, denominator = (int(re.sub(r"\D", "", part)) for part in (above, below))
    if not denominator:
        raise Error("{text} divides by 0, which is not possible.", text=term)
    return int(whole or 0) + Fraction(numerator, denominator)


def _plain(term: str, text: str) -> tuple[str, str]:
    """The digits before and after the decimal mark."""
    found = PLAIN.fullmatch(term)
    if not found or not term:
        raise not_a_number(text)
    whole, separator, mark, digits = found.groups()
    if mark and mark == separator:
        raise not_a_number(text)
    if separator in (".", ",") and not mark and whole.count(separator) == 1:
        decimal_mark, thousands, _percent = LANGUAGES[language()]
        before, after = whole.split(separator)
        if separator == decimal_mark or before.startswith("0"):
            return before, after
        if separator != thousands:
            raise unclear(text, str(decimal(Fraction(f"{before}.{after}"), 3)), before + after)
    return re.sub(r"\D", "", whole), digits or ""


def not_a_number(text: str) -> Error:
    """How to write a number."""
    return Error(
        "{text} is not a number. Write a fraction (3/4), a decimal (0.75) or a percentage (75 %).", text=text[:80]
    )


def unclear(text: str, first: str, second: str) -> Error:
    """What may be meant."""
    return Error("{text} may mean two things: write {first} or {second}.", text=text, first=first, second=second)
