"""Repeats: the same simulation many times over, to see how far simulations are off, and how often intervals miss."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

from cardlib.answer import Answer, Estimate
from cardlib.text import Message, Number, _, plural


@dataclass(frozen=True)
class Repeats:
    """Estimates of one exact answer, all with the same number of trials, under seeds that follow each other."""

    answer: Answer
    estimates: tuple[Estimate, ...]

    @property
    def missed(self) -> list[Estimate]:
        """The estimates whose interval does not hold the exact value."""
        return [one for one in self.estimates if self.answer.value not in one]

    @property
    def spread(self) -> float:
        """How far the estimates are off: the root of their mean squared distance from the exact value."""
        exact = float(self.answer)
        return sqrt(sum((one.value - exact) ** 2 for one in self.estimates) / len(self.estimates))

    @property
    def caption(self) -> Message:
        """How many simulations of how many trials, and from which seeds."""
        seeds = [str(self.estimates[k].seed) for k in (0, -1)]
        return _(
            "{times} simulations, n = {n} each, seeds {first} to {last}",
            times=len(self.estimates), n=self.estimates[0].n, first=seeds[0], last=seeds[1],
        )  # fmt: skip

    @property
    def message(self) -> Message:
        """How far they are off and how many intervals miss, in words."""
        percent = self.answer.unit == "probability"
        missed = plural("{n} interval misses the exact value", "{n} intervals miss the exact value", len(self.missed))
        spread = Number(self.spread * (100 if percent else 1), 2)
        if percent:
            return _(
                "{caption}: typically {spread} percentage points off; {missed}.",
                caption=self.caption, spread=spread, missed=missed,
            )  # fmt: skip
        return _("{caption}: typically {spread} off; {missed}.", caption=self.caption, spread=spread, missed=missed)

    def chart(self, title: Any = None) -> Any:
        """The intervals one below the other, with the exact value as a line; those that miss it stand out (Altair)."""
        from cardlib import charts

        title = title or self.answer.explain().question
        chance = self.answer.unit == "probability"
        return charts.intervals(self.estimates, self.answer.value, title, chance=chance, subtitle=self.caption)

    def __str__(self) -> str:
        return str(self.message)

    __repr__ = __str__
