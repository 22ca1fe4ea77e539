"""What comes from a pile: a star among the next play cards, a kind among the next action cards."""

from __future__ import annotations

from typing import Any

from ...answer import Answer
from ...counting import at_least
from ..game import KINDS, View, read_kind
from . import seen as table


def star_soon(view_or_unseen: Any = None, cards: int = 1, seen: Any = None) -> Answer:
    """The chance (0..1) of at least one star among the next `cards` play cards, and through it an action card (SA-10).

    view_or_unseen: a View; or the unseen play cards (a Deck, a mapping, or the cards); or nothing, then with `seen`,
        the play cards seen so far (none: the full deck)
    Raises ValueError for cards that cannot be and for more cards than the draw pile has.
    """
    table.refuse_game(view_or_unseen)
    if isinstance(view_or_unseen, View):
        table.refuse_more(unseen=None, seen=seen)
        unseen, most = table.play_cards(view_or_unseen), view_or_unseen.draw_count
    else:
        unseen = table.unseen_cards([], 0, view_or_unseen, seen)
        most = unseen.total
    table.check_number(cards, most)
    return at_least(unseen, 1, of=table.STAR, draws=cards)


def action_kind(view_or_seen: Any, kind: str, cards: int = 1) -> Answer:
    """The chance (0..1) that at least one of the next `cards` cards of the action pile is of this kind (SA-2).

    view_or_seen: a View; or the action cards seen so far (names, or "A1" to "A9"; one text: separated by commas): those
        that lie open, are held or discarded
    Raises ValueError for an unknown kind, more cards of a kind than there are, and more cards than the pile has.
    """
    table.refuse_game(view_or_seen)
    name = KINDS[read_kind(kind)]
    if isinstance(view_or_seen, View):
        table.refuse_without_market(view_or_seen)
        unseen, most = view_or_seen.unseen_actions, view_or_seen.action_draw_count
    else:
        unseen = table.unseen_actions(view_or_seen)
        most = unseen.total
    table.check_number(cards, most)
    return at_least(unseen, 1, of=name, draws=cards)
