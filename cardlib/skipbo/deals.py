"""Deals that fit what a seat sees: rivals' hands, the stocks below their tops, the draw pile; and moves that are alike.

As in Skyjo: see `cardlib.skyjo.deals`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..engine.host import below, rule
from ..engine.piles import pick
from . import rules as R

POLICY = "planner"


def restore(view: Any, state: Any) -> None:
    """Make a world of a state that holds a view's fields, but for the cards to be dealt: they wait in `draw`."""
    returned = [min(n, view.unseen[card]) for card, n in enumerate(view.returned)]
    older = [n - m for n, m in zip(view.unseen, returned, strict=True)]
    waiting = [card for counts in (returned, older) for card, n in enumerate(counts) for _copy in range(n)]
    state.draw[: len(waiting)], state.laid = waiting, len(waiting)
    state.remade = int(any(returned))
    for p in range(state.players):
        state.returned[p][:] = returned  # what the others remember is not told: taken to be the same
    for card in range(R.KINDS):
        if view.me >= 0:
            state.unseen[card] += view.hand[view.me][card]
    free = [node for node in range(1, R.CARDS + 1) if not used(view, node)]
    for p in range(state.players):
        node = state.top[p]
        for _under in range(state.count[p] - 1):
            state.below[node] = node = free.pop()
        state.below[node] = 0
    for node, after in zip(free, [*free[1:], 0], strict=True):
        state.below[node] = after
    state.free = free[0] if free else 0


def used(view: Any, node: int) -> bool:
    """Whether a node of a view holds a card."""
    return view.face[node] != R.NONE


def exchangeable(state: Any) -> bool:
    """Whether every order of the waiting cards is equally likely: cards that were shuffled back are in no stock."""
    return not any(state.returned[0])


@rule
def shuffle(s: Any) -> None:
    """All orders of the waiting cards are equally likely, but for those that were shuffled back: not in the stocks."""
    back = stocks = 0
    for card in range(R.KINDS):
        back += s.returned[0][card]
    for p in range(s.players):
        stocks += max(s.count[p] - 1, 0)
    for left in range(s.laid, back + 1, -1):
        j = back + below(s, left - back)
        s.draw[left - 1], s.draw[j] = s.draw[j], s.draw[left - 1]
    for left in range(s.laid - stocks, 1, -1):
        s.draw[left - 1] = pick(s, s.draw, left)


@rule
def lay(s: Any) -> None:
    """Lay the waiting cards, from the top, into the stocks below their tops and the hands that are not known."""
    n = s.laid
    for p in range(s.players):
        node = s.top[p]
        for _ in range(s.count[p] - 1):
            n -= 1
            node = s.below[node]
            s.face[node] = s.draw[n]
    for p in range(s.players):
        known = 0
        for card in range(R.KINDS):
            known += s.hand[p][card]
        for _ in range(s.hand_n[p] - known):
            n -= 1
            s.hand[p][s.draw[n]] += 1
    s.draw_n = s.laid = n


def alike(view: Any, action: int) -> Hashable:
    """Moves with the same key are equal: building piles of one height, discard piles with the same cards."""
    if action >= R.PASS:
        return action
    if action >= R.DISCARD:
        card, d = 1 + (action - R.DISCARD) // R.PILES, (action - R.DISCARD) % R.PILES
        return R.DISCARD, card, cards_of(view, R.discard_pile(view.player, d))
    source, b = action // R.PILES, action % R.PILES
    place = (view.height[b], *(view.build[b] if view.exhaustion == R.RECYCLE else ()))
    if R.OWN_DISCARD <= source < R.PARTNER_STOCK:
        return R.OWN_DISCARD, cards_of(view, R.pile_of(view, source)), place
    if source >= R.PARTNER_DISCARD:
        return R.PARTNER_DISCARD, cards_of(view, R.pile_of(view, source)), place
    return source, place


def cards_of(view: Any, stack: int) -> tuple[int, ...]:
    """The cards of a stack, from the top."""
    cards, node = [], view.top[stack]
    while node:
        cards.append(view.face[node])
        node = view.below[node]
    return tuple(cards)
