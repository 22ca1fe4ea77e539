"""Skyjo Action on both hosts: the same actions and states over a grid of decks, players, variants and strategies."""

from itertools import count

import test_skyjo_action_cases as cases
from hosts import RuleTrace, hosts_agree, interpreted, new_state

from cardlib import simulate
from cardlib import skyjo_action as sa
from cardlib.skyjo_action import actions as A
from cardlib.skyjo_action import rules as R
from cardlib.skyjo_action import table as T

FULL = None
STARRY = (5, 9, 13, 25) + (0,) * 11 + (30,) + (3,) * 9  # -2 to 1 and stars: lines and jokers all the time
NEAR_EXHAUSTION = (5, 5, 5, 5, 5) + (0,) * 10 + (3,) + (1, 1, 1, 1, 1, 1, 1, 1, 1)  # reshuffles of both piles
ATTACKS = (3, 7, 11) + (7,) * 12 + (15,) + (9, 1, 2, 2, 1, 3, 4, 4, 1)
OPTIONS = [
    {},
    {"variant": "single_pile", "single_pile_actions": 10},
    {"variant": "stars", "nine_cards": True},
    {"final_lap": "equal_turns", "next_starter": "highest_sum", "column_clear": "off"},
    {"final_lap": "none", "penalty_only_positive": False, "row_clear": False},
    {"variant": "numbers", "may_reject_drawn": False, "no_progress_turns": 4},
    {"no_progress_turns": 6, "clear_at_final_reveal": False, "nine_cards": True},
    {"variant": "single_pile", "clear_at_final_reveal": False, "single_pile_actions": 5},
    {"beginner": True, "penalty_on_tie": False},
]
DECKS = [(FULL, 8), (STARRY, 4), (NEAR_EXHAUSTION, 2), (ATTACKS, 4)]


def starts():
    """The grid: (options, deck, number of players)."""
    for options in OPTIONS:
        rules = sa.Rules(**options)
        for deck, most in DECKS:
            least = min(sa.Game.seats(rules))
            for seats in {least, min(3, most), min(most, max(sa.Game.seats(rules)))}:
                yield options, deck, seats


def make(options, deck, seats, index):
    rules = sa.Rules(**options)
    if deck is not FULL and rules.variant in ("stars", "numbers"):
        deck = (*deck[: 16 if rules.variant == "stars" else 15], *(0,) * (9 if rules.variant == "stars" else 10))
    return new_state(sa, seats, rules, 11, index, deck)


def kinds_of(k):
    """Which built-in player sits where: random in half the games, a mixture of all in the others."""
    n = len(sa.players.NAMES)
    return [(k // 2 + seat) % n if k % 2 else 0 for seat in range(10)]


def test_the_hosts_agree_action_by_action():
    for (options, deck, seats), k in zip(starts(), count(), strict=False):
        for index in range(2):
            whole_game = index == 0 and deck is FULL
            hosts_agree(sa, R, lambda: make(options, deck, seats, index), kinds_of(k + index), whole_game)  # noqa: B023


def test_every_rule_runs_over_the_grid():
    with RuleTrace(R, A, T) as trace:
        for (options, deck, seats), k in zip(starts(), count(), strict=False):
            for index in range(4):
                interpreted(sa, R, make(options, deck, seats, index), kinds_of(k + index), False)
        cases.test_ec51_final_lap()  # what no built-in player tries
        cases.test_sa14_laps_after_an_action("equal_turns", [2])
    assert len(trace.tagged) >= 60
    assert trace.never_ran() == []


def test_a_player_that_must_play_a_card_again_plays_even_a_bad_one():
    result = simulate(sa, ["numbers", "collector"], rounds=2, seed=1, host="interpreted", progress=False)
    assert result.done == 2
