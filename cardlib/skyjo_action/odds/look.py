"""What a Look (A5) is worth: a decision tree with the knowledge and one without, for the next turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...answer import SAME_CHOICES, Answer, TooManyOutcomes
from ...deck import Deck
from ...engine.options import Options
from ...explain import Derivation
from ...formula import Num, Ratio, add_up
from ...hands import Draw, sequence_count, sequences
from ...skyjo.odds.ahead import Use
from ...skyjo.odds.known import HIDDEN
from ...text import Error, Message, _, both, either, plural
from .. import table as T
from ..game import parse
from .known import ACTION
from .worth import Situation, WorthEstimate, check_grid, estimated, known_of, model, situation

BRANCHES = 250  # so many branches of the tree are gone through exactly
TRIALS = 120


@dataclass(frozen=True)
class Look:
    """To look at the hidden cards of a line, and then to use a card: one that is known already, or a drawn one."""

    now: Situation
    cells: tuple[int, ...]  # the places looked at
    card: Any = None

    @cached_property
    def drawn(self) -> dict[Any, int]:
        """The cards that may come next, with their numbers."""
        return dict(self.now.unseen.counts) if self.card is None else {self.card: 1}

    @cached_property
    def _informed(self) -> dict[Any, Use]:
        return {}

    def informed(self, lying: Sequence[Any], card: Any) -> Use:
        """The best use of a card when these cards are known to lie in the places looked at."""
        key = *lying, card
        if key not in self._informed:
            cells = list(self.now.cells)
            for cell, there in zip(self.cells, lying, strict=True):
                cells[cell] = f"{HIDDEN}{there}"
            then = replace(self.now, cells=tuple(cells), unseen=self.now.unseen - list(lying))
            self._informed[key] = then.best(card)
        return self._informed[key]

    @cached_property
    def tree(self) -> dict[Any, tuple[Fraction, Fraction]]:
        """For every card that may come: what it saves (with the knowledge, without it).

        Raises TooManyOutcomes where there are too many branches.
        """
        now, n, found = self.now, len(self.cells), {}
        if now.rough or sequence_count(now.unseen.counts, n) * len(self.drawn) > BRANCHES:
            raise TooManyOutcomes("So many hidden cards are too much to count exactly.")
        for card in self.drawn:
            ways, after = 0, Fraction(0)
            for so_many, lying in sequences((now.unseen - card).counts, n):
                ways += so_many
                after += so_many * self.informed(lying, card).after
            found[card] = now.now - after / ways, now.now - now.best(card).after
        return found

    @cached_property
    def sums(self) -> tuple[Fraction, Fraction]:
        """What the next turn saves on average: (with the knowledge, without it)."""
        cards = sum(self.drawn.values())
        some = [sum((n * self.tree[c][way] for c, n in self.drawn.items()), Fraction(0)) / cards for way in (0, 1)]
        return some[0], some[1]

    @property
    def worth(self) -> Fraction:
        """The value of the information."""
        return self.sums[0] - self.sums[1]

    def answer(self) -> Answer | WorthEstimate:
        """The value of the information; simulated where the tree has too many branches."""
        try:
            self.worth  # noqa: B018
        except TooManyOutcomes:
            rough = replace(self, now=self.now.roughly())
            return estimated(rough.draw().trial, self._told(), TRIALS)
        draw = self.draw()
        return Answer(self.worth, self.explain, draw.trial, draw.outcomes, "points", SAME_CHOICES)

    def draw(self) -> Draw:
        """Hidden cards and the next one by chance: what the knowledge saves."""
        now, card = self.now, self.card

        def measure(lying: dict[int, Any], drawn: Sequence[Any]) -> int:
            there = [lying[cell] for cell in self.cells]
            use, known = self.informed(there, drawn[0]), {k: c for k, c in lying.items() if k not in self.cells}
            cells = tuple(f"{HIDDEN}{lying[k]}" if k in self.cells else c for k, c in enumerate(now.cells))
            then = replace(now, cells=cells, unseen=now.unseen - there)
            return now.result(now.best(drawn[0]), lying, drawn) - then.result(use, known, drawn)

        if card is None:
            return now.deal(1, measure)
        rest = replace(now, unseen=now.unseen - Deck([card]))
        return rest.deal(0, lambda lying, _drawn: measure(lying, [card]))

    def _told(self) -> Derivation:
        question = plural(
            "You look at {n} hidden card of a line. How many points is it worth to know it in your next turn?",
            "You look at {n} hidden cards of a line. How many points is it worth to know them in your next turn?",
            len(self.cells),
        )
        return Derivation(question, known_of(self.now), [*self._next(), *model()], unit="points")

    def explain(self) -> Derivation:
        """The decision tree: with the knowledge, without it, and the difference."""
        cards, d = sum(self.drawn.values()), self._told()
        texts = [
            _(
                "With the knowledge: for each card that may come and for all that may lie there, take the best use; "
                "what it saves, times its chance, added up:"
            ),
            _("Without it: for each card the best use is one and the same, whatever lies there. It saves:"),
        ]
        for way, text in enumerate(texts):
            pairs = [(n, self.tree[card][way]) for card, n in self.drawn.items()]
            terms = [Num(saved) if cards == 1 else Ratio(n, cards) * Num(saved) for n, saved in pairs if saved]
            d.step(text, add_up(terms or [0]))
        helped = [card for card in self.drawn if self.tree[card][0] != self.tree[card][1]]
        if helped:
            d.step(_("The knowledge can change what you do with these cards: {cards}.", cards=both(helped)))
        else:
            d.step(_("The knowledge changes nothing that you do: so it is worth nothing."))
        with_it, without = self.sums
        d.step(_("The difference is the value of the information."), Num(with_it) - Num(without))
        text = _("Taking all that the next turn saves for the worth of the look. You would save most of it blindly.")
        return d.warn(text, Num(with_it)) if without else d

    def _next(self) -> list[Message]:
        if self.card is None:
            return [_("In your next turn you draw a card, and use it or turn up a hidden card instead.")]
        return [_("In your next turn you have the card {card}, one of the unseen ones.", card=self.card)]


def looks(now: Situation, card: Any = None) -> dict[str, Look]:
    """All lines of the own grid with a hidden card that nobody has looked at: "column 0" -> the look."""
    columns, found = len(now.cells) // T.ROWS, {}
    lines = {f"column {c}": range(T.ROWS * c, T.ROWS * c + T.ROWS) for c in range(columns)}
    lines |= {f"row {r}": range(r, len(now.cells), T.ROWS) for r in range(T.ROWS)}
    for name, line in lines.items():
        cells = tuple(cell for cell in line if now.cells[cell] == HIDDEN)
        if cells and now.can_draw:
            found[name] = Look(now, cells, card)
    return found


def best_look(now: Situation, card: Any = None) -> tuple[str, Look] | None:
    """The line where the look is worth most, if there is one; where that is too much to count, the longest one."""
    found = looks(now, card)
    longest = max(found, key=lambda name: len(found[name].cells), default=None)
    if longest is None:
        return None
    try:
        return max(found.items(), key=lambda item: item[1].worth)
    except TooManyOutcomes:
        return longest, found[longest]


def worth_of_look(
    view_or_grid: Any,
    line: str | None = None,
    card: Any = None,
    unseen: Any = None,
    seen: Any = None,
    rules: Options | None = None,
) -> Answer | WorthEstimate:
    """What it is worth to look at the hidden cards of an own line (A5), as the value of information (points, >= 0).

    view_or_grid: a View; or a written grid, then with unseen= or seen= (the hidden cards are among the unseen ones)
    line: "column 0", "row 2", ...; default the line where the look is worth most
    card: the card that you will have in your next turn (one of the unseen ones); default any, drawn from the pile
    The knowledge is used in the next turn only; looking itself costs this turn, which would save worth_of_draw.
    Exact, or a WorthEstimate where there are too many branches.
    Raises ValueError for a line without hidden cards, and for cards that cannot be.
    """
    now = check_grid(situation(view_or_grid, unseen, seen, rules))
    if card is not None:
        card = ACTION.read(card, now.rules)
        if card not in now.unseen:
            raise Error("The card {card} is not one of the unseen ones.", card=card)
    if not (found := looks(now, card)):
        raise Error("There is no hidden card to look at, or no card to draw after it.")
    if line is None:
        best = best_look(now, card)
        assert best is not None
        return best[1].answer()
    try:
        name = str(parse(line))
    except ValueError:
        name = ""
    if name not in found:
        raise Error(
            "Say which line is meant: line= {known}, not {line}.", known=either(map(repr, found)), line=repr(line)
        )
    return found[name].answer()
