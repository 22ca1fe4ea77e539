"""What a card does for the own grid, one step ahead: a plain draw, Draw three (A4) and Swap (A2), in points saved.

The measure is that of `skyjo.odds.ahead`: the mean of the own total over all deals that fit what is known, if the card
is used and all cards are turned up then, less the bonus for lines of stars (SA-12). Lines with stars are removed where
that lowers the total (SA-9, SA-11), now and at the final reveal. Later turns are left out.

Which stars serve which lines at the end is a choice where complete lines cross: groups of crossing lines are counted
deal by deal. Where that is too much, a Situation is `rough` (every line for itself decides what to do) and what a card
is worth is simulated, with its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations
from math import comb, perm
from typing import Any

from ...answer import SAME_CHOICES, Answer, Estimate, TooManyOutcomes
from ...engine import grid as written
from ...engine.host import nth, record, size
from ...engine.options import Options
from ...explain import Derivation
from ...formula import Num, Ratio, add_up
from ...hands import hand_count, hands_by_value
from ...skyjo.odds.ahead import KEEP, Ahead, Left, Use, alike, blank, is_down, laid, points, with_card, without
from ...skyjo.odds.known import GONE, HIDDEN, Cells, Known, known, unseen_in_words
from ...text import Error, Message, _, both, plural
from .. import rules as R
from .. import table as T
from .known import ACTION, STAR

WORK = 20_000  # steps of counting crossing lines for one question, about a tenth of a second
HANDS = 1_700  # so many hands of three cards, times hidden cards, are weighed exactly
TRIALS = 200
Line = tuple[int, ...]
Alive = tuple[Line, Any, bool]  # a line that can be complete, the value of its numbers (None: any), stars alone count
GRID = record("Grid", (
    ("players", "i8", ()), ("there", "i8", (1,)), ("up", "i8", (1,)), ("card", "i8", (1, T.CELLS)),
    ("touched", "i8", (1,)), ("marked", "i8", ()), ("serves", "i8", (T.CELLS,)), ("pending", "i8", ()),
    ("after", "i8", ()), ("unseen", "i8", (T.FACES + T.KINDS,)), *T.OPTION_FIELDS,
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
def _record(rules: Options) -> Any:
    """A record for one grid; it is used again and again."""
    s = blank(GRID, rules)
    s.players = 1
    return s


@lru_cache(maxsize=100_000)
def end_total(rules: Options, cells: Cells) -> int:
    """The least total of a grid of known cards at the final reveal: its owner chooses what the stars serve (SA-11)."""
    s = laid(_record(rules), cells)
    s.touched[0], s.marked = 0, 0
    R.final_reveal(s)
    if not rules.clear_at_final_reveal:
        s.touched[0] = 0
    totals = []
    for mask in R.removals(s, 0):
        then = s.copy()
        then.there[0] &= ~mask
        then.up[0] &= ~mask
        totals.append(R.grid_total(then, 0))
    return min(totals)


@lru_cache(maxsize=100_000)
def one_line(rules: Options, line: Line, cards: Cells, stars: bool) -> list[tuple[Any, int, int, int]]:
    """What a line takes away, by its hidden cards: (a number, how often, how many stars, ways × points).

    line, cards: the places and what lies there; stars: only stars complete it
    """
    value, hidden = alike(cards, range(len(cards)))
    found = []
    for k in range(hidden + 1):
        for number in [None] if k == hidden else [] if stars else [value] if value is not None else T.VALUES[:-1]:
            fill = iter([STAR] * k + [number] * (hidden - k))
            cells = [GONE] * (9 if rules.nine_cards else T.CELLS)
            for cell, card in zip(line, cards, strict=True):
                cells[cell] = f"{HIDDEN}{next(fill)}" if card == HIDDEN else card
            if saves := sum(map(points, cells)) - end_total(rules, tuple(cells)):
                found.append((number, hidden - k, k, comb(hidden, k) * saves))
    return found


@dataclass(frozen=True)
class Situation(Ahead):
    """A player's grid and what that player knows ("?5": face down, but looked at). `rough`: see above."""

    rough: bool = False
    work: list[int] = field(default_factory=lambda: [WORK], compare=False)  # steps that are left

    @property
    def may_reject(self) -> bool:
        """SK-13: whether a drawn card may be rejected."""
        return bool(self.rules.may_reject_drawn)

    @cached_property
    def exact(self) -> bool:
        """Whether now and all draws can be counted."""
        try:
            return self.draw is not None
        except TooManyOutcomes:
            return False

    def roughly(self) -> Situation:
        """The same, deciding by every line for itself."""
        return replace(self, rough=True, work=[WORK])

    # --- the rules, asked -------------------------------------------------------------------------------------------
    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """SA-9: the lines that may be removed in a turn."""
        return R.lines(self.rules)

    @cached_property
    def ends(self) -> tuple[Line, ...]:
        """SA-9, SK-20: the lines that may be removed at the final reveal."""
        return R.lines(self.rules) if self.rules.clear_at_final_reveal else ()

    @cached_property
    def _grid(self) -> Any:
        return blank(GRID, self.rules)

    def settled(self, cells: Cells, touched: Sequence[int]) -> list[Cells]:
        """The grids that the owner can have after the move: lines of numbers go, those with stars may (SA-11)."""
        key = cells, *touched
        if key not in self._settled:
            self._settled[key] = self._after(cells, touched)
        return self._settled[key]

    @cached_property
    def _settled(self) -> dict[Any, list[Cells]]:
        return {}

    def _after(self, cells: Cells, touched: Sequence[int]) -> list[Cells]:
        if not any(
            alike(cells, line)[0] != GONE and not any(is_down(cells[cell]) for cell in line)
            for line in self.lines
            if not set(line).isdisjoint(touched)
        ):
            return [cells]  # nothing to ask: no line is full of equal cards
        s = laid(self._grid, cells)
        s.touched[0], s.marked = sum(1 << cell for cell in touched) & s.up[0], 0
        return [without(cells, mask) for mask in R.removals(s, 0)]

    def final(self, cells: Cells) -> int:
        """The total of a grid when all its cards are known, at the final reveal."""
        if any(alike(cells, line)[0] != GONE for line in (*self.ends, *star_lines(self.rules))):
            return end_total(self.rules, cells)
        return sum(map(points, cells))

    def dealt(self, cells: Cells, lying: Any) -> Cells:
        """The grid with its hidden cards dealt, face down until the final reveal."""
        return tuple(f"{HIDDEN}{lying[k]}" if card == HIDDEN else card for k, card in enumerate(cells))

    # --- crossing lines ---------------------------------------------------------------------------------------------
    def live(self, cells: Cells) -> list[tuple[Line, bool]]:
        """The lines that can be complete in the end, and whether only stars complete them."""
        found = [(line, False) for line in self.ends if alike(cells, line)[0] != GONE]
        for line in star_lines(self.rules):
            if line not in self.ends and alike(cells, line)[0] is None:
                found.append((line, True))
        return found

    def saved(self, cells: Cells, left: Left) -> int:
        """What complete lines take away from the total in the end, and the bonus for stars, summed over all deals."""
        if STAR not in left.counts and not any(isinstance(card, str) and STAR in card for card in cells):
            return super().saved(cells, left)
        found = 0
        if cells not in self._shapes:
            self._shapes[cells] = [
                (group, tuple(sorted({cell for line, _stars in group for cell in line})))
                for group in self._groups(self.live(cells))
            ]
        for group, places in self._shapes[cells]:
            key = (places, tuple(cells[cell] for cell in places), len(group), self.rough)
            if key not in left.memory:
                left.memory[key] = self._saved_by(group, places, cells, left)
            found += left.memory[key]
        return found

    @cached_property
    def _shapes(self) -> dict[Cells, list[tuple[list[tuple[Line, bool]], Line]]]:
        return {}

    def _groups(self, live: list[tuple[Line, bool]]) -> list[list[tuple[Line, bool]]]:
        """The lines put together where they cross and one of them may be removed."""
        groups: list[list[tuple[Line, bool]]] = []
        for one in live:
            crossing = [] if self.rough else [
                group for group in groups
                if any(set(one[0]) & set(line) and not (stars and one[1]) for line, stars in group)
            ]  # fmt: skip
            groups = [group for group in groups if group not in crossing]
            groups.append([one, *(other for group in crossing for other in group)])
        return groups

    def _saved_by(self, group: list[tuple[Line, bool]], places: Line, cells: Cells, left: Left) -> int:
        """What a group of lines takes away: its hidden cards one by one, as long as a line can be complete."""
        mine = [cells[cell] if cell in places else GONE for cell in range(len(cells))]
        counts = dict(left.counts)
        hidden = [cell for cell in places if mine[cell] == HIDDEN]
        hidden.sort(key=lambda cell: -sum(cell in line for line, _stars in group))
        if len(group) > 1 and len(hidden) > 7:
            raise TooManyOutcomes("So many hidden cards are too much to count exactly.")

        def go(alive: tuple[Alive, ...], ways: int, used: int) -> int:
            """All deals in which these lines become complete. A card that completes none of them need not be known:

            it is counted as if it were any card, less the cards that would do (they are taken in turn).
            """
            if len(alive) == 1:
                line, _value, stars = alive[0]
                entries = one_line(self.rules, line, tuple(mine[cell] for cell in line), stars)
                return ways * sum(
                    times
                    * perm(counts.get(number, 0), n)
                    * perm(counts.get(STAR, 0), k)
                    * perm(left.total - used - n - k, left.hidden - used - n - k)
                    for number, n, k, times in entries
                )
            here = next((c for c in hidden if mine[c] == HIDDEN and any(c in line for line, _v, _s in alive)), None)
            if here is None:
                full = tuple(GONE if card == HIDDEN else card for card in mine)
                saves = sum(map(points, full)) - end_total(self.rules, full)
                return saves * ways * perm(left.total - used, left.hidden - used)
            self.work[0] -= not self.rough
            if self.work[0] < 0:
                raise TooManyOutcomes("So many hidden cards are too much to count exactly.")
            through = [one for one in alive if here in one[0]]
            others = tuple(one for one in alive if here not in one[0])
            values = {value for _line, value, _stars in through}
            mine[here] = GONE
            found = go(others, ways, used) if others else 0
            for card in left.counts if None in values else values | {STAR}:
                n = counts.get(card, 0)
                still = tuple(
                    (line, value if card == STAR else card, stars)
                    for line, value, stars in through
                    if card == STAR or (not stars and value in (None, card))
                )
                if n and still:
                    counts[card] = n - 1
                    found -= go(others, ways * n, used + 1) if others else 0
                    mine[here] = f"{HIDDEN}{card}"
                    found += go((*others, *still), ways * n, used + 1)
                    mine[here] = GONE
                    counts[card] = n
            mine[here] = HIDDEN
            return found

        return go(tuple((line, alike(cells, line)[0], stars) for line, stars in group), 1, 0)

    def place(self, cell: int, card: Any, left: Left) -> int:
        """The mean total after placing a card, times left.scale."""
        key = cell, card
        if key not in self._plain:
            then = with_card(self.cells, cell, card)
            lines = {*self.live(self.cells), *self.live(then)}
            self._plain[key] = cell not in self.ripe and not any(cell in line for line, _stars in lines)
        if not self._plain[key]:
            return super().place(cell, card, left)
        if HIDDEN not in left.memory:
            left.memory[HIDDEN] = self.mean_total(self.cells, left)
        old = left.mean if self.cells[cell] == HIDDEN else points(self.cells[cell]) * left.scale
        return int(left.memory[HIDDEN] - old + points(card) * left.scale)

    @cached_property
    def _plain(self) -> dict[tuple[int, Any], bool]:
        return {}

    # --- more ways to use cards -------------------------------------------------------------------------------------
    def law(self, draws: int) -> list[tuple[int, tuple[Any, ...], Use]]:
        """All hands of so many drawn cards: (ways, hand, best use)."""
        return [(ways, hand, self.best(*hand)) for ways, hand in hands_by_value(self.source.counts, draws)]

    @cached_property
    def draw_three(self) -> Fraction:
        """The mean total after the best of three drawn cards (A4). Raises TooManyOutcomes where that takes long."""
        n = min(3, self.source.total - (len(self.hidden) if self.pile is None else 0))
        if n < 1:
            return self.now
        if self.rough or hand_count(self.source.counts, n) * max(1, len(self.hidden)) > HANDS:
            raise TooManyOutcomes("So many hidden cards are too much to count exactly.")
        self.work[0] = WORK
        return sum((ways * use.after for ways, _hand, use in self.law(n)), Fraction(0)) / comb(self.source.total, n)

    @cached_property
    def turn(self) -> Fraction:
        """The mean total after a plain turn: a drawn card, or the top discard."""
        return self.draw if self.top is None else min(self.draw, self.take(self.top).after)

    @cached_property
    def swaps(self) -> list[tuple[Fraction, int, int]]:
        """A2: the exchanges of two own places, the best first: (mean total, place, place)."""
        found, left = [], self.left()
        for a, b in combinations(self.places, 2):
            cells = with_card(with_card(self.cells, a, self.cells[b]), b, self.cells[a])
            after = min(self.mean_total(grid, left) for grid in self.settled(cells, [a, b]))
            found.append((Fraction(after, left.scale), a, b))
        return sorted(found)

    @property
    def swap(self) -> Fraction:
        """The mean total after the best swap of two own places."""
        return self.swaps[0][0] if self.swaps else self.now

    def saves(self, lying: Any, hand: Sequence[Any], use: Use) -> int:
        """What a use of drawn cards saves when these cards lie in the hidden places and all is turned up."""
        return self.final(self.dealt(self.cells, lying)) - self.result(use, lying, hand)


# --- reading ----------------------------------------------------------------------------------------------------------
def situation(
    source: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None, top: Any = None
) -> Situation:
    """What is known, from a view, or from a written grid with the unseen cards or those seen elsewhere.

    Where crossing lines are too much to count it is a rough one.
    """
    if isinstance(source, Situation):
        return source
    return situation_of(known(source, None, unseen, seen, rules, top, reader=ACTION))


def situation_of(asked: Known) -> Situation:
    """What is known for the grid that is asked about."""
    found = Situation(asked.cells, asked.unseen, asked.rules, asked.top, asked.drawn)
    return found if not found.places or found.exact else found.roughly()


def check_grid(now: Situation) -> Situation:
    """ValueError when there is nothing to do any more."""
    if not now.places:
        raise Error("All cards of this grid are cleared.")
    return now


# --- the answers ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class WorthEstimate(Estimate):
    """What a card is worth, simulated because too many lines with stars cross to count them."""

    told: Derivation | None = None

    def explain(self) -> Derivation:
        """What is known and assumed, and why this is not exact."""
        assert self.told is not None
        text = _(
            "So many hidden cards are too much to count exactly; this is a simulation: {value}.", value=self.message
        )
        return Derivation(self.told.question, self.told.known, self.told.model, unit=None).step(text)


def worth_of_draw(
    view_or_grid: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None
) -> Answer | WorthEstimate:
    """What drawing a card saves on average, used in the best way or rejected (points): a plain turn."""
    return worth_of_cards(check_grid(situation(view_or_grid, unseen, seen, rules)), 1)


def worth_of_draw_three(
    view_or_grid: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None
) -> Answer | WorthEstimate:
    """What Draw three (A4) saves on average (points): the best of three cards is placed, or none and a card turned up.

    view_or_grid: a View; or a written grid such as "5 12 ? 3 / 5 ? * ? / ? 1 ? 9" ("?5": hidden, but you looked at it)
    unseen, seen: without a view, the unseen play cards, or those seen elsewhere
    One step ahead; exact, or a WorthEstimate where too many hidden cards lie in lines that cross.
    Raises ValueError for cards that cannot be, an empty grid, and fewer than three unseen cards beside the hidden ones.
    """
    return worth_of_cards(check_grid(situation(view_or_grid, unseen, seen, rules)), 3)


def worth_of_cards(now: Situation, draws: int) -> Answer | WorthEstimate:
    """What the best of so many drawn cards saves."""
    if now.unseen.total - len(now.hidden) < draws:
        raise Error(plural("There is not {n} card to draw.", "There are not {n} cards to draw.", draws))
    try:
        after = None if now.rough else now.draw if draws == 1 else now.draw_three
    except TooManyOutcomes:
        after = None
    plays = now if after is not None else now.roughly()
    draw = now.deal(draws, lambda lying, hand: plays.saves(lying, hand, plays.best(*hand)))
    told = Derivation(
        plural(
            "You draw {n} card and do the best with it. How many points does that save?",
            "You draw {n} cards and place the best of them, or turn one up. How many points does that save?",
            draws,
        ),
        known_of(now),
        model(),
        unit="points",
    )
    if after is None:
        return estimated(draw.trial, told)
    return Answer(
        now.now - after, lambda: _explain_cards(now, draws, told), draw.trial, draw.outcomes, "points", SAME_CHOICES
    )


def estimated(trial: Any, told: Derivation, n: int = TRIALS, seed: int = 1) -> WorthEstimate:
    """The mean of a trial in points, with its interval."""
    return WorthEstimate(**vars(Answer(0, told, trial, unit="points", about=SAME_CHOICES).simulate(n, seed)), told=told)


def known_of(now: Situation) -> list[Message]:
    """What is known of a grid and the cards, in words."""
    text = plural("{n} card of the grid is hidden.", "{n} cards of the grid are hidden.", len(now.hidden))
    return [text, unseen_in_words(now.unseen)]


def model() -> list[Message]:
    """What is assumed, in words."""
    return [
        _("In the end all cards are turned up; a star counts 0, a line of stars its bonus (SA-12)."),
        _("We look one move ahead: lines that are complete then or in the end are gone, with stars where that helps."),
        _("The action card that a star brings (SA-10), later turns and the closer's penalty are left out."),
    ]


def now_step(now: Situation, d: Derivation) -> Derivation:
    """The mean total before the move."""
    left, hidden = now.left(), len(now.hidden)
    total: Any = Num(now.base) + Num(hidden) * Num(now.mean) if hidden else Num(now.base)
    if saved := Fraction(now.saved(now.cells, left), left.scale):
        text = _("Now you can expect this total, less what complete lines take away on average when all is turned up:")
        return d.step(text, total - Num(saved))
    return d.step(_("Now you can expect this total:"), total)


def _explain_cards(now: Situation, draws: int, told: Derivation) -> Derivation:
    d = now_step(now, Derivation(told.question, told.known, told.model, unit="points"))
    ways = comb(now.unseen.total, draws)
    saved: dict[Any, tuple[int, Fraction]] = {}
    for count, _hand, use in now.law(draws):
        name = use.card if use.what == KEEP else HIDDEN
        n, sum_ = saved.get(name, (0, Fraction(0)))
        saved[name] = n + count, sum_ + count * (now.now - use.after)
    said = [
        plural("a card is turned up ({n} hand)", "a card is turned up ({n} hands)", n)
        if card == HIDDEN
        else plural("{card} ({n} hand)", "{card} ({n} hands)", n, card=card)
        for card, (n, _sum) in saved.items()
    ]
    d.step(_("There are {ways} hands of {n} cards. What is used from them: {uses}.", ways=ways, n=draws,
             uses=both(said)))  # fmt: skip
    if draws == 1 and now.top is not None:
        text = _("take: in the best place the discard {card} saves:", card=now.top)
        d.note(text, Num(now.now) - Num(now.take(now.top).after))
    if draws > 1:
        text = _("Three cards are three times as good as one: but only one of them is placed.")
        d.warn(text, Num(draws) * Num(now.now - now.draw))
    terms = [Ratio(n, ways) * Num(sum_ / n) for n, sum_ in saved.values() if sum_]
    return d.step(_("What each saves on average, times its chance, added up:"), add_up(terms or [0]))


def worth_of_swap(
    view_or_grid: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None
) -> Answer | WorthEstimate:
    """What the best Swap of two own cards (A2) saves (points), by the lines that it completes or makes likely.

    Arguments as for worth_of_draw_three. Hidden cards move with their faces down.
    """
    now = check_grid(situation(view_or_grid, unseen, seen, rules))
    d = Derivation(_("How many points does the best exchange of two own cards save?"), known_of(now), model(),
                   unit="points")  # fmt: skip
    try:
        now.work[0] = WORK
        worth = None if now.rough else max(now.now - now.swap, Fraction(0))
    except TooManyOutcomes:
        worth, now = None, now.roughly()
    helps = now.swap < now.now
    draw = now.deal(0, lambda lying, _hand: _swapped(now, lying) if helps else 0)
    if worth is None:
        return estimated(draw.trial, d)
    now_step(now, d)
    if helps:
        _after, a, b = now.swaps[0]
        places = both([written.write_cell(cell, T.ROWS) for cell in (a, b)])
        text = _("The best exchange is {places}: the lines it completes are gone. It saves:", places=places)
        d.step(text, Num(now.now) - Num(now.swap))
    else:
        d.step(_("No exchange completes a line, so none changes the total."), Num(0))
    return Answer(worth, d, draw.trial, draw.outcomes, "points")


def _swapped(now: Situation, lying: Any) -> int:
    """What the best exchange saves when these cards lie in the hidden places."""
    _after, a, b = now.swaps[0]
    cells = with_card(with_card(now.cells, a, now.cells[b]), b, now.cells[a])
    left, there = now.left(), dict(lying)
    there.update({x: lying[y] for x, y in ((a, b), (b, a)) if y in lying})
    best = min(now.settled(cells, [a, b]), key=lambda grid: now.mean_total(grid, left))
    return now.final(now.dealt(now.cells, lying)) - now.final(now.dealt(best, there))
