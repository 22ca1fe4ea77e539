"""Built-in players of Skyjo Action: functions of a view, for both hosts."""

from __future__ import annotations

from typing import Any

from ..engine.host import below, nth, rule, size
from ..skyjo import players as skyjo_players
from ..skyjo import rules as skyjo
from . import rules as R
from . import table as T

NAMES = ("random",)
NONE = R.NONE

# --- random -----------------------------------------------------------------------------------------------------------
@rule
def random_player(v: Any) -> int:
    """Chooses by chance alone: first what kind of thing to do, then any legal way to do it. The yardstick."""
    if v.phase == T.REVEALING and v.nine_cards:
        return T.REVEAL + (T.CELLS + 1) * below(v, 9)
    if v.phase == T.REVEALING or v.phase == T.DRAWN:
        return skyjo_players.random_player(v)
    if v.phase == T.TURN:
        return random_turn(v)
    return random_choice(v)


@rule
def random_turn(v: Any) -> int:
    """Draw, take the top discard, take an action card, play one or discard one: all that is possible, alike."""
    if not R.can_move(v):
        return T.PASS
    while True:
        kind, action = below(v, 5), NONE
        if kind == 0:
            action = T.DRAW if skyjo.can_draw(v) else NONE
        elif kind == 1 and v.discard_n > 0:
            action = skyjo.TAKE + nth(v.there[v.me], below(v, size(v.there[v.me])))
        elif kind == 2:
            action = any_legal(v, T.MARKET, T.PASS, NONE)
        elif kind == 3:
            action = any_legal(v, T.PLAY, T.THROW, NONE)
        elif kind == 4:
            action = any_legal(v, T.THROW, T.CHOOSE, NONE)
        if action != NONE:
            return action


@rule
def random_choice(v: Any) -> int:
    """Any legal choice within an action."""
    if v.phase == T.GRANT:
        return any_legal(v, T.MARKET, T.HOLD, NONE)
    if v.phase == T.JOKER:
        return any_legal(v, T.LINE, T.THIRD, T.PASS)
    if v.phase == T.FOUND:
        return any_legal(v, T.THROW, T.CHOOSE, T.HOLD)
    if v.phase == T.PICKING:
        return any_legal(v, T.THIRD, T.ACTIONS, T.PASS)
    if v.phase == T.FETCHING:
        return any_legal(v, T.PLAY, T.THROW, NONE)
    return any_legal(v, T.CHOOSE, T.ACTIONS, NONE)


@rule
def any_legal(v: Any, first: int, end: int, other: int) -> int:
    """By chance one of the legal actions from first to end - 1, or `other`; NONE if none of them is legal."""
    found, n = NONE, 0
    for action in range(first, end):
        if R.check(v, action) == R.LEGAL:
            n += 1
            if below(v, n) == 0:
                found = action
    if other != NONE and R.check(v, other) == R.LEGAL and below(v, n + 1) == 0:
        found = other
    return found


# --- all players ------------------------------------------------------------------------------------------------------
@rule
def choose(v: Any, kind: int) -> int:
    """The action of the built-in player number `kind` (its place in NAMES)."""
    return random_player(v)
