"""What a Look (A5) is worth: a decision tree with the knowledge and one without, for the next turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...engine.options import Options
from ...explain import Explanation, Mistake, Step
from ...formula import Num, Ratio, add_up, result
from ...hands import hands_by_value, sequences
from ...skyjo import rules as S
from ...text import Error, Message, _, both, either, plural
from ..game import parse
from . import seen as table
from .seen import HIDDEN
from .worth import KEEP, TURN_UP, Situation, Use, all_lines, check_grid, known_of, model, points, situation


@dataclass(frozen=True)
class Look:
    """To look at the hidden cards of a line, and then to use a card: one that is known already, or a drawn one."""

    now: Situation
    cells: tuple[int, ...]  # the places looked at
    card: Any = None

    @cached_property
    def drawn(self) -> Mapping[Any, int]:
        """The cards that may come next, with their numbers."""
        return self.now.unseen.counts if self.card is None else {self.card: 1}

    @cached_property
    def others(self) -> list[int]:
        """The hidden places that are not looked at."""
        return [cell for cell in self.now.hidden if cell not in self.cells]

    # --- one branch of the tree -------------------------------------------------------------------------------------
    def informed(self, lying: Mapping[int, Any], card: Any) -> tuple[Fraction, Use]:
        """What the best use of a card saves when these cards are known to lie in the places looked at."""
        now, out = self.now, (*lying.values(), card)
        left = now.unseen.total - len(out)
        mean = now.mean(out) if left else Fraction(0)
        best: tuple[Fraction, Use] | None = None
        for cell, after in now.placed(card).items():
            known = points(lying[cell]) if cell in lying else (mean if now.cells[cell] == HIDDEN else 0)
            saved = Fraction(now.base - after + known)
            if best is None or saved > best[0]:
                best = saved, Use(Fraction(0), KEEP, cell, card)
        for cell in now.down if now.may_reject else []:
            saved = Fraction(now.cleared[cell].get(lying[cell], 0)) if cell in lying else now.turning_up(cell, out)
            if best is None or saved > best[0]:
                best = saved, Use(Fraction(0), TURN_UP, cell)
        assert best is not None  # there is a card in the grid
        return best

    def blind(self, card: Any) -> Use:
        """The best use of a card without the knowledge."""
        return self.now.best(card)

    # --- the whole tree ---------------------------------------------------------------------------------------------
    def special(self, card: Any) -> list[int]:
        """The places looked at that are not like the others: this card, or one turned up there, completes a line."""
        plain = self.now.base + points(card)
        return [cell for cell in self.cells if self.now.placed(card)[cell] != plain or self.now.cleared[cell]]

    @cached_property
    def spread(self) -> bool:
        """Whether a card turned up elsewhere could complete a line: then it matters which cards are left for that."""
        return any(self.now.cleared[cell] for cell in self.others)

    def branches(self, card: Any, special: int) -> Iterator[tuple[int, tuple[Any, ...], tuple[int, Any], Any]]:
        """What may lie in the places looked at when this card comes next.

        As (ways, cards in the special places, sum and highest of the other cards, those cards where they matter).
        """
        left = dict(self.now.unseen.counts)
        left[card] -= 1
        plain = len(self.cells) - special
        for ways, cards in sequences({c: n for c, n in left.items() if n}, special):
            rest = {c: n - cards.count(c) for c, n in left.items() if n > cards.count(c)}
            if self.spread:
                for more, hand in hands_by_value(rest, plain):
                    worths = list(map(points, hand))
                    yield ways * more, cards, (sum(worths), max(worths, default=None)), hand
            else:
                for law, more in sum_and_highest(rest, plain).items():
                    yield ways * more, cards, law, ()

    def with_card(self, card: Any) -> Fraction:
        """What the best use of this card saves on average with the knowledge: `informed`, over all branches.

        In whole numbers: everything times the number of cards that nobody knows then.
        """
        now, ways, saved = self.now, 0, 0
        scale = now.unseen.total - len(self.cells) - 1 or 1
        gains = {cell: now.base - after for cell, after in now.placed(card).items()}
        special = self.special(card)
        fixed = {gain for cell, gain in gains.items() if cell not in now.hidden}
        if now.may_reject:
            fixed |= {sum(now.cleared[cell].values()) for cell in now.down if cell not in now.hidden}
            fixed.add(0)  # a hidden card is turned up: there is one, it was looked at
        other = {gains[cell] for cell in self.others}
        for n, cards, (sum_, highest), hand in self.branches(card, len(special)):
            rest = now.sum - points(card) - sum_ - sum(map(points, cards))
            found = [gain * scale for gain in fixed] + [gain * scale + rest for gain in other]
            found += [(gains[cell] + points(c)) * scale for cell, c in zip(special, cards, strict=True)]
            found += [] if highest is None else [(highest - points(card)) * scale]
            if now.may_reject:
                found += [now.cleared[cell].get(c, 0) * scale for cell, c in zip(special, cards, strict=True)]
            if now.may_reject and self.spread:
                found += [int(now.turning_up(cell, (*cards, *hand, card)) * scale) for cell in self.others]
            ways += n
            saved += n * max(found)
        return Fraction(saved, ways * scale)

    @cached_property
    def tree(self) -> dict[Any, tuple[Fraction, Fraction]]:
        """For every card that may come: what it saves (with the knowledge, without it)."""
        now = self.now
        found = {}
        for card in self.drawn:
            without = now.base + len(now.hidden) * now.mean([card]) - self.blind(card).after
            found[card] = self.with_card(card), without
        return found

    @cached_property
    def sums(self) -> tuple[Fraction, Fraction]:
        """What the next turn saves on average: (with the knowledge, without it)."""
        cards = sum(self.drawn.values())
        both_ways = [
            sum((n * self.tree[card][way] for card, n in self.drawn.items()), Fraction(0)) / cards for way in (0, 1)
        ]
        return both_ways[0], both_ways[1]

    @property
    def worth(self) -> Fraction:
        """The value of the information."""
        return self.sums[0] - self.sums[1]

    def answer(self) -> Answer:
        """The value of the information as an Answer."""
        now, fixed = self.now, self.card

        def measure(lying: Mapping[int, Any], drawn: Sequence[Any]) -> int:
            card = drawn[0]
            known = {cell: lying[cell] for cell in self.cells}
            return now.saved(self.informed(known, card)[1], lying) - now.saved(self.blind(card), lying)

        if fixed is None:
            draw = now.deal(1, measure)
        else:
            rest = Situation(now.cells, now.unseen - Deck([fixed]), now.lines, now.top, now.drawn, now.may_reject)
            draw = rest.deal(0, lambda lying, _drawn: measure(lying, [fixed]))
        return Answer(self.worth, self.explain, draw.trial, draw.outcomes, "points")

    def explain(self) -> Explanation:
        """The decision tree: with the knowledge, without it, and the difference."""
        cards = sum(self.drawn.values())
        terms: list[list[Any]] = [[], []]
        for way in (0, 1):
            pairs = [(n, self.tree[card][way]) for card, n in self.drawn.items()]
            terms[way] = [Num(saved) if cards == 1 else Ratio(n, cards) * Num(saved) for n, saved in pairs if saved]
        helped = [card for card in self.drawn if self.tree[card][0] != self.tree[card][1]]
        texts = [
            _(
                "With the knowledge: for each card that may come and for all that may lie there, take the best use; "
                "what it saves, times its chance, added up:"
            ),
            _("Without it: for each card the best use is one and the same, whatever lies there. It saves:"),
        ]
        with_it, without = self.sums
        steps = [Step(text, result(add_up(some or [0]))) for text, some in zip(texts, terms, strict=True)]
        if helped:
            steps.append(Step(_("The knowledge can change what you do with these cards: {cards}.", cards=both(helped))))
        else:
            steps.append(Step(_("The knowledge changes nothing that you do: so it is worth nothing.")))
        steps.append(Step(_("The difference is the value of the information."), result(Num(with_it) - Num(without))))
        question = plural(
            "You look at {n} hidden card of a line. How many points is it worth to know it in your next turn?",
            "You look at {n} hidden cards of a line. How many points is it worth to know them in your next turn?",
            len(self.cells),
        )
        text = _("Taking all that the next turn saves for the worth of the look. You would save most of it blindly.")
        mistakes = [Mistake(text, result(Num(with_it)))] if without else []
        return Explanation(
            question, known_of(self.now), [*self._next(), *model()], steps, self.worth, "points", mistakes
        )

    def _next(self) -> list[Message]:
        if self.card is None:
            return [_("In your next turn you draw a card, and use it or turn up a hidden card instead.")]
        return [_("In your next turn you have the card {card}, one of the unseen ones.", card=self.card)]


def sum_and_highest(cards: Mapping[Any, int], n: int) -> dict[tuple[int, Any], int]:
    """In how many ways n of these cards have which sum and which highest card, in points."""
    counts: dict[int, int] = {}
    for card, count in cards.items():
        counts[points(card)] = counts.get(points(card), 0) + count
    found: dict[tuple[int, Any], int] = {} if n else {(0, None): 1}
    states = {(0, 0): 1}  # cards taken and their sum, from the lowest card up
    for worth, count in sorted(counts.items()):
        after = dict(states)
        for (taken, sum_), ways in states.items():
            for k in range(1, min(count, n - taken) + 1):
                state, more = (taken + k, sum_ + k * worth), ways * comb(count, k)
                after[state] = after.get(state, 0) + more
                if taken + k == n:
                    found[state[1], worth] = found.get((state[1], worth), 0) + more
        states = after
    return found


def looks(now: Situation, card: Any = None) -> dict[str, Look]:
    """All lines of the own grid with a hidden card that nobody has looked at: "column 0" -> the look."""
    columns = len(now.cells) // S.ROWS
    names = [f"column {c}" for c in range(columns)] + [f"row {r}" for r in range(S.ROWS)]
    found = {}
    for name, line in zip(names, all_lines(len(now.cells)), strict=True):
        cells = tuple(cell for cell in line if now.cells[cell] == HIDDEN)
        if cells and now.unseen.total > len(now.hidden):
            found[name] = Look(now, cells, card)
    return found


def best_look(now: Situation, card: Any = None) -> tuple[str, Look] | None:
    """The line where the look is worth most, if there is one.

    Of lines whose places are all alike only the longest needs to be weighed: to know more is never worth less.
    """
    found = looks(now, card)
    plain = [name for name, look in found.items() if not any(look.special(card) for card in look.drawn)]
    longest = max(plain, key=lambda name: len(found[name].cells), default=None)
    some = {name: look for name, look in found.items() if name == longest or name not in plain}
    return max(some.items(), key=lambda item: item[1].worth, default=None)


def worth_of_look(
    view_or_grid: Any,
    line: str | None = None,
    card: Any = None,
    unseen: Any = None,
    seen: Any = None,
    rules: Options | None = None,
) -> Answer:
    """What it is worth to look at the hidden cards of an own line (A5), as the value of information (points, >= 0).

    view_or_grid: a View; or a written grid, then with unseen= or seen= (the hidden cards are among the unseen ones)
    line: "column 0", "row 2", ...; default the line where the look is worth most
    card: the card that you will have in your next turn (one of the unseen ones); default any, drawn from the pile
    The knowledge is used in the next turn only; looking itself costs this turn, which would save worth_of_draw.
    Raises ValueError for a line without hidden cards, and for cards that cannot be.
    """
    now = check_grid(situation(view_or_grid, unseen, seen, rules))
    if card is not None:
        card = table.read_card(card, rules)
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
