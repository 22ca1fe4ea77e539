"""How many of the drawn cards are wanted ones: chances and laws, exactly and with the derivation.

The words: the *unseen* cards are well mixed, so every order of them is equally likely; the *outs* are the unseen
cards that are wanted; a *hand* is a set of drawn cards whose order does not matter. Cards come as value -> count (a
Deck, a dict). Every function here is also a method of Deck. A single number is an Answer, a distribution is a Pmf.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from cardlib.answer import Answer
from cardlib.explain import Derivation, mixed_and_kept_out, unseen
from cardlib.formula import Binomial, Formula, Num, Power, Ratio, add_up, choices, choose, multiply, powers
from cardlib.hands import Cards, Draw, check_work, choosing, drawn, wanted
from cardlib.pmf import Pmf
from cardlib.text import Error, Message, _, either, plural, whole

EQUALLY_LIKELY = _("All hands are equally likely, so divide.")
TAKEN_FROM_1 = _("Take the share of these hands away from 1.")


def all_hands(total: int, n: int) -> tuple[Message, Formula]:
    """A step: how many hands there are."""
    text = _(
        "Choose {n} of {total} cards, in any order: so many hands are there, all equally likely.", n=n, total=total
    )
    return text, Binomial(total, n)


def number(k: Any) -> int:
    """A number of wanted cards, checked."""
    checked = whole(k)
    if checked is None or checked < 0:
        raise Error("The number of wanted cards is 0, 1, 2, ...")
    return checked


def at_least(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that at least k of `draws` drawn cards are of the wanted ones: one card or several.

    `given`: it is already known that at least that many of the drawn (still hidden) cards are wanted ones.
    """
    hand = HowMany(cards, of, draws, given)
    question = plural(
        "How likely is it that at least {n} of them shows {cards}?",
        "How likely is it that at least {n} of them show {cards}?",
        number(k), cards=hand.said,
    )  # fmt: skip
    return hand.answer(question, range(number(k), hand.n + 1))


def at_most(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that at most k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    hand = HowMany(cards, of, draws, given, helps=False)
    question = plural(
        "How likely is it that at most {n} of them shows {cards}?",
        "How likely is it that at most {n} of them show {cards}?",
        number(k), cards=hand.said,
    )  # fmt: skip
    return hand.answer(question, range(min(number(k), hand.n) + 1))


def exactly(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that exactly k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    hand = HowMany(cards, of, draws, given, helps=k != 0)
    question = plural(
        "How likely is it that exactly {n} of them shows {cards}?",
        "How likely is it that exactly {n} of them show {cards}?",
        number(k), cards=hand.said,
    )  # fmt: skip
    return hand.answer(question, range(number(k), min(number(k), hand.n) + 1))


class HowMany:
    """The number of outs among n drawn cards, of which `given` are known to be outs; `helps`: outs are good news."""

    def __init__(self, cards: Cards, of: Any, draws: int, given: int = 0, helps: bool = True) -> None:
        self.counts, self.n = drawn(cards, draws)
        self.of, self.given, self.helps = wanted(cards, of), number(given), helps
        self.said = either(self.of)
        self.total = sum(self.counts.values())
        self.outs = sum(self.counts.get(card, 0) for card in self.of)
        self.others = self.total - self.outs
        check_work(self.n * choosing(self.total, self.n))
        self.possible = range(max(0, self.n - self.others), min(self.n, self.outs) + 1)
        self.known = self.possible[max(0, self.given - self.possible[0]) :]
        if not self.known:
            raise Error("At least {k} wanted cards among {n} drawn ones: that cannot be here.", k=given, n=self.n)

    def ways(self, j: int) -> int:
        """In how many hands j cards are outs."""
        return comb(self.outs, j) * comb(self.others, self.n - j)

    def chance(self, fits: Iterable[int]) -> Fraction:
        """The chance of so many outs, given what is known."""
        return Fraction(sum(map(self.ways, fits)), sum(map(self.ways, self.known)))

    def answer(self, question: Message, asked: range) -> Answer:
        """The chance that the number of outs is among the asked ones."""
        fits = [j for j in asked if j in self.known]
        outs, given = frozenset(self.of), self.given

        def hits(hand: Sequence[Any]) -> int:
            return sum(card in outs for card in hand)

        evidence = (lambda hand: hits(hand) >= given) if given else None
        draw = Draw(self.counts, self.n, lambda hand: hits(hand) in asked, evidence)
        return Answer(self.chance(fits), lambda: self._explain(question, asked, fits), draw.trial, draw.outcomes)

    def _explain(self, question: Message, asked: range, fits: list[int]) -> Derivation:
        if self.n == 1 and asked == range(1, 2):
            question = _("You draw 1 card. How likely is it that it shows {cards}?", cards=self.said)
        else:
            first = plural("You draw {n} card.", "You draw {n} cards.", self.n)
            if self.given:
                first = plural("{n} card lies face down.", "{n} cards lie face down.", self.n)
            question = _("{drawn} {question}", drawn=first, question=question)
        way = Derivation(question, self.facts(), mixed_and_kept_out())
        self._steps(way, fits)
        self._mistakes(way, asked, fits)
        return way

    def facts(self) -> list[Message]:
        """The cards that are unseen, in words."""
        known = [unseen(self.total), self._outs_in_words()]
        if self.helps:
            known.append(plural("The other {n} card does not help.", "The other {n} cards do not help.", self.others))
        else:
            known.append(
                plural("The other {n} card is something else.", "The other {n} cards are something else.", self.others)
            )
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

    def _outs_in_words(self) -> Message:
        if not self.outs and self.helps:
            return _("None of them shows {cards}: there is no card that helps.", cards=self.said)
        if not self.outs:
            return _("None of them shows {cards}.", cards=self.said)
        if self.helps:
            return plural(
                "{n} of them shows {cards}: that is the only out, the card that helps.",
                "{n} of them show {cards}: these are the outs, the cards that help.",
                self.outs, cards=self.said,
            )  # fmt: skip
        return plural(
            "{n} of them shows {cards}: that is the card we count, the only out.",
            "{n} of them show {cards}: these are the cards we count, the outs.",
            self.outs, cards=self.said,
        )  # fmt: skip

    def _steps(self, way: Derivation, fits: list[int]) -> None:
        if not fits:
            way.step(_("It is impossible: with these cards it cannot come about."), 0)
        elif fits == list(self.known):
            way.step(_("It is certain: with these cards it cannot be otherwise."), 1)
        elif self.given:
            self._by_evidence(way, fits)
        elif self.n == 1:
            good = self.outs if fits == [1] else self.others
            way.step(_("{good} of {total} cards fit.", good=good, total=self.total), Ratio(good, self.total))
        elif fits == [0]:
            way.step(self._all_miss(), self.run(self.others))
        elif fits == [self.n]:
            way.step(self._all_hit(), self.run(self.outs))
        elif self._at_least_one(fits):
            none = self.run(self.others)
            text = _("It is easier to ask first: how likely is it that no card helps? {how}", how=self._all_miss())
            way.step(text, none).step(_("In all other cases at least 1 card helps."), 1 - Num(none.value))
        else:
            self._by_counting(way, fits)

    def _at_least_one(self, fits: list[int]) -> bool:
        """Whether the question is whether there is an out at all."""
        return self.possible[0] == 0 and fits == list(self.possible[1:])

    def run(self, good: int) -> Formula:
        """The chance that every draw takes one of the `good` cards."""
        return multiply([Ratio(good - i, self.total - i) for i in range(self.n)])

    def _all_miss(self) -> Message:
        if not self.helps:
            return _(
                "For the first draw {good} of {total} cards are others. For each further draw there is one such card "
                "fewer, and one card fewer in all. Every draw must take one of them, so multiply.",
                good=self.others, total=self.total,
            )  # fmt: skip
        return _(
            "For the first draw {good} of {total} cards do not help. For each further draw there is one such card "
            "fewer, and one card fewer in all. Every draw must miss, so multiply.",
            good=self.others, total=self.total,
        )  # fmt: skip

    def _all_hit(self) -> Message:
        return _(
            "For the first draw {good} of {total} cards help. For each further draw there is one such card "
            "fewer, and one card fewer in all. Every draw must hit, so multiply.",
            good=self.outs, total=self.total,
        )  # fmt: skip

    def _hands(self, numbers: Iterable[int]) -> Formula:
        """The number of hands with so many outs, as a worked formula."""
        return add_up([choose((self.outs, j), (self.others, self.n - j)) for j in numbers])

    def _by_counting(self, way: Derivation, fits: list[int]) -> None:
        """Hands that fit, among all hands; or the others, when they are fewer cases."""
        others = [j for j in self.possible if j not in fits]
        around = len(others) < len(fits)
        numbers = others if around else fits
        words = {"numbers": either(numbers), "outs": self.outs, "others": self.others}
        which = (
            _(
                "It is easier to count the hands that do not fit. They hold {numbers} of the outs: choose the "
                "outs from all {outs}, and the rest of the hand from the other {others}.",
                **words,
            )
            if around
            else _(
                "Count the hands that fit. They hold {numbers} of the outs: choose the outs from all {outs}, and "
                "the rest of the hand from the other {others}.",
                **words,
            )
        )
        found = self._hands(numbers)
        share = Ratio(found.value, comb(self.total, self.n))
        way.step(*all_hands(self.total, self.n)).step(which, found)
        way.step(*(TAKEN_FROM_1, 1 - share) if around else (EQUALLY_LIKELY, share))

    def _by_evidence(self, way: Derivation, fits: list[int]) -> None:
        """Hands that fit, among the hands that agree with what is known."""
        known, fit = self._hands(self.known), self._hands(fits)
        text = _(
            "What we know leaves only the hands with {numbers} of the outs. Choose the outs from all {outs}, and the "
            "rest of the hand from the other {others}.",
            numbers=either(self.known), outs=self.outs, others=self.others,
        )  # fmt: skip
        way.step(text, known)
        way.step(_("Of these, the hands with {numbers} of the outs fit the question.", numbers=either(fits)), fit)
        way.step(_("All hands that are left are equally likely, so divide."), Ratio(fit.value, known.value))

    def _mistakes(self, way: Derivation, asked: range, fits: list[int]) -> None:
        if self.given:
            text = _("Leaving out what we know: then all hands would count, also those that are ruled out.")
            way.warn(text, Ratio(sum(map(self.ways, fits)), comb(self.total, self.n)))
            self._evidence_as_a_card(way, fits)
        elif self.n > 1:
            if self._at_least_one(fits):
                text = _(
                    "Adding up the chance of one draw for every draw. That counts hands with two or more outs twice or "
                    "more; with enough draws it would even give more than 1."
                )
                way.warn(text, Num(self.n) * Ratio(self.outs, self.total))
            if asked:
                self._put_back(way, asked)

    def _put_back(self, way: Derivation, asked: range) -> None:
        hit, miss, n = Ratio(self.outs, self.total), Ratio(self.others, self.total), self.n
        if asked == range(1, n + 1):
            wrong: Formula = 1 - Power(miss, n)
        else:
            wrong = add_up([multiply([*choices((n, j)), *powers((hit, j), (miss, n - j))]) for j in asked])
        text = _("Calculating as if every drawn card were put back and mixed in before the next draw. It is not.")
        way.warn(text, wrong)

    def _evidence_as_a_card(self, way: Derivation, fits: list[int]) -> None:
        rest, known = self.n - self.given, self.given
        text = _(
            "Putting {known} out aside and treating the other {rest} drawn cards as an ordinary draw. But we were not "
            "told which card it is, and a hand with many outs passes the test more easily.",
            known=known, rest=rest,
        )  # fmt: skip
        terms = [choose((self.outs - known, j - known), (self.others, self.n - j)) for j in fits]
        if terms:
            way.warn(text, add_up(terms) / Binomial(self.total - known, rest))


def number_of(cards: Cards, of: Any, draws: int) -> Pmf:
    """The law of the number of wanted cards among the drawn ones (hypergeometric), in cards."""
    hand = HowMany(cards, of, draws)
    total, outs, n, helps = hand.total, hand.outs, hand.n, frozenset(hand.of)
    draw = Draw(hand.counts, n, lambda cards: sum(card in helps for card in cards))

    def explain() -> Derivation:
        question = plural(
            "You draw {n} card. How many cards show {cards}?",
            "You draw {n} cards. How many of them show {cards}?",
            n, cards=hand.said,
        )  # fmt: skip
        middle = hand.possible[len(hand.possible) // 2]
        share = choose((outs, middle), (hand.others, n - middle)) / Binomial(total, n)
        text = _("Choose the outs and the other cards, and divide by all hands; here for {j} outs.", j=middle)
        way = Derivation(question, hand.facts(), mixed_and_kept_out(), unit="cards").step(text, share)
        on_average = _("On average every draw brings the share of outs in the deck, put back or not.")
        return way.step(on_average, Num(n) * Ratio(outs, max(1, total)))

    return Pmf({j: hand.ways(j) for j in hand.possible}, explain, draw.trial, draw.outcomes, "cards")


def next_is(cards: Cards, of: Any, hidden: int = 0, given: int = 0) -> Answer:
    """The chance that the next card is a wanted one, when `hidden` cards were dealt face down before it.

    `given`: it is known that at least that many of the hidden cards are wanted ones.
    """
    hand = HowMany(cards, of, hidden, given)
    drawn(cards, hand.n + 1)
    total, left, outs, helps = hand.total, hand.total - hand.n, hand.outs, frozenset(hand.of)
    value = Fraction(outs, total)
    if given:
        hits = sum(hand.ways(j) * (outs - j) for j in hand.known)
        value = Fraction(hits, left * sum(map(hand.ways, hand.known)))

    def explain() -> Derivation:
        question = _("How likely is it that the next card shows {cards}?", cards=hand.said)
        way = Derivation(question, hand.facts(), mixed_and_kept_out())
        if hand.n:
            way.known.insert(0, plural("{n} card lies face down.", "{n} cards lie face down.", hand.n))
        if not given:
            text = _("Hidden cards tell us nothing: the next card is just one of the {total} unseen ones.", total=total)
            return way.step(text, Ratio(outs, total))
        text = _(
            "The hidden cards may hold {numbers} of the outs. Weigh each case by its chance, given what we know, "
            "and by the share of outs among the {left} cards that are left for the pile.",
            numbers=either(hand.known), left=left,
        )  # fmt: skip
        way.step(text, add_up([Num(hand.chance([j])) * Ratio(outs - j, left) for j in hand.known]))
        return way.warn(_("Leaving out what we know about the hidden cards."), Ratio(outs, total))

    def known(order: Sequence[Any]) -> bool:
        return sum(card in helps for card in order[:-1]) >= given

    draw = Draw(hand.counts, hand.n + 1, lambda order: order[-1] in helps, known if given else None, ordered=True)
    return Answer(value, explain, draw.trial, draw.outcomes)
