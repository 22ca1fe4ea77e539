"""Lesson 5: take or draw? A few unseen cards, so that all of it can be done by hand."""

# fmt: off
from fractions import Fraction

from .. import skyjo
from ..text import _, both
from .task import Task, few

SEEN = {
    "size": range(4, 9), "gone": lambda t: few(t.rng, t.size), "seen": lambda t: both(t.gone),
    "points": lambda t: sum(t.gone), "left": lambda t: skyjo.DECK - t.gone,
}
SIX = {"deck": lambda t: few(t.rng, 6), "cards": lambda t: both(t.deck), "top": range(1, 7)}
SOME = {
    "size": range(4, 7), "deck": lambda t: few(t.rng, t.size), "fits": lambda t: len(t.deck.counts) > 2,
    "cards": lambda t: both(t.deck), "mean": lambda t: t.deck.mean(),
}
TOP_AND_SEEN = {
    "top": range(4, 10), "size": range(4, 10), "gone": lambda t: few(t.rng, t.size), "seen": lambda t: both(t.gone),
    "left": lambda t: skyjo.DECK - t.top - t.gone, "total": lambda t: t.left.total,
    "higher": lambda t: 10 * (12 - t.top), "gone_higher": lambda t: sum(card > t.top for card in t.gone),
}

TASKS = [
    Task("take_gain", "points", SIX, _(
        "Six cards are unseen: {cards}. One of them lies hidden in your grid. You take the {top} from the discard pile "
        "for it. By how much does your sum fall on average? (If it rises, write a minus sign.)"),
        lambda t: (t.deck.sum_of(1) - t.top).answer(), lambda t: {
            t.top - t.deck.mean(): _("Mind the sign. Your sum falls by what goes, less what comes."),
            t.deck.mean(): _("That is what goes. Something comes in its place."),
            skyjo.DECK.mean() - t.top: _("That is for a fresh deck. Here only six cards are unseen."),
        }),
    Task("draw_gain", "points", SOME, _(
        "{size} cards are unseen: {cards}. One of them lies hidden in your grid. You draw one of the others; then you "
        "exchange it for the hidden card, or you reject it and nothing changes. You choose what is better on average. "
        "By how much does your sum fall on average?"),
        lambda t: t.deck.exchange_gain(), lambda t: {
            sum(max(t.mean - card, Fraction(0)) for card in t.deck) / t.size: _(
                "The hidden card is not the one you drew: its mean is that of the others."),
            sum(max((t.size * t.mean - card) / (t.size - 1) - card, Fraction(0)) for card in t.deck): _(
                "You added up the gains. Each of the {size} cards comes with the chance 1/{size}."),
        }),
    Task("unlucky", "probability", TOP_AND_SEEN, _(
        "On the discard pile lies a card of value {top}; besides it you have seen {seen}. The other {total} cards of "
        "the deck are unseen (it has 10 cards of each value from 1 to 12). You draw. What is the chance of a card "
        "higher than {top}?"),
        lambda t: t.left.at_least(1, of=range(t.top + 1, 13), draws=1), lambda t: {
            Fraction(t.higher, 150): _("The cards you have seen cannot come. Take them away from both numbers."),
            Fraction(t.higher, t.total): _("Some of the higher cards you have seen already: they cannot come."),
            Fraction(t.higher - t.gone_higher, 150): _("Divide by the cards that can still come."),
            Fraction(12 - t.top, 15): _("The 15 values are not equally likely. Count cards, not values."),
            t.left.at_least(1, of=range(t.top, 13), draws=1).value: _("{top} is not higher than {top}."),
        }),
]
