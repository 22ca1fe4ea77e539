"""Skip-Bo: its rules, a game to step through, exact odds and built-in players."""

from . import odds, players
from .game import Game, Rules, View
from .notation import DECK, Action, parse

__all__ = ["DECK", "Action", "Game", "Rules", "View", "odds", "parse", "players"]
