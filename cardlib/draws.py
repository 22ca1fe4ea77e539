"""Questions about drawing cards without replacement, each answered exactly with its derivation.

The words: the *unseen* cards are well mixed, so every order of them is equally likely; the *outs* are the unseen
cards that help. Cards come as value -> count (a Deck, a dict); nothing here tells two equal cards apart.
Everything is counted in integers, with one division at the end.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, Protocol

from cardlib.answer import Answer, Outcomes
from cardlib.explain import Explanation, Mistake, Step
from cardlib.formula import Binomial, Chain, Formula, Num, Power, Ratio, product_of, result
from cardlib.formula import sum_of as add
from cardlib.rng import Rng
from cardlib.text import Message, _, either, plural


class Cards(Protocol):
    """Anything that says how many of each card there are: a Deck, a dict, a Counter."""

    def items(self) -> Iterable[tuple[Any, int]]:
        """Pairs (card, count)."""


# --- cards, values, hands -------------------------------------------------------------------------------------------


def _counts(cards: Cards, draws: int = 0) -> dict[Any, int]:
    """The cards as a dict, after checking that `draws` of them can be drawn."""
    counts = {card: count for card, count in cards.items() if count}
    there = sum(counts.values())
    if not isinstance(draws, int) or draws < 0:
        raise ValueError(str(_("The number of cards is 0, 1, 2, ..., not {draws}.", draws=str(draws))))
    if draws > there:
        raise ValueError(
            str(plural("There is only {n} card.", "There are only {n} cards.", there))
            + " "
            + str(plural("{n} card cannot be drawn.", "{n} cards cannot be drawn.", draws))
        )
    return counts


def _wanted(counts: Mapping[Any, int], of: Any) -> list[Any]:
    """The wanted cards as a list: `of` is one card or several (a set, list, range; not a string)."""
    if isinstance(of, str) or not isinstance(of, Iterable) or (isinstance(of, Hashable) and of in counts):
        return [of]
    return list(dict.fromkeys(of))


def _numbers(counts: Mapping[Any, int]) -> dict[Any, int]:
    """The counts again, after checking that every card is a number."""
    for card in counts:
        if not isinstance(card, int | Fraction):
            raise ValueError(str(_("The card {card} is not a number, so it cannot be added up.", card=card)))
    return dict(counts)


def mean(cards: Cards) -> Fraction:
    """The mean value of a card, in points."""
    counts = _numbers(_counts(cards, 1))
    return Fraction(sum(card * count for card, count in counts.items())) / sum(counts.values())


def var(cards: Cards) -> Fraction:
    """The variance of a card's value, in points squared."""
    counts = _numbers(_counts(cards, 1))
    square = Fraction(sum(card * card * count for card, count in counts.items())) / sum(counts.values())
    return square - mean(cards) ** 2


class Draw:
    """Drawing n cards and measuring the hand: the simulation and the enumeration of a question.

    `measure(hand)` gives the number asked for; `known(hand)` is evidence that the hand must fit. In an `ordered` draw
    the hand is in the order of drawing, otherwise its order means nothing.
    """

    def __init__(
        self,
        counts: Mapping[Any, int],
        n: int,
        measure: Callable[[Sequence[Any]], Any],
        known: Callable[[Sequence[Any]], bool] | None = None,
        ordered: bool = False,
    ) -> None:
        self.counts, self.n, self.measure, self.known, self.ordered = counts, n, measure, known, ordered

    @cached_property
    def pile(self) -> list[Any]:
        """All the cards, one by one."""
        return [card for card, count in self.counts.items() for _copy in range(count)]

    def trial(self, rng: Rng) -> Any:
        """Draw once and measure; hands that do not fit the evidence are drawn again."""
        while True:
            hand = rng.draw(self.pile, self.n)
            if self.known is None or self.known(hand):
                return self.measure(hand)

    def outcomes(self) -> Outcomes:
        """All hands by value, with the number of ways each comes about."""
        hands = sequences if self.ordered else hands_by_value
        size = _sequence_count(self.counts, self.n) if self.ordered else hand_count(self.counts, self.n)

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
    numbers = [1] + [0] * n
    for count in counts.values():
        numbers = [sum(numbers[max(0, j - count) : j + 1]) for j in range(n + 1)]
    return numbers[n]


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


def _sequence_count(counts: Mapping[Any, int], n: int) -> int:
    """How many different orders of n drawn cards there are: n! times the product of 1/k! over the values' shares."""
    ways = [1] + [0] * n  # ways[j]: orders of j cards of the values so far
    for count in counts.values():
        ways = [sum(ways[j - k] * comb(j, k) for k in range(min(j, count) + 1)) for j in range(n + 1)]
    return ways[n]


def _unseen(total: int) -> Message:
    return plural("{n} card is unseen.", "{n} cards are unseen.", total)


def _choose(*choices: tuple[int, int]) -> Formula:
    """The ways to take k of n, for every pair (n, k), multiplied; choices of nothing are left out."""
    return product_of([Binomial(n, k) for n, k in choices if k] or [1])


def _powers(*powers: tuple[Formula, int]) -> Formula:
    """The powers multiplied, without needless exponents."""
    return product_of([Power(base, k) if k > 1 else base for base, k in powers if k] or [1])


def _model() -> list[Message]:
    return [
        _("The unseen cards are well mixed: each of them is equally likely to come next."),
        _("A drawn card is not put back, so every draw changes what is left for the next one."),
    ]


# --- how many of the drawn cards are wanted ones --------------------------------------------------------------------


def at_least(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that at least k of `draws` drawn cards are of the wanted ones: one card or several.

    `given`: it is already known that at least that many of the drawn (still hidden) cards are wanted ones.
    """
    question = plural(
        "You draw {n} card. How likely is it that at least {k} card shows {cards}?",
        "You draw {n} cards. How likely is it that at least {k} of them show {cards}?",
        draws,
        k=k,
        cards=either(_wanted(_counts(cards), of)),
    )
    return _HowMany(cards, of, draws, range(k, draws + 1), given, question).answer()


def at_most(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that at most k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    question = plural(
        "You draw {n} card. How likely is it that at most {k} card shows {cards}?",
        "You draw {n} cards. How likely is it that at most {k} of them show {cards}?",
        draws,
        k=k,
        cards=either(_wanted(_counts(cards), of)),
    )
    return _HowMany(cards, of, draws, range(0, k + 1), given, question).answer()


def exactly(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that exactly k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    question = plural(
        "You draw {n} card. How likely is it that exactly {k} card shows {cards}?",
        "You draw {n} cards. How likely is it that exactly {k} of them show {cards}?",
        draws,
        k=k,
        cards=either(_wanted(_counts(cards), of)),
    )
    return _HowMany(cards, of, draws, range(k, k + 1), given, question).answer()


class _HowMany:
    """A question about the number of outs among n drawn cards: is it one of `fits`?"""

    def __init__(self, cards: Cards, of: Any, n: int, fits: range, given: int, question: Message) -> None:
        self.counts, self.n, self.given, self.question = _counts(cards, n), n, given, question
        if fits.start < 0 or fits.stop < 1:
            raise ValueError(str(_("The number of wanted cards is 0, 1, 2, ...")))
        self.of = _wanted(self.counts, of)
        self.total = sum(self.counts.values())
        self.outs = sum(self.counts.get(card, 0) for card in self.of)
        self.others = self.total - self.outs
        self.possible = [j for j in range(n + 1) if self.ways(j)]
        self.known = [j for j in self.possible if j >= given]
        self.fits = [j for j in self.known if j in fits]
        if not self.known:
            raise ValueError(
                str(_("At least {k} wanted cards among {n} drawn ones: that cannot be here.", k=given, n=n))
            )

    def ways(self, j: int) -> int:
        """In how many hands j cards are outs."""
        return comb(self.outs, j) * comb(self.others, self.n - j)

    def answer(self) -> Answer:
        value = Fraction(sum(map(self.ways, self.fits)), sum(map(self.ways, self.known)))
        wanted, fits, given = frozenset(self.of), frozenset(self.fits), self.given

        def hits(hand: Sequence[Any]) -> int:
            return sum(card in wanted for card in hand)

        evidence = (lambda hand: hits(hand) >= given) if given else None
        draw = Draw(self.counts, self.n, lambda hand: hits(hand) in fits, evidence)
        return Answer(value, lambda: self.explain(value), draw.trial, draw.outcomes)

    def explain(self, value: Fraction) -> Explanation:
        known = [
            _unseen(self.total),
            plural(
                "{n} of them shows {cards}: that is the only out, the card that helps.",
                "{n} of them show {cards}: these are the outs, the cards that help.",
                self.outs,
                cards=either(self.of),
            ),
            plural("The other {n} card does not help.", "The other {n} cards do not help.", self.others),
        ]
        if self.given:
            known.append(
                plural(
                    "Somebody saw the drawn cards and says: at least {n} of them is an out. Which one, we do not know.",
                    "Somebody saw the drawn cards and says: at least {n} of them are outs. Which ones, we do not know.",
                    self.given,
                )
            )
        return Explanation(self.question, known, _model(), self.steps(value), value, mistakes=self.mistakes(value))

    def steps(self, value: Fraction) -> list[Step]:
        if value == 1:
            return [Step(_("It is certain: with these cards it cannot be otherwise."))]
        if value == 0:
            return [Step(_("It is impossible: with these cards it cannot come about."))]
        if self.given:
            return self.by_evidence()
        if self.n == 1:
            good = self.outs if self.fits == [1] else self.others
            ratio = result(Ratio(good, self.total))
            return [Step(_("{good} of {total} cards fit.", good=good, total=self.total), ratio)]
        if self.fits == [0]:
            return [Step(self.all_miss(), result(self.run(self.others)))]
        if self.fits == [self.n]:
            return [Step(self.all_hit(), result(self.run(self.outs)))]
        if self.fits == self.possible[1:] and self.possible[0] == 0:
            none = self.run(self.others)
            return [
                Step(
                    _("It is easier to ask first: how likely is it that no card helps? {how}", how=self.all_miss()),
                    result(none),
                ),
                Step(_("In all other cases at least 1 card helps."), result(1 - Num(none.value))),
            ]
        return self.by_counting()

    def run(self, good: int) -> Formula:
        """The chance that every draw takes one of the `good` cards."""
        return product_of([Ratio(good - i, self.total - i) for i in range(self.n)])

    def all_miss(self) -> Message:
        return _(
            "For the first draw {good} of {total} cards do not help. For each further draw there is one such card "
            "fewer, and one card fewer in all. Every draw must miss, so multiply.",
            good=self.others,
            total=self.total,
        )

    def all_hit(self) -> Message:
        return _(
            "For the first draw {good} of {total} cards help. For each further draw there is one such card "
            "fewer, and one card fewer in all. Every draw must hit, so multiply.",
            good=self.outs,
            total=self.total,
        )

    def hands(self, numbers: list[int]) -> Chain:
        """The number of hands with so many outs, as a worked formula."""
        terms = [_choose((self.outs, j), (self.others, self.n - j)) for j in numbers]
        return Chain(add(terms), sum(map(self.ways, numbers)))

    def by_counting(self) -> list[Step]:
        """Hands that fit, among all hands; or the others, when they are fewer cases."""
        others = [j for j in self.possible if j not in self.fits]
        around = len(others) < len(self.fits)
        counted = self.hands(others if around else self.fits)
        all_hands = comb(self.total, self.n)
        share = Ratio(counted.value, all_hands)
        words = {"numbers": either(others if around else self.fits), "outs": self.outs, "others": self.others}
        if around:
            which = _(
                "It is easier to count the hands that do not fit. They hold {numbers} outs: choose the outs from "
                "{outs} cards and the rest of the hand from the other {others}.",
                **words,
            )
            last = Step(_("Take the share of these hands away from 1."), result(1 - share))
        else:
            which = _(
                "Count the hands that fit. They hold {numbers} outs: choose the outs from {outs} cards and the rest of "
                "the hand from the other {others}.",
                **words,
            )
            last = Step(_("All hands are equally likely, so divide."), result(share))
        return [self.all_hands(), Step(which, counted), last]

    def all_hands(self) -> Step:
        return Step(
            _("So many hands of {n} cards are there, when their order does not matter.", n=self.n),
            Chain(Binomial(self.total, self.n), comb(self.total, self.n)),
        )

    def by_evidence(self) -> list[Step]:
        """Hands that fit, among the hands that agree with what is known."""
        known, fit = self.hands(self.known), self.hands(self.fits)
        choose = _(
            "What we know leaves only the hands with {numbers} outs. Choose the outs from {outs} cards and the rest of "
            "the hand from the other {others}.",
            numbers=either(self.known),
            outs=self.outs,
            others=self.others,
        )
        return [
            Step(choose, known),
            Step(_("Of these, the hands with {numbers} outs fit the question.", numbers=either(self.fits)), fit),
            Step(_("All hands that are left are equally likely, so divide."), result(Ratio(fit.value, known.value))),
        ]

    def mistakes(self, value: Fraction) -> list[Mistake]:
        if self.given:
            found = [self.evidence_ignored(), self.evidence_as_a_card()]
        else:
            found = [self.added(), self.put_back()] if self.n > 1 else []
        return [mistake for mistake in found if mistake and mistake.value != value]

    def added(self) -> Mistake | None:
        if self.fits != self.possible[1:] or self.possible[0] != 0:
            return None
        text = _(
            "Adding up the chance of one draw for every draw. That counts hands with two or more outs twice or more; "
            "with enough draws it would even give more than 1."
        )
        return Mistake(text, result(Num(self.n) * Ratio(self.outs, self.total)))

    def put_back(self) -> Mistake | None:
        hit, miss, n = Ratio(self.outs, self.total), Ratio(self.others, self.total), self.n
        text = _("Calculating as if every drawn card were put back and mixed in before the next draw. It is not.")
        if self.fits == [0]:
            wrong: Formula = Power(miss, n)
        elif self.fits == self.possible[1:] and self.possible[0] == 0:
            wrong = 1 - Power(miss, n)
        elif self.fits == [n]:
            wrong = Power(hit, n)
        else:
            wrong = add([_choose((n, j)) * _powers((hit, j), (miss, n - j)) for j in self.fits])
        return Mistake(text, result(wrong))

    def evidence_ignored(self) -> Mistake:
        text = _("Leaving out what we know: then all hands would count, also those that are ruled out.")
        return Mistake(text, result(Ratio(sum(map(self.ways, self.fits)), comb(self.total, self.n))))

    def evidence_as_a_card(self) -> Mistake | None:
        rest, known = self.n - self.given, self.given
        text = _(
            "Putting {known} out aside and treating the other {rest} drawn cards as an ordinary draw. But we were not "
            "told which card it is, and a hand with many outs passes the test more easily.",
            known=known,
            rest=rest,
        )
        terms = [_choose((self.outs - known, j - known), (self.others, self.n - j)) for j in self.fits]
        return Mistake(text, result(add(terms) / Binomial(self.total - known, rest))) if terms else None
