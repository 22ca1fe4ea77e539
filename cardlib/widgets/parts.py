"""The controls of the widgets as HTML: native elements, each with a label, everything escaped."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape


def esc(text: object) -> str:
    """Any text, safe inside HTML and inside an attribute."""
    return escape(str(text))


def button(
    label: object, action: str, value: object = "", *, key: str = "", name: object = None, off: bool = False,
    pressed: bool | None = None, primary: bool = False,
) -> str:  # fmt: skip
    """A button that sends `action` with `value`. `name` is its accessible name if the label is only a sign."""
    state = ' aria-disabled="true"' if off else ""
    if pressed is not None:
        state += f' aria-pressed="{str(pressed).lower()}"'
    if name is not None:
        state += f' aria-label="{esc(name)}" title="{esc(name)}"'
    look = "cl-button cl-primary" if primary else "cl-button"
    return (
        f'<button type="button" class="{look}" data-key="{esc(key or f"{action} {value}")}" data-action="{action}"'
        f' value="{esc(value)}"{state}>{esc(label)}</button>'
    )


def select(label: object, action: str, options: Iterable[tuple[object, object]], current: object, key: str = "") -> str:
    """A drop-down list of (value, text)."""
    items = "".join(
        f'<option value="{esc(value)}"{" selected" if str(value) == str(current) else ""}>{esc(text)}</option>'
        for value, text in options
    )
    return (
        f'<label class="cl-field"><span>{esc(label)}</span>'
        f'<select data-key="{esc(key or action)}" data-action="{action}">{items}</select></label>'
    )


def slider(label: object, action: str, low: int, high: int, value: int, shown: object = None) -> str:
    """A slider over whole numbers with its value written beside it."""
    text = "" if shown is None else f' aria-valuetext="{esc(shown)}"'
    return (
        f'<label class="cl-field cl-slider"><span>{esc(label)}</span><input type="range" min="{low}" max="{high}"'
        f' value="{value}" data-key="{action}" data-action="{action}"{text}>'
        f"<output>{esc(value if shown is None else shown)}</output></label>"
    )


def number(label: object, action: str, low: int, high: int, value: int) -> str:
    """A field for a whole number."""
    return (
        f'<label class="cl-field"><span>{esc(label)}</span><input type="number" min="{low}" max="{high}"'
        f' value="{value}" data-key="{action}" data-action="{action}"></label>'
    )


def switch(label: object, action: str, on: bool) -> str:
    """A check box that acts at once."""
    return (
        f'<label class="cl-field"><input type="checkbox" data-key="{action}" data-action="{action}"'
        f"{' checked' if on else ''}><span>{esc(label)}</span></label>"
    )


def upload(label: object, action: str, accept: str) -> str:
    """A button that sends the text of a file of the user (None when it is too large)."""
    return (
        f'<label class="cl-field cl-button"><span>{esc(label)}</span><input type="file" class="cl-hidden"'
        f' accept="{esc(accept)}" data-key="{action}" data-action="{action}"></label>'
    )


def bars(rows: Iterable[tuple[object, float, object, object]], caption: object, action: str, current: object) -> str:
    """A bar chart as a table: (name, share in 0..1, the share in words, value). Read aloud, it is a table of numbers.

    Plain HTML rather than a chart: it is there within milliseconds, in every front end, and needs no further package.
    Each name is a button that sends `action` with its value; the `current` one is shown as pressed, and announced when
    it changes.
    """
    rows = list(rows)
    table = _bars(
        [(button(name, action, value, pressed=value == current), share, text) for name, share, text, value in rows],
        caption,
    )
    said = "".join(f"{name}: {text}" for name, _share, text, value in rows if value == current)
    return f'{table}<p class="cl-unseen" role="status" data-key="said {esc(action)}">{esc(said)}</p>'


def histogram(rows: Iterable[tuple[object, Fraction, object]], caption: object) -> str:
    """The same chart for reading only: (name, share in 0..1, what stands beside it)."""
    return _bars(((esc(name), share, text) for name, share, text in rows), caption)


def _bars(rows: Iterable[tuple[str, float | Fraction, object]], caption: object) -> str:
    body = "".join(
        f'<tr><th scope="row">{name}</th><td><span class="cl-bar" style="inline-size:{100 * float(share):.2f}%"></span>'
        f"</td><td>{esc(text)}</td></tr>"
        for name, share, text in rows
    )
    return f'<table class="cl-bars"><caption>{esc(caption)}</caption><tbody>{body}</tbody></table>'


def folded(summary: object, key: str, inner: str, unfolded: bool = False) -> str:
    """A derivation (HTML) that can be opened; a long formula scrolls inside it, by keyboard too."""
    state = " open" if unfolded else ""
    return (
        f'<details data-key="{esc(key)}"{state}><summary>{esc(summary)}</summary>'
        f'<div class="cl-why" role="group" aria-label="{esc(summary)}" tabindex="0">{inner}</div></details>'
    )
