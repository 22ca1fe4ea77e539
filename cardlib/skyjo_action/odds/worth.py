"""What a card does for the own grid, one step ahead: a plain draw, Draw three (A4) and Swap (A2), in points saved.

The measure is the expected total of the own grid: open cards at their value, stars at 0, hidden cards at the mean of
the unseen ones (those that were looked at: at their value), less the bonus for lines of stars (SA-12). Lines that the
move completes are gone; lines with stars only where that lowers the total (SA-9, SA-11). Later turns are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from operator import itemgetter
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...engine import grid as written
from ...engine.options import Options
from ...explain import Explanation, Mistake, Step
from ...formula import Formula, Num, Ratio, add_up, result
from ...hands import Draw, hands_by_value
from ...skyjo import rules as S
from ...skyjo.odds.known import unseen_in_words
from ...text import Error, Message, _, both, plural
from ..game import View
from . import seen as table
from .seen import GONE, HIDDEN, STAR

Cells = tuple[Any, ...]
KEEP, TURN_UP = "keep", "turn up"


def points(card: Any) -> int:
    """What a card counts: a star nothing."""
    return 0 if card == STAR else card


def value(cell: Any) -> int:
    """What is known to lie in a place; 0 for a cleared place and for a card that nobody knows."""
    if cell in (HIDDEN, GONE):
        return 0
    return points(known_card(cell) if is_down(cell) else cell)


def is_down(cell: Any) -> bool:
    """Whether a card lies face down: "?", or "?5" for one that was looked at."""
    return isinstance(cell, str) and cell[0] == HIDDEN


def known_card(cell: str) -> Any:
    """The card of a face-down place that was looked at."""
    return STAR if cell[1:] == STAR else int(cell[1:])


def is_action(card: Any) -> bool:
    """Whether a card is an action card of the one pile, "A1" to "A9" (SA-16)."""
    return isinstance(card, str) and card.startswith("A")


def all_lines(cells: int) -> list[range]:
    """Columns and rows of a grid of 12 or 9 places, numbered down the columns."""
    columns = [range(first, first + S.ROWS) for first in range(0, cells, S.ROWS)]
    return columns + [range(row, cells, S.ROWS) for row in range(S.ROWS)]


@dataclass(frozen=True)
class Use:
    """What is done with a card: placed, or a hidden one turned up instead; the expected total after it."""

    after: Fraction
    what: str
    cell: int
    card: Any = None

    @property
    def message(self) -> Message:
        """The use in words."""
        at = written.write_cell(self.cell, S.ROWS)
        if self.what == KEEP:
            return _("put {card} in the place {at}", card=self.card, at=at)
        return _("turn up {at}", at=at)


@dataclass(frozen=True)
class Situation:
    """A player's grid (cells numbered down the columns) and what that player knows."""

    cells: Cells
    unseen: Deck
    lines: tuple[range, ...]  # those that the rules remove
    top: Any = None  # the top discard
    drawn: Any = None  # the card just drawn
    may_reject: bool = True

    # --- what is there ----------------------------------------------------------------------------------------------
    @cached_property
    def hidden(self) -> list[int]:
        """The places with a card that nobody has looked at."""
        return [k for k, cell in enumerate(self.cells) if cell == HIDDEN]

    @cached_property
    def down(self) -> list[int]:
        """All face-down places."""
        return [k for k, cell in enumerate(self.cells) if is_down(cell)]

    @cached_property
    def places(self) -> list[int]:
        """The places that are not cleared."""
        return [k for k, cell in enumerate(self.cells) if cell != GONE]

    @cached_property
    def sum(self) -> int:
        """What the unseen cards add up to."""
        return sum(n * points(card) for card, n in self.unseen.items())

    @cached_property
    def _through(self) -> list[list[range]]:
        return [[line for line in self.lines if cell in line] for cell in range(len(self.cells))]

    def mean(self, out: Sequence[Any] = ()) -> Fraction:
        """The mean of the unseen cards when these have been seen as well (0 without cards)."""
        left = self.unseen.total - len(out)
        return Fraction(self.sum - sum(map(points, out)), left) if left else Fraction(0)

    @cached_property
    def base(self) -> int:
        """The points of all known cards, less the bonus for lines of stars."""
        return total(self.cells)

    @cached_property
    def now(self) -> Fraction:
        """The expected total as the cards lie."""
        return self.base + len(self.hidden) * self.mean()

    # --- moves ------------------------------------------------------------------------------------------------------
    def settled(self, cells: Sequence[Any], touched: Sequence[int]) -> int:
        """The points of the known cards once the lines through the touched places are removed that should be."""
        return total(self.kept(cells, touched))

    def kept(self, cells: Sequence[Any], touched: Sequence[int]) -> Sequence[Any]:
        """The grid without these lines: those of numbers alone, and those with stars where that lowers the total."""
        must: set[int] = set()
        may: list[tuple[Any, range]] = []
        for line in {line for cell in touched for line in self._through[cell]}:
            cards = [cells[cell] for cell in line]
            numbers = {card for card in cards if card != STAR}
            if len(numbers) == 1 and not any(is_down(card) or card == GONE for card in numbers):
                if STAR in cards:
                    may.append((next(iter(numbers)), line))
                else:
                    must.update(line)
        if not must and not may:
            return cells
        options = (some for n in range(len(may) + 1) for some in combinations(may, n) if _agree(some, cells))
        return min((_without(cells, must.union(*(line for _value, line in some))) for some in options), key=total)

    @cached_property
    def _placed(self) -> dict[Any, dict[int, int]]:
        return {}

    def placed(self, card: Any) -> dict[int, int]:
        """For every place: the points of the known cards after putting the card there."""
        if card not in self._placed:
            self._placed[card] = {k: self.settled(self.with_card(k, card), [k]) for k in self.places}
        return self._placed[card]

    def with_card(self, cell: int, card: Any) -> list[Any]:
        """The grid with an open card in a place."""
        return [*self.cells[:cell], card, *self.cells[cell + 1 :]]

    @cached_property
    def cleared(self) -> dict[int, dict[Any, int]]:
        """For every face-down place: what turning up this card there saves, because lines are complete then."""
        found: dict[int, dict[Any, int]] = {}
        for k in self.down:
            found[k] = {}
            if all(any(is_down(self.cells[c]) or self.cells[c] == GONE for c in line if c != k)
                   for line in self._through[k]):  # fmt: skip
                continue  # no line can become complete here
            cell = self.cells[k]
            before = self.base - value(cell)
            for card in self.unseen.counts if cell == HIDDEN else [known_card(cell)]:
                if saved := before + points(card) - self.settled(self.with_card(k, card), [k]):
                    found[k][card] = saved
        return found

    def turning_up(self, cell: int, out: Sequence[Any] = ()) -> Fraction:
        """What turning up a face-down card saves on average, when these cards have been seen as well."""
        saved, left = self.cleared[cell], self.unseen.total - len(out)
        if self.cells[cell] != HIDDEN:
            return Fraction(sum(saved.values()))
        if left < 1:
            return Fraction(0)  # no card is left that could lie there: such a hand cannot come
        return Fraction(sum((self.unseen[card] - list(out).count(card)) * n for card, n in saved.items()), left)

    def uses(self, hand: Sequence[Any], out: Sequence[Any] | None = None, reject: bool = True) -> list[Use]:
        """What can be done with one of these cards, the best first; `out`: those that come from the unseen ones."""
        out = hand if out is None else out
        mean, n = self.mean(out), len(self.hidden)
        found = [
            Use(sum_ + (n - (self.cells[cell] == HIDDEN)) * mean, KEEP, cell, card)
            for card in dict.fromkeys(hand)
            for cell, sum_ in self.placed(card).items()
        ]
        if reject:
            now = self.base + n * mean
            found += [Use(now - self.turning_up(cell, out), TURN_UP, cell) for cell in self.down]
        return sorted(found, key=lambda use: use.after)

    @cached_property
    def _fewest(self) -> dict[Any, list[tuple[int, int, bool]]]:
        return {}

    def fewest(self, card: Any) -> list[tuple[int, int, bool]]:
        """The best open and the best hidden place for a card: (points of the known cards, place, whether hidden)."""
        if card not in self._fewest:
            ranked = [(sum_, cell, self.cells[cell] == HIDDEN) for cell, sum_ in self.placed(card).items()]
            kinds = [[one for one in ranked if one[2] == hidden] for hidden in (False, True)]
            self._fewest[card] = [min(some) for some in kinds if some]
        return self._fewest[card]

    def best(self, *hand: Any) -> Use:
        """The best use of a hand of unseen cards: one is placed, or a hidden card is turned up.

        The first of uses(hand), found in whole numbers: everything times the number of cards that are left.
        """
        left, n = self.unseen.total - len(hand), len(self.hidden)
        rest, scale = self.sum - sum(map(points, hand)), left or 1
        found = [
            (sum_ * scale + (n - hidden) * rest, KEEP, cell, card)
            for card in dict.fromkeys(hand)
            for sum_, cell, hidden in self.fewest(card)
        ]
        if self.down and (self.may_reject or len(hand) > 1):
            saves = {cell: int(self.turning_up(cell, hand) * scale) for cell in self.down if self.cleared[cell]}
            cell = max(self.down, key=lambda cell: saves.get(cell, 0))
            found.append((self.base * scale + n * rest - saves.get(cell, 0), TURN_UP, cell, None))
        after, what, cell, card = min(found, key=itemgetter(0))
        return Use(Fraction(after, scale), what, cell, card)

    def take(self, card: Any) -> Use:
        """The best place for an open card."""
        return self.uses([card], out=(), reject=False)[0]

    def law(self, draws: int) -> list[tuple[int, tuple[Any, ...], Use]]:
        """All hands of so many drawn cards: (ways, hand, best use)."""
        return [(ways, hand, self.best(*hand)) for ways, hand in hands_by_value(self.unseen.counts, draws)]

    @cached_property
    def best_after(self) -> dict[Any, Use]:
        """For every card that can be drawn: its best use."""
        return {hand[0]: use for _ways, hand, use in self.law(1)}

    @cached_property
    def draw(self) -> Fraction:
        """The expected total after drawing a card and doing the best with it."""
        if not self.unseen.total:
            return self.now
        cards = self.unseen.items()
        return sum((n * self.best_after[card].after for card, n in cards), Fraction(0)) / self.unseen.total

    @cached_property
    def draw_three(self) -> Fraction:
        """The expected total after the best of three drawn cards (A4)."""
        n = min(3, self.unseen.total)
        if not n:
            return self.now
        return sum((ways * use.after for ways, _hand, use in self.law(n)), Fraction(0)) / comb(self.unseen.total, n)

    @cached_property
    def turn(self) -> Fraction:
        """The expected total after a plain turn: a drawn card, or the top discard."""
        return self.draw if self.top is None else min(self.draw, self.take(self.top).after)

    @cached_property
    def swaps(self) -> list[tuple[Fraction, int, int]]:
        """A2: the exchanges of two own places, the best first: (expected total, place, place)."""
        found = []
        for a, b in combinations(self.places, 2):
            cells = list(self.cells)
            cells[a], cells[b] = cells[b], cells[a]
            found.append((self.settled(cells, [a, b]) + len(self.hidden) * self.mean(), a, b))
        return sorted(found)

    @property
    def swap(self) -> Fraction:
        """The expected total after the best swap of two own places."""
        return self.swaps[0][0] if self.swaps else self.now

    # --- playing it with cards --------------------------------------------------------------------------------------
    def saved(self, use: Use, lying: Mapping[int, Any]) -> int:
        """What a use saves when these cards lie in the hidden places and are turned up in the end."""
        card = use.card
        if use.what == TURN_UP:
            cell = self.cells[use.cell]
            card = lying[use.cell] if cell == HIDDEN else known_card(cell)
        after = self.settled(self.with_card(use.cell, card), [use.cell])
        return self.base - after + (points(lying[use.cell]) if use.cell in lying else 0)

    def deal(self, draws: int, measure: Any) -> Draw:
        """Hidden and drawn cards by chance: `measure(lying, drawn)`."""
        n = len(self.hidden)

        def play(cards: Sequence[Any]) -> Any:
            return measure(dict(zip(self.hidden, cards[:n], strict=True)), cards[n:])

        return Draw(self.unseen.counts, n + draws, play, ordered=True)


def total(cells: Sequence[Any]) -> int:
    """The points of all known cards of a grid, less the bonus for lines of stars (SA-12)."""
    found = sum(map(value, cells))
    if cells.count(STAR) >= S.ROWS:
        full = [line for line in all_lines(len(cells)) if all(cells[cell] == STAR for cell in line)]
        found -= sum(15 if len(line) == S.COLUMNS else 10 for line in full)
    return found


def _agree(lines: Sequence[tuple[Any, range]], cells: Sequence[Any]) -> bool:
    """SA-11: no star serves two values."""
    return all(
        a == b or not any(cells[cell] == STAR for cell in set(one) & set(other))
        for (a, one), (b, other) in combinations(lines, 2)
    )


def _without(cells: Sequence[Any], gone: set[int]) -> list[Any]:
    return [GONE if k in gone else cell for k, cell in enumerate(cells)]


# --- reading ----------------------------------------------------------------------------------------------------------
def cells_of(grid: Any, rules: Options) -> Cells:
    """The cells of a grid, numbered down the columns; "?5" is a hidden card that was looked at.

    An action card in a grid (SA-16) gives way to an unseen play card when it turns up: its place counts as hidden.
    """
    columns = 3 if rules.nine_cards else S.COLUMNS
    faces = written.read_grid(grid, S.ROWS, columns, lambda card: table.read_card(card, rules))  # type: ignore[arg-type, return-value]
    marks = {written.DOWN: HIDDEN, written.GONE: GONE, written.UP: ""}
    return tuple(
        HIDDEN if is_action(card) else card if face == written.UP else f"{marks[face]}{'' if card is None else card}"
        for face, card in faces
    )


def removable(rules: Options) -> tuple[range, ...]:
    """The lines that the rules remove (SA-9)."""
    lines = all_lines(9 if rules.nine_cards else S.CELLS)
    columns = [line for line in lines if line.step == 1] if rules.column_clear == "mandatory" else []
    return tuple(columns + [line for line in lines if line.step > 1 and rules.row_clear])


def situation(
    source: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None, top: Any = None
) -> Situation:
    """What is known, from a view, or from a written grid with the unseen cards or those seen elsewhere."""
    table.refuse_game(source)
    if isinstance(source, Situation):
        return source
    if isinstance(source, View):
        table.refuse_more(unseen=unseen, seen=seen, rules=rules, top=top)
        rules, open_top = source.rules, source.discard[-1] if source.discard else None
        left, cells = table.play_cards(source), cells_of(source.grid, rules)
        drawn = None if is_action(source.drawn) else source.drawn
        return Situation(cells, left, removable(rules), open_top, drawn, rules.may_reject_drawn)
    rules = table.check_rules(rules)
    cells = cells_of(source, rules)
    top = None if top is None else table.read_card(top, rules)
    open_cards = [known_card(cell) if is_down(cell) else cell for cell in cells if cell not in (HIDDEN, GONE)]
    open_cards += [] if top is None else [top]
    left = table.unseen_cards(open_cards, cells.count(HIDDEN), unseen, seen, rules)
    return Situation(cells, left, removable(rules), top, None, rules.may_reject_drawn)


def check_grid(now: Situation) -> Situation:
    """ValueError when there is nothing to do any more."""
    if not now.places:
        raise Error("All cards of this grid are cleared.")
    return now


# --- the answers ------------------------------------------------------------------------------------------------------
def worth_of_draw(view_or_grid: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None) -> Answer:
    """What drawing a card saves on average, used in the best way or rejected (points): a plain turn."""
    return _worth_of_cards(check_grid(situation(view_or_grid, unseen, seen, rules)), 1)


def worth_of_draw_three(
    view_or_grid: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None
) -> Answer:
    """What Draw three (A4) saves on average (points): the best of three cards is placed, or none and a card turned up.

    view_or_grid: a View; or a written grid such as "5 12 ? 3 / 5 ? * ? / ? 1 ? 9" ("?5": hidden, but you looked at it)
    unseen, seen: without a view, the unseen play cards, or those seen elsewhere. Exact, one step ahead.
    Raises ValueError for cards that cannot be, an empty grid, and fewer than three unseen cards beside the hidden ones.
    """
    return _worth_of_cards(check_grid(situation(view_or_grid, unseen, seen, rules)), 3)


def _worth_of_cards(now: Situation, draws: int) -> Answer:
    if now.unseen.total - len(now.hidden) < draws:
        raise Error(plural("There is not {n} card to draw.", "There are not {n} cards to draw.", draws))
    after = now.draw if draws == 1 else now.draw_three
    draw = now.deal(draws, lambda lying, hand: now.saved(now.best(*hand), lying))
    return Answer(now.now - after, lambda: _explain_cards(now, draws, after), draw.trial, draw.outcomes, "points")


def known_of(now: Situation) -> list[Message]:
    """What is known of a grid and the cards, in words."""
    text = plural("{n} card of the grid is hidden.", "{n} cards of the grid are hidden.", len(now.hidden))
    return [text, unseen_in_words(now.unseen)]


def model() -> list[Message]:
    """What is assumed, in words."""
    return [
        _("A hidden card counts the mean of the unseen cards, a star counts 0, a line of stars its bonus (SA-12)."),
        _("We look one move ahead: lines that the move completes are gone, with stars as jokers where that helps."),
        _("The action card that a star brings (SA-10), later turns and the closer's penalty are left out."),
    ]


def now_step(now: Situation) -> Step:
    """The expected total before the move."""
    hidden = len(now.hidden)
    found: Formula = Num(now.base) + Num(hidden) * Num(now.mean()) if hidden else Num(now.base)
    return Step(_("Now you can expect this total:"), result(found))


def _explain_cards(now: Situation, draws: int, after: Fraction) -> Explanation:
    ways = comb(now.unseen.total, draws)
    saves: dict[Any, tuple[int, Fraction]] = {}
    for count, _hand, use in now.law(draws):
        name = use.card if use.what == KEEP else HIDDEN
        n, saved = saves.get(name, (0, Fraction(0)))
        mean = now.base + len(now.hidden) * now.mean(_hand)
        saves[name] = n + count, saved + count * (mean - use.after)
    said = [
        plural("a card is turned up ({n} hand)", "a card is turned up ({n} hands)", n)
        if card == HIDDEN
        else plural("{card} ({n} hand)", "{card} ({n} hands)", n, card=card)
        for card, (n, _saved) in saves.items()
    ]
    terms = [Ratio(n, ways) * Num(saved / n) for n, saved in saves.values() if saved]
    steps = [
        now_step(now),
        Step(_("There are {ways} hands of {n} cards. What is used from them: {uses}.", ways=ways, n=draws,
               uses=both(said))),
        Step(_("What each saves on average, times its chance, added up:"), result(add_up(terms or [0]))),
    ]  # fmt: skip
    mistakes = []
    if draws > 1:
        text = _("Three cards are three times as good as one: but only one of them is placed.")
        mistakes = [Mistake(text, result(Num(draws) * Num(now.now - now.draw)))]
    question = plural(
        "You draw {n} card and do the best with it. How many points does that save?",
        "You draw {n} cards and place the best of them, or turn one up. How many points does that save?",
        draws,
    )
    worth = now.now - after
    return Explanation(question, known_of(now), model(), steps, worth, "points",
                       [mistake for mistake in mistakes if mistake.value != worth])  # fmt: skip


def explain_turn(now: Situation) -> Explanation:
    """Draw a card, or take the top discard: the comparison with its numbers."""
    drawing = _explain_cards(now, 1, now.draw)
    steps = list(drawing.steps)
    if now.top is not None:
        text = _("take: in the best place the discard {card} saves:", card=now.top)
        steps.insert(1, Step(text, result(Num(now.now) - Num(now.take(now.top).after))))
    question = _("Draw a card, or take the top discard?")
    return Explanation(question, drawing.known, drawing.model, steps, now.draw, "points")


def worth_of_swap(view_or_grid: Any, unseen: Any = None, seen: Any = None, rules: Options | None = None) -> Answer:
    """What the best Swap of two own cards (A2) saves (points): only lines that it completes save anything.

    Arguments as for worth_of_draw_three. Nothing is left to chance: hidden cards move with their faces down.
    """
    now = check_grid(situation(view_or_grid, unseen, seen, rules))

    def explanation() -> Explanation:
        steps = [now_step(now)]
        if now.swap < now.now:
            _after, a, b = now.swaps[0]
            places = both([written.write_cell(cell, S.ROWS) for cell in (a, b)])
            text = _("The best exchange is {places}: the lines it completes are gone. It saves:", places=places)
            steps.append(Step(text, result(Num(now.now) - Num(now.swap))))
        else:
            steps.append(Step(_("No exchange completes a line, so none changes the total.")))
        question = _("How many points does the best exchange of two own cards save?")
        return Explanation(question, known_of(now), model(), steps, worth, "points")

    worth = max(now.now - now.swap, Fraction(0))
    return Answer(worth, explanation, lambda rng: worth, unit="points")
