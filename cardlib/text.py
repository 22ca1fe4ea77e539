"""Words and numbers for people: one message catalogue (gettext), and numbers written as the language writes them.

A text is a lazy `Message`: it is translated when it is shown, so one derivation can be read in several languages.
"""

import gettext
import html
import os
import re
import sys
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from operator import index
from pathlib import Path
from typing import Any

MINUS = "\N{MINUS SIGN}"
PLAINER = str.maketrans({MINUS: "-", "\N{ALMOST EQUAL TO}": "~", "\N{NARROW NO-BREAK SPACE}": " ",
                         "≤": "<=", "≥": ">=", "≠": "!="})  # fmt: skip
# language: decimal mark, thousands separator, what stands before the percent sign
LANGUAGES = {
    "en": (".", ",", ""),
    "fr": (",", "\N{NARROW NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"),
    "sv": (",", "\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"),
}
MANY = 20  # longer lists show their first three and last two things
_chosen: str | None = None


def set_language(code: str) -> None:
    """Show all texts in language `code` from now on; ValueError names the languages there are."""
    global _chosen
    if code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Error("There is no language {code}; choose one of {known}.", code=repr(code), known=known)
    _chosen = code


def language() -> str:
    """The language in use: the one set, else the environment's CARDLIB_LANG, else English."""
    wished = _chosen or os.environ.get("CARDLIB_LANG", "en")[:2].lower()
    return wished if wished in LANGUAGES else "en"


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("cardlib", Path(__file__).parent / "locale", [code], fallback=True)


def printable(text: str) -> str:
    """A text as the standard output can write it: a console without "−" gets "-", and "?" for what it lacks."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if encoding.lower() in ("utf-8", "utf8"):
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(PLAINER).encode(encoding, "replace").decode(encoding)
    return text


class Message:
    """A text with named values, translated and filled in when it is shown.

    `str(message)` is plain text; `render("markdown")` and `render("html")` escape what users typed.
    """

    __slots__ = ("n", "plural", "singular", "values")

    def __init__(self, singular: str, values: dict[str, Any], plural: str | None = None, n: int = 1) -> None:
        self.singular, self.values, self.plural, self.n = singular, values, plural, n

    def render(self, how: str = "text") -> str:
        """The text in the language in use, as "text", "markdown" or "html"."""
        catalogue = _catalogue(language())
        if self.plural is None:
            pattern = catalogue.gettext(self.singular)
        else:
            pattern = catalogue.ngettext(self.singular, self.plural, self.n)
        if how == "html":
            pattern = html.escape(pattern)
        return pattern.format_map({name: render(value, how) for name, value in self.values.items()})

    def __str__(self) -> str:
        return printable(self.render())

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return self.render("html") == other.render("html")

    def __hash__(self) -> int:
        return hash(self.singular)


def _(msgid: str, /, **values: Any) -> Message:
    """A lazy message: `_("You draw {n} cards.", n=3)`."""
    return Message(msgid, values)


def plural(singular: str, several: str, n: int, /, **values: Any) -> Message:
    """A lazy message whose form follows the number n: `plural("{n} card", "{n} cards", 3)`."""
    return Message(singular, {"n": n, **values}, several, n)


class Error(ValueError):
    """What was wrong and what is allowed, in the reader's language: `Error("there is no seat {n}", n=3)`.

    The one class of errors that users meet; it may also be given a Message, such as a plural.
    """

    def __init__(self, text: "Message | str", /, **values: Any) -> None:
        super().__init__(text if isinstance(text, Message) else Message(text, values))

    @property
    def message(self) -> Any:
        """The sentence, still to be translated."""
        return self.args[0]

    def __str__(self) -> str:
        return str(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type, args: tuple[Any, ...], values: dict[str, Any]) -> Any:
    """An error as it was: pickled by a worker process, which hands it to the caller."""
    error = kind.__new__(kind, *args)
    error.args, error.__dict__ = args, values
    return error


def whole(x: Any) -> int | None:
    """A whole number, also one of NumPy's, as an int; None for anything else (True and 1.0 are none)."""
    if type(x) is int:
        return x
    try:
        return None if isinstance(x, bool) else index(x)
    except TypeError:
        return None


def plain(x: Any) -> Any:
    """One of NumPy's numbers as Python's own, anything else as it is."""
    return x.item() if hasattr(x, "dtype") else x


def render(value: Any, how: str = "text") -> str:
    """One value as "text", "markdown" or "html": numbers as the language writes them, strings escaped.

    The parts of a tuple stand between brackets.
    """
    if hasattr(value, "render"):
        return value.render(how)
    if type(value) is tuple:
        return f"({', '.join(render(part, how) for part in value)})"
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return fraction(value)
    if isinstance(value, float):
        return str(decimal(value))
    if isinstance(value, str) and re.fullmatch(r"-\d+(\.\d+)?", value):
        return value.replace("-", MINUS)
    if how == "html":
        return html.escape(str(value))
    if how == "markdown":
        return re.sub(r"([\\`*_{}\[\]<>#$|~])", r"\\\1", str(value))
    return str(value)


def rounded(x: Fraction, places: int = 0) -> int:
    """x times 10^places as the nearest whole number; a half is rounded away from 0, as schools do."""
    size = (2 * abs(x.numerator) * 10**places + x.denominator) // (2 * x.denominator)
    return size if x >= 0 else -size


class Number:
    """A number that is rounded for people when it is shown: `places` decimals, perhaps as a percentage.

    Zeros at the end are left out unless `zeros` asks for them (numbers of equal precision below each other).
    """

    __slots__ = ("percent", "places", "value", "zeros")

    def __init__(self, value: Fraction | float, places: int, percent: bool = False, zeros: bool = False) -> None:
        self.value, self.places, self.percent, self.zeros = Fraction(value), places, percent, zeros

    @property
    def exact(self) -> bool:
        """Whether nothing is lost by rounding."""
        return self.scaled == self.value * 10**self.digits

    @property
    def digits(self) -> int:
        """How many decimals of the value itself are kept."""
        return self.places + 2 * self.percent

    @property
    def scaled(self) -> int:
        """The value in units of its last digit, rounded as schools do."""
        return rounded(self.value, self.digits)

    def render(self, how: str = "text") -> str:
        """The number as the language in use writes it (the same in every kind of output)."""
        mark, _separator, before_percent = LANGUAGES[language()]
        scaled = self.scaled
        before, rest = divmod(abs(scaled), 10**self.places)
        digits = f"{rest:0{self.places}d}" if self.places else ""
        digits = digits if self.zeros else digits.rstrip("0")
        text = (MINUS if scaled < 0 else "") + _integer(before)
        return text + (mark + digits if digits else "") + (before_percent + "%" if self.percent else "")

    def __str__(self) -> str:
        return printable(self.render())


def _integer(n: int) -> str:
    separator = LANGUAGES[language()][1] if abs(n) >= 10_000 else ""
    text = f"{abs(n):,}".replace(",", separator)
    return MINUS + text if n < 0 else text


def fraction(x: Fraction | int) -> str:
    """An integer or a fraction in full: "10,030", "189/1003" (no separators in a fraction, so it can be typed back)."""
    if x.denominator == 1:
        return _integer(x.numerator)
    sign = MINUS if x < 0 else ""
    return f"{sign}{abs(x.numerator)}/{x.denominator}"


def _places(x: Fraction | float, significant: int) -> int:
    """How many decimals show that many significant digits of x (0 < x)."""
    places = significant - 1
    while abs(x) * 10**places < 10 ** (significant - 1) and places < 300:
        places += 1
    while places > 0 and abs(x) * 10**places >= 10**significant:
        places -= 1
    return places


def decimal(x: Fraction | float, places: int = 6) -> Number:
    """x with that many decimals; more when it would otherwise lose its first three digits."""
    x = Fraction(x)
    return Number(x, max(places, _places(x, 3)) if x else 0)


def percentage(p: Fraction | float) -> Number:
    """A probability (0..1) in per cent with three digits; a chance below 1 is never rounded to 100%."""
    p = Fraction(p)
    places = _places(p * 100, 3) if p else 0
    while p < 1 and rounded(p * 100, places) >= 100 * 10**places:
        places += 1
    return Number(p, places, percent=True)


def frequency(p: Fraction | float) -> Message:
    """A probability (0..1) as a natural frequency: "about 19 in 100"."""
    p = Fraction(p)
    if p in (0, 1):
        return _("always") if p else _("never")
    n = 100
    while min(p, 1 - p) * n < 5 and (p * n).denominator > 1:
        n *= 10
    k = p * n
    return _("{k} in {n}", k=k, n=n) if k.denominator == 1 else _("about {k} in {n}", k=rounded(k), n=n)


def one_in(p: Fraction | float) -> Message:
    """A probability (0 < p <= 1/2) as "about 1 in n"."""
    n = 1 / Fraction(p)
    return _("1 in {n}", n=n) if n.denominator == 1 else _("about 1 in {n}", n=rounded(n))


def either(items: Iterable[Any]) -> Any:
    """A list to choose from: "2, 5 or 12"."""
    return _listed(list(items), lambda first, last: _("{first} or {last}", first=first, last=last))


def both(items: Iterable[Any]) -> Any:
    """A list of things together: "2, 5 and 12"."""
    return _listed(list(items), lambda first, last: _("{first} and {last}", first=first, last=last))


def _listed(items: list[Any], join: Any) -> Any:
    if not items:
        return _("nothing")
    if len(items) > MANY:
        items = [*items[:3], "…", *items[-2:]]
    *first, last = items
    if not first:
        return last
    head = first[0]
    for item in first[1:]:
        head = _("{first}, {next}", first=head, next=item)
    return join(head, last)
