"""The one widget under all the others: Python draws HTML, the front end shows it and sends back what was pressed.

A subclass draws itself in `view()` and answers an action "play" in `do_play(value)`. Tests call `act("play", value)`,
which is all that a click does.
"""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..engine.board import CSS, Text
from ..html import Markup, tag
from ..text import Error, _, language

MOST = 2000  # characters of a text that says what is wrong


class Surface(anywidget.AnyWidget):
    """A widget drawn by Python as HTML. `message` is announced politely, `problem` as an alert; both are shown."""

    _esm = Path(__file__).with_name("surface.js")
    _css = CSS + Path(__file__).with_name("surface.css").read_text(encoding="utf-8")

    html = traitlets.Unicode().tag(sync=True)
    lang = traitlets.Unicode().tag(sync=True)  # the language of that text
    timer = traitlets.List([0, 0]).tag(sync=True)  # milliseconds (0: off) until the front end sends "tick", its number
    silent = traitlets.Unicode().tag(sync=True)  # what the front end says when Python does not answer
    heard = traitlets.Int(0).tag(sync=True)  # how many actions have been answered

    def __init__(self) -> None:
        super().__init__()
        self.silent = str(_("Python does not answer: it is busy, or it was stopped. Then run the cell again."))
        self.message: Text = ""
        self.problem: Text = ""
        self._traceback = ""
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))
        self.show()

    def view(self) -> str:
        """The widget as HTML, everything that comes from a user escaped."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The widget as plain text, for a terminal and for saved notebooks."""
        return type(self).__name__

    def still(self) -> str:
        """The widget as HTML without controls, shown where no widget can run."""
        return tag("pre", str(self))

    def receive(self, content: Any) -> None:
        """Answer a message of the front end."""
        if isinstance(content, dict) and isinstance(content.get("action"), str):
            self.act(content["action"], content.get("value"))
        self.heard += 1

    def act(self, action: str, value: Any = None) -> None:
        """Do what a click on `action` does. A wrong entry changes nothing and shows why; so does any other failure."""
        self.message = self.problem = self._traceback = ""
        try:
            self._handler(action)(value)
        except ValueError as error:
            self.problem = str(error)[:MOST]
        except Exception as error:
            self._fail(error)
        self.show()

    def handlers(self) -> tuple[Any, ...]:
        """The objects whose `do_...` methods answer actions."""
        return (self,)

    def _handler(self, action: str) -> Callable[[Any], None]:
        for part in self.handlers():
            method = getattr(part, "do_" + action, None)
            if callable(method):
                return method
        raise Error("This widget has no action {action}.", action=action)

    def show(self) -> None:
        """Draw again."""
        try:
            body = self.view()
        except Exception as error:
            self._fail(error)
            body = ""
        self.lang = language()
        # The two live regions are always there: screen readers announce a change only in a region they know.
        self.html = Markup().join([
            tag("p", self.message, class_="cl-message", role="status", data_key="message"),
            tag("p", self.problem, class_="cl-problem", role="alert", data_key="problem"),
            self._details(), tag("div", Markup(body), data_key="body"),
        ])  # fmt: skip

    def _fail(self, error: Exception) -> None:
        self.problem = _(
            "Something went wrong in this widget: {error}", error=f"{type(error).__name__}: {error}"[:MOST]
        )
        self._traceback = traceback.format_exc()

    def _details(self) -> Markup:
        if not self._traceback:
            return Markup()
        return tag(
            "details", tag("summary", _("Details for a report")), tag("pre", self._traceback), data_key="details"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        hint = tag("p", tag("em", _("This is a picture. Run the cell (Shift + Enter) to use it.")))
        return data | {"text/plain": str(self), "text/html": f"{self.still()}{hint}"}, metadata
