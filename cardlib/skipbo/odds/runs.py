"""Runs: can a building pile be run up to a given value, with the cards I know and some I shall draw?

The words: the *gaps* of a run are the values that neither the hand nor the discard piles have. A drawn card of that
value, or a Skip-Bo card, fills a gap; each gap needs a card of its own. A discard pile gives its top card, and then
what lies under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...draws import at_least, choose, mixed_and_kept_out
from ...explain import Explanation, Mistake, Step
from ...formula import Binomial, Chain, Formula, Num, Ratio, add_up, multiply, result
from ...hands import Draw, counted
from ...pmf import Pmf
from ...text import Error, Message, _, both, either, plural
from .. import rules as R
from ..game import View
from ..notation import WILD, Cards
from . import known as table
from .known import Known


def draws_to_come(view: View) -> int:
    """How many cards the player of a view draws the next time the hand is filled up.

    None on turn, where that has been done (SB-6) until the hand is empty (SB-11), and none for a player who may not do
    so at the next turn (SB-18); else as many as there are, up to 5 in the hand (SB-16).
    """
    s = view.record
    if s.player == view.me or s.barred[view.me]:
        return 0
    return min(R.HAND - len(view.hand), R.supply(s), view.unseen.total)


# --- the right card now -----------------------------------------------------------------------------------------------
def right_card(
    view: View | None = None,
    pile: int | None = None,
    *,
    values: Iterable[int] | str = (1,),
    hand: Any = (),
    discards: Any = (),
    stock: Any = (),
    partner_discards: Any = (),
    partner_stock: Any = (),
    draws: int | None = None,
    unseen: Any = None,
) -> Answer:
    """The chance to have a card that can be played now: a needed number or a Skip-Bo card. Probability, 0 to 1.

    From a view: on a building pile (1 to 4), or on any of them; `draws` cards are drawn (default: those that will fill
    up the hand at the start of the next turn; on turn none). From what a person knows: the values that the piles need
    next, the cards at hand, in teams also the partner's open cards, and what is unseen; the hand is filled up.
    Raises ValueError for what cannot be.
    """
    if view is not None:
        known = Known.of(view)
        needed = {height + 1 for height in known.heights} if pile is None else {known.heights[place(pile)] + 1}
        draws = draws_to_come(view) if draws is None else draws
    else:
        listed = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else values
        needed = {int(card) for card in table.cards(listed, "values") if card != WILD}
        known = Known(
            (), table.cards(hand), table.piles(discards), table.cards(stock), table.unseen_cards(unseen),
            table.piles(partner_discards, "partner_discards"), table.cards(partner_stock, _("the partner's stock")),
        )  # fmt: skip
        if len(known.hand) > R.HAND:
            raise Error("a hand has at most {n} cards (SB-6)", n=R.HAND)
        draws = R.HAND - len(known.hand) if draws is None else draws
    counted(known.unseen, draws)
    wanted = [*sorted(needed), WILD]
    tops = [pile[-1] for pile in (*known.piles, known.stock, known.partner_stock) if pile]
    at_hand = [*known.hand, *tops]
    have = [card for card in dict.fromkeys(at_hand) if card in wanted]
    question = _("Do you get a card that fits now: {cards}?", cards=either(wanted))
    if have:
        fact = _("You have one already: {cards}.", cards=both(have))
        explanation = Explanation(question, [*known.facts(), fact], [], [Step(fact)], Fraction(1))
        return Answer(1, lambda: explanation, lambda rng: True)
    answer = at_least(known.unseen, 1, of=wanted, draws=draws)

    def explain() -> Explanation:
        derived = answer.explain()
        none = [] if draws else [plural("You will draw {n} card.", "You will draw {n} cards.", 0)]
        return derived.asked(question, *none)

    return Answer(
        answer.value,
        explain,
        Draw(counted(known.unseen), draws, lambda drawn: any(card in wanted for card in drawn)).trial,
        Draw(counted(known.unseen), draws, lambda drawn: any(card in wanted for card in drawn)).outcomes,
    )


def place(pile: int) -> int:
    """A pile's number from 1 as a place from 0; ValueError for any other."""
    if type(pile) is not int or not 1 <= pile <= R.PILES:
        raise Error("there is no pile {pile}; the piles are 1 to {n}", pile=repr(pile), n=R.PILES)
    return pile - 1


# --- one run ----------------------------------------------------------------------------------------------------------
def covers(start: int, to: int, discards: Sequence[Cards]) -> list[frozenset[int]]:
    """Which values of a run the discard piles can give: the largest such sets, where there is a choice."""
    found = {frozenset[int]()}
    situations = {(tuple(tuple(pile) for pile in discards), frozenset[int]())}
    for value in range(start + 1, to + 1):
        for piles, given in list(situations):
            for d, pile in enumerate(piles):
                if pile and pile[-1] in (value, WILD):
                    situations.add(((*piles[:d], pile[:-1], *piles[d + 1 :]), given | {value}))
    found |= {given for _piles, given in situations}
    return sorted((given for given in found if not any(given < other for other in found)), key=sorted)


@dataclass(frozen=True)
class Run:
    """A run on one building pile from height `start` to height `to`, with n cards to be drawn from the unseen."""

    start: int
    to: int
    hand: Cards
    discards: tuple[Cards, ...]
    n: int
    unseen: Deck
    partner_discards: tuple[Cards, ...] = ()

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The discard piles that may be played from: the own ones, and in teams the partner's (SB-17)."""
        return (*self.discards, *self.partner_discards)

    @property
    def wilds(self) -> int:
        """Skip-Bo cards in the hand."""
        return self.hand.count(WILD)

    @cached_property
    def gaps(self) -> list[frozenset[int]]:
        """The gaps, for each way to use the discard piles."""
        needed = frozenset(range(self.start + 1, self.to + 1)) - set(self.hand)
        return [needed - given for given in covers(self.start, self.to, self.piles)]

    @property
    def fewest_gaps(self) -> frozenset[int]:
        """The gaps for the best way to use the discard piles."""
        return min(self.gaps, key=lambda gaps: len(gaps))

    @cached_property
    def fillers(self) -> list[int]:
        """The values whose cards can fill a gap."""
        return sorted(frozenset().union(*self.gaps))

    @property
    def others(self) -> int:
        """Unseen cards that are of no use."""
        return self.unseen.total - sum(self.unseen[value] for value in self.fillers) - self.unseen[WILD]

    @cached_property
    def hands_by_gaps(self) -> Mapping[tuple[int, tuple[int, ...]], int]:
        """(cards drawn, gaps left for each way) -> in how many ways such cards of the fillers can be drawn."""
        ways = {(0, tuple(len(gaps) for gaps in self.gaps)): 1}
        for value in self.fillers:
            after: dict[tuple[int, tuple[int, ...]], int] = {}
            for (cards, left), number in ways.items():
                filled = tuple(n - (value in gaps) for n, gaps in zip(left, self.gaps, strict=True))
                for k in range(min(self.unseen[value], self.n - cards) + 1):
                    key = (cards + k, filled if k else left)
                    after[key] = after.get(key, 0) + number * comb(self.unseen[value], k)
            ways = after
        return ways

    def hands_with(self, w: int) -> int:
        """How many choices of n - w numbers are enough together with w drawn Skip-Bo cards."""
        return sum(
            number * comb(self.others, self.n - w - cards)
            for (cards, left), number in self.hands_by_gaps.items()
            if cards <= self.n - w and min(left) <= self.wilds + w
        )

    @property
    def drawn_wilds(self) -> range:
        """How many Skip-Bo cards may be among the drawn cards."""
        return range(min(self.n, self.unseen[WILD]) + 1)

    @property
    def ways(self) -> int:
        """How many hands of n cards do it."""
        return sum(comb(self.unseen[WILD], w) * self.hands_with(w) for w in self.drawn_wilds)

    @property
    def value(self) -> Fraction:
        """The chance."""
        return Fraction(self.ways, comb(self.unseen.total, self.n))

    def succeeds(self, drawn: Iterable[Any]) -> bool:
        """Play it: with these drawn cards, is the value reached?"""
        drawn = [*self.hand, *drawn]
        numbers, wild = set(drawn), drawn.count(WILD)
        situations = {self.piles: wild}  # discard piles -> most Skip-Bo cards left
        for value in range(self.start + 1, self.to + 1):
            after: dict[tuple[Cards, ...], int] = {}
            for piles, left in situations.items():
                ways = [(piles, left if value in numbers else left - 1)]
                for d, pile in enumerate(piles):
                    if pile and pile[-1] in (value, WILD):
                        ways.append(((*piles[:d], pile[:-1], *piles[d + 1 :]), left))
                for way, wild in ways:
                    if wild >= 0:
                        after[way] = max(wild, after.get(way, -1))
            situations = after
        return bool(situations)

    # --- the derivation -----------------------------------------------------------------------------------------------
    def answer(self) -> Answer:
        """The chance as an Answer."""
        draw = Draw(counted(self.unseen, self.n), self.n, self.succeeds)
        return Answer(self.value, self.explain, draw.trial, draw.outcomes)

    def explain(self) -> Explanation:
        """The worked derivation."""
        known = Known((), self.hand, self.discards, (), self.unseen, self.partner_discards)
        drawn = plural("You will draw {n} card.", "You will draw {n} cards.", self.n)
        question = _(
            "A building pile shows {start}. Can you run it up to {to} with your cards and those you draw?",
            start=self.start,
            to=self.to,
        )
        model = [*mixed_and_kept_out(), _("The building pile stays as it is until then.")]
        facts = [*known.facts(), drawn]
        return Explanation(question, facts, model, self.steps(), self.value, mistakes=self.mistakes())

    def steps(self) -> list[Step]:
        """From the gaps to the count of the hands."""
        gaps = self.fewest_gaps
        have = [value for value in range(self.start + 1, self.to + 1) if value not in gaps]
        steps = [Step(_("The run needs {values}. You have {have}.", values=self.needed(), have=both(have)))]
        if not gaps:
            return [*steps, Step(_("There is no gap: it is certain."))]
        left = plural(
            "That leaves {n} gap: {gaps}.", "That leaves {n} gaps: {gaps}.", len(gaps), gaps=both(sorted(gaps))
        )
        held = plural("You hold {n} Skip-Bo card.", "You hold {n} Skip-Bo cards.", self.wilds)
        steps.append(Step(_("{left} {held}", left=left, held=held)))
        if self.value == 1:
            return [*steps, Step(_("That is enough: it is certain."))]
        if len(gaps) > self.wilds + self.n:
            return [*steps, Step(_("It is impossible: too few cards come."))]
        if self.value == 0:
            return [*steps, Step(_("It is impossible: too few of the unseen cards fill a gap."))]
        if len(self.gaps) > 1:
            steps.append(Step(_("Another choice among the discard piles leaves other gaps; a hand may fill either.")))
        total = comb(self.unseen.total, self.n)
        steps.append(
            Step(
                _("So many hands can be drawn, all equally likely."), Chain(Binomial(self.unseen.total, self.n), total)
            )
        )
        return [*steps, *self.counting(), Step(_("Divide."), result(Ratio(self.ways, total)))]

    def needed(self) -> Any:
        """The values of the run in words."""
        return both(range(self.start + 1, self.to + 1))

    def counting(self) -> list[Step]:
        """The hands that do it, by their number of Skip-Bo cards."""
        steps, terms = [], []
        for w in self.drawn_wilds:
            hands = self.hands_with(w)
            if not hands:
                continue
            term: Formula = multiply([choose((self.unseen[WILD], w)), Num(hands)]) if w else Num(hands)
            terms.append(term)
            text = plural(
                "Hands with {n} Skip-Bo card: choose the others so that they fill the gaps that are left ({hands}).",
                "Hands with {n} Skip-Bo cards: choose the others so that they fill the gaps that are left ({hands}).",
                w,
                hands=hands,
            )
            steps.append(Step(text, Chain(term, term.value) if w else None))
        return [*steps, Step(_("Together these hands do it."), Chain(add_up(terms), self.ways))]

    def mistakes(self) -> list[Mistake]:
        """Treating the gaps as independent."""
        gaps = sorted(self.fewest_gaps)
        if len(gaps) < 2 or self.n == 0 or self.value in (0, 1):
            return []
        total = comb(self.unseen.total, self.n)
        chances = []
        for value in gaps:
            rest = self.unseen.total - self.unseen[value] - self.unseen[WILD]
            chances.append(Ratio(total - comb(rest, self.n), total))
        text = _(
            "Multiplying the chances of the single gaps. That counts one Skip-Bo card for several gaps, and forgets "
            "that a card in one gap leaves fewer cards for the others."
        )
        return [Mistake(text, result(multiply(list(chances))))]


def reach(
    view: View | None = None,
    pile: int | None = None,
    to: int | None = None,
    *,
    start: int = 0,
    hand: Any = (),
    discards: Any = (),
    partner_discards: Any = (),
    draws: int | None = None,
    unseen: Any = None,
) -> Answer:
    """The chance that a building pile can be run up to height `to` with the own cards. Probability, 0 to 1.

    From a view: a pile (1 to 4; default: the one with the best chance), up to `to` (default: to where the stock card
    fits), with `draws` cards drawn (default: those that will fill up the hand at the start of the next turn; on turn
    none). From what a person knows: the pile's height `start`, the hand, the discard piles or their top cards, in teams
    the partner's too, the number of draws (default: 0) and the unseen cards.
    Raises ValueError where there is nothing to ask.
    """
    if view is None:
        if to is None:
            raise Error("say up to which value the pile is to be run: to=7")
        run = Run(
            start, to, table.cards(hand), table.piles(discards), 0 if draws is None else draws,
            table.unseen_cards(unseen), table.piles(partner_discards, "partner_discards"),
        )  # fmt: skip
        return _checked(run).answer()
    known = Known.of(view)
    if to is None:
        if view.stock_top in (None, WILD):
            raise Error("the stock card fits anywhere or there is none: say up to which value, to=7")
        to = int(view.stock_top) - 1
    _check_height(to)
    n = draws_to_come(view) if draws is None else draws
    places = range(R.PILES) if pile is None else [place(pile)]
    runs = [
        _checked(Run(known.heights[b], to, known.hand, known.discards, n, known.unseen, known.partner_discards))
        for b in places
        if known.heights[b] <= to or pile is not None
    ]
    if not runs:
        raise Error("every building pile is above {to} already", to=to)
    return max(runs, key=lambda run: (run.value, run.start)).answer()


def _checked(run: Run) -> Run:
    """The run, or ValueError for heights that cannot be."""
    _check_height(run.start)
    _check_height(run.to)
    if run.start > run.to:
        raise Error("the pile shows {start}; it cannot be run up to {to}", start=run.start, to=run.to)
    counted(run.unseen, run.n)
    return run


def _check_height(height: Any) -> None:
    if type(height) is not int or not 0 <= height <= R.TOP_VALUE:
        raise Error(
            "{height} is no height of a building pile; heights are 0 to {top}", height=repr(height), top=R.TOP_VALUE
        )


# --- an unknown hand --------------------------------------------------------------------------------------------------
def in_a_row(unseen: Any = None, draws: int = R.HAND, hand: Any = (), start: int = 0) -> Pmf:
    """The law of the number of cards that can be played in a row on one building pile, in cards.

    The hand is what is known of it and `draws` unknown cards; `start` is the height of the pile (0: a free place).
    """
    deck, held = table.unseen_cards(unseen), table.cards(hand)
    _checked(Run(start, R.TOP_VALUE, held, (), draws, deck))
    longest = min(R.TOP_VALUE - start, draws + len(held))
    ways = [_checked(Run(start, start + k, held, (), draws, deck)).ways for k in range(longest + 1)]
    draw = Draw(counted(deck, draws), draws, lambda drawn: run_length([*held, *drawn], start))

    def explain() -> Explanation:
        return _explain_row(ways, draws, held, start, deck)

    law = {k: ways[k] - (ways[k + 1] if k < longest else 0) for k in range(longest + 1)}
    return Pmf(law, explain, draw.trial, draw.outcomes, "cards")


def run_length(cards: Sequence[Any], start: int = 0) -> int:
    """How many of the cards can be played in a row on a pile, Skip-Bo cards filling the gaps."""
    wild, height = list(cards).count(WILD), start
    while height < R.TOP_VALUE and (height + 1 in cards or wild):
        wild -= height + 1 not in cards
        height += 1
    return height - start


def _explain_row(ways: Sequence[int], n: int, hand: Cards, start: int, unseen: Deck) -> Explanation:
    total = comb(unseen.total, n)
    question: Message = _("How many cards can you play in a row on a pile that shows {start}?", start=start)
    steps = [Step(_("So many hands can be drawn, all equally likely."), Chain(Binomial(unseen.total, n), total))]
    for k in range(1, len(ways)):
        text = plural(
            "At least {n} card in a row: count the hands.", "At least {n} cards in a row: count the hands.", k
        )
        steps.append(Step(text, result(Ratio(ways[k], total))))
    mean = Fraction(sum(ways[1:]), total)
    steps.append(
        Step(
            _("The mean is the sum of these chances: every card that is played counts once."),
            result(add_up([Num(Fraction(number, total)) for number in ways[1:]])) if len(ways) > 2 else None,
        )
    )
    known = Known((), hand, (), (), unseen)
    drawn = plural("You will draw {n} card.", "You will draw {n} cards.", n)
    return Explanation(question, [*known.facts(), drawn], mixed_and_kept_out(), steps, mean, "cards")
