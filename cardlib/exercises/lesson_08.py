"""Lesson 8: stop or go on. Packs so small that all of it can be done on paper."""

# fmt: off
from fractions import Fraction

from ..deck import Deck
from ..text import _, both, decimal
from .task import Task

# Different cards, some points apart; `lower` and `higher` are those of two cards, if both were seen.
PACK = {
    "size": (3, 4, 5), "deck": lambda t: Deck(t.rng.draw(range(13), t.size)), "cards": lambda t: both(t.deck),
    "mean": lambda t: t.deck.mean(), "two": lambda t: t.deck.best_of(2),
    "lower": lambda t: t.deck.smallest(2).mean(), "higher": lambda t: t.deck.largest(2).mean(),
}
FUTURE = {
    "halves": range(4, 16), "worth": lambda t: Fraction(t.halves, 2), "shown": lambda t: decimal(t.worth, 1),
    "card": range(-2, 13), "gain": lambda t: t.worth - t.card, "fits": lambda t: t.gain != 0,
}

TASKS = [
    Task("two_draws", "points", PACK, _(
        "A pack holds {cards}, one of each. Low is good. You turn a card; you keep it, or you turn a second one and "
        "keep that. How many points do you keep on average, if you decide as well as possible?"),
        lambda t: t.two, lambda t: {
            t.mean: _("That is one card without a choice."),
            t.lower: _("That is the lower of two cards. You do not see the second one before you decide."),
            min(t.deck): _("The lowest card does not always come."),
            sum(min(card, t.mean) for card in t.deck) / Fraction(t.size): _("Once a card is turned, the mean of the "
                                                                            "others is another one."),
        }),
    Task("stop_gain", "points", FUTURE, _(
        "Low is good. You have turned {card}. Going on is worth {shown} points on average. How many points does "
        "stopping save on average? (If it costs some, write a minus sign.)"),
        lambda t: t.gain, lambda t: {
            -t.gain: _("Mind the sign. Low is good: stopping saves what going on would have more."),
            t.worth: _("That is what going on is worth. Compare it with your card."),
            Fraction(76, 15) - t.card: _("Compare with what going on is worth, not with the mean of the deck."),
            t.card + 2: _("Compare with what going on is worth, not with the best card."),
        }, _("Going on is worth {shown} points, your card {card}: the difference is what stopping saves.")),
    Task("one_more", "points", PACK | {"size": (4, 5)}, _(
        "A pack holds {cards}, one of each. Low is good. How many points does a second draw save on average, if you "
        "may turn one and then decide whether to turn another?"),
        lambda t: t.mean - t.two.value, lambda t: {
            t.two.value: _("That is what you keep. How much less is it than with one draw?"),
            (t.mean - t.two.value) / 2: _("Do not divide by the number of draws."),
            t.two.value - t.mean: _("Mind the sign."),
            t.mean - t.lower: _("That is with both cards seen before you decide."),
        }, _("With one draw you keep the mean. Take away what you keep with two.")),
    Task("high_is_good", "points", PACK, _(
        "A pack holds {cards}, one of each. Now high is good. You turn a card; you keep it, or you turn a second one "
        "and keep that. How many points do you keep on average, if you decide as well as possible?"),
        lambda t: t.deck.best_of(2, highest=True), lambda t: {
            t.two.value: _("That is for low cards."),
            t.mean: _("That is one card without a choice."),
            t.higher: _("That is the higher of two cards. You do not see the second one before you decide."),
            max(t.deck): _("The highest card does not always come."),
        }),
]
