"""The odds of Skip-Bo, exact and with their derivations: from a view, or from what a person at a table knows.

known     what a player knows: hand, discard piles, heights     runs      the right card now, runs on a building pile
turns     the best plays of a turn, a kept Skip-Bo card         waiting   waiting times, a pile as a Markov chain
"""

from .runs import in_a_row, reach, right_card
from .turns import Turn, kept_skip_bo, turn
from .waiting import Chain, all_numbers, chain, first_skip_bo

__all__ = [
    "Chain",
    "Turn",
    "all_numbers",
    "chain",
    "first_skip_bo",
    "in_a_row",
    "kept_skip_bo",
    "reach",
    "right_card",
    "turn",
]
