"""What the odds start from: what a player knows, from a view or from what a person at a table says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...deck import Deck
from ...text import Error, Message, _, both, plural
from .. import rules as R
from ..game import View
from ..notation import DECK, WILD, Cards, read_card, show_card


@dataclass(frozen=True)
class Known:
    """What a player knows. Piles are bottom to top; of the own stock only the known cards, the top one last."""

    heights: tuple[int, ...]
    hand: Cards
    discards: tuple[Cards, ...]
    stock: Cards
    unseen: Deck
    partner_discards: tuple[Cards, ...] = ()
    partner_stock: Cards = ()

    @classmethod
    def of(cls, view: View) -> Known:
        """What the player of a view knows."""
        partner = view.partner
        return cls(
            view.heights,
            view.hand,
            view.discards[view.me],
            tops(view.stock_top),
            view.unseen,
            () if partner is None else view.discards[partner],
            () if partner is None else tops(view.stock_tops[partner]),
        )

    @property
    def wilds(self) -> int:
        """How many Skip-Bo cards are in the hand."""
        return self.hand.count(WILD)

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The discard piles that may be played from: the own ones, and in teams the partner's (SB-17)."""
        return (*self.discards, *self.partner_discards)

    def facts(self) -> list[Message]:
        """The hand, the discard piles and the unseen cards in words."""
        facts = [_("Your hand: {cards}.", cards=both(self.hand))] if self.hand else [_("You hold no card.")]
        tops = [pile[-1] for pile in self.discards if pile]
        if tops:
            facts.append(_("On top of your discard piles: {cards}.", cards=both(tops)))
        partners = [*(pile[-1] for pile in self.partner_discards if pile), *self.partner_stock[-1:]]
        if partners:
            facts.append(_("On top of your partner's piles: {cards}.", cards=both(partners)))
        facts.append(plural("{n} card is unseen.", "{n} cards are unseen.", self.unseen.total))
        return facts


HAND = _("the hand")


def tops(card: Any) -> Cards:
    """A card as a pile of one, or an empty pile for None."""
    return () if card is None else (card,)


def cards(given: Any, what: Message | str = HAND) -> Cards:
    """Checked cards of a list or text such as "4 6 W"; ValueError for what is no card."""
    given = given.split() if isinstance(given, str) else given
    if not isinstance(given, (list, tuple)):
        raise Error(
            "{what} is {given}; it must be a list of cards, or a text such as '4 6 W'", what=what, given=repr(given)
        )
    return tuple(show_card(read_card(card)) for card in given)


def piles(given: Any, what: str = "discards") -> tuple[Cards, ...]:
    """Checked discard piles; a single card stands for a pile of which only the top is known."""
    if not isinstance(given, (list, tuple)) or len(given) > R.PILES:
        raise Error(
            "{what} is {given}; it must be a list of up to {n} piles, or of their top cards",
            what=what,
            given=repr(given),
            n=R.PILES,
        )
    return tuple(
        cards(pile if isinstance(pile, (list, tuple, str)) and pile != WILD else [pile], what) for pile in given
    )


def heights(given: Sequence[int]) -> tuple[int, ...]:
    """Checked heights of the building piles, filled up with free places."""
    if (
        not isinstance(given, (list, tuple))
        or len(given) > R.PILES
        or not all(type(h) is int and 0 <= h < R.TOP_VALUE for h in given)
    ):
        raise Error(
            "heights is {given}; it must be up to {n} whole numbers from 0 to {top}",
            given=repr(given),
            n=R.PILES,
            top=R.TOP_VALUE - 1,
        )
    return (*given, *[0] * (R.PILES - len(given)))


def unseen_cards(unseen: Any) -> Deck:
    """The unseen cards as a Deck: the whole deck if None, or a view's; ValueError if there are too many of a card."""
    if unseen is None:
        return DECK
    if isinstance(unseen, View):
        return unseen.unseen
    deck = Deck(unseen)
    DECK - deck
    return deck
