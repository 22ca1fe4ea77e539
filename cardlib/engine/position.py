"""Positions in writing: what every game needs to lay given cards and to deal the others by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..text import Error, _, plural
from .grid import Grid
from .piles import pick


def listed(values: Any) -> list[Any] | None:
    """A pile or another row of values as a list: from a list, a tuple, or a text with spaces between; None for None.

    Raises ValueError for anything else.
    """
    if isinstance(values, str):
        return list(values.split())
    if values is None or isinstance(values, list | tuple):
        return None if values is None else list(values)
    how = _("{values} is no row of cards or points; give a list, bottom to top, such as [3, 9]", values=repr(values))
    raise Error(how)


def as_lists(value: Any) -> Any:
    """A copy for saved games: sequences as lists, all the way down, written grids as texts."""
    if isinstance(value, Grid):
        return str(value)
    return [as_lists(item) for item in value] if isinstance(value, list | tuple) else value


def points(totals: Sequence[int] | None, players: int) -> list[int]:
    """Totals as given, or all 0; ValueError unless there is a whole number for every player."""
    found = [0] * players if totals is None else listed(totals) or []
    if len(found) != players or not all(type(t) is int and abs(t) <= 1_000_000 for t in found):
        raise Error(
            "totals is {totals}; it must be {players} whole numbers (points)", totals=repr(totals), players=players
        )
    return found


def remaining(given: Iterable[int], deck: Mapping[int, int], write: Callable[[int], Any], rule: str) -> list[int]:
    """The deck (card -> count) without the given cards, in order.

    Raises ValueError, with the rule's number, for a card that is there more often than in the deck.
    """
    counts = Counter(given)
    for card, n in deck.items():
        if counts[card] > n:
            raise Error(
                plural(
                    "the card {card} is there {n} time; the deck has {most} ({rule})",
                    "the card {card} is there {n} times; the deck has {most} ({rule})",
                    counts[card],
                    card=str(write(card)),
                    most=n,
                    rule=rule,
                )
            )
    return [card for card, n in deck.items() for _copy in range(n - counts[card])]


def deal(state: Any, rest: list[int]) -> int:
    """A card that was not given, by chance from the rest."""
    if not rest:
        raise Error("there are not enough cards left for the places that are not given")
    card = pick(state, rest, len(rest))
    rest.pop()
    return card
