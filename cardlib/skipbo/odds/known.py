"""What the odds start from: what a player knows, from a view or from what a person at a table says.

Both become a record of the rules, so that the rules can be asked who may play which pile (SB-8, SB-17), and which cards
come when the draw pile is used up (SB-15, SB-16).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb, prod
from typing import Any

from ...answer import Answer, Outcomes
from ...deck import Deck
from ...engine.game import Game as AnyGame
from ...engine.position import remaining
from ...explain import Derivation
from ...explain import unseen as unseen_in_words
from ...hands import drawn, hand_count, hands_by_value
from ...rng import Rng
from ...text import Error, Message, _, both, plural
from .. import rules as R
from ..game import View
from ..notation import DECK, Cards, hand_of, read_card, show_card, stack_of

OPTIONS = {"first_player", "stock_size", "win_bonus", "card_points", "match_target", "exhaustion", "teams"}
STOCKS = (R.STOCK, R.PARTNER_STOCK)
Parts = tuple[tuple[Deck, int], ...]  # cards drawn one after the other: (what they are drawn from, how many)


@dataclass(frozen=True)
class Known:
    """What a player knows.

    record:  the rules' record of it, in which it is the player's turn
    unseen:  the cards that the player cannot see; beneath: those that the next card of a stock may be
    coming:  the draw pile, and the piles made when it is used up: (the cards that it may hold, how many it has)
    ahead:   so many of these cards are drawn by others first; draws: so many fill up the hand next
    """

    record: Any
    unseen: Deck
    beneath: Deck
    coming: Parts
    ahead: int
    draws: int

    @property
    def heights(self) -> tuple[int, ...]:
        """How high the building piles are."""
        return tuple(self.record.height)

    @property
    def hand(self) -> Cards:
        """The player's hand, in order."""
        return hand_of(self.record, self.record.player)

    @cached_property
    def piles(self) -> dict[int, Cards]:
        """The piles that the player may play from, by source, stocks first: the known cards, bottom to top."""
        sources = sorted(R.sources(self.record), key=lambda source: source not in STOCKS)
        return {source: stack_of(self.record, R.pile_of(self.record, source)) for source in sources}

    @property
    def stocks(self) -> list[Cards]:
        """The stocks that the player may play from, the own one first."""
        return [pile for source, pile in self.piles.items() if source in STOCKS]

    @property
    def discards(self) -> tuple[Cards, ...]:
        """The discard piles that the player may play from."""
        return tuple(pile for source, pile in self.piles.items() if source not in STOCKS)

    @property
    def most(self) -> int:
        """How many cards there are for the player to draw."""
        return sum(count for _deck, count in self.coming) - self.ahead

    def drawn(self, n: Any = None) -> Parts:
        """Where the next n cards that the player draws come from (None: those that fill up the hand).

        Raises ValueError if there are not so many.
        """
        _cards, n = drawn({R.NONE: self.most}, self.draws if n is None else n)
        parts, ahead = [], self.ahead
        for deck, count in self.coming:
            passed = min(ahead, count)
            parts.append((deck, min(count - passed, n)))
            ahead, n = ahead - passed, n - parts[-1][1]
        return tuple((deck, k) for deck, k in parts if k) or ((self.unseen, 0),)

    # --- in words -----------------------------------------------------------------------------------------------------
    def facts(self, parts: Parts | None = None) -> list[Message]:
        """The hand, the discard piles, the unseen cards, and where drawn cards come from."""
        facts = [_("Your hand: {cards}.", cards=both(self.hand))] if self.hand else [_("You hold no card.")]
        tops = [(source, pile[-1]) for source, pile in self.piles.items() if pile and source != R.STOCK]
        own = [card for source, card in tops if source < R.PARTNER_STOCK]
        partners = [card for source, card in tops if source >= R.PARTNER_STOCK]
        if own:
            facts.append(_("On top of your discard piles: {cards}.", cards=both(own)))
        if partners:
            facts.append(_("On top of your partner's piles: {cards}.", cards=both(partners)))
        facts.append(unseen_in_words(self.unseen.total))
        return facts if parts is None else [*facts, *self.draws_in_words(parts)]

    def draws_in_words(self, parts: Parts) -> Iterator[Message]:
        """How many cards will be drawn; and from where, unless they may be any of the unseen ones."""
        yield plural("You will draw {n} card.", "You will draw {n} cards.", sum(n for _deck, n in parts))
        for deck, n in () if self.may_be_any(parts) else parts:
            pile = self.pile_in_words(deck)
            yield plural(
                "{n} of them comes from {pile} ({total}).", "{n} of them come from {pile} ({total}).",
                n, pile=pile, total=deck.total,
            )  # fmt: skip

    def may_be_any(self, parts: Parts) -> bool:
        """Whether drawn cards may be any of the unseen ones."""
        return len(parts) == 1 and parts[0][0] is self.unseen

    def pile_in_words(self, deck: Deck) -> Message:
        """Where drawn cards come from."""
        if deck is self.unseen:
            return _("the draw pile: any of the unseen cards")
        if deck is self.coming[0][0]:
            return _("the cards that you saw being shuffled into the draw pile")
        return _("the cards that will be shuffled into a new draw pile")


def known(view: Any = None, **said: Any) -> Known:
    """What is known, from a view or from what was said: see `of_words`. ValueError for both, or for what is no view."""
    if view is None:
        return of_words(**said)
    if isinstance(view, AnyGame):
        raise Error("A game knows every card. Give what one player sees: game.view(player).")
    if not isinstance(view, View):
        raise Error("This is a view of another game; it must be one of {game}.", game="skipbo")
    if said:
        raise Error("A view knows its cards and rules; the other arguments go without a view.")
    for name in view.rules.changed().keys() - OPTIONS:
        raise Error("The odds do not know the rule option {name}.", name=name)
    return of_view(view)


# --- from a view ------------------------------------------------------------------------------------------------------
def of_view(view: View) -> Known:
    """What the player of a view knows. On turn no card comes until the hand is empty (SB-6, SB-11).

    Before that, the players in between fill up their hands; after it the player does, unless barred (SB-18). Which
    cards were shuffled into the draw pile is remembered (SB-15): they are in no stock.
    """
    record, me, unseen, returned = view.record.copy(), view.me, view.unseen, view.returned
    record.player = me
    pile = returned if returned.total >= record.draw_n > 0 and returned.total else unseen
    supply, ahead, draws = R.supply(record), 0, 0
    if view.player not in (None, me):
        between = range(view.player + 1, view.player + (me - view.player) % record.players)
        ahead = min(sum(_to_fill(record, p % record.players) for p in between), supply)
        draws = min(_to_fill(record, me), supply - ahead)
    coming = ((pile, record.draw_n), *((deck, deck.total) for deck in made_anew(record)))
    return Known(record, unseen, unseen - returned, coming, ahead, draws)


def _to_fill(record: Any, p: int) -> int:
    """SB-6, SB-18: how many cards a seat wants at the start of its next turn."""
    return 0 if record.barred[p] else R.HAND - record.hand_n[p]


def made_anew(record: Any) -> Iterator[Deck]:
    """The draw piles that will be made one after the other when the present one is used up, as the rules make them."""
    s: Any = R.State()
    for name, _kind, _shape in (*R.OPEN_FIELDS, *R.OPTION_FIELDS):
        setattr(s, name, getattr(record, name))
    s = s.copy()
    s.draw_n = 0
    while R.can_draw(s):
        yield Deck([show_card(card) for card in s.draw[: s.draw_n]])
        s.draw_n = 0


# --- from what a person says ------------------------------------------------------------------------------------------
def of_words(
    heights: Any = (), hand: Any = (), stock: Any = (), discards: Any = (), partner_stock: Any = (),
    partner_discards: Any = (), unseen: Any = None,
) -> Known:  # fmt: skip
    """What is known from what was said; what nobody named is unseen, and any of it may come next.

    heights: of up to four building piles; hand, stock: cards, or a text such as "4 6 W" (of the stock what is known,
    its top card last); discards: up to four piles (bottom to top) or top cards; in teams the partner's too
    unseen: the unseen cards, taken as they stand, if they are not all the others (a Deck, a view, card -> how many)
    Raises ValueError for what is no card, or for more of a card than the deck has.
    """
    held = read_cards(hand, _("the hand"))
    if len(held) > R.HAND:
        raise Error("a hand has at most {n} cards (SB-6)", n=R.HAND)
    piles = {
        R.STOCK: read_cards(stock, _("the stock")),
        R.PARTNER_STOCK: read_cards(partner_stock, _("the partner's stock")),
        **dict(enumerate(read_piles(discards, "discards"), R.OWN_DISCARD)),
        **dict(enumerate(read_piles(partner_discards, "partner_discards"), R.PARTNER_DISCARD)),
    }
    named = [read_card(card) for pile in (held, *piles.values()) for card in pile]
    left = remaining(named, dict(enumerate(R.DECK)), show_card, "SB-1")
    deck = Deck([show_card(card) for card in left]) if unseen is None else unseen_cards(unseen)
    s: Any = R.State()
    s.teams = int(any(pile for source, pile in piles.items() if source >= R.PARTNER_STOCK))
    s.players, s.deck[:] = 4 if s.teams else 2, R.DECK
    R.gather(s)
    s.height[:] = read_heights(heights)
    for card in held:
        s.hand[s.player][read_card(card)] += 1
    for source, pile in piles.items():
        for card in pile:
            R.put(s, R.pile_of(s, source), read_card(card), 0)
    return Known(s, deck, deck, ((deck, deck.total),), 0, R.HAND - len(held))


def read_cards(given: Any, what: Message | str) -> Cards:
    """Checked cards of a list or text such as "4 6 W"; ValueError for what is no card."""
    given = given.split() if isinstance(given, str) else given
    if not isinstance(given, (list, tuple)):
        raise Error(
            "{what} is {given}; it must be a list of cards, or a text such as '4 6 W'", what=what, given=repr(given)
        )
    return tuple(show_card(read_card(card)) for card in given)


def read_piles(given: Any, what: str) -> list[Cards]:
    """Checked discard piles; a single card stands for a pile of which only the top is known."""
    if not isinstance(given, (list, tuple)) or len(given) > R.PILES:
        raise Error(
            "{what} is {given}; it must be a list of up to {n} piles, or of their top cards",
            what=what, given=repr(given), n=R.PILES,
        )  # fmt: skip
    return [read_cards(pile if isinstance(pile, (list, tuple, str)) else [pile], what) for pile in given]


def read_heights(given: Any) -> tuple[int, ...]:
    """Checked heights of the building piles, filled up with free places."""
    piles = isinstance(given, (list, tuple)) and len(given) <= R.PILES
    if not piles or not all(type(h) is int and 0 <= h < R.TOP_VALUE for h in given):
        raise Error(
            "heights is {given}; it must be up to {n} whole numbers from 0 to {top}",
            given=repr(given), n=R.PILES, top=R.TOP_VALUE - 1,
        )  # fmt: skip
    return (*given, *[0] * (R.PILES - len(given)))


def unseen_cards(unseen: Any) -> Deck:
    """The unseen cards as a Deck: the whole deck if None, or a view's; ValueError if there are too many of a card."""
    deck = DECK if unseen is None else unseen.unseen if isinstance(unseen, View) else Deck(unseen)
    DECK - deck
    return deck


# --- drawing ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Drawing:
    """Cards drawn, part by part, and what they come to: the simulation and the enumeration of a question."""

    parts: Parts
    measure: Callable[[tuple[Any, ...]], Any]

    def answer(self, derivation: Derivation) -> Answer:
        """The answer with that derivation."""
        return Answer.of(derivation, self.trial, self.outcomes)

    @property
    def ways(self) -> int:
        """How many hands can be drawn, all equally likely."""
        return prod(comb(deck.total, n) for deck, n in self.parts)

    @cached_property
    def _piles(self) -> list[tuple[list[Any], int]]:
        return [(list(deck), n) for deck, n in self.parts]

    def trial(self, rng: Rng) -> Any:
        """Draw once and measure."""
        return self.measure(tuple(card for pile, n in self._piles for card in rng.draw(pile, n)))

    def outcomes(self) -> Outcomes:
        """All hands by value, with the number of ways each comes about."""

        def each() -> Iterator[tuple[int, Any]]:
            for hands in product(*(hands_by_value(deck.counts, n) for deck, n in self.parts)):
                hand = tuple(card for _ways, cards in hands for card in cards)
                yield prod(ways for ways, _cards in hands), self.measure(hand)

        return Outcomes(prod(hand_count(deck.counts, n) for deck, n in self.parts), each)
