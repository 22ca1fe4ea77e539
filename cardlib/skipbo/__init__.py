"""Skip-Bo: its rules, a game to step through, exact odds and built-in players."""

from ..engine.kinds import Kind, register
from ..text import _
from . import deals, odds, players
from .game import Game, Rules, View
from .notation import DECK, Action, parse

__all__ = ["DECK", "Action", "Game", "Rules", "View", "odds", "parse", "players"]

register(Kind("skipbo", _("Skip-Bo"), Game, players, odds, deals=deals, panel="cardlib.widgets.odds_skipbo:ODDS"))
