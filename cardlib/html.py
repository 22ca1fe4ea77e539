"""HTML that escapes by construction: whatever is not `Markup` already is text, in elements and in attributes."""

from collections.abc import Iterable
from html import escape
from typing import Any, Self

VOID = {"br", "hr", "input"}  # elements that have no end


class Markup(str):
    """Text that is HTML already; joined with `+` or `join`, anything else is escaped first."""

    __slots__ = ()

    def __add__(self, other: object) -> Self:
        return type(self)(str(self) + esc(other))

    def join(self, parts: Iterable[object]) -> Self:
        """The parts one after the other, this text between them."""
        return type(self)(str(self).join(map(esc, parts)))


def esc(text: object) -> Markup:
    """Anything as HTML: markup as it is, a list part by part, nothing for None or False, all else as escaped text."""
    if isinstance(text, Markup):
        return text
    if text is None or text is False:
        return Markup()
    if isinstance(text, list | tuple):
        return Markup().join(text)
    return Markup(escape(str(text)))


def tag(name: str, /, *children: object, **attributes: Any) -> Markup:
    """An element: tag("button", "Play", class_="cl-button", data_action="play", aria_disabled=off or None).

    An attribute that is None or False is left out, True stands alone; `_` at the end of its name goes, others are `-`.
    """
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    end = "" if name in VOID else f"{esc(children)}</{name}>"
    return Markup(f"<{name}{said}>{end}")
