"""The odds of Skyjo, exact and with their derivations: from a view, or from what a person at a table knows.

seen      what a player knows: columns, grids, unseen cards     column    completing one column
several   at least one of several columns, the best one         reveal    counting deals when grids are turned up
totals    the law of a round total                              risk      closing the round
turns     every legal move, draw or take                        start     what the two opening cards buy
"""

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
