"""Skyjo on both hosts: the same actions and states over a grid of decks, players, options and strategies."""

from itertools import count

import pytest
from hosts import RuleTrace, hosts_agree, interpreted, new_state

from cardlib import skyjo
from cardlib.engine.host import below, nth, prepare_numba, size, stream
from cardlib.rng import mix
from cardlib.skyjo import rules as R

FULL = R.DECK
SMALL_VALUES = (5, 10, 15, 10) + (0,) * 11  # -2 to 1 only: columns, ties and negative scores all the time
NEAR_EXHAUSTION = (5, 5, 5, 5, 5, 5) + (0,) * 9  # two players leave 5 cards: the pile is reshuffled again and again
OPTIONS = [
    {},
    {"may_reject_drawn": False, "column_clear": "off"},
    {"row_clear": True, "final_lap": "equal_turns", "next_starter": "highest_sum"},
    {"final_lap": "none", "penalty_only_positive": False, "end_inclusive": False},
    {"penalty_on_tie": False, "penalty_multiplier": 3, "end_at": 400, "clear_at_final_reveal": False},
    {"no_progress_turns": 4, "row_clear": True},
]
DECKS = [(FULL, 8), (SMALL_VALUES, 3), (NEAR_EXHAUSTION, 2)]


def starts():
    """The grid: (options, deck, number of players, seed)."""
    for options in OPTIONS:
        for deck, most in DECKS:
            for seats in {2, 3, most}:
                yield options, deck, min(seats, most)


def make(options, deck, seats, index):
    return new_state(skyjo, seats, skyjo.Rules(**options), 11, index, deck)


def kinds_of(seats, k):
    """Which built-in player sits where: random in half the games, a mixture of all in the others."""
    n = len(skyjo.players.NAMES)
    return [(k // 2 + seat) % n if k % 2 else 0 for seat in range(8)]


def test_the_hosts_agree_action_by_action():
    for (options, deck, seats), k in zip(starts(), count(), strict=False):
        for index in range(6):
            whole_game = index < 2 and deck == FULL  # totals of the other decks may never reach the end
            kinds = kinds_of(seats, k + index)
            hosts_agree(skyjo, R, lambda: make(options, deck, seats, index), kinds, whole_game)  # noqa: B023


def test_every_rule_runs_over_the_grid():
    with RuleTrace(R) as trace:
        for (options, deck, seats), k in zip(starts(), count(), strict=False):
            for index in range(4):
                kinds, whole_game = kinds_of(seats, k + index), index == 0 and deck == FULL
                interpreted(skyjo, R, make(options, deck, seats, index), kinds, whole_game)
    assert len(trace.tagged) >= 15
    assert trace.never_ran() == []


# --- random numbers and masks -------------------------------------------------------------------------------------
class Stream:
    def __init__(self, seed):
        self.rng = seed


def test_splitmix64_gives_its_published_numbers():
    """The first outputs for the seed 1234567 (Vigna's reference implementation)."""
    state, outputs = 1234567, []
    for _k in range(5):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        outputs.append(mix(state))
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert outputs == published


def test_below_is_the_high_part_of_the_product_on_both_hosts():
    import numpy as np
    from numba import njit

    prepare_numba()

    @njit
    def compiled(s, n):
        return below(s, n), size(0b1010_0001_0011), nth(0b1010_0001_0011, 3)

    record = np.zeros(1, np.dtype([("rng", "u8")]))
    for seed in (0, 1, 1234567, 2**64 - 1):
        for n in (1, 2, 7, 150):
            s = Stream(seed)
            record[0]["rng"] = seed
            expected = (mix((seed + 0x9E3779B97F4A7C15) % 2**64) >> 32) * n >> 32
            assert below(s, n) == expected
            assert compiled(record[0], n) == (expected, 5, 9)
            assert int(record[0]["rng"]) == s.rng


def test_streams_of_a_seed_are_all_different():
    starts = {stream(seed, index, which) for seed in range(20) for index in range(50) for which in range(2)}
    assert len(starts) == 2000


def test_streams_can_be_made_many_at_a_time():
    import numpy as np

    indices = np.arange(10, dtype=np.uint64)
    assert stream(7, indices, 1).tolist() == [stream(7, k, 1) for k in range(10)]


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_game_is_a_game_of_the_batch(seats):
    """The game that (seed, index) names is the one that the batch plays."""
    game = skyjo.Game(players=seats, seed=11, index=4)
    state = make({}, None, seats, 4)
    actions = interpreted(skyjo, R, state, [0] * 8, False)
    for action in actions:
        game.play(action)
    assert game.state.score == state.score
    assert game.state.to_dict() == {**state.to_dict(), "luck": game.state.luck}
