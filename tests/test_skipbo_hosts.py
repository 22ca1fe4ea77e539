"""Skip-Bo on both hosts: the same actions and states over a grid of decks, players, options and strategies."""

from itertools import count

import numpy as np
from hosts import RuleTrace, hosts_agree, interpreted, new_state

from cardlib import skipbo
from cardlib.engine import batch, host
from cardlib.rng import Rng
from cardlib.skipbo import rules as R

FULL = R.DECK
MANY_WILD = (0,) + (3,) * 12 + (80,)  # piles are completed all the time
SHORT = (0,) + (4,) * 12 + (10,)  # the draw pile is used up again and again
LOW = (0,) + (12, 12, 12) + (2,) * 9 + (2,)  # hardly a pile is completed: games are blocked, piles recycled
OPTIONS = [
    {"stock_size": 5, "match_target": 60},
    {"exhaustion": "recycle", "stock_size": 6, "match_target": 40},
    {"teams": True, "stock_size": 4, "match_target": 60},
    {"first_player": 1, "win_bonus": 0, "card_points": 3, "stock_size": 3, "match_target": 12},
    {"teams": True, "exhaustion": "recycle", "stock_size": 3, "match_target": 1},
    {"match_target": 1},
]
DECKS = [(FULL, 6), (MANY_WILD, 6), (SHORT, 4), (LOW, 3)]


def starts():
    """The grid: (options, deck, number of players)."""
    for options in OPTIONS:
        for deck, most in DECKS:
            for seats in {4, 6} if options.get("teams") else {2, 3, most}:
                if "stock_size" in options or deck is FULL:
                    yield options, deck, seats


def make(options, deck, seats, index):
    return new_state(skipbo, seats, skipbo.Rules(**options), 11, index, deck)


def kinds_of(k):
    """Which built-in player sits where: one kind in every third game, a mixture of all in the others."""
    n = len(skipbo.players.NAMES)
    return [(k // 3 + (seat if k % 3 else 0)) % n for seat in range(R.SEATS)]


def test_the_hosts_agree_action_by_action():
    for (options, deck, seats), k in zip(starts(), count(), strict=False):
        for index in range(4):
            hosts_agree(skipbo, R, lambda: make(options, deck, seats, index), kinds_of(k + index), False)  # noqa: B023


def test_the_hosts_agree_on_whole_matches():
    for k, options in enumerate(OPTIONS):
        seats = 4 if options.get("teams") else 3
        final = hosts_agree(skipbo, R, lambda: make(options, FULL, seats, k), [3, 2, 3, 2, 3, 2], True)  # noqa: B023
        assert final.phase == R.GAME_OVER


def replayed():
    """The compiled host's step: an action is checked and played."""
    from numba import njit

    host.register_rules()
    check, apply, look = R.check, R.apply, R.look

    @njit
    def step(states, views, action):
        s, v = states[0], views[0]
        code = check(s, action)
        if code == 0:
            apply(s, action)
            look(s, v, s.player)
        return code

    return step


def test_the_hosts_agree_on_every_action_calls_and_refusals_included():
    """Any action at all, mostly legal ones: the same answer, the same state, the same view."""
    step = replayed()
    for (options, deck, seats), k in zip(starts(), count(), strict=False):
        one, chance = make(options, deck, seats, k), Rng(k)
        R.begin(one)
        states, views = batch.new_records(R)
        host.to_numpy(one, states[0])
        for _k in range(150):
            legal = [a for a in R.SPANS[one.phase] if R.check(one, a) == R.LEGAL]
            plays = [a for a in legal if a < R.DISCARD] or legal
            action = plays[chance.below(len(plays))] if plays and chance.below(5) else chance.below(R.ACTIONS)
            code = R.check(one, action)
            assert step(states, views, action) == code
            if code == R.LEGAL:
                view = host.record("View", R.VIEW_FIELDS)()
                R.apply(one, action)
                R.look(one, view, one.player)
                again, seen = host.record("State", R.STATE_FIELDS)(), host.record("View", R.VIEW_FIELDS)()
                host.from_numpy(states[0], again)
                assert again == one
                host.from_numpy(views[0], seen)
                assert seen == view


def test_the_hosts_agree_on_passes_of_barred_players():
    """SB-16, SB-18: such passes do not block the game while there are cards to draw."""
    step = replayed()
    for draw, phase in ((None, R.TURN), ([], R.ROUND_OVER)):
        game = skipbo.Game.from_position(stocks=[[9, 9], [9, 9]], hands=[[], []], barred=[0, 1], draw=draw, seed=1)
        states, views = batch.new_records(R)
        host.to_numpy(game.state, states[0])
        for _seat in range(2):
            game.play("pass")
            assert step(states, views, R.PASS) == R.LEGAL
        again = host.record("State", R.STATE_FIELDS)()
        host.from_numpy(states[0], again)
        again.luck = game.state.luck  # a game's players have a stream of their own
        assert again == game.state and again.phase == phase


def test_every_rule_runs_over_the_grid():
    with RuleTrace(R) as trace:
        for (options, deck, seats), k in zip(starts(), count(), strict=False):
            for index in range(2):
                interpreted(skipbo, R, make(options, deck, seats, index), kinds_of(k + index), False)
        state = make({"teams": True, "stock_size": 3}, FULL, 4, 1)
        R.begin(state)
        for action in (
            R.TOO_MANY + 1,
            R.TALKING,
            R.OUT_OF_TURN + (state.player + 1) % 4,
            R.STANDS + (state.player + 1) % 4,
        ):
            assert R.check(state, action) == R.LEGAL
            R.apply(state, action)
        interpreted(skipbo, R, make(OPTIONS[0], FULL, 2, 1), [3] * 6, True)
    assert len(trace.tagged) >= 20
    assert trace.never_ran() == []


def test_a_game_is_a_game_of_the_batch():
    """The game that (seed, index) names is the one that the batch plays."""
    for seats in (2, 6):
        game = skipbo.Game(seats, seed=11, index=4)
        state = make({}, None, seats, 4)
        for action in interpreted(skipbo, R, state, [3] * 6, False):
            game.play(action)
        assert game.state.to_dict() == {**state.to_dict(), "luck": game.state.luck}


def test_no_numpy_integers_leak_into_games():
    game = skipbo.Game(2, seed=1)
    assert not isinstance(game.state.unseen[1], np.integer) and type(game.totals[0]) is int
