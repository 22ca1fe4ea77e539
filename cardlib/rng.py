"""Random numbers that are the same on every machine: splitmix64 and a multiply-shift bounded draw."""

from collections.abc import Iterator, Sequence
from operator import index
from typing import Any, TypeVar

from cardlib.text import Error

MASK64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15  # the step of splitmix64
MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
T = TypeVar("T")


def mix(z: int) -> int:
    """splitmix64's output function: 64 bits in, 64 well-mixed bits out."""
    z = ((z ^ (z >> 30)) * MIX[0]) & MASK64
    z = ((z ^ (z >> 27)) * MIX[1]) & MASK64
    return z ^ (z >> 31)


class Rng:
    """A stream of random numbers fixed by its seed (any integer, taken modulo 2^64)."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        try:
            self.state = index(seed) & MASK64
        except TypeError:
            raise Error("The seed is a whole number, not {seed}.", seed=repr(seed)) from None

    def next(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + GOLDEN) & MASK64
        return mix(self.state)

    def below(self, n: int) -> int:
        """A random integer in 0..n-1, for n up to 2^32; its bias is below n / 2^32 (2^-24 for these decks)."""
        return (self.next() >> 32) * n >> 32

    def random(self) -> float:
        """A random number, at least 0 and below 1."""
        return (self.next() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely; ValueError if there are none."""
        if not items:
            raise Error("there is nothing to choose from")
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        """Bring a list into random order."""
        items[:] = self.draw(items, len(items))

    def draw(self, cards: Sequence[T], n: int) -> list[T]:
        """n of the cards, in random order, without replacement."""
        pile = list(cards)
        hand = []
        for left in range(len(pile) - 1, len(pile) - 1 - n, -1):
            i = self.below(left + 1)
            hand.append(pile[i])
            pile[i] = pile[left]
        return hand

    def deal(self, cards: Sequence[T]) -> Iterator[T]:
        """All the cards, one after the other in random order; random numbers are used only as far as it is read."""
        pile = list(cards)
        for left in range(len(pile) - 1, -1, -1):
            i = self.below(left + 1)
            yield pile[i]
            pile[i] = pile[left]
