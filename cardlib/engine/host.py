"""One rules source, two hosts.

A game's rules are plain functions marked `@rule` over a flat record of small integers. They run interpreted, on a
`Record` (a plain Python object: nothing but the standard library), and compiled by Numba, on a NumPy record with the
same field names. Only the random numbers and the bit tables below have two bodies.

Words used here:
  record   named integer fields, each a number, a list or a list of lists; a game's whole state, or one player's view
  field    (name, NumPy type code, shape), for instance ("card", "i8", (8, 12))
  rng      the 64-bit state of a splitmix64 stream, kept in a record's field `rng`
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, ClassVar, TypeVar

from cardlib.rng import GOLDEN, MASK64, MIX, mix

Field = tuple[str, str, tuple[int, ...]]
TALLY = "tally_"  # fields whose names begin so count for the results alone: they do not tell two states apart
Function = TypeVar("Function", bound=Callable[..., Any])

DECK, LUCK = 0, 1  # the random streams of a game: what the deck does, what the players do
LUCK_KEY = 0x6361726473206C75  # the second half of the hash's key; any number will do
LUCK_STEP = 0xD1B54A32D192ED03  # between the streams of two decisions; far from any small multiple of GOLDEN
BITS = 12  # the widest mask the bit tables cover: the cells of a grid
SIZES = tuple(mask.bit_count() for mask in range(1 << BITS))
MEMBERS = tuple(tuple(bit for bit in range(BITS) if mask >> bit & 1) for mask in range(1 << BITS))

_rules: list[tuple[Callable[..., Any], bool]] = []


def rule(function: Function) -> Function:
    """Mark a function as part of a game's rules, so that the compiled host can use it too."""
    _rules.append((function, False))
    return function


def move_rule(function: Function) -> Function:
    """Mark a rule that runs at every move: compiled into its callers, it is faster but takes longer to compile."""
    _rules.append((function, True))
    return function


# --- records ------------------------------------------------------------------------------------------------------
class Record:
    """A flat record on the interpreted host; subclasses are made by `record`."""

    __slots__ = ()
    FIELDS: ClassVar[tuple[Field, ...]] = ()

    def __init__(self) -> None:
        for name, _, shape in self.FIELDS:
            setattr(self, name, _zeros(shape))

    def copy(self) -> Any:
        """An independent record with the same contents."""
        other = object.__new__(type(self))
        for name, _, shape in self.FIELDS:
            value = getattr(self, name)
            if len(shape) == 1:
                value = value[:]
            elif shape:
                value = [row[:] for row in value]
            setattr(other, name, value)
        return other

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as ints and lists, without those that count for the results alone."""
        return {name: getattr(self, name) for name, _, _ in self.FIELDS if not name.startswith(TALLY)}

    def digest(self) -> str:
        """The fingerprint of the contents."""
        return digest(self.to_dict())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(self.digest())


def digest(fields: dict[str, Any]) -> str:
    """A fingerprint of a record's fields: equal contents, equal fingerprints."""
    return hashlib.sha256(repr(fields).encode()).hexdigest()[:16]


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


@cache
def record(name: str, fields: tuple[Field, ...]) -> type[Record]:
    """A Record class with the given fields, all zero at first."""
    slots = tuple(field[0] for field in fields)
    return type(name, (Record,), {"__slots__": slots, "FIELDS": fields})


@cache
def dtype(fields: tuple[Field, ...]) -> Any:
    """The NumPy dtype of the same record, for the compiled host."""
    import numpy as np

    return np.dtype([(name, kind, shape) if shape else (name, kind) for name, kind, shape in fields], align=True)


def to_numpy(source: Record, target: Any) -> None:
    """Copy a Record into a NumPy record of the same fields."""
    for name, _, _ in source.FIELDS:
        target[name] = getattr(source, name)


def from_numpy(source: Any, target: Record) -> None:
    """Copy a NumPy record into a Record of the same fields."""
    for name, _, _ in target.FIELDS:
        setattr(target, name, source[name].tolist())


# --- random numbers: two bodies, one sequence ---------------------------------------------------------------------
def siphash(k0: int, k1: int, words: Iterable[Any]) -> Any:
    """SipHash-2-4 of 64-bit words, or NumPy arrays of them (the last holds the length), under a key of two words."""
    v: list[Any] = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]
    for word in words:
        v[3] = v[3] ^ word
        _sip_rounds(v, 2)
        v[0] = v[0] ^ word
    v[2] = v[2] ^ 0xFF
    _sip_rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def _sip_rounds(v: list[Any], n: int) -> None:
    a, b, c, d = v
    for _k in range(n):
        a = (a + b) & MASK64
        c = (c + d) & MASK64
        b = (b << 13 & MASK64 | b >> 51) ^ a
        d = (d << 16 & MASK64 | d >> 48) ^ c
        a = a << 32 & MASK64 | a >> 32
        c = (c + b) & MASK64
        a = (a + d) & MASK64
        b = (b << 17 & MASK64 | b >> 47) ^ c
        d = (d << 21 & MASK64 | d >> 43) ^ a
        c = c << 32 & MASK64 | c >> 32
    v[:] = a, b, c, d


def stream(seed: int, index: Any, which: int) -> Any:
    """The start of a random stream (`which`: DECK or LUCK) of game `index`, a number or a NumPy array, under `seed`.

    Player functions get an rng, which can be computed backwards to where it started. So the players' start is a keyed
    hash with the seed as its key: it tells nothing about the deck, unless somebody tries out all seeds.
    """
    if which == DECK:
        return _undoable(seed, index, DECK)
    return siphash(seed & MASK64, LUCK_KEY, (index, which | 15 << 56))


def _undoable(seed: int, index: Any, which: int) -> Any:
    return mix((mix((mix(seed & MASK64) + index * GOLDEN) & MASK64) + which) & MASK64)


def first_version_luck(seed: int, index: int, actions: int) -> int:
    """The players' luck after so many actions in saved games of the first version, where it gave the deck away."""
    return int(_undoable(seed, index, LUCK) + actions * LUCK_STEP) & MASK64


def below(s: Any, n: int) -> int:
    """A random integer in 0..n-1 from the stream in `s.rng`; its bias is below n / 2^32 (2^-24 for these decks)."""
    s.rng = (s.rng + GOLDEN) & MASK64
    return ((mix(s.rng) >> 32) * n) >> 32


@rule
def decision_luck(s: Any) -> int:
    """The random stream for the decision that is due: it depends on how many actions there were, not on their makers.

    So a built-in player decides alike in a batch, in a stepper and after an undo, whoever plays the other seats.
    """
    return s.luck


def next_luck(s: Any) -> None:
    """After every action: new luck for the next decision."""
    s.luck = (s.luck + LUCK_STEP) & MASK64


# --- sets of cells as bit masks -----------------------------------------------------------------------------------
def size(mask: int) -> int:
    """How many cells a mask holds."""
    return SIZES[mask]


def nth(mask: int, k: int) -> int:
    """The k-th cell (from 0) of a mask."""
    return MEMBERS[mask][k]


# --- the compiled host --------------------------------------------------------------------------------------------
def sources_digest(*modules: ModuleType) -> str:
    """A fingerprint of the rule sources that modules use: Numba's cache serves only the same sources.

    Numba itself looks only at the file of the function that is cached, not at the files it calls. What counts are all
    files in the folders of the modules whose `@rule` functions can be reached from the given ones.
    """
    with_rules = {function.__module__ for function, _inline in _rules}
    reached: set[str] = set()
    todo = [module.__name__ for module in modules]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            values = list(vars(sys.modules[name]).values())
            names = {v.__name__ if isinstance(v, ModuleType) else getattr(v, "__module__", None) for v in values}
            todo += [name for name in names if name in with_rules]
    folders = {Path(str(sys.modules[name].__file__)).parent for name in reached} | {Path(__file__).parent}
    files = sorted(path for folder in folders for path in folder.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@cache
def prepare_numba() -> None:
    """Tell Numba of the second bodies. Needs numba and numpy.

    Raises ImportError where they are missing (a browser): use the interpreted host there.
    """
    import numpy as np
    from numba.extending import overload, register_jitable

    sizes = np.array(SIZES, np.int8)
    members = np.array([row + (0,) * (BITS - len(row)) for row in MEMBERS], np.int8)

    @register_jitable
    def wrapping_mix(z):  # type: ignore[no-untyped-def]
        z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX[0])
        z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX[1])
        return z ^ (z >> np.uint64(31))

    def wrapping_below(s, n):  # type: ignore[no-untyped-def]
        s.rng = s.rng + np.uint64(GOLDEN)
        return np.int64(((wrapping_mix(s.rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))

    def wrapping_next_luck(s):  # type: ignore[no-untyped-def]
        s.luck = s.luck + np.uint64(LUCK_STEP)

    overload(below)(lambda s, n: wrapping_below)
    overload(next_luck)(lambda s: wrapping_next_luck)
    overload(size)(lambda mask: lambda mask: np.int64(sizes[mask]))
    overload(nth)(lambda mask, k: lambda mask, k: np.int64(members[mask, k]))


_registered: set[Callable[..., Any]] = set()


def register_rules() -> None:
    """Hand the rules defined since the last call to Numba."""
    from numba.extending import register_jitable

    prepare_numba()
    for function, inline in _rules:
        if function not in _registered:
            register_jitable(forceinline=inline, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
            _registered.add(function)


_one_at_a_time = RLock()


@contextmanager
def compiling() -> Iterator[None]:
    """While active, Numba knows all rules and does not vectorize loops: those of card games are short, and get slower.

    One thread at a time: that setting is Numba's, for everything it compiles.
    """
    with _one_at_a_time:
        register_rules()
        import numba

        config: Any = numba.config
        before = config.LOOP_VECTORIZE
        config.LOOP_VECTORIZE = 0
        try:
            yield
        finally:
            config.LOOP_VECTORIZE = before


def compile_rules(signature: Any, function: Callable[..., Any]) -> Any:
    """A function compiled for a signature, with the rules it calls, and kept in Numba's cache for the next process.

    Where no cache can be written it is compiled for this process alone; where the cache is damaged, anew.
    """
    from numba import njit
    from numba.core.errors import NumbaError

    with compiling():
        try:
            return njit(signature, cache=True, nogil=True)(function)
        except NumbaError:
            raise
        except (OSError, RuntimeError):  # a full disk; no folder that can be written to
            pass
        except Exception:  # a file that was cut off holds anything
            with suppress(Exception):
                cached: Any = njit(cache=True)(function)
                cached._cache.flush()
                return njit(signature, cache=True, nogil=True)(function)
        return njit(signature, nogil=True)(function)
