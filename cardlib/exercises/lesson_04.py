"""Lesson 4: cards already seen. What is left, what is due, and Bayes with whole numbers of cases."""

# fmt: off
from fractions import Fraction

from ..deck import Deck
from ..text import _
from .task import Task

# A deck of `all` cards, `copies` of which show `v`; `open` lie on the table, `gone` of them show `v`.
SEEN = {
    "v": range(1, 13), "all": range(90, 160, 10), "copies": range(8, 13), "open": range(20, 45), "gone": range(2, 6),
    "left": lambda t: t.copies - t.gone, "total": lambda t: t.all - t.open,
    "deck": lambda t: Deck({t.v: t.left, "other": t.total - t.left}),
}
NONE_YET = SEEN | {"gone": (0,)}
# Of 100 players `have` hold a card, `back` of whom hold it back; all others discard.
PLAYERS = {
    "have": range(20, 100, 5), "none": lambda t: 100 - t.have, "percent": range(20, 80, 20),
    "back": lambda t: t.have * t.percent // 100, "seen": lambda t: t.back + t.none,
}
CLUES = {
    "have": range(2, 9), "none": lambda t: 10 - t.have, "a": range(2, 10), "b": range(2, 10),
    "fits": lambda t: t.a != t.b and t.have != t.none,
    "first": lambda t: Fraction(t.have, t.have + t.none * t.a),
    "second": lambda t: Fraction(t.have, t.have + t.none * t.b),
    "both": lambda t: Fraction(t.have, t.have + t.none * t.a * t.b),
}

TASKS = [
    Task("left_over", "probability", SEEN, _(
        "A deck has {all} cards, {copies} of them show {v}. {open} cards lie open, {gone} of these show {v}. What is "
        "the chance that the next card shows {v}?"),
        lambda t: t.deck.next_is(t.v), lambda t: {
            Fraction(t.copies, t.all): _("You left out what lies open."),
            Fraction(t.left, t.all): _("The cards that lie open cannot come: there are fewer in all."),
            Fraction(t.copies, t.total): _("Some of the wanted cards lie open too: they cannot come."),
        }),
    Task("is_due", "probability", NONE_YET, _(
        "A deck has {all} cards, {copies} of them show {v}. {open} cards lie open, and none of them shows {v}. What is "
        "the chance that the next card shows {v}?"),
        lambda t: t.deck.next_is(t.v), lambda t: {
            Fraction(t.copies, t.all): _("The cards that lie open cannot come: there are fewer in all."),
            1: _("The deck does not remember. Only what is left counts."),
            1 - (1 - Fraction(t.copies, t.all)) ** t.open: _("That is the chance of one among so many draws."),
        }),
    Task("holds_back", "probability", PLAYERS, _(
        "Of 100 players, {have} have a card that fits; {percent} % of these hold it back and discard something else. "
        "The other {none} have none and all discard. A player discards. What is the chance that he has a card that "
        "fits?"),
        lambda t: Fraction(t.back, t.seen), lambda t: {
            Fraction(t.percent, 100): _("That is the share of those who have one that hold it back."),
            Fraction(t.have, 100): _("That is the chance before the discard."),
            Fraction(t.back, 100): _("Divide by those who discard, not by all."),
            Fraction(t.none, t.seen): _("That is the chance that he has none."),
        }, _("{back} of those who discard have a card that fits, {none} have none: {back} of {seen}.")),
    Task("two_clues", "probability", CLUES, _(
        "Of 10 players, {have} have a card that fits. A first clue is {a} times as likely from one who has none as "
        "from one who has it; a second clue, independent of the first, {b} times. You see both. What is the chance "
        "that he has a card that fits?"),
        lambda t: t.both, lambda t: {
            t.first: _("That is after the first clue alone."),
            t.second: _("That is after the second clue alone."),
            Fraction(t.have, t.have + t.none * (t.a + t.b)): _("The factors of two clues are multiplied, not added."),
            t.first * t.second: _("Update the first result with the second clue; do not multiply the results."),
            1 - t.both: _("That is the chance that he has none."),
        }, _("For every {have} with the card count {none} without, {a} times and {b} times: multiply, take the "
             "share.")),
]
