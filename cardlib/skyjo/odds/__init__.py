"""The odds of Skyjo, exact and with their derivations: from a view, or from what a person at a table knows."""

from .column import PROCESSES, ColumnAnswer, columns, complete_column
from .several import BestColumn, any_column, best_column
from .total import Closing, ClosingEstimate, closing, total

__all__ = [
    "PROCESSES",
    "BestColumn",
    "Closing",
    "ClosingEstimate",
    "ColumnAnswer",
    "any_column",
    "best_column",
    "closing",
    "columns",
    "complete_column",
    "total",
]
