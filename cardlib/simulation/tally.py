"""Exact counts of results: how often each value came up, for every column and player.

Everything in a summary follows from these counts, so it needs no list of rounds, and however a batch is cut the counts
add up to the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..engine.batch import INDEX

Moments = tuple[int, int, int]  # how many values, their sum, the sum of their squares


class Tally:
    """Counts for each column of results but the index, and each seat. `n` is the number of rounds or games."""

    def __init__(self, columns: int, seats: int) -> None:
        self.n = 0
        self.counts: list[list[Counter[int]]] = [[Counter() for _s in range(seats)] for _c in range(columns)]

    @classmethod
    def of(cls, flat: Any, columns: int, seats: int) -> Tally:
        """The counts of rows of results, one after the other in one array, seats in order."""
        tally = cls(columns, seats)
        tally.n = len(flat) // (columns * seats)
        if tally.n:
            for c in range(columns):
                for seat in range(seats):
                    if c != INDEX:
                        tally.counts[c][seat] = count(flat[seat * columns + c :: seats * columns])
        return tally

    def add(self, other: Tally) -> None:
        """Take in the counts of other rounds."""
        self.n += other.n
        for mine, others in zip(self.counts, other.counts, strict=True):
            for one, two in zip(mine, others, strict=True):
                for value, times in two.items():
                    one[value] += times

    def moments(self, column: int, seat: int) -> Moments:
        """The number of values in a column for a seat, their sum and the sum of their squares."""
        return moments(self.counts[column][seat])

    def to_lists(self) -> list[Any]:
        """The counts as lists for a file: values and how often, in order."""
        return [[sorted(map(list, counter.items())) for counter in seats] for seats in self.counts]

    @classmethod
    def from_lists(cls, n: int, lists: Sequence[Any]) -> Tally:
        """The counts from `to_lists`."""
        tally = cls(len(lists), len(lists[0]))
        tally.n = n
        tally.counts = [[Counter({int(v): int(k) for v, k in pairs}) for pairs in seats] for seats in lists]
        return tally

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and (self.n, self.counts) == (other.n, other.counts)

    __hash__ = None  # type: ignore[assignment]


def moments(counter: Counter[int]) -> Moments:
    """The number of values in a counter, their sum and the sum of their squares, exactly."""
    return counter.total(), sum(v * k for v, k in counter.items()), sum(v * v * k for v, k in counter.items())


def count(values: Any) -> Counter[int]:
    """How often each value comes up, in an array of integers (of NumPy, or of the standard library)."""
    if not hasattr(values, "dtype"):
        return Counter(values)
    import numpy as np

    low = int(values.min())
    if int(values.max()) - low > 4 * len(values) + 1000:  # a few values far apart
        found, times = np.unique(values, return_counts=True)
        return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))
    times = np.bincount(values - low)
    found = np.flatnonzero(times)
    return Counter(dict(zip((found + low).tolist(), times[found].tolist(), strict=True)))
