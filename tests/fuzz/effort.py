"""How much to try: a short run by default; `CARDLIB_FUZZ=200 python -m pytest tests/fuzz -q` tries 200 times as much."""

import os
import random

import pytest

TIMES = int(os.environ.get("CARDLIB_FUZZ", "1"))
by_hand = pytest.mark.skipif(
    "CARDLIB_FUZZ" not in os.environ, reason="by hand: CARDLIB_FUZZ=1 python -m pytest tests/fuzz"
)
LONGEST = 700  # characters of an error text


def chances(n, seed):
    """Sources of chance, n in a short run; each can be made again from its number."""
    return (random.Random(f"{seed} {k}") for k in range(n * TIMES))


ODD = [
    None, True, -1, 0, 1, 3, 10**6, 10**30, -(10**30), 1.5, 1e300, "", "x", "-1", "٣", "\u202e", "x" * 5000, [], [[]], [1],
    ["x"], [None] * 50, {}, {"x": 1}, {"kind": []}, "5 5 5", "all", "<b>", "\x00", "1" * 5000, "? " * 300,
]  # fmt: skip


def odd(chance):
    """A value that nobody expects."""
    value = chance.choice(ODD)
    return [value, odd(chance)] if chance.random() < 0.1 else value


def spoiled(chance, content):
    """Bytes with something flipped, cut out, doubled, or put in."""
    kind, at = chance.randrange(5), chance.randrange(len(content))
    end = min(len(content), at + chance.choice([1, 1, 4, 100]))
    if kind == 0:
        return content[:at] + bytes([content[at] ^ (1 << chance.randrange(8))]) + content[at + 1 :]
    if kind == 1:
        return content[:at] + content[end:]
    if kind == 2:
        return content[:end] + content[at:]
    if kind == 3:
        return content[:at] + chance.randbytes(chance.choice([1, 2, 50])) + content[at:]
    return content[:at]


def replaced(chance, data):
    """A JSON value with something inside replaced, left out or added."""
    if isinstance(data, dict) and data and chance.random() < 0.9:
        key = chance.choice(sorted(data))
        if chance.random() < 0.05:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: replaced(chance, data[key])}
    if isinstance(data, list) and data and chance.random() < 0.85:
        k = chance.randrange(len(data))
        if chance.random() < 0.1:
            return data[:k] + data[k + 1 :]
        return [*data[:k], replaced(chance, data[k]), *data[k + 1 :]]
    if type(data) is int and chance.random() < 0.6:
        return data + chance.choice([-1, 1, 100, -100])
    return odd(chance)
