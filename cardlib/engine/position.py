"""Input that is checked: numbers, players, and positions in writing, whose other cards are dealt by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..text import Error, _, plural
from .grid import Grid
from .piles import pick
from .saved import quoted

NAME_LENGTH = 40  # characters
TABLE, ALL = "table", "all"  # eyes: what lies open to everybody; everything (the teacher's)


def whole(name: str, value: Any, high: int) -> int:
    """A whole number from 0 to high, or ValueError."""
    if type(value) is not int or not 0 <= value <= high:
        raise Error(
            "{name} is {value}; it must be a whole number from 0 to {high}",
            name=name, value=repr(value), high=str(high),
        )  # fmt: skip
    return value


def player_names(players: Sequence[str] | int, allowed: range) -> tuple[str, ...]:
    """The players' names from names or a number; ValueError says what is allowed."""
    names: tuple[Any, ...] = ()
    if isinstance(players, Iterable) and not isinstance(players, (str, bytes)):
        names = tuple(players)
    elif type(players) is not int:
        raise Error("players is {players}; give a list of names or a number", players=repr(players))
    n = players if type(players) is int else len(names)
    if n not in allowed:
        raise Error("{n} players are not possible; the number of players is {allowed}", n=n, allowed=str(list(allowed)))
    if type(players) is int:
        return tuple(str(_("Player {n}", n=k)) for k in range(1, n + 1))
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
            raise Error(
                "{name} is no player's name; a name is 1 to {most} printable characters",
                name=quoted(repr(name)), most=NAME_LENGTH,
            )  # fmt: skip
        if name.strip().casefold() in (TABLE, ALL):
            raise Error("{name} cannot be a player's name: it stands for other eyes", name=repr(name))
    if len(set(names)) < len(names):
        raise Error("the names {names} are not all different", names=", ".join(names))
    return names


def listed(values: Any) -> list[Any] | None:
    """A pile or another row of values as a list: from a list, a tuple, or a text with spaces between; None for None.

    Raises ValueError for anything else.
    """
    if isinstance(values, str):
        return list(values.split())
    if values is None or isinstance(values, list | tuple):
        return None if values is None else list(values)
    raise Error("{values} is no row of cards or points; give a list, bottom to top, such as [3, 9]",
                values=repr(values))  # fmt: skip


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
                    counts[card], card=str(write(card)), most=n, rule=rule,
                )
            )  # fmt: skip
    return [card for card, n in deck.items() for _copy in range(n - counts[card])]


def deal(state: Any, rest: list[int]) -> int:
    """A card that was not given, by chance from the rest."""
    if not rest:
        raise Error("there are not enough cards left for the places that are not given")
    card = pick(state, rest, len(rest))
    rest.pop()
    return card
