"""Lesson 1: the deck. Counts of cards, shares and means, small enough for pencil and paper."""

# fmt: off
from fractions import Fraction
from statistics import mode

from ..deck import Deck
from ..text import _
from .task import Task

# A pack of three different cards, so many of each.
PACK = {
    "low": range(-2, 2), "middle": range(3, 7), "high": range(8, 13),
    "a": range(2, 12), "b": range(2, 12), "c": range(2, 12), "total": lambda t: t.a + t.b + t.c,
    "deck": lambda t: Deck({t.low: t.a, t.middle: t.b, t.high: t.c}), "mean": lambda t: t.deck.mean(),
}
DRAWS = {
    "size": (60, 80, 100, 120, 150), "share": range(3, 45), "times": (200, 300, 400, 600),
    "hits": lambda t: t.share * t.times // t.size, "fits": lambda t: t.share * t.times % t.size == 0,
}

TASKS = [
    Task("share_of_value", "probability", PACK, _(
        "A pack has {a} cards with a {low}, {b} with a {middle} and {c} with a {high}. It is well mixed. What is the "
        "chance that the first card is a {middle}?"),
        lambda t: t.deck.next_is(t.middle), lambda t: {
            Fraction(1, 3): _("The three values are not equally likely. Count cards, not values."),
            Fraction(t.b, t.total - t.b): _("Divide by all cards, the wanted ones too."),
            Fraction(t.total - t.b, t.total): _("That is the chance of another card."),
        }),
    Task("from_frequency", "whole", DRAWS, _(
        "A pack has {size} cards. A card is drawn, noted, put back and mixed in, {times} times. One value came {hits} "
        "times. About how many cards of the pack show it?"),
        lambda t: t.share, lambda t: {
            t.hits: _("That is how often it came. The pack has only {size} cards."),
            t.size // 15: _("The values are not equally likely. Use how often this one came."),
            round(t.times / t.size): _("That is how often each single card came."),
        }, _("It came in {hits} of {times} draws. The same share of {size} cards is {share}.")),
    Task("mean_of_pack", "points", PACK, _(
        "A pack has {a} cards with a {low}, {b} with a {middle} and {c} with a {high}. What is the mean value of a "
        "card?"),
        lambda t: t.deck.sum_of(1).answer(), lambda t: {
            Fraction(t.low + t.middle + t.high, 3): _("The three values are not equally frequent. Count every card."),
            sum(t.deck) / Fraction(3): _("The points are right; now divide by the number of cards."),
            mode(t.deck): _("That is the most frequent value."),
            sorted(t.deck)[t.total // 2]: _("That is the middle card."),
        }),
    Task("below_mean", "probability", PACK, _(
        "A pack has {a} cards with a {low}, {b} with a {middle} and {c} with a {high}. What is the chance that a card "
        "lies below the mean of the pack?"),
        lambda t: t.deck.next_is([card for card in t.deck.counts if card < t.mean]), lambda t: {
            Fraction(1, 2): _("Half of the cards lie below the middle card. The mean is another number."),
            Fraction(sum(card < t.mean for card in t.deck.counts), 3): _("Count cards, not values."),
        }),
]
