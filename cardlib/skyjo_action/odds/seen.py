"""What a player at the table knows, with stars and action cards: read from a view or from words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...deck import Deck
from ...engine.options import Options
from ...skyjo.odds.known import GONE, HIDDEN, known, refuse_game
from ...text import Error, plural
from ..game import View
from ..notation import ACTION_DECK, KINDS, read_kind
from .known import ACTION, STAR

__all__ = [
    "GONE",
    "HIDDEN",
    "STAR",
    "check_number",
    "check_rules",
    "play_cards",
    "read_card",
    "read_cards",
    "refuse_game",
    "refuse_more",
    "refuse_without_market",
    "unseen_actions",
    "unseen_cards",
]


def check_rules(rules: Any) -> Options:
    """The rules given, or the booklet's; ValueError for anything else."""
    return ACTION.rules(rules)


def read_card(card: Any, rules: Options | None = None) -> int | str:
    """A play card: a number from -2 to 12 (also as text), or "*" for a star."""
    found: int | str = ACTION.read(card, ACTION.rules(rules))
    return found


def read_cards(cards: Any, rules: Options | None = None) -> Deck:
    """Play cards as a Deck: from a Deck, a mapping card -> how many, or the cards one by one (as text: "5 * 12")."""
    return ACTION.cards(cards, ACTION.rules(rules))


def play_cards(view: View) -> Deck:
    """The unseen numbers and stars; action cards among them (SA-16) are set aside at once, so they do not count."""
    return known(view, reader=ACTION).unseen


def unseen_cards(
    open_cards: Sequence[Any], hidden: int, unseen: Any = None, seen: Any = None, rules: Options | None = None
) -> Deck:
    """The unseen play cards, from one of `unseen` and `seen`, checked against what lies open and the deck (SA-1)."""
    left, _elsewhere = ACTION.unseen(Deck(open_cards), unseen, seen, ACTION.rules(rules))
    if hidden > left.total:
        reason = plural("There cannot be {n} hidden card", "There cannot be {n} hidden cards", hidden)
        raise Error("{reason}: so few cards are unseen: {left}.", reason=reason, left=left.total)
    return left


def unseen_actions(seen: Any) -> Deck:
    """The action cards that are left when these have been seen."""
    if isinstance(seen, str):
        seen = [name for name in seen.split(",") if name.strip()]
    if isinstance(seen, Mapping):
        seen = Deck(seen)
    names = seen if isinstance(seen, Iterable) else [] if seen is None else [seen]
    known = Deck([KINDS[read_kind(name)] for name in names])
    for kind, n in known.items():
        if n > ACTION_DECK[kind]:
            raise Error(
                "There are only {n} action cards of a kind, not {more} of {kind} (SA-1).",
                n=ACTION_DECK[kind],
                more=n,
                kind=kind,
            )
    return ACTION_DECK - known


def check_number(cards: Any, most: int) -> int:
    """How many cards come from a pile, 0 to `most`."""
    if type(cards) is not int or cards < 0:
        raise Error("The number of cards is 0, 1, 2, ..., not {cards}.", cards=repr(cards))
    if cards > most:
        raise Error(plural("The pile has only {n} card.", "The pile has only {n} cards.", most))
    return cards


def refuse_more(**given: Any) -> None:
    """ValueError when more is given than a view, which knows everything else."""
    if any(value is not None for value in given.values()):
        raise Error("A view knows its cards and rules; the other arguments go without a view.")


def refuse_without_market(view: View) -> None:
    """ValueError where there is no pile of action cards (SA-16)."""
    if view.rules.variant != "full":
        raise Error("In this variant there is no pile of action cards (SA-16).")
