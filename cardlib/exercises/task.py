"""What an exercise is: how its numbers are drawn, the question, the call that answers it, and the known mistakes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from .. import skyjo
from ..answer import Answer
from ..deck import Deck
from ..explain import Derivation
from ..rng import Rng
from ..text import Message, _


@dataclass(frozen=True)
class Posed:
    """An exercise with the numbers of one pupil."""

    kind: str
    question: Message
    answer: Answer | Fraction | int
    mistakes: dict[Any, Message]
    solution: Derivation | Message | None


@dataclass(frozen=True)
class Task:
    """An exercise as data; a number that is called `t.n` in the calls is called `{n}` in the texts.

    kind:     what the answer is: "probability", "points", "cards", "whole" (a whole number) or "number"
    numbers:  {name: what to choose from, or a call that makes it from the numbers before it and `t.rng`};
              a number "fits" tells whether they can be used (a pupil for whom they cannot gets the next ones)
    answer:   the call that gives the answer: an Answer, whose derivation is the solution, or a number
    mistakes: {wrong number: what to say to who gives it}; those of the answer's derivation come on top
    solution: where the answer has no derivation: a text, or a call that gives a derivation
    """

    name: str
    kind: str
    numbers: Mapping[str, Any]
    question: Message
    answer: Callable[[Any], Any]
    mistakes: Callable[[Any], dict[Any, Message]]
    solution: Message | Callable[[Any], Derivation] | None = None

    def pose(self, rng: Rng) -> Posed | None:
        """The exercise with numbers from rng; None if they do not fit."""
        t = SimpleNamespace(rng=rng, fits=True)
        for name, source in self.numbers.items():
            setattr(t, name, source(t) if callable(source) else rng.choice(source))
            if not t.fits:
                return None
        mistakes = {wrong: filled(text, t) for wrong, text in self.mistakes(t).items()}
        solution = self.solution(t) if callable(self.solution) else self.solution and filled(self.solution, t)
        return Posed(self.kind, filled(self.question, t), self.answer(t), mistakes, solution)


def filled(text: Message, t: Any) -> Message:
    """A text with the numbers it names."""
    named = {name: getattr(t, name) for name in re.findall(r"{(\w+)}", text.singular)}
    return Message(text.singular, named, text.plural, text.n)


ADDED_UP = _("You added up the chances of the single draws. Hands with two of these cards count twice then.")


def few(rng: Rng, size: int) -> Deck:
    """A few cards of Skyjo."""
    return Deck(rng.draw(list(skyjo.DECK), size))


# Unseen cards, `outs` of `total` of which show `v`. Where no more than two numbers make the answer, the total is less
# round, so that neighbours' answers differ.
PILE = {
    "v": range(1, 13), "outs": range(4, 10), "total": range(80, 140, 10),
    "deck": lambda t: Deck({t.v: t.outs, "other": t.total - t.outs}),
}  # fmt: skip
LESS_ROUND = PILE | {"total": range(80, 140)}

# A deck that is half low and half high cards, and the variance of one card.
TWO_KINDS = {
    "low": range(4), "gap": range(2, 14, 2), "half": range(4, 14), "high": lambda t: t.low + t.gap,
    "total": lambda t: 2 * t.half, "deck": lambda t: Deck({t.low: t.half, t.high: t.half}),
    "var": lambda t: t.deck.var(),
}  # fmt: skip
