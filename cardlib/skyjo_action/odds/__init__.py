"""The odds of Skyjo Action, exact and with their derivations: from a view, or from what a person at a table knows.

known  how the cards and grids of the game are read          line   completing a column or row with stars as jokers
pile   a star soon, the kind of the next action card        worth  what a draw, Draw three and Swap save
crossing  what complete lines take away where they cross
look   what a Look is worth: the value of information       cards  action cards against their 10 points
"""

from ...skyjo.odds.collect import LineAnswer
from ...skyjo.odds.course import PROCESSES
from .cards import ActionCards, Worth, action_card
from .line import complete_line
from .look import worth_of_look
from .pile import action_kind, star_soon
from .worth import Situation, situation, worth_of_draw, worth_of_draw_three, worth_of_swap

__all__ = [
    "PROCESSES",
    "ActionCards",
    "LineAnswer",
    "Situation",
    "Worth",
    "action_card",
    "action_kind",
    "complete_line",
    "situation",
    "star_soon",
    "worth_of_draw",
    "worth_of_draw_three",
    "worth_of_look",
    "worth_of_swap",
]
