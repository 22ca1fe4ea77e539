"""Deck: an immutable multiset of cards, and every question about drawing from it.

Cards are any hashable values: numbers, "*" or "W", whatever a game calls its cards.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from cardlib import draws, stopping
from cardlib.explain import Table
from cardlib.hands import counted
from cardlib.rng import Rng
from cardlib.text import Error, _, plural, render


def _order(card: Any) -> tuple[bool, Any, str]:
    """Numbers first, by size, then everything else by name."""
    number = isinstance(card, int | float | Fraction)
    return (not number, card if number else 0, str(card))


class Deck:
    """An immutable multiset of cards: `Deck([5, 5, 12])` or `Deck({5: 2, 12: 1})`.

    `deck[card]` is how many of a card there are (0 if none), `total` how many cards in all; a deck compares,
    hashes and iterates (over all its cards, in order). `+ - & |` add, take away, intersect and unite it with a card,
    an iterable of cards, a mapping card -> count or a deck; taking away what is not there is a ValueError.
    """

    __slots__ = ("_counts",)

    def __init__(self, cards: Any = ()) -> None:
        counts = self._counted(cards)
        for card, count in counts.items():
            if type(count) is not int or count < 0:
                raise Error("A deck holds 0, 1, 2, ... of a card, not {count} of {card}.", count=str(count), card=card)
        self._counts = {card: counts[card] for card in sorted(counts, key=_order) if counts[card]}

    def _counted(self, cards: Any) -> Mapping[Any, int]:
        """Cards in any of the accepted forms, as card -> count. A tuple counts as a card if the deck has that card."""
        if isinstance(cards, Deck):
            return cards._counts
        if isinstance(cards, Mapping):
            return cards
        if isinstance(cards, str) or not isinstance(cards, Iterable):
            return {cards: 1}
        if isinstance(cards, tuple) and cards in getattr(self, "_counts", ()):
            return {cards: 1}
        return Counter(cards)

    @property
    def counts(self) -> Mapping[Any, int]:
        """How many of each card, in order (read-only)."""
        return MappingProxyType(self._counts)

    @property
    def total(self) -> int:
        """How many cards there are."""
        return sum(self._counts.values())

    def items(self) -> Iterable[tuple[Any, int]]:
        """Pairs (card, how many of it), in order."""
        return self._counts.items()

    def __getitem__(self, card: Hashable) -> int:
        return self._counts.get(card, 0)

    def __contains__(self, card: Hashable) -> bool:
        return card in self._counts

    def __len__(self) -> int:
        return self.total

    def __iter__(self) -> Iterator[Any]:
        return (card for card, count in self._counts.items() for _copy in range(count))

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Deck) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __add__(self, cards: Any) -> "Deck":
        more = Deck(self._counted(cards))
        return Deck({card: self[card] + more[card] for card in [*self._counts, *more._counts]})

    def __sub__(self, cards: Any) -> "Deck":
        less = Deck(self._counted(cards))
        for card, count in less.items():
            if card not in self:
                raise Error("There is no card {card} here to take away.", card=card)
            if count > self[card]:
                there = self[card]
                raise Error(
                    plural(
                        "There is only {n} card {card} here, so {count} cannot be taken away.",
                        "There are only {n} cards {card} here, so {count} cannot be taken away.",
                        there,
                        card=card,
                        count=count,
                    )
                )
        return Deck({card: count - less[card] for card, count in self.items()})

    def __and__(self, cards: Any) -> "Deck":
        other = Deck(self._counted(cards))
        return Deck({card: min(count, other[card]) for card, count in self.items()})

    def __or__(self, cards: Any) -> "Deck":
        other = Deck(self._counted(cards))
        return Deck({card: max(self[card], other[card]) for card in [*self._counts, *other._counts]})

    def mean(self) -> Fraction:
        """The mean value of a card, in points; ValueError names a card that is not a number."""
        return draws.mean(self)

    def var(self) -> Fraction:
        """The variance of a card's value, in points squared (divided by the number of cards, not one less)."""
        return draws.var(self)

    def deal(self, draws: int, seed: int) -> list[Any]:
        """So many cards drawn by chance, in the order in which they come; the same seed gives the same cards."""
        counted(self, draws)  # there must be that many
        return Rng(seed).draw(list(self), draws)

    # the questions of draws.py and stopping.py, with this deck as the cards they are about
    at_least = draws.at_least
    at_most = draws.at_most
    exactly = draws.exactly
    at_least_each = draws.at_least_each
    exactly_each = draws.exactly_each
    next_is = draws.next_is
    number_of = draws.number_of
    hand = draws.hand
    sum_of = draws.sum_of
    largest = draws.largest
    smallest = draws.smallest
    ranked = draws.ranked
    different = draws.different
    draws_until = draws.draws_until
    draws_until_all = draws.draws_until_all
    best_of = stopping.best_of
    keep_up_to = stopping.keep_up_to
    exchange_gain = stopping.exchange_gain
    sums_of = draws.sums_of
    duel = draws.duel

    def __repr__(self) -> str:
        return f"Deck({self._counts!r})"

    def table(self) -> Table:
        """Cards and how many there are of each, side by side."""
        return Table([_("card"), *self._counts, _("all")], [[_("how many"), *self._counts.values(), self.total]])

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def chart(self, whole: "Deck | None" = None) -> Any:
        """A bar chart (Altair) of these cards; with `whole`, the deck they are left of, what is seen shows too."""
        from cardlib import charts

        whole = self if whole is None else whole
        if self - (self & whole):
            missing = next(iter(self - (self & whole)))
            raise Error("The whole deck does not hold all of these cards: {card}.", card=render(missing))
        return charts.deck_counts(whole.counts, self.counts)
