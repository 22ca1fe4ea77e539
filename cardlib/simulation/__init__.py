"""Many games: simulate, its results and files, and tournaments."""

from .files import load
from .match import PlayerError
from .result import Result
from .run import simulate
from .tournament import Tournament, tournament

__all__ = ["PlayerError", "Result", "Tournament", "load", "simulate", "tournament"]
