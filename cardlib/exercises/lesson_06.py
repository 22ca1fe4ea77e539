"""Lesson 6: simulations and their errors."""

# fmt: off
from fractions import Fraction
from math import ceil

from ..text import _, decimal, percentage
from .task import Task

# A share p of hits whose standard error in n tries comes out: the root of p(1 − p) is sigma, that of n is root.
EVEN = {
    "pair": [(1, 3), (2, 4), (5, 5), (8, 4), (9, 3)],
    "p": lambda t: Fraction(t.pair[0], 10), "q": lambda t: 1 - t.p, "sigma": lambda t: Fraction(t.pair[1], 10),
    "root": range(40, 310, 10), "n": lambda t: t.root**2, "hits": lambda t: t.p * t.n,
}
PRECISE = {
    "chance": [Fraction(k, 20) for k in range(1, 20)], "width": [Fraction(k, 100) for k in range(4, 16)],
    "p": lambda t: decimal(t.chance), "q": lambda t: decimal(1 - t.chance), "each": lambda t: decimal(t.width),
    "reach": lambda t: 100 * t.width, "var": lambda t: t.chance * (1 - t.chance),
    "n": lambda t: ceil(4 * t.var / t.width**2),
}
INTERVALS = {
    "k": range(2, 7), "hold": [Fraction(k, 100) for k in range(80, 100)], "hit": lambda t: decimal(t.hold),
    "confidence": lambda t: percentage(t.hold),
}

TASKS = [
    Task("error", "number", EVEN, _(
        "A simulation of {n} tries found {hits} hits. How large is the standard error of the share of hits?"),
        lambda t: t.sigma / t.root, lambda t: {
            t.sigma: _("That is the error of a single try. Divide it by the square root of the number of tries."),
            t.sigma**2 / t.n: _("Nearly: take the square root of that."),
            t.sigma**2: _("Divide by the number of tries, then take the square root."),
            Fraction(1, t.root): _("That is the rule of thumb for two standard errors of a chance near 1/2."),
            t.p: _("That is the share itself. How far is it off, typically?"),
        }, _("The share is {p}. The standard error is the root of {p} × {q} / {n}, that is {sigma} / {root}.")),
    Task("sharper", "whole", {"n": range(10, 40), "times": range(2, 6)}, _(
        "With {n} tries your simulation is typically 8 percentage points off. You want that to be {times} times "
        "smaller. How many tries do you need in all?"),
        lambda t: t.n * t.times**2, lambda t: {
            t.n * t.times: _("So many tries make the error smaller by the square root of {times} only."),
            t.n * (t.times**2 - 1): _("That is how many more you need. How many in all?"),
            t.times**2: _("That is how many times as many. How many tries are that?"),
        }, _("The error falls as 1/√n, so it takes {times}² times as many tries.")),
    Task("precise", "whole", PRECISE, _(
        "You simulate a chance that is about {p}. The interval shall reach at most {reach} percentage points to each "
        "side, and it reaches two standard errors. How many tries does it take? Give the smallest number."),
        lambda t: t.n, lambda t: {
            ceil(t.var / t.width**2): _("That gives one standard error. The interval reaches two to each side."),
            ceil(2 * t.var / t.width**2): _("The 2 is squared as well when you solve for the number of tries."),
            ceil(4 * t.var / t.width): _("Square: the error falls as 1/√n, not as 1/n."),
            ceil(1 / t.width**2): _("That is enough for a chance of 1/2. For {p} fewer tries do."),
            t.n - 1: _("Just too few: round up."),
        }, _("Two standard errors are 2 · √({p} × {q} / n). That is {each} when n is {n} (rounded up).")),
    Task("misses", "probability", INTERVALS, _(
        "A class makes {k} simulations with different seeds, each with its {confidence} interval. What is the chance "
        "that at least one interval misses the true number?"),
        lambda t: 1 - t.hold**t.k, lambda t: {
            t.k * (1 - t.hold): _("Adding up counts the cases twice in which two intervals miss. Go by way of none."),
            t.hold**t.k: _("That is the chance that all of them hold it."),
            1 - t.hold: _("That is the chance for one interval."),
            (1 - t.hold) ** t.k: _("That is the chance that all of them miss."),
        }, _("All {k} hold it with the chance {hit} to the power {k}; take that away from 1.")),
]
