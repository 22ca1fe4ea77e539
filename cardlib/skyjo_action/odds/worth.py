"""What a card does for the own grid, one step ahead: a plain draw, Draw three (A4) and Swap (A2), in points saved.

The measure is that of `skyjo.odds.ahead`: the mean of the own total over all deals that fit what is known, if the card
is used and all cards are turned up then, less the bonus for lines of stars (SA-12). Lines with stars are removed where
that lowers the total (SA-9, SA-11), now and at the final reveal. Later turns are left out.

Which stars serve which lines at the end is a choice where complete lines cross: sets of crossing lines are counted
one by one (see crossing.py). Where that is too much, a Situation is `rough` (every line for itself decides what to do)
and what a card is worth is simulated, with its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

from ...answer import SAME_CHOICES, Answer, Estimate, TooManyOutcomes
from ...engine import grid as written
from ...engine.options import Options
from ...explain import Derivation
from ...formula import Num, Ratio, add_up
from ...hands import hand_count, hands_by_value
from ...skyjo.odds.ahead import KEEP, Ahead, Left, Use, alike, blank, is_down, laid, points, with_card, without
from ...skyjo.odds.known import GONE, HIDDEN, Cells, Known, known, unseen_in_words
from ...text import Error, Message, _, both, plural
from .. import rules as R
from .. import table as T
from .crossing import GRID, WORK, Goal, Line, check_work, completions, end_total, key_of, sets_of, star_lines
from .known import ACTION, STAR

HANDS = 3_300  # so many hands of three cards, times hidden cards, are weighed exactly
TRIALS = 200


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
    def live(self, cells: Cells) -> list[Goal]:
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
        if cells not in self._sets:
            live = self.live(cells)
            sets = [(one,) for one in live] if self.rough else sets_of(live, cells)
            self._sets[cells] = [key_of(some, cells) for some in sets]
        found = 0
        for key in self._sets[cells]:
            if key not in left.memory:
                entries, work = completions(self.rules, self._numbers, *key)
                if key not in self._known:
                    self._known.add(key)
                    self.work[0] -= work
                    check_work(self.work[0])
                left.memory[key] = sum(ways * left.ways(*cards) for cards, ways in entries)
            found += left.memory[key]
        return found

    @cached_property
    def _sets(self) -> dict[Cells, list[tuple[tuple[Goal, ...], Cells]]]:
        return {}

    @cached_property
    def _numbers(self) -> Cells:
        return tuple(card for card in self.unseen.counts if card != STAR)

    @cached_property
    def _known(self) -> set[Any]:
        return set()

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
    def best_of(self, hand: Sequence[Any]) -> Use:
        """The best use of a hand, remembered for hands of one card."""
        return self.best_after[hand[0]] if len(hand) == 1 else self.best(*hand)

    def law(self, draws: int) -> list[tuple[int, tuple[Any, ...], Use]]:
        """All hands of so many drawn cards: (ways, hand, best use)."""
        return [(ways, hand, self.best_of(hand)) for ways, hand in hands_by_value(self.source.counts, draws)]

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
    draw = now.deal(draws, lambda lying, hand: plays.saves(lying, hand, plays.best_of(hand)))
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
