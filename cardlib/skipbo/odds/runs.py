"""Runs: can a building pile be run up to a given value, with the cards I know and some I shall draw?

The words: the *gaps* of a run are the values that neither the hand nor the discard piles have. A drawn card of that
value, or a Skip-Bo card, fills a gap; each gap needs a card of its own. A discard pile gives its top card, and then
what lies under it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod
from typing import Any

from ...answer import Answer
from ...explain import Derivation, mixed_and_kept_out
from ...formula import Binomial, Formula, Num, Ratio, add_up, multiply
from ...pmf import Pmf
from ...text import Error, Message, _, both, either, plural
from .. import rules as R
from ..game import View
from ..notation import WILD, Cards
from .known import Drawing, Known, Parts, known, read_cards

Drawn = tuple[int, ...]  # how many cards are drawn of each part


def draws_to_come(view: View) -> int:
    """How many cards the player of a view draws the next time the hand is filled up (SB-6, SB-16, SB-18).

    None on turn, where that has been done until the hand is empty (SB-11).
    """
    return known(view).draws


def most_draws(view: View) -> int:
    """How many cards there are for the player of a view to draw."""
    return known(view).most


# --- the right card now -----------------------------------------------------------------------------------------------
def right_card(
    view: View | None = None, pile: int | None = None, *, values: Iterable[int] | str = (1,), draws: int | None = None,
    **said: Any,
) -> Answer:  # fmt: skip
    """The chance to have a card that can be played now: a needed number or a Skip-Bo card. Probability, 0 to 1.

    From a view: on a building pile (1 to 4), or on any of them; `draws` cards are drawn (default: those that will fill
    up the hand at the start of the next turn; on turn none). From what a person knows: the values that the piles need
    next, and what `of_words` takes (hand, discards, stock, in teams the partner's, unseen); the hand is filled up. When
    the draw pile is used up, the cards set aside follow (SB-15). Raises ValueError for what cannot be.
    """
    now = known(view, **said)
    if view is not None:
        needed = {height + 1 for height in now.heights} if pile is None else {now.heights[place(pile)] + 1}
    else:
        listed = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else values
        needed = {int(card) for card in read_cards(listed, "values") if card != WILD}
    wanted, parts = [*sorted(needed), WILD], now.drawn(draws)
    tops = [pile[-1] for pile in now.piles.values() if pile]
    have = [card for card in dict.fromkeys((*now.hand, *tops)) if card in wanted]
    question = _("Do you get a card that fits now: {cards}?", cards=either(wanted))
    drawing = Drawing(parts, lambda drawn: bool(have) or any(card in wanted for card in drawn))
    if have:
        fact = _("You have one already: {cards}.", cards=both(have))
        return drawing.answer(Derivation(question, [*now.facts(), fact]).step(fact, 1))
    if now.may_be_any(parts):
        (deck, n), *_others = parts
        derived = deck.at_least(1, of=wanted, draws=n).explain()
        return drawing.answer(derived.asked(question, *([] if n else now.draws_in_words(parts))))
    derivation, misses = Derivation(question, now.facts(parts), mixed_and_kept_out()), []
    for deck, n in parts:
        misses.append(Ratio(Binomial(deck.total - sum(deck[card] for card in wanted), n), Binomial(deck.total, n)))
        text = plural(
            "{n} card from {pile}: the chance that it does not fit.",
            "{n} cards from {pile}: the chance that none of them fits.",
            n, pile=now.pile_in_words(deck),
        )  # fmt: skip
        derivation.step(text, misses[-1])
    return drawing.answer(derivation.step(_("In all other cases at least 1 card helps."), 1 - multiply(misses)))


def place(pile: int) -> int:
    """A pile's number from 1 as a place from 0; ValueError for any other."""
    if type(pile) is not int or not 1 <= pile <= R.PILES:
        raise Error("there is no pile {pile}; the piles are 1 to {n}", pile=repr(pile), n=R.PILES)
    return pile - 1


# --- one run ----------------------------------------------------------------------------------------------------------
def covers(start: int, to: int, piles: Iterable[Cards]) -> list[frozenset[int]]:
    """Which values of a run the discard piles can give: the largest such sets, where there is a choice."""
    situations = {(tuple(piles), frozenset[int]())}
    for value in range(start + 1, to + 1):
        for left, given in list(situations):
            for d, pile in enumerate(left):
                if pile and pile[-1] in (value, WILD):
                    situations.add(((*left[:d], pile[:-1], *left[d + 1 :]), given | {value}))
    found = {given for _left, given in situations}
    return sorted((given for given in found if not any(given < other for other in found)), key=sorted)


def check_height(height: Any) -> None:
    """ValueError for what is no height of a building pile."""
    if type(height) is not int or not 0 <= height <= R.TOP_VALUE:
        raise Error(
            "{height} is no height of a building pile; heights are 0 to {top}", height=repr(height), top=R.TOP_VALUE
        )


@dataclass(frozen=True)
class Run:
    """A run on one building pile from height `start` to height `to`: with a hand, discard piles, and cards drawn."""

    start: int
    to: int
    hand: Cards
    piles: tuple[Cards, ...]
    parts: Parts

    def __post_init__(self) -> None:
        check_height(self.start)
        check_height(self.to)
        if self.start > self.to:
            raise Error("the pile shows {start}; it cannot be run up to {to}", start=self.start, to=self.to)

    @cached_property
    def gaps(self) -> list[frozenset[int]]:
        """The gaps, for each way to use the discard piles."""
        needed = frozenset(range(self.start + 1, self.to + 1)) - set(self.hand)
        return [needed - given for given in covers(self.start, self.to, self.piles)]

    def succeeds(self, drawn: Collection[Any]) -> bool:
        """Whether the value is reached with these drawn cards: Skip-Bo cards fill what gaps they leave."""
        wilds = [*self.hand, *drawn].count(WILD)
        return any(len(gaps.difference(drawn)) <= wilds for gaps in self.gaps)

    @property
    def drawing(self) -> Drawing:
        """The draw, and whether the value is reached then."""
        return Drawing(self.parts, self.succeeds)

    @cached_property
    def ways_by_wilds(self) -> Mapping[int, int]:
        """How many hands with so many drawn Skip-Bo cards do it. Counted value by value, in all parts at once."""
        fillers = sorted(frozenset[int]().union(*self.gaps))
        held, enough = self.hand.count(WILD), dict[tuple[int, Drawn], int]()
        ways = {((0,) * len(self.parts), tuple(map(len, self.gaps))): 1}  # fillers drawn, gaps left for each way
        for value in fillers:
            after: dict[tuple[Drawn, tuple[int, ...]], int] = {}
            more = {drawn: self.more(value, drawn) for drawn in {drawn for drawn, _left in ways}}
            for (drawn, left), number in ways.items():
                filled = tuple(n - (value in way) for n, way in zip(left, self.gaps, strict=True))
                for k, together, choices in more[drawn]:
                    key = together, filled if k else left
                    after[key] = after.get(key, 0) + number * choices
            ways = after
        more = {drawn: self.more(WILD, drawn) for drawn in {drawn for drawn, _left in ways}}
        for (drawn, left), number in ways.items():
            for w, together, choices in more[drawn]:
                if min(left) <= held + w:
                    enough[w, together] = enough.get((w, together), 0) + number * choices
        found: dict[int, int] = {}
        for (w, together), number in sorted(enough.items()):
            for (deck, n), k in zip(self.parts, together, strict=True):  # the others are of no use
                number *= comb(deck.total - sum(deck[card] for card in (*fillers, WILD)), n - k)
            if number:
                found[w] = found.get(w, 0) + number
        return found

    def more(self, card: Any, drawn: Drawn) -> list[tuple[int, Drawn, int]]:
        """Cards of one kind drawn beside others: how many, how many that makes of each part, in how many ways."""
        counts = [deck[card] for deck, _n in self.parts]
        room = [range(min(deck[card], n - k) + 1) for (deck, n), k in zip(self.parts, drawn, strict=True)]
        return [
            (sum(share), tuple(map(int.__add__, drawn, share)), prod(map(comb, counts, share)))
            for share in product(*room)
        ]

    @property
    def ways(self) -> int:
        """How many hands do it."""
        return sum(self.ways_by_wilds.values())

    @property
    def value(self) -> Fraction:
        """The chance."""
        return Fraction(self.ways, self.drawing.ways)

    # --- the derivation -----------------------------------------------------------------------------------------------
    def answer(self, now: Known) -> Answer:
        """The chance as an Answer: from the gaps to the count of the hands."""
        question = _(
            "A building pile shows {start}. Can you run it up to {to} with your cards and those you draw?",
            start=self.start, to=self.to,
        )  # fmt: skip
        model = [*mixed_and_kept_out(), _("The building pile stays as it is until then.")]
        gaps, run = min((sorted(way) for way in self.gaps), key=len), range(self.start + 1, self.to + 1)
        have = [value for value in run if value not in gaps]
        derivation = Derivation(question, now.facts(self.parts), model)
        derivation.step(_("The run needs {values}. You have {have}.", values=both(run), have=both(have)))
        if gaps:
            left = plural("That leaves {n} gap: {gaps}.", "That leaves {n} gaps: {gaps}.", len(gaps), gaps=both(gaps))
            held = plural("You hold {n} Skip-Bo card.", "You hold {n} Skip-Bo cards.", self.hand.count(WILD))
            derivation.step(_("{left} {held}", left=left, held=held))
        certain = self.certain(len(gaps))
        if certain:
            derivation.step(certain, int(self.value))
        else:
            self.count(derivation, gaps)
        return self.drawing.answer(derivation)

    def certain(self, gaps: int) -> Message | None:
        """Why the run is certain or impossible, if it is."""
        if not gaps:
            return _("There is no gap: it is certain.")
        if self.value == 1:
            return _("That is enough: it is certain.")
        if gaps > self.hand.count(WILD) + sum(n for _deck, n in self.parts):
            return _("It is impossible: too few cards come.")
        return None if self.value else _("It is impossible: too few of the unseen cards fill a gap.")

    def count(self, derivation: Derivation, gaps: list[int]) -> None:
        """The hands that do it, by their number of Skip-Bo cards, among all hands."""
        if len(self.gaps) > 1:
            derivation.step(_("Another choice among the discard piles leaves other gaps; a hand may fill either."))
        total, terms, wilds = self.drawing.ways, list[Formula](), self.parts[0][0][WILD]
        all_hands = multiply([Binomial(deck.total, n) for deck, n in self.parts])
        derivation.step(_("So many hands can be drawn, all equally likely."), all_hands)
        for w, ways in self.ways_by_wilds.items():
            chosen = w > 0 and len(self.parts) == 1
            hands = ways // comb(wilds, w) if chosen else ways
            terms.append(Binomial(wilds, w) * Num(hands) if chosen else Num(hands))
            text = plural(
                "Hands with {n} Skip-Bo card: choose the others so that they fill the gaps that are left ({hands}).",
                "Hands with {n} Skip-Bo cards: choose the others so that they fill the gaps that are left ({hands}).",
                w, hands=hands,
            )  # fmt: skip
            derivation.step(text, terms[-1] if chosen else None)
        derivation.step(_("Together these hands do it."), add_up(terms)).step(_("Divide."), Ratio(self.ways, total))
        if len(gaps) > 1:
            text = _(
                "Multiplying the chances of the single gaps. That counts one Skip-Bo card for several gaps, and "
                "forgets that a card in one gap leaves fewer cards for the others."
            )
            misses = [prod(comb(deck.total - deck[value] - deck[WILD], n) for deck, n in self.parts) for value in gaps]
            derivation.warn(text, multiply([Ratio(total - miss, total) for miss in misses]))


def reach(
    view: View | None = None, pile: int | None = None, to: Any = None, *, start: int = 0, draws: int | None = None,
    **said: Any,
) -> Answer:  # fmt: skip
    """The chance that a building pile can be run up to height `to` with hand and discard piles. Probability, 0 to 1.

    From a view: a pile (1 to 4; default: the one with the best chance), up to `to` (default: to where the stock card
    fits; in teams the partner's, when the own stock is empty), with `draws` cards drawn (default: those that will fill
    up the hand at the start of the next turn; on turn none). From what a person knows: the pile's height `start`, the
    number of draws (default: 0), and what `of_words` takes (hand, discards, in teams partner_discards, unseen). When
    the draw pile is used up, the cards set aside follow (SB-15). Raises ValueError where there is nothing to ask.
    """
    now = known(view, **said)
    if view is None:
        if to is None:
            raise Error("say up to which value the pile is to be run: to=7")
        return Run(start, to, now.hand, now.discards, now.drawn(0 if draws is None else draws)).answer(now)
    if to is None:
        stock: Any = next((stock[-1] for stock in now.stocks if stock), WILD)
        if stock == WILD:
            raise Error("the stock card fits anywhere or there is none: say up to which value, to=7")
        to = stock - 1
    check_height(to)
    heights = [h for h in now.heights if h <= to] if pile is None else [now.heights[place(pile)]]
    runs = [Run(height, to, now.hand, now.discards, now.drawn(draws)) for height in heights]
    if not runs:
        raise Error("every building pile is above {to} already", to=to)
    return max(runs, key=lambda run: (run.value, run.start)).answer(now)


# --- an unknown hand --------------------------------------------------------------------------------------------------
def in_a_row(unseen: Any = None, draws: int = R.HAND, hand: Any = (), start: int = 0) -> Pmf:
    """The law of the number of cards that can be played in a row on one building pile, in cards.

    The hand is what is known of it and `draws` unknown cards; `start` is the height of the pile (0: a free place).
    """
    now = known(hand=hand, unseen=unseen)
    parts = now.drawn(draws)
    check_height(start)
    longest = min(R.TOP_VALUE - start, draws + len(now.hand))
    ways = [Run(start, start + k, now.hand, (), parts).ways for k in range(longest + 1)]
    drawing = Drawing(parts, lambda drawn: run_length([*now.hand, *drawn], start))
    law = {k: ways[k] - (ways[k + 1] if k < longest else 0) for k in range(longest + 1)}
    return Pmf(law, lambda: _explain_row(ways, now, parts, start), drawing.trial, drawing.outcomes, "cards")


def run_length(cards: Sequence[Any], start: int = 0) -> int:
    """How many of the cards can be played in a row on a pile, Skip-Bo cards filling the gaps."""
    wild, height = list(cards).count(WILD), start
    while height < R.TOP_VALUE and (height + 1 in cards or wild):
        wild -= height + 1 not in cards
        height += 1
    return height - start


def _explain_row(ways: Sequence[int], now: Known, parts: Parts, start: int) -> Derivation:
    question = _("How many cards can you play in a row on a pile that shows {start}?", start=start)
    derivation = Derivation(question, now.facts(parts), mixed_and_kept_out(), unit="cards")
    derivation.step(_("So many hands can be drawn, all equally likely."), Binomial(now.unseen.total, parts[0][1]))
    for k, number in enumerate(ways[1:], 1):
        text = plural(
            "At least {n} card in a row: count the hands.", "At least {n} cards in a row: count the hands.", k
        )
        derivation.step(text, Ratio(number, ways[0]))
    text = _("The mean is the sum of these chances: every card that is played counts once.")
    return derivation.step(text, add_up([Fraction(number, ways[0]) for number in ways[1:]] or [0]))
