"""Playing whole rounds and games: one loop for every game, interpreted or compiled.

What a game's rules.py may add for the results (there are defaults for all of it):
  RESULT_FIELDS   Columns, one a number that is kept for each player and round, besides those of COLUMNS
  result(s, row, p)   @rule: writes those numbers of seat p into row[0], row[1], ... when a round has just ended
  won(s, p)           @rule: whether seat p has won, or leads after this round; default: the lowest total
  ENDINGS, ending(s)  how a round can end, in words, and @rule: the place in that list; default: one way
Its players.py may say in GLANCERS how many of its first players need only see what `glance` shows (default: 1, random).
A view that has a field `numbers` (seats x numbers, "f8") finds there the parameters of the player in each seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from .host import decision_luck, dtype, next_luck, prepare_numba, register_rules, rule, sources_digest

MOST_ACTIONS, MOST_ROUNDS = 10_000, 500  # of a round, of a game; what is not over by then might never be: it is cut off
ILLEGAL, CUT_OFF, FULL = -1, -2, -3  # instead of a number of actions: why the loop stopped


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
def built_in(rules: ModuleType, players: ModuleType) -> Callable[..., int]:
    """The function (state, view, kinds) -> action that asks the built-in player of the seat to act."""
    glance, look, choose = rules.glance, rules.look, players.choose
    glancers = getattr(players, "GLANCERS", 1)

    @rule
    def decide(s: Any, v: Any, kinds: Any) -> int:
        kind = kinds[s.player]
        v.rng = decision_luck(s)
        if kind < glancers:
            glance(s, v, s.player)
        else:
            look(s, v, s.player)
        return choose(v, kind)

    return decide


def player_loop(rules: ModuleType, decide: Callable[..., int]) -> Callable[..., tuple[int, int]]:
    """The function that plays one round or game, on either host.

    decide(s, v, kinds) gives the action of the seat to act. The function takes a state (its options, players and
    random streams set), a view to work in, the kind of player in each seat, whether to go on to the end of the game,
    a list to be filled with the actions as far as it goes, and where the results go: `ends` has from place `first` a
    row for each player as of the end, `rows` from place `used` one for each player and round (with no room at all:
    not wanted), `row` is for scratch. It returns the number of actions, or ILLEGAL, CUT_OFF, FULL; and the rows used.
    """
    begin, apply, check = rules.begin, rules.apply, rules.check
    legal, next_round, round_over, game_over = rules.LEGAL, rules.NEXT, rules.ROUND_OVER, rules.GAME_OVER
    result, won = getattr(rules, "result", no_result), getattr(rules, "won", lowest_total)
    ending = getattr(rules, "ending", only_ending)
    fields, more = len(result_columns(rules)), len(COLUMNS)

    @rule
    def write(s: Any, i: int, row: Any, ends: Any, first: int, rows: Any, used: int) -> None:
        for p in range(s.players):
            result(s, row, p)
            end = ends[first + p]
            if s.round == 1:
                for k in range(LAST, fields):
                    end[k] = 0
            end[INDEX], end[ROUND], end[ENDING] = i, s.round, ending(s)
            end[TOTAL], end[WON] = s.total[p], won(s, p)
            end[SCORE] += s.score[p]
            for k in range(more, fields):
                end[k] += row[k - more]
            if len(rows):
                full = rows[used + p]
                for k in range(LAST):
                    full[k] = end[k]
                full[SCORE] = s.score[p]
                for k in range(more, fields):
                    full[k] = row[k - more]

    @rule
    def play(
        s: Any, v: Any, kinds: Any, whole_game: Any, actions: Any,
        i: int, row: Any, ends: Any, first: int, rows: Any, used: int,
    ) -> tuple[int, int]:  # fmt: skip
        begin(s)
        n, limit = 0, MOST_ACTIONS
        while True:
            action = next_round
            if s.phase == round_over or s.phase == game_over:
                if len(rows) and used + s.players > len(rows):
                    return FULL, used
                write(s, i, row, ends, first, rows, used)
                if len(rows):
                    used += s.players
                if s.phase == game_over or not whole_game:
                    return n, used
                limit = n + MOST_ACTIONS
            else:
                action = decide(s, v, kinds)
            if check(s, action) != legal:
                return ILLEGAL, used
            if n == limit or s.round > MOST_ROUNDS:
                return CUT_OFF, used
            if n < len(actions):
                actions[n] = action
            apply(s, action)
            next_luck(s)
            n += 1

    return play


def batch_loop(play: Callable[..., tuple[int, int]], key: str = "") -> Callable[..., tuple[int, int, int]]:
    """The function that plays the games of a batch one after the other.

    rngs and lucks are their random streams; see `player_loop` for the rest. It stops at a game for whose rows there is
    no room. It returns how many games it has finished (~n if the next one has an illegal action), how many of them
    were not cut off, and the rows used; those cut off are marked in `cut_off` and leave no rows.
    """

    def batch(
        states: Any, views: Any, kinds: Any, whole_game: Any, actions: Any,
        rngs: Any, lucks: Any, row: Any, ends: Any, rows: Any, cut_off: Any,
    ) -> tuple[int, int, int]:  # fmt: skip
        key  # noqa: B018  part of the key in Numba's cache
        s, v = states[0], views[0]
        whole = used = 0
        for i in range(len(rngs)):
            s.rng, s.luck = rngs[i], lucks[i]
            n, after = play(s, v, kinds, whole_game, actions, i, row, ends, whole * s.players, rows, used)
            if n == ILLEGAL:
                return ~i, whole, used
            if n == FULL:
                return i, whole, used
            if n == CUT_OFF:
                cut_off[i] = 1
            else:
                whole += 1
                used = after
        return len(rngs), whole, used

    return batch


@cache
def interpreted_batch(rules: ModuleType, players: ModuleType) -> Callable[..., tuple[int, int, int]]:
    """The batch loop with built-in players, interpreted."""
    return batch_loop(player_loop(rules, built_in(rules, players)))


@cache
def compiled_batch(rules: ModuleType, players: ModuleType) -> Callable[..., tuple[int, int, int]]:
    """The batch loop with built-in players, compiled. Needs numba and numpy (ImportError without them).

    It runs without Python's global lock, so several threads can play at once, each with records of its own.
    """
    from numba import njit

    prepare_numba()
    batch = batch_loop(player_loop(rules, built_in(rules, players)), sources_digest(rules, players))
    register_rules()
    return njit(cache=True, nogil=True)(batch)


def new_records(rules: ModuleType) -> tuple[Any, Any]:
    """An empty NumPy state and view of a game, as arrays of one."""
    import numpy as np

    return np.zeros(1, dtype(rules.STATE_FIELDS)), np.zeros(1, dtype(rules.VIEW_FIELDS))
