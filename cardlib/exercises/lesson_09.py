"""Lesson 9: Skip-Bo, waiting."""

# fmt: off
from fractions import Fraction

from ..deck import Deck
from ..text import _, both
from .task import Task

# Of `total` unseen cards `numbers` show `v` and `wild` are Skip-Bo cards; `n` are drawn.
UNSEEN = {
    "numbers": range(6, 13), "wild": range(8, 19), "total": range(90, 160, 10), "v": range(1, 13), "n": range(2, 6),
    "deck": lambda t: Deck({t.v: t.numbers, "W": t.wild, "other": t.total - t.numbers - t.wild}),
    "one": lambda t: t.deck.at_least(1, of=t.v, draws=t.n).value,
    "other": lambda t: t.deck.at_least(1, of="W", draws=t.n).value,
    "any": lambda t: t.deck.at_least(1, of=[t.v, "W"], draws=t.n),
}
COLLECTION = {
    "m": range(6, 21), "missing": range(2, 6), "all": lambda t: [Fraction(t.m, k) for k in range(t.missing, 0, -1)],
    "waits": lambda t: both(t.all), "value": lambda t: sum(t.all),
}

TASKS = [
    Task("fits_now", "probability", UNSEEN, _(
        "{total} cards of Skip-Bo are unseen: {numbers} of them show {v}, and {wild} are Skip-Bo cards. You draw {n} "
        "cards. What is the chance of at least one card that can be played as {v}?"),
        lambda t: t.any, lambda t: {
            t.one: _("Skip-Bo cards can be played as {v} too."),
            t.other: _("The cards that show {v} can be played too."),
            t.one + t.other: _("Hands with both kinds are counted twice then. Take them away once."),
            t.one * t.other: _("One of the two kinds is enough: do not multiply."),
        }),
    Task("both_kinds", "probability", UNSEEN, _(
        "{total} cards of Skip-Bo are unseen: {numbers} of them show {v}, and {wild} are Skip-Bo cards. You draw {n} "
        "cards. What is the chance that both kinds are among them?"),
        lambda t: t.deck.at_least_each({t.v: 1, "W": 1}, draws=t.n), lambda t: {
            t.any.value: _("That is the chance of one kind or the other. Both are wanted."),
            t.one + t.other: _("Adding counts the hands with one kind too. Both are wanted."),
            t.one: _("That is the chance of one kind. Both are wanted."),
            t.other: _("That is the chance of one kind. Both are wanted."),
            t.one * t.other: _("Multiplying would be right if one kind left as many draws for the other."),
        }),
    Task("collect", "cards", COLLECTION, _(
        "A box holds cards with the numbers 1 to {m}, equally many of each. Each card drawn is mixed in again. You "
        "still miss {missing} of the numbers. How many more cards do you need on average until you have seen them "
        "all?"),
        lambda t: t.value, lambda t: {
            t.missing: _("That would be so if every card brought a new number."),
            t.m: _("Every wait depends on how many numbers are still missing."),
            t.m * t.missing: _("The first missing numbers come faster: any of them is welcome."),
            Fraction(t.m, t.missing): _("That is the wait for the first of them. The others follow."),
            Fraction(t.m, t.m - t.missing): _("Divide by the numbers that are missing, not by those you have."),
            sum(Fraction(t.m, k) for k in range(1, t.m + 1)): _("That is for the whole collection. You have a part of "
                                                                "it."),
        }, _("One wait after the other: {waits}; the sum is {value}.")),
]
