"""Several kinds of wanted cards in one hand: exactly so many of each, or at least so many."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from cardlib.answer import Answer
from cardlib.counting import EQUALLY_LIKELY, TAKEN_FROM_1, all_hands
from cardlib.explain import Derivation, mixed_and_kept_out, unseen
from cardlib.formula import Binomial, Formula, Num, Ratio, Sum, choose, multiply
from cardlib.hands import Cards, Draw, drawn, wanted
from cardlib.text import Error, Message, _, both, either, plural, whole

MANY_KINDS = 6  # with more of them, inclusion and exclusion has too many terms to be read


def exactly_each(cards: Cards, numbers: Mapping[Any, int], draws: int) -> Answer:
    """The chance of drawing exactly so many of each: `{5: 1, 12: 2}`, or groups of cards `{(1, 2): 1, "W": 0}`."""
    kinds = _Kinds(cards, numbers, draws)
    question = plural(
        "You draw {n} card. How likely is it that you get exactly {wanted}?",
        "You draw {n} cards. How likely is it that you get exactly {wanted}?",
        kinds.n, wanted=kinds.said(),
    )  # fmt: skip
    way = Derivation(question, kinds.known(), mixed_and_kept_out()).step(*all_hands(kinds.total, kinds.n))
    rest = kinds.n - sum(kinds.least)
    if rest < 0:
        way.step(_("So many wanted cards do not fit into the hand: it is impossible."), 0)
    else:
        text = _("Choose so many from each kind, and the rest of the hand from the other {n} cards.", n=kinds.others)
        fit = choose(*zip(kinds.sizes, kinds.least, strict=True), (kinds.others, rest))
        way.step(text, fit).step(EQUALLY_LIKELY, Ratio(fit.value, comb(kinds.total, kinds.n)))
    kinds.multiplied(way, exact=True)
    draw = kinds.draw(int.__eq__)
    return Answer.of(way, draw.trial, draw.outcomes)


def at_least_each(cards: Cards, numbers: Mapping[Any, int], draws: int) -> Answer:
    """The chance of drawing at least so many of each: `{5: 1, 12: 2}`, or groups of cards `{(1, "W"): 1, 2: 1}`."""
    kinds = _Kinds(cards, numbers, draws)
    fit = kinds.ways_at_least()

    def explain() -> Derivation:
        question = plural(
            "You draw {n} card. How likely is it that you get at least {wanted}?",
            "You draw {n} cards. How likely is it that you get at least {wanted}?",
            kinds.n, wanted=kinds.said(),
        )  # fmt: skip
        way = Derivation(question, kinds.known(), mixed_and_kept_out()).step(*all_hands(kinds.total, kinds.n))
        if set(kinds.least) == {1} and len(kinds.least) <= MANY_KINDS:
            kinds.by_exclusion(way)
        else:
            text = _(
                "Go through all numbers of each kind that are enough, and add up the hands: {fit} hands fit.", fit=fit
            )
            way.step(text).step(EQUALLY_LIKELY, Ratio(fit, comb(kinds.total, kinds.n)))
        kinds.multiplied(way, exact=False)
        return way

    draw = kinds.draw(int.__ge__)
    return Answer(Fraction(fit, comb(kinds.total, kinds.n)), explain, draw.trial, draw.outcomes)


class _Kinds:
    """Disjoint groups of wanted cards, with how many of each are wanted in a hand of n."""

    def __init__(self, cards: Cards, numbers: Mapping[Any, int], draws: int) -> None:
        self.counts, self.n = drawn(cards, draws)
        wishes = list(numbers.items()) if isinstance(numbers, Mapping) else []
        least = [whole(k) for _of, k in wishes]
        if not wishes or any(k is None or k < 0 for k in least):
            raise Error("Say for each card how many are wanted: 0, 1, 2, ...")
        self.groups, self.least = [wanted(cards, of) for of, _k in wishes], [k or 0 for k in least]
        named = [card for group in self.groups for card in group]
        twice = next((card for card in named if named.count(card) > 1), None)
        if twice is not None:
            raise Error("The card {card} is in two groups; the groups must not overlap.", card=twice)
        self.sizes = [sum(self.counts.get(card, 0) for card in group) for group in self.groups]
        self.total = sum(self.counts.values())
        self.others = self.total - sum(self.sizes)

    def ways_at_least(self) -> int:
        """In how many hands there are enough of every kind."""
        ways = [comb(self.others, j) for j in range(self.n + 1)]
        for size, least in zip(self.sizes, self.least, strict=True):
            ways = [sum(comb(size, k) * ways[j - k] for k in range(least, j + 1)) for j in range(self.n + 1)]
        return ways[self.n]

    def draw(self, fits: Callable[[int, int], bool]) -> Draw:
        """Drawing the hand: whether it holds numbers that fit the wanted ones."""
        groups, least = [frozenset(group) for group in self.groups], self.least

        def measure(hand: Sequence[Any]) -> bool:
            numbers = [sum(card in group for card in hand) for group in groups]
            return all(map(fits, numbers, least))

        return Draw(self.counts, self.n, measure)

    def said(self) -> Any:
        kinds = zip(self.least, self.groups, strict=True)
        return both(
            plural("{n} card showing {cards}", "{n} cards showing {cards}", k, cards=either(group))
            for k, group in kinds
        )

    def known(self) -> list[Message]:
        kinds = zip(self.sizes, self.groups, strict=True)
        lines = [
            plural("{n} of them shows {cards}.", "{n} of them show {cards}.", size, cards=either(group))
            for size, group in kinds
        ]
        others = plural("The other {n} card is something else.", "The other {n} cards are something else.", self.others)
        return [unseen(self.total), *lines, others]

    def by_exclusion(self, way: Derivation) -> None:
        """Inclusion and exclusion: hands without a group are taken away, hands without two groups were taken twice."""
        terms: list[Formula] = []
        signs: list[int] = []
        for k in range(1, len(self.sizes) + 1):
            for without in combinations(self.sizes, k):
                terms.append(Binomial(self.total - sum(without), self.n))
                signs.append(1 if k % 2 else -1)
        missing = Sum(terms, signs)
        text = _(
            "Count the hands in which something is missing. Add the hands without the first kind, without the second "
            "and so on. Hands in which two kinds are missing were counted twice, so take them away once (and so on)."
        )
        way.step(text, missing).step(TAKEN_FROM_1, 1 - Ratio(missing.value, comb(self.total, self.n)))

    def multiplied(self, way: Derivation, exact: bool) -> None:
        """The mistake of treating the kinds as independent of each other."""
        hands, chances = comb(self.total, self.n), []
        for size, k in zip(self.sizes, self.least, strict=True):
            numbers = [k] if exact else range(k, self.n + 1)
            fit = sum(comb(size, j) * comb(self.total - size, self.n - j) for j in numbers if j <= self.n)
            chances.append(Num(Fraction(fit, hands)))
        text = _("Multiplying the chances of the kinds. They are not independent: a place in the hand serves only one.")
        if len(chances) > 1:
            way.warn(text, multiply(chances))
