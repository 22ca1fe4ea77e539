"""What moves and action cards of Skyjo Action save, one step ahead, from what lies open at a table.

The measure is the expected total of the own grid: open cards at their value, stars at 0, hidden cards at the mean of
the unseen ones; full lines are gone, those with stars where that saves points (SA-9, SA-11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from ..deck import Deck
from ..explain import Explanation, Step
from ..formula import Num, Ratio, add_up, result
from ..text import Message, _, both, plural

HIDDEN, GONE, STAR = "?", ".", "*"
Cells = tuple[str, ...]


def points(card: str) -> int:
    """What an open card counts."""
    return 0 if card == STAR else int(card)


@dataclass(frozen=True)
class Turn:
    """A player's grid (cells numbered down the columns), its lines, the unseen cards, and what can be taken."""

    cells: Cells
    lines: tuple[range, ...]
    unseen: Deck
    top: str | None
    drawn: str | None
    others: tuple[str, ...]  # the open cards of the other grids

    @cached_property
    def mean(self) -> Fraction:
        """The mean of the unseen cards."""
        total = self.unseen.total
        return sum((Fraction(n * points(card), total) for card, n in self.unseen.items()), Fraction(0))

    def expected(self, cells: Sequence[str]) -> Fraction:
        """The expected total of a grid, its full lines taken out."""
        gone: set[int] = set()
        for line in self.lines:
            cards = [cells[cell] for cell in line]
            numbers = {card for card in cards if card != STAR}
            if len(numbers) == 1 and not numbers & {HIDDEN, GONE}:
                must = STAR not in cards
                if must or sum(map(points, cards)) > 0:
                    gone.update(line)
        kept = [card for cell, card in enumerate(cells) if cell not in gone and card != GONE]
        return sum((self.mean if card == HIDDEN else Fraction(points(card)) for card in kept), Fraction(0))

    @cached_property
    def now(self) -> Fraction:
        """The expected total as the cards lie."""
        return self.expected(self.cells)

    def placed(self, card: str) -> tuple[Fraction, int]:
        """The lowest expected total after placing a card, and where."""
        cells = list(self.cells)
        found = [(self.expected([*cells[:k], card, *cells[k + 1 :]]), k) for k, old in enumerate(cells) if old != GONE]
        return min(found)

    @cached_property
    def best_with(self) -> dict[str, Fraction]:
        """For every unseen card the expected total when it is drawn and used well; it may be rejected."""
        free = self.now if HIDDEN in self.cells else None
        best = {card: self.placed(card)[0] for card in self.unseen.counts}
        return {card: after if free is None else min(after, free) for card, after in best.items()}

    @cached_property
    def draw(self) -> Fraction:
        """The expected total after drawing a card."""
        total = self.unseen.total
        return sum((Fraction(n, total) * self.best_with[card] for card, n in self.unseen.items()), Fraction(0))

    @cached_property
    def draw_three(self) -> Fraction:
        """The expected total after the best of three drawn cards (A4), exact."""
        total, ways = self.unseen.total, Fraction(0)
        if total < 3:
            return self.draw
        left = total
        for card in sorted(self.unseen.counts, key=lambda card: self.best_with[card]):
            n = self.unseen[card]  # the best of the three is this card: all three are no better, not all are worse
            ways += (comb(left, 3) - comb(left - n, 3)) * self.best_with[card]
            left -= n
        return ways / comb(total, 3)

    @cached_property
    def swap(self) -> Fraction:
        """The expected total after the best exchange of two own places (A2)."""
        best = self.now
        for a in range(len(self.cells)):
            for b in range(a):
                cells = list(self.cells)
                cells[a], cells[b] = cells[b], cells[a]
                best = min(best, self.expected(cells))
        return best

    @cached_property
    def swap_with_players(self) -> Fraction:
        """The expected total after up to two exchanges with open cards of others (A9), the better one first."""
        cells, cards = list(self.cells), list(self.others)
        for _exchange in range(2):
            options = [
                (self.expected([*cells[:k], card, *cells[k + 1 :]]), k, card)
                for card in set(cards)
                for k, old in enumerate(cells)
                if old != GONE
            ]
            if not options or min(options)[0] >= self.expected(cells):
                break
            _after, k, card = min(options)
            cells[k] = card
            cards.remove(card)
        return self.expected(cells)

    def saves(self) -> dict[str, Fraction]:
        """What the action cards save whose effect on the own grid can be said: kind -> points."""
        return {
            "draw three": self.now - min(self.now, self.draw_three),
            "swap": self.now - self.swap,
            "swap with players": self.now - self.swap_with_players,
            "extra turns": self.now - min(self.now, self.draw),
        }

    def explain(self) -> Explanation:
        """Draw or take: the comparison with its numbers."""
        hidden = self.cells.count(HIDDEN)
        known = [
            plural("{n} card of the grid is hidden.", "{n} cards of the grid are hidden.", hidden),
            plural("{n} card is unseen.", "{n} cards are unseen.", self.unseen.total),
        ]
        model = [
            _("A hidden card counts the mean of the unseen cards, a star counts 0."),
            _("We look one move ahead: lines that the move completes are gone, with stars as jokers where that helps."),
        ]
        steps = [Step(_("Now you can expect this total:"), result(Num(self.now)))]
        if self.top is not None:
            after, _cell = self.placed(self.top)
            text = _("take: in the best place the discard {card} saves:", card=self.top)
            steps.append(Step(text, result(Num(self.now) - Num(after))))
        useful = [card for card in self.unseen.counts if self.best_with[card] < self.now]
        terms = [
            Ratio(self.unseen[card], self.unseen.total) * Num(self.now - self.best_with[card])
            for card in self.unseen.counts
            if self.best_with[card] != self.now
        ]
        said: Message = _("draw: useful cards are {cards}.", cards=both(useful))
        steps.append(Step(said))
        text = _(
            "What each card saves, times its chance, added up over all cards that can come, is what drawing saves:"
        )
        steps.append(Step(text, result(add_up(terms or [0]))))
        return Explanation(_("Draw a card, or take the top discard?"), known, model, steps, self.draw, "points")
