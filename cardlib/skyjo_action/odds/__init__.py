"""The odds of Skyjo Action, exact and with their derivations: from a view, or from what a person at a table knows."""

from .line import PROCESSES, LineAnswer, complete_line
from .pile import action_kind, star_soon

__all__ = ["PROCESSES", "LineAnswer", "action_kind", "complete_line", "star_soon"]
