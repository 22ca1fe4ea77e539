"""One table widget: something one can look at and click, with undo and with odds beside it.

The stepper plays a game on it; the companion and the explorer enter cards into it.
"""

from __future__ import annotations

from typing import Any

import traitlets

from ..html import Markup
from ..text import Error, Message, _
from .parts import button
from .surface import Surface


class Table(Surface):
    """What all tables share. State that others may want are traits: `chosen`, `draws` and `answer`, and what is added.

    chosen: the place (or places) chosen; draws: how many cards the odds draw; answer: of the odds that are chosen
    """

    chosen = traitlets.Any()
    draws = traitlets.Int(None, allow_none=True)
    answer = traitlets.Any()
    panel: Any = None  # a Panel, if there are odds

    def __init__(self) -> None:
        self.past: list[Any] = []  # what undo goes back to, and redo forward
        self.future: list[Any] = []
        super().__init__()

    def handlers(self) -> tuple[Any, ...]:
        """The odds answer their own controls."""
        return (self,) if self.panel is None else (self, self.panel)

    def snapshot(self) -> Any:
        """What undo brings back."""
        raise NotImplementedError

    def restore(self, now: Any) -> None:
        """Show what a snapshot holds."""
        raise NotImplementedError

    def swapped(self) -> None:
        """Say something after undo and redo."""

    def change(self, now: Any) -> None:
        """Show something else; undo goes back to this."""
        before = self.snapshot()
        self.restore(now)
        self.past.append(before)
        self.future.clear()

    def do_undo(self, _value: Any) -> None:
        """Take the last change back."""
        self._swap(self.past, self.future, _("There is nothing to undo."))

    def do_redo(self, _value: Any) -> None:
        """Make the last change that was taken back again."""
        self._swap(self.future, self.past, _("There is nothing to redo."))

    def _swap(self, source: list[Any], target: list[Any], nothing: Message) -> None:
        if not source:
            raise Error(nothing)
        target.append(self.snapshot())
        self.restore(source.pop())
        self.swapped()

    def undo_buttons(self) -> Markup:
        """Undo and redo."""
        return button(_("Undo"), "undo", off=not self.past) + button(_("Redo"), "redo", off=not self.future)

    # --- traits ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        """Draw again, and let others know; one that is linked may not be able to follow."""
        super().show()
        try:
            self.publish()
        except Exception as error:
            self._fail(error)
            super().show()

    def publish(self) -> None:
        """Set the traits to what is shown."""
        panel = self.panel
        self.set_trait("draws", None if panel is None else panel.now.get("draws"))
        self.set_trait("answer", None if panel is None else panel.answer)

    @traitlets.validate("draws")
    def _draws_meant(self, proposal: Any) -> int | None:
        return None if self.panel is None else self.panel.read("draws", proposal["value"])

    @traitlets.observe("draws")
    def _draws_set(self, change: Any) -> None:
        if self.panel is not None and change.new != self.panel.now.get("draws"):
            self.act("draws", change.new)
