"""Skyjo Action: its rules, a game to step through, exact odds and built-in players."""

from ..engine.kinds import Kind, register
from ..text import _
from . import deals, odds, players
from .game import Game, Rules, View
from .notation import ACTION_DECK, DECK, KINDS, Action, parse

__all__ = ["ACTION_DECK", "DECK", "KINDS", "Action", "Game", "Rules", "View", "odds", "parse", "players"]

register(
    Kind("skyjo_action", _("Skyjo Action"), Game, players, odds, deals=deals, panel="cardlib.widgets.odds_action:ODDS")
)
