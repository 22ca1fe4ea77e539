"""Lesson 3: completing a column."""

# fmt: off
from fractions import Fraction

from ..text import _
from .task import ADDED_UP, LESS_ROUND, PILE, TWO_KINDS, Task

TASKS = [
    Task("tree", "probability", LESS_ROUND, _(
        "You cannot see {total} cards; {outs} of them show {v}. You draw 2 cards. Draw the tree. What is the chance "
        "that exactly one of them shows {v}?"),
        lambda t: t.deck.exactly(1, of=t.v, draws=2), lambda t: {
            t.deck.exactly(1, of=t.v, draws=2).value / 2: _("That is one branch of the tree. The {v} may come first or "
                                                            "second: add both."),
            t.deck.at_least(1, of=t.v, draws=2).value: _("That is at least one. Exactly one leaves out the branch with "
                                                         "two."),
            Fraction(2 * t.outs, t.total): ADDED_UP,
            t.deck.exactly(0, of=t.v, draws=2).value: _("That is the branch without any {v}."),
            t.deck.exactly(2, of=t.v, draws=2).value: _("That is the branch on which both show {v}."),
        }),
    Task("pair", "probability", PILE | {"n": range(3, 6)}, _(
        "Your column shows {v} and two hidden cards. You cannot see {total} cards; {outs} of them show {v}. You draw "
        "{n} cards. What is the chance that at least two of them show {v}?"),
        lambda t: t.deck.at_least(2, of=t.v, draws=t.n), lambda t: {
            t.deck.at_least(1, of=t.v, draws=t.n).value: _("That is at least one. Two are needed."),
            Fraction(t.outs, t.total) ** 2: _("That is for two draws with the first card put back. Among {n} draws "
                                              "there are more pairs."),
            t.deck.exactly(2, of=t.v, draws=t.n).value: _("That is exactly two. More than two will do as well."),
        }),
    Task("spread", "number", TWO_KINDS | {"n": range(3, 6)}, _(
        "A deck has {total} cards: {half} are {low}s and {half} are {high}s. One card has the variance {var}. You draw "
        "{n} cards and do not put them back. What is the variance of their sum?"),
        lambda t: t.deck.sum_of(t.n).var(), lambda t: {
            t.n * t.var: _("Adding up the variances is right only if every card is put back before the next draw."),
            t.var: _("That is the variance of one card."),
            t.n * t.var * Fraction(t.total - t.n, t.total): _("Nearly. Divide by one card fewer: drawing all but one "
                                                              "leaves no choice for the last."),
        }, lambda t: t.deck.sum_of(t.n).explain()),
]
