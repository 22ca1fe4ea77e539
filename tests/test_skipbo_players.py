"""The built-in players of Skip-Bo: what each of them does, and that a short look is enough for the simple ones."""

import pytest
from test_skipbo_cases import at, team

from cardlib import simulate, skipbo
from cardlib.engine.players import choose
from cardlib.skipbo import players

RANDOM, NAIVE, STOCK_FIRST, PLANNER = range(4)


def chosen(game, kind):
    """What the built-in player of that kind does."""
    return str(skipbo.Action(choose(players, game.view_record(game.player), kind)))


def test_the_names():
    assert players.NAMES == ("random", "naive", "stock_first", "planner")
    for function in (players.random_player, players.naive_player, players.stock_first_player, players.planner):
        assert function.__doc__


def test_every_player_plays_legally_with_all_options():
    for kind in range(4):
        for options in ({"exhaustion": "recycle"}, {"teams": True}, {}):
            game = skipbo.Game(4, skipbo.Rules(stock_size=4, match_target=1, **options), seed=kind)
            for _k in range(2000):
                if game.player is None:
                    break
                game.play(choose(players, game.view_record(game.player), kind))
            assert game.result in ("won", "blocked")


def test_naive_plays_the_hand_before_the_stock_and_discards_its_lowest_card():
    game = at(hand=[4, 9, 7], stock=[2, 4], piles=[[1, 2, 3]])
    assert chosen(game, NAIVE) == "hand 4 -> 1"
    assert chosen(at(hand=[9, 7], stock=[2, 4], piles=[[1, 2, 3]]), NAIVE) == "stock -> 1"
    assert chosen(at(hand=[9, 7, "W"], stock=[2, 5], piles=[[1, 2, 3]]), NAIVE) == "hand W -> 1"
    assert chosen(at(hand=[9, 7], stock=[2, 5], piles=[[1, 2, 3]]), NAIVE) == "discard hand 7 on 1"
    assert chosen(at(hand=[], stock=[2, 5], draw=[]), NAIVE) == "pass"


def test_stock_first_plays_the_stock_first():
    game = at(hand=[4, 9, 7], stock=[2, 4], piles=[[1, 2, 3]])
    assert chosen(game, STOCK_FIRST) == "stock -> 1"
    assert chosen(at(hand=[4, 9], stock=[2, 5], piles=[[1, 2, 3]]), STOCK_FIRST) == "hand 4 -> 1"
    partner = team([[8], [8], [4, 1], [8]], [[5], [], [], []])
    assert chosen(partner, STOCK_FIRST) == chosen(partner, PLANNER) == "partner stock -> 1"


def test_the_planner_brings_its_stock_card_to_be_played():
    assert chosen(at(hand=[9, "W"], stock=[2, 6], piles=[[1, 2, 3, 4]], other=[1]), PLANNER) == "hand W -> 1"
    assert chosen(at(hand=[5, "W"], stock=[2, 6], piles=[[1, 2, 3, 4]], other=[1]), PLANNER) == "hand 5 -> 1"
    two = at(hand=[5, "W"], stock=[2, 6], piles=[[1, 2, 3], [1, 2, 3, 4]], other=[1])
    assert chosen(two, PLANNER) == "hand 5 -> 2"  # the cheaper run
    deep = at(hand=[9], stock=[2, 7], piles=[[1, 2, 3]], discards=[[6, 5, 4]], other=[1])
    assert chosen(deep, PLANNER) == "discard 1 -> 1"
    assert chosen(at(hand=[9, "W"], stock=[2, 8], piles=[[1, 2, 3]], other=[1]), PLANNER) == "discard hand 9 on 1"


def test_the_planner_keeps_skip_bo_cards_and_plays_the_last_ones():
    assert chosen(at(hand=["W", "W", 3], stock=[2, 12], other=[1]), PLANNER) == "discard hand 3 on 1"
    assert chosen(at(hand=["W"], stock=[2, 12], piles=[[1, 2]], other=[8]), PLANNER) == "hand W -> 1"


def test_the_planner_plays_skip_bo_cards_from_its_discard_piles():
    """Also with nothing in hand or to draw, and two of them one on the other; a hand card comes first."""
    dry = {"hand": [], "draw": [], "other": [1]}
    assert chosen(at(stock=[2, 5], piles=[[1, 2, 3]], discards=[["W"]], **dry), PLANNER) == "discard 1 -> 1"
    assert chosen(at(stock=[2, 6], piles=[[1, 2, 3]], discards=[[9], ["W", "W"]], **dry), PLANNER) == "discard 2 -> 1"
    assert chosen(at(stock=[2, 7], piles=[[1, 2, 3]], discards=[["W", "W"], [3]], **dry), PLANNER) == "discard 1 -> 1"
    both = at(hand=["W", 9], stock=[2, 5], piles=[[1, 2, 3]], discards=[["W"]], other=[1])
    assert chosen(both, PLANNER) == "hand W -> 1"
    kept = at(hand=[9], stock=[2, 12], piles=[[1, 2, 3]], discards=[["W"]], other=[1])
    assert chosen(kept, PLANNER) == "discard hand 9 on 2"


@pytest.mark.parametrize("more, play", [({}, "discard hand 11 on 1"), ({"draw": []}, "hand 5 -> 1")])
def test_the_planner_holds_nothing_back_when_there_is_nothing_to_draw(more, play):
    """Else everybody would wait for the others, and the game would be blocked (SB-16)."""
    game = at(hand=[5, 11], stock=[2, 12], piles=[[1, 2, 3, 4]], other=[7], **more)
    assert chosen(game, PLANNER) == play


def test_few_games_of_planners_are_blocked():
    """7.8 % of these games were blocked when they held cards back and left Skip-Bo cards on their discard piles."""
    frame = simulate(skipbo, players=["planner"] * 4, rounds=2000, seed=5, progress=False).frame
    assert (frame["ending"].astype(str) == "blocked").mean() < 0.025


def test_the_planner_discards_in_descending_order():
    game = at(hand=[8, 2, 5], stock=[2, 12], discards=[[3], [9], [5]], other=[1])
    assert chosen(game, PLANNER) == "discard hand 8 on 2"
    game = at(hand=[12, 5], stock=[2, 12], discards=[[3], [9], [5], [2]], other=[1])
    assert chosen(game, PLANNER) == "discard hand 5 on 3"


@pytest.mark.parametrize("rival, play", [(7, "discard hand 11 on 1"), (3, "hand 5 -> 1"), (10, "hand 5 -> 1")])
def test_the_planner_does_not_serve_the_next_player(rival, play):
    game = at(hand=[5, 11], stock=[2, 12], piles=[[1, 2, 3, 4]], other=[rival])
    assert chosen(game, PLANNER) == play


def test_each_player_beats_the_one_before():
    """On fixed seeds, both seats: a short game each."""
    rules = skipbo.Rules(stock_size=8)
    for worse, better in zip(players.NAMES, players.NAMES[1:], strict=False):
        won = 0
        for pair in ((worse, better), (better, worse)):
            frame = simulate(skipbo, players=list(pair), rounds=20, seed=3, rules=rules, progress=False).frame
            won += frame[frame["player"].astype(str) == better]["won"].sum()
        assert won >= 28, (better, won)
