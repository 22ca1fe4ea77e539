"""The odds of Skyjo Action, exact and with their derivations: from a view, or from what a person at a table knows."""

from .pile import action_kind, star_soon

__all__ = ["action_kind", "star_soon"]
