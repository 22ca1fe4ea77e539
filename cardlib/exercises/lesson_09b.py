"""Lesson 9b: a pile as a chain."""

# fmt: off
from fractions import Fraction
from math import comb

from ..text import _
from .task import LESS_ROUND, Task

# A building pile that shall grow by n; `one` is the mean wait for a card that fits.
PILE = {
    "low": range(6), "n": range(3, 7), "high": lambda t: t.low + t.n, "wild": range(8, 19), "numbers": range(6, 11),
    "total": range(90, 160, 10), "fit": lambda t: t.numbers + t.wild, "one": lambda t: Fraction(t.total, t.fit),
}
# `n` cards are turned, each fits with the chance p; the pile grows by `k`.
STEPS = PILE | {
    "n": (3, 4), "k": (1, 2), "p": lambda t: Fraction(t.fit, t.total), "ways": lambda t: comb(t.n, t.k),
    "one_way": lambda t: t.p**t.k * (1 - t.p) ** (t.n - t.k),
}

TASKS = [
    Task("wait", "cards", LESS_ROUND, _(
        "You cannot see {total} cards; {outs} of them show {v}. How many cards must you draw, on average, until the "
        "first {v} comes (counting the {v} itself)?"),
        lambda t: t.deck.draws_until(of=t.v).answer(), lambda t: {
            Fraction(t.total - t.outs, t.outs + 1): _("So many cards come before the {v}. Count the {v} too."),
            Fraction(t.total, t.outs + 1): _("Nearly. Divide the other cards among the stretches, then count the {v} "
                                             "itself."),
            t.deck.draws_until(of=t.v).quantile(Fraction(1, 2)): _("That is the median: half of the waits are longer. "
                                                                   "Long waits lift the mean above it."),
        }),
    Task("climb", "cards", PILE, _(
        "A building pile shows {low} and shall grow to {high}. Cards are turned up one by one, and each one is mixed "
        "in again. Of {total} cards, {numbers} show any given number, and {wild} are Skip-Bo cards. How many cards "
        "does it take on average?"),
        lambda t: t.n * t.one, lambda t: {
            t.n * Fraction(t.total, t.numbers): _("Skip-Bo cards fit at every height."),
            t.one: _("That is the wait for one card. The pile needs {n}."),
            (t.high if t.low else 12) * t.one: _("The pile does not begin at the bottom."),
            (t.n + 1) * t.one: _("Count the cards that are missing: the one on top is there already."),
        }, _("Each of the {n} waits takes {total}/{fit} cards on average.")),
    Task("two_steps", "probability", STEPS, _(
        "A building pile grows whenever a card fits. Each card fits with the chance {fit}/{total}, whatever came "
        "before. {n} cards are turned up. What is the chance that the pile grows by exactly {k}?"),
        lambda t: t.ways * t.one_way, lambda t: {
            t.one_way: _("That is one order of fitting and other cards. There are {ways}: add them up."),
            t.p**t.k: _("The other cards must not fit: that has a chance as well."),
            1 - (1 - t.p) ** t.n: _("That is at least one step."),
            t.n * t.p: _("That is how far the pile grows on average."),
        }, _("{ways} orders of fitting and other cards, each with the same chance {one_way}.")),
]
