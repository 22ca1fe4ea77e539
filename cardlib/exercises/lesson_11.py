"""Lesson 11: comparing players."""

# fmt: off
from fractions import Fraction

from ..pmf import Pmf
from ..text import _, percentage
from .task import Task

# n games of two equal players, of which one wins k, clearly more than half, but not all of them.
EQUAL = {
    "n": range(7, 25), "k": lambda t: t.rng.choice(range(t.n // 2 + 2, t.n)),
    "law": lambda t: sum([Pmf({0: 1, 1: 1})] * t.n, Pmf({0: 1})),
    "one": lambda t: 1 - t.law.cdf(t.k - 1), "fits": lambda t: t.one > Fraction(1, 2000),
    "ways": lambda t: t.one * 2**t.n,
}
# Standard deviations and a number of rounds whose roots come out: a² + b² = c².
SPREADS = {
    "sides": [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)], "times": range(1, 4),
    "root": range(10, 55, 5), "a": lambda t: t.times * t.sides[0], "b": lambda t: t.times * t.sides[1],
    "c": lambda t: t.times * t.sides[2], "n": lambda t: t.root**2,
}
SAME_DEALS = {"a": range(100, 300, 5), "b": range(100, 300, 5), "cov": range(20, 90)}
MANY = {
    "m": range(3, 13), "less": lambda t: t.m - 1, "pairs": lambda t: t.m * t.less // 2,
    "share": [Fraction(k, 200) for k in range(1, 21)], "level": lambda t: percentage(t.share),
}

TASKS = [
    Task("twins", "probability", EQUAL, _(
        "Two players are equally good. They play {n} games; none is a tie. What is the chance that one of the two, no "
        "matter which, wins at least {k}?"),
        lambda t: 2 * t.one, lambda t: {
            t.one: _("That is the chance for one of them. The other one may be the lucky one as well."),
            2 * t.law[t.k]: _("That is for exactly {k} wins. More wins count too."),
            t.law[t.k]: _("That is for exactly {k} wins of one of them. More wins count, and the other player too."),
            Fraction(t.k, t.n): _("That is the share of wins. How likely is it that chance brings so many?"),
            1 - 2 * t.one: _("That is the chance of the opposite."),
        }, _("There are 2^{n} equally likely courses. One player wins at least {k} in {ways} of them; double that.")),
    Task("difference", "points", SPREADS, _(
        "Two players play {n} rounds each, with different deals. The points of a round have the standard deviation {a} "
        "for the first and {b} for the second. How large is the standard error of the difference of their means?"),
        lambda t: Fraction(t.c, t.root), lambda t: {
            Fraction(t.a + t.b, t.root): _("Standard deviations do not add up; variances do."),
            Fraction(t.b - t.a, t.root): _("Variances add up, also for a difference: luck does not cancel luck."),
            t.c: _("That is for one round each. Divide by the square root of the number of rounds."),
            Fraction(t.c, t.root) ** 2: _("That is the variance. Take the square root."),
            Fraction(t.c, t.n): _("Divide by the square root of the number of rounds."),
        }, _("√({a}² + {b}²) = {c}, divided by √{n} = {root}.")),
    Task("pairing", "number", SAME_DEALS, _(
        "Two players play the same deals. The points of a deal have the variance {a} for the first and {b} for the "
        "second; their covariance is {cov}, since a deal with low cards is good for both. What is the variance of the "
        "difference in a deal?"),
        lambda t: t.a + t.b - 2 * t.cov, lambda t: {
            t.a + t.b: _("That is for different deals. The same deals take the common luck out: subtract it, twice."),
            t.a + t.b - t.cov: _("Subtract the covariance twice, once for each of the two."),
            t.a + t.b + 2 * t.cov: _("That is the variance of the sum."),
            abs(t.a - t.b): _("Variances add up, also for a difference. Then take the common luck out."),
        }, _("{a} + {b} − 2 × {cov}.")),
]
