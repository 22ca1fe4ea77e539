"""Playing whole rounds and games: one loop for every game, interpreted or compiled.

What a game's rules.py may add for the results (there are defaults for all of it):
  RESULT_FIELDS   Columns, one a number that is kept for each player and round, besides those of COLUMNS
  result(s, row, p)   @rule: writes those numbers of seat p into row[0], row[1], ... when a round has just ended
  won(s, p)           @rule: whether seat p has won, or leads after this round; default: the lowest total
  ENDINGS, ending(s)  how a round can end, in words, and @rule: the place in that list; default: one way
Its players.py: see `cardlib.engine.players`.
A view that has a field `numbers` (seats x numbers, "f8") finds there the parameters of the player in each seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from .host import compile_rules, decision_luck, dtype, next_luck, rule, sources_digest

MOST_ACTIONS, MOST_ROUNDS = 10_000, 500  # of a round, of a game; what is not over by then might never be: it is cut off
NO_ACTION = -1


class Column(NamedTuple):
    """A column of results: its name, its unit ("yes/no" for a flag) and what it says, with the rule's number."""

    name: str
    unit: str
    meaning: str


COLUMNS = (  # what every game's results begin with; the first LAST of them are as of the end, the others add up
    Column("index", "number", "which game of the seed this is, from 0: replay(index) opens it"),
    Column("round", "number", "the round within the game, from 1"),
    Column("ending", "text", "how the round ended"),
    Column("total", "points", "the player's points of all rounds of the game so far"),
    Column("won", "yes/no", "the player has won, or leads after this round; equal winners all count"),
    Column("score", "points", "the player's points in the round"),
)
INDEX, ROUND, ENDING, TOTAL, WON, SCORE = range(len(COLUMNS))
LAST = SCORE


def result_columns(rules: ModuleType) -> tuple[Column, ...]:
    """All columns of a game's results."""
    return COLUMNS + tuple(Column(*field) for field in getattr(rules, "RESULT_FIELDS", ()))


# --- defaults -----------------------------------------------------------------------------------------------------
ONE_ENDING = ("finished",)


@rule
def no_result(s: Any, row: Any, p: int) -> None:
    """No numbers besides those of COLUMNS."""


@rule
def lowest_total(s: Any, p: int) -> bool:
    """Whether nobody has fewer points than seat p."""
    for q in range(s.players):  # noqa: SIM110  (no generators in compiled code)
        if s.total[q] < s.total[p]:
            return False
    return True


@rule
def only_ending(s: Any) -> int:
    """The round ended in the only way it can."""
    return 0


# --- the loop -----------------------------------------------------------------------------------------------------
Think = Callable[[Any, Any, int], int]  # (state, view to work in, kind of player) -> action
Batch = Callable[..., tuple[int, int, int]]


def thinker(rules: ModuleType, players: ModuleType, key: str = "") -> Think:
    """The function that lets the built-in player of the seat to act look at the game and choose."""
    look, choose_seeing = rules.look, players.choose_seeing

    def think(s: Any, v: Any, kind: int) -> int:
        key  # noqa: B018  part of the key in Numba's cache
        v.rng = decision_luck(s)
        look(s, v, s.player)
        return choose_seeing(v, kind)

    return think


@rule
def write(
    s: Any,
    columns: int,
    result: Any,
    won: Any,
    ending: Any,
    i: int,
    row: Any,
    ends: Any,
    first: int,
    rows: Any,
    at: int,
) -> None:
    """A round of game i has ended: its results go to the rows from `at` on, the game's so far to the ends from `first`.

    result, won, ending: the functions of the game's rules; row: scratch
    """
    more = len(COLUMNS)
    for p in range(s.players):
        result(s, row, p)
        end = ends[first + p]
        if s.round == 1:
            for k in range(LAST, columns):
                end[k] = 0
        end[INDEX], end[ROUND], end[ENDING] = i, s.round, ending(s)
        end[TOTAL], end[WON] = s.total[p], won(s, p)
        end[SCORE] += s.score[p]
        for k in range(more, columns):
            end[k] += row[k - more]
        if len(rows):
            full = rows[at + p]
            for k in range(LAST):
                full[k] = end[k]
            full[SCORE] = s.score[p]
            for k in range(more, columns):
                full[k] = row[k - more]


def batch_loop(rules: ModuleType, players: ModuleType, key: str = "") -> Batch:
    """The function that plays the rounds or games of a batch one after the other, on either host.

    states, views: one record each, the state with its options and players set, the view to work in
    kinds:         the kind of player in each seat. Simple ones get the state itself instead of a view, with their own
                   luck in place of the deck's; think(state, view, kind) is for all others
    whole_game:    whether to go on to the end of the game
    actions:       to be filled with the actions of the last game, as far as it goes
    rngs, lucks:   each game's random streams
    row:           scratch. ends: a row for each game and player as of the end. rows: one for each game, round and
                   player (with no room at all: not wanted); the loop stops at a game for whose rows there is no room
    cut_off:       where games that never end are marked; they leave no rows
    It returns how many games it has finished (~n if the next one has an illegal action), how many of them were not cut
    off, and the rows used.
    """
    begin, apply, check = rules.begin, rules.apply, rules.check
    legal, next_round, round_over, game_over = rules.LEGAL, rules.NEXT, rules.ROUND_OVER, rules.GAME_OVER
    result, won = getattr(rules, "result", no_result), getattr(rules, "won", lowest_total)
    ending, columns = getattr(rules, "ending", only_ending), len(result_columns(rules))
    simple, choose_simple = players.SIMPLE, players.choose_simple

    def batch(
        states: Any, views: Any, kinds: Any, think: Any, whole_game: Any, actions: Any,
        rngs: Any, lucks: Any, row: Any, ends: Any, rows: Any, cut_off: Any,
    ) -> tuple[int, int, int]:  # fmt: skip
        key  # noqa: B018  part of the key in Numba's cache
        s, v = states[0], views[0]
        whole = used = 0
        for i in range(len(rngs)):
            s.rng, s.luck = rngs[i], lucks[i]
            begin(s)
            n, limit, after = 0, MOST_ACTIONS, used
            while True:
                if s.phase == round_over or s.phase == game_over:
                    if len(rows) and after + s.players > len(rows):
                        return i, whole, used
                    write(s, columns, result, won, ending, i, row, ends, whole * s.players, rows, after)
                    if len(rows):
                        after += s.players
                    if s.phase == game_over or not whole_game:
                        whole, used = whole + 1, after
                        break
                    limit = n + MOST_ACTIONS
                    action = next_round
                elif kinds[s.player] < simple:
                    deck = s.rng
                    s.rng = decision_luck(s)
                    action = choose_simple(s, kinds[s.player])
                    s.rng = deck
                else:
                    action = think(s, v, kinds[s.player])
                if check(s, action) != legal:
                    return ~i, whole, used
                if n == limit or s.round > MOST_ROUNDS:
                    cut_off[i] = 1
                    break
                if n < len(actions):
                    actions[n] = action
                apply(s, action)
                next_luck(s)
                n += 1
        return len(rngs), whole, used

    return batch


@cache
def compiled_batch(rules: ModuleType, players: ModuleType) -> Batch:
    """The batch loop with built-in players, compiled. Needs numba and numpy (ImportError without them).

    It runs without Python's global lock, so several threads can play at once, each with records of its own. `think`
    is a `compiled_thinker`: a pointer, so that not every player must be compiled before a random one can play.
    """
    import numpy as np
    from numba import typeof, types

    loop = batch_loop(rules, players, sources_digest(rules, players))
    states, views = map(typeof, new_records(rules))
    flag, flags = types.boolean, typeof(np.zeros(0, np.bool_))
    words, line, lines = (typeof(np.zeros(n, kind)) for n, kind in ((0, np.uint64), (0, np.int32), ((0, 0), np.int32)))
    think = types.FunctionType(_think_type(rules))
    signature = types.UniTuple(types.int64, 3)(
        states, views, line, think, flag, line, words, words, line, lines, lines, flags
    )
    return compile_rules(signature, loop)


@cache
def compiled_thinker(rules: ModuleType, players: ModuleType, needed: bool) -> Any:
    """`think` for `compiled_batch`; where it is not needed (all players are simple), one that is compiled at once."""

    def nobody(s: Any, v: Any, kind: int) -> int:
        return NO_ACTION

    think = thinker(rules, players, sources_digest(rules, players)) if needed else nobody
    return compile_rules(_think_type(rules), think)


def _think_type(rules: ModuleType) -> Any:
    """Numba's type of a function think(state, view, kind) -> action."""
    from numba import from_dtype, types

    state, view = from_dtype(dtype(rules.STATE_FIELDS)), from_dtype(dtype(rules.VIEW_FIELDS))
    return types.int64(state, view, types.int64)


def new_records(rules: ModuleType) -> tuple[Any, Any]:
    """An empty NumPy state and view of a game, as arrays of one."""
    import numpy as np

    return np.zeros(1, dtype(rules.STATE_FIELDS)), np.zeros(1, dtype(rules.VIEW_FIELDS))
