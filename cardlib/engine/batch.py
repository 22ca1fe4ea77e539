"""Playing whole rounds and games with built-in players: one loop, interpreted or compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from .host import dtype, prepare_numba, register_rules, rule, sources_digest

RANDOM = 0  # the place of the random player in every game's list of players


def player_loop(rules: ModuleType, players: ModuleType) -> Callable[..., int]:
    """The function that plays one round or game of a game with the built-in players of its folder.

    It takes a state (its options, players and random streams set), a view to work in, the kind of player in each
    seat, whether to go on to the end of the game, and a list to be filled with the actions as far as it goes; it
    returns the number of actions, or ~number when a player chose an illegal one.
    """
    begin, apply, check = rules.begin, rules.apply, rules.check
    glance, look, choose = rules.glance, rules.look, players.choose
    legal, next_round, round_over, game_over = rules.LEGAL, rules.NEXT, rules.ROUND_OVER, rules.GAME_OVER

    @rule
    def play(s: Any, v: Any, kinds: Any, whole_game: bool, actions: Any) -> int:
        begin(s)
        n = 0
        while s.phase != game_over and (whole_game or s.phase != round_over):
            action = next_round
            if s.phase != round_over:
                v.rng = s.luck
                if kinds[s.player] == RANDOM:
                    glance(s, v, s.player)
                else:
                    look(s, v, s.player)
                action = choose(v, kinds[s.player])
                s.luck = v.rng
            if check(s, action) != legal:
                return ~n
            if n < len(actions):
                actions[n] = action
            apply(s, action)
            n += 1
        return n

    return play


@cache
def compiled_batch(rules: ModuleType, players: ModuleType) -> Callable[..., int]:
    """The compiled host's loop over many rounds or games. Needs numba and numpy (ImportError without them)."""
    from numba import njit

    prepare_numba()
    play = player_loop(rules, players)
    register_rules()
    sources = sources_digest()

    @njit(cache=True)
    def batch(states: Any, views: Any, rngs: Any, lucks: Any, kinds: Any, whole_game: Any, actions: Any, out: Any) -> int:
        sources  # noqa: B018  part of the cache key
        s, v = states[0], views[0]
        for i in range(rngs.size):
            s.rng, s.luck = rngs[i], lucks[i]
            n = play(s, v, kinds, whole_game, actions)
            if n < 0:
                return ~i
            for p in range(s.players):
                out[i, p] = s.score[p]
        return rngs.size

    return batch


def new_records(rules: ModuleType) -> tuple[Any, Any]:
    """An empty NumPy state and view of a game, as arrays of one."""
    import numpy as np

    return np.zeros(1, dtype(rules.STATE_FIELDS)), np.zeros(1, dtype(rules.VIEW_FIELDS))
