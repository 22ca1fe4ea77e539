"""Built-in players of Skyjo Action: functions of a view, for both hosts."""

from __future__ import annotations

from typing import Any

from ..engine.host import below, nth, rule, size
from ..skyjo import players as skyjo_players
from ..skyjo import rules as skyjo
from . import actions as A
from . import rules as R
from . import table as T

NAMES = ("random",)
NONE = R.NONE

# --- random -----------------------------------------------------------------------------------------------------------
@rule
def random_player(v: Any) -> int:
    """Chooses by chance alone, every legal move alike. The yardstick."""
    if v.phase == T.REVEALING and v.nine_cards:
        return T.REVEAL + (T.CELLS + 1) * below(v, 9)
    if v.phase == T.REVEALING or v.phase == T.DRAWN:
        return skyjo_players.random_player(v)
    if v.phase == T.TURN:
        return random_turn(v)
    return random_choice(v)


@rule
def random_turn(v: Any) -> int:
    """Any legal move alike; each held action card can be played or discarded."""
    there, held = v.there[v.me], T.held_by(v, v.me)
    draws, places = 1 if skyjo.can_draw(v) else 0, size(there) if v.discard_n else 0
    takes = T.SHOWN + 1 if v.variant == T.FULL else 0
    if not R.can_move(v):
        return T.PASS
    while True:
        k = below(v, draws + places + takes + 2 * held)
        if k < draws:
            return T.DRAW
        k -= draws
        if k < places:
            return skyjo.TAKE + nth(there, k)
        k -= places
        if k < takes:
            if R.check_take_action(v, T.MARKET + k) == R.LEGAL:
                return T.MARKET + k
        else:
            card = held_card(v, v.me, (k - takes) >> 1)
            if (k - takes) & 1:
                return T.THROW + card
            if v.closer == T.NOBODY and A.can_play(v, card):
                return T.PLAY + card


@rule
def random_take(v: Any) -> int:
    """One of the action cards that can be taken."""
    while True:
        action = T.MARKET + below(v, T.SHOWN + 1)
        if R.check_take_action(v, action) == R.LEGAL:
            return action


@rule
def held_card(v: Any, p: int, k: int) -> int:
    """The kind of the k-th action card that a player holds."""
    kind = 0
    while k >= v.held[p][kind]:
        k -= v.held[p][kind]
        kind += 1
    return kind


@rule
def random_choice(v: Any) -> int:
    """Any legal choice within an action."""
    phase = v.phase
    if phase == T.GRANT:
        return random_take(v) if below(v, 6) else T.PASS
    if phase == T.REMOVING or phase == T.ROBBING:
        q = v.aim[0]
        held = T.held_by(v, q)
        k = below(v, held + size(v.there[q]) if phase == T.REMOVING else held)
        return T.CHOOSE + held_card(v, q, k) if k < held else T.PLACE + nth(v.there[q], k - held)
    first, end, other = T.PLACE, T.SEAT, NONE
    if phase == T.AIM:
        first, end = T.SEAT, T.LINE
    elif phase == T.LOOKING:
        first, end = T.LINE, T.THIRD
    elif phase == T.JOKER:
        first, end, other = T.LINE, T.THIRD, T.PASS
    elif phase == T.FETCHING:
        first, end = T.PLAY, T.THROW
    elif phase == T.FOUND:
        first, end, other = T.THROW, T.CHOOSE, T.HOLD
    elif phase == T.PICKING or phase == T.ORDERING:
        first, end, other = T.THIRD, T.ACTIONS, T.PASS
    return any_legal(v, first, end, other)


@rule
def any_legal(v: Any, first: int, end: int, other: int) -> int:
    """By chance one of the legal actions from first to end - 1, or `other` (NONE: there is no other)."""
    found, n = NONE, 0
    for k in range(end - first + 1):
        action = first + k if first + k < end else other
        if action != NONE and R.check(v, action) == R.LEGAL:
            n += 1
            if below(v, n) == 0:
                found = action
    return found


# --- all players ------------------------------------------------------------------------------------------------------
@rule
def choose(v: Any, kind: int) -> int:
    """The action of the built-in player number `kind` (its place in NAMES)."""
    return random_player(v)
