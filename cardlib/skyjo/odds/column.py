"""One column: how likely is it that it gets three equal cards?

The words: you *collect* a value; the unseen cards of that value are the *outs*; a drawn card is *placed* on a hidden
card of the column or on a face-up one of another value. What is meant by trying is one of three processes:

"draw"             I draw cards from the draw pile, one a turn, and place one whenever it helps; the column's hidden
                   cards stay hidden until they are exchanged.
"reveal"           The column's hidden cards are turned up as they lie; none is exchanged.
"draw_or_reveal"   Each turn I draw a card and place it if it helps; if not, I reject it and turn up a hidden card of
                   this column (SK-13).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from math import comb, perm
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...draws import at_least
from ...engine.options import Options
from ...explain import Explanation, Mistake, Step, Table
from ...formula import Formula, Power, Ratio, add_up, multiply, result
from ...hands import Draw
from ...rng import Rng
from ...text import Error, Message, _, both, either, percentage, plural
from .. import rules as R
from ..game import Rules, View, read_card
from . import seen as table
from .seen import Column

DRAW, REVEAL, EITHER = PROCESSES = ("draw", "reveal", "draw_or_reveal")
OTHER = None  # a card of any other value, where only the collected value matters


# --- one process, played with cards ---------------------------------------------------------------------------------
def place(up: list[int], down: list[Any], card: Any, value: int) -> None:
    """Place a card of the collected value: on a face-up card of another value, or else on a hidden one."""
    wrong = next((i for i, other in enumerate(up) if other != value), None)
    if wrong is None:
        down.pop()
        up.append(card)
    else:
        up[wrong] = card


def completes(up: Sequence[Any], down: Sequence[Any], pile: Sequence[Any], value: int, process: str) -> bool:
    """Play it: does the column get three cards `value`? The pile is drawn from its beginning."""
    up, down = list(up), list(down)
    if process == REVEAL:
        return [*up, *down].count(value) == R.ROWS
    for card in pile:
        if up.count(value) == R.ROWS:
            break
        if card == value:
            place(up, down, card, value)
        elif process == EITHER and down:
            up.append(down.pop())
    return up.count(value) == R.ROWS


@cache
def orders(hidden: int, wrong: int, turns: int) -> dict[int, int]:
    """The orders of hits and misses that complete a column under "draw_or_reveal": number of misses -> how many orders.

    hidden: hidden places; wrong: places with a face-up card of another value. Each of them needs a hit. An order ends
    with the last hit; what is turned up counts like what is drawn.
    """
    if hidden + wrong == 0:
        return {0: 1}
    if turns == 0:
        return {}
    found: dict[int, int] = {}

    def add(more: dict[int, int], misses: int) -> None:
        for so_many, count in more.items():
            found[so_many + misses] = found.get(so_many + misses, 0) + count

    add(orders(hidden, wrong - 1, turns - 1) if wrong else orders(hidden - 1, wrong, turns - 1), 0)
    if hidden:
        add(orders(hidden - 1, wrong, turns - 1), 1)  # a drawn miss, then a hit turned up
        add(orders(hidden - 1, wrong + 1, turns - 1), 2)
    else:
        add(orders(hidden, wrong, turns - 1), 1)
    return found


# --- a question about a column --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Question:
    """A column, the cards unseen, a card that can be placed at once (None: none), the draws and the process."""

    column: Column
    unseen: Deck
    draws: int
    process: str = DRAW
    first: int | None = None  # the top discard, or the card just drawn
    from_discard: bool = True
    rules: Options = field(default_factory=Rules)

    def plans(self) -> list[Plan]:
        """All values with their chances, the best first; equal chances: fewer cards needed, then the lower value."""
        plans = [Plan(self, value) for value in R.VALUES]
        return sorted(plans, key=lambda plan: (-plan.chance, plan.needed, plan.value))

    def start(self, value: int) -> tuple[list[int], int, bool]:
        """The face-up cards and the number of hidden ones once the first card is placed, and whether it is."""
        up, down = list(self.column.up), [OTHER] * self.column.hidden
        takes = self.process != REVEAL and self.first == value and up.count(value) < R.ROWS and not self.column.gone
        if takes:
            place(up, down, value, value)
        return up, len(down), takes


@dataclass(frozen=True)
class Plan:
    """To collect one value in the column of a question."""

    question: Question
    value: int

    @cached_property
    def _start(self) -> tuple[list[int], int, bool]:
        return self.question.start(self.value)

    @property
    def takes(self) -> bool:
        """Whether the top discard (or the card just drawn) is placed first."""
        return self._start[2]

    @property
    def needed(self) -> int:
        """How many more cards of the value the column needs after that."""
        return R.ROWS - self._start[0].count(self.value)

    @property
    def outs(self) -> int:
        """How many cards of the value are unseen."""
        return self.question.unseen[self.value]

    @cached_property
    def chance(self) -> Fraction:
        """The exact chance that the column gets three cards of the value."""
        if self.question.column.gone:
            return Fraction(0)
        if self.needed == 0:
            return Fraction(1)
        return {DRAW: self._by_draws, REVEAL: self._by_reveal, EITHER: self._by_orders}[self.question.process]()

    def _by_draws(self) -> Fraction:
        total, draws = self.question.unseen.total, self.question.draws
        miss = sum(comb(self.outs, k) * comb(total - self.outs, draws - k) for k in range(min(self.needed, draws + 1)))
        return 1 - Fraction(miss, comb(total, draws))

    def _by_reveal(self) -> Fraction:
        if self.needed > self.question.column.hidden:
            return Fraction(0)
        return Fraction(perm(self.outs, self.needed), perm(self.question.unseen.total, self.needed))

    def _by_orders(self) -> Fraction:
        return sum((count * self._run(misses) for misses, count in self.orders), Fraction(0))

    @property
    def orders(self) -> list[tuple[int, int]]:
        """The orders that complete the column and can come about: (misses, how many orders)."""
        up, hidden, _takes = self._start
        found = orders(hidden, len(up) - up.count(self.value), self.question.draws)
        return [(misses, count) for misses, count in sorted(found.items()) if self._run(misses)]

    def _run(self, misses: int) -> Fraction:
        """The chance of one order with that many misses."""
        total, others = self.question.unseen.total, self.question.unseen.total - self.outs
        ways = perm(self.outs, self.needed) * perm(others, misses)
        return Fraction(ways, perm(total, self.needed + misses)) if ways else Fraction(0)

    def play(self, cards: Sequence[Any]) -> bool:
        """Play with these cards: first those that lie hidden in the column, then the drawn ones."""
        column = self.question.column
        up, down = list(column.up), list(cards[: column.hidden])
        if column.gone:
            return False
        if self.takes:
            place(up, down, self.value, self.value)
        return completes(up, down, cards[column.hidden :], self.value, self.question.process)

    @property
    def cards(self) -> int:
        """How many cards decide: the hidden ones of the column and the drawn ones."""
        return self.question.column.hidden + (0 if self.question.process == REVEAL else self.question.draws)

    def trial(self, rng: Rng) -> bool:
        """Play once with cards dealt by chance."""
        return self.play(rng.draw(self._pile, self.cards))

    @cached_property
    def _pile(self) -> list[int]:
        return list(self.question.unseen)

    def answer(self, plans: Sequence[Plan]) -> ColumnAnswer:
        """The Answer of this plan; `plans`: all that one could choose."""
        counts = {self.value: self.outs, OTHER: self.question.unseen.total - self.outs}
        draw = Draw(counts, self.cards, self.play, ordered=True)
        answer = ColumnAnswer(self.chance, lambda: explain(self, plans), self.trial, draw.outcomes)
        answer.question, answer.collect, answer.plans = self.question, self.value, tuple(plans)
        return answer


class ColumnAnswer(Answer):
    """The chance to complete a column: an Answer that also knows what is collected and what else one could collect.

    question.column, question.unseen, question.draws, question.process: what was asked
    collect: the value to collect (None: any, when only the hidden cards are turned up)
    """

    question: Question
    collect: int | None
    plans: tuple[Plan, ...]

    @property
    def outs(self) -> int:
        """How many of the unseen cards show the collected value (0 if there is no single one)."""
        return 0 if self.collect is None else self.question.unseen[self.collect]

    def alternatives(self) -> Table:
        """Every value one could collect, best first: cards needed, outs, chance."""
        rows = [[plan.value, plan.needed, plan.outs, percentage(plan.chance)] for plan in self.plans if plan.chance]
        return Table([_("collect"), _("cards needed"), _("outs"), _("chance")], rows)


def complete_column(
    column_or_view: Any,
    column: int | None = None,
    draws: int = 3,
    unseen: Any = None,
    seen: Any = None,
    collect: Any = None,
    process: str = DRAW,
    discard_top: Any = None,
    player: int | str | None = None,
    rules: Rules | None = None,
) -> ColumnAnswer:
    """The chance (0..1) that a column gets three equal cards (SK-14), as an Answer.

    column_or_view: a View, with `column` = 0..3 from the left (of `player`, a seat or name; default the viewer); or the
        column's three cells as a person sees them, such as ["5", "5", "?"]
    draws: how many cards are drawn from the draw pile, one a turn; at most what that pile has
    unseen, seen: without a view, the unseen cards (a Deck, a mapping, or the cards), the column's hidden ones among
        them; or the cards seen elsewhere (neither in the column nor `discard_top`). Neither: nothing else is seen.
    collect: the value to collect; default the one with the best chance
    process: "draw", "reveal" or "draw_or_reveal", see the head of cardlib/skyjo/odds/column.py; the derivation says
        which one is meant
    discard_top: the top discard, taken first if it helps (a turn, but no draw). From a view that is known, and a card
        the viewer has just drawn comes first; False leaves it out.
    rules: without a view, the Rules; default the leaflet's

    A complete or cleared column has the chance 1. Raises ValueError for cards that cannot be, more draws than the draw
    pile has, an unknown process, or "draw_or_reveal" where a drawn card may not be rejected (SK-13).
    """
    question = read_question(column_or_view, column, draws, unseen, seen, process, discard_top, player, rules)
    return answer(question, None if collect is None else read_card(collect))


def read_question(
    source: Any,
    column: int | None,
    draws: int,
    unseen: Any = None,
    seen: Any = None,
    process: str = DRAW,
    discard_top: Any = None,
    player: int | str | None = None,
    rules: Rules | None = None,
) -> Question:
    """The question meant by the arguments of complete_column."""
    if process not in PROCESSES:
        known = either(map(repr, PROCESSES))
        raise Error("The process is {known}, not {process}.", known=known, process=repr(process))
    table.refuse_game(source)
    if isinstance(source, View):
        if unseen is not None or seen is not None:
            raise Error("A view knows what is unseen; give unseen= or seen= only without a view.")
        options = table.rules_of(source, rules)
        seat = table.check_player(source, player)
        first, from_discard = table.first_card(source, seat)
        if discard_top is False and from_discard:
            first = None
        elif (top := table.read_top(discard_top)) is not None and not (from_discard and top == first):
            raise Error("A view knows the top discard and when it can be taken; discard_top=False leaves it out.")
        cells = table.read_column(source.grids[seat].column(table.check_column(column)))
        left = source.unseen
        most, where = source.draw_count, table.pile_limit(source)
    else:
        if column is not None or player is not None:
            raise Error("column= and player= go with a view; without one, give the three cells of the column.")
        options = table.rules_of(None, rules)
        first, from_discard = table.read_top(discard_top), True
        cells = table.read_column(source)
        open_cards = [*cells.up, *([] if first is None else [first])]
        left = table.unseen_cards(open_cards, cells.hidden, unseen, seen)
        most = left.total - cells.hidden
        where = table.unseen_limit(most)
    if process == EITHER and not options.may_reject_drawn:
        raise Error('With may_reject_drawn=False (SK-13) no drawn card is rejected: choose "draw" or "reveal".')
    return Question(cells, left, table.check_draws(draws, most, where), process, first, from_discard, options)


def answer(question: Question, collect: int | None = None) -> ColumnAnswer:
    """The Answer to a question, for the value to collect or else the best one."""
    if question.column.is_cleared or question.column.is_complete:
        return _done(question)
    if question.process == REVEAL and question.column.hidden == R.ROWS and collect is None:
        return _any_triple(question)
    plans = question.plans()
    plan = plans[0] if collect is None else Plan(question, collect)
    return plan.answer(plans)


def columns(
    view_or_grid: Any,
    draws: int = 3,
    unseen: Any = None,
    seen: Any = None,
    process: str = DRAW,
    discard_top: Any = None,
    player: int | str | None = None,
    rules: Rules | None = None,
) -> list[ColumnAnswer]:
    """`complete_column` for every column at once, from the left, with the same arguments.

    view_or_grid: a View; or a grid in writing ("? 9 0 4 / 12 9 ? ? / ? -1 ? 2"), or a list of columns. `seen` then
    means the cards seen outside this grid.
    """
    asked = questions(view_or_grid, draws, unseen, seen, process, discard_top, player, rules)
    return [answer(question) for question in asked]


def questions(
    source: Any,
    draws: int = 3,
    unseen: Any = None,
    seen: Any = None,
    process: str = DRAW,
    discard_top: Any = None,
    player: int | str | None = None,
    rules: Rules | None = None,
) -> list[Question]:
    """The questions about all columns of a grid, for functions that look at them together."""
    table.refuse_game(source)
    if isinstance(source, View):
        base = read_question(source, 0, draws, unseen, seen, process, discard_top, player, rules)
        grid = table.read_columns(source.grids[table.check_player(source, player)])
        return [replace(base, column=column) for column in grid]
    grid = table.read_columns(source)
    top = table.read_top(discard_top)
    open_cards = [card for column in grid for card in column.up] + ([] if top is None else [top])
    hidden = sum(column.hidden for column in grid)
    left = table.unseen_cards(open_cards, hidden, unseen, seen)
    table.check_draws(draws, left.total - hidden, table.unseen_limit(left.total - hidden))
    base = read_question([table.GONE] * R.ROWS, None, draws, left, None, process, None, player, rules)
    return [replace(base, column=column, first=top) for column in grid]


# --- the derivation -------------------------------------------------------------------------------------------------
def explain(plan: Plan, plans: Sequence[Plan]) -> Explanation:
    """How the chance of a plan comes about."""
    steps, mistakes = _steps(plan)
    others = [other for other in plans if other.value != plan.value and other.chance]
    if others:
        steps = [*steps, _comparison(plan, others)]
    model = process_in_words(plan.question)
    return Explanation(_asked(plan), _known(plan), model, steps, plan.chance, mistakes=mistakes)


def _asked(plan: Plan) -> Message:
    question = plan.question
    words = {"column": question.column.cells, "value": plan.value}
    if question.process == REVEAL:
        return _("The column is {column}. How likely is it that three cards {value} lie there?", **words)
    return plural(
        "The column is {column}. You draw {n} card. How likely is it that the column gets three cards {value}?",
        "The column is {column}. You draw {n} cards. How likely is it that the column gets three cards {value}?",
        question.draws,
        **words,
    )


def _known(plan: Plan) -> list[Message]:
    question = plan.question
    known = [question.column.message]
    if plan.takes and question.from_discard:
        known.append(
            _("The top discard is {value}, and it helps. You take it first: a turn, but no draw.", value=plan.value)
        )
    elif plan.takes:
        known.append(_("You have just drawn {value}, and it helps. You place it first.", value=plan.value))
    if question.column.gone:
        return [*known, unseen_in_words(question.unseen)]
    if plan.needed:
        known.append(
            plural(
                "The column still needs {n} card {value}.", "The column still needs {n} cards {value}.", plan.needed,
                value=plan.value,
            )
        )  # fmt: skip
    known.append(unseen_in_words(question.unseen))
    known.append(
        plural(
            "{n} of them shows {value}: that is the only out, the card that helps.",
            "{n} of them show {value}: these are the outs, the cards that help.",
            plan.outs,
            value=plan.value,
        )
    )
    return known


def unseen_in_words(unseen: Deck) -> Message:
    """How many cards are unseen, and where they are."""
    return plural(
        "{n} card is unseen: it lies hidden in a grid or in the draw pile.",
        "{n} cards are unseen: they lie hidden in the grids or in the draw pile.",
        unseen.total,
    )


def process_in_words(question: Question) -> list[Message]:
    """Exactly which process is meant, and what the model assumes."""
    if question.process == REVEAL:
        said = [_("The hidden cards of the column are turned up as they lie; none is exchanged.")]
    elif question.process == DRAW:
        said = [
            _(
                "You draw from the draw pile, one card a turn, and place a card in the column whenever it helps: on a "
                "hidden card, or on a face-up card of another value. Hidden cards of the column stay hidden until they "
                "are exchanged. A card that does not help goes elsewhere, so it changes nothing here."
            )
        ]
    else:
        said = [
            _(
                "Each turn you draw a card. If it helps, you place it in the column: on a face-up card of another "
                "value, or else on a hidden card. If not, you reject it and turn up a hidden card of this column, as "
                "long as there is one (SK-13)."
            )
        ]
    said.append(_("The unseen cards are well mixed: each of them is equally likely to come next."))
    if question.process != REVEAL:
        said.append(_("A drawn card is not put back, so every draw changes what is left for the next one."))
    if question.rules.column_clear == "off":
        said.append(
            _('With column_clear="off" (SK-14) three equal cards stay where they are and count: nothing is cleared.')
        )
    elif question.process == REVEAL and not question.rules.clear_at_final_reveal:
        said.append(
            _("With clear_at_final_reveal=False (SK-20) a column that is complete only at the final reveal counts.")
        )
    return said


def _steps(plan: Plan) -> tuple[list[Step], list[Mistake]]:
    """The steps of the derivation and the mistakes to warn of."""
    question = plan.question
    if question.column.gone:
        return [Step(_("A place of this column has been cleared: it can never show three cards."))], []
    if plan.needed == 0:
        return [Step(_("With that card the column is complete. Nothing is left to chance."))], []
    if question.process == REVEAL:
        return _reveal_steps(plan)
    if plan.outs < plan.needed:
        return [Step(_("So many cards {value} are not there any more: it is impossible.", value=plan.value))], []
    if not plan.chance:
        return [Step(_("With so few draws so many cards cannot come: it is impossible."))], []
    if question.process == DRAW:
        return _count_steps(plan, question.draws)
    if plan.needed == 1:
        hidden = plan._start[1]
        looks = question.draws + hidden
        if hidden:
            why = plural(
                "You look at {n} card in all: the drawn ones and the hidden card of the column. One hit is enough.",
                "You look at {n} cards in all: the drawn ones and the hidden card of the column. One hit is enough.",
                looks,
            )
        else:
            why = _("No card of the column is hidden, so only the drawn cards can help. One hit is enough.")
        steps, mistakes = _count_steps(plan, looks)
        return [Step(why), *steps], mistakes
    return _order_steps(plan)


def _count_steps(plan: Plan, cards: int) -> tuple[list[Step], list[Mistake]]:
    """At least so many outs among so many cards: the steps of that question."""
    counted = at_least(plan.question.unseen, plan.needed, of=plan.value, draws=cards).explain()
    return list(counted.steps), list(counted.mistakes)


def _reveal_steps(plan: Plan) -> tuple[list[Step], list[Mistake]]:
    hidden, total = plan.question.column.hidden, plan.question.unseen.total
    if plan.needed > hidden:
        return [Step(_("A face-up card shows another value, and it is not exchanged here: it is impossible."))], []
    if not plan.chance:
        return [Step(_("So many cards {value} are not there any more: it is impossible.", value=plan.value))], []
    how = plural(
        "{n} hidden card must show {value}: {outs} of {total} unseen cards do.",
        "{n} hidden cards must all show {value}. After each of them there is one such card fewer and one card fewer in "
        "all; multiply.",
        plan.needed,
        value=plan.value,
        outs=plan.outs,
        total=total,
    )
    mistakes = []
    if plan.needed > 1:
        text = _("Calculating as if the hidden cards did not depend on each other. But a card lies in one place only.")
        mistakes.append(Mistake(text, result(Power(Ratio(plan.outs, total), plan.needed))))
    return [Step(how, result(run(plan.outs, total, plan.needed)))], mistakes


def run(good: int, total: int, n: int) -> Formula:
    """The chance that n cards in a row are all of the `good` ones, as a formula."""
    return multiply([Ratio(good - i, total - i) for i in range(n)])


def _order_steps(plan: Plan) -> tuple[list[Step], list[Mistake]]:
    """By the orders in which hits and misses can come."""
    total, others = plan.question.unseen.total, plan.question.unseen.total - plan.outs
    terms: list[Any] = []
    for misses, count in plan.orders:
        factors: list[Any] = [count] if count > 1 else []
        factors += [Ratio(plan.outs - i, total - i) for i in range(plan.needed)]
        factors += [Ratio(others - i, total - plan.needed - i) for i in range(misses)]
        terms.append(multiply(factors))
    counted = both(
        _(
            "{orders} with {misses}",
            orders=plural("{n} order", "{n} orders", count),
            misses=plural("{n} miss", "{n} misses", misses),
        )
        for misses, count in plan.orders
    )
    steps = [
        Step(
            _(
                "Call a card {value} a hit and every other card a miss. You see cards one after the other: drawn or "
                "turned up, each is equally likely to be any unseen card. The column is complete at hit number {n}.",
                n=plan.needed,
                value=plan.value,
            )
        ),
        Step(_("These orders of hits and misses come in time: {orders}.", orders=counted)),
        Step(
            _("All orders with equally many misses are equally likely. Multiply along an order, and add them all up."),
            result(add_up(terms)),
        ),
    ]
    text = _("Leaving out the cards you turn up: then only the drawn cards would count.")
    drawn_only = replace(plan, question=replace(plan.question, process=DRAW)).chance
    return steps, [Mistake(text, result(drawn_only))] if drawn_only != plan.chance else []


def _comparison(plan: Plan, others: Sequence[Plan]) -> Step:
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


def _done(question: Question) -> ColumnAnswer:
    """The answer for a column that is complete or cleared already."""
    if question.column.is_cleared:
        said = _("The column has been completed and cleared already: it is certain, and nothing is left to do here.")
    else:
        said = _("The column is complete already: it is certain.")

    def explanation() -> Explanation:
        asked = _("The column is {column}. How likely is it that it is completed?", column=question.column.cells)
        return Explanation(asked, [question.column.message], [], [Step(said)], Fraction(1))

    done = ColumnAnswer(1, explanation, lambda rng: True, Draw({}, 0, lambda hand: True).outcomes)
    done.question, done.plans = question, ()
    done.collect = question.column.up[0] if question.column.up else None
    return done


def _any_triple(question: Question) -> ColumnAnswer:
    """Three hidden cards turned up: any three equal ones will do."""
    unseen, total = question.unseen, question.unseen.total
    plans = question.plans()
    value = sum((plan.chance for plan in plans), Fraction(0))

    def explanation() -> Explanation:
        groups: dict[int, list[int]] = {}
        for card, count in unseen.items():
            groups.setdefault(count, []).append(card)
        useful = {count: cards for count, cards in groups.items() if count >= R.ROWS}
        ways = [multiply([*([len(cards)] if len(cards) > 1 else []), *(n - i for i in range(R.ROWS))])
                for n, cards in useful.items()]  # fmt: skip
        alike = [multiply([*([len(cards)] if len(cards) > 1 else []), Power(Ratio(n, total), R.ROWS)])
                 for n, cards in groups.items()]  # fmt: skip
        steps = [
            Step(
                _(
                    "For one value with n unseen cards there are n × (n − 1) × (n − 2) ways to lay three of them in a "
                    "row. Add this up over all values."
                ),
                result(add_up(ways)) if ways else None,
            ),
            Step(
                _("There are so many ways to lay any three unseen cards, all equally likely. Divide."),
                result(Ratio(sum(perm(n, R.ROWS) * len(cards) for n, cards in useful.items()), perm(total, R.ROWS))),
            ),
        ]
        wrong = _("Calculating as if the hidden cards did not depend on each other. But a card lies in one place only.")
        return Explanation(
            _("All cards of a column are hidden. How likely is it that three equal cards lie there?"),
            [question.column.message, unseen_in_words(unseen)],
            process_in_words(question),
            steps,
            value,
            mistakes=[Mistake(wrong, result(add_up(alike)))],
        )

    draw = Draw(unseen.counts, R.ROWS, lambda cards: len(set(cards)) == 1, ordered=True)
    found = ColumnAnswer(value, explanation, draw.trial, draw.outcomes)
    found.question, found.collect, found.plans = question, None, tuple(plans)
    return found
