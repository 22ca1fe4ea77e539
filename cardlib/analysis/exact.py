"""Ends of rounds, where all possible deals can be gone through: then values under the policy are exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.host import stream
from ..rng import Rng
from .playouts import Table, play_dealt

MOST = 3_000  # deals that are gone through for every move, compiled; interpreted a tenth of that
TRIED = 30  # deals that are played first, to see how many cards are drawn

Solved = tuple[list[int], dict[Any, list[list[int]]]]  # weights of the deals; points after each move
Order = Sequence[int]  # the waiting cards, the first to be laid or drawn last


def play_all(table: Table, actions: Sequence[Any], compiled: bool) -> Solved | None:
    """The weights of all deals, and after every move the points of all seats in each; None if they are too many.

    What counts of a deal are the cards that are laid and those that will be drawn; the rest may lie in any order.
    """
    most = MOST if compiled else MOST // 10
    waiting = list(table.state.draw[: table.state.laid])
    laid = len(waiting) - table.state.draw_n
    if not table.deals.exchangeable(table.state) or orders(waiting, laid, most) is None:
        return None
    tried = [Rng(stream(table.seed, k, 0)).draw(waiting, len(waiting)) for k in range(TRIED)]
    drawn = 0
    for action in actions:
        used = play_dealt(table, int(action), tried, compiled)[1]
        if used is None:
            return None
        drawn = max(drawn, used)
    deals = orders(waiting, laid + drawn, most)
    if deals is None:
        return None
    points = {}
    for action in actions:
        points[action], used = play_dealt(table, int(action), [order for order, _weight in deals], compiled)
        if used is None or used > drawn:
            return None
    return [weight for _order, weight in deals], points


def orders(cards: Sequence[int], n: int, most: int) -> list[tuple[Order, int]] | None:
    """The orders of the top n cards that differ, each with how many orders of labelled cards it stands for.

    The rest lies below them in any order. None if there are more than `most`.
    """
    found: list[tuple[Order, int]] = []
    for top, weight in _tops(Counter(cards), n):
        rest = Counter(cards)
        rest.subtract(top)
        found.append((list(rest.elements()) + top[::-1], weight))
        if len(found) > most:
            return None
    return found


def _tops(counts: Counter[int], n: int) -> Iterator[tuple[list[int], int]]:
    """The sequences of n cards, each with its number of labelled ones."""
    if n == 0:
        yield [], 1
        return
    for card, k in list(counts.items()):
        if k:
            counts[card] -= 1
            for more, weight in _tops(counts, n - 1):
                yield [card, *more], k * weight
            counts[card] += 1
