"""Positions in writing: what every game needs to lay given cards and to deal the others by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..text import _
from .piles import pick


def listed(values: Sequence[Any] | None) -> list[Any] | None:
    """A list of the values, or None."""
    return None if values is None else list(values)


def points(totals: Sequence[int] | None, players: int) -> list[int]:
    """Totals as given, or all 0; ValueError unless there is a whole number for every player."""
    found = [0] * players if totals is None else list(totals)
    if len(found) != players or not all(type(t) is int and abs(t) <= 1_000_000 for t in found):
        raise ValueError(
            str(
                _(
                    "totals is {totals}; it must be {players} whole numbers (points)",
                    totals=repr(totals),
                    players=players,
                )
            )
        )
    return found


def remaining(given: Iterable[int], deck: Mapping[int, int], write: Callable[[int], Any], rule: str) -> list[int]:
    """The deck (card -> count) without the given cards, in order.

    Raises ValueError, with the rule's number, for a card that is there more often than in the deck.
    """
    counts = Counter(given)
    for card, n in deck.items():
        if counts[card] > n:
            raise ValueError(
                str(
                    _(
                        "the card {card} is there {times} times; the deck has {n} ({rule})",
                        card=str(write(card)),
                        times=counts[card],
                        n=n,
                        rule=rule,
                    )
                )
            )
    return [card for card, n in deck.items() for _copy in range(n - counts[card])]


def deal(state: Any, rest: list[int]) -> int:
    """A card that was not given, by chance from the rest."""
    if not rest:
        raise ValueError(str(_("there are not enough cards left for the places that are not given")))
    card = pick(state, rest, len(rest))
    rest.pop()
    return card
