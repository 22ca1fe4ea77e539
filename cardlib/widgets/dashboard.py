"""The dashboard: the widgets on tabs, for a projector or for Voila."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from ..engine.board import CSS
from ..text import _


class Dashboard(ipywidgets.Tab):
    """Widgets on tabs. pages: a widget for each title; by default a game, a table, the odds and the simulator."""

    def __init__(self, pages: Mapping[str, Any] | None = None) -> None:
        pages = default_pages() if pages is None else pages
        super().__init__(children=list(pages.values()))
        self.pages = [str(title) for title in pages]
        for k, title in enumerate(self.pages):
            self.set_title(k, title)  # as ipywidgets 7 has it too
        self.add_class("cl-dashboard")

    def __str__(self) -> str:
        return str(_("Dashboard: {pages}", pages=", ".join(self.pages)))

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        found = super()._repr_mimebundle_(**kwargs) or {}
        data, metadata = found if isinstance(found, tuple) else (found, {})
        still = getattr(self.children[0], "still", None) if self.children else None
        return {**data, "text/plain": str(self), "text/html": still() if still else f"<style>{CSS}</style>"}, metadata


def default_pages() -> dict[str, Any]:
    """What a class needs most, all of it with Skyjo."""
    from .. import skyjo
    from .companion import Companion
    from .explorer import OddsExplorer
    from .simulator import Simulator
    from .stepper import Stepper

    game = skyjo.Game(["Ana", "Bo"], seed=94)
    return {
        str(_("Play")): Stepper(game, players={"Bo": "greedy"}),
        str(_("At the table")): Companion("skyjo", ["Ana", "Bo"]),
        str(_("Odds of a column")): OddsExplorer("5 ? 0 4 / 5 9 ? ? / ? -1 ? 2"),
        str(_("Simulate")): Simulator("skyjo", ["greedy", "random"]),
    }
