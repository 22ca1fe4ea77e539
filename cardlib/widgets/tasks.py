"""Exercises whose numbers follow from a pupil's name or a seed: neighbours differ, and teachers have every key."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from .. import draws
from ..deck import Deck
from ..explain import Table
from ..rng import Rng
from ..text import _
from .exercise import Exercise

TASKS: dict[str, Callable[[Rng], Exercise]] = {}


def task(make: Callable[[Rng], Exercise]) -> Callable[[Rng], Exercise]:
    """Register a function that makes an exercise from random numbers under its own name."""
    TASKS[make.__name__] = make
    return make


def make(name: str, who: str | int = 0) -> Exercise:
    """The exercise of that name with the numbers of a pupil (a name: case and outer spaces do not matter) or a seed."""
    if name not in TASKS:
        raise ValueError(_("There is no exercise {name}; there are: {known}.", name=name, known=", ".join(TASKS)))
    text = f"{name} {str(who).strip().casefold()}"
    return TASKS[name](Rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")))


def keys(name: str, pupils: Iterable[str | int]) -> Table:
    """The questions and answers of several pupils, for the teacher's edition."""
    rows = [(str(who), (exercise := make(name, who)).question, exercise.key()) for who in pupils]
    return Table([_("pupil"), _("question"), _("answer")], rows)


def _pile(rng: Rng) -> tuple[Deck, int, int, int]:
    """Unseen cards with one value of interest: the deck, that value, how many outs, how many cards."""
    value, outs, total = 1 + rng.below(12), 4 + rng.below(6), 10 * (8 + rng.below(6))
    return Deck({value: outs, "other": total - outs}), value, outs, total


@task
def column(rng: Rng) -> Exercise:
    """Two equal cards of a column are there: the chance that the third comes within a few draws."""
    deck, value, outs, total = _pile(rng)
    n = 2 + rng.below(4)
    question = _(
        "Your column shows {v}, {v} and a hidden card. You cannot see {total} cards; {outs} of them are {v}s. "
        "You draw {n} cards from the pile. What is the chance that at least one of them is a {v}?",
        v=value, total=total, outs=outs, n=n,
    )  # fmt: skip
    return Exercise(question, draws.at_least(deck, 1, of=value, draws=n))


@task
def no_luck(rng: Rng) -> Exercise:
    """The chance that none of the drawn cards helps."""
    deck, value, outs, total = _pile(rng)
    n = 2 + rng.below(3)
    question = _(
        "You cannot see {total} cards; {outs} of them are {v}s. You draw {n} cards. "
        "What is the chance that none is a {v}?",
        v=value, total=total, outs=outs, n=n,
    )  # fmt: skip
    return Exercise(question, draws.exactly(deck, 0, of=value, draws=n))


@task
def pair(rng: Rng) -> Exercise:
    """One card of a column is there: the chance that both others come from a few draws."""
    deck, value, outs, total = _pile(rng)
    n = 3 + rng.below(3)
    question = _(
        "Your column shows one {v} and two hidden cards. You cannot see {total} cards; {outs} of them are {v}s. "
        "You draw {n} cards. What is the chance that at least two of them are {v}s?",
        v=value, total=total, outs=outs, n=n,
    )  # fmt: skip
    return Exercise(question, draws.at_least(deck, 2, of=value, draws=n))
