"""Hands of cards, counted in integers: which hands there are, in how many ways, and what they add up to.

Equal cards are never told apart: a hand is a tuple of values, and `ways` says how many hands of single cards it is.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, product
from math import comb, factorial, lcm, lgamma, log, prod
from typing import Any, Protocol

from cardlib.answer import Outcomes, TooManyOutcomes
from cardlib.rng import Rng
from cardlib.text import Error, plural

WORK = 100_000_000  # steps times `choosing`; about a second
RAREST_EVIDENCE = 100_000  # hands that a simulation draws in search of one that fits what is known


class Cards(Protocol):
    """Anything that says how many of each card there are: a Deck, a dict, a Counter."""

    def items(self) -> Iterable[tuple[Any, int]]:
        """Pairs (card, count)."""


def counted(cards: Cards, draws: int = 0) -> dict[Any, int]:
    """The cards as a dict, after checking that `draws` of them can be drawn."""
    counts = {card: count for card, count in cards.items() if count}
    there = sum(counts.values())
    if type(draws) is not int or draws < 0:
        raise Error("The number of cards is 0, 1, 2, ..., not {draws}.", draws=str(draws))
    if draws > there:
        raise ValueError(
            str(plural("There is only {n} card.", "There are only {n} cards.", there))
            + " "
            + str(plural("{n} card cannot be drawn.", "{n} cards cannot be drawn.", draws))
        )
    return counts


def wanted(counts: Mapping[Any, int], of: Any) -> list[Any]:
    """The wanted cards as a list: `of` is one card or several (a set, list, range; not a string)."""
    one = isinstance(of, str) or not isinstance(of, Iterable) or (isinstance(of, Hashable) and of in counts)
    cards = [of] if one else list(dict.fromkeys(of))
    for card in cards:
        if card not in counts and _mistaken(counts, card):
            raise Error(
                "{card} is no card of this deck. Give a card as the deck writes it, or a list.", card=repr(card)
            )
    return cards


def _mistaken(counts: Mapping[Any, int], card: Any) -> bool:
    """Whether a card that is not there cannot be meant: a function, or a number written as text (or the reverse)."""
    if isinstance(card, str):
        return bool(re.fullmatch(r"\s*[-−]?\d+\s*", card)) and any(isinstance(c, int) for c in counts)
    return callable(card) or (isinstance(card, int) and str(card) in counts)


def numeric(counts: Mapping[Any, int]) -> dict[Any, int]:
    """The counts again, after checking that every card is a number."""
    for card in counts:
        if not isinstance(card, int | Fraction):
            raise Error("The card {card} is not a number, so it cannot be added up.", card=card)
    return dict(counts)


def mean(cards: Cards) -> Fraction:
    """The mean value of a card, in points."""
    counts = numeric(counted(cards, 1))
    return Fraction(sum(card * count for card, count in counts.items())) / sum(counts.values())


def var(cards: Cards) -> Fraction:
    """The variance of a card's value, in points squared."""
    counts = numeric(counted(cards, 1))
    square = Fraction(sum(card * card * count for card, count in counts.items())) / sum(counts.values())
    return square - mean(cards) ** 2


class Draw:
    """Drawing n cards and measuring the hand: the simulation and the enumeration of a question.

    `measure(hand)` gives the number asked for; `known(hand)` is evidence that the hand must fit. In an `ordered` draw
    the hand is in the order of drawing, otherwise its order means nothing. A `lazy` measure reads the cards one by
    one, and a simulation draws no further than it reads.
    """

    def __init__(
        self,
        counts: Mapping[Any, int],
        n: int,
        measure: Callable[[Any], Any],
        known: Callable[[Any], bool] | None = None,
        ordered: bool = False,
        lazy: bool = False,
    ) -> None:
        self.counts, self.n, self.measure, self.known = counts, n, measure, known
        self.ordered, self.lazy = ordered or lazy, lazy

    @cached_property
    def pile(self) -> list[Any]:
        """All the cards, one by one."""
        return [card for card, count in self.counts.items() for _copy in range(count)]

    def trial(self, rng: Rng) -> Any:
        """Draw once and measure; hands that do not fit the evidence are drawn again."""
        if self.lazy:
            return self.measure(rng.deal(self.pile))
        for _attempt in range(RAREST_EVIDENCE):
            hand = rng.draw(self.pile, self.n)
            if self.known is None or self.known(hand):
                return self.measure(hand)
        raise Error("Such evidence is too rare to be found by simulation; trust the formula.")

    def outcomes(self) -> Outcomes:
        """All hands by value, with the number of ways each comes about."""
        hands = sequences if self.ordered else hands_by_value
        size = sequence_count(self.counts, self.n) if self.ordered else hand_count(self.counts, self.n)

        def each() -> Iterator[tuple[int, Any]]:
            for ways, hand in hands(self.counts, self.n):
                if self.known is None or self.known(hand):
                    yield ways, self.measure(hand)

        return Outcomes(size, each)


def hands_by_value(counts: Mapping[Any, int], n: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Every different hand of n cards (equal cards are not told apart) with the number of ways to hold it."""
    values = list(counts)
    left = [0] * (len(values) + 1)
    for i in range(len(values) - 1, -1, -1):
        left[i] = left[i + 1] + counts[values[i]]

    def go(i: int, n: int, ways: int, hand: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        if n == 0:
            yield ways, hand
            return
        count = counts[values[i]]
        for k in range(max(0, n - left[i + 1]), min(count, n) + 1):
            yield from go(i + 1, n - k, ways * comb(count, k), hand + (values[i],) * k)

    return go(0, n, 1, ())


def hand_count(counts: Mapping[Any, int], n: int) -> int:
    """How many different hands of n cards there are (equal cards are not told apart)."""
    return hand_counts(counts, n)[n]


def hand_counts(counts: Mapping[Any, int], n: int) -> list[int]:
    """The same for hands of 0, 1, ..., n cards."""
    numbers = [1] + [0] * n
    for count in counts.values():
        upto = list(accumulate(numbers, initial=0))
        numbers = [upto[j + 1] - upto[max(0, j - count)] for j in range(n + 1)]
    return numbers


def bits(total: int, n: int) -> int:
    """About how many binary digits the number of hands has, n of `total` cards."""
    return 8 + round((lgamma(total + 1) - lgamma(n + 1) - lgamma(total - n + 1)) / log(2))


def choosing(total: int, n: int) -> int:
    """How much work it is to calculate a number of hands: it grows faster than its digits."""
    digits = bits(total, n)
    return digits + digits * digits // 1000


def check_work(steps: int, limit: int = WORK) -> None:
    """TooManyOutcomes for more work than about a second."""
    if steps > limit:
        raise TooManyOutcomes(
            "That is too much to calculate exactly. Ask about fewer cards or draws, or simulate: deal the "
            "cards many times with deal(draws, seed)."
        )


def sequences(counts: Mapping[Any, int], n: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Every different order of n drawn cards (equal cards are not told apart) with the number of ways to draw it."""
    left = dict(counts)

    def go(n: int, ways: int, drawn: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        if n == 0:
            yield ways, drawn
            return
        for card, count in left.items():
            if count:
                left[card] = count - 1
                yield from go(n - 1, ways * count, (*drawn, card))
                left[card] = count

    return go(n, 1, ())


def sequence_count(counts: Mapping[Any, int], n: int) -> int:
    """How many different orders of n drawn cards there are: n! times the product of 1/k! over the values' shares."""
    ways = [1] + [0] * n  # ways[j]: orders of j cards of the values so far
    for count in counts.values():
        ways = [sum(ways[j - k] * comb(j, k) for k in range(min(j, count) + 1)) for j in range(n + 1)]
    return ways[n]


def effort(counts: Mapping[Any, int], sizes: Sequence[int]) -> int:
    """About how many bytes `sums_of_hands` will move; a computer moves some 3e9 in a second."""
    moves = sum(
        prod((size + 1) * min((size + 2) // 2, min(count, size) + 1) for size in sizes) for count in counts.values()
    )
    left, width = sum(counts.values()), 1
    for size in sizes:
        left, width = left - size, width + bits(left, size) // 8
    spread = int(max(counts) - min(counts)) if counts else 0
    return moves * width * prod(spread * size + 1 for size in sizes)


def sums_of_hands(counts: Mapping[Any, int], sizes: Sequence[int]) -> dict[tuple[Any, ...], int]:
    """In how many ways hands of the given sizes, dealt from one deck, have which sums.

    Value after value, it is decided how many of that card go to each hand. All sums of a state (the cards dealt so
    far) are kept in one big integer, a few bytes for each combination of sums: adding a card is a shift.
    """
    if not counts:
        return {tuple(0 for _hand in sizes): 1}
    scale = lcm(*(card.denominator for card in counts))
    low = min(counts) * scale
    steps = {int(card * scale - low): count for card, count in counts.items()}
    strides, stride = [], 1
    for size in sizes:
        strides.append(stride)
        stride *= max(steps) * size + 1
    cards, dealt = sum(counts.values()), sum(sizes)
    deals = factorial(cards) // factorial(cards - dealt) // prod(map(factorial, sizes))
    width = deals.bit_length() // 8 + 1  # bytes for one number of ways

    states = {tuple(0 for _hand in sizes): 1}
    for step, count in steps.items():
        moves = []
        for share in product(*(range(min(count, size) + 1) for size in sizes)):
            rest = count - sum(share)
            if rest >= 0:
                ways = factorial(count) // factorial(rest) // prod(map(factorial, share))
                shift = 8 * width * step * sum(k * stride for k, stride in zip(share, strides, strict=True))
                moves.append((share, ways, shift))
        new: dict[tuple[int, ...], int] = {}
        for state, packed in states.items():
            for share, ways, shift in moves:
                filled = tuple(map(int.__add__, state, share))
                if all(map(int.__le__, filled, sizes)):
                    new[filled] = new.get(filled, 0) + (packed * ways << shift)
        states = new

    table = states[tuple(sizes)].to_bytes(width * stride, "little")
    found = {}
    for place in range(stride):
        ways = int.from_bytes(table[place * width : (place + 1) * width], "little")
        if ways:
            sums, rest = [], place
            for size in sizes:
                rest, above = divmod(rest, max(steps) * size + 1)
                total = above + low * size
                sums.append(total if scale == 1 else Fraction(total, scale))
            found[tuple(sums)] = ways
    return found
