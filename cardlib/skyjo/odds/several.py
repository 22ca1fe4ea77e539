"""Several columns: how likely is it that at least one of them is completed?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, perm
from typing import Any

from ...answer import ENUMERATION_LIMIT, SAME_CHOICES, Answer, Estimate, TooManyOutcomes
from ...deck import Deck
from ...explain import Derivation
from ...formula import Binomial, Num, Ratio, Sum, add_up, choose, multiply
from ...hands import Draw
from ...text import Error, Message, _, both, plural
from ..game import Rules, read_card
from .collect import OTHER, Collect, Question
from .column import process_in_words, questions
from .course import DRAW, EITHER, REVEAL, STATES, Aim, Course
from .known import unseen_in_words


def any_column(
    view_or_grid: Any,
    draws: int = 3,
    unseen: Any = None,
    seen: Any = None,
    process: str = DRAW,
    collect: Sequence[Any] | None = None,
    discard_top: Any = None,
    player: int | str | None = None,
    rules: Rules | None = None,
    columns: Sequence[int] | None = None,
    exact: bool = True,
    n: int = 10_000,
    seed: int = 1,
) -> Answer | Estimate:
    """The chance (0..1) that at least one of several columns is completed.

    view_or_grid, draws, unseen, seen, process, discard_top, player, rules: as for `columns`
    columns: which of them count (0..3 from the left); default all
    collect: the value to collect in each of these columns, all different; default: the column with the best chance
        chooses first, the others take the best value that is left
    exact: False gives an Estimate from n games played out with `seed`

    Under "draw" each drawn card goes to the column that collects it; under "draw_or_reveal" a rejected card turns up a
    hidden card in the column that needs the fewest cards (of equal ones, the left one). Raises TooManyOutcomes (a
    ValueError) when the exact answer would take longer than about a second; exact=False always works.
    """
    asked = questions(view_or_grid, draws, unseen, seen, process, discard_top, player, rules)
    which = range(len(asked)) if columns is None else list(columns) if isinstance(columns, Iterable) else []
    if not which or any(type(c) is not int or not 0 <= c < len(asked) for c in which) or len(set(which)) < len(which):
        raise Error("columns= names different columns from 0 to {last}.", last=len(asked) - 1)
    asked = [asked[c] for c in which if not (asked[c].line.is_complete or asked[c].line.is_cleared)]
    if not asked:
        raise Error("Every column is complete or cleared: there is none left to go for.")
    group = Group(choose_values(asked, collect))
    return group.answer() if exact else group.estimate(n, seed)


def choose_values(asked: list[Question], collect: Sequence[Any] | None = None) -> list[Collect]:
    """A different value to collect for every column."""
    if collect is not None:
        values = [read_card(value) for value in collect] if isinstance(collect, Iterable) else []
        if len(values) != len(asked) or len(set(values)) < len(values):
            raise Error("collect= gives one value for each of the {n} open columns, all different.", n=len(asked))
        return [question.plan(value) for question, value in zip(asked, values, strict=True)]
    chosen: dict[int, Collect] = {}
    while len(chosen) < len(asked):
        taken = {plan.value for plan in chosen.values()}
        free = {
            i: next(plan for plan in question.plans if plan.value not in taken)
            for i, question in enumerate(asked)
            if i not in chosen
        }
        best = max(free, key=lambda i: free[i].chance)
        chosen[best] = free[best]
    return [chosen[i] for i in range(len(asked))]


@dataclass(frozen=True)
class Group:
    """Plans for several columns of one grid, whose cards come from the same unseen cards and the same draws."""

    plans: list[Collect]

    @property
    def question(self) -> Question:
        """What is common to all plans (but for the column)."""
        return self.plans[0].question

    @property
    def unseen(self) -> Deck:
        """The unseen cards."""
        return self.question.unseen

    @property
    def others(self) -> int:
        """How many unseen cards no column collects."""
        return self.unseen.total - sum(plan.outs for plan in self.plans)

    @cached_property
    def course(self) -> Course:
        """The play; of cards that are turned up any equal ones will do."""
        aims = [plan.aim for plan in self.plans]
        if self.question.process == REVEAL:
            aims = [Aim(aim.places, frozenset(), aim.need) for aim in aims]
        first = next((plan.question.first for plan in self.plans if plan.takes), None)
        return Course(self.question.known, aims, self.question.process, first)

    @cached_property
    def chance(self) -> Fraction:
        """The exact chance that at least one column is completed."""
        process = self.question.process
        if process == REVEAL and self._is_whole:
            signed = [(-1) ** (k + 1) * self.all_equal(k) for k in range(1, len(self.plans) + 1)]
            return sum(signed, Fraction(0))
        if process == REVEAL:
            if self.draw.outcomes().size > ENUMERATION_LIMIT:
                raise TooManyOutcomes(
                    "An exact answer would go through more than {n} states of play and take too long. Ask for "
                    "fewer draws or columns, or use exact=False for a simulation with its interval.",
                    n=STATES,
                )
            return Answer(0, Derivation(Message("", {})), self.draw.trial, self.draw.outcomes).enumerate().value
        if any(not plan.needed for plan in self.plans):
            return Fraction(1)
        if self._is_counted:
            hands = sum(ways for _counts, ways in self.failing())
            return 1 - Fraction(hands, comb(self.unseen.total, self.question.draws))
        return self.course.chance(self.question.draws)

    @property
    def _is_whole(self) -> bool:
        """Whether a column is complete only when all its cards are equal."""
        return all(plan.question.line.need >= len(plan.question.line.cells) for plan in self.plans)

    @property
    def _is_counted(self) -> bool:
        """Whether the hands that complete nothing can be counted."""
        return self.question.process == DRAW and not self.course.is_crossed

    # drawing only

    def failing(self) -> list[tuple[tuple[int, ...], int]]:
        """The hands that complete nothing: (how many cards of each collected value, number of such hands)."""
        found: list[tuple[tuple[int, ...], int]] = [((), 1)]
        for plan in self.plans:
            few = range(plan.outs + 1 if plan.question.line.is_broken else min(plan.needed, plan.outs + 1))
            found = [((*counts, k), ways * comb(plan.outs, k)) for counts, ways in found for k in few]
        draws = self.question.draws
        rest = [(counts, ways, draws - sum(counts)) for counts, ways in found if sum(counts) <= draws]
        return [(counts, ways * comb(self.others, k)) for counts, ways, k in rest if ways * comb(self.others, k)]

    # turning up

    def all_equal(self, k: int) -> Fraction:
        """The chance that k columns are all equal, added up over all choices of k columns."""
        return sum((self.equal(chosen) for chosen in combinations(self.plans, k)), Fraction(0))

    def equal(self, chosen: Sequence[Collect]) -> Fraction:
        """The chance that each of these columns shows equal cards when its hidden cards are turned up."""
        fixed: dict[int, int] = {}
        free, rows = 0, len(chosen[0].question.line.cells)
        for plan in chosen:
            line = plan.question.line
            if line.is_broken or len(set(line.up)) > 1:
                return Fraction(0)
            if line.up:
                fixed[line.up[0]] = fixed.get(line.up[0], 0) + line.hidden
            else:
                free += 1
        ways = [1] + [0] * free  # ways[j]: to fill j wholly hidden columns with the values so far
        for value in {**self.unseen.counts, **fixed}:
            outs, used = self.unseen[value], fixed.get(value, 0)
            ways = [
                sum(ways[j - t] * comb(j, t) * perm(outs, used + rows * t) for t in range(j + 1))
                for j in range(free + 1)
            ]
        return Fraction(ways[free], perm(self.unseen.total, sum(fixed.values()) + rows * free))

    # the answer

    @cached_property
    def draw(self) -> Draw:
        """Playing with cards: first those that lie hidden, column by column, then the drawn ones."""
        process, draws = self.question.process, self.question.draws
        tracked = set(self.unseen.counts) if process == REVEAL else set(self.course.tracked(draws))
        counts: dict[Any, int] = {card: n for card, n in self.unseen.items() if card in tracked}
        counts[OTHER] = self.unseen.total - sum(counts.values())
        n = len(self.course.hidden) + (0 if process == REVEAL else draws)
        return Draw({card: n for card, n in counts.items() if n}, n, self.course.play, ordered=True)

    def answer(self) -> Answer:
        """The Answer."""
        return Answer(self.chance, self.explain, self.draw.trial, self.draw.outcomes, about=SAME_CHOICES)

    def estimate(self, n: int, seed: int) -> Estimate:
        """What n games played out give."""
        return Answer(0, self.explain, self.draw.trial, about=SAME_CHOICES).simulate(n, seed)

    # the derivation

    def explain(self) -> Derivation:
        """How the chance comes about."""
        question = self.question
        grid = both(plan.question.line.written for plan in self.plans)
        if question.process == REVEAL:
            asked = _("The columns are {grid}. How likely is it that at least one of them is a triple?", grid=grid)
        else:
            asked = plural(
                "The columns are {grid}. You draw {n} card. How likely is it that at least one of them is completed?",
                "The columns are {grid}. You draw {n} cards. How likely is it that at least one of them is completed?",
                question.draws,
                grid=grid,
            )
        known = [unseen_in_words(self.unseen)]
        if question.process != REVEAL:
            known += [_plan_in_words(plan) for plan in self.plans]
        model = process_in_words(question.process, question.known.rules)
        if question.process == EITHER:
            model.append(
                _(
                    "Of several columns you turn up a card in the one that needs the fewest cards, of equal ones the "
                    "left one."
                )
            )
        d = Derivation(asked, known, model)
        if question.process == REVEAL:
            self._derive_equal(d)
        elif any(not plan.needed for plan in self.plans):
            d.step(_("One column is complete with the card you can have at once."), 1)
            return d
        elif self._is_counted:
            self._derive_hands(d)
        else:
            self.course.derive(d, question.draws)
        single = [Num(self.equal([plan]) if question.process == REVEAL else plan.chance) for plan in self.plans]
        d.warn(
            _("Adding up the chances of the columns. Cases in which two columns succeed would count twice."),
            add_up(single),
        )
        apart = _(
            "Multiplying the chances to fail as if the columns did not depend on each other. They share the cards."
        )
        return d.warn(apart, 1 - multiply([1 - p for p in single]))

    def _derive_hands(self, d: Derivation) -> None:
        total, draws, failing = self.unseen.total, self.question.draws, self.failing()
        terms = [
            choose(*zip((plan.outs for plan in self.plans), counts, strict=True), (self.others, draws - sum(counts)))
            for counts, _ways in failing
        ]
        if not terms:
            d.step(_("Whatever is drawn, one column is completed: it is certain."), 1)
            return
        missing = _(
            "It is easier to count the hands that complete nothing: of every collected value there are fewer cards "
            "than its column needs. For every such combination, choose the cards of each value, and the rest of the "
            "hand from the cards that nobody collects; add up. Cards in a hand: {draws}; cards that nobody collects: "
            "{others}; combinations: {cases}.",
            draws=draws,
            others=self.others,
            cases=len(terms),
        )
        hands = sum(ways for _counts, ways in failing)
        d.step(missing, add_up(terms)).step(_("So many hands are there in all."), Binomial(total, draws))
        d.step(_("All other hands complete at least one column."), 1 - Ratio(hands, comb(total, draws)))

    def _derive_equal(self, d: Derivation) -> None:
        if not self._is_whole:
            d.step(_("Go through all cards that can lie hidden in the columns, and add up."), Num(self.chance))
            return
        sums = [self.all_equal(k) for k in range(1, len(self.plans) + 1)]
        while len(sums) > 1 and not sums[-1]:
            sums.pop()
        for k in range(1, len(sums) + 1):
            many = comb(len(self.plans), k)
            if k == 1:
                said = plural(
                    "Add up the chance of a triple over {n} column.",
                    "Add up the chance of a triple over {n} columns.",
                    many,
                )
            else:
                said = plural(
                    "The chance that {k} given columns are triples together, added up over {n} choice of {k} columns.",
                    "The chance that {k} given columns are triples together, added up over {n} choices of {k} columns.",
                    many,
                    k=k,
                )
            d.step(said, add_up([Num(self.equal(chosen)) for chosen in combinations(self.plans, k)]))
        if len(sums) > 1:
            said = _(
                "The first sum counts two triples twice, so the pairs are taken away; that takes three triples away "
                "too often, so they are added again, and so on (inclusion and exclusion)."
            )
            d.step(said, Sum([Num(p) for p in sums], [(-1) ** i for i in range(len(sums))]))


def _plan_in_words(plan: Collect) -> Message:
    words = {"column": plan.question.line.written, "value": plan.value}
    if plan.question.line.is_broken:
        return _("Column {column} has a cleared place and cannot be completed any more.", **words)
    if plan.takes:
        first = _("after the card {value} that you can have at once", value=plan.value)
        return plural(
            "Column {column} collects {value}; {first} it needs {needed} more, and {outs} is unseen.",
            "Column {column} collects {value}; {first} it needs {needed} more, and {outs} are unseen.",
            plan.outs, **words, first=first, needed=plan.needed, outs=plan.outs,
        )  # fmt: skip
    return plural(
        "Column {column} collects {value}: it needs {needed}, and {outs} is unseen.",
        "Column {column} collects {value}: it needs {needed}, and {outs} are unseen.",
        plan.outs, **words, needed=plan.needed, outs=plan.outs,
    )  # fmt: skip
