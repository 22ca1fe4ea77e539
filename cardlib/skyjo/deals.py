"""Deals that fit what one seat can see: the inverse of `rules.look`; and which moves are alike.

A *world* is a whole state in which everything that a seat cannot see has been dealt anew. See `cardlib.analysis`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import permutations
from typing import Any

from ..engine.host import rule
from ..engine.piles import pick
from . import rules as R

POLICY = "expert"  # who plays on, if nobody else is named
OPENING = 1 | 1 << R.ROWS  # what a rival is taken to have turned up whose choice is still hidden: two columns (SK-5)


def restore(view: Any, state: Any) -> None:
    """Make a world of a state that holds a view's fields, but for the cards to be dealt: they wait in `draw`.

    `laid` is how many they are. A state counts as unseen what its own seat alone has seen.
    """
    gather(view, state)
    if state.phase == R.REVEALING:
        if view.me >= 0:
            unsee(state, [state.card[view.me][cell] for cell in range(R.CELLS) if state.up[view.me] >> cell & 1])
        for p in range(state.player):
            state.up[p] = state.up[p] or OPENING


def gather(view: Any, state: Any) -> None:
    """The unseen cards wait to be dealt."""
    waiting = [i + R.LOW for i, n in enumerate(view.unseen) for _copy in range(n)]
    state.draw[: len(waiting)], state.laid = waiting, len(waiting)
    if state.drawn != R.NONE:
        unsee(state, [state.drawn])


def unsee(state: Any, cards: Sequence[int]) -> None:
    """Cards that one seat alone has seen count as unseen."""
    for card in cards:
        state.unseen[card - R.LOW] += 1


def exchangeable(state: Any) -> bool:
    """Whether every order of the waiting cards is equally likely and no other pile has an order to be settled."""
    return True


@rule
def shuffle(s: Any) -> None:
    """All orders of the waiting cards are equally likely; so the k-th card drawn is the same whatever is played."""
    for left in range(s.laid, 1, -1):
        s.draw[left - 1] = pick(s, s.draw, left)


@rule
def lay(s: Any) -> None:
    """Lay the waiting cards, from the top, on every place whose card is not known; the rest is the draw pile."""
    n = lay_grids(s, s.laid)
    if s.phase == R.DRAWN and s.drawn == R.NONE:
        n -= 1
        s.drawn = s.draw[n]
    s.draw_n = s.laid = n


@rule
def lay_grids(s: Any, n: int) -> int:
    """Lay the hidden cards of all grids from n waiting ones; how many still wait."""
    for p in range(s.players):
        for cell in range(R.CELLS):
            if s.card[p][cell] == R.HIDDEN:
                n -= 1
                s.card[p][cell] = s.draw[n]
    return n


# --- moves that are alike ---------------------------------------------------------------------------------------------
def alike(view: Any, action: int) -> Hashable:
    """Moves with the same key are equal by symmetry: they lead to the same grid, but for the order of its lines."""
    if action in (R.DRAW, R.NEXT):
        return action
    if action >= R.REVEAL:
        cells = {(action - R.REVEAL) // R.CELLS, (action - R.REVEAL) % R.CELLS}
        return R.REVEAL, pattern(view, cells, view.row_clear)
    return (action - R.TAKE) // R.CELLS, pattern(view, {(action - R.TAKE) % R.CELLS}, view.row_clear)


def pattern(view: Any, marked: set[int], rows_count: bool) -> Hashable:
    """The own grid with marked places, the same for all orders of its lines.

    Where only columns are cleared, the order within each column means nothing (SK-14).
    """
    cells = [(card, cell in marked) for cell, card in enumerate(view.card[view.me])]
    columns = [cells[first : first + R.ROWS] for first in range(0, R.CELLS, R.ROWS)]
    if not rows_count:
        return tuple(sorted(tuple(sorted(column)) for column in columns))
    orders = permutations(range(R.ROWS))
    return min(tuple(sorted(tuple(column[r] for r in order) for column in columns)) for order in orders)
