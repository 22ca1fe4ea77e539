"""Trying to complete lines of a grid, played card by card: what a card does to the grid is asked of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...answer import TooManyOutcomes
from ...engine.host import record
from ...engine.options import Options
from ...explain import Derivation
from ...formula import Num
from ...text import Error, Message, _, either, plural
from .known import GONE, HIDDEN, Cells, Known

DRAW, REVEAL, EITHER = PROCESSES = ("draw", "reveal", "draw_or_reveal")
STATES = 6_000  # states of play that are worked through before an exact answer is refused; about a second
OTHER = "x"  # a card that helps nobody and is like no other
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Aim:
    """A line to be completed: its places, the cards that help (empty: any equal ones), and how many complete it."""

    places: tuple[int, ...]
    good: frozenset[Any]
    need: int

    def fits(self, cells: Cells) -> int:
        """How many cards of the line are what it takes."""
        cards = [cells[place] for place in self.places if cells[place] not in (HIDDEN, GONE)]
        if not self.good:
            return max(Counter(cards).values(), default=0)
        return sum(card in self.good for card in cards)

    def is_broken(self, cells: Cells) -> bool:
        """Whether so many places are cleared that the line can never be complete."""
        return sum(cells[place] != GONE for place in self.places) < self.need


class Course:
    """Trying to complete one of several lines of a grid.

    A drawn card is placed in the line that it helps, on a face-up card that does not fit or else on a hidden one, where
    no other line takes it away if there is such a place. A rejected card turns up a hidden card of the line that needs
    the fewest cards (of equal ones, the first).
    """

    def __init__(self, known: Known, aims: Sequence[Aim], process: str, first: Any = None) -> None:
        self.known, self.aims, self.process, self.first = known, aims, process, first
        self.rejects = process == EITHER
        self.cells = tuple(HIDDEN if str(card)[0] == HIDDEN else card for card in known.cells)
        self.places = list(dict.fromkeys(place for aim in aims for place in aim.places))
        self.hidden = [place for place in self.places if self.cells[place] == HIDDEN]
        self._laid: dict[tuple[Cells, int, Any], Cells] = {}
        self._kinds: list[Any] = []  # of cards that are told apart when the play is worked through
        self._apart: list[set[Any]] = []  # the same, for each line
        self._chances: dict[Any, Fraction] = {}

    # what a card does

    @cached_property
    def _state(self) -> Any:
        """A state of the game for questions to the rules: this grid alone."""
        reader, rules = self.known.reader, self.known.rules
        state: Any = record("State", reader.game.RULES.STATE_FIELDS)()
        for name, code in rules.codes():
            setattr(state, name, code)
        state.players = 1
        return state

    def lay(self, cells: Cells, place: int, card: Any) -> Cells:
        """The grid with a card face up in a place, less what the rules then clear."""
        key = (cells, place, card)
        if key not in self._laid:
            state, reader = self._state, self.known.reader
            after = (*cells[:place], card, *cells[place + 1 :])
            state.there[0] = sum(1 << c for c, other in enumerate(after) if other != GONE)
            state.up[0] = sum(1 << c for c, other in enumerate(after) if other not in (GONE, HIDDEN))
            for c, other in enumerate(after):
                plain = other in (GONE, HIDDEN, OTHER)
                state.card[0][c] = 60 + c if plain else reader.code(other, self.known.rules)
            gone = reader.removed(state, 0, place)
            self._laid[key] = (
                tuple(GONE if gone >> c & 1 else other for c, other in enumerate(after)) if gone else after
            )
        return self._laid[key]

    def turned(self, cells: Cells, place: int, card: Any) -> Cells | None:
        """The grid after a card is laid face up in a place; None: a line is complete."""
        after = (*cells[:place], card, *cells[place + 1 :])
        if any(place in aim.places and aim.fits(after) >= aim.need for aim in self.aims):
            return None
        return self.lay(cells, place, card)

    def placed(self, cells: Cells, card: Any) -> Cells | None:
        """The grid after a drawn card is placed where it helps; None: a line is complete. Else the grid as it is."""
        for aim in self.aims:
            if card not in aim.good or aim.is_broken(cells):
                continue
            wrong = [place for place in aim.places if cells[place] not in (HIDDEN, GONE, *aim.good)]
            hidden = [place for place in aim.places if cells[place] == HIDDEN]
            for place in wrong + hidden:
                after = self.turned(cells, place, card)
                if after is None or after.count(GONE) == cells.count(GONE):
                    return after
        return cells

    def next_hidden(self, cells: Cells) -> int | None:
        """The place of the card that is turned up when a drawn card is rejected."""
        some = [aim for aim in self.aims if not aim.is_broken(cells) and HIDDEN in [cells[p] for p in aim.places]]
        if not some or not self.rejects:
            return None
        aim = min(some, key=lambda aim: aim.need - aim.fits(cells))
        return next(place for place in aim.places if cells[place] == HIDDEN)

    # played with cards

    def play(self, cards: Sequence[Any]) -> bool:
        """Play with these cards: first those that lie hidden in the lines, then the drawn ones."""
        below = dict(zip(self.hidden, cards, strict=False))
        if self.process == REVEAL:
            cells = tuple(below.get(place, card) for place, card in enumerate(self.cells))
            return any(aim.fits(cells) >= aim.need for aim in self.aims)
        now = self.start
        for card in cards[len(self.hidden) :]:
            if now is None:
                return True
            card = OTHER if card is None else card
            after = self.placed(now, card)
            place = self.next_hidden(now) if after == now else None
            if place is not None:
                after = self.turned(now, place, OTHER if below[place] is None else below[place])
            now = after
        return now is None

    @cached_property
    def start(self) -> Cells | None:
        """The grid when the top discard, or the card just drawn, has been placed if it helps."""
        if any(aim.fits(self.cells) >= aim.need for aim in self.aims):
            return None
        return self.cells if self.first is None else self.placed(self.cells, self.first)

    # worked through

    @cached_property
    def crossing(self) -> set[Any]:
        """The values with which another line may be complete on the way, and take cards away."""
        own = [set(aim.places) for aim in self.aims]
        others = [some for some in self.known.lines if not any(set(some) <= places for places in own)]
        others = [some for some in others if GONE not in [self.cells[place] for place in some]]
        values = {card for card in (*self.known.unseen.counts, *self.cells) if isinstance(card, int)} if others else ()
        return {
            value
            for value in values
            for some in others
            if any(set(some) & places for places in own) and all(self._can(place, value) for place in some)
        }

    @property
    def is_crossed(self) -> bool:
        """Whether other lines may take cards away."""
        return bool(self.crossing)

    def _can(self, place: int, value: Any) -> bool:
        """Whether a place may come to show a value."""
        if self.cells[place] in (GONE, value):
            return bool(self.cells[place] == value)
        aims = [aim for aim in self.aims if place in aim.places and not aim.is_broken(self.cells)]
        hidden = self.rejects and self.cells[place] == HIDDEN
        return any(hidden or value in aim.good for aim in aims)

    def tracked(self, draws: int) -> list[Any]:
        """The values that must be told apart in so many turns; all others count as one kind of card."""
        found = {card for aim in self.aims for card in aim.good}.union(self.crossing, *self._clearing(draws))
        return [card for card in self.known.unseen.counts if card in found]

    def _clearing(self, draws: int) -> list[set[Any]]:
        """For each line, the values with which its turned-up cards may clear it before it can be completed."""
        found: list[set[Any]] = []
        for aim in self.aims:
            cards = [self.cells[place] for place in aim.places]
            shown = {card for card in cards if card not in (HIDDEN, GONE)}
            partly, in_time = aim.need < len(aim.places), cards.count(HIDDEN) + aim.need <= draws
            if not self.rejects or not any(set(some) <= set(aim.places) for some in self.known.lines):
                found.append(set())
            elif partly or (in_time and not shown):
                found.append(set(self.known.unseen.counts))
            else:
                found.append(shown if in_time and len(shown) == 1 and not shown & aim.good else set())
        return found

    def chance(self, draws: int) -> Fraction:
        """The exact chance that a line is completed within so many turns."""
        if self.start is None:
            return Fraction(1)
        if not self._kinds:
            self._kinds, self._apart = [*self.tracked(draws), OTHER], self._clearing(draws)
        counts = tuple(self.known.unseen[card] for card in self._kinds[:-1])
        return self._go(self.start, (*counts, self.known.unseen.total - sum(counts)), draws)

    def _go(self, cells: Cells, counts: Counts, turns: int) -> Fraction:
        """The chance from a state of play on."""
        if not turns or all(aim.is_broken(cells) for aim in self.aims):
            return Fraction(0)
        key = (self._key(cells), counts, turns)
        if key not in self._chances:
            if len(self._chances) >= STATES:
                raise TooManyOutcomes(
                    "An exact answer would go through more than {n} states of play and take too long. Ask for "
                    "fewer draws or columns, or use exact=False for a simulation with its interval.",
                    n=STATES,
                )
            found = Fraction(0)
            for k, card in enumerate(self._kinds):
                if counts[k]:
                    found += counts[k] * self._drawn(cells, card, less(counts, k), turns - 1)
            self._chances[key] = found / sum(counts)
        return self._chances[key]

    def _drawn(self, cells: Cells, card: Any, counts: Counts, turns: int) -> Fraction:
        after = self.placed(cells, card)
        place = self.next_hidden(cells) if after == cells else None
        if after is None or place is None:
            return Fraction(1) if after is None else self._go(after, counts, turns)
        found = Fraction(0)
        for k, turned in enumerate(self._kinds):
            if counts[k]:
                then = self.turned(cells, place, turned)
                found += counts[k] * (1 if then is None else self._go(then, less(counts, k), turns))
        return found / sum(counts)

    def _key(self, cells: Cells) -> Any:
        """What matters of a grid: all of it where lines cross, else what lies in each line."""
        if self.crossing:
            return cells
        return tuple(
            tuple(sorted(_mark(cells[place], aim, apart) for place in aim.places))
            for aim, apart in zip(self.aims, self._apart, strict=True)
        )

    def derive(self, derivation: Derivation, draws: int) -> None:
        """The steps of the derivation: turn by turn, as far as that can be done quickly."""
        derivation.step(
            _(
                "A state of play says what each column still needs, what is hidden in it, which cards are unseen,"
                " and how many turns are left. From each state every card can come, in proportion to how many "
                "there are. Work from the last turn back to the first: the chance of a state is the mean of the "
                "chances of the states it leads to."
            )
        )
        chance = self.chance(draws)
        for n in range(1, draws):
            try:
                derivation.note(_within(n), Num(self.chance(n)))
            except TooManyOutcomes:
                continue
        derivation.step(_within(draws), Num(chance))


def _within(turns: int) -> Message:
    return plural("Within {n} turn the chance is:", "Within {n} turns the chance is:", turns)


def _mark(card: Any, aim: Aim, apart: set[Any]) -> str:
    """What matters of a card in a line."""
    return "+" if card in aim.good else str(card) if card in apart or card in (HIDDEN, GONE) else OTHER


def less(counts: Counts, k: int) -> Counts:
    """The counts with one card of kind k fewer."""
    return (*counts[:k], counts[k] - 1, *counts[k + 1 :])


def check_process(process: Any, rules: Options) -> str:
    """The process, if there is such a one and the rules allow it."""
    if process not in PROCESSES:
        names = either(map(repr, PROCESSES))
        raise Error("The process is {known}, not {process}.", known=names, process=repr(process))
    if process == EITHER and not rules.may_reject_drawn:
        raise Error('With may_reject_drawn=False (SK-13) no drawn card is rejected: choose "draw" or "reveal".')
    return str(process)
