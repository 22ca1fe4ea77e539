"""How many of the drawn cards are wanted ones: chances and laws, exactly and with the derivation.

The words: the *unseen* cards are well mixed, so every order of them is equally likely; the *outs* are the unseen
cards that are wanted; a *hand* is a set of drawn cards whose order does not matter. Cards come as value -> count (a
Deck, a dict). Every function here is also a method of Deck. A single number is an Answer, a distribution is a Pmf.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from cardlib import hand
from cardlib.answer import Answer
from cardlib.chances import Question, law
from cardlib.explain import Derivation, mixed_and_kept_out, unseen
from cardlib.formula import Binomial, Formula, Num, Power, Ratio, add_up, choices, choose, multiply, powers
from cardlib.hands import Cards, Draw, check_work, choosing, drawn, wanted
from cardlib.pmf import Pmf
from cardlib.text import Error, Message, _, either, plural, whole


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
    return HowMany(cards, of, draws, given, "≥", k).answer()


def at_most(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that at most k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    return HowMany(cards, of, draws, given, "≤", k, helps=False).answer()


def exactly(cards: Cards, k: int, of: Any, draws: int, given: int = 0) -> Answer:
    """The chance that exactly k of `draws` drawn cards are of the wanted ones; `given` as in at_least."""
    return HowMany(cards, of, draws, given, "=", k, helps=k != 0).answer()


class HowMany(Question):
    """The number of outs among n drawn cards, of which `least` are known to be outs; `helps`: outs are good news."""

    def __init__(
        self, cards: Cards, of: Any, draws: int, given: int = 0, sign: str = "≥", k: int = 0, helps: bool = True
    ) -> None:
        self.of, self.k, self.least, self.helps = wanted(cards, of), number(k), number(given), helps
        outs = hand.count(*self.of)
        super().__init__(cards, outs.compared(sign, self.k), outs >= self.least if self.least else None, draws)
        check_work(self.n * choosing(self.total, self.n))
        self.said = either(self.of)
        self.outs = sum(self.counts.get(card, 0) for card in self.of)
        self.others = self.total - self.outs
        self.possible = range(max(0, self.n - self.others), min(self.n, self.outs) + 1)
        self.known = self.possible[max(0, self.least - self.possible[0]) :]
        if not self.known:
            raise Error("At least {k} wanted cards among {n} drawn ones: that cannot be here.", k=given, n=self.n)
        self.wished = [j for j in range(self.n + 1) if self.asked.holds([j])]
        self.fitting = [j for j in self.wished if j in self.known]

    def hands(self, j: int) -> int:
        """How many hands have j outs."""
        return comb(self.outs, j) * comb(self.others, self.n - j)

    def share(self, j: int) -> Fraction:
        """The chance of j outs, given what is known."""
        return Fraction(self.hands(j), sum(map(self.hands, self.known)))

    @cached_property
    def ways(self) -> tuple[int, int]:
        """How many hands agree with what is known, and how many of them fit."""
        return sum(map(self.hands, self.known)), sum(map(self.hands, self.fitting))

    def question(self) -> Message:
        """What is asked."""
        if self.n == 1 and self.wished == [1]:
            return _("You draw 1 card. How likely is it that it shows {cards}?", cards=self.said)
        question = {
            "≥": plural(
                "How likely is it that at least {n} of them shows {cards}?",
                "How likely is it that at least {n} of them show {cards}?",
                self.k, cards=self.said,
            ),
            "≤": plural(
                "How likely is it that at most {n} of them shows {cards}?",
                "How likely is it that at most {n} of them show {cards}?",
                self.k, cards=self.said,
            ),
            "=": plural(
                "How likely is it that exactly {n} of them shows {cards}?",
                "How likely is it that exactly {n} of them show {cards}?",
                self.k, cards=self.said,
            ),
        }[self.asked.sign]  # fmt: skip
        first = plural("You draw {n} card.", "You draw {n} cards.", self.n)
        if self.least:
            first = plural("{n} card lies face down.", "{n} cards lie face down.", self.n)
        return _("{drawn} {question}", drawn=first, question=question)

    def facts(self) -> list[Message]:
        """The cards that are unseen, in words."""
        known = [unseen(self.total), self._outs_in_words()]
        if self.helps:
            known.append(plural("The other {n} card does not help.", "The other {n} cards do not help.", self.others))
        else:
            known.append(
                plural("The other {n} card is something else.", "The other {n} cards are something else.", self.others)
            )
        if self.least:
            known.append(
                plural(
                    "Somebody looked at the face-down cards: at least {n} of them is an out. Which one, we do not "
                    "know.",
                    "Somebody looked at the face-down cards: at least {n} of them are outs. Which ones, we do not "
                    "know.",
                    self.least,
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

    def steps(self, way: Derivation) -> None:
        """Multiplying draw by draw where all hit or miss; otherwise counting hands."""
        fits = self.fitting
        if self.least:
            super().steps(way)
        elif self.n == 1:
            good = self.outs if fits == [1] else self.others
            way.step(_("{good} of {total} cards fit.", good=good, total=self.total), Ratio(good, self.total))
        elif fits == [0]:
            way.step(self._all_miss(), self.run(self.others))
        elif fits == [self.n]:
            way.step(self._all_hit(), self.run(self.outs))
        elif self._at_least_one():
            none = self.run(self.others)
            text = _("It is easier to ask first: how likely is it that no card helps? {how}", how=self._all_miss())
            way.step(text, none).step(_("In all other cases at least 1 card helps."), 1 - Num(none.value))
        else:
            super().steps(way)

    def _at_least_one(self) -> bool:
        """Whether the question is whether there is an out at all."""
        return self.possible[0] == 0 and self.fitting == list(self.possible[1:])

    def how(self, cases: list[Counter[Any]]) -> Message:
        """How hands are counted, in words."""
        numbers = [sum(k for kind, k in case.items() if kind[0]) for case in cases]
        return _(
            "They hold {numbers} of the outs: choose the outs from all {outs}, and the rest of the hand from the other "
            "{others}.",
            numbers=either(numbers), outs=self.outs, others=self.others,
        )  # fmt: skip

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

    def mistakes(self, way: Derivation) -> None:
        """What people often do instead."""
        if self.least:
            text = _("Leaving out what we know: then all hands would count, also those that are ruled out.")
            way.warn(text, Ratio(sum(map(self.hands, self.fitting)), comb(self.total, self.n)))
            self._evidence_as_a_card(way)
        elif self.n > 1:
            if self._at_least_one():
                text = _(
                    "Adding up the chance of one draw for every draw. That counts hands with two or more outs twice or "
                    "more; with enough draws it would even give more than 1."
                )
                way.warn(text, Num(self.n) * Ratio(self.outs, self.total))
            if self.wished:
                self._put_back(way)

    def _put_back(self, way: Derivation) -> None:
        hit, miss, n = Ratio(self.outs, self.total), Ratio(self.others, self.total), self.n
        if self.wished == list(range(1, n + 1)):
            wrong: Formula = 1 - Power(miss, n)
        else:
            wrong = add_up([multiply([*choices((n, j)), *powers((hit, j), (miss, n - j))]) for j in self.wished])
        text = _("Calculating as if every drawn card were put back and mixed in before the next draw. It is not.")
        way.warn(text, wrong)

    def _evidence_as_a_card(self, way: Derivation) -> None:
        rest, known = self.n - self.least, self.least
        text = _(
            "Putting {known} out aside and treating the other {rest} drawn cards as an ordinary draw. But we were not "
            "told which card it is, and a hand with many outs passes the test more easily.",
            known=known, rest=rest,
        )  # fmt: skip
        terms = [choose((self.outs - known, j - known), (self.others, self.n - j)) for j in self.fitting]
        if terms:
            way.warn(text, add_up(terms) / Binomial(self.total - known, rest))


def number_of(cards: Cards, of: Any, draws: int) -> Pmf:
    """The law of the number of wanted cards among the drawn ones (hypergeometric), in cards."""
    return law(cards, hand.count(*wanted(cards, of)), draws)


def next_is(cards: Cards, of: Any, hidden: int = 0, given: int = 0) -> Answer:
    """The chance that the next card is a wanted one, when `hidden` cards were dealt face down before it.

    `given`: it is known that at least that many of the hidden cards are wanted ones.
    """
    case = HowMany(cards, of, hidden, given)
    drawn(cards, case.n + 1)
    total, left, outs, helps = case.total, case.total - case.n, case.outs, frozenset(case.of)
    value = Fraction(outs, total)
    if given:
        hits = sum(case.hands(j) * (outs - j) for j in case.known)
        value = Fraction(hits, left * sum(map(case.hands, case.known)))

    def explain() -> Derivation:
        question = _("How likely is it that the next card shows {cards}?", cards=case.said)
        way = Derivation(question, case.facts(), mixed_and_kept_out())
        if case.n:
            way.known.insert(0, plural("{n} card lies face down.", "{n} cards lie face down.", case.n))
        if not given:
            text = _("Hidden cards tell us nothing: the next card is just one of the {total} unseen ones.", total=total)
            return way.step(text, Ratio(outs, total))
        text = _(
            "The hidden cards may hold {numbers} of the outs. Weigh each case by its chance, given what we know, "
            "and by the share of outs among the {left} cards that are left for the pile.",
            numbers=either(case.known), left=left,
        )  # fmt: skip
        way.step(text, add_up([Num(case.share(j)) * Ratio(outs - j, left) for j in case.known]))
        return way.warn(_("Leaving out what we know about the hidden cards."), Ratio(outs, total))

    def known(order: Sequence[Any]) -> bool:
        return sum(card in helps for card in order[:-1]) >= given

    draw = Draw(case.counts, case.n + 1, lambda order: order[-1] in helps, known if given else None, ordered=True)
    return Answer(value, explain, draw.trial, draw.outcomes)


def exactly_each(cards: Cards, numbers: Mapping[Any, int], draws: int) -> Answer:
    """The chance of drawing exactly so many of each: `{5: 1, 12: 2}`, or groups of cards `{(1, 2): 1, "W": 0}`."""
    return _each(cards, numbers, draws, "=")


def at_least_each(cards: Cards, numbers: Mapping[Any, int], draws: int) -> Answer:
    """The chance of drawing at least so many of each: `{5: 1, 12: 2}`, or groups of cards `{(1, "W"): 1, 2: 1}`."""
    return _each(cards, numbers, draws, "≥")


def _each(cards: Cards, numbers: Any, draws: int, sign: str) -> Answer:
    wishes = list(numbers.items()) if isinstance(numbers, Mapping) else []
    if not wishes or any((-1 if (k := whole(wish)) is None else k) < 0 for _of, wish in wishes):
        raise Error("Say for each card how many are wanted: 0, 1, 2, ...")
    parts = [hand.count(*wanted(cards, of)).compared(sign, k) for of, k in wishes]
    return Question(cards, hand.joined(parts, "&"), None, draws).answer()
