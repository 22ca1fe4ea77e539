"""The controls of the widgets as HTML: native elements, each with a label."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..html import Markup, tag
from ..text import Error, render

MOST = 10_000  # characters in a field


def whole(value: object) -> int:
    """The whole number that a control sent; ValueError for anything else."""
    if isinstance(value, int | str) and not isinstance(value, bool) and len(str(value)) <= 20:
        return int(value)
    raise Error("This is not a whole number.")


def words(text: object) -> Markup:
    """A text as HTML, its numbers as the language in use writes them."""
    return Markup(render(text, "html"))


def button(
    label: object, action: str, value: object = "", *, key: str = "", name: object = None, off: bool = False,
    pressed: bool | None = None, primary: bool = False,
) -> Markup:  # fmt: skip
    """A button that sends `action` with `value`. `name` is its accessible name if the label is only a sign."""
    return tag(
        "button", label, type="button", class_="cl-button cl-primary" if primary else "cl-button",
        data_key=key or f"{action} {value}", data_action=action, value=value, aria_disabled="true" if off else None,
        aria_pressed=None if pressed is None else str(pressed).lower(), aria_label=name, title=name,
    )  # fmt: skip


def field(label: object, control: Markup, *more: Markup, look: str = "") -> Markup:
    """A control with its label before it."""
    return tag("label", tag("span", label), control, *more, class_=f"cl-field {look}".rstrip())


def sent(fields: Any, name: str) -> str:
    """What a form's message says in a field; messages can hold anything. ValueError for what nobody types."""
    text = str(fields.get(name, "")) if isinstance(fields, Mapping) else ""
    if len(text) > MOST:
        raise Error("This text is too long: more than {most} characters.", most=MOST)
    return text


def form(
    action: str, label: object, key: str, *fields: Markup, primary: bool = False, look: str | None = "cl-tools"
) -> Markup:
    """Fields that are sent together, by a button with that key."""
    send = tag("button", label, class_="cl-button cl-primary" if primary else "cl-button", data_key=key)
    return tag("form", *fields, send, class_=look, data_action=action, data_key=f"form {action}")


def options(pairs: Iterable[tuple[object, object]], current: object) -> list[Markup]:
    """The entries of a list, from (value, text)."""
    return [tag("option", text, value=value, selected=str(value) == str(current)) for value, text in pairs]


def select(
    label: object, action: str, pairs: Iterable[tuple[object, object]], current: object, key: str = ""
) -> Markup:
    """A drop-down list of (value, text)."""
    return field(label, tag("select", options(pairs, current), data_key=key or action, data_action=action))


def slider(label: object, action: str, low: int, high: int, value: int, shown: object = None) -> Markup:
    """A slider over whole numbers with its value written beside it."""
    control = _input("range", action, min=low, max=high, value=value, aria_valuetext=shown)
    return field(label, control, tag("output", value if shown is None else shown), look="cl-slider")


def number(label: object, action: str, low: int, high: int, value: int) -> Markup:
    """A field for a whole number."""
    return field(label, _input("number", action, min=low, max=high, value=value))


def switch(label: object, action: str, on: bool) -> Markup:
    """A check box that acts at once."""
    return tag("label", _input("checkbox", action, checked=on), tag("span", label), class_="cl-field")


def upload(label: object, action: str, accept: str) -> Markup:
    """A button that sends the text of a file of the user (None when it is too large)."""
    return field(label, _input("file", action, class_="cl-hidden", accept=accept), look="cl-button")


def _input(kind: str, action: str, **attributes: Any) -> Markup:
    return tag("input", type=kind, **attributes, data_key=action, data_action=action)


def tools(*controls: object, **attributes: Any) -> Markup:
    """Controls in a row."""
    return tag("div", *controls, class_="cl-tools", **attributes)


def bars(rows: Iterable[tuple[object, float, object, object]], caption: object, action: str, current: object) -> Markup:
    """A bar chart as a table: (name, share in 0..1, the share in words, value). Read aloud, it is a table of numbers.

    Plain HTML rather than a chart: it is there within milliseconds, in every front end, and needs no further package.
    Each name is a button that sends `action` with its value; the `current` one is shown as pressed, and announced when
    it changes.
    """
    rows = list(rows)
    table = histogram(
        [(button(name, action, value, pressed=value == current), share, text) for name, share, text, value in rows],
        caption,
    )
    said = "".join(f"{name}: {text}" for name, _share, text, value in rows if value == current)
    return table + tag("p", said, class_="cl-unseen", role="status", data_key=f"said {action}")


def histogram(rows: Iterable[tuple[object, float | Fraction, object]], caption: object) -> Markup:
    """The same chart for reading only: (name, share in 0..1, what stands beside it)."""
    body = [
        tag(
            "tr", tag("th", name, scope="row"),
            tag("td", tag("span", class_="cl-bar", style=f"inline-size:{100 * float(share):.2f}%")), tag("td", text),
        )
        for name, share, text in rows
    ]  # fmt: skip
    return tag("table", tag("caption", caption), tag("tbody", body), class_="cl-bars")


def folded(summary: object, key: str, inner: str, unfolded: bool = False) -> Markup:
    """A derivation (`inner` is HTML) that can be opened; a long formula scrolls inside it, by keyboard too."""
    return tag("details", tag("summary", summary), scrolled(summary, inner), data_key=key, open=unfolded)


def scrolled(name: object, inner: str) -> Markup:
    """HTML that may be wider than the screen, to be scrolled by itself, by keyboard too."""
    return tag("div", Markup(inner), class_="cl-why", role="group", aria_label=name, tabindex="0")
