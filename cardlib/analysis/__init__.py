"""What a move is worth by playing on, and the review of a game."""

from .review import Review, review
from .worth import Analysis, analyse

__all__ = ["Analysis", "Review", "analyse", "review"]
