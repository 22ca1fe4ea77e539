"""Skyjo: its rules, a game to step through, exact odds and built-in players."""

from . import players
from .game import DECK, Action, Game, Rules, View, parse

__all__ = ["DECK", "Action", "Game", "Rules", "View", "parse", "players"]
