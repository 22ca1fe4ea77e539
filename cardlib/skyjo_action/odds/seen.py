"""What a player at the table knows, with stars and action cards: read from a view or from words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...deck import Deck
from ...engine.options import Options
from ...skyjo.odds.seen import GONE, HIDDEN, refuse_game
from ...text import Error, plural
from ..game import ACTION_DECK, KINDS, Rules, View, play_deck, read_kind, write_card
from ..game import read_card as read_number

STAR = "*"

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
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise Error("rules is {rules}; it must be {game}.Rules(...)", rules=repr(rules), game="skyjo_action")
    return rules


def read_card(card: Any, rules: Options | None = None) -> int | str:
    """A play card: a number from -2 to 12 (also as text), or "*" for a star."""
    return write_card(read_number(card, check_rules(rules)))


def read_cards(cards: Any, rules: Options | None = None) -> Deck:
    """Play cards as a Deck: from a Deck, a mapping card -> how many, or the cards one by one (as text: "5 * 12")."""
    if isinstance(cards, Mapping | Deck):
        counts: dict[Any, int] = {}
        for card, count in Deck(cards).items():  # refuses counts that are none
            counts[read_card(card, rules)] = counts.get(read_card(card, rules), 0) + count
        return Deck(counts)
    if isinstance(cards, str):
        cards = cards.split()
    return Deck([read_card(card, rules) for card in (cards if isinstance(cards, Iterable) else [cards])])


def play_cards(view: View) -> Deck:
    """The unseen numbers and stars; action cards among them (SA-16) are set aside at once, so they do not count."""
    return Deck({card: n for card, n in view.unseen.items() if card != "action"})


def unseen_cards(
    open_cards: Sequence[Any], hidden: int, unseen: Any = None, seen: Any = None, rules: Options | None = None
) -> Deck:
    """The unseen play cards, from one of `unseen` and `seen`, checked against what lies open and the deck (SA-1)."""
    if unseen is not None and seen is not None:
        raise Error("Give the unseen cards or the cards seen elsewhere, not both.")
    elsewhere = Deck() if seen is None else read_cards(seen, rules)
    deck = Deck({write_card(card): n for card, n in play_deck(check_rules(rules)).items()})
    given = elsewhere if unseen is None else read_cards(unseen, rules)
    for card in {**given.counts, **dict.fromkeys(open_cards, 0)}:
        if given[card] + open_cards.count(card) > deck[card]:
            raise Error(
                "{given} cards {card} here and {open} in the question: that cannot be, the deck has {count} of "
                "them (SA-1).",
                given=given[card],
                card=card,
                open=open_cards.count(card),
                count=deck[card],
            )
    left = deck - elsewhere - list(open_cards) if unseen is None else given
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
