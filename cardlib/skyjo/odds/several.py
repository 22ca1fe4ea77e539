"""Several columns: which one to go for, and how likely it is that at least one of them is completed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, perm
from typing import Any

from ...answer import Answer, Estimate, TooManyOutcomes
from ...deck import Deck
from ...draws import choose
from ...explain import Explanation, Mistake, Step, Table
from ...formula import Binomial, Num, Ratio, Sum, add_up, multiply, result
from ...hands import Draw
from ...rng import Rng
from ...text import Error, Message, _, both, percentage, plural
from .. import rules as R
from ..game import Rules, read_card
from .column import (
    DRAW,
    EITHER,
    OTHER,
    REVEAL,
    ColumnAnswer,
    Plan,
    Question,
    columns,
    place,
    process_in_words,
    unseen_in_words,
)
from .column import questions as ask_each

STATES = 6_000  # states of play that are worked through before an exact answer is refused; about a second


# --- which column -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class BestColumn:
    """The columns of a grid by their chance to be completed; those already complete or cleared are left out."""

    answers: tuple[ColumnAnswer, ...]  # of all columns, from the left

    @cached_property
    def ranking(self) -> list[int]:
        """The columns (0..3) to go for, the best first; equal chances: the left one first."""
        open_ones = [
            c for c, a in enumerate(self.answers) if not (a.question.column.is_cleared or a.question.column.is_complete)
        ]
        return sorted(open_ones, key=lambda c: -self.answers[c].value)

    @property
    def column(self) -> int:
        """The best column, 0..3 from the left."""
        return self.ranking[0]

    @property
    def answer(self) -> ColumnAnswer:
        """The Answer for the best column."""
        return self.answers[self.column]

    def explain(self) -> Explanation:
        """The derivation for the best column."""
        return self.answer.explain()

    def table(self) -> Table:
        """One row a column, the best first."""
        rows: list[list[Any]] = []
        for c in self.ranking:
            a = self.answers[c]
            collect = _("any") if a.collect is None else a.collect
            rows.append([c, a.question.column.cells, collect, a.outs, percentage(a.value), a.message])
        return Table([_("column"), _("cards"), _("collect"), _("outs"), _("per cent"), _("chance")], rows)

    def chart(self) -> Any:
        """The chances as bars (Altair)."""
        from cardlib import charts

        return charts.routes(
            {_("column {n}", n=c): self.answers[c].value for c in self.ranking},
            _("Which column to go for?"),
            chance=True,
        )

    @property
    def message(self) -> Message:
        """The advice in one sentence."""
        return _("Go for column {column}: {answer}.", column=self.column, answer=self.answer.message)

    def __str__(self) -> str:
        return f"{self.message}\n{self.table()}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<p>{self.message.render('html')}</p>{self.table()._repr_html_()}"


def best_column(view_or_grid: Any, draws: int = 3, **how: Any) -> BestColumn:
    """Which column to go for: the one with the best chance to be completed, and the ranking of the others.

    The arguments are those of `columns`. Raises ValueError when every column is complete or cleared.
    """
    best = BestColumn(tuple(columns(view_or_grid, draws, **how)))
    if not best.ranking:
        raise Error("Every column is complete or cleared: there is none left to go for.")
    return best


# --- at least one of several ------------------------------------------------------------------------------------------
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
    asked = ask_each(view_or_grid, draws, unseen, seen, process, discard_top, player, rules)
    which = range(len(asked)) if columns is None else list(columns) if isinstance(columns, Iterable) else []
    if not which or any(type(c) is not int or not 0 <= c < len(asked) for c in which) or len(set(which)) < len(which):
        raise Error("columns= names different columns from 0 to {last}.", last=len(asked) - 1)
    asked = [asked[c] for c in which]
    if done := [question for question in asked if question.column.is_complete or question.column.is_cleared]:
        if len(done) == len(asked):
            raise Error("Every column is complete or cleared: there is none left to go for.")
        asked = [question for question in asked if question not in done]
    group = Group(choose_values(asked, collect))
    if not exact:
        return group.answer(Fraction(0)).simulate(n, seed)
    return group.answer(group.chance())


def choose_values(asked: list[Question], collect: Sequence[Any] | None = None) -> list[Plan]:
    """A different value to collect for every column."""
    if collect is not None:
        values = [read_card(value) for value in collect] if isinstance(collect, Iterable) else []
        if len(values) != len(asked) or len(set(values)) < len(values):
            raise Error("collect= gives one value for each of the {n} open columns, all different.", n=len(asked))
        return [Plan(question, value) for question, value in zip(asked, values, strict=True)]
    plans = {question.column: question.plans() for question in asked}
    choices = [plans[question.column] for question in asked]
    chosen: dict[int, Plan] = {}
    while len(chosen) < len(asked):
        taken = {plan.value for plan in chosen.values()}
        free = {
            i: next(plan for plan in plans if plan.value not in taken)
            for i, plans in enumerate(choices)
            if i not in chosen
        }
        best = max(free, key=lambda i: free[i].chance)
        chosen[best] = free[best]
    return [chosen[i] for i in range(len(asked))]


State = tuple[tuple[tuple[int, int], ...], tuple[int, ...], int, int]  # columns (hidden, wrong), outs, others, turns


@dataclass(frozen=True)
class Group:
    """Plans for several columns of one grid, whose cards come from the same unseen cards and the same draws."""

    plans: list[Plan]

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

    def chance(self) -> Fraction:
        """The exact chance that at least one column is completed."""
        if self.question.process == REVEAL:
            signed = [(-1) ** (k + 1) * self.all_triples(k) for k in range(1, len(self.plans) + 1)]
            return sum(signed, Fraction(0))
        if any(plan.needed == 0 for plan in self.plans):
            return Fraction(1)
        if self.question.process == DRAW:
            hands = sum(ways for _counts, ways in self.failing())
            return 1 - Fraction(hands, comb(self.unseen.total, self.question.draws))
        return Turns(self).chance(self.question.draws)

    # drawing only

    def failing(self) -> list[tuple[tuple[int, ...], int]]:
        """The hands that complete nothing: (how many cards of each collected value, number of such hands)."""
        found: list[tuple[tuple[int, ...], int]] = [((), 1)]
        for plan in self.plans:
            few = range(min(plan.needed, plan.outs + 1) if not plan.question.column.gone else plan.outs + 1)
            found = [((*counts, k), ways * comb(plan.outs, k)) for counts, ways in found for k in few]
        draws = self.question.draws
        rest = [(counts, ways, draws - sum(counts)) for counts, ways in found if sum(counts) <= draws]
        return [(counts, ways * comb(self.others, k)) for counts, ways, k in rest if ways * comb(self.others, k)]

    # turning up

    def all_triples(self, k: int) -> Fraction:
        """The chance that k columns are triples, added up over all choices of k columns."""
        return sum((self.triples(chosen) for chosen in combinations(self.plans, k)), Fraction(0))

    def triples(self, chosen: Sequence[Plan]) -> Fraction:
        """The chance that all these columns are triples when their hidden cards are turned up."""
        fixed: dict[int, int] = {}
        free = 0
        for plan in chosen:
            column = plan.question.column
            if column.gone or len(set(column.up)) > 1:
                return Fraction(0)
            if column.up:
                fixed[column.up[0]] = fixed.get(column.up[0], 0) + column.hidden
            else:
                free += 1
        ways = [1] + [0] * free  # ways[j]: to fill j wholly hidden columns with the values so far
        for value in {**self.unseen.counts, **fixed}:
            outs, used = self.unseen[value], fixed.get(value, 0)
            ways = [
                sum(ways[j - t] * comb(j, t) * perm(outs, used + R.ROWS * t) for t in range(j + 1))
                for j in range(free + 1)
            ]
        return Fraction(ways[free], perm(self.unseen.total, sum(fixed.values()) + R.ROWS * free))

    # playing

    @property
    def hidden(self) -> int:
        """How many cards lie hidden in these columns."""
        return sum(plan.question.column.hidden for plan in self.plans)

    @property
    def cards(self) -> int:
        """How many cards decide."""
        return self.hidden + (0 if self.question.process == REVEAL else self.question.draws)

    def play(self, cards: Sequence[Any]) -> bool:
        """Play with these cards: first those that lie hidden, column by column, then the drawn ones."""
        grid, dealt = [], iter(cards)
        for plan in self.plans:
            up, down = list(plan.question.column.up), [next(dealt) for _card in range(plan.question.column.hidden)]
            if plan.takes:
                place(up, down, plan.value, plan.value)
            grid.append((up, down))
        if self.question.process == REVEAL:
            return any(len(up) + len(down) == R.ROWS and len({*up, *down}) == 1 for up, down in grid)
        values = [plan.value for plan in self.plans]
        for card in dealt:
            if self._done(grid):
                return True
            self._turn(grid, values, card)
        return self._done(grid)

    def _done(self, grid: list[tuple[list[int], list[Any]]]) -> bool:
        return any(up.count(plan.value) == R.ROWS for plan, (up, _down) in zip(self.plans, grid, strict=True))

    def _turn(self, grid: list[tuple[list[int], list[Any]]], values: list[int], card: Any) -> None:
        if card in values and not self.plans[values.index(card)].question.column.gone:
            place(*grid[values.index(card)], card, card)
        elif self.question.process == EITHER:
            hidden = [i for i, (_up, down) in enumerate(grid) if down and not self.plans[i].question.column.gone]
            if hidden:
                up, down = grid[min(hidden, key=lambda i: R.ROWS - grid[i][0].count(values[i]))]
                up.append(down.pop())

    def trial(self, rng: Rng) -> bool:
        """Play once with cards dealt by chance."""
        return self.play(rng.draw(self._pile, self.cards))

    @cached_property
    def _pile(self) -> list[int]:
        return list(self.unseen)

    def answer(self, value: Fraction) -> Answer:
        """The Answer with that value."""
        counts: dict[Any, int] = {plan.value: plan.outs for plan in self.plans} | {OTHER: self.others}
        if self.question.process == REVEAL:
            counts = dict(self.unseen.items())
        draw = Draw(counts, self.cards, self.play, ordered=True)
        return Answer(value, lambda: self.explain(value), self.trial, draw.outcomes)

    # the derivation

    def explain(self, value: Fraction) -> Explanation:
        """How the chance comes about."""
        steps, mistakes = {DRAW: self._draw_steps, REVEAL: self._reveal_steps, EITHER: self._turn_steps}[
            self.question.process
        ](value)
        grid = both(plan.question.column.cells for plan in self.plans)
        if self.question.process == REVEAL:
            asked = _("The columns are {grid}. How likely is it that at least one of them is a triple?", grid=grid)
        else:
            asked = plural(
                "The columns are {grid}. You draw {n} card. How likely is it that at least one of them is completed?",
                "The columns are {grid}. You draw {n} cards. How likely is it that at least one of them is completed?",
                self.question.draws,
                grid=grid,
            )
        known = [unseen_in_words(self.unseen)]
        if self.question.process != REVEAL:
            known += [self._plan_in_words(plan) for plan in self.plans]
        model = process_in_words(self.question)
        if self.question.process == EITHER:
            model.append(
                _(
                    "Of several columns you turn up a card in the one that needs the fewest cards, of equal ones the "
                    "left one."
                )
            )
        return Explanation(asked, known, model, steps, value, mistakes=[m for m in mistakes if m.value != value])

    def _plan_in_words(self, plan: Plan) -> Message:
        words = {"column": plan.question.column.cells, "value": plan.value}
        if plan.question.column.gone:
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

    def _sum_mistakes(self) -> list[Mistake]:
        single = [plan.chance for plan in self.plans]
        if self.question.process == REVEAL:
            single = [self.triples([plan]) for plan in self.plans]
        added = _("Adding up the chances of the columns. Cases in which two columns succeed would count twice.")
        apart = _(
            "Multiplying the chances to fail as if the columns did not depend on each other. They share the cards."
        )
        return [
            Mistake(added, result(add_up([Num(p) for p in single]))),
            Mistake(apart, result(1 - multiply([1 - Num(p) for p in single]))),
        ]

    def _draw_steps(self, value: Fraction) -> tuple[list[Step], list[Mistake]]:
        if any(plan.needed == 0 for plan in self.plans):
            return [Step(_("One column is complete with the card you can have at once."))], []
        total, draws = self.unseen.total, self.question.draws
        terms = [
            choose(*zip((plan.outs for plan in self.plans), counts, strict=True), (self.others, draws - sum(counts)))
            for counts, _ways in self.failing()
        ]
        if not terms:
            return [Step(_("Whatever is drawn, one column is completed: it is certain."))], []
        missing = _(
            "It is easier to count the hands that complete nothing: of every collected value there are fewer cards "
            "than its column needs. For every such combination, choose the cards of each value, and the rest of the "
            "hand from the cards that nobody collects; add up. Cards in a hand: {draws}; cards that nobody collects: "
            "{others}; combinations: {cases}.",
            draws=draws,
            others=self.others,
            cases=len(terms),
        )
        hands = sum(ways for _counts, ways in self.failing())
        return [
            Step(missing, result(add_up(terms))),
            Step(_("So many hands are there in all."), result(Binomial(total, draws))),
            Step(_("All other hands complete at least one column."), result(1 - Ratio(hands, comb(total, draws)))),
        ], self._sum_mistakes()

    def _reveal_steps(self, value: Fraction) -> tuple[list[Step], list[Mistake]]:
        sums = [self.all_triples(k) for k in range(1, len(self.plans) + 1)]
        while len(sums) > 1 and not sums[-1]:
            sums.pop()
        steps = []
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
            terms = [Num(self.triples(chosen)) for chosen in combinations(self.plans, k)]
            steps.append(Step(said, result(add_up(terms))))
        if len(sums) > 1:
            signs = [(-1) ** i for i in range(len(sums))]
            said = _(
                "The first sum counts two triples twice, so the pairs are taken away; that takes three triples away "
                "too often, so they are added again, and so on (inclusion and exclusion)."
            )
            steps.append(Step(said, result(Sum([Num(p) for p in sums], signs))))
        return steps, self._sum_mistakes()

    def _turn_steps(self, value: Fraction) -> tuple[list[Step], list[Mistake]]:
        turns = Turns(self)
        steps = [
            Step(
                _(
                    "A state of play says what each column still needs, what is hidden in it, which cards are unseen,"
                    " and how many turns are left. From each state every card can come, in proportion to how many "
                    "there are. Work from the last turn back to the first: the chance of a state is the mean of the "
                    "chances of the states it leads to."
                )
            )
        ]
        for n in range(1, self.question.draws + 1):
            said = plural("Within {n} turn the chance is:", "Within {n} turns the chance is:", n)
            steps.append(Step(said, result(turns.chance(n))))
        return steps, self._sum_mistakes()


class Turns:
    """ "draw_or_reveal" in several columns, worked through state by state."""

    def __init__(self, group: Group) -> None:
        self.known: dict[State, Fraction] = {}
        usable = [plan for plan in group.plans if not plan.question.column.gone]
        starts = [plan._start for plan in usable]
        self.columns = tuple(
            (hidden, R.ROWS - hidden - up.count(p.value))
            for p, (up, hidden, _takes) in zip(usable, starts, strict=True)
        )
        self.outs = tuple(plan.outs for plan in usable)
        self.others = group.unseen.total - sum(self.outs)

    def chance(self, turns: int) -> Fraction:
        """The chance that a column is completed within so many turns."""
        return self.go((self.columns, self.outs, self.others, turns))

    def go(self, state: State) -> Fraction:
        """The chance from a state on."""
        columns, outs, others, turns = state
        if any(hidden + wrong == 0 for hidden, wrong in columns):
            return Fraction(1)
        if turns == 0:
            return Fraction(0)
        if state in self.known:
            return self.known[state]
        if len(self.known) >= STATES:
            raise TooManyOutcomes(
                "An exact answer would go through more than {n} states of play and take too long. Ask for "
                "fewer draws or columns, or use exact=False for a simulation with its interval.",
                n=STATES,
            )
        found = Fraction(0)
        for i, count in enumerate(outs):
            if count:
                hidden, wrong = columns[i]
                after = (hidden, wrong - 1) if wrong else (hidden - 1, wrong)
                found += count * self.go((put(columns, i, after), put(outs, i, count - 1), others, turns - 1))
        if others:
            found += others * self.reject(columns, outs, others - 1, turns - 1)
        self.known[state] = found / (sum(outs) + others)
        return self.known[state]

    def reject(self, columns: tuple[tuple[int, int], ...], outs: tuple[int, ...], others: int, turns: int) -> Fraction:
        """The chance after a drawn miss: a hidden card is turned up, if there is one."""
        some = [i for i, (hidden, _wrong) in enumerate(columns) if hidden]
        if not some:
            return self.go((columns, outs, others, turns))
        i = min(some, key=lambda i: sum(columns[i]))
        hidden, wrong = columns[i]
        hit, miss = put(columns, i, (hidden - 1, wrong)), put(columns, i, (hidden - 1, wrong + 1))
        found = others * self.go((miss, outs, others - 1, turns)) if others else Fraction(0)
        for j, count in enumerate(outs):
            if count:
                found += count * self.go((hit if i == j else miss, put(outs, j, count - 1), others, turns))
        return found / (sum(outs) + others)


def put(items: tuple[Any, ...], i: int, item: Any) -> tuple[Any, ...]:
    """The tuple with another item at place i."""
    return (*items[:i], item, *items[i + 1 :])
