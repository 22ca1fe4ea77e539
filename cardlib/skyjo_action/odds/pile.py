"""What comes from a pile: a star among the next play cards, a kind among the next action cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...answer import Answer
from ...counting import at_least
from ...deck import Deck
from ...skyjo.odds.known import known, refuse_game
from ...text import Error, plural
from ..game import View
from ..notation import ACTION_DECK, KINDS, read_kind
from .known import ACTION, STAR


def star_soon(view_or_unseen: Any = None, cards: int = 1, seen: Any = None) -> Answer:
    """The chance (0..1) of at least one star among the next `cards` play cards, and through it an action card (SA-10).

    view_or_unseen: a View; or the unseen play cards (a Deck, a mapping, or the cards); or nothing, then with `seen`,
        the play cards seen so far (none: the full deck)
    Raises ValueError for cards that cannot be and for more cards than the draw pile has.
    """
    refuse_game(view_or_unseen)
    if isinstance(view_or_unseen, View):
        unseen, most = known(view_or_unseen, seen=seen, reader=ACTION).unseen, view_or_unseen.draw_count
    else:
        unseen, _elsewhere = ACTION.unseen(Deck(), view_or_unseen, seen, ACTION.rules(None))
        most = unseen.total
    return at_least(unseen, 1, of=STAR, draws=_checked(cards, most))


def action_kind(view_or_seen: Any, kind: str, cards: int = 1) -> Answer:
    """The chance (0..1) that at least one of the next `cards` cards of the action pile is of this kind (SA-2).

    view_or_seen: a View; or the action cards seen so far (names, or "A1" to "A9"; one text: separated by commas): those
        that lie open, are held or discarded
    Raises ValueError for an unknown kind, more cards of a kind than there are, and more cards than the pile has.
    """
    refuse_game(view_or_seen)
    name = KINDS[read_kind(kind)]
    if isinstance(view_or_seen, View):
        if view_or_seen.rules.variant != "full":
            raise Error("In this variant there is no pile of action cards (SA-16).")
        unseen, most = view_or_seen.unseen_actions, view_or_seen.action_draw_count
    else:
        unseen = _unseen_actions(view_or_seen)
        most = unseen.total
    return at_least(unseen, 1, of=name, draws=_checked(cards, most))


def _unseen_actions(seen: Any) -> Deck:
    """The action cards that are left when these have been seen."""
    if isinstance(seen, str):
        seen = [name for name in seen.split(",") if name.strip()]
    names = Deck(seen) if isinstance(seen, Mapping) else seen if isinstance(seen, Iterable) else [seen]
    found = Deck([KINDS[read_kind(name)] for name in names if name is not None])
    for kind, n in found.items():
        if n > ACTION_DECK[kind]:
            raise Error(
                "There are only {n} action cards of a kind, not {more} of {kind} (SA-1).",
                n=ACTION_DECK[kind], more=n, kind=kind,
            )  # fmt: skip
    return ACTION_DECK - found


def _checked(cards: Any, most: int) -> int:
    """How many cards come from a pile, 0 to `most`."""
    if type(cards) is not int or cards < 0:
        raise Error("The number of cards is 0, 1, 2, ..., not {cards}.", cards=repr(cards))
    if cards > most:
        raise Error(plural("The pile has only {n} card.", "The pile has only {n} cards.", most))
    return cards
