"""Lesson 7: two hands from one deck."""

# fmt: off
from fractions import Fraction
from typing import Any

from ..text import Message, _, both, plural
from .task import Task, few, filled


def situation(t: Any) -> Message:
    """A closed round, in words."""
    return filled(plural(
        "You have closed the round with {mine} points. Your neighbour's open cards count {theirs}, and {n} card is "
        "hidden: one of these {size}, {cards}. Nothing will be exchanged any more. Your points are doubled unless you "
        "are alone the lowest.",
        "You have closed the round with {mine} points. Your neighbour's open cards count {theirs}, and {n} cards are "
        "hidden: {n} of these {size}, {cards}. Nothing will be exchanged any more. Your points are doubled unless you "
        "are alone the lowest.",
        t.n,
    ), t)


# A closed round whose end is open: `gap` is how far the neighbour may be above the open cards; a tie is possible, and
# so is a win. With one hidden card there are more to choose from, so that neighbours' answers differ.
CLOSED = {
    "n": [1], "size": range(9, 18), "deck": lambda t: few(t.rng, t.size), "cards": lambda t: both(t.deck),
    "mine": range(6, 15), "theirs": range(1, 7), "gap": lambda t: t.mine - t.theirs,
    "law": lambda t: t.deck.sum_of(t.n), "risk": lambda t: t.law.cdf(t.gap),
    "strictly": lambda t: t.law.cdf(t.gap - 1), "fits": lambda t: t.strictly < t.risk < 1, "situation": situation,
}


def risk_mistakes(t: Any) -> dict[Any, Message]:
    """Equal points, and the open cards forgotten."""
    return {
        t.strictly: _("Equal points count too: the closer must be lower than everybody else."),
        t.law.cdf(t.mine): _("Your neighbour's open cards count too, not the hidden ones alone."),
    }


TASKS = [
    Task("closing_risk", "probability", CLOSED, _(
        "{situation} What is the chance that they are doubled?"),
        lambda t: t.deck.duel(0, 1, t.mine, t.theirs).answer({"tie", "lose"}), lambda t: risk_mistakes(t) | {
            Fraction(sum(card <= t.gap for card in t.deck.counts), len(t.deck.counts)): _(
                "Count cards, not values: a value that is there twice counts twice."),
        }),
    Task("closing_risk_two", "probability", CLOSED | {"n": [2], "size": range(7, 10)}, _(
        "{situation} What is the chance that they are doubled?"),
        lambda t: t.deck.duel(0, 2, t.mine, t.theirs).answer({"tie", "lose"}), lambda t: risk_mistakes(t) | {
            (t.deck.sum_of(1) + t.deck.sum_of(1)).cdf(t.gap): _("You counted as if the first card could come again. "
                                                                "Both cards come from the same {size}."),
        }),
    Task("closing_score", "points", CLOSED, _(
        "{situation} How many points do you write down on average?"),
        lambda t: t.deck.duel(0, 1, t.mine, t.theirs).map(lambda end: t.mine * (1 + (end != "win"))).answer(),
        lambda t: {
            t.mine: _("That is your score if all goes well. Sometimes it is doubled."),
            2 * t.mine: _("That is your score if it goes wrong. Often it does not."),
            t.mine * t.risk: _("That is the penalty on average. Your points themselves come on top."),
            2 * t.mine * t.risk: _("Those are the doubled scores alone. The others count too, once."),
            t.mine * (1 + t.strictly): _("Equal points count too: the closer must be lower than everybody else."),
        }),
]
