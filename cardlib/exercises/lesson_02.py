"""Lesson 2: one draw, three draws."""

# fmt: off
from fractions import Fraction
from math import ceil, perm

from ..text import _, percentage
from .task import ADDED_UP, LESS_ROUND, PILE, Task

# A second wanted value: `more` cards show `w`.
TWO_VALUES = PILE | {
    "n": (2, 3), "w": lambda t: 1 + t.v % 12, "more": range(3, 8),
    "mixed": lambda t: t.deck - ["other"] * t.more + [t.w] * t.more,
}
# How many draws reach the chance `goal`, and the chances just below and above it.
GOAL = LESS_ROUND | {
    "outs": range(2, 10), "goal": [Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(3, 4)],
    "wait": lambda t: t.deck.draws_until(of=t.v), "n": lambda t: t.wait.quantile(t.goal), "less": lambda t: t.n - 1,
    "below": lambda t: percentage(t.wait.cdf(t.less)), "above": lambda t: percentage(t.wait.cdf(t.n)),
}

TASKS = [
    Task("no_luck", "probability", PILE | {"n": range(2, 5)}, _(
        "You cannot see {total} cards; {outs} of them show {v}. You draw {n} cards. What is the chance that none of "
        "them shows {v}?"),
        lambda t: t.deck.exactly(0, of=t.v, draws=t.n), lambda t: {
            1 - Fraction(t.n * t.outs, t.total): ADDED_UP,
            1 - Fraction(t.outs, t.total): _("That is for one draw."),
        }),
    Task("column", "probability", PILE | {"n": range(2, 6)}, _(
        "Your column shows {v}, {v} and a hidden card. You cannot see {total} cards; {outs} of them show {v}. You draw "
        "{n} cards from the pile. What is the chance that at least one of them shows {v}?"),
        lambda t: t.deck.at_least(1, of=t.v, draws=t.n), lambda t: {
            1 - Fraction(perm(t.total - t.outs, t.n), t.total**t.n): _("A card fewer is left at each draw: the lower "
                                                                       "number of the fraction goes down too."),
            Fraction(t.outs, t.total) ** t.n: _("Multiplied like that, every card would have to show {v}."),
            t.deck.exactly(1, of=t.v, draws=t.n).value: _("That is exactly one. More than one will do as well."),
            Fraction(t.outs, t.total): _("That is for one draw."),
        }),
    Task("either", "probability", TWO_VALUES, _(
        "You cannot see {total} cards; {outs} of them show {v}, {more} show {w}. You draw {n} cards. What is the "
        "chance that at least one of them shows {v} or {w}?"),
        lambda t: t.mixed.at_least(1, of=[t.v, t.w], draws=t.n), lambda t: {
            sum(t.mixed.at_least(1, of=card, draws=t.n).value for card in (t.v, t.w)): _(
                "Both can happen: one card shows {v}, another one {w}. Such hands count twice then."),
            t.mixed.at_least(1, of=t.v, draws=t.n).value: _("There are more outs: {w} will do as well."),
            t.mixed.at_least(1, of=t.w, draws=t.n).value: _("There are more outs: {v} will do as well."),
            Fraction(t.outs + t.more, t.total): _("That is for one draw."),
        }),
    Task("enough", "whole", GOAL, _(
        "You cannot see {total} cards; {outs} of them show {v}. How many cards must you draw so that the chance of at "
        "least one {v} is {goal} or more? Give the smallest number."),
        lambda t: t.n, lambda t: {
            t.n - 1: _("Nearly. With one card fewer than needed the chance is still below {goal}."),
            t.n + 1: _("That is enough, but so is one card fewer."),
            ceil(t.goal * t.total / t.outs): ADDED_UP,
            ceil(Fraction(t.total, t.outs)): _("You added up the chances of the single draws until they made 1."),
        }, _("With {less} cards the chance is {below}, with {n} cards it is {above}.")),
]
