"""Waiting: for the first Skip-Bo card, for all twelve numbers, for a building pile to be complete."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...explain import Derivation, Shown, Table, mixed_and_kept_out
from ...formula import Formula, Ratio, add_up, multiply
from ...pmf import Pmf
from ...rng import Rng
from ...text import Error, Message, _, decimal, percentage
from .. import rules as R
from ..notation import WILD
from .known import unseen_cards
from .runs import Run

MOST_TURNED = 100_000  # cards that a simulation with replacement turns before it gives up


def first_skip_bo(unseen: Any = None) -> Pmf:
    """The law of the number of cards drawn until the first Skip-Bo card comes, in cards (a view, a Deck; None: all)."""
    return unseen_cards(unseen).draws_until(WILD)


def all_numbers(unseen: Any = None) -> Pmf:
    """The law of the number of cards drawn until every number from 1 to 12 was seen once, in cards."""
    return unseen_cards(unseen).draws_until_all(range(1, R.TOP_VALUE + 1))


def chain(unseen: Any = None, to: int = R.TOP_VALUE) -> Chain:
    """How many cards are turned up, one by one, until a building pile has grown from 1 to `to`.

    A card that fits, the next number or a Skip-Bo card, is played; any other is put away. See `Chain`.
    """
    if type(to) is not int or not 1 <= to <= R.TOP_VALUE:
        raise Error("{to} is no height of a building pile; say 1 to {top}", to=repr(to), top=R.TOP_VALUE)
    deck = unseen_cards(unseen)
    if sum(deck[value] == 0 for value in range(1, to + 1)) > deck[WILD]:
        raise Error("there are too few Skip-Bo cards for the numbers that are missing, so the pile is never complete")
    return Chain(deck, to)


@dataclass(frozen=True, repr=False)
class Chain(Shown):
    """A building pile as a Markov chain: its state is the height, and each card turned up is one step.

    with_replacement  Answer: the mean number of cards when each card is mixed in again before the next
    law               Pmf of that number without replacement, given that the pile is complete before the cards run out
    complete          the chance that it is
    done(n)           the chances that n cards are enough: with replacement, without, and when every card is kept until
                      it fits
    """

    deck: Deck
    to: int

    @property
    def fitting(self) -> list[int]:
        """How many cards fit at each height."""
        return [self.deck[value] + self.deck[WILD] for value in range(1, self.to + 1)]

    # --- with replacement ---------------------------------------------------------------------------------------------
    @property
    def with_replacement(self) -> Answer:
        """The mean number of cards with replacement: at each height a wait of 1 / chance."""
        size, fitting = self.deck.total, self.fitting

        def trial(rng: Rng) -> int:
            turned = 0
            for n in fitting:
                turned += 1
                while rng.below(size) >= n and turned < MOST_TURNED:
                    turned += 1
            return turned

        return Answer.of(self._explain_with(), trial)

    def _explain_with(self) -> Derivation:
        size, fitting = self.deck.total, self.fitting
        waits = [Ratio(size, n) for n in fitting]
        model = [
            _("Each card is mixed in again before the next one is turned up, so the chances never change."),
            _("A card that does not fit is lost: nothing is kept for later."),
        ]
        same = len(set(fitting)) == 1
        derivation = (
            Derivation(self.question, [self.cards], model, unit="cards")
            .step(
                _("At the start a 1 or a Skip-Bo card fits: {n} of {size} cards.", n=fitting[0], size=size),
                Ratio(fitting[0], size),
            )
            .step(_("The mean wait for something with this chance is 1 divided by it."), waits[0])
            .step(
                _("There are {to} heights to climb, one wait after the other; means can be added.", to=self.to),
                self.each(waits[0]) if same else add_up(list(waits)),
            )
        )
        if same and self.deck[1]:
            text = _("Forgetting the Skip-Bo cards: then only the numbers would fit.")
            derivation.warn(text, self.each(Ratio(size, self.deck[1])))
        return derivation

    @property
    def question(self) -> Message:
        """The question about both means."""
        return _("How many cards must be turned up until a building pile has grown from 1 to {to}?", to=self.to)

    @property
    def cards(self) -> Message:
        """The cards in words."""
        total, wild = self.deck.total, self.deck[WILD]
        return _("There are {n} cards; {wild} of them are Skip-Bo cards, which always fit.", n=total, wild=wild)

    def each(self, wait: Formula) -> Formula:
        """A wait at each height."""
        return multiply([self.to, wait] if self.to > 1 else [wait])

    def done_with_replacement(self, n: int) -> Fraction:
        """The chance that n cards are enough, with replacement: n steps of the chain."""
        size, fitting = self.deck.total, self.fitting
        at = [1] + [0] * self.to  # ways to be at each height
        for _card in range(n):
            stay = [at[h] * (size - fitting[h]) for h in range(self.to)] + [at[self.to] * size]
            at = [stay[h] + (at[h - 1] * fitting[h - 1] if h else 0) for h in range(self.to + 1)]
        return Fraction(at[self.to], size**n)

    # --- without replacement ------------------------------------------------------------------------------------------
    @cached_property
    def orders(self) -> Sequence[int]:
        """orders[t]: in how many orders of t single cards the pile is complete with just the t-th.

        With r cards put away, the successes are to cards, w of them Skip-Bo cards; a card put away at a height is any
        number but the one that fits there. Inclusion and exclusion over cards that stand where they are forbidden: j
        such cards at one height with c copies left can be chosen and placed in c (c - 1) ... (c - j + 1) ways once
        their places are known; all heights together, J forbidden cards have comb(r + to - 1, J + to - 1) sets of places
        (r places shared out among the heights), and the other r - J places take any of the remaining numbers.
        """
        wilds = self.deck[WILD]
        numbers = self.deck.total - wilds
        signed = self._forbidden()
        out = [0] * (self.deck.total + 1)
        for w in range(min(wilds, self.to) + 1):
            left = numbers - (self.to - w)  # numbers that no success has used
            if left < 0:
                continue
            row = [signed[J][w] * factorial(left - J) if left >= J else 0 for J in range(len(signed))]
            paths = factorial(wilds) // factorial(wilds - w)
            for r in range(left + 1):
                ways = sum(comb(r + self.to - 1, J + self.to - 1) * row[J] for J in range(min(r, len(row) - 1) + 1))
                out[r + self.to] += paths * ways // factorial(left - r)
        return out

    def _forbidden(self) -> list[list[int]]:
        """signed[J][w]: ways to choose successes with w Skip-Bo cards, and J forbidden cards, with the sign (-1)^J."""
        signed = [[1]]
        for value in range(1, self.to + 1):
            c = self.deck[value]
            falling = [factorial(c) // factorial(c - j) for j in range(c + 1)]
            after = [[0] * (len(signed[0]) + 1) for _J in range(len(signed) + c)]
            for J, row in enumerate(signed):
                for w, ways in enumerate(row):
                    for j in range(c + 1):
                        after[J + j][w + 1] += (-1) ** j * ways * falling[j]  # a Skip-Bo card was played
                        if j < c:
                            after[J + j][w] += (-1) ** j * ways * falling[j + 1]  # the number was played
            signed = after
        return signed

    @cached_property
    def chances(self) -> list[Fraction]:
        """chances[t]: that the pile is complete with just the t-th card."""
        size = self.deck.total
        return [Fraction(ways * factorial(size - t), factorial(size)) for t, ways in enumerate(self.orders)]

    @property
    def complete(self) -> Fraction:
        """The chance that the pile is complete before the cards run out."""
        return sum(self.chances, Fraction(0))

    @property
    def law(self) -> Pmf:
        """The law of the number of cards without replacement, given that the pile is complete, in cards."""
        weights = {t: chance for t, chance in enumerate(self.chances) if chance}
        return Pmf(weights, self._explain_without, self._turn_up, unit="cards")

    def _turn_up(self, rng: Rng) -> int:
        """Turn the cards up until the pile is complete; a deck that runs out is mixed and begun again."""
        while True:
            height = 0
            for turned, card in enumerate(rng.deal(list(self.deck)), 1):
                height += card in (height + 1, WILD)
                if height == self.to:
                    return turned

    def _explain_without(self) -> Derivation:
        facts = [_("There are {n} cards; {wild} of them are Skip-Bo cards.", n=self.deck.total, wild=self.deck[WILD])]
        model = [*mixed_and_kept_out(), _("A card that does not fit is put away: nothing is kept for later.")]
        derivation = Derivation(self.question, facts, model, unit="cards").step(
            _(
                "The chances change with every card, so the height alone is no Markov chain any more. Count the "
                "orders of the cards instead, by inclusion and exclusion: a card put away at some height is any "
                "number but the one that fits there."
            )
        )
        if self.complete < 1:
            derivation.model.append(_("Only the cases count in which the pile is complete before the cards run out."))
            derivation.step(_("The pile is complete before the cards run out with this chance."), self.complete)
        mean, outs, size = self.law.mean(), self.fitting[0], self.deck.total
        derivation.step(_("Weigh every number of cards with its chance: this is the mean."), mean)
        if set(self.fitting) == {outs} and mean == Fraction(self.to * (size + 1), outs + 1):
            text = _("That is {to} times the mean wait for the first fitting card: every wait is alike.", to=self.to)
            derivation.step(text, self.each(Ratio(size + 1, outs + 1)))
        text = _("Calculating as if every card were mixed in again: a plain Markov chain.")
        return derivation.warn(text, self.with_replacement.value)

    # --- compared -----------------------------------------------------------------------------------------------------
    def done(self, n: int) -> tuple[Fraction, Fraction, Fraction]:
        """The chances that n cards are enough: with replacement, without, and when every card is kept until it fits."""
        kept = Run(0, self.to, (), (), ((self.deck, n),)).value
        return self.done_with_replacement(n), sum(self.chances[: n + 1], Fraction(0)), kept

    def table(self, numbers: Sequence[int] = (20, 30, 40, 60, 80, 100)) -> Table:
        """`done` for several numbers of cards, side by side."""
        rows = [[n, *map(percentage, self.done(n))] for n in numbers if n <= self.deck.total]
        return Table([_("cards"), _("mixed in again"), _("put away"), _("kept until it fits")], rows)

    @property
    def message(self) -> Message:
        """Both means in words."""
        a, b = decimal(self.with_replacement.value), decimal(self.law.mean())
        if self.complete == 1:
            return _("On average {a} cards with replacement, {b} without.", a=a, b=b)
        often = percentage(self.complete)
        return _(
            "On average {a} cards with replacement; {b} without, where the cards are enough ({often}).",
            a=a, b=b, often=often,
        )  # fmt: skip

    def parts(self) -> Iterable[Message | Table]:
        """Both means, and the table."""
        return [self.message, self.table()]
