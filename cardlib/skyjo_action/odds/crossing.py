"""What complete lines take away at the final reveal, where stars are jokers and lines cross (SA-9, SA-11, SA-12).

Which stars serve which lines is a choice of the owner: the rules are asked. Complete lines are counted set by set: what
a set takes away together, less what fewer of its lines take away, over all that its hidden cards can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Any

from ...answer import TooManyOutcomes
from ...engine.host import nth, record, size
from ...engine.options import Options
from ...skyjo.odds.ahead import alike, blank, laid, points, without
from ...skyjo.odds.known import GONE, HIDDEN, Cells
from .. import rules as R
from .. import table as T
from .known import STAR

Line = tuple[int, ...]
STARS = (STAR, HIDDEN + STAR)
Cards = tuple[tuple[Any, int], ...]  # cards and how often
Goal = tuple[Line, bool]  # a line that can be complete, and whether only stars complete it
WORK = 50_000  # of counting crossing lines for one question, about a second
HIDE = 5  # so many hidden cards in crossing lines at most
GRID = record("Grid", (
    ("players", "i8", ()), ("there", "i8", (1,)), ("up", "i8", (1,)), ("card", "i8", (1, T.CELLS)),
    ("touched", "i8", (1,)), ("marked", "i8", ()), ("serves", "i8", (T.CELLS,)), ("pending", "i8", ()),
    ("after", "i8", ()), ("tally_face_down", "i8", (1,)), ("unseen", "i8", (T.FACES + T.KINDS,)), *T.OPTION_FIELDS,
))  # fmt: skip


@cache
def star_lines(rules: Options) -> tuple[Line, ...]:
    """SA-12: the lines that bring a bonus when they are of stars alone, whether or not lines are removed."""
    s = blank(GRID, rules)
    masks = [T.line_cells(s, line) for line in range(T.LINES)]
    lines = [tuple(nth(mask, k) for k in range(size(mask))) for mask in masks if mask & ~T.whole_grid(s) == 0]
    stars = [[STAR if cell in line else GONE for cell in range(T.CELLS)] for line in lines]
    return tuple(line for line, cells in zip(lines, stars, strict=True) if R.grid_total(laid(s, cells), 0) < 0)


@cache
def is_crossing(one: Goal, other: Goal) -> bool:
    """Whether two lines share a place, and at least one of them may be removed."""
    return not (one[1] and other[1]) and not set(one[0]).isdisjoint(other[0])


@cache
def _record(rules: Options) -> Any:
    """A record for one grid; it is used again and again."""
    s = blank(GRID, rules)
    s.players = 1
    return s


@cache
def endings(rules: Options, shape: Cells) -> list[tuple[Line, int]]:
    """How a grid of known cards can end at the final reveal (SA-11): the numbers that leave, and the bonus for stars.

    Which lines are equal does not depend on the values: so 0, 1, 2, ... stand for them; nor on where a line is: so the
    grid is sorted before the rules are asked.
    """
    columns = sorted(range(0, len(shape), T.ROWS), key=lambda c: str(sorted(map(str, shape[c : c + T.ROWS]))))
    rows = sorted(range(T.ROWS), key=lambda r: str([shape[c + r] for c in columns]))
    order = [c + r for c in columns for r in rows]
    ends = _endings(rules, shape_of([shape[cell] for cell in order]))
    return [(tuple(order[cell] for cell in gone), bonus) for gone, bonus in ends]


@cache
def _endings(rules: Options, shape: Cells) -> list[tuple[Line, int]]:
    s = laid(_record(rules), shape)
    s.touched[0], s.marked = 0, 0
    R.final_reveal(s)
    if not rules.clear_at_final_reveal:
        s.touched[0] = 0
    ends: dict[Line, int] = {}
    there = s.up[0]
    for mask in R.removals(s, 0):
        s.there[0] = s.up[0] = there & ~mask
        gone = tuple(cell for cell, card in enumerate(shape) if mask >> cell & 1 and card not in STARS)
        ends[gone] = max(ends.get(gone, 0), sum(map(points, without(shape, mask))) - R.grid_total(s, 0))
    return list(ends.items())


def shape_of(cells: Sequence[Any]) -> Cells:
    """The grid with 0, 1, 2, ... for the values that occur, one after the other."""
    names: dict[str, int] = {}
    shape: list[Any] = []
    for card in cells:
        if card != GONE and card not in STARS:
            is_up = isinstance(card, int)
            name = names.setdefault(str(card) if is_up else card[1:], len(names))
            card = name if is_up else f"{HIDDEN}{name}"
        shape.append(card)
    return tuple(shape)


@lru_cache(maxsize=100_000)
def end_total(rules: Options, cells: Cells) -> int:
    """The least total of a grid of known cards at the final reveal: its owner chooses what the stars serve."""
    worth = [*map(points, cells)]
    return sum(worth) - max(
        sum([worth[cell] for cell in gone]) + bonus for gone, bonus in endings(rules, shape_of(cells))
    )


@cache
def _together(rules: Options, lines: tuple[Goal, ...], shape: Cells) -> list[tuple[int, list[tuple[Line, int]]]]:
    parts = []
    for n in range(1, len(lines) + 1):
        for some in combinations(lines, n):
            parts.append(((-1) ** (len(lines) - n), endings(rules, shape_of(alone(some, shape)))))
    return parts


def together(rules: Options, lines: tuple[Goal, ...], cells: Cells) -> int:
    """What complete lines take away together, less what fewer of them take away (inclusion and exclusion)."""
    worth = [*map(points, cells)]
    return sum(
        sign * max([sum([worth[cell] for cell in gone]) + bonus for gone, bonus in ends])
        for sign, ends in _together(rules, lines, shape_of(cells))
    )


def alone(lines: tuple[Goal, ...], cells: Cells) -> Cells:
    """The cards of some lines, without all others."""
    there = {cell for line, _stars in lines for cell in line}
    return tuple(card if cell in there else GONE for cell, card in enumerate(cells))


def key_of(lines: tuple[Goal, ...], cells: Cells) -> tuple[tuple[Goal, ...], Cells]:
    """What matters of some lines: they and their cards; of one line, the first of its kind, its cards in order."""
    if len(lines) > 1:
        return lines, alone(lines, cells)
    line, stars = lines[0]
    at = tuple(cell - line[0] for cell in line)
    cards = dict(zip(at, sorted([cells[cell] for cell in line], key=str), strict=True))
    return ((at, stars),), tuple(cards.get(cell, GONE) for cell in range(len(cells)))


@lru_cache(maxsize=10_000)
def completions(
    rules: Options, unseen: Cells, lines: tuple[Goal, ...], cells: Cells
) -> tuple[list[tuple[Cards, int]], int]:
    """All that hidden cards can be when these lines are complete, and how much work it was to find them.

    For each: the cards and how often they are there, and the ways they can lie times the points that are taken away.
    """
    values = [alike(cells, line)[0] for line, _stars in lines]
    through: dict[Any, tuple[list[int], list[int]]] = {}  # the lines that hidden places are in, and these places
    for cell in (cell for cell, card in enumerate(cells) if card == HIDDEN):
        here = [k for k, (line, _stars) in enumerate(lines) if cell in line]
        alike_here = str(here) if GONE in cells else cell  # in a whole grid other lines may be complete as well
        through.setdefault(alike_here, (here, []))[1].append(cell)
    todo = sorted(through.values(), key=lambda item: -len(item[0]))  # crossings first
    found: Counter[Cards] = Counter()
    full, work = [*cells], 0

    def go(n: int, used: Counter[Any], ways: int) -> None:
        nonlocal work
        if n == len(todo):
            work += 1 << len(lines)
            check_work(WORK - work)
            found[tuple(sorted(used.items(), key=str))] += ways * together(rules, lines, tuple(full))
            return
        here, hidden = todo[n]
        known = {values[k] for k in here} - {None}
        before = [values[k] for k in here]
        for stars in range(len(hidden) + 1):
            rest = len(hidden) - stars
            numbers: Any = [None] if not rest else known.intersection(unseen) if known else unseen
            if rest and (len(known) > 1 or any(lines[k][1] for k in here)):
                continue
            for number in numbers:
                for cell, card in zip(hidden, [STAR] * stars + [number] * rest, strict=True):
                    full[cell] = f"{HIDDEN}{card}"
                for k in here if rest else ():
                    values[k] = number
                go(n + 1, used + Counter({STAR: stars, number: rest}), ways * comb(len(hidden), stars))
                for k, value in zip(here, before, strict=True):
                    values[k] = value

    go(0, Counter(), 1)
    return [(cards, ways) for cards, ways in found.items() if ways], work if len(lines) > 1 else 0


def check_work(left: int) -> None:
    """TooManyOutcomes when no work may be done any more."""
    if left < 0:
        raise TooManyOutcomes("So many hidden cards are too much to count exactly.")


def sets_of(live: list[Goal], cells: Cells) -> list[tuple[Goal, ...]]:
    """The lines one by one, and all sets of them that cross. TooManyOutcomes where that is too much to count."""
    sets: list[tuple[Goal, ...]] = [(one,) for one in live]
    pairs = [pair for pair in combinations(live, 2) if is_crossing(*pair)]
    met = [one for one in live if any(one in pair for pair in pairs)]
    check_work(HIDE - sum(cells[k] == HIDDEN for k in {cell for line, _stars in met for cell in line}))
    for some in (some for n in range(2, len(met) + 1) for some in combinations(met, n)):
        there = {cell for line, _stars in some for cell in line}  # all columns: the rows are in them, too
        if any(pair in pairs for pair in combinations(some, 2)) or len(there) == len(cells):
            sets.append(some)
    return sets
