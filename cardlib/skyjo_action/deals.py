"""Deals that fit what one seat can see, its memory of peeked cards included; and which moves are alike.

As in Skyjo (see `cardlib.skyjo.deals`); what rivals have peeked at is not told, and counts as not known to them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..engine.host import rule
from ..engine.piles import pick
from ..skyjo import deals as skyjo
from . import table as T

POLICY = "all_round"
OPENING, OPENING_OF_NINE = skyjo.OPENING, 1  # SK-5, SA-16


def restore(view: Any, state: Any) -> None:
    """Make a world of a state that holds a view's fields; the action cards to be dealt wait in `action_draw`."""
    kinds = [kind for kind in range(T.KINDS) for _copy in range(view.unseen[T.FACES + kind])]
    waiting = [i + T.LOW for i in range(T.FACES) for _copy in range(view.unseen[i])]
    state.draw[: len(waiting)], state.laid = waiting, len(waiting)
    state.action_draw[: len(kinds)], state.action_laid = kinds, len(kinds)
    seen = [state.drawn] if state.drawn != T.NONE else []
    if state.phase != T.ORDERING:
        seen += [card for card in state.three if card != T.NONE]
    for p in range(state.players):
        known = state.known[view.me][p] = view.known[p]
        seen += [state.card[p][cell] for cell in range(T.CELLS) if known >> cell & 1]
        if state.phase == T.REVEALING:
            if p == view.me:
                seen += [state.card[p][cell] for cell in range(T.CELLS) if state.up[p] >> cell & 1]
            elif p < state.player:
                state.up[p] = OPENING_OF_NINE if state.nine_cards else OPENING
    skyjo.unsee(state, seen)


def exchangeable(state: Any) -> bool:
    """Whether every order of the waiting cards is equally likely: no action cards are still to be mixed in (SA-16)."""
    return bool(state.action_laid == state.action_draw_n)


@rule
def shuffle(s: Any) -> None:
    """All orders of the waiting cards are equally likely; in one pile, action cards wait among them (SA-16)."""
    kinds = s.action_laid
    while kinds > s.action_draw_n:
        s.draw[s.laid] = T.ACTION + pick(s, s.action_draw, kinds)  # SA-16 (single pile)
        s.laid += 1
        kinds -= 1
    for left in range(kinds, 1, -1):
        s.action_draw[left - 1] = pick(s, s.action_draw, left)
    s.action_laid = kinds
    skyjo.shuffle(s)


@rule
def lay(s: Any) -> None:
    """Lay the waiting cards on every place whose card is not known, and where one was drawn; the rest is the pile."""
    n = skyjo.lay_grids(s, s.laid)
    if s.phase == T.DRAWN and s.drawn == T.NONE:
        n -= 1
        s.drawn = s.draw[n]
    for k in range(s.three_n):
        if s.three[k] == T.NONE:
            n -= 1
            s.three[k] = s.draw[n]
    s.draw_n = s.laid = n


def alike(view: Any, action: int) -> Hashable:
    """Moves with the same key are equal by symmetry: an own place with the same card in equal lines."""
    if view.phase in (T.TURN, T.DRAWN) and 0 < action < T.NEXT:
        return (action - skyjo.R.TAKE) // T.CELLS, skyjo.pattern(view, {(action - skyjo.R.TAKE) % T.CELLS}, True)
    if view.phase in (T.PUTTING, T.SHOWING):
        return skyjo.pattern(view, {action - T.PLACE}, True)
    if view.phase == T.REVEALING:
        cells = {(action - T.REVEAL) // T.CELLS, (action - T.REVEAL) % T.CELLS}
        return skyjo.pattern(view, cells, True)
    if T.MARKET <= action < T.PILE:
        return T.MARKET, view.market[action - T.MARKET]
    return action
