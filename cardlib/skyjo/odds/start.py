"""What the two opening cards buy: turned up in the same column, or in two columns (SK-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...draws import times
from ...explain import Explanation, Mistake, Step, Table, shown
from ...formula import Num, Power, Ratio, add_up, result
from ...hands import Draw
from ...text import Message, _, decimal, percentage, plural
from .. import rules as R
from ..game import Rules
from .column import Question, process_in_words, unseen_in_words
from .seen import GONE, HIDDEN, Column, check_draws, rules_of, unseen_cards, unseen_limit
from .several import Group, choose_values
from .turns import Turn

TOGETHER = (2, 0, 0, 0)  # how many cards are face up in each column
APART = (1, 1, 0, 0)


@dataclass(frozen=True)
class Opening:
    """Two opening cards in one column (`together`) against two columns (`apart`).

    together, apart: Answers: at least one column of the grid is completed within the draws
    pair: Answer: the two cards are equal
    next_together, next_apart: what the first draw saves on average, used in the best way (points)
    """

    together: Answer
    apart: Answer
    pair: Answer
    next_together: Fraction
    next_apart: Fraction
    draws: int
    unseen: Deck
    rules: Any

    def table(self) -> Table:
        """The two ways side by side."""
        completed = plural("a column within {n} draw", "a column within {n} draws", self.draws)
        headings = [_("the two cards lie"), completed, _("per cent"), _("the next draw saves (points)")]
        rows = [
            [name, shown(answer.value), percentage(answer.value), decimal(saves)]
            for name, answer, saves in (
                (_("in one column"), self.together, self.next_together),
                (_("in two columns"), self.apart, self.next_apart),
            )
        ]
        return Table(headings, rows)

    def chart(self) -> Any:
        """The chances of a column as bars (Altair)."""
        from cardlib import charts

        chances = {_("in one column"): self.together.value, _("in two columns"): self.apart.value}
        return charts.routes(chances, _("Where to turn up the two opening cards?"), chance=True)

    @property
    def message(self) -> Message:
        """The comparison in one sentence."""
        one, two = self.together.message, self.apart.message
        return _("At least one column: {one} with both cards in one column, {two} with two columns.", one=one, two=two)

    def explain(self) -> Explanation:
        """How the two ways compare."""
        total = self.unseen.total
        terms = _equal(self.unseen)
        gap = self.together.value - self.apart.value
        points = self.next_together - self.next_apart
        steps = [
            Step(
                _("In one column the two cards may be a pair; then one more card completes it. The chance of a pair:"),
                result(Ratio(add_up(terms or [0]), comb(total, 2))),
            ),
            Step(
                _(
                    "Go through all pairs of values for the two cards. For each, take the chance that at least one "
                    "column is completed, times the chance of these two cards; add up. Both cards in one column:"
                ),
                result(Num(self.together.value)),
            ),
            Step(_("One card in each of two columns:"), result(Num(self.apart.value))),
            Step(_("The difference that one column makes:"), result(Num(self.together.value) - Num(self.apart.value))),
            Step(
                _("The first draw, used in the best way, saves so many points more on average with one column:"),
                result(Num(self.next_together) - Num(self.next_apart)),
            ),
        ]
        verdict = (
            _("Both count for turning up two cards of the same column.")
            if gap > 0 and points > 0
            else _("The two measures do not both count for the same column.")
        )
        steps.append(Step(verdict))
        groups = Counter(n for _card, n in self.unseen.items())
        alike = add_up([times(k, Power(Ratio(n, total), 2)) for n, k in groups.items()])
        mistake = _("Calculating the chance of a pair as if the first card were put back.")
        question = plural(
            "You turn up two cards, in one column or in two. How likely is it to complete a column within {n} draw?",
            "You turn up two cards, in one column or in two. How likely is it to complete a column within {n} draws?",
            self.draws,
        )
        how = Question(Column((), R.ROWS), self.unseen, self.draws, rules=self.rules)
        each = _("Every column collects one value, all different; the column with the best chance chooses first.")
        return Explanation(
            question,
            [unseen_in_words(self.unseen)],
            [*process_in_words(how), each],
            steps,
            self.together.value,
            mistakes=[Mistake(mistake, result(alike))],
        )

    def __str__(self) -> str:
        return f"{self.table()}\n{self.explain().steps[-1].text}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"{self.table()._repr_html_()}<p>{self.explain().steps[-1].text.render('html')}</p>"


def _equal(unseen: Deck) -> list[Any]:
    """The ways to draw two equal cards, value by value (equal counts together), as formulas."""
    groups = Counter(count for _card, count in unseen.items() if count > 1)
    return [times(k, Num(comb(count, 2))) for count, k in groups.items()]


def opening(draws: int = 3, unseen: Any = None, seen: Any = None, rules: Rules | None = None) -> Opening:
    """What turning up two cards of the same column buys at the start, against two different columns.

    draws: how many cards are drawn afterwards, one a turn, as in complete_column's process "draw"
    unseen, seen: the unseen cards (default: the whole deck), or those seen elsewhere, such as the first discard
    Compares the chance (0..1) that at least one column of the grid is completed within these draws, and what the first
    draw saves on average (points, one step ahead as in `moves`). ValueError as for complete_column.
    """
    options = rules_of(None, rules)
    deck = unseen_cards([], R.CELLS, unseen, seen)
    check_draws(draws, deck.total - R.CELLS, unseen_limit(deck.total - R.CELLS))
    pairs = [(x, y) for i, x in enumerate(deck.counts) for y in list(deck.counts)[i:] if x != y or deck[x] > 1]
    ways = {(x, y): comb(deck[x], 2) if x == y else deck[x] * deck[y] for x, y in pairs}
    all_ways = sum(ways.values())

    def average(number: Any) -> Fraction:
        return sum((ways[pair] * number(*pair) for pair in pairs), Fraction(0)) / all_ways

    def chance(layout: Sequence[int]) -> Answer:
        groups = {pair: _group(pair, layout, deck - list(pair), draws, options) for pair in pairs}

        def play(cards: Sequence[int]) -> bool:
            x, y = sorted(cards[:2])
            return groups[x, y].play(cards[2:])

        draw = Draw(deck.counts, 2 + (R.CELLS - 2) + draws, play, ordered=True)
        value = average(lambda x, y: groups[x, y].chance())
        return Answer(value, lambda: found.explain(), draw.trial, draw.outcomes)

    equal = average(lambda x, y: x == y)
    pair_draw = Draw(deck.counts, 2, lambda cards: cards[0] == cards[1])
    pair = Answer(equal, lambda: found.explain(), pair_draw.trial, pair_draw.outcomes)
    found = Opening(
        chance(TOGETHER),
        chance(APART),
        pair,
        average(lambda x, y: _first_draw([x, y, HIDDEN, *[HIDDEN] * R.ROWS], deck - [x, y], options)),
        average(lambda x, y: _first_draw([x, HIDDEN, HIDDEN, y, HIDDEN, HIDDEN], deck - [x, y], options)),
        draws,
        deck,
        options,
    )
    return found


def _group(pair: tuple[int, int], layout: Sequence[int], unseen: Deck, draws: int, rules: Any) -> Group:
    """The plans for the four columns once the two cards lie open."""
    cards = iter(pair)
    columns = [Column(tuple(next(cards) for _card in range(up)), R.ROWS - up) for up in layout]
    return Group(choose_values([Question(column, unseen, draws, rules=rules) for column in columns]))


def _first_draw(columns: Sequence[Any], unseen: Deck, rules: Any) -> Fraction:
    """What the first draw saves. The two wholly hidden columns are left out: they do not change what a card saves."""
    turn = Turn((*columns, *[GONE] * (R.CELLS - len(columns))), unseen, rules, None)
    return turn.now - turn.draw()
