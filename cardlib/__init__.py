"""Card games, exact odds and simulation for notebooks: Skyjo, Skyjo Action and Skip-Bo.

Everything here is imported when it is first used, so that `import cardlib` takes no time.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {"Deck": "deck", "Pmf": "pmf", "simulate": "simulation", "tournament": "simulation",
          "set_language": "text", "analyse": "analysis", "review": "analysis"}  # fmt: skip


def _games() -> tuple[str, ...]:
    """The games: the folders of this package that have rules."""
    from .engine.kinds import own_games

    return own_games()


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return [*_HOMES, *_games()]
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    if not name.startswith("_") and name in _games():
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__getattr__("__all__")]
