r"""Small formulas that a derivation shows: written as LaTeX, plain text or MathML, and evaluated exactly.

Because a shown formula can be evaluated, a test can hold it against the answer it explains. Words used here:
a *chain* is a line of equal expressions, `1 - 814/1003 = 189/1003`; a *name* is a symbol or a few words with a value.
"""

import html
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, prod
from typing import Any

from cardlib.text import MINUS, Number, decimal, fraction, printable, render

# how tightly an expression holds together; looser ones get brackets inside tighter ones
CHAIN, SUM, PRODUCT, POWER, ATOM = range(5)


class Formula:
    """An expression with an exact value; formulas and numbers combine with + - * / and **."""

    tightness = ATOM
    holds = True  # a chain may claim what is not true

    @property
    def value(self) -> Fraction:
        """What the formula comes to."""
        return Fraction(self._exact())

    @property
    def rough(self) -> bool:
        """Whether a rounded number is shown in it."""
        inside = (x for parts in vars(self).values() for x in (parts if isinstance(parts, list) else [parts]))
        return any(isinstance(x, Formula) and x.rough for x in inside)

    def _exact(self) -> Fraction | int:
        """The value, as an int where the parts are whole numbers: those are many times faster."""
        raise NotImplementedError

    def _write(self, how: str) -> str:
        """The formula as "text", "latex" or "mathml" (without the outer marks)."""
        raise NotImplementedError

    def text(self) -> str:
        """The formula in plain Unicode: 112/120 × 111/119."""
        return self._write("text")

    def latex(self) -> str:
        r"""The formula in LaTeX, without dollar signs."""
        return self._write("latex")

    def mathml(self) -> str:
        """The formula as a MathML element, which browsers show without any library."""
        return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{self._write("mathml")}</math>'

    def render(self, how: str = "text") -> str:
        """The formula inside a sentence: plain text, `$...$` in Markdown, MathML in HTML."""
        return {"markdown": lambda: f"${self.latex()}$", "html": self.mathml}.get(how, self.text)()

    def inside(self, tightness: int, how: str) -> str:
        """The formula as part of another one, in brackets if it is looser than that."""
        written = self._write(how)
        if self.tightness >= tightness:
            return written
        brackets = {"text": "({})", "latex": r"\left({}\right)", "mathml": "<mrow><mo>(</mo>{}<mo>)</mo></mrow>"}
        return brackets[how].replace("{}", written)

    def __add__(self, other: Any) -> "Formula":
        return Sum([self, other])

    def __radd__(self, other: Any) -> "Formula":
        return Sum([other, self])

    def __sub__(self, other: Any) -> "Formula":
        return Sum([self, other], [1, -1])

    def __rsub__(self, other: Any) -> "Formula":
        return Sum([other, self], [1, -1])

    def __mul__(self, other: Any) -> "Formula":
        return Product([self, other])

    def __rmul__(self, other: Any) -> "Formula":
        return Product([other, self])

    def __truediv__(self, other: Any) -> "Formula":
        return Ratio(self, other)

    def __rtruediv__(self, other: Any) -> "Formula":
        return Ratio(other, self)

    def __pow__(self, exponent: int) -> "Formula":
        return Power(self, exponent)

    def __str__(self) -> str:
        return printable(self.text())

    def __repr__(self) -> str:
        return f"Formula({self.text()})"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


def formula(x: "Formula | Fraction | int") -> Formula:
    """x as a formula: integers and Fractions become numbers."""
    return x if isinstance(x, Formula) else Num(x)


def _number(text: str, how: str) -> str:
    """A number that is already written for the language, inside a formula."""
    if how == "latex":
        signs = text.replace(",", "{,}").replace(MINUS, "-").replace("%", r"\%")
        return signs.replace("\N{NARROW NO-BREAK SPACE}", r"\,").replace("\N{NO-BREAK SPACE}", r"\,")
    return f"<mn>{text}</mn>" if how == "mathml" else text


_LATEX_SPECIAL = {"\\": r"$\backslash$", "^": r"$\wedge$", "~": r"$\sim$"}


def _words(words: Any, how: str) -> str:
    """A name in a formula: one letter as a symbol, more as upright words."""
    text = render(words)
    if how == "mathml":
        tag = "mi" if len(text) == 1 else "mtext"
        return f"<{tag}>{html.escape(text)}</{tag}>"
    if how == "latex" and len(text) > 1:
        escaped = re.sub(r"[\\^~#$%&_{}]", lambda m: _LATEX_SPECIAL.get(m[0], "\\" + m[0]), text)
        return rf"\text{{{escaped}}}"
    return text


class Num(Formula):
    """An integer or a Fraction."""

    def __init__(self, number: Fraction | int) -> None:
        self.number = number
        if number < 0:
            self.tightness = SUM
        elif number.denominator != 1:
            self.tightness = PRODUCT

    def _exact(self) -> Fraction | int:
        return self.number

    def _write(self, how: str) -> str:
        n = self.number
        if n.denominator == 1 or how == "text":
            return _number(fraction(n), how)
        sign = {"latex": "-", "mathml": f"<mo>{MINUS}</mo>"}[how] if n < 0 else ""
        return sign + Ratio(abs(n.numerator), n.denominator)._write(how)


class Rounded(Formula):
    """A number shown rounded (a `Number` of text.py); its value is the unrounded one."""

    def __init__(self, number: Number) -> None:
        self.number = number

    @property
    def rough(self) -> bool:
        """Whether something was lost by rounding."""
        return not self.number.exact

    def _exact(self) -> Fraction | int:
        return self.number.value

    def _write(self, how: str) -> str:
        return _number(str(self.number), how)


class Name(Formula):
    """A symbol or a few words (str or Message) that stand for a value."""

    def __init__(self, words: Any, value: Fraction | int) -> None:
        self.words, self.meant = words, value

    def _exact(self) -> Fraction | int:
        return self.meant

    def _write(self, how: str) -> str:
        return _words(self.words, how)


class Ratio(Formula):
    """A built-up fraction that is shown as it stands: 8/120 is not reduced."""

    tightness = PRODUCT

    def __init__(self, above: Formula | Fraction | int, below: Formula | Fraction | int) -> None:
        self.above, self.below = formula(above), formula(below)

    def _exact(self) -> Fraction | int:
        return Fraction(self.above._exact(), self.below._exact())

    def _write(self, how: str) -> str:
        if how == "latex":
            return rf"\frac{{{self.above.latex()}}}{{{self.below.latex()}}}"
        if how == "mathml":
            parts = (f"<mrow>{part._write(how)}</mrow>" for part in (self.above, self.below))
            return f"<mfrac>{''.join(parts)}</mfrac>"
        if all(isinstance(part, Num) and part.number.denominator == 1 for part in (self.above, self.below)):
            return f"{self.above.value}/{self.below.value}".replace("-", MINUS)  # like fraction(): no separators
        return f"{self.above.inside(PRODUCT, how)} / {self.below.inside(POWER, how)}"


class Binomial(Formula):
    """n choose k: in how many ways k things can be taken from n."""

    def __init__(self, n: int, k: int) -> None:
        self.n, self.k = n, k

    def _exact(self) -> Fraction | int:
        return comb(self.n, self.k)

    def _write(self, how: str) -> str:
        n, k = (Num(x)._write(how) for x in (self.n, self.k))
        return {
            "text": f"C({n}, {k})",
            "latex": rf"\binom{{{n}}}{{{k}}}",
            "mathml": f'<mrow><mo>(</mo><mfrac linethickness="0">{n}{k}</mfrac><mo>)</mo></mrow>',
        }[how]


def _joined(parts: list[str], signs: list[str], how: str) -> str:
    """The parts with a sign between each two; the first sign is left out."""
    around = ("<mo>", "</mo>") if how == "mathml" else (" ", " ")
    return parts[0] + "".join(sign.join(around) + part for sign, part in zip(signs, parts[1:], strict=True))


LONGEST_FRACTION = 24  # digits of a denominator; longer fractions are only shown rounded
MAX_TERMS = 7  # longer sums and products show their first three and last two terms, with dots between


def _shortened(parts: list[str], signs: list[str], how: str) -> tuple[list[str], list[str]]:
    if len(parts) <= MAX_TERMS:
        return parts, signs
    dots = {"text": "…", "latex": r"\cdots", "mathml": "<mo>⋯</mo>"}[how]
    return [*parts[:3], dots, *parts[-2:]], [*signs[:3], *signs[-2:]]


class Sum(Formula):
    """Terms added, or taken away where the sign is -1; a long sum is shown with dots."""

    tightness = SUM

    def __init__(self, terms: Sequence[Formula | Fraction | int], signs: list[int] | None = None) -> None:
        self.terms = [formula(term) for term in terms]
        self.signs = signs or [1] * len(terms)

    def _exact(self) -> Fraction | int:
        return sum(s * t._exact() for s, t in zip(self.signs, self.terms, strict=True))

    def _write(self, how: str) -> str:
        parts = [self.terms[0]._write(how), *(term.inside(PRODUCT, how) for term in self.terms[1:])]
        minus = "-" if how == "latex" else MINUS
        return _joined(*_shortened(parts, ["+" if s > 0 else minus for s in self.signs[1:]], how), how)


class Product(Formula):
    """Factors multiplied; a long product is shown with dots."""

    tightness = PRODUCT

    def __init__(self, factors: Sequence[Formula | Fraction | int]) -> None:
        self.factors = [formula(factor) for factor in factors]

    def _exact(self) -> Fraction | int:
        factors = [factor._exact() for factor in self.factors]
        below = prod(factor.denominator for factor in factors)
        above = prod(factor.numerator for factor in factors)
        return above if below == 1 else Fraction(above, below)

    def _write(self, how: str) -> str:
        parts = [factor.inside(PRODUCT, how) for factor in self.factors]
        times = r"\times" if how == "latex" else "\N{MULTIPLICATION SIGN}"
        return _joined(*_shortened(parts, [times] * (len(parts) - 1), how), how)


class Power(Formula):
    """A whole-number power."""

    tightness = POWER

    def __init__(self, base: Formula | Fraction | int, exponent: int) -> None:
        self.base, self.exponent = formula(base), exponent

    def _exact(self) -> Fraction | int:
        return Fraction(self.base._exact()) ** self.exponent

    def _write(self, how: str) -> str:
        base, exponent = self.base.inside(ATOM, how), Num(self.exponent)._write(how)
        if how == "text":
            return f"{base}^{exponent}"
        return f"{base}^{{{exponent}}}" if how == "latex" else f"<msup><mrow>{base}</mrow>{exponent}</msup>"


class Chain(Formula):
    """Expressions that are all equal, in one line; what is rounded is joined by "about equal"."""

    tightness = CHAIN

    def __init__(self, *links: Formula | Fraction | int) -> None:
        self.links = [formula(link) for link in links]

    def _exact(self) -> Fraction | int:
        return self.links[-1]._exact()

    @property
    def holds(self) -> bool:  # type: ignore[override]
        """Whether all links have the same value."""
        return len({link.value for link in self.links}) == 1

    def _write(self, how: str) -> str:
        equal, about = ("=", r"\approx") if how == "latex" else ("=", "\N{ALMOST EQUAL TO}")
        links = [self.links[0], *(link for one, link in pairwise(self.links) if link.text() != one.text())]
        signs = [about if one.rough or other.rough else equal for one, other in pairwise(links)]
        return _joined([link._write(how) for link in links], signs, how)


def result(*links: Formula | Fraction | int) -> Chain:
    """A chain that ends in its value as an exact fraction and as a decimal: ... = 189/1003 ≈ 0.188435."""
    value = formula(links[-1]).value
    ends: list[Formula | Fraction | int] = list(links)
    if formula(links[-1]).text() != Num(value).text() and len(str(value.denominator)) <= LONGEST_FRACTION:
        ends.append(value)
    if value.denominator > 1:
        ends.append(Rounded(decimal(value)))
    return Chain(*ends)


def multiply(factors: Sequence[Any]) -> Formula:
    """The factors multiplied; the only one, or 1 where there are none."""
    return formula(factors[0] if factors else 1) if len(factors) < 2 else Product(factors)


def add_up(terms: Sequence[Any]) -> Formula:
    """The terms added; the only one, or 0 where there are none."""
    return formula(terms[0] if terms else 0) if len(terms) < 2 else Sum(terms)


def times(k: int, x: Formula) -> Formula:
    """k times x, or just x."""
    return x if k == 1 else k * x


def choices(*pairs: tuple[int, int]) -> list[Formula]:
    """The ways to take k of n for every pair (n, k), as factors; choices of nothing are left out."""
    return [Binomial(n, k) for n, k in pairs if k]


def choose(*pairs: tuple[int, int]) -> Formula:
    """The ways to take k of n, for every pair (n, k), multiplied."""
    return multiply(choices(*pairs))


def powers(*pairs: tuple[Formula, int]) -> list[Formula]:
    """The powers as factors, without needless exponents."""
    return [Power(base, k) if k > 1 else base for base, k in pairs if k]
