"""How likely cards are that help: so many among some, all in a row, or in an order in which they come in time."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, perm

from ...formula import Formula, Ratio, multiply


@lru_cache
def at_least(total: int, good: int, needed: int, n: int) -> Fraction:
    """The chance of at least so many good cards among n of so many."""
    hands = comb(total, n)
    return Fraction(hands - sum(comb(good, k) * comb(total - good, n - k) for k in range(min(needed, n + 1))), hands)


def run(good: int, total: int, n: int) -> Formula:
    """The chance that n cards in a row are all of the `good` ones, as a formula."""
    return multiply([Ratio(good - i, total - i) for i in range(n)])


@lru_cache
def in_time(
    total: int, outs: int, hidden: int, wrong: int, draws: int, none: bool, equal: Fraction
) -> tuple[tuple[int, Fraction, Fraction], ...]:
    """The orders that complete a line under "draw_or_reveal": (misses, how many orders, the chance of each).

    Of the orders in which all cards of the line are turned up and miss, the share `equal` shows equal cards; those
    clear the line, and are left out.
    """
    found: dict[int, Fraction] = {}
    for (misses, all_missed), number in orders(hidden, wrong, draws, none).items():
        found[misses] = found.get(misses, Fraction(0)) + number * (1 - equal if all_missed else 1)
    needed = hidden + wrong
    ones = {m: Fraction(perm(outs, needed) * perm(total - outs, m), perm(total, needed + m) or 1) for m in found}
    return tuple((misses, number, ones[misses]) for misses, number in sorted(found.items()) if number * ones[misses])


@cache
def orders(hidden: int, wrong: int, turns: int, none: bool) -> dict[tuple[int, bool], int]:
    """The orders of hits and misses that complete a line under "draw_or_reveal".

    hidden: hidden places; wrong: places with a face-up card that does not fit: each of them needs a hit; none: no card
    of the line fits yet. An order ends with the last hit; what is turned up counts like what is drawn.
    Gives (misses, whether at some time all cards of the line were turned up and none fitted) -> how many orders.
    """
    if hidden + wrong == 0:
        return {(0, False): 1}
    if turns == 0:
        return {}
    found: Counter[tuple[int, bool]] = Counter()

    def add(more: dict[tuple[int, bool], int], misses: int, all_missed: bool = False) -> None:
        for (so_many, before), number in more.items():
            found[so_many + misses, before or all_missed] += number

    after_hit = orders(hidden, wrong - 1, turns - 1, False) if wrong else orders(hidden - 1, wrong, turns - 1, False)
    add(after_hit, 0)
    if hidden:
        add(orders(hidden - 1, wrong, turns - 1, False), 1)  # a drawn miss, then a hit turned up
        add(orders(hidden - 1, wrong + 1, turns - 1, none), 2, none and hidden == 1)
    else:
        add(orders(hidden, wrong, turns - 1, none), 1)
    return dict(found)
