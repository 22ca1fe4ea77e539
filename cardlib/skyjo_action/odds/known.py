"""What a player at the table knows of Skyjo Action: see cardlib/skyjo/odds/known.py, which reads it."""

from __future__ import annotations

from typing import Any

from ...deck import Deck
from ...engine.options import Options
from ...skyjo.odds.known import SKYJO, Reader
from ..game import Game, play_deck, write_card
from ..game import read_card as read_number

STAR = "*"


def read_card(card: Any, rules: Options) -> int | str:
    """A play card: a number from -2 to 12 (also as text), or "*" for a star."""
    return write_card(read_number(card, rules))


def deck(rules: Options) -> Deck:
    """SA-1: the play cards."""
    return Deck({write_card(card): n for card, n in play_deck(rules).items()})


ACTION = Reader(
    Game, read_card, deck, "SA-1",
    SKYJO.options | {"variant", "single_pile_actions", "beginner", "nine_cards"}, looks=True,
)  # fmt: skip
