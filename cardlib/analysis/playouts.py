"""Playing on: many deals that fit a view, each played out by named policies after a given move, on either host.

A game's `deals.py` adds what differs from game to game:
  POLICY            the player who plays on if nobody is named
  restore(view, state)   brings a state that has a view's fields into order
  shuffle(s), lay(s)     @rule: the cards that the view did not show are shuffled; they are laid where they are missing
  exchangeable(state)    whether every order of the waiting cards is equally likely
  alike(view, action)    a key that moves share which are equal by symmetry
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from ..engine.batch import MOST_ACTIONS, _think_type, compiled_thinker, thinker
from ..engine.host import compile_rules, decision_luck, dtype, next_luck, record, sources_digest, stream, to_numpy
from ..engine.kinds import kind_of
from ..engine.players import Player, prepare_view

NOTHING = -1  # no first move: the policies choose it too
CHUNK = 500  # worlds that lie ready at once (a state is about 6 kB)


@dataclass(frozen=True)
class Table:
    """What playing on needs to know: the game's modules, the state to deal from, and who plays on in which seat."""

    rules: ModuleType
    players: ModuleType
    deals: Any
    state: Any
    seats: tuple[Player, ...]
    options: tuple[tuple[str, int], ...]
    seed: int


def world_of(view: Any, rules: ModuleType, deals: ModuleType) -> Any:
    """A state with everything that a view record shows; what it does not show is left for `shuffle` and `lay`."""
    state: Any = record("State", rules.STATE_FIELDS)()
    shared = {name for name, _kind, shape in rules.STATE_FIELDS if (name, _kind, shape) in rules.VIEW_FIELDS}
    source = view.copy()
    for name in shared - {"rng"}:
        setattr(state, name, getattr(source, name))
    deals.restore(view, state)
    return state


def playout_loop(rules: ModuleType, players: ModuleType, deals: ModuleType, key: str = "") -> Callable[..., int]:
    """The function that deals the worlds of `states` and plays each out after the first move, on either host.

    shuffled:    whether the waiting cards are shuffled first
    points:      filled with the points of every seat at the end of the round
    It returns how many worlds it has finished; it stops at one whose policy plays what is not legal.
    """
    shuffle, lay = deals.shuffle, deals.lay
    check, apply, legal = rules.check, rules.apply, rules.LEGAL
    round_over, game_over = rules.ROUND_OVER, rules.GAME_OVER
    simple, choose_simple = players.SIMPLE, players.choose_simple

    def playouts(
        states: Any, views: Any, kinds: Any, think: Any, first: int, shuffled: Any, rngs: Any, lucks: Any, points: Any
    ) -> int:
        key  # noqa: B018  part of the key in Numba's cache
        v = views[0]
        for i in range(len(states)):
            s = states[i]
            s.rng, s.luck = rngs[i], lucks[i]
            if shuffled:
                shuffle(s)
            lay(s)
            n = 0
            while s.phase != round_over and s.phase != game_over and n < MOST_ACTIONS:
                if n == 0 and first >= 0:
                    action = first
                elif kinds[s.player] < simple:
                    deck = s.rng
                    s.rng = decision_luck(s)
                    action = choose_simple(s, kinds[s.player])
                    s.rng = deck
                else:
                    action = think(s, v, kinds[s.player])
                if check(s, action) != legal:
                    return i
                apply(s, action)
                next_luck(s)
                n += 1
            for p in range(s.players):
                points[i][p] = s.score[p]
        return len(states)

    return playouts


@cache
def compiled_playouts(rules: ModuleType, players: ModuleType, deals: ModuleType) -> Callable[..., int]:
    """The same, compiled. Needs numba and numpy (ImportError without them)."""
    import numpy as np
    from numba import from_dtype, typeof, types

    loop = playout_loop(rules, players, deals, sources_digest(rules, players, deals))
    states, views = (types.Array(from_dtype(dtype(f)), 1, "C") for f in (rules.STATE_FIELDS, rules.VIEW_FIELDS))
    words, line, lines = (typeof(np.zeros(n, kind)) for n, kind in ((0, np.uint64), (0, np.int32), ((0, 0), np.int32)))
    think = types.FunctionType(_think_type(rules))
    signature = types.int64(states, views, line, think, types.int64, types.boolean, words, words, lines)
    return compile_rules(signature, loop)


def compile_for(name: str) -> None:
    """Compile what playing on in a game needs, into the cache that all processes share."""
    kind = kind_of(name)
    compiled_playouts(kind.rules, kind.players, kind.deals)
    compiled_thinker(kind.rules, kind.players, True)


def play_out(table: Table, first: int, deals: range, compiled: bool) -> list[list[int]]:
    """The points of every seat at the end of the round, one row a deal: the deals numbered `deals` under the seed."""
    play = _compiled if compiled else _interpreted
    found: list[list[int]] = []
    for start in range(deals.start, deals.stop, CHUNK):
        numbers = range(start, min(start + CHUNK, deals.stop))
        rngs, lucks = streams(table.seed, numbers, compiled)
        found += play(table, first, True, [table.state] * len(numbers), rngs, lucks)[0]
    return found


def streams(seed: int, numbers: range, compiled: bool) -> Any:
    """The random streams of some deals: the deck's and the players'."""
    if not compiled:
        return [[stream(seed, i, which) for i in numbers] for which in (0, 1)]
    import numpy as np

    indices: Any = np.arange(numbers.start, numbers.stop, dtype=np.uint64)
    return [stream(seed, indices, which) for which in (0, 1)]


def play_dealt(
    table: Table, first: int, orders: Sequence[Sequence[int]], compiled: bool
) -> tuple[list[list[int]], int | None]:
    """The same for given orders of the waiting cards, and the most cards drawn in any of them.

    None instead of a number: chance did more than that, such as shuffle the discard pile anew.
    """
    states = []
    for order in orders:
        state = table.state.copy()
        state.draw[: len(order)] = order
        states.append(state)
    chance, luck = stream(table.seed, 0, 0), stream(table.seed, 0, 1)
    play = _compiled if compiled else _interpreted
    points, after = play(table, first, False, states, [chance] * len(states), [luck] * len(states))
    others = [name for name, _kind, _shape in table.rules.STATE_FIELDS if name.endswith("_laid")]
    for state in after:
        if state.rng != chance or any(getattr(state, name) != getattr(table.state, name) for name in others):
            return points, None
    return points, max(int(table.state.draw_n - state.draw_n) for state in after)


def _view(table: Table) -> Any:
    view = record("View", table.rules.VIEW_FIELDS)()
    prepare_view(view, table.options, table.seats)
    return view


def _interpreted(
    table: Table, first: int, shuffled: bool, sources: Sequence[Any], rngs: Any, lucks: Any
) -> tuple[list[list[int]], Any]:
    """The points of every seat, and the states they were played to."""
    states = [source.copy() for source in sources]
    points = [[0] * table.state.players for _state in states]
    play = playout_loop(table.rules, table.players, table.deals)
    think = thinker(table.rules, table.players)
    kinds = [player.kind for player in table.seats]
    _check(play(states, [_view(table)], kinds, think, first, shuffled, rngs, lucks, points), len(states))
    return points, states


def _compiled(
    table: Table, first: int, shuffled: bool, sources: Sequence[Any], rngs: Any, lucks: Any
) -> tuple[list[list[int]], Any]:
    """The same by the compiled host."""
    import numpy as np

    states = np.zeros(len(sources), dtype(table.rules.STATE_FIELDS))
    to_numpy(table.state, states[0])
    states[1:] = states[0]
    if not shuffled:
        states["draw"] = [source.draw for source in sources]
    views = np.zeros(1, dtype(table.rules.VIEW_FIELDS))
    to_numpy(_view(table), views[0])
    kinds = np.array([player.kind for player in table.seats], np.int32)
    points = np.zeros((len(states), table.state.players), np.int32)
    thinks = any(player.kind >= table.players.SIMPLE for player in table.seats)
    think = compiled_thinker(table.rules, table.players, thinks)
    play = compiled_playouts(table.rules, table.players, table.deals)
    words = [np.array(numbers, np.uint64) for numbers in (rngs, lucks)]
    _check(play(states, views, kinds, think, first, shuffled, *words, points), len(states))
    rows: list[list[int]] = points.tolist()
    return rows, states.view(np.recarray)


def _check(finished: int, deals: int) -> None:
    if finished < deals:
        raise RuntimeError(f"a policy chose an illegal action in deal {finished}")
