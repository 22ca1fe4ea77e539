"""What a player at the table knows of Skyjo Action: see cardlib/skyjo/odds/known.py, which reads it."""

from __future__ import annotations

from typing import Any

from ...deck import Deck
from ...engine.options import Options
from ...skyjo.odds.known import SKYJO, Reader
from .. import table as T
from ..game import Game, play_deck, read_card, write_card

STAR = "*"


def deck(rules: Options) -> Deck:
    """SA-1: the play cards."""
    return Deck({write_card(card): n for card, n in play_deck(rules).items()})


def removed(state: Any, p: int, place: int) -> int:
    """SA-9: the places of the lines of numbers through a place, which go in any case; stars need not be used."""
    state.touched[p] = 1 << place
    return T.number_lines(state, p)


ACTION = Reader(
    Game, read_card, write_card, deck, removed, "SA-1",
    SKYJO.options | {"variant", "single_pile_actions", "beginner", "nine_cards"}, looks=True,
)  # fmt: skip
