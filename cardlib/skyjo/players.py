"""Built-in players of Skyjo: functions of a view, for both hosts."""

from __future__ import annotations

from typing import Any

from ..engine.host import below, nth, rule, size
from .rules import CELLS, DRAW, DRAWN, KEEP, REJECT, REVEAL, REVEALING, TAKE, can_draw

NAMES = ("random",)


@rule
def random_player(v: Any) -> int:
    """Chooses by chance alone: a pile by the toss of a coin, then any legal place alike. The yardstick."""
    there, up = v.there[v.me], v.up[v.me]
    if v.phase == REVEALING:
        return random_reveal(v)
    if v.phase == DRAWN:
        places = size(there)
        choice = below(v, places + size(there & ~up) if v.may_reject_drawn else places)
        return KEEP + nth(there, choice) if choice < places else REJECT + nth(there & ~up, choice - places)
    if v.discard_n == 0 or (can_draw(v) and below(v, 2) == 0):
        return DRAW
    return TAKE + nth(there, below(v, size(there)))


@rule
def random_reveal(v: Any) -> int:
    """Two different cells by chance."""
    a = below(v, CELLS)
    b = below(v, CELLS - 1)
    if b >= a:
        b += 1
    return REVEAL + CELLS * min(a, b) + max(a, b)


@rule
def choose(v: Any, kind: int) -> int:
    """The action of the built-in player number `kind` (its place in NAMES)."""
    return random_player(v)
