"""Skyjo on both hosts: the same actions and states over a grid of decks, players, options and strategies."""

from itertools import count

import pytest
from hosts import RuleTrace, hosts_agree, interpreted, new_state

from cardlib import simulate, skyjo
from cardlib.engine.host import LUCK_STEP, below, first_version_luck, nth, prepare_numba, siphash, size, stream
from cardlib.rng import GOLDEN, mix
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


def test_siphash_gives_its_published_value():
    """The example of the paper: the key 00 01 .. 0f and the message 00 01 .. 0e."""
    k0, k1, m0 = (int.from_bytes(range(first, first + 8), "little") for first in (0, 8, 0))
    m1 = int.from_bytes([*range(8, 15), 15], "little")
    assert siphash(k0, k1, (m0, m1)) == 0xA129CA6149BE45E5


def unmixed(z):
    """mix undone."""
    z ^= z >> 31 ^ z >> 62
    z = z * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    z ^= z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return z ^ z >> 30 ^ z >> 60


def deck_from(luck, step, undo):
    """The deck's start as an attacker works it out from the luck of a decision, after so many actions."""
    before_which = unmixed((luck - step * LUCK_STEP) % 2**64)
    return mix((before_which - 1) % 2**64) if undo else None


@pytest.mark.parametrize("seed", [7, 2**40 + 1, 2**64 - 1])
def test_a_players_random_numbers_do_not_give_the_deck_away(seed):
    """From one number of the rng that a player gets: its state, the luck's start, the deck's start, the hidden cards."""
    assert unmixed(mix(12345)) == 12345
    found = []

    def spy(view, legal, rng):
        start = (unmixed(rng.next()) - GOLDEN) % 2**64
        found.append((view, start))
        return legal[0]

    simulate(skyjo, [spy, "random"], rounds=1, seed=seed, progress=False)
    game = skyjo.Game(players=2, seed=seed)
    assert found[0][1] == game.state.luck == stream(seed, 0, 1)  # the attack works as far as the rng itself
    hidden = game.state.card[0] + game.state.card[1]
    for step, (_view, luck) in enumerate(found[:3]):
        for guess in (deck_from(luck, step, undo=True), unmixed(luck), luck, unmixed(unmixed(luck))):
            table = skyjo.Game(players=2, seed=1)._new_state()
            table.rng = guess
            R.begin(table)
            assert table.rng != stream(seed, 0, 0) and table.card[0] + table.card[1] != hidden
    # the same attack on the way in which the players' stream was once derived deals the very cards
    table = skyjo.Game(players=2, seed=1)._new_state()
    table.rng = deck_from(first_version_luck(seed, 0, 0), 0, undo=True)
    R.begin(table)
    assert table.card[0] + table.card[1] == hidden


def test_streams_can_be_made_many_at_a_time():
    import numpy as np

    indices = np.arange(10, dtype=np.uint64)
    for which in (0, 1):
        assert stream(2**64 - 7, indices, which).tolist() == [stream(2**64 - 7, k, which) for k in range(10)]


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
