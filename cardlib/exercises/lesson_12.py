"""Lesson 12: write your own player. The best of many equal tries, and how many deals a difference needs."""

# fmt: off
from fractions import Fraction
from math import ceil, sqrt

from ..pmf import Pmf
from ..text import _
from .task import Task

# `m` equal players toss `n` coins each; the best of them.
EQUAL = {
    "m": range(2, 9), "n": range(2, 9), "wins": lambda t: sum([Pmf({1: 1, 0: 1})] * t.n),
    "best": lambda t: Pmf({k: t.wins.cdf(k) ** t.m - t.wins.cdf(k - 1) ** t.m for k in range(t.n + 1)}),
}
DEALS = {
    "spread": range(11, 36), "gap": range(2, 9), "deals": lambda t: ceil((2 * Fraction(t.spread, t.gap)) ** 2),
    "fits": lambda t: t.deals > 20,
}
LUCKY = {
    "tries": range(3, 13), "percent": range(4, 16), "p": lambda t: Fraction(t.percent, 100),
    "none": lambda t: (1 - t.p) ** t.tries,
}
LOG = {
    "n": range(40, 130, 10), "old": range(52, 70), "new": range(40, 60), "wins": lambda t: t.n * t.old // 100,
    "fresh": lambda t: t.n * t.new // 100, "both": lambda t: t.wins + t.fresh, "fits": lambda t: t.wins != t.fresh,
}

TASKS = [
    Task("best_of_many", "cards", EQUAL, _(
        "{m} equal players play {n} games each against a partner of equal strength. How many games does the best of "
        "them win on average?"),
        lambda t: t.best.mean(), lambda t: {
            Fraction(t.n, 2): _("That is one player. The best of several is luckier."),
            t.n: _("All games are not won so easily, not even by the best."),
            Fraction(t.n, 2) + Fraction(round(100 * sqrt(t.n) / 2), 100): _("The more players, the luckier the best."),
        }, _("The chance that all {m} have at most k wins is that of one, to the power {m}. From these chances comes "
             "the law of the best, and its mean.")),
    Task("how_many_deals", "whole", DEALS, _(
        "Two players differ by {gap} points a round. The difference of one pair of rounds is typically {spread} points "
        "off. How many deals do you need so that two standard errors are not larger than {gap} points? (Round up.)"),
        lambda t: t.deals, lambda t: {
            ceil(2 * Fraction(t.spread, t.gap)): _("The error falls with the root of the number: square it."),
            ceil(Fraction(t.spread, t.gap) ** 2): _("Two standard errors are wanted, not one."),
            ceil(2 * Fraction(t.spread, t.gap) ** 2): _("The 2 is squared too."),
        }, _("Two standard errors are 2 · {spread} / √n. That is {gap} when n is {deals} (rounded up).")),
    Task("all_miss", "probability", LUCKY, _(
        "A setting that is no better than the old one looks better with the chance {percent} %. You try {tries} such "
        "settings, on shuffles of their own. What is the chance that at least one looks better?"),
        lambda t: 1 - t.none, lambda t: {
            t.tries * t.p: _("You added up the chances. Several may look better together."),
            t.none: _("That is the chance that none looks better."),
            t.p: _("That is for one setting."),
        }, _("None looks better with the chance (1 − {p}) to the power {tries}; take that away from 1.")),
    Task("log_of_tries", "probability", LOG, _(
        "You tuned your player on one seed and kept the best of many settings: {wins} wins in {n} games. On a fresh "
        "seed the same setting wins {fresh} of {n}. Which share do you report?"),
        lambda t: Fraction(t.fresh, t.n), lambda t: {
            Fraction(t.wins, t.n): _("You chose the setting by these games: its luck was chosen too."),
            Fraction(t.both, 2 * t.n): _("Half of these games chose the setting. Only the fresh ones are a test."),
        }, _("Only the games that did not choose the setting count: {fresh} of {n}.")),
]
