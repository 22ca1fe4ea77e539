"""How likely conditions on a hand are, and the laws of its measures: counted value after value, with the derivation.

It is decided for every value how many of its cards are in the hand, and at which of the places that are asked about;
every measure keeps what it must remember of that, its state. Cards that no measure tells apart are one kind. The
conditions and measures themselves are those of hand.py.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, factorial, perm
from typing import Any

from cardlib import hands
from cardlib.answer import Answer, Estimate, simulated
from cardlib.explain import Derivation, mixed_and_kept_out, unseen
from cardlib.formula import Binomial, Formula, Num, Ratio, Sum, add_up, choose, multiply
from cardlib.hand import Condition, Measure, Span, Step, joined
from cardlib.hands import Cards, Draw, check_work, drawn, in_order, numeric, wanted
from cardlib.pmf import Pmf, simulated_law
from cardlib.text import Error, Message, _, either, plural

EQUALLY_LIKELY = _("All hands are equally likely, so divide.")
TAKEN_FROM_1 = _("Take the share of these hands away from 1.")
VALUE_AFTER_VALUE = _("Go through the values one after the other: for each, decide how many of its cards are drawn.")
STEPS = 1_500_000  # of counting; a second or two
MANY_CASES = 2_000  # more cases are not written as a sum
# by how many cards are held and which places are filled: the states of the measures, in how many ways
States = dict[tuple[int, frozenset[int]], dict[tuple[Any, ...], int]]
MANY_KINDS = 6  # more groups are not listed; and inclusion and exclusion would have too many terms to be read


def all_hands(total: int, n: int, ordered: bool = False) -> tuple[Message, Formula]:
    """A step: how many hands there are, or orders of cards."""
    if ordered:
        text = _("For the first place there are {n} cards, for each further one 1 card fewer: multiply.", n=total)
        return text, multiply([total - i for i in range(n)])
    text = _(
        "Choose {n} of {total} cards, in any order: so many hands are there, all equally likely.", n=n, total=total
    )
    return text, Binomial(total, n)


def checked(cards: Cards, draws: Any, measures: Iterable[Measure]) -> tuple[dict[Any, int], int]:
    """The cards as a dict and the number of draws, after checking that the measures can be asked of them."""
    counts, n = drawn(cards, draws)
    for measure in measures:
        for card in measure.named:
            wanted(cards, [card])
        if measure.numbers:
            numeric(counts)
        if max(measure.places, default=0) > n:
            raise Error("There is no place {i} among {n} drawn cards.", i=max(measure.places), n=n)
    return counts, n


def kinds(counts: Mapping[Any, int], measures: Sequence[Measure]) -> dict[tuple[Hashable, ...], int]:
    """How many cards there are of each kind: cards that no measure tells apart, the lowest first."""
    found: dict[tuple[Hashable, ...], int] = {}
    for card in sorted(counts, key=in_order):
        kind = tuple(measure.key(card) for measure in measures)
        found[kind] = found.get(kind, 0) + counts[card]
    return found


def count_ways(
    counts: Mapping[Any, int], n: int, measures: Sequence[Measure], spans: Sequence[Span] = ()
) -> dict[tuple[Any, ...], int]:
    """In how many ways the measures come to which values; the hands are told apart by the cards at named places.

    `spans`: conditions on some of these measures, of which no more is asked than whether they hold; as soon as that is
    settled, it is all that is remembered of their measures.
    """
    named = sorted({place for measure in measures for place in measure.places})
    sets = [frozenset(some) for k in range(len(named) + 1) for some in combinations(named, k)]
    left, steps = sum(counts.values()), 0
    check_work(n * hands.choosing(left, n), estimable=True)
    every = kinds(counts, measures)
    last = {span: max((i for i, kind in enumerate(every) if any(key is not False for key in kind[span[1] : span[2]])),
                      default=-1) for span in spans}  # fmt: skip
    states: States = {(0, frozenset()): {tuple(measure.start for measure in measures): 1}}
    for index, (kind, number) in enumerate(every.items()):
        left -= number
        asked = [i for i, key in enumerate(kind) if key is not False]
        moves = [
            (k, at, comb(number, k) * perm(k, len(at)))
            for k in range(1, min(number, n) + 1) for at in sets if len(at) <= k
        ]  # fmt: skip
        new: States = {at_all: dict(found) for at_all, found in states.items() if at_all[0] + left >= n}
        for (held, filled), found in states.items():
            steps += len(found) * (1 + len(moves))
            check_work(steps, STEPS, estimable=True)
            for k, at, ways_at in moves:
                others = held + k - len(filled | at)  # cards at places that nobody asked about
                if not (n - left <= held + k <= n and filled.isdisjoint(at) and others <= n - len(named)):
                    continue
                step, after = Step(k, at, held, n), new.setdefault((held + k, filled | at), {})
                for values, ways in found.items():
                    added = list(values)
                    for i in asked:
                        added[i] = measures[i].add(values[i], kind[i], step)
                    state = tuple(added)
                    after[state] = after.get(state, 0) + ways * ways_at
        states = _settled(new, measures, [span for span in spans if last[span] == index])
    result: Counter[tuple[Any, ...]] = Counter()
    for found in states.values():
        for values, ways in found.items():
            result[tuple(measure.value(value) for measure, value in zip(measures, values, strict=True))] += ways
    return dict(result)


def _settled(states: States, measures: Sequence[Measure], spans: Sequence[Span]) -> States:
    """The states again, where those are one that differ in nothing but how these conditions came to hold or not."""
    examples: dict[Any, list[Any]] = {}
    for at_all, found in states.items() if spans else ():
        after: dict[tuple[Any, ...], int] = {}
        for values, ways in found.items():
            kept = list(values)
            for holds, a, b in spans:
                truth = holds([measure.value(value) for measure, value in zip(measures[a:b], kept[a:b], strict=True)])
                kept[a:b] = examples.setdefault((a, truth), kept[a:b])
            after[tuple(kept)] = after.get(tuple(kept), 0) + ways
        states[at_all] = after
    return states


# --- questions --------------------------------------------------------------------------------------------------------
class Question:
    """The chance that the hand is as asked; counts the hands that agree with what is known, and those that fit too."""

    def __init__(self, cards: Cards, asked: Condition, given: Condition | None, draws: Any) -> None:
        self.asked, self.given = asked, given
        self.measures = [*asked.measures, *(given.measures if given is not None else [])]
        self.counts, self.n = checked(cards, draws, self.measures)
        self.total, self.places = sum(self.counts.values()), {p for one in self.measures for p in one.places}
        self.draw = Draw(self.counts, self.n, asked, given, ordered=bool(self.places))

    @cached_property
    def ways(self) -> tuple[int, int]:
        """How many hands (orders, if places are asked about) agree with what is known, and how many of them fit."""
        asked = len(self.asked.measures)
        evidence = [] if self.given is None else [(self.given.holds, asked, len(self.measures))]
        found = count_ways(self.counts, self.n, self.measures, [*self.asked.spans, *evidence])
        others = factorial(self.n - len(self.places)) if self.places else 1  # cards at other places have an order too
        known = sum(ways for values, ways in found.items() if self.is_known(values))
        fit = sum(ways for values, ways in found.items() if self.fits(values))
        if not known:
            raise Error("That cannot happen, so nothing can be said given that it did.")
        return known * others, fit * others

    def is_known(self, values: Sequence[Any]) -> bool:
        """Whether the values of the measures agree with what is known."""
        return self.given is None or self.given.holds(values[len(self.asked.measures) :])

    def fits(self, values: Sequence[Any]) -> bool:
        """Whether they do, and are as asked."""
        return self.is_known(values) and self.asked.holds(values[: len(self.asked.measures)])

    @property
    def chance(self) -> Fraction:
        """The exact chance."""
        known, fit = self.ways
        return Fraction(fit, known)

    def answer(self) -> Answer:
        """The Answer."""
        return Answer(self.chance, self.explain, self.draw.trial, self.draw.outcomes)

    # the derivation

    def explain(self) -> Derivation:
        """The worked derivation."""
        way = Derivation(self.question(), self.facts(), mixed_and_kept_out())
        if self.chance in (0, 1):
            certain = _("It is certain: with these cards it cannot be otherwise.")
            impossible = _("It is impossible: with these cards it cannot come about.")
            way.step(certain if self.chance else impossible, self.chance)
        else:
            self.steps(way)
        self.mistakes(way)
        return way

    def question(self) -> Message:
        """What is asked."""
        return plural(
            "You draw {n} card. How likely is this: {what}?", "You draw {n} cards. How likely is this: {what}?",
            self.n, what=self.asked.said,
        )  # fmt: skip

    def facts(self) -> list[Message]:
        """The unseen cards, how many there are of each group, and what is known of the hand."""
        said = groups(self.counts, self.measures)
        if self.given is not None:
            said.append(_("We know this of the hand: {what}.", what=self.given.said))
        return [unseen(self.total), *said]

    def steps(self, way: Derivation) -> None:
        """Counting hands: those that fit, or where they are fewer cases those that do not, among those that can be."""
        known, fit = self.ways
        if self.given is not None:
            self.count(way, _("Count the hands that agree with what we know."), self.is_known, known)
            self.count(way, _("Of these, count the hands that fit the question."), self.fits, fit)
            way.step(_("All hands that are left are equally likely, so divide."), Ratio(fit, known))
            return
        way.step(*all_hands(self.total, self.n, bool(self.places)))
        if self.all_wanted():
            self.by_exclusion(way)
        elif len(self.cases(lambda values: not self.fits(values))) < len(self.cases(self.fits)):
            text = _("It is easier to count the hands that do not fit.")
            self.count(way, text, lambda values: not self.fits(values), known - fit)
            way.step(TAKEN_FROM_1, 1 - Ratio(known - fit, known))
        else:
            self.count(way, _("Count the hands that fit."), self.fits, fit)
            way.step(EQUALLY_LIKELY, Ratio(fit, known))

    @cached_property
    def kinds(self) -> dict[tuple[Any, ...], int]:
        """How many cards there are of each kind, those that nobody asked about last."""
        return dict(sorted(kinds(self.counts, self.measures).items(), key=lambda item: not any(item[0])))

    def cases(self, fits: Callable[[Sequence[Any]], bool]) -> list[Counter[Any]]:
        """The hands that fit, told apart by how many cards of each kind they hold; none where they are too many."""
        if any(one.unit != "cards" for one in self.measures) or hands.hand_count(self.kinds, self.n) > MANY_CASES:
            return []
        every = [Counter(hand) for _ways, hand in hands.hands_by_value(self.kinds, self.n)]
        return [
            hand for hand in every
            if fits([sum(k * kind[i] for kind, k in hand.items()) for i in range(len(self.measures))])
        ]  # fmt: skip

    def count(self, way: Derivation, text: Message, fits: Callable[[Sequence[Any]], bool], ways: int) -> None:
        """A step: counting hands case by case, or value after value where there are too many cases."""
        cases = self.cases(fits)
        found = add_up([choose(*((self.kinds[kind], hand[kind]) for kind in self.kinds)) for hand in cases])
        how = self.how(cases) if cases else VALUE_AFTER_VALUE
        way.step(_("{count} {how}", count=text, how=how), found if cases else ways)

    def how(self, cases: list[Counter[Any]]) -> Message:
        """How hands are counted case by case, in words."""
        return plural(
            "They are all alike in how many cards they hold of each group: choose these, and multiply.",
            "There are {n} cases, by how many cards they hold of each group: choose these, multiply, and add up.",
            len(cases),
        )

    def all_wanted(self) -> bool:
        """Whether the question is whether at least one card of each group is there."""
        parts = self.asked.parts if self.asked.sign == "&" else ()
        ones = [(one.sign, one.x, one.measures[0].unit) == ("≥", 1, "cards") for one in parts]
        return 0 < len(ones) <= MANY_KINDS and all(ones)

    def by_exclusion(self, way: Derivation) -> None:
        """Inclusion and exclusion: hands without a group are taken away, hands without two groups were taken twice."""
        terms: list[Formula] = []
        signs: list[int] = []
        for k in range(1, len(self.measures) + 1):
            for without in combinations(self.measures, k):
                gone = {card for measure in without for card in measure.named}
                terms.append(Binomial(sum(m for card, m in self.counts.items() if card not in gone), self.n))
                signs.append(1 if k % 2 else -1)
        missing = Sum(terms, signs)
        text = _(
            "Count the hands in which something is missing. Add the hands without the first kind, without the second "
            "and so on. Hands in which two kinds are missing were counted twice, so take them away once (and so on)."
        )
        way.step(text, missing).step(TAKEN_FROM_1, 1 - Ratio(missing.value, comb(self.total, self.n)))

    def mistakes(self, way: Derivation) -> None:
        """Treating the parts of the question as if they had nothing to do with each other."""
        parts = self.asked.parts
        if self.given is not None or not 1 < len(parts) <= MANY_KINDS:
            return
        chances = [Num(Question(self.counts, part, None, self.n).chance) for part in parts]
        if self.asked.sign == "&":
            text = _("Multiplying the chances of the parts. They are not independent: a card serves only once.")
            way.warn(text, multiply(chances))
        else:
            text = _("Adding up the chances of the parts. That counts hands with several of them more than once.")
            way.warn(text, add_up(chances))


def groups(counts: Mapping[Any, int], measures: Iterable[Measure]) -> list[Message]:
    """How many cards there are of each group that is asked about, unless there are too many groups."""
    sizes = {one.named: sum(counts.get(card, 0) for card in set(one.named)) for one in measures if one.named}
    said = [
        plural("{n} of them shows {cards}.", "{n} of them show {cards}.", size, cards=either(group))
        for group, size in sizes.items()
    ]
    return said if len(sizes) <= MANY_KINDS else []


def chance(
    cards: Cards, *conditions: Condition, draws: int, given: Condition | None = None,
    exact: bool = True, n: int = 10_000, seed: int = 1,
) -> Answer | Estimate:  # fmt: skip
    """The chance that all the conditions hold of a hand of `draws` cards; `given`: what is known of that hand.

    exact: False gives an Estimate from n hands drawn with `seed`, for what is too much to count (TooManyOutcomes).
    """
    known = None if given is None else joined([given], "&")
    question = Question(cards, joined(conditions, "&"), known, draws)
    return question.answer() if exact else simulated(question.draw.trial, n, seed, 0.95, "probability")


def law(cards: Cards, measure: Measure, draws: int, exact: bool = True, n: int = 10_000, seed: int = 1) -> Pmf:
    """The law of a measure of a hand of `draws` cards; exact=False gives a Simulated one from n hands with `seed`."""
    if not isinstance(measure, Measure):
        raise Error("A law is that of a measure of the hand, such as hand.count(5).")
    counts, size = checked(cards, draws, [measure])
    total, ordered = sum(counts.values()), bool(measure.places)
    draw = Draw(counts, size, measure.read, ordered=ordered)
    if not exact:
        return simulated_law(draw.trial, n, seed, measure.unit)
    weights = {values[0]: ways for values, ways in count_ways(counts, size, [measure]).items()}

    def explain() -> Derivation:
        all_ways, likely = sum(weights.values()), max(weights, key=weights.__getitem__)
        numbers = all(isinstance(x, int | Fraction) for x in weights)
        asked = plural(
            "You draw {n} card. How likely is each number x: {what}?",
            "You draw {n} cards. How likely is each number x: {what}?",
            size, what=measure.said("x"),
        )  # fmt: skip
        known = [unseen(total), *groups(counts, [measure])]
        way = Derivation(measure.asked(size) if measure.asked else asked, known, mixed_and_kept_out())
        way.unit = measure.unit if numbers else None
        way.step(*all_hands(total, size, ordered))
        example = Question(counts, measure.compared("=", likely), None, size)
        text = _("Count the hands for every number, here for the most likely one: {what}.", what=measure.said(likely))
        cases = example.cases(example.fits)
        how = _("{count} {how}", count=text, how=example.how(cases) if cases else VALUE_AFTER_VALUE)
        fit = choose(*((example.kinds[kind], cases[0][kind]) for kind in example.kinds)) if len(cases) == 1 else None
        way.note(how, Ratio(fit or weights[likely], Binomial(total, size) if fit else all_ways))
        if measure.mean:
            for said, formula in measure.mean(counts, size):
                way.step(said, formula)
        elif numbers:
            terms = [Num(x) * Num(Fraction(ways, all_ways)) for x, ways in sorted(weights.items())]
            way.step(_("For the mean, multiply every value by its chance and add up."), add_up(terms))
        return way

    return Pmf(weights, explain, draw.trial, draw.outcomes, measure.unit)
