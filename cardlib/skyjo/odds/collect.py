"""Collecting equal cards in a line of a grid: one solver for the columns of Skyjo and the lines of Skyjo Action.

The words: you *collect* a value; the unseen cards that help (of that value, and stars) are the *outs*; a drawn card
that helps is *placed* on a face-up card that does not fit, or else on a hidden one. How many equal cards complete a
line is asked of the rules. What is meant by trying is one of three processes:

"draw"             I draw cards from the draw pile, one a turn, and place one whenever it helps; the line's hidden cards
                   stay hidden until they are exchanged.
"reveal"           The line's hidden cards are turned up as they lie; none is exchanged.
"draw_or_reveal"   Each turn I draw a card and place it if it helps; if not, I reject it and turn up a hidden card of
                   this line (SK-13).

A line that the rules clear on the way, since it is complete with another value or loses a place to a line that crosses
it, is lost. Where that can happen in more ways than a formula has, the play is worked through: see course.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...explain import Derivation, Step
from ...formula import Num, Power, Ratio, add_up, multiply, times
from ...hands import Draw
from ...text import Error, Message, _, both, either, percentage, plural
from .course import DRAW, EITHER, REVEAL, Aim, Course, check_process
from .known import Known, Line, line_of
from .orders import at_least, in_time, orders, run

OTHER = None  # a card that helps nobody, where nothing else matters


@dataclass(frozen=True)
class Words:
    """What a game says of its lines: the question, what is known, the model, the mistakes with jokers."""

    asked: Callable[[Collect], Message]
    known: Callable[[Collect], list[Message]]
    model: Callable[[Question], list[Message]]
    broken: Message
    complete: Message
    warn: Callable[[Collect, Derivation], None] = lambda plan, derivation: None


@dataclass(frozen=True)
class Question:
    """A line, what is known, the draws, the process, and the card that can be placed at once (None: none)."""

    known: Known
    line: Line
    draws: int
    process: str
    words: Words
    first: Any = None
    from_discard: bool = True
    jokers: tuple[Any, ...] = ()

    @property
    def unseen(self) -> Deck:
        """The unseen cards."""
        return self.known.unseen

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """What can be collected."""
        return tuple(self.known.reader.deck(self.known.rules).counts)

    def plan(self, value: Any) -> Collect:
        """To collect one value."""
        return Collect(self, (value, *(joker for joker in self.jokers if joker != value)))

    @cached_property
    def plans(self) -> list[Collect]:
        """All values with their chances, the best first; equal chances: fewer cards needed, then the lower value."""
        return sorted(map(self.plan, self.values), key=lambda plan: (-plan.chance, plan.needed))

    @cached_property
    def is_crossed(self) -> bool:
        """Whether a line that crosses this one may be complete on the way."""
        aim = Aim(self.line.places, frozenset(self.values), self.line.need)
        return Course(self.known, [aim], self.process).is_crossed

    @property
    def any_value(self) -> AnyValue | None:
        """Of hidden cards that are turned up any equal ones will do, where more than one value can still come."""
        shown = [card for card in self.line.up if card not in self.jokers]
        possible = [plan for plan in self.plans if plan.chance and plan.value not in self.jokers]
        if self.process != REVEAL or self.line.is_broken or (shown and len(possible) < 2):
            return None
        return AnyValue(self, ())


@dataclass(frozen=True)
class Collect:
    """To collect a value in the line of a question; `good`: the cards that help, the value first."""

    question: Question
    good: tuple[Any, ...]

    @property
    def value(self) -> Any:
        """What is collected; None: any value."""
        return self.good[0] if self.good else None

    @cached_property
    def _shown(self) -> tuple[int, int, int, bool]:
        """How many cards fit, do not fit and are hidden once the first card is placed, and whether it is."""
        question, line = self.question, self.question.line
        fit = sum(card in self.good for card in line.up)
        wrong, hidden = len(line.up) - fit, line.hidden
        takes = question.first in self.good and question.process != REVEAL and fit < line.need and not line.is_broken
        if takes:
            fit, wrong, hidden = fit + 1, max(wrong - 1, 0), hidden - (not wrong)
        return fit, wrong, hidden, takes

    @property
    def takes(self) -> bool:
        """Whether the top discard (or the card just drawn) is placed first."""
        return self._shown[3]

    @property
    def needed(self) -> int:
        """How many more cards the line needs after that."""
        return max(self.question.line.need - self._shown[0], 0)

    @cached_property
    def outs(self) -> int:
        """How many unseen cards help."""
        return sum(self.question.unseen[card] for card in self.good)

    @property
    def words(self) -> Message:
        """The cards that help, in words."""
        return either(self.good)

    @property
    def aim(self) -> Aim:
        """The line and what helps in it, for the play."""
        line = self.question.line
        return Aim(line.places, frozenset(self.good), line.need)

    @cached_property
    def course(self) -> Course:
        """The play."""
        return course([self])

    @cached_property
    def chance(self) -> Fraction:
        """The exact chance that the line gets there."""
        question = self.question
        if question.line.is_broken:
            return Fraction(0)
        if not self.needed:
            return Fraction(1)
        if self.is_worked_through:
            return self.course.chance(question.draws)
        if question.process == EITHER:
            return sum((number * one for _misses, number, one in self.orders), Fraction(0))
        cards = question.draws if question.process == DRAW else question.line.hidden
        return at_least(question.unseen.total, self.outs, self.needed, cards)

    @cached_property
    def is_worked_through(self) -> bool:
        """Whether more can happen on the way than the formulas know."""
        question = self.question
        if question.process == REVEAL:
            return False
        partly = question.process == EITHER and question.line.need < len(question.line.cells)
        return partly or (question.is_crossed and self.course.is_crossed)

    @property
    def orders(self) -> tuple[tuple[int, Fraction, Fraction], ...]:
        """ "draw_or_reveal": the orders of hits and misses that complete the line and can come about; see `in_time`."""
        fit, wrong, hidden, _takes = self._shown
        equal = Fraction(0) if fit else self._equal_misses(hidden)
        return in_time(self.question.unseen.total, self.outs, hidden, wrong, self.question.draws, not fit, equal)

    def _equal_misses(self, hidden: int) -> Fraction:
        """The chance that the hidden cards, if all of them miss, are equal to each other and to the face-up ones."""
        question = self.question
        if not any(set(some) == set(question.line.places) for some in question.known.lines):
            return Fraction(0)
        shown = set(question.line.up)
        values = [c for c in question.unseen.counts if c not in (*self.good, *question.jokers) and shown <= {c}]
        others = question.unseen.total - self.outs
        return Fraction(sum(perm(question.unseen[card], hidden) for card in values), perm(others, hidden) or 1)

    @property
    def cards(self) -> int:
        """How many cards decide: the hidden ones of the line and the drawn ones."""
        return self.question.line.hidden + (0 if self.question.process == REVEAL else self.question.draws)

    def play(self, cards: Sequence[Any]) -> bool:
        """Play with these cards: first those that lie hidden in the line, then the drawn ones."""
        return not self.question.line.is_broken and self.course.play(cards)

    @property
    def counts(self) -> dict[Any, int]:
        """The cards to play with, as far as they matter."""
        unseen = self.question.unseen
        if self.is_worked_through or (self.question.process == EITHER and self._can_clear()):
            return dict(unseen.counts)
        return {**{c: unseen[c] for c in self.good if unseen[c]}, OTHER: unseen.total - self.outs}

    def _can_clear(self) -> bool:
        fit, wrong, hidden, _takes = self._shown
        return any(all_missed for _misses, all_missed in orders(hidden, wrong, self.question.draws, not fit))

    def explain(self, plans: Sequence[Collect]) -> Derivation:
        """How the chance comes about; `plans`: all that one could choose."""
        words = self.question.words
        derivation = Derivation(words.asked(self), words.known(self), words.model(self.question))
        words.warn(self, derivation)
        self._derive(derivation)
        others = [plan for plan in plans if plan.good != self.good and plan.good and plan.chance]
        if self.good and self.needed and others:
            derivation.steps.append(_comparison(self, others))
        return derivation

    def _derive(self, d: Derivation) -> None:
        question, hidden, total = self.question, self._shown[2], self.question.unseen.total
        if question.line.is_broken:
            d.step(question.words.broken, 0)
        elif not self.needed:
            taken = _("With that card the column is complete. Nothing is left to chance.")
            d.step(taken if self.takes else question.words.complete, 1)
        elif question.process == REVEAL and self.needed > question.line.hidden:
            d.step(_("A face-up card shows another value, and it is not exchanged here: it is impossible."), 0)
        elif not self.chance:
            d.step(_("So many cards that help cannot come in this way: it is impossible."), 0)
        elif self.is_worked_through:
            self.course.derive(d, question.draws)
        elif question.process == REVEAL and self.needed == question.line.hidden:
            d.step(ALL_MUST_HELP, run(self.outs, total, self.needed))
            if self.needed > 1:
                d.warn(INDEPENDENT, Power(Ratio(self.outs, total), self.needed))
        elif question.process == EITHER and self.needed > 1:
            self._derive_orders(d)
        else:
            cards = question.line.hidden if question.process == REVEAL else question.draws
            if question.process == EITHER:
                cards = question.draws + hidden
                d.step(_looks(hidden, cards))
            counted = question.unseen.at_least(
                self.needed, [c for c in self.good if question.unseen[c]], cards
            ).explain()
            d.steps += counted.steps
            for mistake in counted.mistakes:
                d.warn(mistake.text, mistake.formula)

    def _derive_orders(self, d: Derivation) -> None:
        """By the orders in which hits and misses can come."""
        total, others = self.question.unseen.total, self.question.unseen.total - self.outs
        terms: list[Any] = []
        for misses, number, _one in self.orders:
            factors: list[Any] = [Num(number)] if number != 1 else []
            factors += [Ratio(self.outs - i, total - i) for i in range(self.needed)]
            factors += [Ratio(others - i, total - self.needed - i) for i in range(misses)]
            terms.append(multiply(factors))
        hit = _(
            "Call a card {value} a hit and every other card a miss. You see cards one after the other: drawn or "
            "turned up, each is equally likely to be any unseen card. The column is complete at hit number {n}.",
            n=self.needed, value=self.words,
        )  # fmt: skip
        counted = both(
            _(
                "{orders} with {misses}",
                orders=plural("{n} order", "{n} orders", int(number)) if number.denominator == 1 else Num(number),
                misses=plural("{n} miss", "{n} misses", misses),
            )
            for misses, number, _one in self.orders
        )
        d.step(hit).step(_("These orders of hits and misses come in time: {orders}.", orders=counted))
        if any(number.denominator > 1 for _misses, number, _one in self.orders):
            d.step(
                _("Where all cards of the line are turned up and are equal, it is cleared: such orders are left out.")
            )
        text = _(
            "All orders with equally many misses are equally likely. Multiply along an order, and add them all up."
        )
        d.step(text, add_up(terms))
        if not self.question.jokers:
            drawn_only = replace(self, question=replace(self.question, process=DRAW)).chance
            d.warn(_("Leaving out the cards you turn up: then only the drawn cards would count."), drawn_only)


class AnyValue(Collect):
    """The hidden cards are turned up, and any equal ones will do."""

    @property
    def _each(self) -> list[Collect]:
        """The values that can come."""
        jokers = self.question.jokers
        return [plan for plan in self.question.plans if plan.value not in jokers and self.question.unseen[plan.value]]

    @property
    def _only_jokers(self) -> Fraction:
        """The chance that jokers alone come: they are as good for one value as for another."""
        return self.question.plan(self.question.jokers[0]).chance if self.question.jokers else Fraction(0)

    @cached_property
    def chance(self) -> Fraction:
        """The exact chance that the cards are equal: of two values only one can come."""
        both_ways = max(len(self._each) - 1, 0) * self._only_jokers
        return sum((plan.chance for plan in self._each), Fraction(0)) - both_ways if self._each else self._only_jokers

    @property
    def needed(self) -> int:
        """How many cards must come."""
        return min((plan.needed for plan in self.question.plans), default=0)

    @cached_property
    def course(self) -> Course:
        """The play."""
        return course([plan for plan in self.question.plans if plan.value not in self.question.jokers])

    @property
    def counts(self) -> dict[Any, int]:
        """Every card matters."""
        return dict(self.question.unseen.counts)

    def _derive(self, d: Derivation) -> None:
        if not self.needed:
            d.step(self.question.words.complete, 1)
            return
        if not self.chance:
            d.step(_("So many cards that help cannot come in this way: it is impossible."), 0)
            return
        total, hidden = self.question.unseen.total, self.question.line.hidden
        whole = all(plan.needed == hidden for plan in self._each if plan.chance)
        groups = Counter((plan.outs, plan.chance) for plan in self._each)
        terms = [
            times(n, run(outs, total, hidden) if whole else Num(chance))
            for (outs, chance), n in groups.items()
            if chance
        ]
        text = _("Any equal cards will do. For each value take the chance that enough cards show it, and add them up.")
        d.step(text, add_up(terms or [0]))
        more = len(self._each) - 1 if self._each else -1
        if self._only_jokers and more:
            said = _("Stars alone were counted once for every value; they count once. Take the others away.")
            d.step(said, Num(sum((plan.chance for plan in self._each), Fraction(0))) - Num(more * self._only_jokers))
        if whole and not self.question.jokers:
            alike = Counter(plan.outs for plan in self._each)
            d.warn(INDEPENDENT, add_up([times(n, Power(Ratio(outs, total), hidden)) for outs, n in alike.items()]))


ALL_MUST_HELP = _(
    "Every hidden card must help. After each of them there is one such card and one card fewer; multiply."
)
INDEPENDENT = _("Calculating as if the hidden cards did not depend on each other. But a card lies in one place only.")


def course(plans: Sequence[Collect]) -> Course:
    """The play of plans for one or more lines of one grid, with one question about each."""
    question = plans[0].question
    return Course(
        question.known,
        [plan.aim for plan in plans],
        question.process,
        next((p.question.first for p in plans if p.takes), None),
    )


def _looks(hidden: int, cards: int) -> Message:
    """How many cards are seen in all when one hit is enough."""
    if not hidden:
        return _("No card of the column is hidden, so only the drawn cards can help. One hit is enough.")
    return plural(
        "You look at {n} card in all: the drawn ones and the hidden card of the column. One hit is enough.",
        "You look at {n} cards in all: the drawn ones and the hidden card of the column. One hit is enough.",
        cards,
    )


def _comparison(plan: Collect, others: Sequence[Collect]) -> Step:
    """How the other values would do."""
    better = [other for other in others if other.chance > plan.chance]
    ranked = both(
        _("{value}: {chance}", value=other.value, chance=percentage(other.chance)) for other in (better or others)[:3]
    )
    if not better:
        said = _("{value} is the best value to collect here. Next: {others}.", value=plan.value, others=ranked)
    else:
        said = _(
            "{value} is not the best value to collect here. Better ones: {others}.", value=plan.value, others=ranked
        )
    return Step(said)


class LineAnswer(Answer):
    """The chance to complete a line: an Answer that also knows what is collected and what else one could collect.

    line: the line that was asked about; collect: the value to collect (None: any, or the first number that comes)
    """

    plan: Collect
    plans: tuple[Collect, ...]

    @property
    def line(self) -> Line:
        """The line asked about."""
        return self.plan.question.line

    @property
    def collect(self) -> Any:
        """The value to collect."""
        return self.plan.value

    @property
    def outs(self) -> int:
        """How many of the unseen cards help (0 while no single value is settled)."""
        return 0 if self.collect is None else self.plan.outs


def answer(plan: Collect, plans: Sequence[Collect]) -> LineAnswer:
    """The Answer of a plan; `plans`: all that one could choose."""
    draw = Draw(plan.counts, plan.cards, plan.play, ordered=True)
    found = LineAnswer(plan.chance, lambda: plan.explain(plans), draw.trial, draw.outcomes)
    found.plan, found.plans = plan, tuple(plans)
    return found


def ask(
    asked: Known, places: Sequence[int], draws: Any, process: Any, words: Words, discard_top: Any = None,
    jokers: tuple[Any, ...] = (), hidden: int | None = None,
) -> Question:  # fmt: skip
    """The question about some places of the grid asked about.

    discard_top: with a view, False leaves the top discard out; hidden: of how many hidden cards draws must leave some
    """
    first, from_discard = asked.first
    if not asked.typed and discard_top is False and from_discard:
        first = None
    elif not (asked.typed or discard_top in (None, False)) and not (
        from_discard and asked.reader.read(discard_top, asked.rules) == first
    ):
        raise Error("A view knows the top discard and when it can be taken; discard_top=False leaves it out.")
    process = check_process(process, asked.rules)
    line = line_of(asked, places)
    return Question(asked, line, asked.check_draws(draws, hidden), process, words, first, from_discard, jokers)
