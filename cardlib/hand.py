"""Questions about a hand, in one grammar: measures of a hand, compared and combined to conditions.

    from cardlib import hand
    deck.chance(hand.count("F") == 1, hand.count("G", "B") >= 2, hand.count("H") <= 1, draws=7)
    deck.chance(hand.has(1, 2) | hand.has(7, 7), draws=5)
    deck.chance(hand.place(1) == hand.place(2), hand.place(3) == hand.place(4), draws=4)
    deck.law(hand.largest_count(), draws=12)

Measures are compared with numbers by == != < <= > >=; conditions are combined by & (and), | (or), ~ (not), with
brackets around every comparison. A condition is also a function of a hand, so it can be given to
`deck.hand(3).given(...)`, `Pmf.prob` and `deck.simulate`.
"""

import operator
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from cardlib.formula import Binomial, Chain, Formula, Name, Num, Ratio, add_up, result
from cardlib.hands import in_order
from cardlib.text import Error, Message, _, both, either, plain, plural, whole

SIGNS: dict[str, tuple[Callable[[Any, Any], bool], Callable[[Any], Message]]] = {
    "=": (operator.eq, lambda what: _("exactly {what}", what=what)),
    "≠": (operator.ne, lambda what: _("not {what}", what=what)),
    "<": (operator.lt, lambda what: _("less than {what}", what=what)),
    "≤": (operator.le, lambda what: _("at most {what}", what=what)),
    ">": (operator.gt, lambda what: _("more than {what}", what=what)),
    "≥": (operator.ge, lambda what: _("at least {what}", what=what)),
}


# whether it holds, for which measures: the part of a condition from one measure up to another one
Span = tuple[Callable[[Sequence[Any]], bool], int, int]


class Step(NamedTuple):
    """One step of counting: k cards of a kind join the `held` ones of a hand of n, some `at` places asked about."""

    k: int
    at: frozenset[int]
    held: int
    n: int


# --- conditions and measures ------------------------------------------------------------------------------------------
class Condition:
    """Something that holds of a hand or not: a measure compared by `sign` with x, or `parts` joined by "&" or "|"."""

    plain = False  # whether it needs no brackets as a part of another one

    def __init__(
        self, said: Message, measures: Sequence["Measure"], holds: Callable[[Sequence[Any]], bool], sign: str = "",
        parts: Sequence["Condition"] = (), x: Any = None,
    ) -> None:  # fmt: skip
        self.said, self.measures, self.holds, self.sign, self.parts, self.x = said, measures, holds, sign, parts, x
        self.spans: list[Span] = [(holds, 0, len(measures))]

    def __call__(self, hand: Sequence[Any]) -> bool:
        """Whether it holds of a hand, in the order in which it was drawn."""
        return self.holds([measure.read(hand) for measure in self.measures])

    def __and__(self, other: "Condition") -> "Condition":
        return joined([self, other], "&")

    def __or__(self, other: "Condition") -> "Condition":
        return joined([self, other], "|")

    def __invert__(self) -> "Condition":
        return Condition(_("not ({what})", what=self.said), self.measures, lambda values: not self.holds(values))

    def __repr__(self) -> str:
        return f"Condition: {self.said}"

    def __bool__(self) -> bool:
        raise Error("Join conditions with & (and), | (or) and ~ (not), with brackets around every comparison.")


def joined(conditions: Sequence[Any], sign: str) -> Condition:
    """The condition that all of these hold ("&"), or at least one of them ("|")."""
    if not conditions or not all(isinstance(one, Condition) for one in conditions):
        raise Error("A condition compares a measure of the hand with a number, such as hand.count(5) >= 2.")
    if len(conditions) == 1:
        return conditions[0]
    parts = [part for one in conditions for part in (one.parts if one.sign == sign else [one])]
    ends = [0, *accumulate(len(part.measures) for part in parts)]
    spans = [(part.holds, a, b) for part, (a, b) in zip(parts, pairwise(ends), strict=True)]
    together = all if sign == "&" else any
    said = [_("({what})", what=part.said) if part.parts and not part.plain else part.said for part in parts]
    measures = [measure for part in parts for measure in part.measures]
    condition = Condition(
        both(said) if sign == "&" else either(said), measures,
        lambda values: together(holds(values[a:b]) for holds, a, b in spans), sign, parts,
    )  # fmt: skip
    condition.spans = spans
    return condition


def _comparing(sign: str) -> Any:
    return lambda measure, other: measure.compared(sign, other)


@dataclass(frozen=True, eq=False)
class Measure:
    """Something to be read off a hand: `said(x)` in words, `read(hand)` from the cards as they were drawn.

    For counting: `key(card)` is what it has to know of a card (False: nothing), `add(state, key, step)` its state after
    a step, and `value(state)` what it comes to. It asks about the cards in `named` and at the `places`; if it needs
    `numbers` the deck must have no other cards. If it `grows`, it is followed no further than it is compared with.
    """

    said: Callable[[Any], Message]
    read: Callable[[Sequence[Any]], Any]
    key: Callable[[Any], Hashable]
    add: Callable[[Any, Any, Step], Any]
    start: Any = 0
    value: Callable[[Any], Any] = lambda state: state
    named: tuple[Any, ...] = ()
    places: tuple[int, ...] = ()
    numbers: bool = False
    grows: bool = False
    unit: str = ""
    asked: Callable[[int], Message] | None = None  # the question for its law, if it has one of its own
    mean: Callable[[Mapping[Any, int], int], list[tuple[Message, Formula]]] | None = (
        None  # steps to the mean of its law
    )

    __eq__ = _comparing("=")
    __ne__ = _comparing("≠")
    __lt__ = _comparing("<")
    __le__ = _comparing("≤")
    __gt__ = _comparing(">")
    __ge__ = _comparing("≥")
    __hash__ = object.__hash__

    def compared(self, sign: str, other: Any) -> Condition:
        """The condition that this measure is, say, at least so much; `other` is a number, or a card for a place."""
        holds, words = SIGNS[sign]
        if isinstance(other, Measure):
            if not (self.places and other.places):
                raise Error("Only the cards at two places are compared with each other; other measures with numbers.")
            (i,), (j,) = self.places, other.places
            said = _("card {i} {sign} card {j}", i=i, sign=sign, j=j)
            order = Measure(
                lambda _x: said, lambda hand: _order(hand[i - 1], hand[j - 1]), lambda card: card,
                lambda found, _card, step: _first(i, j, step.at) if found is None else found,
                start=None, places=(i, j), numbers=sign not in "=≠",
            )  # fmt: skip
            return Condition(said, [order], lambda values: holds(values[0], 0))
        x = plain(other)
        if not self.places and (isinstance(x, bool) or not isinstance(x, int | Fraction | float) or x != x):
            raise Error("A measure of a hand is compared with a number, not {x}.", x=repr(other))
        if self.places and sign in "=≠":
            followed = replace(self, named=(x,))
        elif self.places:
            followed = replace(self, numbers=True)
        else:
            followed = self.up_to(int(max(x, -1)) + 1) if self.grows and abs(x) < 10**9 else self
        return Condition(words(self.said(x)), [followed], lambda values: holds(values[0], x), sign, x=x)

    def up_to(self, most: int) -> "Measure":
        """The same measure, followed no further than that."""
        return replace(self, add=lambda state, key, step: min(most, self.add(state, key, step)))


def _order(x: Any, y: Any) -> int:
    """How two cards compare: -1, 0, 1."""
    return 0 if x == y else 1 if in_order(x) > in_order(y) else -1


def _first(i: int, j: int, at: frozenset[int]) -> int | None:
    """How the cards at two places compare, when the lowest cards come first: -1, 0, 1, or None if neither has come."""
    return None if i not in at and j not in at else (j in at) - (i in at)


def count(*of: Any) -> Measure:
    """How many cards are of the wanted ones: cards, or lists, sets, ranges of them; groups may overlap."""
    cards: list[Any] = []
    for one in of:
        cards += one if isinstance(one, list | set | frozenset | range) else [one]
    if not cards:
        raise Error("Name at least 1 card.")
    among = frozenset(map(plain, cards))

    def mean(counts: Mapping[Any, int], n: int) -> list[tuple[Message, Formula]]:
        outs = sum(number for card, number in counts.items() if card in among)
        text = _("On average every draw brings the share of outs in the deck, put back or not.")
        return [(text, Num(n) * Ratio(outs, max(1, sum(counts.values()))))]

    return Measure(
        lambda x: plural("{n} card showing {cards}", "{n} cards showing {cards}", _n(x), n=x, cards=either(cards)),
        lambda hand: sum(card in among for card in hand),
        among.__contains__, lambda held, is_in, step: held + step.k * is_in,
        named=tuple(cards), grows=True, unit="cards", mean=mean,
        asked=lambda n: plural(
            "You draw {n} card. How many cards show {cards}?", "You draw {n} cards. How many of them show {cards}?",
            n, cards=either(cards),
        ),
    )  # fmt: skip


def has(*cards: Any) -> Condition:
    """The condition that the hand holds these cards: `has(7, 7, 2)` is at least two 7s and a 2."""
    condition = joined([count(card) >= k for card, k in Counter(cards).items()], "&")
    condition.said, condition.plain = (
        plural("the card {cards}", "the cards {cards}", len(cards), cards=both(cards)),
        True,
    )
    return condition


def different() -> Measure:
    """How many different values there are."""

    def mean(counts: Mapping[Any, int], n: int) -> list[tuple[Message, Formula]]:
        values = plural(
            "There is {n} value. It is missing from the hand with the chance that all cards are others.",
            "There are {n} values. Each is missing from the hand with the chance that all cards are others.",
            len(counts),
        )
        size = sum(counts.values())
        missing = [Binomial(size - count, n) / Binomial(size, n) for count in counts.values()]
        text = _("On average that many values are there: all of them less the missing ones.")
        average = len(counts) - add_up([Num(miss.value) for miss in missing])
        if not missing:
            return [(text, average)]
        example = Name(_("P(no {card})", card=next(iter(counts))), missing[0].value)
        return [(values, Chain(example, *result(missing[0]).links)), (text, average)]

    return Measure(
        lambda x: plural("{n} different value", "{n} different values", _n(x), n=x),
        lambda hand: len(set(hand)), lambda card: card, lambda values, _card, _step: values + 1, grows=True, mean=mean,
        asked=lambda n: plural(
            "You draw {n} card. How many different values are there?",
            "You draw {n} cards. How many different values are among them?", n,
        ),
    )  # fmt: skip


def largest_count() -> Measure:
    """How often the most frequent value comes: 3 of a hand 5 5 5 2 2."""
    return Measure(
        lambda x: plural("{n} equal card", "{n} equal cards", _n(x), n=x),
        lambda hand: max(Counter(hand).values(), default=0),
        lambda card: card, lambda most, _card, step: max(most, step.k), grows=True,
    )  # fmt: skip


def longest_run() -> Measure:
    """How long the longest straight is: 3 of a hand 2 3 3 4 9. Cards that are no numbers are in no straight."""

    def number(card: Any) -> Any:
        return card if isinstance(card, int) else None

    def add(state: tuple[int, Any, int], card: Any, _step: Any = None) -> tuple[int, Any, int]:
        run, last, longest = state
        if card is None:
            return state
        run = run + 1 if last is not None and card == last + 1 else 1
        return run, card, max(run, longest)

    def read(hand: Sequence[Any]) -> int:
        state: tuple[int, Any, int] = (0, None, 0)
        for card in sorted({card for card in hand if isinstance(card, int)}):
            state = add(state, card)
        return state[2]

    return Measure(
        lambda x: plural("{n} value in a row", "{n} values in a row", _n(x), n=x),
        read, number, add, (0, None, 0), lambda state: state[2],
    )  # fmt: skip


def total() -> Measure:
    """The sum of the hand, in points."""
    return _sum(slice(None), lambda x: plural("{n} point", "{n} points", _n(x), n=x))


def lowest(k: int = 1) -> Measure:
    """The sum of the k lowest cards, in points; of fewer, if the hand has no more."""
    return _sum(
        slice(0, _from_1(k)),
        lambda x: plural("{n} as the lowest card", "{n} as the sum of the {k} lowest cards", k, n=x, k=k),
    )


def highest(k: int = 1) -> Measure:
    """The sum of the k highest cards, in points; of fewer, if the hand has no more."""
    return _sum(
        slice(-_from_1(k), None),
        lambda x: plural("{n} as the highest card", "{n} as the sum of the {k} highest cards", k, n=x, k=k),
    )


def _from_1(k: Any) -> int:
    """A number of cards, or a place, checked."""
    number = whole(k) or 0
    if number < 1:
        raise Error("The number of cards is 1, 2, 3, ..., not {k}.", k=repr(k))
    return number


def _sum(part: slice, said: Callable[[Any], Message]) -> Measure:
    """The sum of a part of the sorted hand."""

    def add(points: Any, card: Any, step: Step) -> Any:
        first, last, _one = part.indices(step.n)
        return points + card * max(0, min(step.held + step.k, last) - max(step.held, first))

    return Measure(said, lambda hand: sum(sorted(hand)[part]), lambda card: card, add, numbers=True, unit="points")


def place(i: int) -> Measure:
    """The i-th card drawn (1 is the first): compare it with a card, or with `place(j)`."""
    _from_1(i)
    return Measure(
        lambda x: _("{card} at place {i}", card=x, i=i), lambda hand: hand[i - 1], lambda card: card,
        lambda found, card, step: card if i in step.at else found, start=None, places=(i,),
        asked=lambda _n: _("What does card number {i} show?", i=i),
    )  # fmt: skip


def _n(x: Any) -> int:
    """The number that chooses between singular and plural."""
    return x if isinstance(x, int) else 2
