"""The current turn: which plays bring the most stock cards with the fewest Skip-Bo cards? And what is one worth, kept?

Found by going through every situation that can be reached with the cards that are known now. A situation is what is
left: the heights of the building piles, the hand, and the piles that may be played from, in the order of their sources.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from ...answer import SAME_CHOICES, Answer
from ...explain import Derivation, Shown, Table
from ...formula import Ratio
from ...text import Error, Message, _, both, plural
from .. import rules as R
from ..game import View
from ..notation import WILD, Action, Cards, read_card, show_card
from .known import Drawing, Known, known

MOST_SITUATIONS = 100_000  # some seconds
Stack = tuple[int, ...]  # cards as the rules write them, bottom to top
Situation = tuple[tuple[int, ...], Stack, tuple[Stack, ...]]
Reached = dict[Situation, tuple[Situation, int] | None]  # where each situation came from, and by which action


@dataclass(frozen=True, repr=False)
class Turn(Shown):
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

    def parts(self) -> Iterable[Message | Table]:
        """What the plays achieve, and the plays if there are any."""
        return [self.message, self.table()] if self.plays else [self.message]

    def __repr__(self) -> str:
        return f"<turn: {', '.join(map(str, self.plays)) or 'no play'}>"


def turn(view: View | None = None, **said: Any) -> Turn:
    """The best plays of the current turn with the cards that are known, exact.

    From a view, or from what a person knows and `of_words` takes: heights, hand, stock (what is known of it), discards,
    in teams partner_stock and partner_discards. What a newly drawn or turned-up card will bring is not known before it
    is seen: ask again then. Raises ValueError for what is no card, or for too many situations.
    """
    now = known(view, **said)
    search = Search(now)
    best = min(search.reached, key=search.worth)
    plays: list[Action] = []
    played, grown, after = [], [], best
    while (step := search.reached[after]) is not None:
        after, action = step
        offers = search.offers(after)
        played.append(next(show_card(card) for source, card, _rest in offers if source == action // R.PILES))
        grown.append(after[0][action % R.PILES] + 1)
        plays.append(Action(action))
    start, new = search.start, _can_draw(now, grown)
    return Turn(
        tuple(reversed(plays)), tuple(reversed(played)),
        search.stock_cards(start) - search.stock_cards(best), search.wilds(start) - search.wilds(best),
        len(best[1]), bool(start[1]) and not best[1] and new, len(search.reached),
    )  # fmt: skip


def _can_draw(now: Known, grown: list[int]) -> bool:
    """Whether there is a card to draw after plays that made piles grow to these heights (SB-10, SB-16)."""
    enough = 2 if now.record.exhaustion == R.RECYCLE else R.TOP_VALUE  # then a card is covered, or the pile set aside
    return R.supply(now.record) > 0 or any(height >= enough for height in grown)


class Search:
    """All that can be done with the cards that are known: every situation that plays lead to, by the shortest way."""

    def __init__(self, now: Known, hand: Cards | None = None) -> None:
        stocks = [source for source in now.piles if source in (R.STOCK, R.PARTNER_STOCK)]
        self.sources = [*stocks, *(source for source in now.piles if source not in stocks)]
        self.stocks = len(stocks)  # so many of the piles, the first ones, are stocks
        piles = tuple(tuple(map(read_card, now.piles[source])) for source in self.sources)
        self.start: Situation = now.heights, tuple(sorted(map(read_card, now.hand if hand is None else hand))), piles
        self.reached = self.explore()

    def explore(self) -> Reached:
        """Every situation that can be reached, with the play that led there first."""
        reached: Reached = {self.start: None}
        waiting = deque([self.start])
        while waiting:
            now = waiting.popleft()
            for action, after in self.plays(now):
                if after not in reached:
                    reached[after] = now, action
                    waiting.append(after)
            if len(reached) > MOST_SITUATIONS:
                raise Error("There are too many ways to play these cards to go through all of them.")
        return reached

    def plays(self, now: Situation) -> Iterator[tuple[int, Situation]]:
        """Every play: the action and the situation after it. Of places with equal heights one stands for all."""
        heights = now[0]
        table = SimpleNamespace(height=heights)
        places = [b for b, height in enumerate(heights) if height not in heights[:b]]
        for source, card, rest in self.offers(now):
            for b in places:
                if R.fits(table, card, b):
                    grown = (*heights[:b], (heights[b] + 1) % R.TOP_VALUE, *heights[b + 1 :])
                    yield R.PILES * source + b, (grown, *rest)

    def offers(self, now: Situation) -> list[tuple[int, int, tuple[Stack, tuple[Stack, ...]]]]:
        """Every card that can be played: its source, the card, and hand and piles without it."""
        _heights, hand, piles = now
        from_piles = [
            (self.sources[k], pile[-1], (hand, (*piles[:k], pile[:-1], *piles[k + 1 :])))
            for k, pile in enumerate(piles)
            if pile
        ]
        from_hand = [
            (card, card, ((*hand[:k], *hand[k + 1 :]), piles))
            for k, card in enumerate(hand)
            if k == 0 or card != hand[k - 1]
        ]
        stocks = sum(map(bool, piles[: self.stocks]))
        return [*from_piles[:stocks], *from_hand, *from_piles[stocks:]]

    def stock_cards(self, now: Situation) -> int:
        """How many known stock cards are left."""
        return sum(map(len, now[2][: self.stocks]))

    def wilds(self, now: Situation) -> int:
        """How many Skip-Bo cards hand and discard piles hold."""
        return sum(pile.count(R.W) for pile in (now[1], *now[2][self.stocks :]))

    def worth(self, after: Situation) -> tuple[int, int, int]:
        """What is to be smallest: stock cards left, Skip-Bo cards used, plays made."""
        return self.stock_cards(after), -self.wilds(after), -len(after[1]) - sum(map(len, after[2]))


# --- a kept Skip-Bo card ----------------------------------------------------------------------------------------------
def kept_skip_bo(view: View | None = None, **said: Any) -> Answer:
    """What one more Skip-Bo card in the hand is worth for the next stock card: by how much it raises the chance.

    The chance is that the next stock card, not seen yet, can be played in this turn, after the stock card in front,
    which must be played first (SB-9). With k Skip-Bo cards in the hand the question is about the k-th; with none, about
    the first one. Probability, 0 to 1. From a view, or from what a person knows and `of_words` takes: heights, hand,
    discards, stock (without it the next card is turned up at once), ...
    Raises ValueError where no next stock card can come up in this turn.
    """
    now = known(view, **said)
    if view is not None and now.record.count[view.me] < 2:
        raise Error("there is no stock card below the one in front (SB-9)")
    if now.beneath.total == 0:
        raise Error("there is no unseen card, so there is no next stock card to ask about")
    k = max(1, now.hand.count(WILD))
    numbers = tuple(card for card in now.hand if card != WILD)
    without, having = (playable_stock_cards(now, (*numbers, *[WILD] * n)) for n in (k - 1, k))
    if not having:
        raise Error("the stock card in front cannot be played in this turn, so no next one comes up (SB-9)")
    derivation = _explain_kept(now, k, sorted(having - without), sorted(without))
    good = [show_card(card) for card in having - without]
    drawing = Drawing(((now.beneath, 1),), lambda drawn: drawn[0] in good)
    return Answer(derivation.value or 0, derivation, drawing.trial, drawing.outcomes, about=SAME_CHOICES)


def playable_stock_cards(now: Known, hand: Cards) -> set[int]:
    """The stock cards that could be played in this turn with such a hand when the known ones of the stock are gone."""
    search = Search(now, hand)
    after = [heights for heights, _hand, piles in search.reached if not piles[0]]
    tables = [SimpleNamespace(height=heights) for heights in set(after)]
    return {card for card in range(1, R.KINDS) if any(R.fits(t, card, b) for t in tables for b in range(R.PILES))}


def _explain_kept(now: Known, k: int, good: list[int], without: list[int]) -> Derivation:
    deck, total = now.beneath, now.beneath.total
    easy, more = (sum(deck[show_card(card)] for card in cards) for cards in (without, good))
    facts, stock = now.facts(), now.stocks[0]
    if stock:
        facts.append(_("The stock card in front, {card}, must be played first (SB-9).", card=stock[-1]))
    model = [
        _("Every unseen card is equally likely to be the next stock card."),
        _("The building piles stay as they are until then."),
    ]
    question = _("How much does Skip-Bo card number {k} in your hand help with the next stock card?", k=k)
    derivation = Derivation(question, facts, model, unit="probability" if more else "gain")
    if without:
        text = _(
            "Without it these stock cards can be played in this turn: {cards}, and a Skip-Bo card always.",
            cards=both(card for card in without if card != R.W),
        )
    else:
        text = _("Without it the stock card in front cannot be played, so no next one comes up.")
    derivation.step(text, Ratio(easy, total))
    if more:
        text = _(
            "With it {cards} can be played too. Count the unseen cards of these values.",
            cards=both(map(show_card, good)),
        )
    else:
        text = _("The chance is the same with and without it.")
    return derivation.step(text, Ratio(more, total)).warn(
        _("Saying that a Skip-Bo card always helps. It does not if the stock card fits anyway or is too far off."),
        Ratio(total - easy, total),
    )
