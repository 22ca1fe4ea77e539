"""The current turn: which plays bring the most stock cards with the fewest Skip-Bo cards? And what is one worth, kept?

Found by going through every situation that can be reached with the cards that are known now. A situation is what is
left: the heights of the building piles, the hand, the discard piles, the known stock cards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any

from ...answer import Answer
from ...explain import Explanation, Mistake, Step, Table
from ...formula import Ratio, add_up, result
from ...hands import Draw
from ...text import Error, Message, _, both, plural
from .. import rules as R
from ..game import View
from ..notation import WILD, Action, Cards, read_card
from . import known as table
from .known import Known

MOST_SITUATIONS = 100_000  # some seconds
Situation = tuple[tuple[int, ...], Cards, tuple[Cards, ...], Cards, tuple[Cards, ...], Cards]
Reached = dict[Situation, tuple[Situation, int] | None]  # where each situation came from, and by which action


@dataclass(frozen=True)
class Turn:
    """The best plays of a turn: first the most stock cards, then the fewest Skip-Bo cards, then the fewest plays."""

    plays: tuple[Action, ...]
    cards: Cards
    stock_cards: int
    skip_bo_cards: int
    hand_left: int
    draws_new: bool  # the plays empty the hand, and there are cards to draw then
    situations: int

    @property
    def message(self) -> Message:
        """What the plays achieve, in words."""
        if not self.stock_cards:
            return _("With the cards you see, no stock card can be played in this turn.")
        stock = plural("{n} stock card can be played.", "{n} stock cards can be played.", self.stock_cards)
        wild = plural(
            "That takes {n} of your Skip-Bo cards.", "That takes {n} of your Skip-Bo cards.", self.skip_bo_cards
        )
        if not self.draws_new:
            return _("{stock} {wild}", stock=stock, wild=wild)
        refill = _("Your hand is empty then: you draw new cards and go on (SB-11).")
        return _("{stock} {wild} {refill}", stock=stock, wild=wild, refill=refill)

    def table(self) -> Table:
        """The plays in order, each with its card."""
        rows = [[n, str(play), card] for n, (play, card) in enumerate(zip(self.plays, self.cards, strict=True), 1)]
        return Table(["", _("play"), _("card")], rows)

    def __str__(self) -> str:
        return f"{self.message}\n{self.table()}" if self.plays else str(self.message)

    def __repr__(self) -> str:
        return f"<turn: {', '.join(map(str, self.plays)) or 'no play'}>"

    def _repr_html_(self) -> str:
        plays = self.table()._repr_html_() if self.plays else ""
        return f"<p>{escape(str(self.message))}</p>{plays}"


def turn(
    view: View | None = None,
    *,
    heights: Any = (),
    hand: Any = (),
    stock: Any = (),
    discards: Any = (),
    partner_stock: Any = (),
    partner_discards: Any = (),
) -> Turn:
    """The best plays of the current turn with the cards that are known, exact.

    From a view, or from what a person knows: the heights of the building piles, the hand, the known stock cards and
    the own discard piles (bottom to top); in teams the partner's too. What a newly drawn or turned-up card will bring
    is not known before it is seen: ask again then. Raises ValueError for what is no card, or for too many situations.
    """
    if view is not None:
        known = Known.of(view)
    else:
        known = Known(
            table.heights(heights), table.cards(hand), table.piles(discards), table.cards(stock, _("the stock")),
            table.DECK, table.piles(partner_discards, "partner_discards"),
            table.cards(partner_stock, _("the partner's stock")),
        )  # fmt: skip
    start = situation(known)
    reached = explore(start)
    best = min(reached, key=lambda after: _worth(start, after))
    plays, cards, grown = [], [], []
    after = best
    while (step := reached[after]) is not None:
        before, action = step
        plays.append(Action(action))
        cards.append(_card(before, action // R.PILES))
        grown.append(before[0][action % R.PILES] + 1)
        after = before
    stock_cards = len(start[3]) + len(start[5]) - len(best[3]) - len(best[5])
    return Turn(
        tuple(reversed(plays)),
        tuple(reversed(cards)),
        stock_cards,
        wilds(start) - wilds(best),
        len(best[1]),
        bool(start[1]) and not best[1] and (view is None or _can_draw(view, grown)),
        len(reached),
    )


def _can_draw(view: View, grown: list[int]) -> bool:
    """Whether there is a card to draw after plays that made piles grow to these heights (SB-10, SB-16)."""
    enough = 2 if view.record.exhaustion == R.RECYCLE else R.TOP_VALUE  # then a card is covered, or the pile set aside
    return R.supply(view.record) > 0 or any(height >= enough for height in grown)


def situation(known: Known) -> Situation:
    """The situation a turn starts from."""
    hand = tuple(sorted(known.hand, key=read_card))
    return known.heights, hand, known.discards, known.stock, known.partner_discards, known.partner_stock


def wilds(now: Situation) -> int:
    """How many Skip-Bo cards hand and discard piles hold."""
    return now[1].count(WILD) + sum(pile.count(WILD) for pile in (*now[2], *now[4]))


def _left(now: Situation) -> int:
    return len(now[1]) + len(now[3]) + len(now[5]) + sum(map(len, (*now[2], *now[4])))


def _worth(start: Situation, after: Situation) -> tuple[int, int, int]:
    """What is to be smallest: stock cards left, Skip-Bo cards used, plays made."""
    return len(after[3]) + len(after[5]), wilds(start) - wilds(after), _left(start) - _left(after)


def explore(start: Situation) -> Reached:
    """Every situation that can be reached by plays, with the shortest way to it."""
    reached: Reached = {start: None}
    waiting = deque([start])
    while waiting:
        now = waiting.popleft()
        for action, after in _plays(now):
            if after not in reached:
                reached[after] = now, action
                waiting.append(after)
        if len(reached) > MOST_SITUATIONS:
            raise Error("There are too many ways to play these cards to go through all of them.")
    return reached


def _card(now: Situation, source: int) -> Any:
    """The card that a source offers."""
    if source == R.STOCK:
        return now[3][-1]
    if source < R.OWN_DISCARD:
        return WILD if source == R.W else source
    if source < R.PARTNER_STOCK:
        return now[2][source - R.OWN_DISCARD][-1]
    return now[5][-1] if source == R.PARTNER_STOCK else now[4][source - R.PARTNER_DISCARD][-1]


def _plays(now: Situation) -> Iterator[tuple[int, Situation]]:
    """Every play: the action and the situation after it. Of places with equal heights one stands for all."""
    heights = now[0]
    for source, card, rest in _offers(now):
        for b, height in enumerate(heights):
            if (card == WILD or card == height + 1) and height not in heights[:b]:
                grown = (*heights[:b], (height + 1) % R.TOP_VALUE, *heights[b + 1 :])
                yield R.PILES * source + b, (grown, *rest)


def _offers(now: Situation) -> Iterator[tuple[int, Any, tuple[Any, ...]]]:
    """Every card that can be played: its source, the card, and the rest of the situation without it."""
    _heights, hand, discards, stock, partner_discards, partner_stock = now
    if stock:
        yield R.STOCK, stock[-1], (hand, discards, stock[:-1], partner_discards, partner_stock)
    if partner_stock:
        yield R.PARTNER_STOCK, partner_stock[-1], (hand, discards, stock, partner_discards, partner_stock[:-1])
    for k, card in enumerate(hand):
        if k == 0 or card != hand[k - 1]:
            rest = (*hand[:k], *hand[k + 1 :])
            yield read_card(card), card, (rest, discards, stock, partner_discards, partner_stock)
    for d, pile in enumerate(discards):
        if pile:
            left = (*discards[:d], pile[:-1], *discards[d + 1 :])
            yield R.OWN_DISCARD + d, pile[-1], (hand, left, stock, partner_discards, partner_stock)
    for d, pile in enumerate(partner_discards):
        if pile:
            left = (*partner_discards[:d], pile[:-1], *partner_discards[d + 1 :])
            yield R.PARTNER_DISCARD + d, pile[-1], (hand, discards, stock, left, partner_stock)


# --- a kept Skip-Bo card ----------------------------------------------------------------------------------------------
def kept_skip_bo(
    view: View | None = None, *, heights: Any = (), hand: Any = (), discards: Any = (), unseen: Any = None
) -> Answer:
    """What one more Skip-Bo card in the hand is worth for the next stock card: by how much it raises the chance.

    The chance is that the next stock card, not seen yet, can be played in this turn. With k Skip-Bo cards in the hand
    the question is about the k-th; with none, about the first one. Probability, 0 to 1.
    """
    if view is not None:
        known = Known.of(view)
    else:
        known = Known(table.heights(heights), table.cards(hand), table.piles(discards), (), table.unseen_cards(unseen))
    k = max(1, known.wilds)
    numbers = tuple(card for card in known.hand if card != WILD)
    before, now = (
        playable_stock_cards(replace(known, hand=(*numbers, *[WILD] * n), stock=(), partner_stock=()))
        for n in (k - 1, k)
    )
    without, good = sorted(before), sorted(now - before)
    counts = known.unseen.counts
    total = known.unseen.total
    if total == 0:
        raise Error("there is no unseen card, so there is no next stock card to ask about")
    value = Fraction(sum(counts.get(card, 0) for card in good), total)
    draw = Draw(counts, 1, lambda drawn: drawn[0] in good)
    return Answer(value, lambda: _explain_kept(known, k, good, without, value), draw.trial, draw.outcomes)


def playable_stock_cards(known: Known) -> set[int]:
    """The values of a stock card that could be played in this turn."""
    return {height + 1 for now in explore(situation(known)) for height in now[0]}


def _explain_kept(known: Known, k: int, good: list[int], without: list[int], value: Fraction) -> Explanation:
    unseen, total = known.unseen, known.unseen.total
    easy = sum(unseen[card] for card in without) + unseen[WILD]
    question = _("How much does Skip-Bo card number {k} in your hand help with the next stock card?", k=k)
    before, more = Ratio(easy, total), Ratio(sum(unseen[card] for card in good), total)
    steps = [
        Step(
            _(
                "Without it these stock cards can be played in this turn: {cards}, and a Skip-Bo card always.",
                cards=both(without),
            ),
            result(before),
        ),
        Step(
            _("With it {cards} can be played too. Count the unseen cards of these values.", cards=both(good)),
            result(more),
        ),
        Step(_("Together, with the Skip-Bo card, the chance is this."), result(add_up([before, more]))),
    ]
    if not value:
        steps.append(Step(_("The chance is the same with and without it.")))
    model = [
        _("Every unseen card is equally likely to be the next stock card."),
        _("The building piles stay as they are until then."),
    ]
    mistakes = [
        Mistake(
            _("Saying that a Skip-Bo card always helps. It does not if the stock card fits anyway or is too far off."),
            result(Ratio(total - easy, total)),
        )
    ]
    kept = [mistake for mistake in mistakes if mistake.value != value]
    return Explanation(question, known.facts(), model, steps, value, "probability" if value else "gain", kept)
