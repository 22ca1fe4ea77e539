"""Hands of cards, counted in integers: which hands there are, in how many ways, and what they add up to.

Equal cards are never told apart: a hand is a tuple of values, and `ways` says how many hands of single cards it is.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, wraps
from itertools import accumulate, product
from math import comb, factorial, lcm, lgamma, log, prod
from typing import Any, Protocol, TypeVar

from cardlib.answer import Outcomes, TooManyOutcomes
from cardlib.rng import Rng
from cardlib.text import Error, _, plural, whole

WORK = 100_000_000  # steps times `choosing`; about a second
EFFORT = 6_500_000_000  # bytes moved in adding up sums; a second or two
KEPT = 64  # answers that are remembered, for each kind of question
RAREST_EVIDENCE = 100_000  # hands that a simulation draws in search of one that fits what is known
T = TypeVar("T")


class Cards(Protocol):
    """Anything that says how many of each card there are: a Deck, a dict, a Counter."""

    def items(self) -> Iterable[tuple[Any, int]]:
        """Pairs (card, count)."""


def in_order(card: Any) -> tuple[bool, Any, str]:
    """For sorting cards: numbers first, by size, then everything else by name."""
    number = isinstance(card, int | float | Fraction)
    return (not number, card if number else 0, str(card))


def drawn(cards: Cards, draws: Any) -> tuple[dict[Any, int], int]:
    """The cards as a dict and the number of draws as an int, after checking that so many can be drawn."""
    counts = {card: count for card, count in cards.items() if count}
    n, there = whole(draws), sum(counts.values())
    if n is None or n < 0:
        raise Error("The number of cards is 0, 1, 2, ..., not {draws}.", draws=str(draws))
    if n > there:
        few = plural("There is only {n} card.", "There are only {n} cards.", there)
        raise Error("{few} {none}", few=few, none=plural("{n} card cannot be drawn.", "{n} cards cannot be drawn.", n))
    return counts, n


def counted(cards: Cards, draws: Any = 0) -> dict[Any, int]:
    """The cards that are there as a dict: card -> count; checked like `drawn`."""
    return drawn(cards, draws)[0]


def wanted(cards: Cards, of: Any) -> list[Any]:
    """The wanted cards as a list: `of` is one card or several (a set, list, range; not a string).

    A card of which none is there may be wanted, but not what can be no card: of a deck that is `closed`, such as a
    game's, anything else; of other decks None, NaN, a function, a number written as text.
    """
    counts = counted(cards)
    one = isinstance(of, str) or not isinstance(of, Iterable) or (isinstance(of, Hashable) and of in counts)
    found = [of] if one else list(dict.fromkeys(of))
    if not found:
        raise Error("Name at least 1 card.")
    for card in found:
        if card not in counts and _mistaken(counts, card, getattr(cards, "closed", None)):
            raise Error(
                "{card} is no card of this deck. Give a card as the deck writes it, or a list.", card=repr(card)
            )
    return found


def _mistaken(counts: Mapping[Any, int], card: Any, closed: Collection[Any] | None) -> bool:
    """Whether a card that is not there cannot be meant."""
    if closed is not None:
        return card not in closed
    if isinstance(card, str):
        return bool(re.fullmatch(r"\s*[-−]?\d+\s*", card)) and any(isinstance(c, int) for c in counts)
    if isinstance(card, tuple) and not any(isinstance(c, tuple) for c in counts):
        return True  # several cards, given where one is asked for
    return card is None or card != card or callable(card) or (isinstance(card, int) and str(card) in counts)


def numeric(counts: Mapping[Any, int]) -> dict[Any, int]:
    """The counts again, after checking that every card is a number."""
    for card in counts:
        if not isinstance(card, int | Fraction):
            raise Error("The card {card} is not a number, so it cannot be added up.", card=card)
    return dict(counts)


def mean(cards: Cards) -> Fraction:
    """The mean value of a card, in points."""
    counts = numeric(drawn(cards, 1)[0])
    return Fraction(sum(card * count for card, count in counts.items())) / sum(counts.values())


def var(cards: Cards) -> Fraction:
    """The variance of a card's value, in points squared."""
    counts = numeric(drawn(cards, 1)[0])
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


def check_work(steps: int, limit: int = WORK, estimable: bool = False) -> None:
    """TooManyOutcomes for more work than about a second; `estimable`: the question takes exact=False."""
    if steps > limit:
        seconds = min(steps // limit, 10**9)
        cost = plural(
            "That is too much to calculate exactly: it would take {n} second or more.",
            "That is too much to calculate exactly: it would take {n} seconds or more.",
            seconds,
        )
        if estimable:
            way_out = _("Ask about fewer cards or draws, or use exact=False for a simulation with its interval.")
        else:
            way_out = _("Ask about fewer cards or draws.")
        raise TooManyOutcomes("{cost} {way_out}", cost=cost, way_out=way_out)


def remembered(question: Callable[..., T]) -> Callable[..., T]:
    """The answers to the last questions about the same cards are kept, so that they are not counted again."""
    kept: dict[Any, T] = {}

    @wraps(question)
    def ask(cards: Cards, *args: Any, **options: Any) -> T:
        named = tuple(options.items())
        kind = [type(x) for x in (*args, *options.values())]
        key = (tuple(cards.items()), getattr(cards, "closed", None), args, named, tuple(kind))
        try:
            hash(key)
        except TypeError:  # a list, say
            return question(cards, *args, **options)
        answer = kept[key] = kept.pop(key, None) or question(cards, *args, **options)
        if len(kept) > KEPT:
            kept.pop(next(iter(kept)), None)
        return answer

    return ask


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


# --- the one machine that counts hands card by card -----------------------------------------------------------------


def count_hands(
    counts: Mapping[Any, int], sizes: Sequence[int], points: Callable[[Any, tuple[int, ...]], int]
) -> dict[int, int]:
    """In how many ways hands of the given sizes, dealt from one deck, come to how many points.

    Card after card it is decided how many of it go to each hand: its `share`. A share brings `points(card, share)`, a
    whole number of 0 or more. All points of the hands so far are kept in one big integer, a few bytes for each: adding
    points is a shift. So the hands of 3 cards by how many values they hold are
        count_hands(deck, [3], lambda card, share: int(share[0] > 0))
    """
    left, dealt = sum(counts.values()), sum(sizes)
    deals = factorial(left) // factorial(left - dealt) // prod(map(factorial, sizes))
    width = deals.bit_length() // 8 + 1  # bytes for one number of ways
    states = {tuple(0 for _hand in sizes): 1}
    for card, count in counts.items():
        left -= count
        moves = []
        for share in product(*(range(min(count, size) + 1) for size in sizes)):
            rests = list(accumulate(share, int.__sub__, initial=count))
            if rests[-1] >= 0:
                moves.append((share, prod(map(comb, rests, share)), 8 * width * points(card, share)))
        new: dict[tuple[int, ...], int] = {}
        for held, packed in states.items():
            for share, ways, shift in moves:
                filled = tuple(map(int.__add__, held, share))
                if sum(filled) + left >= dealt and all(map(int.__le__, filled, sizes)):
                    new[filled] = new.get(filled, 0) + (packed * ways << shift)
        states = new
    return _unpacked(states[tuple(sizes)], width)


def _unpacked(packed: int, width: int) -> dict[int, int]:
    """points -> ways, from numbers of so many bytes side by side."""
    table = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    numbers = (int.from_bytes(table[place : place + width], "little") for place in range(0, len(table), width))
    return {points: ways for points, ways in enumerate(numbers) if ways}


def effort(counts: Mapping[Any, int], sizes: Sequence[int], places: int) -> int:
    """About how many bytes `count_hands` moves for that many points; a computer moves some 3e9 in a second."""
    moves = sum(
        prod((size + 1) * min((size + 2) // 2, min(count, size) + 1) for size in sizes) for count in counts.values()
    )
    left, width = sum(counts.values()), 1
    for size in sizes:
        left, width = left - size, width + bits(left, size) // 8
    return moves * width * places


def spread(counts: Mapping[Any, int]) -> int:
    """How far the highest card lies above the lowest."""
    return int(max(counts) - min(counts)) if counts else 0


def weighed_sums(counts: Mapping[Any, int], sizes: Sequence[int], weights: Sequence[int]) -> dict[Any, int]:
    """In how many ways the sums of several hands, each times its weight, add up to what: (1, -1) for a difference."""
    scale = lcm(*(card.denominator for card in counts))
    values = {card: int(card * scale) for card in counts}
    lows = [min((weight * value for value in values.values()), default=0) for weight in weights]

    def points(card: Any, share: tuple[int, ...]) -> int:
        return sum(k * (weight * values[card] - low) for k, weight, low in zip(share, weights, lows, strict=True))

    base = sum(map(int.__mul__, sizes, lows))
    found = count_hands(counts, sizes, points)
    return {base + above if scale == 1 else Fraction(base + above, scale): ways for above, ways in found.items()}


def sums_of_hands(counts: Mapping[Any, int], sizes: Sequence[int]) -> dict[tuple[Any, ...], int]:
    """In how many ways hands of the given sizes, dealt from one deck, have which sums."""
    low = min(counts, default=0)
    above = {card - low: count for card, count in counts.items()}
    scale = lcm(*(card.denominator for card in above))
    strides = [prod(int(max(above, default=0) * scale) * size + 1 for size in sizes[:i]) for i in range(len(sizes))]
    found = {}
    for total, ways in weighed_sums(above, sizes, strides).items():
        sums, rest = [], int(total * scale)
        for stride, size in reversed(list(zip(strides, sizes, strict=True))):
            units, rest = divmod(rest, stride)
            sums.append((units if scale == 1 else Fraction(units, scale)) + low * size)
        found[tuple(reversed(sums))] = ways
    return found


def sums_below(counts: Mapping[int, int], limit: int, n: int) -> list[dict[int, int]]:
    """In how many ways hands of 0, 1, ..., n cards (whole numbers of 0 or more) come to which sums below the limit."""
    width = sum(counts.values()) // 8 + 1  # bytes for one number of ways
    mask = (1 << 8 * width * max(limit, 0)) - 1
    hands = [1 & mask, *[0] * n]
    for card, count in counts.items():
        moves = [(k, comb(count, k), 8 * width * k * card) for k in range(1, min(count, n) + 1)]
        for held in range(n, 0, -1):
            for k, ways, shift in moves[:held]:
                hands[held] += hands[held - k] * ways << shift & mask
    return [_unpacked(packed, width) for packed in hands]
