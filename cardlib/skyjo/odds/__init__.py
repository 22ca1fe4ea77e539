"""The odds of Skyjo, exact and with their derivations: from a view, or from what a person at a table knows."""

from .column import PROCESSES, ColumnAnswer, columns, complete_column
from .risk import Closing, ClosingEstimate, closing
from .several import BestColumn, any_column, best_column
from .start import Opening, opening
from .totals import total
from .turns import Move, Moves, moves

__all__ = [
    "PROCESSES",
    "BestColumn",
    "Closing",
    "ClosingEstimate",
    "ColumnAnswer",
    "Move",
    "Moves",
    "Opening",
    "any_column",
    "best_column",
    "closing",
    "columns",
    "complete_column",
    "moves",
    "opening",
    "total",
]
