"""Deck: an immutable multiset of cards, and every question about drawing from it.

Cards are any hashable values: numbers, "*" or "W", whatever a game calls its cards.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cardlib import chances, counting, hands, laws, stopping, waiting
from cardlib.answer import Estimate, simulated
from cardlib.explain import Shown, Table
from cardlib.rng import Rng
from cardlib.text import Error, _, plain, plural, render, whole


class Deck(Shown):
    """An immutable multiset of cards: `Deck([5, 5, 12])` or `Deck({5: 2, 12: 1})`.

    `deck[card]` is how many of a card there are (0 if none), `total` how many cards in all; a deck compares,
    hashes and iterates (over all its cards, in order). `+ - & |` add, take away, intersect and unite it with a card,
    an iterable of cards, a mapping card -> count or a deck; taking away what is not there is a ValueError.
    A `closed` deck, such as a game's, and what is left of it, cannot be asked about a card that it never had.
    """

    __slots__ = ("_closed", "_counts")

    def __init__(self, cards: Any = (), closed: bool = False) -> None:
        counts = {}
        for card, count in self._counted(cards).items():
            number = whole(count)
            if number is None or number < 0:
                raise Error("A deck holds 0, 1, 2, ... of a card, not {count} of {card}.", count=str(count), card=card)
            counts[plain(card)] = number
        self._counts = {card: counts[card] for card in sorted(counts, key=hands.in_order) if counts[card]}
        self._closed = frozenset(counts) if closed else getattr(cards, "closed", None)

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

    def _with(self, counts: Mapping[Any, int]) -> "Deck":
        """Another deck made from this one, closed if this one is."""
        deck = Deck(counts)
        deck._closed = None if self._closed is None else self._closed | frozenset(deck._counts)
        return deck

    @property
    def closed(self) -> frozenset[Any] | None:
        """All the cards a closed deck ever had; None where any card may be asked about."""
        return self._closed

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
        return self._with({card: self[card] + more[card] for card in [*self._counts, *more._counts]})

    def __sub__(self, cards: Any) -> "Deck":
        less = Deck(self._counted(cards))
        for card, count in less.items():
            if not self[card]:
                raise Error("There is no card {card} here to take away.", card=card)
            if count > self[card]:
                raise Error(
                    plural(
                        "There is only {n} card {card} here, so {count} cannot be taken away.",
                        "There are only {n} cards {card} here, so {count} cannot be taken away.",
                        self[card], card=card, count=count,
                    )
                )  # fmt: skip
        return self._with({card: count - less[card] for card, count in self.items()})

    def __and__(self, cards: Any) -> "Deck":
        other = Deck(self._counted(cards))
        return self._with({card: min(count, other[card]) for card, count in self.items()})

    def __or__(self, cards: Any) -> "Deck":
        other = Deck(self._counted(cards))
        return self._with({card: max(self[card], other[card]) for card in [*self._counts, *other._counts]})

    def deal(self, draws: int, seed: int) -> list[Any]:
        """So many cards drawn by chance, in the order in which they come; the same seed gives the same cards."""
        return Rng(seed).draw(list(self), hands.drawn(self, draws)[1])

    def simulate(
        self, draws: int, measure: Callable[[list[Any]], Any], n: int = 10_000, seed: int = 1, confidence: float = 0.95
    ) -> Estimate:
        """What `measure(hand)` gives on average, or how often it is true, in n hands drawn by chance.

        The hand is a list of cards in the order in which they were drawn: any question can be asked of it.
        """
        draw = hands.Draw(self._counts, hands.drawn(self, draws)[1], measure)
        unit = "probability" if isinstance(draw.trial(Rng(seed)), bool) else ""
        return simulated(draw.trial, n, seed, confidence, unit)

    mean = hands.mean
    var = hands.var

    # the questions of the modules about drawing, with this deck as the cards they are about
    at_least = counting.at_least
    at_most = counting.at_most
    exactly = counting.exactly
    next_is = counting.next_is
    number_of = counting.number_of
    chance = chances.chance
    law = chances.law
    at_least_each = counting.at_least_each
    exactly_each = counting.exactly_each
    hand = laws.hand
    sum_of = laws.sum_of
    largest = laws.largest
    smallest = laws.smallest
    ranked = laws.ranked
    different = laws.different
    sums_of = laws.sums_of
    duel = laws.duel
    draws_until = waiting.draws_until
    draws_until_all = waiting.draws_until_all
    best_of = stopping.best_of
    keep_up_to = stopping.keep_up_to
    exchange_gain = stopping.exchange_gain
    running_sum = stopping.running_sum

    def __repr__(self) -> str:
        return f"Deck({self._counts!r})"

    def table(self) -> Table:
        """Cards and how many there are of each, side by side."""
        return Table([_("card"), *self._counts, _("all")], [[_("how many"), *self._counts.values(), self.total]])

    def chart(self, whole: "Deck | None" = None) -> Any:
        """A bar chart (Altair) of these cards; with `whole`, the deck they are left of, what is seen shows too."""
        from cardlib import charts

        whole = self if whole is None else whole
        missing = self - (self & whole)
        if missing:
            raise Error("The whole deck does not hold all of these cards: {card}.", card=render(next(iter(missing))))
        return charts.deck_counts(whole.counts, self.counts)
