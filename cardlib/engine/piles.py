"""Draw piles, for both hosts. Chance settles their order card by card, when a card is drawn.

A state has draw (the cards), draw_n (how many), and laid: so many cards on top lie in a known order.
"""

from __future__ import annotations

from typing import Any

from .host import below, move_rule


@move_rule
def pick(s: Any, pile: Any, n: int) -> int:
    """A random card of a pile of n; the last card fills the hole, so the pile's order is chance's to choose."""
    j = below(s, n)
    card = pile[j]
    pile[j] = pile[n - 1]
    return card


@move_rule
def take_top(s: Any) -> int:
    """The top card of a draw pile that is not empty: as it was laid, or else by chance."""
    if s.laid > 0:
        card = s.draw[s.draw_n - 1]
        s.laid -= 1
    else:
        card = pick(s, s.draw, s.draw_n)
    s.draw_n -= 1
    return card
