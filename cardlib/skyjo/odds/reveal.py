"""The law of what grids are worth when all their hidden cards are turned up (SK-19 to SK-21), from one unseen deck.

A *line* is a column (or by option a row) that is cleared when it is complete; the rules say which (`rules.lines`).
A *block* is a line, or several lines that share places, taken as complete: all its cards are equal. Hidden places
outside the blocks are *free*. Deals with and without clearing are counted at once: a block counts what stays of it
minus what it would count without clearing, and so on with the signs of inclusion and exclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import comb, perm, prod
from typing import Any

from ...answer import TooManyOutcomes
from ...engine.options import Options
from .. import rules as R
from .known import GONE, HIDDEN, Cells

Kept = tuple[tuple[int, int], ...]  # (how many cards of a block stay and count, in how many sets of lines: signed)
WORK = 300_000_000  # about a second: see `work`


def final_total(cells: Sequence[Any], lines: R.Lines) -> int:
    """The raw score of a grid whose cards are all known, when these lines do not count if they are complete (SK-21)."""
    gone = {cell for line in lines if cells[line[0]] != GONE and len({cells[c] for c in line}) == 1 for cell in line}
    return sum(card for cell, card in enumerate(cells) if card != GONE and cell not in gone)


def turned_up(cells: Cells, cards: Iterator[int]) -> list[Any]:
    """The grid with its hidden cards turned up."""
    return [next(cards) if card == HIDDEN else card for card in cells]


@dataclass(frozen=True)
class Block:
    """Places of equal cards, of which at least one is hidden."""

    value: int | None  # of its face-up cards; None if all are hidden
    hidden: int
    shown: int
    kept: Kept


@dataclass(frozen=True)
class Pattern:
    """A grid seen as face-up points, hidden places, and blocks that may be complete (or must be: `strict`)."""

    points: int
    hidden: int
    blocks: tuple[Block, ...]
    strict: bool

    @property
    def most_free(self) -> int:
        """How many hidden places lie outside the blocks at most."""
        return self.hidden - sum(block.hidden for block in self.blocks) if self.strict else self.hidden


def patterns(cells: Cells, lines: R.Lines) -> Counter[Pattern]:
    """The patterns to add up for a grid, and how often each counts.

    Lines that share no places are blocks of their own, each complete or not: one pattern. With rows as well as columns
    there is a pattern for every set of lines, complete together.
    """
    points = sum(card for card in cells if card not in (HIDDEN, GONE))
    hidden = cells.count(HIDDEN)
    possible = [line for line in lines if _value(cells, line) is not False]
    if not any(set(one) & set(other) for one, other in combinations(possible, 2)):
        blocks = [_block(cells, frozenset(line), [line]) for line in possible]
        return Counter([Pattern(points, hidden, tuple(blocks), strict=False)])
    found: Counter[Pattern] = Counter()
    for mask in range(1 << len(possible)):
        groups = _groups([line for i, line in enumerate(possible) if mask >> i & 1])
        if all(_value(cells, places) is not False for places, _lines in groups):
            blocks = sorted((_block(cells, places, own) for places, own in groups), key=repr)
            found[Pattern(points, hidden, tuple(blocks), strict=True)] += 1
    return found


def _block(cells: Cells, places: frozenset[int], lines: list[tuple[int, ...]]) -> Block:
    """The block of these lines: over all sets of them that are really cleared, how many cards stay, with the sign."""
    kept: Counter[int] = Counter()
    for mask in range(1 << len(lines)):
        cleared = {cell for i, line in enumerate(lines) if mask >> i & 1 for cell in line}
        kept[len(places) - len(cleared)] += (-1) ** (len(lines) - mask.bit_count())
    hidden = sum(cells[cell] == HIDDEN for cell in places)
    signed = tuple(sorted((cards, sign) for cards, sign in kept.items() if sign))
    value = _value(cells, places)
    return Block(None if value is False else value, hidden, len(places) - hidden, signed)


def _value(cells: Cells, places: Any) -> int | bool | None:
    """The value these places all have when they are equal; None if all are hidden, False if they cannot be equal."""
    cards = {cells[cell] for cell in places} - {HIDDEN}
    if not cards:
        return None
    value = cards.pop()
    return value if not cards and value != GONE else False


def _groups(lines: list[tuple[int, ...]]) -> list[tuple[frozenset[int], list[tuple[int, ...]]]]:
    """The lines put together where they share places."""
    groups: list[tuple[frozenset[int], list[tuple[int, ...]]]] = []
    for line in lines:
        touching = [group for group in groups if group[0] & set(line)]
        rest = [group for group in groups if not group[0] & set(line)]
        places = frozenset(line).union(*(places for places, _lines in touching))
        groups = [*rest, (places, [line, *(other for _places, own in touching for other in own)])]
    return groups


def joint_law(grids: Sequence[Cells], unseen: Mapping[int, int], rules: Options) -> dict[tuple[int, ...], int]:
    """In how many equally likely deals of the hidden cards the grids score what: (score, score, ...) -> deals.

    The deals tell equal cards apart; together they are perm(unseen cards, hidden cards).
    Raises TooManyOutcomes when that would take longer than about a second.
    """
    choices = _choices(grids, rules)
    check_work(work(choices, unseen))
    found: Counter[tuple[int, ...]] = Counter()
    for chosen in product(*(some.items() for some in choices)):
        times = prod(times for _pattern, times in chosen)
        for scores, deals in _law([pattern for pattern, _times in chosen], unseen):
            found[scores] += times * deals
    return {scores: found[scores] for scores in sorted(found) if found[scores]}


def check_work(so_much: int) -> None:
    """TooManyOutcomes for more work than about a second."""
    if so_much > WORK:
        raise TooManyOutcomes("So many hidden cards are too much to count exactly.")


def law_work(grids: Sequence[Cells], unseen: Mapping[int, int], rules: Options) -> int:
    """How much work `joint_law` is for these grids."""
    return work(_choices(grids, rules), unseen)


def _choices(grids: Sequence[Cells], rules: Options) -> list[Counter[Pattern]]:
    """The patterns of every grid."""
    return [patterns(cells, R.lines(rules, at_the_end=True)) for cells in grids]


def work(choices: Sequence[Collection[Pattern]], unseen: Mapping[int, int]) -> int:
    """How much it is to count all choices of one pattern for each grid.

    For one choice that is the steps of the loop below times (100 + the size of its numbers), both products over the
    grids; so their sums over all choices are products of sums, and the choices need not be gone through.
    """
    steps = [[(p.hidden + 1) * (p.hidden + 2) // 2 * (1 + len(p.blocks)) for p in some] for some in choices]
    sized = [[n * (14 * p.hidden + 1) for n, p in zip(*pair, strict=True)] for pair in zip(steps, choices, strict=True)]
    return len(unseen) * (100 * prod(map(sum, steps)) + prod(map(sum, sized)))


def _law(chosen: Sequence[Pattern], unseen: Mapping[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The signed number of deals by scores, for one pattern in each grid.

    Value after value it is decided how many of its cards go to the free places of each grid and which blocks it fills.
    A state is (free places filled in each grid, hidden places filled in each grid, blocks without a face-up card
    filled, by kind). All sums of a state are packed into one big integer, so that adding a card is a shift. Deals are
    counted in order: words of cards that are merged, hence the binomials.
    """
    grids = range(len(chosen))
    lows, reach = [], []  # the sums in each grid, beside its face-up cards: the lowest, and how many
    for pattern in chosen:
        swings = [block.shown * block.value for block in pattern.blocks if block.value is not None]
        lows.append(R.LOW * pattern.hidden - sum(max(0, swing) for swing in swings))
        reach.append(14 * pattern.hidden + sum(map(abs, swings)) + 1)
    strides = [prod(reach[:g]) for g in grids]
    signs = prod(sum(abs(sign) for _cards, sign in block.kept) + 1 for p in chosen for block in p.blocks)
    deals = perm(sum(unseen.values()), sum(pattern.hidden for pattern in chosen))
    width = 8 * ((deals * signs).bit_length() // 8 + 1)

    kinds = sorted({(g, block) for g in grids for block in chosen[g].blocks if block.value is None}, key=repr)
    limits = (
        *(pattern.most_free for pattern in chosen),
        *(pattern.hidden for pattern in chosen),
        *(chosen[g].blocks.count(block) for g, block in kinds),
    )
    split = len(chosen)

    @cache
    def step(state: tuple[int, ...], share: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """The state after a share of one value, and in how many orders the cards can be merged (0: no room)."""
        filled = tuple(map(int.__add__, state, share))
        if not all(map(int.__le__, filled, limits)):
            return filled, 0
        return filled, prod(map(comb, filled[:split], share)) * prod(map(comb, filled[2 * split :], share[2 * split :]))

    start = sum(stride * (R.LOW * p.hidden - low) for p, low, stride in zip(chosen, lows, strides, strict=True))
    states = {(0,) * len(limits): 1 << width * start}
    for value in {*unseen, *(b.value for p in chosen for b in p.blocks if b.value is not None)}:
        moves = _moves(value, unseen.get(value, 0), chosen, kinds, limits, strides)
        new: dict[tuple[int, ...], int] = {}
        for state, packed in states.items():
            for share, terms in moves:
                filled, orders = step(state, share)
                if orders:
                    for shift, ways in terms:
                        new[filled] = new.get(filled, 0) + _shifted(packed * (ways * orders), width * shift)
        states = new

    total = 0
    for state, packed in states.items():
        exact = all(p.most_free == n for p, n in zip(chosen, state, strict=False) if p.strict)
        if exact and state[split : 2 * split] == limits[split : 2 * split]:
            total += packed * prod(map(comb, limits[2 * split :], state[2 * split :]))
    points = [pattern.points + low for pattern, low in zip(chosen, lows, strict=True)]
    return _unpacked(total, width, reach, points)


def _shifted(packed: int, shift: int) -> int:
    """Sums moved up, or down where a complete block takes points away (the room for that is there from the start)."""
    return packed << shift if shift >= 0 else packed >> -shift


Terms = dict[int, int]  # a polynomial: exponent -> factor


def _moves(
    value: int,
    count: int,
    chosen: Sequence[Pattern],
    kinds: Sequence[tuple[int, Block]],
    limits: Sequence[int],
    strides: Sequence[int],
) -> list[tuple[tuple[int, ...], list[tuple[int, int]]]]:
    """What can be done with the cards of one value: (what it adds to a state, what it multiplies a state with)."""
    split = len(chosen)
    fixed = [(g, block) for g, pattern in enumerate(chosen) for block in pattern.blocks if block.value == value]
    fill = [range(1 if chosen[g].strict else 0, 2) for g, _block in fixed] + [range(n + 1) for n in limits[2 * split :]]
    found: dict[tuple[int, ...], Terms] = {}
    for times in product(*fill):
        blocks, terms = [0] * split, {0: 1}
        for (g, block), n in zip([*fixed, *kinds], times, strict=True):
            blocks[g] += n * block.hidden
            for _block in range(n):
                terms = _times(terms, _counted(block, value, strides[g]))
        for free in product(*(range(min(count, most) + 1) for most in limits[:split])):
            used = sum(blocks) + sum(free)
            if used <= count:
                shift = (value - R.LOW) * sum(map(int.__mul__, free, strides))
                share = found.setdefault((*free, *map(int.__add__, free, blocks), *times[len(fixed) :]), {})
                for place, ways in terms.items():
                    share[place + shift] = share.get(place + shift, 0) + ways * perm(count, used)
    return [(share, [(shift, ways) for shift, ways in terms.items() if ways]) for share, terms in found.items()]


def _counted(block: Block, value: int, stride: int) -> Terms:
    """What a complete block counts beside its face-up cards, as a polynomial (its hidden cards moved above 0)."""
    found: Terms = {}
    for cards, sign in block.kept:
        place = stride * ((cards - block.shown) * value - block.hidden * R.LOW)
        found[place] = found.get(place, 0) + sign
    return found


def _times(some: Terms, more: Terms) -> Terms:
    """The product of two polynomials, written exponent -> factor."""
    found: Counter[int] = Counter()
    for i, a in some.items():
        for j, b in more.items():
            found[i + j] += a * b
    return found


def _unpacked(packed: int, width: int, reach: list[int], offsets: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The numbers (below or above 0) that are packed into one, with the sums they belong to."""
    count, step, half = prod(reach), width // 8, 1 << (width - 1)
    middle = int.from_bytes(half.to_bytes(step, "little") * count, "little")  # makes every digit positive
    digits = (packed + middle).to_bytes(count * step + 1, "little")
    for place in range(count):
        deals = int.from_bytes(digits[place * step : (place + 1) * step], "little") - half
        if deals:
            sums = []
            for span, offset in zip(reach, offsets, strict=True):
                place, above = divmod(place, span)
                sums.append(above + offset)
            yield tuple(sums), deals
