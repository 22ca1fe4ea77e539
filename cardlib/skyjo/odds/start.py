"""What the two opening cards buy: turned up in the same column, or in two columns (SK-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...explain import Derivation, Shown, Table, shown
from ...formula import Num, Power, Ratio, add_up, times
from ...hands import Draw
from ...text import Message, _, decimal, percentage, plural
from .. import rules as R
from ..game import Rules
from .ahead import Ahead
from .column import process_in_words, questions
from .course import DRAW
from .known import GONE, HIDDEN, known, unseen_in_words
from .several import Group, choose_values

TOGETHER = (2, 0, 0, 0)  # how many cards are face up in each column
APART = (1, 1, 0, 0)


@dataclass(frozen=True, repr=False)
class Opening(Shown):
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

    @property
    def verdict(self) -> Message:
        """What the numbers say, and how far they look."""
        gap, points = self.together.value - self.apart.value, self.next_together - self.next_apart
        draws = plural("{n} draw", "{n} draws", self.draws)
        if gap > 0 and points > 0:
            said = _("For one column within {draws} the same column is better, and for the next draw too.", draws=draws)
        elif gap < 0 and points < 0:
            said = _("For one column within {draws} two columns are better, and for the next draw too.", draws=draws)
        else:
            said = _("Within {draws} the two measures do not both count for the same choice.", draws=draws)
        return _(
            "{said} With more draws that can turn round. Which opening wins more rounds is another question: play both "
            "with simulate().",
            said=said,
        )

    def parts(self) -> Iterable[Message | Table]:
        """The table and the verdict."""
        return [self.table(), self.verdict]

    def explain(self) -> Derivation:
        """How the two ways compare."""
        total, groups = self.unseen.total, Counter(count for _card, count in self.unseen.items())
        question = plural(
            "You turn up two cards, in one column or in two. How likely is it to complete a column within {n} draw?",
            "You turn up two cards, in one column or in two. How likely is it to complete a column within {n} draws?",
            self.draws,
        )
        each = _("Every column collects one value, all different; the column with the best chance chooses first.")
        d = Derivation(question, [unseen_in_words(self.unseen)], [*process_in_words(DRAW, self.rules), each])
        equal = [times(k, Num(comb(n, 2))) for n, k in groups.items() if n > 1]
        d.note(
            _("In one column the two cards may be a pair; then one more card completes it. The chance of a pair:"),
            Ratio(add_up(equal or [0]), comb(total, 2)),
        )
        d.note(_("One card in each of two columns:"), Num(self.apart.value))
        d.note(
            _("The first draw, used in the best way, saves so many points more on average with one column:"),
            Num(self.next_together) - Num(self.next_apart),
        )
        d.step(
            _(
                "Go through all pairs of values for the two cards. For each, take the chance that at least one "
                "column is completed, times the chance of these two cards; add up. Both cards in one column:"
            ),
            Num(self.together.value),
        )
        d.note(_("The difference that one column makes:"), Num(self.together.value) - Num(self.apart.value))
        d.note(self.verdict, None)
        alike = add_up([times(k, Power(Ratio(n, total), 2)) for n, k in groups.items()])
        return d.warn(_("Calculating the chance of a pair as if the first card were put back."), alike)


def opening(draws: int = 3, unseen: Any = None, seen: Any = None, rules: Rules | None = None) -> Opening:
    """What turning up two cards of the same column buys at the start, against two different columns.

    draws: how many cards are drawn afterwards, one a turn, as in complete_column's process "draw"
    unseen, seen: the unseen cards (default: the whole deck), or those seen elsewhere, such as the first discard
    Compares the chance (0..1) that at least one column of the grid is completed within these draws, and what the first
    draw saves on average (points, one step ahead as in `moves`). It is about one column and so many draws; how a whole
    round goes on is not in it. ValueError as for complete_column.
    """
    fresh = known(" / ".join([" ".join([HIDDEN] * R.COLUMNS)] * R.ROWS), None, unseen, seen, rules)
    deck, options = fresh.unseen, fresh.rules
    fresh.check_draws(draws)
    pairs = [(x, y) for i, x in enumerate(deck.counts) for y in list(deck.counts)[i:] if x != y or deck[x] > 1]
    ways = {(x, y): comb(deck[x], 2) if x == y else deck[x] * deck[y] for x, y in pairs}
    all_ways = sum(ways.values())

    def average(number: Any) -> Fraction:
        return sum((ways[pair] * number(*pair) for pair in pairs), Fraction(0)) / all_ways

    def chance(layout: Sequence[int]) -> Answer:
        groups = {pair: _group(pair, layout, deck - list(pair), draws, options) for pair in pairs}

        def play(cards: Sequence[int]) -> bool:
            x, y = sorted(cards[:2])
            return groups[x, y].course.play(cards[2:])

        draw = Draw(deck.counts, 2 + (R.CELLS - 2) + draws, play, ordered=True)
        value = average(lambda x, y: groups[x, y].chance)
        return Answer(value, lambda: found.explain(), draw.trial, draw.outcomes)

    pair_draw = Draw(deck.counts, 2, lambda cards: cards[0] == cards[1])
    pair = Answer(average(lambda x, y: x == y), lambda: found.explain(), pair_draw.trial, pair_draw.outcomes)
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
    columns = [[*(next(cards) for _card in range(up)), *[HIDDEN] * (R.ROWS - up)] for up in layout]
    return Group(choose_values(questions(columns, draws, unseen, None, DRAW, None, None, rules)))


def _first_draw(columns: Sequence[Any], unseen: Deck, rules: Any) -> Fraction:
    """What the first draw saves. The two wholly hidden columns are left out: they do not change what a card saves."""
    turn = Ahead((*columns, *[GONE] * (R.CELLS - len(columns))), unseen, rules)
    return turn.now - turn.draw
