"""Questions about drawing cards without replacement, each answered exactly with its derivation.

The words: the *unseen* cards are well mixed, so every order of them is equally likely; the *outs* are the unseen
cards that help; a *hand* is a set of drawn cards whose order does not matter. Cards come as value -> count (a Deck,
a dict). Every function here is also a method of Deck. A single number is an Answer, a distribution is a Pmf.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, islice, pairwise
from math import comb, prod
from typing import Any

from cardlib.answer import ENUMERATION_LIMIT, Answer, TooManyOutcomes
from cardlib.explain import Explanation, Mistake, Step, shown
from cardlib.formula import Binomial, Chain, Formula, Name, Num, Power, Ratio, Sum, add_up, multiply, result
from cardlib.hands import (
    Cards,
    Draw,
    check_work,
    choosing,
    counted,
    effort,
    hand_count,
    hands_by_value,
    mean,
    numeric,
    sums_of_hands,
    var,
    wanted,
)
from cardlib.pmf import Pmf
from cardlib.text import Error, Message, _, both, either, plural

EFFORT = 3_000_000_000  # bytes moved in adding up sums; about a second

# --- what every derivation shares -----------------------------------------------------------------------------------


def unseen(total: int) -> Message:
    """How many cards are unseen, in words."""
    return plural("{n} card is unseen.", "{n} cards are unseen.", total)


def choose(*choices: tuple[int, int]) -> Formula:
    """The ways to take k of n, for every pair (n, k), multiplied; choices of nothing are left out."""
    return multiply([Binomial(n, k) for n, k in choices if k] or [1])


def _powers(*powers: tuple[Formula, int]) -> Formula:
    """The powers multiplied, without needless exponents."""
    return multiply([Power(base, k) if k > 1 else base for base, k in powers if k] or [1])


def mixed_and_kept_out() -> list[Message]:
    """What every answer here assumes, in words: well mixed cards, drawn without replacement."""
    return [
        _("The unseen cards are well mixed: each of them is equally likely to come next."),
        _("A drawn card is not put back, so every draw changes what is left for the next one."),
    ]


def times(k: int, x: Formula) -> Formula:
    """k times x, or just x."""
    return x if k == 1 else k * x


def _all_hands(total: int, n: int) -> Step:
    ways = comb(total, n)
    text = _(
        "Choose {n} of {total} cards, in any order: so many hands are there, all equally likely.", n=n, total=total
    )
    return Step(text, Chain(Binomial(total, n), ways))


def law_explained(
    question: Message,
    known: list[Message],
    steps: list[Step],
    average: Fraction | None,
    unit: str = "",
    mistakes: Sequence[Mistake] = (),
) -> Explanation:
    """The derivation of a distribution, whose mean is `average`."""
    kept = [mistake for mistake in mistakes if mistake.value != average]
    return Explanation(question, known, mixed_and_kept_out(), steps, average, unit, kept)


def points_unseen(counts: Mapping[Any, int]) -> list[Message]:
    """How many cards are unseen, and their mean and variance, in words."""
    if not counts:
        return [unseen(0)]
    text = _(
        "Their mean is {mean} points, the variance of one card is {var}.",
        mean=shown(mean(counts)),
        var=shown(var(counts)),
    )
    return [unseen(sum(counts.values())), text]


# --- how many of the drawn cards are wanted ones --------------------------------------------------------------------


def at_least(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that at least k of `draws` drawn cards are of the wanted ones: one card or several.

    `given`: it is already known that at least that many of the drawn (still hidden) cards are wanted ones.
    """
    question = plural(
        "How likely is it that at least {n} of them shows {cards}?",
        "How likely is it that at least {n} of them show {cards}?",
        _whole(k),
        cards=either(wanted(counted(cards, draws), of)),
    )
    return _HowMany(cards, of, draws, range(k, draws + 1), given).answer(question)


def at_most(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that at most k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    question = plural(
        "How likely is it that at most {n} of them shows {cards}?",
        "How likely is it that at most {n} of them show {cards}?",
        _whole(k),
        cards=either(wanted(counted(cards, draws), of)),
    )
    return _HowMany(cards, of, draws, range(0, k + 1), given).answer(question)


def exactly(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that exactly k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    question = plural(
        "How likely is it that exactly {n} of them shows {cards}?",
        "How likely is it that exactly {n} of them show {cards}?",
        _whole(k),
        cards=either(wanted(counted(cards, draws), of)),
    )
    return _HowMany(cards, of, draws, range(k, k + 1), given).answer(question)


def _whole(k: Any) -> int:
    """A number of wanted cards, checked."""
    if type(k) is not int or k < 0:
        raise Error("The number of wanted cards is 0, 1, 2, ...")
    return k


class _HowMany:
    """A question about the number of outs among n drawn cards: is it one of `fits`?"""

    def __init__(self, cards: Cards, of: Any, n: int, fits: range, given: int) -> None:
        self.counts, self.n, self.given = counted(cards, n), n, _whole(given)
        self.of = wanted(self.counts, of)
        self.total = sum(self.counts.values())
        self.outs = sum(self.counts.get(card, 0) for card in self.of)
        self.others = self.total - self.outs
        check_work(n * choosing(self.total, n))
        self.possible = [j for j in range(n + 1) if self.ways(j)]
        self.known = [j for j in self.possible if j >= given]
        self.asked = [j for j in range(n + 1) if j in fits]
        self.fits = [j for j in self.asked if j in self.known]
        if not self.known:
            raise Error("At least {k} wanted cards among {n} drawn ones: that cannot be here.", k=given, n=n)

    def ways(self, j: int) -> int:
        """In how many hands j cards are outs."""
        return comb(self.outs, j) * comb(self.others, self.n - j)

    def answer(self, question: Message) -> Answer:
        value = Fraction(sum(map(self.ways, self.fits)), sum(map(self.ways, self.known)))
        outs, fits, given = frozenset(self.of), frozenset(self.fits), self.given

        def hits(hand: Sequence[Any]) -> int:
            return sum(card in outs for card in hand)

        evidence = (lambda hand: hits(hand) >= given) if given else None
        draw = Draw(self.counts, self.n, lambda hand: hits(hand) in fits, evidence)
        return Answer(value, lambda: self.explain(question, value), draw.trial, draw.outcomes)

    def explain(self, question: Message, value: Fraction) -> Explanation:
        if self.n == 1 and self.asked == [1]:
            question = _("You draw 1 card. How likely is it that it shows {cards}?", cards=either(self.of))
        else:
            drawn = plural("You draw {n} card.", "You draw {n} cards.", self.n)
            if self.given:
                drawn = plural("{n} card lies face down.", "{n} cards lie face down.", self.n)
            question = _("{drawn} {question}", drawn=drawn, question=question)
        mistakes, model = self.mistakes(value), mixed_and_kept_out()
        return Explanation(question, self.facts(), model, self.steps(value), value, mistakes=mistakes)

    def facts(self) -> list[Message]:
        known = [
            unseen(self.total),
            plural(
                "{n} of them shows {cards}: that is the only out, the card that helps.",
                "{n} of them show {cards}: these are the outs, the cards that help.",
                self.outs,
                cards=either(self.of),
            )
            if self.outs
            else _("None of them shows {cards}: there is no card that helps.", cards=either(self.of)),
            plural("The other {n} card does not help.", "The other {n} cards do not help.", self.others),
        ]
        if self.given:
            known.append(
                plural(
                    "Somebody looked at the face-down cards: at least {n} of them is an out. Which one, we do not "
                    "know.",
                    "Somebody looked at the face-down cards: at least {n} of them are outs. Which ones, we do not "
                    "know.",
                    self.given,
                )
            )
        return known

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
        return multiply([Ratio(good - i, self.total - i) for i in range(self.n)])

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
        terms = [choose((self.outs, j), (self.others, self.n - j)) for j in numbers]
        return Chain(add_up(terms), sum(map(self.ways, numbers)))

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
                "It is easier to count the hands that do not fit. They hold {numbers} of the outs: choose the "
                "outs from all {outs}, and the rest of the hand from the other {others}.",
                **words,
            )
            last = Step(_("Take the share of these hands away from 1."), result(1 - share))
        else:
            which = _(
                "Count the hands that fit. They hold {numbers} of the outs: choose the outs from all {outs}, and "
                "the rest of the hand from the other {others}.",
                **words,
            )
            last = Step(_("All hands are equally likely, so divide."), result(share))
        return [_all_hands(self.total, self.n), Step(which, counted), last]

    def by_evidence(self) -> list[Step]:
        """Hands that fit, among the hands that agree with what is known."""
        known, fit = self.hands(self.known), self.hands(self.fits)
        text = _(
            "What we know leaves only the hands with {numbers} of the outs. Choose the outs from all {outs}, and the "
            "rest of the hand from the other {others}.",
            numbers=either(self.known),
            outs=self.outs,
            others=self.others,
        )
        return [
            Step(text, known),
            Step(_("Of these, the hands with {numbers} of the outs fit the question.", numbers=either(self.fits)), fit),
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
        if not self.asked:
            return None
        if self.asked == [0]:
            wrong: Formula = Power(miss, n)
        elif self.asked == list(range(1, n + 1)):
            wrong = 1 - Power(miss, n)
        elif self.asked == [n]:
            wrong = Power(hit, n)
        else:
            wrong = add_up([choose((n, j)) * _powers((hit, j), (miss, n - j)) for j in self.asked])
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
        terms = [choose((self.outs - known, j - known), (self.others, self.n - j)) for j in self.fits]
        return Mistake(text, result(add_up(terms) / Binomial(self.total - known, rest))) if terms else None


# --- several kinds of wanted cards at once --------------------------------------------------------------------------


def exactly_each(cards: Cards, numbers: Mapping[Any, int], draws: int) -> Answer:
    """The chance of drawing exactly so many of each: `{5: 1, 12: 2}`, or groups of cards `{(1, 2): 1, "W": 0}`."""
    groups = _Groups(cards, numbers, draws)
    all_hands = comb(groups.total, draws)
    fit = groups.ways(groups.least)
    value = Fraction(fit, all_hands)

    def explain() -> Explanation:
        rest = draws - sum(groups.least)
        choices = [*zip(groups.sizes, groups.least, strict=True), (groups.others, rest)]
        steps = [_all_hands(groups.total, draws)]
        if rest < 0:
            steps.append(Step(_("So many wanted cards do not fit into the hand: it is impossible."), Num(0)))
        else:
            text = _(
                "Choose so many from each kind, and the rest of the hand from the other {n} cards.", n=groups.others
            )
            steps.append(Step(text, Chain(choose(*choices), fit)))
        steps.append(Step(_("All hands are equally likely, so divide."), result(Ratio(fit, all_hands))))
        question = plural(
            "You draw {n} card. How likely is it that you get exactly {wanted}?",
            "You draw {n} cards. How likely is it that you get exactly {wanted}?",
            draws,
            wanted=groups.said(),
        )
        return Explanation(
            question, groups.known(), mixed_and_kept_out(), steps, value, mistakes=groups.multiplied(value, exact=True)
        )

    return Answer(value, explain, groups.draw(int.__eq__).trial, groups.draw(int.__eq__).outcomes)


def at_least_each(cards: Cards, numbers: Mapping[Any, int], draws: int) -> Answer:
    """The chance of drawing at least so many of each: `{5: 1, 12: 2}`, or groups of cards `{(1, "W"): 1, 2: 1}`."""
    groups = _Groups(cards, numbers, draws)
    all_hands = comb(groups.total, draws)
    fit = groups.ways_at_least()
    value = Fraction(fit, all_hands)

    def explain() -> Explanation:
        question = plural(
            "You draw {n} card. How likely is it that you get at least {wanted}?",
            "You draw {n} cards. How likely is it that you get at least {wanted}?",
            draws,
            wanted=groups.said(),
        )
        steps = groups.by_exclusion() if set(groups.least) == {1} else groups.by_cases(fit)
        mistakes = groups.multiplied(value, exact=False)
        return Explanation(question, groups.known(), mixed_and_kept_out(), steps, value, mistakes=mistakes)

    return Answer(value, explain, groups.draw(int.__ge__).trial, groups.draw(int.__ge__).outcomes)


class _Groups:
    """Disjoint groups of wanted cards, with how many of each are wanted in a hand of n."""

    def __init__(self, cards: Cards, numbers: Mapping[Any, int], n: int) -> None:
        self.counts, self.n = counted(cards, n), n
        self.groups = [wanted(self.counts, of) for of in numbers] if isinstance(numbers, Mapping) else []
        self.least = [numbers[of] for of in numbers] if self.groups else []
        named = [card for group in self.groups for card in group]
        twice = next((card for card in named if named.count(card) > 1), None)
        if twice is not None:
            raise Error("The card {card} is in two groups; the groups must not overlap.", card=twice)
        if not self.groups or any(type(k) is not int or k < 0 for k in self.least):
            raise Error("Say for each card how many are wanted: 0, 1, 2, ...")
        self.sizes = [sum(self.counts.get(card, 0) for card in group) for group in self.groups]
        self.total = sum(self.counts.values())
        self.others = self.total - sum(self.sizes)

    def ways(self, numbers: Sequence[int]) -> int:
        """In how many hands the groups come up exactly so often."""
        rest = self.n - sum(numbers)
        return prod(map(comb, self.sizes, numbers)) * comb(self.others, rest) if rest >= 0 else 0

    def ways_at_least(self) -> int:
        ways = [comb(self.others, j) for j in range(self.n + 1)]
        for size, least in zip(self.sizes, self.least, strict=True):
            ways = [sum(comb(size, k) * ways[j - k] for k in range(least, j + 1)) for j in range(self.n + 1)]
        return ways[self.n]

    def draw(self, fits: Callable[[int, int], bool]) -> Draw:
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
        return [
            unseen(self.total),
            *lines,
            plural("The other {n} card is something else.", "The other {n} cards are something else.", self.others),
        ]

    def by_exclusion(self) -> list[Step]:
        """Inclusion and exclusion: hands without a group are taken away, hands without two groups were taken twice."""
        all_hands, terms, signs = Binomial(self.total, self.n), [], []
        for k in range(1, len(self.sizes) + 1):
            for without in combinations(self.sizes, k):
                terms.append(Binomial(self.total - sum(without), self.n))
                signs.append(1 if k % 2 else -1)
        missing = Sum(terms, signs)
        steps = [_all_hands(self.total, self.n)]
        text = _(
            "Count the hands in which something is missing. Add the hands without the first kind, without the second "
            "and so on. Hands in which two kinds are missing were counted twice, so take them away once (and so on)."
        )
        steps.append(Step(text, Chain(missing, missing.value)))
        share = 1 - Ratio(missing.value, all_hands.value)
        return [*steps, Step(_("Take the share of these hands away from 1."), result(share))]

    def by_cases(self, fit: int) -> list[Step]:
        text = _("Go through all numbers of each kind that are enough, and add up the hands: {fit} hands fit.", fit=fit)
        share = result(Ratio(fit, comb(self.total, self.n)))
        last = Step(_("All hands are equally likely, so divide."), share)
        return [_all_hands(self.total, self.n), Step(text), last]

    def multiplied(self, value: Fraction, exact: bool) -> list[Mistake]:
        """The mistake of treating the kinds as independent of each other."""
        hands, chances = comb(self.total, self.n), []
        for size, k in zip(self.sizes, self.least, strict=True):
            numbers = [k] if exact else range(k, self.n + 1)
            fit = sum(comb(size, j) * comb(self.total - size, self.n - j) for j in numbers if j <= self.n)
            chances.append(Fraction(fit, hands))
        wrong = result(multiply([Num(chance) for chance in chances]))
        text = _("Multiplying the chances of the kinds. They are not independent: a place in the hand serves only one.")
        return [Mistake(text, wrong)] if len(chances) > 1 and wrong.value != value else []


# --- what lies under the other cards: evidence ----------------------------------------------------------------------


def next_is(cards: Cards, of: Any, hidden: int = 0, given: int = 0) -> Answer:
    """The chance that the next card is a wanted one, when `hidden` cards were dealt face down before it.

    `given`: it is known that at least that many of the hidden cards are wanted ones.
    """
    counted(cards, hidden)
    counts = counted(cards, hidden + 1)
    how_many = _HowMany(counts, of, hidden, range(_whole(given), hidden + 1), given)
    total, outs = how_many.total, how_many.outs
    left = total - hidden
    hands = [(how_many.ways(j), j) for j in how_many.known]
    all_hands = sum(ways for ways, _j in hands)
    value = Fraction(sum(ways * (outs - j) for ways, j in hands), all_hands * left)
    helps = frozenset(how_many.of)

    def explain() -> Explanation:
        question = _("How likely is it that the next card shows {cards}?", cards=either(how_many.of))
        known = how_many.facts()
        if hidden:
            known.insert(0, plural("{n} card lies face down.", "{n} cards lie face down.", hidden))
        terms = [Num(Fraction(ways, all_hands)) * Ratio(outs - j, left) for ways, j in hands]
        if not given:
            text = _("Hidden cards tell us nothing: the next card is just one of the {total} unseen ones.", total=total)
            steps = [Step(text, result(Ratio(outs, total)))]
        else:
            text = _(
                "The hidden cards may hold {numbers} of the outs. Weigh each case by its chance, given what we know, "
                "and by the share of outs among the {left} cards that are left for the pile.",
                numbers=either(how_many.known),
                left=left,
            )
            steps = [Step(text, result(add_up(terms)))]
        mistakes = (
            [Mistake(_("Leaving out what we know about the hidden cards."), result(Ratio(outs, total)))]
            if given
            else []
        )
        return Explanation(
            question, known, mixed_and_kept_out(), steps, value, mistakes=[m for m in mistakes if m.value != value]
        )

    def known(hand: Sequence[Any]) -> bool:
        return sum(card in helps for card in hand[:hidden]) >= given

    draw = Draw(counts, hidden + 1, lambda hand: hand[-1] in helps, known if given else None, ordered=True)
    return Answer(value, explain, draw.trial, draw.outcomes)


def hand(cards: Cards, draws: int) -> Pmf:
    """The law of the whole hand: every hand (a tuple of cards, in the order of the deck) with its probability.

    Made for evidence: `deck.hand(3).given(lambda hand: 12 in hand).map(sum)`. Raises TooManyOutcomes (a ValueError)
    when there are too many hands.
    """
    counts = counted(cards, draws)
    size = hand_count(counts, draws)
    if size > ENUMERATION_LIMIT:
        raise TooManyOutcomes("There are {n} different hands, too many to list them all.", n=size)
    places = {card: place for place, card in enumerate(counts)}
    draw = Draw(counts, draws, lambda hand: tuple(sorted(hand, key=places.__getitem__)))
    weights = {hand: ways for ways, hand in hands_by_value(counts, draws)}

    def explain() -> Explanation:
        likely = max(weights, key=weights.__getitem__)
        numbers = [(counts[card], likely.count(card)) for card in dict.fromkeys(likely)]
        example = _(
            "For a hand, multiply the ways to choose each of its values, as here for {hand}.", hand=both(likely)
        )
        share = result(choose(*numbers) / Binomial(sum(counts.values()), draws))
        question = plural("You draw {n} card. Which?", "You draw {n} cards. Which hand do you hold?", draws)
        size = sum(counts.values())
        return law_explained(question, [unseen(size)], [_all_hands(size, draws), Step(example, share)], None)

    return Pmf(weights, explain, draw.trial, draw.outcomes)


# --- laws of a hand: how many, the sum, the ranks, how many different -----------------------------------------------


def number_of(cards: Cards, of: Any, draws: int) -> Pmf:
    """The law of the number of wanted cards among the drawn ones (hypergeometric), in cards."""
    how_many = _HowMany(cards, of, draws, range(draws + 1), 0)
    counts, total, outs = how_many.counts, how_many.total, how_many.outs
    helps = frozenset(how_many.of)
    draw = Draw(counts, draws, lambda hand: sum(card in helps for card in hand))
    average = Fraction(draws * outs, max(1, total))

    def explain() -> Explanation:
        middle = how_many.possible[len(how_many.possible) // 2]
        share = choose((outs, middle), (how_many.others, draws - middle)) / Binomial(total, draws)
        text = _("Choose the outs and the other cards, and divide by all hands; here for {j} outs.", j=middle)
        mean_text = _("On average every draw brings the share of outs in the deck, put back or not.")
        steps = [Step(text, result(share)), Step(mean_text, result(Num(draws) * Ratio(outs, max(1, total))))]
        question = plural(
            "You draw {n} card. How many cards show {cards}?",
            "You draw {n} cards. How many of them show {cards}?",
            draws,
            cards=either(how_many.of),
        )
        return law_explained(question, how_many.facts(), steps, average, "cards")

    return Pmf({j: how_many.ways(j) for j in how_many.possible}, explain, draw.trial, draw.outcomes, "cards")


def sum_of(cards: Cards, draws: int) -> Pmf:
    """The law of the sum of the drawn cards, in points."""
    counts = numeric(counted(cards, draws))
    weights = _sums(counts, draws)
    draw = Draw(counts, draws, sum)

    def explain() -> Explanation:
        n, size = draws, sum(counts.values())
        one, spread = (mean(counts), var(counts)) if counts else (Fraction(0), Fraction(0))
        likely = max(weights, key=weights.__getitem__)
        count = _(
            "Go through the values one after the other. For each, decide how many of the {n} cards show it and count "
            "the ways to choose them. Along the way, points add and ways multiply. The most likely sum is {sum}.",
            n=n,
            sum=likely,
        )
        steps = [
            _all_hands(size, n),
            Step(count, result(Ratio(weights[likely], comb(size, n)))),
            Step(_("Each card alone has the mean of all unseen cards; the means add up."), result(Num(n) * Num(one))),
        ]
        mistakes = []
        if n > 1 and size > 1:
            text = _(
                "The variance does not simply add up: a high card that is drawn is missing for the other draws, so "
                "the sum varies less. The factor at the end says how much less."
            )
            steps.append(Step(text, result(multiply([n, spread, Ratio(size - n, size - 1)]))))
            wrong = _("Adding up the variances of the single cards, as if every card were put back.")
            mistakes.append(Mistake(wrong, result(Num(n) * Num(spread))))
        question = plural("You draw {n} card. How many points?", "You draw {n} cards. What is their sum?", n)
        return law_explained(question, points_unseen(counts), steps, n * one, "points", mistakes)

    return Pmf(weights, explain, draw.trial, draw.outcomes, "points")


def _sums(counts: Mapping[Any, int], draws: int) -> dict[Any, int]:
    """In how many ways a hand has which sum; hand by hand where the cards lie far apart."""
    if effort(counts, [draws]) <= EFFORT:
        return {total: ways for (total,), ways in sums_of_hands(counts, [draws]).items()}
    check_work(len(counts) * draws)
    check_work(hand_count(counts, draws), ENUMERATION_LIMIT)
    found: dict[Any, int] = {}
    for ways, hand in hands_by_value(counts, draws):
        found[sum(hand)] = found.get(sum(hand), 0) + ways
    return found


def largest(cards: Cards, draws: int) -> Pmf:
    """The law of the largest of the drawn cards, in points."""
    question = _("You draw {n} cards. What is the largest of them?", n=draws)
    return _ranked(cards, draws, draws, question)


def smallest(cards: Cards, draws: int) -> Pmf:
    """The law of the smallest of the drawn cards, in points."""
    return _ranked(cards, 1, draws, _("You draw {n} cards. What is the smallest of them?", n=draws))


def ranked(cards: Cards, rank: int, draws: int) -> Pmf:
    """The law of the rank-th smallest of the drawn cards (order statistic; rank 1 is the smallest), in points."""
    question = _("You draw {n} cards and sort them. What is the card at place {rank} from below?", n=draws, rank=rank)
    return _ranked(cards, rank, draws, question)


def _ranked(cards: Cards, rank: int, n: int, question: Message) -> Pmf:
    counts = numeric(counted(cards, n))
    if n == 0:
        raise Error("At least 1 card must be drawn.")
    if type(rank) is not int or not 1 <= rank <= n:
        raise Error("The place is one of 1 to {n}, not {rank}.", n=n, rank=str(rank))
    size, values = sum(counts.values()), sorted(counts)
    check_work(len(values) * (n - rank + 1) * choosing(size, n))
    below, upto = 0, {}  # upto[x]: hands of which at least `rank` cards are x or less
    for value in values:
        below += counts[value]
        upto[value] = sum(comb(below, k) * comb(size - below, n - k) for k in range(rank, n + 1))
    weights = {x: upto[x] - upto[y] for y, x in pairwise(values)} | {values[0]: upto[values[0]]}
    draw = Draw(counts, n, lambda hand: sorted(hand)[rank - 1])
    average = Fraction(sum(x * ways for x, ways in weights.items())) / comb(size, n)

    def explain() -> Explanation:
        median = next(x for x in values if 2 * upto[x] >= comb(size, n))
        small = sum(count for value, count in counts.items() if value <= median)
        words = {"rank": rank, "n": n, "x": median, "small": small, "size": size}
        text = (
            _(
                "The largest is {x} or less exactly when all {n} drawn cards are. {small} of the {size} cards are "
                "{x} or less, so count the hands made of these and divide by all hands.",
                **words,
            )
            if rank == n
            else _(
                "The card at place {rank} is {x} or less exactly when at least {rank} of the drawn cards are. "
                "{small} of the {size} cards are {x} or less, so count these hands and divide by all hands.",
                **words,
            )
        )
        fit = add_up([choose((small, k), (size - small, n - k)) for k in range(rank, n + 1) if k <= small])
        all_hands = Binomial(size, n)
        rows = [Num(x) * Num(Fraction(ways, comb(size, n))) for x, ways in sorted(weights.items()) if ways]
        steps = [
            Step(text, result(fit / all_hands)),
            Step(_("Do this for every value; the step from one value to the next is the chance of that value.")),
            Step(_("For the mean, multiply every value by its chance and add up."), result(add_up(rows))),
        ]
        wrong = _("Taking the mean of one card: but the place in the sorted hand matters.")
        mistakes = [Mistake(wrong, result(Num(mean(counts))))]
        return law_explained(question, points_unseen(counts), steps, average, "points", mistakes)

    return Pmf(weights, explain, draw.trial, draw.outcomes, "points")


def different(cards: Cards, draws: int) -> Pmf:
    """The law of the number of different values among the drawn cards."""
    counts = counted(cards, draws)
    size = sum(counts.values())
    check_work(40 * draws * min(draws, len(counts)) * sum(min(count, draws) for count in counts.values()))
    ways = [[1]] + [[0]] * draws  # ways[j][d]: hands of j cards with d different values, of the values so far
    for count in counts.values():
        ways = [_one_more_value(ways, j, count) for j in range(draws + 1)]
    draw = Draw(counts, draws, lambda hand: len(set(hand)))
    missing = [Ratio(comb(size - count, draws), comb(size, draws)) for count in counts.values()]
    average = len(counts) - sum((miss.value for miss in missing), Fraction(0))

    def explain() -> Explanation:
        values = plural(
            "There is {n} value. It is missing from the hand with the chance that all cards are others.",
            "There are {n} values. Each is missing from the hand with the chance that all cards are others.",
            len(counts),
        )
        example, count = next(iter(counts.items()))
        miss = Binomial(size - count, draws) / Binomial(size, draws)
        law = _(
            "For the whole law go through the values one after the other, and count the hands by how many values "
            "they hold so far. For {d} different values that comes to:",
            d=draws if draws <= len(counts) else len(counts),
        )
        most = max(d for d, number in enumerate(ways[draws]) if number)
        steps = [
            Step(values, Chain(Name(_("P(no {card})", card=example), miss.value), *result(miss).links)),
            Step(
                _("On average that many values are there: all of them less the missing ones."),
                result(len(counts) - add_up([Num(miss.value) for miss in missing])),
            ),
            Step(law, result(Ratio(ways[draws][most], comb(size, draws)))),
        ]
        question = _("You draw {n} cards. How many different values are among them?", n=draws)
        return law_explained(question, [unseen(size)], steps, average)

    return Pmf(dict(enumerate(ways[draws])), explain, draw.trial, draw.outcomes)


def _one_more_value(ways: list[list[int]], j: int, count: int) -> list[int]:
    """ways[j] once a further value with `count` cards may be in the hand."""
    numbers = [0] * (max(map(len, ways)) + 1)
    for k in range(min(count, j) + 1):
        for d, number in enumerate(ways[j - k]):
            numbers[d + (k > 0)] += comb(count, k) * number
    return numbers


# --- waiting --------------------------------------------------------------------------------------------------------


NOTHING_TO_WAIT_FOR = _("Name at least 1 card to wait for.")


def draws_until(cards: Cards, of: Any, k: int = 1) -> Pmf:
    """The law of the number of draws up to and including the k-th wanted card, in cards."""
    counts = counted(cards)
    of = wanted(counts, of)
    size, outs = sum(counts.values()), sum(counts.get(card, 0) for card in of)
    if not outs:
        raise Error(_("There is no card {card} to wait for.", card=either(of)) if of else NOTHING_TO_WAIT_FOR)
    if type(k) is not int or not 1 <= k <= outs:
        raise Error(
            plural(
                "There is {n} card to wait for, so k is 1, not {k}.",
                "There are {n} cards to wait for, so k is one of 1 to {n}, not {k}.",
                outs,
                k=str(k),
            )
        )
    others = size - outs
    check_work((others + 1) * (300 + choosing(size, outs)))
    weights = {t: comb(t - 1, k - 1) * comb(size - t, outs - k) for t in range(k, others + k + 1)}
    average = Fraction(k * (size + 1), outs + 1)

    def measure(order: Iterable[bool]) -> int:
        hits = (draw for draw, is_out in enumerate(order, 1) if is_out)
        return next(islice(hits, k - 1, None))

    draw = Draw({True: outs, False: others}, size, measure, lazy=True)

    def explain() -> Explanation:
        places = plural(
            "Think of all the cards ({size}) laid out in the order in which they will be drawn. Every place is equally "
            "likely for the out.",
            "Think of all {size} cards laid out in the order in which they will be drawn. Every choice of {outs} "
            "places for the outs is equally likely.",
            outs,
            size=size,
            outs=outs,
        )
        later = min(k + 1, others + k)
        text = _(
            "Draw number {t} brings the wanted card if {before} outs lie before it and {after} outs after it.",
            t=later,
            before=k - 1,
            after=outs - k,
        )
        law = choose((later - 1, k - 1), (size - later, outs - k)) / Binomial(size, outs)
        gap = Ratio(others, outs + 1)
        gaps = _(
            "The outs cut the row of the other {others} cards into {gaps} stretches. By symmetry all stretches are "
            "equally long on average.",
            others=others,
            gaps=outs + 1,
        )
        wait = plural(
            "Before the wanted card lies {n} stretch; the wanted card itself counts too.",
            "Before the wanted card lie {n} stretches; the {n} outs themselves count too.",
            k,
        )
        known = _HowMany(counts, of, 0, range(1), 0).facts()
        steps = [
            Step(places, Chain(Binomial(size, outs), comb(size, outs))),
            Step(text, result(law)),
            Step(gaps, result(gap)),
            Step(wait, result(times(k, gap) + k)),
        ]
        wrong = _(
            "Dividing the cards by the outs, as if every card were put back. Cards that are gone cannot come again."
        )
        mistakes = [Mistake(wrong, result(times(k, Ratio(size, outs))))]
        question = plural(
            "How many cards must you draw until one shows {cards}?",
            "How many cards must you draw until {n} of them show {cards}?",
            k,
            cards=either(of),
        )
        return law_explained(question, known, steps, average, "cards", mistakes)

    return Pmf(weights, explain, draw.trial, draw.outcomes, "cards")


def draws_until_all(cards: Cards, of: Any = None) -> Pmf:
    """The law of the number of draws until every one of the wanted values (default: all values) was seen, in cards."""
    counts = counted(cards)
    of = list(counts) if of is None else wanted(counts, of)
    missing = next((card for card in of if card not in counts), None)
    if missing is not None or not of:
        none = NOTHING_TO_WAIT_FOR if missing is None else _("There is no card {card} to wait for.", card=missing)
        raise Error(none)
    size = sum(counts.values())
    check_work(size * min(size, 2 ** len(of)), 100_000)
    # signs[m]: sets of wanted values that hold m cards together, even sets counted +1, odd ones -1
    signs = {0: 1}
    for card in of:
        longer = dict(signs)
        for m, number in signs.items():
            longer[m + counts[card]] = longer.get(m + counts[card], 0) - number
        signs = longer
    seen = [
        sum(Fraction(sign * comb(size - t, m), comb(size, m)) for m, sign in signs.items()) for t in range(size + 1)
    ]
    law = {t: seen[t] - seen[t - 1] for t in range(1, size + 1)}
    average = -sum((sign * Fraction(size + 1, m + 1) for m, sign in signs.items() if m), Fraction(0))

    def measure(order: Iterable[Any]) -> int:
        waiting = set(of)
        for draw, card in enumerate(order, 1):
            waiting.discard(card)
            if not waiting:
                return draw
        raise AssertionError("every wanted card is in the deck")

    draw = Draw(counts, size, measure, lazy=True)

    def explain() -> Explanation:
        sets = {m: sign for m, sign in signs.items() if m and sign}
        example, count = of[0], counts[of[0]]
        first = _(
            "Start with one value: {card}. Its {count} cards cut the row of all cards into {gaps} stretches, equally "
            "long on average, so its first card comes at this place.",
            card=example,
            count=count,
            gaps=count + 1,
        )
        text = _(
            "The wait for all values is the wait for the last of them. Inclusion and exclusion: add the waits for the "
            "first card of every single value, take away those for the first card of every two values, add those of "
            "every three, and so on."
        )
        terms = [times(abs(sign), Ratio(size + 1, m + 1)) for m, sign in sets.items()]
        put_back = [times(abs(sign), Ratio(size, m)) for m, sign in sets.items()]
        plus_minus = [-1 if sign > 0 else 1 for sign in sets.values()]
        steps = [Step(first, result(Ratio(size + 1, count + 1))), Step(text, result(Sum(terms, plus_minus)))]
        wrong = Mistake(_("Calculating as if every card were put back."), result(Sum(put_back, plus_minus)))
        question = _("How many cards must you draw until all of these were seen: {cards}?", cards=both(of))
        return law_explained(question, [unseen(size)], steps, average, "cards", [wrong])

    return Pmf(law, explain, draw.trial, draw.outcomes, "cards")


# --- two or more hands from one deck --------------------------------------------------------------------------------


def sums_of(cards: Cards, *sizes: int) -> Pmf:
    """The joint law of the sums of several hands dealt from the same cards: `sums_of(2, 3)`, values (sum, sum).

    The sums depend on each other: a low card in one hand is missing for the others.
    """
    counts = numeric(counted(cards, sum(sizes)))
    if not sizes or min(sizes) < 0:
        raise Error("Give the size of every hand: 0, 1, 2, ... cards.")
    if effort(counts, sizes) > EFFORT:
        raise TooManyOutcomes("That is too much to count exactly; use fewer or smaller hands.")
    draw = Draw(counts, sum(sizes), lambda order: _cut(order, sizes), ordered=True)
    return Pmf(sums_of_hands(counts, sizes), lambda: _explain_hands(counts, sizes), draw.trial, draw.outcomes, "points")


def _cut(order: Sequence[Any], sizes: Sequence[int]) -> tuple[Any, ...]:
    """The sums of the hands that are dealt one after the other."""
    ends = list(accumulate(sizes, initial=0))
    return tuple(sum(order[start:end]) for start, end in pairwise(ends))


def _deals(counts: Mapping[Any, int], sizes: Sequence[int]) -> Step:
    """In how many ways the hands can be dealt."""
    left, choices = sum(counts.values()), []
    for size in sizes:
        choices.append((left, size))
        left -= size
    ways = choose(*choices)
    return Step(_("Choose the first hand from all cards, the next from the rest, and so on."), Chain(ways, ways.value))


def _explain_hands(counts: Mapping[Any, int], sizes: Sequence[int]) -> Explanation:
    size, spread = sum(counts.values()), var(counts)
    steps = [
        _deals(counts, sizes),
        Step(
            _(
                "Go through the values one after the other. For each, decide how many of its cards go to each hand and "
                "count the ways. Points add for each hand, ways multiply."
            )
        ),
    ]
    if size > 1:
        text = _(
            "Any two cards hang together a little: a high one makes the other lower on average. Their covariance is "
            "the variance of one card, divided by the number of the other cards, with a minus sign."
        )
        steps.append(Step(text, result(Num(-spread) / (size - 1))))
    question = _("Hands of {sizes} cards are dealt from one deck. What are their sums?", sizes=both(sizes))
    return law_explained(question, points_unseen(counts), steps, None)


def duel(cards: Cards, mine: int, yours: int, my_points: Any = 0, your_points: Any = 0, highest: bool = False) -> Pmf:
    """The law of "win", "tie" and "lose" for me, when both turn up hidden cards of the same deck: `mine` and `yours`.

    `my_points` and `your_points` lie open already. The lower sum wins, or with `highest` the higher one.
    """
    joint = sums_of(cards, mine, yours)
    sign = -1 if highest else 1

    def outcome(sums: tuple[Any, ...]) -> str:
        gap = sign * (sums[0] + my_points - sums[1] - your_points)
        return "win" if gap < 0 else "lose" if gap > 0 else "tie"

    counts = counted(cards)
    law = joint.map(outcome)

    def explain() -> Explanation:
        apart = sum_of(cards, mine) + my_points - (sum_of(cards, yours) + your_points)
        wrong = apart.prob(lambda gap: sign * gap < 0)
        win = _("Add up the chances of all pairs of sums in which I win.")
        steps = [_deals(counts, (mine, yours)), *_explain_hands(counts, (mine, yours)).steps[1:2]]
        steps.append(Step(win, result(Name(_("P(win)"), law["win"]), Num(law["win"]))))
        steps.append(Step(_("In the same way for equal sums."), result(Name(_("P(tie)"), law["tie"]), Num(law["tie"]))))
        question = _(
            "I have {my_points} points and {mine} hidden cards, you have {your_points} points and {yours} hidden "
            "cards. Who wins?",
            my_points=my_points,
            mine=mine,
            your_points=your_points,
            yours=yours,
        )
        mistake = _("Treating the hands as if each came from a deck of its own. That would give me this chance to win:")
        mistakes = [Mistake(mistake, result(Num(wrong)))] if wrong != law["win"] else []
        known = [unseen(sum(counts.values())), _lower_wins(highest)]
        return Explanation(question, known, mixed_and_kept_out(), steps, None, mistakes=mistakes)

    draw = Draw(counts, mine + yours, lambda order: outcome(_cut(order, (mine, yours))), ordered=True)
    return Pmf({result: law[result] for result in ("win", "tie", "lose")}, explain, draw.trial, draw.outcomes)


def _lower_wins(highest: bool) -> Message:
    return _("The higher sum wins.") if highest else _("The lower sum wins.")
