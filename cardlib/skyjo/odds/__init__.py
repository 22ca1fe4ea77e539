"""The odds of Skyjo, exact and with their derivations: from a view, or from what a person at a table knows.

known     what a player knows: a view, whatever is typed        collect   collecting equal cards: one solver
course    trying to complete lines, played card by card         column    completing one column, the best one
several   at least one of several columns                       reveal    counting deals when grids are turned up
totals    the law of a round total                              risk      closing the round
turns     every legal move, draw or take                        start     what the two opening cards buy
orders    how likely cards that help come in time
"""

from .collect import LineAnswer as ColumnAnswer
from .column import BestColumn, best_column, columns, complete_column
from .course import PROCESSES
from .risk import Closing, ClosingEstimate, closing
from .several import any_column
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
