"""The best use of a card, one step ahead: for Skyjo, and as the ground of Skyjo Action's `worth`.

One measure for every move: the mean of the player's total over all deals that fit what is known, if the move is made
and all cards are turned up then, complete lines cleared (SK-14, SK-20). That is the mean of the law of the total.
Which cells leave a grid, now and at the end, the rules are asked. Whatever later turns can still do is left out.

Hidden cards are equally likely to lie anywhere, and the mean of a sum is the sum of the means: so the mean total is the
known cards, plus the mean of an unseen card for every hidden one, less what the complete lines take away on average.
All numbers are whole: they are counted in deals of the hidden cards (see `Left.scale`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import perm
from typing import Any

from ...deck import Deck
from ...engine import grid as written
from ...engine.host import Record, record
from ...engine.options import Options
from ...hands import Draw
from ...text import Message, _
from .. import rules as R
from .known import GONE, HIDDEN, Cells
from .reveal import final_total

KEEP, TURN_UP = "keep", "turn up"
STAR = "*"  # Skyjo Action's joker counts nothing
GRID = record(
    "Grid", (("there", "i8", (1,)), ("up", "i8", (1,)), ("card", "i8", (1, R.CELLS)), *R.OPTION_FIELDS)
)  # what the rules are asked with: one grid


def points(card: Any) -> int:
    """What a card counts that is known to lie in a place: a star, a cleared place and an unknown card nothing."""
    if isinstance(card, int):
        return card
    return int(card[1:]) if card[0] == HIDDEN and card[1:] not in ("", STAR) else 0


def is_down(card: Any) -> bool:
    """Whether a card lies face down: "?", or "?5" for one that was looked at."""
    return isinstance(card, str) and card[0] == HIDDEN


def with_card(cells: Sequence[Any], cell: int, card: Any) -> Cells:
    """The grid with a card in a place."""
    return (*cells[:cell], card, *cells[cell + 1 :])


def blank(kind: type[Record], rules: Options) -> Any:
    """A record to ask the rules with, the options filled in."""
    s: Any = kind()
    for name, code in rules.codes():
        setattr(s, name, code)
    return s


def laid(s: Any, cells: Sequence[Any]) -> Any:
    """A grid laid into a record."""
    s.there[0] = s.up[0] = 0
    for cell, card in enumerate(cells):
        if card != GONE:
            s.there[0] |= 1 << cell
            s.up[0] |= (not is_down(card)) << cell
        star = card in (STAR, HIDDEN + STAR)
        s.card[0][cell] = R.HIGH + 1 if star else R.HIDDEN if card == HIDDEN else points(card)
    return s


@cache
def overlaps(lines: R.Lines) -> list[tuple[int, tuple[int, ...]]]:
    """Sets of cells and how often they count, so that a cell in several complete lines is lost once.

    By inclusion and exclusion: lines that share cells are complete together when all their cells are equal.
    """
    found: Counter[tuple[int, ...]] = Counter()

    def go(rest: Sequence[tuple[int, ...]], shared: set[int], union: set[int], sign: int) -> None:
        for i, line in enumerate(rest):
            if both := shared & set(line):
                found[tuple(sorted(union | set(line)))] += sign * len(both)
                go(rest[i + 1 :], both, union | set(line), -sign)

    go(lines, set(range(R.CELLS)), set(), 1)
    return [(times, cells) for cells, times in found.items() if times]


class Left:
    """The unseen cards when some have been seen. A chance is a number of deals of the hidden cards, of `scale`."""

    def __init__(self, counts: Mapping[Any, int], hidden: int) -> None:
        self.counts = {card: n for card, n in counts.items() if n}
        self.total, self.hidden = sum(self.counts.values()), hidden
        self.scale = perm(self.total, hidden)
        self.points = sum(points(card) * n for card, n in self.counts.items())
        self.memory: dict[Any, Any] = {}

    @cached_property
    def mean(self) -> int:
        """The mean of one card, times scale."""
        return self.points * self.scale // self.total if self.hidden else 0

    def ways(self, *cards: tuple[Any, int]) -> int:
        """In how many deals certain places have these cards: each so many times."""
        n, ways = self.hidden, 1
        for card, times in cards:
            n -= times
            ways *= perm(self.counts.get(card, 0), times)
        return ways * perm(self.total - self.hidden + n, n) if ways else 0

    def equal(self, n: int) -> int:
        """The value of a card, added up over all deals in which n places have the same."""
        if n not in self.memory:
            self.memory[n] = sum(points(card) * self.ways((card, n)) for card in self.counts)
        return int(self.memory[n])


@dataclass(frozen=True)
class Use:
    """What is done with a card: placed, or a hidden one turned up instead; the mean total after it (points)."""

    after: Fraction
    what: str
    cell: int
    card: Any = None

    @property
    def action(self) -> int:
        """The action of a player who has drawn the card."""
        return (R.KEEP if self.what == KEEP else R.REJECT) + self.cell

    @property
    def message(self) -> Message:
        """The use in words."""
        at = written.write_cell(self.cell, R.ROWS)
        if self.what == KEEP:
            return _("put {card} in the place {at}", card=self.card, at=at)
        return _("turn up {at}", at=at)


@dataclass(frozen=True)
class Ahead:
    """A player's grid (cells numbered down the columns), and what that player knows when a card is to be used."""

    cells: Cells
    unseen: Deck
    rules: Options
    top: Any = None  # the top discard, if it can be taken
    drawn: Any = None  # the card just drawn
    pile: Deck | None = None  # what the draw pile holds for certain, when it is shuffled anew (SK-26)

    # --- what is there ----------------------------------------------------------------------------------------------
    @cached_property
    def hidden(self) -> list[int]:
        """The places with a card that nobody knows."""
        return [cell for cell, card in enumerate(self.cells) if card == HIDDEN]

    @cached_property
    def down(self) -> list[int]:
        """The places with a face-down card."""
        return [cell for cell, card in enumerate(self.cells) if is_down(card)]

    @cached_property
    def places(self) -> list[int]:
        """The places that are not cleared."""
        return [cell for cell, card in enumerate(self.cells) if card != GONE]

    @property
    def source(self) -> Deck:
        """What the next drawn card comes from."""
        return self.unseen if self.pile is None else self.pile

    @property
    def can_draw(self) -> bool:
        """Whether a card is left to draw beside the hidden ones."""
        return bool(self.pile) if self.pile is not None else self.unseen.total > len(self.hidden)

    @cached_property
    def base(self) -> int:
        """The points of all known cards."""
        return sum(map(points, self.cells))

    @cached_property
    def now(self) -> Fraction:
        """The mean total as the cards lie: that of the law of the total."""
        left = self.left()
        return Fraction(self.mean_total(self.cells, left), left.scale)

    @property
    def mean(self) -> Fraction:
        """The mean of an unseen card (0 without cards)."""
        return Fraction(self.left().points, self.unseen.total or 1)

    @cached_property
    def _left(self) -> dict[Any, Left]:
        return {}

    def left(self, out: Sequence[Any] = (), found: int = 0) -> Left:
        """The unseen cards when these have been seen as well, so many of them (`found`) in hidden places."""
        key = (*sorted(out, key=str), found)
        if key not in self._left:
            self._left[key] = Left(Counter(self.unseen.counts) - Counter(out), len(self.hidden) - found)
        return self._left[key]

    # --- the rules, asked -------------------------------------------------------------------------------------------
    @cached_property
    def lines(self) -> R.Lines:
        """SK-14: the lines that are cleared in a turn."""
        return R.lines(self.rules)

    @cached_property
    def ends(self) -> R.Lines:
        """SK-20: the lines that are cleared at the final reveal."""
        return R.lines(self.rules, at_the_end=True)

    @cached_property
    def _grid(self) -> Any:
        return blank(GRID, self.rules)

    def settled(self, cells: Cells, touched: Sequence[int]) -> list[Cells]:
        """The grids that the owner can have when the move is over: complete lines are cleared (SK-14)."""
        s, gone = laid(self._grid, cells), 0
        for cell in touched:
            gone |= R.cleared_by(s, 0, cell, s.card[0][cell]) if s.up[0] >> cell & 1 else 0
        return [without(cells, gone)]

    def saved(self, cells: Cells, left: Left) -> int:
        """What the lines that are complete in the end take away from the total, summed over all deals."""
        found = 0
        for times, union in overlaps(self.ends):
            value, hidden = alike(cells, union)
            if value is None:
                found += times * left.equal(hidden)
            elif value is not GONE:
                found += times * points(value) * left.ways((value, hidden))
        return found

    def final(self, cells: Cells) -> int:
        """The total of a grid when all its cards are known: the complete lines are cleared (SK-20, SK-21)."""
        return final_total(cells, self.ends)

    # --- the measure ------------------------------------------------------------------------------------------------
    def mean_total(self, cells: Cells, left: Left) -> int:
        """The mean total when all cards are turned up, times left.scale."""
        known = sum(map(points, cells)) * left.scale
        return known + cells.count(HIDDEN) * left.mean - self.saved(cells, left)

    @cached_property
    def ripe(self) -> set[int]:
        """The places where a card can complete a line now: all others of it lie face up."""
        up = {cell for cell in self.places if not is_down(self.cells[cell])}
        return {cell for line in self.lines for cell in line if up.issuperset(set(line) - {cell})}

    def best_grid(self, cells: Cells, touched: Sequence[int], left: Left) -> tuple[int, Cells]:
        """The grid after a move, its owner having done the best with complete lines: (mean total × scale, cells)."""
        grids = self.settled(cells, touched) if self.ripe.intersection(touched) else [cells]
        return min(((self.mean_total(grid, left), grid) for grid in grids), key=lambda pair: pair[0])

    def place(self, cell: int, card: Any, left: Left) -> int:
        """The mean total after placing a card, times left.scale."""
        return self.best_grid(with_card(self.cells, cell, card), [cell], left)[0]

    def turn_up(self, cell: int, left: Left) -> int:
        """The mean total after turning up a face-down card, times left.scale.

        Turned up now or in the end is the same, but for the cards that complete a line now.
        """
        if self.cells[cell] != HIDDEN:
            card = self.cells[cell][1:]
            return self.place(cell, card if card == STAR else int(card), left)
        found = left.memory.get(HIDDEN)
        if found is None:
            found = left.memory[HIDDEN] = self.mean_total(self.cells, left)
        if cell in self.ripe:
            for card, n in left.counts.items():
                cells = with_card(self.cells, cell, card)
                if self.settled(cells, [cell]) != [cells]:
                    then = Left({**left.counts, card: n - 1}, left.hidden - 1)
                    later = with_card(self.cells, cell, f"{HIDDEN}{card}")
                    found += n * (self.best_grid(cells, [cell], then)[0] - self.mean_total(later, then))
        return int(found)

    def promise(self, cells: Cells) -> int:
        """How many equal cards lie face up in lines that can still be completed; moves that do as well keep them."""
        found = 0
        for line in {*self.lines, *self.ends}:
            value, hidden = alike(cells, line)
            if value not in (None, GONE) and len(line) - hidden > 1:
                found += len(line) - hidden
        return found

    def order(self, use: Use) -> tuple[Any, ...]:
        """Uses that are equally good stand in this order: those first that spoil no pair."""
        kept = self.cells if use.what == TURN_UP else with_card(self.cells, use.cell, use.card)
        return use.after, -self.promise(kept), use.action

    def uses(self, hand: Sequence[Any], out: Sequence[Any] | None = None, reject: bool = True) -> list[Use]:
        """What can be done with one of these cards, the best first; `out`: those that come from the unseen ones."""
        left = self.left(hand if out is None else out)
        found = (Use(Fraction(after, left.scale), *how) for after, *how in self._uses(hand, left, reject))
        return sorted(found, key=self.order)

    def _uses(self, hand: Sequence[Any], left: Left, reject: bool) -> Iterator[tuple[int, str, int, Any]]:
        for card in dict.fromkeys(hand):
            for cell in self.places:
                yield self.place(cell, card, left), KEEP, cell, card
        for cell in self.down if reject else ():
            yield self.turn_up(cell, left), TURN_UP, cell, None

    def best(self, *hand: Any) -> Use:
        """The best use of a hand that has just been drawn: one card is placed, or a hidden one turned up."""
        left = self.left(hand if self.pile is None else ())
        found = list(self._uses(hand, left, bool(self.rules.may_reject_drawn) or len(hand) > 1))
        least = min(after for after, *_how in found)
        after = Fraction(least, left.scale)
        return min((Use(after, *how) for total, *how in found if total == least), key=self.order)

    def take(self, card: Any) -> Use:
        """The best place for an open card."""
        return self.uses([card], out=(), reject=False)[0]

    @cached_property
    def best_after(self) -> dict[Any, Use]:
        """For every card that can be drawn: its best use."""
        return {card: self.best(card) for card in self.source.counts}

    @cached_property
    def draw(self) -> Fraction:
        """The mean total after drawing a card and doing the best with it; without a card to draw, as it is now."""
        if not self.can_draw:
            return self.now
        cards, total = self.source.items(), self.source.total
        return sum((n * self.best_after[card].after for card, n in cards), Fraction(0)) / total

    # --- playing it with cards --------------------------------------------------------------------------------------
    def result(self, use: Use, lying: Mapping[int, Any], out: Sequence[Any] = ()) -> int:
        """The total after a use, when these cards lie in the hidden places and are turned up then."""
        return self.final(self.dealt(self.grid(use, lying, out), lying))

    def dealt(self, cells: Cells, lying: Mapping[int, Any]) -> Cells:
        """The grid with its hidden cards dealt, ready for the final reveal."""
        return tuple(lying[k] if card == HIDDEN else card for k, card in enumerate(cells))

    def deal(self, draws: int, measure: Any) -> Draw:
        """Hidden and drawn cards by chance: `measure(lying, drawn)`."""
        n = len(self.hidden)

        def play(cards: Sequence[Any]) -> Any:
            return measure(dict(zip(self.hidden, cards[:n], strict=True)), cards[n:])

        return Draw(self.unseen.counts, n + draws, play, ordered=True)

    def grid(self, use: Use, lying: Mapping[int, Any], out: Sequence[Any] = ()) -> Cells:
        """The grid after a use; a card that is turned up is the one that lies there."""
        card, found = use.card, 0
        if use.what == TURN_UP:
            there = self.cells[use.cell]
            card, found = (lying[use.cell], 1) if there == HIDDEN else (there[1:], 0)
            card = card if card == STAR else int(card)
        left = self.left((*out, card) if found else out, found)
        return self.best_grid(with_card(self.cells, use.cell, card), [use.cell], left)[1]


def alike(cells: Sequence[Any], union: Sequence[int]) -> tuple[Any, int]:
    """The value that places have when they are equal (None: any; GONE: they cannot be), and how many are hidden."""
    value, hidden = None, 0
    for cell in union:
        card = cells[cell]
        if card == HIDDEN:
            hidden += 1
        elif card == GONE:
            return GONE, 0
        elif card not in (STAR, HIDDEN + STAR):  # a star can be any card
            card = card if isinstance(card, int) else int(card[1:])
            if value is None:
                value = card
            elif value != card:
                return GONE, 0
    return value, hidden


def without(cells: Cells, gone: int) -> Cells:
    """The grid without the cells of a mask."""
    return tuple(GONE if gone >> k & 1 else card for k, card in enumerate(cells)) if gone else cells
