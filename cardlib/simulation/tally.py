"""Exact counts of results: how often each value came up, for every column and player.

Everything in a summary follows from these counts, so it needs no list of rounds, and however a batch is cut the counts
add up to the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

from ..engine.batch import INDEX
from ..engine.host import compile_rules

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
            wanted = [k for k in range(seats * columns) if k % columns != INDEX]
            count = count_compiled if hasattr(flat, "dtype") and find_spec("numba") else count_interpreted
            for k, counter in zip(wanted, count(flat, seats * columns, wanted), strict=True):
                tally.counts[k % columns][k // columns] = counter
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


def count_interpreted(flat: Any, width: int, wanted: Sequence[int]) -> list[Counter[int]]:
    """How often each value comes up in the wanted columns of a table, its rows one after the other in one array."""
    return [Counter(flat[k::width].tolist()) for k in wanted]


def count_compiled(flat: Any, width: int, wanted: Sequence[int]) -> list[Counter[int]]:
    """The same for an array of NumPy, without Python's global lock."""
    import numpy as np

    table = flat.reshape(-1, width)
    low, high = table.min(axis=0).astype(np.int64), table.max(axis=0).astype(np.int64)
    room = high - low + 1
    close = room <= 4 * len(table) + 1000  # else there are a few values far apart
    columns = np.array([k for k in wanted if close[k]], np.int64)
    starts = np.concatenate([[0], np.cumsum(room[columns])])
    counts = np.zeros(starts[-1], np.int64)
    _adder()(table, columns, starts[:-1] - low[columns], counts)
    counters = {}
    for k, (start, end) in zip(columns.tolist(), pairwise(starts), strict=True):
        found = np.flatnonzero(counts[start:end])
        counters[k] = Counter(dict(zip((found + low[k]).tolist(), counts[start + found].tolist(), strict=True)))
    for k in set(wanted) - set(counters):
        values, times = np.unique(table[:, k], return_counts=True)
        counters[k] = Counter(dict(zip(values.tolist(), times.tolist(), strict=True)))
    return [counters[k] for k in wanted]


@cache
def _adder() -> Any:
    def add(table: Any, columns: Any, shifts: Any, counts: Any) -> None:
        for i in range(len(table)):
            for j in range(len(columns)):
                counts[shifts[j] + table[i, columns[j]]] += 1

    return compile_rules("(int32[:, ::1], int64[::1], int64[::1], int64[::1])", add)
