"""What always holds, on Skip-Bo games with any options; perft counts; a golden game; damaged files."""

import json
from collections import Counter

import pytest
from hypothesis import strategies as st
from properties import machine

from cardlib import skipbo
from cardlib.engine.saved import FileError, fingerprint
from cardlib.rng import Rng
from cardlib.skipbo import rules as R
from cardlib.skipbo.game import in_play
from cardlib.skipbo.notation import read_card, stack_of

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "stock_size": st.integers(1, 12),
        "win_bonus": st.integers(1, 50),
        "card_points": st.integers(0, 9),
        "match_target": st.integers(1, 200),
        "exhaustion": st.sampled_from(["pass", "recycle"]),
        "first_player": st.sampled_from(["left_of_dealer", 0, 1]),
    },
)
SEEDS = st.integers(0, 2**64 - 1)
DEALT = st.builds(
    lambda players, options, seed: skipbo.Game(players=players, rules=skipbo.Rules(**options), seed=seed),
    st.integers(2, 6), OPTIONS, SEEDS,
)  # fmt: skip
TEAMS = st.builds(
    lambda players, options, seed: skipbo.Game(players, skipbo.Rules(**options, teams=True), seed),
    st.sampled_from([4, 6]), OPTIONS, SEEDS,
)  # fmt: skip
NEARLY_EXHAUSTED = st.builds(  # few cards and high piles: cards are set aside, shuffled and recycled all the time
    lambda options, seed, pile, hand: skipbo.Game.from_position(
        stocks=[["?", 12, 2], ["?", "W"]], hands=[["?"] * hand, ["?"] * (hand // 2)],
        discards=[[[4, 3], [12, 11]], [["W"], [5, 4, 3]]], piles=[[1, 2, "W"], list(range(1, 12)), [1]],
        draw=["?"] * pile, rules=skipbo.Rules(**options), seed=seed,
    ),
    OPTIONS, st.integers(0, 1000), st.integers(0, 4), st.integers(0, 5),
)  # fmt: skip


def cards(state):
    """All cards on the table: draw pile, set aside, building piles, stocks, discards, hands."""
    found = Counter(state.draw[: state.draw_n])
    found.update(card for pile in state.build for card in pile if card != R.NONE)
    found.update(read_card(card) for i in range(R.STACKS) for card in stack_of(state, i))
    for counts in (state.aside, *state.hand):
        found.update({card: n for card, n in enumerate(counts) if n})
    return found


def hidden_from(state, seat):
    """The places (field, index, index) whose cards that seat cannot see, in a state whose hands are lists of cards."""
    nodes = []
    for p in range(state.players):
        node = state.below[state.top[p]]
        while node:
            nodes.append(node)
            node = state.below[node]
    return nodes


def shuffle_hidden(state, seat, chance):
    """The state with the draw pile, the stocks below their tops and other hands permuted."""
    other = state.copy()
    nodes = hidden_from(state, seat)
    others = [p for p in range(state.players) if p != seat]
    pool = state.draw[: state.draw_n] + [state.face[node] for node in nodes]
    pool += [card for p in others for card in range(R.KINDS) for _copy in range(state.hand[p][card])]
    chance.shuffle(pool)
    other.draw[: state.draw_n] = [pool.pop() for _k in range(state.draw_n)]
    for node in nodes:
        other.face[node] = pool.pop()
    for p in others:
        other.hand[p] = [0] * R.KINDS
        for _k in range(state.hand_n[p]):
            other.hand[p][pool.pop()] += 1
    assert not pool
    other.rng = chance.getrandbits(64)
    return other


CALLS = range(R.TOO_MANY, R.ACTIONS)
TestSkipBo = machine(skipbo, st.one_of(DEALT, TEAMS, NEARLY_EXHAUSTED), cards, shuffle_hidden, CALLS)


def play_out(game, chance, calls=0):
    """Play by chance, plays before discards, now and then a referee's call; yields the game before every action."""
    while not game.is_over:
        yield game
        legal = game.legal_actions()
        plays = [action for action in legal if action < R.DISCARD] or legal
        if calls and chance.below(calls) == 0:
            action = R.TOO_MANY + chance.below(len(CALLS))
            if R.check(game.state, action) == R.LEGAL:
                plays = [action]
        game.play(plays[chance.below(len(plays))])


def test_counts_that_the_rules_keep_equal_counts_made_afresh():
    for seed in range(6):
        rules = skipbo.Rules(
            stock_size=6, match_target=60, teams=seed % 2 == 1, exhaustion=["pass", "recycle"][seed // 3]
        )
        for game in play_out(skipbo.Game(4, rules, seed), Rng(seed), 30):
            state = game.state
            assert in_play(state) == 162 and cards(state) == Counter(dict(enumerate(R.DECK[1:], 1)))
            hidden = Counter(state.draw[: state.draw_n])
            for p in range(4):
                hidden.update({card: n for card, n in enumerate(state.hand[p]) if n})
                hidden.update(read_card(card) for card in stack_of(state, p)[:-1])
                assert state.hand_n[p] == sum(state.hand[p])
            assert state.unseen == [hidden[card] for card in range(R.KINDS)]
            assert state.aside_n == sum(state.aside)
            assert [len(stack_of(state, i)) for i in range(R.STACKS)] == state.count


def test_positions_go_both_ways():
    """The teacher's position gives the same table again, and everybody's position the same view."""
    for seed in range(4):
        rules = skipbo.Rules(
            stock_size=5, match_target=40, teams=seed % 2 == 1, exhaustion=["pass", "recycle"][seed // 2]
        )
        for game in play_out(skipbo.Game(4, rules, seed), Rng(seed), 10):
            if game.player is None or game.step % 7:
                continue
            again = skipbo.Game.from_position(**game.position(), seed=5, rules=rules)
            assert again.position() == game.position()
            for name in (
                "height",
                "build",
                "aside",
                "hand",
                "hand_n",
                "unseen",
                "barred",
                "unfilled",
                "passes",
                "total",
            ):
                assert getattr(again.state, name) == getattr(game.state, name)
            seat = game.player
            view = skipbo.Game.from_position(**game.position(seat), seed=5, rules=rules).view(seat)
            mine = game.view(seat)
            assert (view.hand, view.stock_tops, view.discards, view.piles) == (
                mine.hand, mine.stock_tops, mine.discards, mine.piles,
            )  # fmt: skip
            assert view.unseen == mine.unseen and view.hand_counts == mine.hand_counts
            assert "draw" not in game.position(seat)


@pytest.mark.parametrize(
    "position, message",
    [
        ({"stocks": [[1], []]}, "the game is over"),
        ({"stocks": [[1], [13]]}, "not a Skip-Bo card"),
        ({"stocks": [[1] * 13, [2]]}, "the deck has 12"),
        ({"stocks": [["W"] * 19, [2]]}, "the deck has 18"),
        ({"stocks": [[1], [2]], "hands": [[1, 2, 3, 4, 5, 6], []]}, "at most 5"),
        ({"stocks": [[1], [2]], "hands": [[1]]}, "hands"),
        ({"stocks": [[1], [2]], "discards": [[[1], [2], [3], [4], [5]], []]}, "up to 4"),
        ({"stocks": [[1], [2]], "piles": [[1, 3]]}, "no building pile"),
        ({"stocks": [[1], [2]], "piles": [[*range(1, 13)]]}, "complete"),
        ({"stocks": [[1], [2]], "piles": [[1, "."]]}, "top card"),
        ({"stocks": [[1], [2]], "piles": [[]] * 5}, "up to 4"),
        ({"stocks": [[1], [2]], "player": 2}, "no player"),
        ({"stocks": [[1], [2]], "totals": [1]}, "whole numbers"),
        ({"stocks": [[1], [2]], "passes": 2}, "passes"),
        ({"stocks": 7}, "list"),
        ({"stocks": [[1], [2], [3]], "rules": skipbo.Rules(teams=True)}, "number of players"),
        ({"stocks": [["?"] * 90, ["?"] * 90]}, "not enough cards"),
        ({"stocks": [[1], [2]], "barred": [5]}, "no player"),
        ({"stocks": [[1], [True]]}, "not a Skip-Bo card"),
    ],
)
def test_positions_that_cannot_be(position, message):
    with pytest.raises(ValueError, match=message):
        skipbo.Game.from_position(**{"seed": 1, **position})


def test_a_position_may_be_written_as_text_and_filled_by_the_seed():
    game = skipbo.Game.from_position(stocks=["? 10 5", "W"], hands=["4 6 w", ""], piles=["1 2 W"], seed=4)
    assert game.view(0).hand == (4, 6, "W") and game.view(0).stock_tops == (5, "W")
    assert game.view(0).heights == (3, 0, 0, 0) and in_play(game.state) == 162
    fresh = skipbo.Game.from_position(seed=4)
    assert fresh.view(0).stock_counts == (30, 30) and len(fresh.view(0).hand) == 5
    same = [skipbo.Game.from_position(stocks=["? 10 5", "W"], seed=seed).state for seed in (4, 4, 5)]
    assert same[0] == same[1] != same[2]


def test_options_that_cannot_be():
    for name, value in (
        ("stock_size", 0), ("stock_size", 82), ("stock_size", True), ("exhaustion", "stop"), ("teams", 1),
        ("first_player", 6), ("first_player", "dealer"), ("match_target", 0), ("win_bonus", -1), ("card_points", 1.5),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=name):
            skipbo.Rules(**{name: value})
    with pytest.raises(ValueError, match="no rule option 'wilds'"):
        skipbo.Rules(wilds=3)
    with pytest.raises(ValueError, match="no match would ever end"):
        skipbo.Rules(win_bonus=0, card_points=0)


# --- files ------------------------------------------------------------------------------------------------------------
def saved():
    game = skipbo.Game(players=["Ana", "Bo"], rules=skipbo.Rules(stock_size=5), seed=3)
    for _game, _k in zip(play_out(game, Rng(1)), range(12), strict=False):
        pass
    return game


def test_files_go_both_ways():
    game = saved().undo()
    again = skipbo.Game.from_json(game.to_json())
    assert again == game and again.history == game.history and again.steps == game.steps
    position = skipbo.Game.from_position(stocks=["1 2", "3"], hands=["4 5", "6"], discards=[["7"], []], seed=1)
    position.call_too_many(0, 1)
    assert skipbo.Game.from_json(position.to_json()) == position


@pytest.mark.parametrize(
    "damage, message",
    [
        (lambda d: d.update(game="skyjo"), "not of 'skipbo'"),
        (lambda d: d.update(version=99), "newer"),
        (lambda d: d.update(state="0" * 16), "inconsistent"),
        (lambda d: d.update(fingerprint="0" * 16), "fingerprint"),
        (lambda d: d.update(seed=4), "illegal action|inconsistent|damaged"),
        (lambda d: d["actions"].append("hand 99 -> 1"), "damaged"),
        (lambda d: d["actions"].insert(0, "pass"), "illegal action.*SB-16"),
        (lambda d: d["actions"].insert(0, "call seat 5: talking"), "illegal action"),
        (lambda d: d["rules"].update(teams=True), "damaged"),
        (lambda d: d["rules"].update(stock_size=4), "illegal action|inconsistent"),
        (lambda d: d.update(position={"stocks": [[1], [2]], "hands": 3}), "damaged"),
        (lambda d: d.update(position={"nonsense": 1}), "damaged"),
        (lambda d: d.update(players=["Ana"]), "damaged"),
        (lambda d: d.update(step=99), "step"),
        (lambda d: d.pop("index"), "missing"),
    ],
)
def test_a_damaged_file_is_refused(damage, message):
    data = json.loads(saved().to_json())
    damage(data)
    data = (
        {"fingerprint": fingerprint(data)} | data
        if data["fingerprint"] == "0" * 16
        else data | {"fingerprint": fingerprint(data)}
    )
    with pytest.raises(FileError, match=message):
        skipbo.Game.from_json(json.dumps(data))


# --- perft and a golden game ------------------------------------------------------------------------------------------
def perft(game, depth):
    """How many sequences of so many actions there are."""
    if depth == 0:
        return 1
    total = 0
    for action in game.legal_actions():
        total += perft(game.play(action), depth - 1)
        game.undo()
    return total


def test_perft():
    """One play (the 4) and 3 x 4 discards; after the 4 the 5 of the stock fits and 2 x 4 discards are left."""
    game = skipbo.Game.from_position(
        stocks=[[9, 5], [8, 8]], hands=[[4, 8, 9], [7, 7, 7, 7, 7]], piles=[[1, 2, 3]], draw=[], seed=1
    )
    assert perft(game, 1) == 1 + 12
    assert perft(game, 2) == (1 + 8) + 8 * 4 + 4 * 4
    free = skipbo.Game.from_position(stocks=[[9, 5], [8, 8]], hands=[["W"], []], draw=[], seed=1)
    assert perft(free, 1) == 4 + 4
    dealt = skipbo.Game(2, skipbo.Rules(stock_size=10), seed=3)
    assert [perft(dealt, depth) for depth in (1, 2, 3)] == [20, 480, 9360]


def test_a_golden_game(pytestconfig):
    """A short game that a person can read; any change of rules, random numbers or wording shows as a difference."""
    game = skipbo.Game(players=["Ana", "Bo"], rules=skipbo.Rules(stock_size=3, match_target=1), seed=2)
    for _game in play_out(game, Rng(2)):
        pass
    story = "\n".join(f"{line} [{', '.join(line.rules)}]" for line in game.history) + f"\n{game}\n"
    golden = pytestconfig.rootpath / "tests" / "golden" / "skipbo_game.txt"
    assert story == golden.read_text(encoding="utf-8")
