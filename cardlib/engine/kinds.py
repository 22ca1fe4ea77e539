"""The games there are: each game's package registers itself, and everything else asks here. Nobody lists them.

A game of its own, outside this package, is registered by whoever imports it and has all the same: undo, files, boards,
the stepper, `simulate` on both hosts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..text import Error, Message

if TYPE_CHECKING:
    from .game import Game

PACKAGE = __name__.partition(".")[0]
ABOVE = {"analyst": f"{PACKAGE}.analysis.analyst:Analyst"}  # players for all games that can be played on


@dataclass(frozen=True)
class Kind:
    """What one game is, for everything that works with all games.

    name:    as in files and results, such as "skyjo"; home: the module that people import, such as "cardlib.skyjo"
    title:   what people call it; Game: its class, which has its RULES and OPTIONS
    players: its module of built-in players; odds: its package of odds, or None
    deals:   its module of deals that fit a view, for `cardlib.analysis`, or None
    panel:   where widgets find what they show beside the board, as "module:name", or ""; it is imported when shown
    """

    name: str
    title: Message | str
    Game: type[Game]
    players: ModuleType
    odds: ModuleType | None = None
    panel: str = ""
    deals: ModuleType | None = None
    home: str = ""

    @property
    def module(self) -> ModuleType:
        """The module that people import, such as cardlib.skyjo."""
        return import_module(self.home)

    @property
    def above(self) -> dict[str, Callable[[], Any]]:
        """The players built on top of this game, by name: what loads their class, which has its PARAMETERS."""
        return {name: partial(_load, where) for name, where in ABOVE.items()} if self.deals is not None else {}

    @property
    def rules(self) -> ModuleType:
        """The rule functions."""
        return self.Game.RULES

    def load_panel(self) -> Any:
        """What widgets show beside the board, or None."""
        return _load(self.panel) if self.panel else None

    def __reduce__(self) -> tuple[Any, ...]:
        return _at_home, (self.home, self.name)


def _load(where: str) -> Any:
    """What stands at "module:name"."""
    module, _colon, name = where.partition(":")
    return getattr(import_module(module), name)


def _at_home(home: str, name: str) -> Kind:
    """A kind in another process, whose game registers itself when it is imported."""
    import_module(home)
    return kind_of(name)


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    """Make a game known; ValueError if another game has its name."""
    if not kind.home:
        kind = replace(kind, home=kind.Game.__module__.rpartition(".")[0] or kind.Game.__module__)
    known = _kinds.get(kind.name)
    if known is not None and known.home != kind.home:
        raise Error("there is a game {name} already", name=repr(kind.name))
    _kinds[kind.name] = kind
    return kind


@cache
def own_games() -> tuple[str, ...]:
    """The names of the games in this package: its folders that have rules."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.parent.glob("*/rules.py")))


def kinds() -> tuple[Kind, ...]:
    """All games: those of this package, and those that have registered themselves."""
    for name in own_games():
        import_module(f"{PACKAGE}.{name}")
    return tuple(_kinds.values())


def kind_of(game: Any) -> Kind:
    """The kind for a name, a game's module, its Game class, a game in play or a kind; ValueError lists the games."""
    if isinstance(game, Kind):
        return game
    if isinstance(game, str):
        if game not in _kinds and game in own_games():
            import_module(f"{PACKAGE}.{game}")
        found = _kinds.get(game)
    else:
        meant = getattr(game, "Game", game)
        found = next((kind for kind in _kinds.values() if kind.Game in (meant, type(meant))), None)
    if found is None:
        known = ", ".join(kind.name for kind in kinds())
        raise Error("{game} is no game; the games are {known}", game=repr(game)[:80], known=known)
    return found
