"""Built-in players of Skip-Bo: functions of a view, for both hosts."""

from __future__ import annotations

from typing import Any

from ..engine.host import below, rule
from .rules import DISCARD, LEGAL, PASS, check

NAMES = ("random",)


@rule
def random_player(v: Any) -> int:
    """Plays on or ends the turn by the toss of a coin, then any legal way to do so alike. The yardstick."""
    plays = count_legal(v, 0, DISCARD)
    if plays and below(v, 2) == 0:
        return nth_legal(v, 0, below(v, plays))
    ends = count_legal(v, DISCARD, PASS + 1)
    return nth_legal(v, DISCARD, below(v, ends))


@rule
def count_legal(v: Any, first: int, stop: int) -> int:
    """How many legal actions there are from first to stop - 1."""
    n = 0
    for action in range(first, stop):
        n += check(v, action) == LEGAL
    return n


@rule
def nth_legal(v: Any, first: int, k: int) -> int:
    """The k-th legal action (from 0) that is not below first."""
    action = first
    while True:
        if check(v, action) == LEGAL:
            if k == 0:
                return action
            k -= 1
        action += 1


@rule
def choose(v: Any, kind: int) -> int:
    """The action of the built-in player number `kind` (its place in NAMES)."""
    return random_player(v)
