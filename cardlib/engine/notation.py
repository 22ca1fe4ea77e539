"""Actions in writing: a game lists its phrases, and this reads and writes them.

A phrase is a text with `{}` for what varies, for instance "take {}" with a cell; its actions are numbers that follow
each other, from `first` on. Two phrases may share a text if what varies is written differently.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from ..text import Error, Message
from .grid import read_cells, write_cell
from .saved import quoted


@dataclass(frozen=True)
class Slot:
    """What varies in a phrase: `size` values, how one is found in a text, read and written (None: it is not for it)."""

    size: int
    pattern: str
    read: Callable[[str], int]
    write: Callable[[int], str | None]


CELL = r"\( ?\d{1,9} ?, ?\d{1,9} ?\)"


def cell(rows: int, columns: int) -> Slot:
    """A place of a grid, such as (2,1)."""
    return Slot(rows * columns, CELL, lambda text: read_cells(text, rows, columns)[0], lambda n: write_cell(n, rows))


def two_cells(rows: int, columns: int) -> Slot:
    """Two places of a grid, such as (0,0) (0,1), in any order."""
    cells = rows * columns

    def read(text: str) -> int:
        a, b = sorted(read_cells(text, rows, columns))
        return a * cells + b

    return Slot(
        cells * cells, f"{CELL} ?{CELL}", read, lambda n: " ".join(write_cell(c, rows) for c in divmod(n, cells))
    )


def counted(size: int, start: int, wrong: Callable[[str], Error]) -> Slot:
    """A number from `start` on; `wrong` is the error for one that is too large or none."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,9}", text) or not start <= int(text) < start + size:
            raise wrong(text)
        return int(text) - start

    return Slot(size, r"[^\s:]+", read, lambda n: str(n + start))


def named(names: Sequence[Any], read: Callable[[str], int]) -> Slot:
    """One of a few names, of one or more words."""
    return Slot(len(names), "[^(]+", read, lambda n: str(names[n]))


@dataclass(frozen=True)
class Phrase:
    """A text and the actions that are written so."""

    first: int
    text: str
    slots: tuple[Slot, ...] = ()

    @cached_property
    def size(self) -> int:
        """How many numbers it covers."""
        return prod(slot.size for slot in self.slots)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What its texts look like."""
        first, *parts = (re.escape(part.strip()) for part in self.text.split("{}"))
        varying = zip(self.slots, parts, strict=True)
        return re.compile(first + "".join(f" ?({slot.pattern}) ?{part}" for slot, part in varying))

    def write(self, action: int) -> str | None:
        """The text of an action, or None if it is not one of these."""
        rest, values = action - self.first, list[str | None]()
        if not 0 <= rest < self.size:
            return None
        for slot in reversed(self.slots):
            rest, n = divmod(rest, slot.size)
            values.insert(0, slot.write(n))
        return None if None in values else self.text.format(*values)

    def read(self, text: str) -> int | None:
        """The action of a text, or None if it is no such text; ValueError for a value that there is not."""
        match = self.pattern.fullmatch(text)
        if match is None:
            return None
        n = 0
        for slot, value in zip(self.slots, match.groups(), strict=True):
            n = n * slot.size + slot.read(value.strip())
        return self.first + n


@dataclass(frozen=True)
class Notation:
    """How a game's actions are written: its phrases, the game's name and how to write them in a sentence."""

    phrases: tuple[Phrase, ...]
    game: str
    how: Message

    def write(self, action: int) -> str:
        """The text of an action."""
        return next(text for phrase in self.phrases if (text := phrase.write(action)) is not None)

    def read(self, text: Any) -> int:
        """The action of a text; ValueError says how actions are written."""
        if isinstance(text, str) and len(text) < 500:
            words = " ".join(text.lower().replace("→", "->").split())
            for phrase in self.phrases:
                found = phrase.read(words)
                if found is not None:
                    return found
        raise Error("{text} is not an action of {game}; {how}", text=quoted(repr(text)), game=self.game, how=self.how)
