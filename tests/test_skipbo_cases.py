"""Worked cases of Skip-Bo: given a position, when something is played, then this follows (rule numbers in names)."""

from collections import Counter

import pytest
from hosts import new_state

from cardlib import skipbo
from cardlib.deck import Deck
from cardlib.engine.game import IllegalAction
from cardlib.engine.players import choose_action
from cardlib.skipbo import rules as R
from cardlib.skipbo.game import in_play
from cardlib.skipbo.notation import discards_of, hand_of, pile_of, stack_of

RUN = list(range(1, 13))


def at(hand=(), stock=(9, 9), other=(8, 8), piles=(), discards=None, seed=1, player=0, **more):
    """Two players; seat 0 has the given hand, stock and discard piles, seat 1 a stock and no hand."""
    own = [] if discards is None else discards
    return skipbo.Game.from_position(
        stocks=[list(stock), list(other)], hands=[list(hand), more.pop("hand1", [])], discards=[own, []],
        piles=[list(pile) for pile in piles], player=player, seed=seed, **more,
    )  # fmt: skip


def illegal(game, action, rule):
    """The action is refused under that rule, and the game stays as it was."""
    before, step = game.state.to_dict(), game.step
    with pytest.raises(IllegalAction) as refused:
        game.play(action)
    assert refused.value.rule == rule
    assert (game.state.to_dict(), game.step) == (before, step)


def begun(seats, deck, seed=1, **options):
    """A state just after the deal from a stacked deck (card -> count)."""
    counts = [deck.get(card, 0) for card in range(R.KINDS)]
    state = new_state(skipbo, seats, skipbo.Rules(**options), seed, 0, counts)
    R.begin(state)
    return state


def heights(game):
    return game.view(0).heights


# --- SB-1 to SB-6: deck, deal, start ----------------------------------------------------------------------------------
def test_sb1_the_deck():
    assert skipbo.DECK.total == 162
    assert [skipbo.DECK[value] for value in RUN] == [12] * 12
    assert skipbo.DECK["W"] == 18
    assert in_play(skipbo.Game(3, seed=1).state) == 162


def test_sb2_players():
    for wrong in (0, 1, 7):
        with pytest.raises(ValueError, match="number of players"):
            skipbo.Game(players=wrong)
    assert len(skipbo.Game(players=6, seed=1).players) == 6


def test_sb3_skip_bo_cards_do_not_count_for_the_deal():
    for seed in range(30):
        state = begun(2, {5: 1, R.W: 15}, seed, stock_size=1)
        assert state.cut[state.dealer] == 5


def test_sb3_ties_draw_again_and_the_cards_go_back():
    for seed in range(30):
        state = begun(3, {3: 20, 7: 1}, seed, stock_size=1)
        assert state.cut[state.dealer] == 7
        assert state.draw_n == 21 - 3 - 5
    for seed in range(40):  # in a draw without a tie the highest card deals
        state = skipbo.Game(2, seed=seed).state
        values = [0 if card == R.W else card for card in state.cut[:2]]
        assert state.dealer == values.index(max(values)) and values[0] != values[1]


def test_sb3_the_first_player_is_left_of_the_dealer_and_the_deal_passes_to_the_left():
    for seed in range(8):
        game = skipbo.Game(3, seed=seed)
        assert game.player == (game.state.dealer + 1) % 3
    game = at(hand=[3], stock=[1], dealer=0)
    game.play("stock -> 1").play("next game")
    assert (game.state.dealer, game.player, game.state.round) == (1, 0, 2)
    game = skipbo.Game(4, skipbo.Rules(first_player=2), seed=1)
    assert (game.player, game.state.dealer) == (2, 1)
    assert skipbo.Game(2, skipbo.Rules(first_player=0), seed=1).state.dealer == 1
    with pytest.raises(ValueError, match="number of players"):
        skipbo.Game(2, skipbo.Rules(first_player=2))


def test_ec90_stocks_and_what_is_left():
    for seats, size, left in ((2, 30, 102), (3, 30, 72), (4, 30, 42), (5, 20, 62), (6, 20, 42)):
        game = skipbo.Game(seats, seed=3)
        view = game.view(0)
        assert view.stock_counts == (size,) * seats
        assert view.draw_count == left - 5
        while game.state.turns < seats - 1:
            game.play(next(action for action in game.legal_actions() if action >= R.DISCARD))
        assert game.view(0).draw_count == left - 5 * seats


def test_ec91_the_short_game_and_other_sizes():
    for seats in range(2, 7):
        game = skipbo.Game(seats, skipbo.Rules(stock_size=10), seed=1)
        assert game.view(0).stock_counts == (10,) * seats
        assert game.view(0).draw_count == 162 - 10 * seats - 5
    assert skipbo.Game(2, skipbo.Rules(stock_size=81), seed=1).legal_actions()
    with pytest.raises(ValueError, match="number of players"):
        skipbo.Game(6, skipbo.Rules(stock_size=28))


def test_sb4_only_the_top_of_a_stock_is_seen():
    game = at(hand=[2], stock=[3, 4, 5], other=[7, 6])
    assert game.view(0).stock_tops == game.view(1).stock_tops == (5, 6)
    assert game.state.unseen[3] == 12 and game.state.unseen[5] == 11


def test_sb5_hands_are_drawn_at_the_start_of_the_own_first_turn():
    game = skipbo.Game(3, skipbo.Rules(first_player=1), seed=2)
    assert game.view(0).hand_counts == (0, 5, 0)
    game.play(game.legal_actions()[-1])
    assert game.view(0).hand_counts == (0, 4, 5)


def test_ec87_sb6_the_hand_is_filled_at_the_start_of_a_turn_not_at_its_end():
    game = at(hand=[2, 3, 4], hand1=[7, 7])
    draw = game.view(0).draw_count
    game.play("discard hand 2 on 1")
    assert game.view(0).hand_counts == (2, 5)
    assert game.view(0).draw_count == draw - 3
    assert game.player == 1


# --- SB-7 to SB-10: building piles ------------------------------------------------------------------------------------
def test_sb7_a_free_place_takes_a_1_or_a_skip_bo_card():
    game = at(hand=[1, 2, "W"])
    illegal(game, "hand 2 -> 1", "SB-7")
    game.play("hand 1 -> 3").play("hand W -> 4")
    assert heights(game) == (0, 0, 1, 1)
    game.play("hand 2 -> 4")
    assert heights(game) == (0, 0, 1, 2)


def test_ec78_no_fifth_pile():
    game = at(hand=[1, 2, 5], piles=[[1], [1, 2], [1], [1]])
    for pile in (1, 2, 3, 4):
        illegal(game, f"hand 1 -> {pile}", "SB-8")


def test_sb8_only_the_next_value_fits():
    game = at(hand=[3, 4, 5, 6], piles=[[1, 2, 3]])
    for card in (3, 5, 6):
        illegal(game, f"hand {card} -> 1", "SB-8")
    illegal(game, "hand 9 -> 1", "SB-8")  # not in the hand
    illegal(game, "discard 1 -> 1", "SB-8")  # an empty pile
    game.play("hand 4 -> 1")
    assert pile_of(game.state, 0) == (1, 2, 3, 4)


def test_sb8_every_source_and_only_its_top():
    game = at(hand=[7, 7, 7], stock=[2, 4], discards=[[2, 5], [6, 3]], piles=[[1, 2], [1]])
    illegal(game, "discard 1 -> 2", "SB-8")
    assert [str(a) for a in game.legal_actions() if a < R.DISCARD] == ["discard 2 -> 1"]
    game.play("discard 2 -> 1").play("stock -> 1").play("discard 1 -> 1").play("discard 2 -> 1")
    assert heights(game) == (6, 1, 0, 0)
    game.play("discard 1 -> 2")
    assert discards_of(game.state, 0) == ((), (), (), ())


def test_sb8_two_skip_bo_cards_in_a_row():
    game = at(hand=["W", "W", 3, 5])
    game.play("hand W -> 2").play("hand W -> 2").play("hand 3 -> 2")
    assert pile_of(game.state, 1) == ("W", "W", 3)
    assert heights(game)[1] == 3


def test_ec89_a_play_may_be_passed_up():
    game = at(hand=[5, 6], stock=[9, 1])
    game.play("discard hand 5 on 1")
    assert game.player == 1 and game.view(0).stock_counts == (2, 2)


def test_sb9_the_next_stock_card_is_turned_up_and_may_be_played_at_once():
    game = at(hand=[9], stock=[7, 2, 1])
    game.play("stock -> 1")
    assert game.view(1).stock_tops[0] == 2 and game.state.unseen[2] == 11
    game.play("stock -> 1")
    assert game.view(0).stock_top == 7 and heights(game)[0] == 2


def test_ec100_a_skip_bo_card_on_the_stock():
    game = at(hand=[9], stock=[3, "W", "W"], piles=[[1, 2, 3, 4], []])
    assert game.view(1).stock_tops[0] == "W"
    assert {str(a) for a in game.legal_actions() if a < 4} == {f"stock -> {b}" for b in (1, 2, 3, 4)}
    game.play("stock -> 1").play("stock -> 2")
    assert heights(game) == (5, 1, 0, 0)


def test_ec77_ec86_sb10_a_skip_bo_card_ends_a_pile_which_is_set_aside_and_not_drawn_early():
    game = at(hand=["W", 4], piles=[RUN[:11]], draw=[5, 5])
    game.play("hand W -> 1")
    view = game.view(0)
    assert view.heights == (0, 0, 0, 0)
    assert view.set_aside.total == 12 and view.set_aside["W"] == 1 and view.set_aside[12] == 0
    assert view.draw_count == 2 and view.hand == (4,)


# --- SB-11, SB-12: filling up, discarding -----------------------------------------------------------------------------
def swedish():
    """The worked turn: piles 3 and 7; stock 5 over 10; hand 4, 6, 9, 11, W; a discard pile shows 8."""
    game = at(hand=[4, 6, 9, 11, "W"], stock=[2, 10, 5], discards=[[8]], piles=[[1, 2, 3], RUN[:7]])
    game.play("hand 4 -> 1").play("stock -> 1").play("hand 6 -> 1")
    return game.play("discard 1 -> 2").play("hand 9 -> 2").play("stock -> 2").play("hand 11 -> 2")


def test_ec70_the_worked_turn():
    game = swedish()
    assert heights(game) == (6, 11, 0, 0)
    assert game.view(0).hand == ("W",)
    assert game.view(0).stock_top == 2 and game.player == 0


def test_ec71_the_last_hand_card_completes_a_pile_and_five_cards_are_drawn():
    game = swedish()
    draw = game.view(0).draw_count
    game.play("hand W -> 2")
    view = game.view(0)
    assert view.heights == (6, 0, 0, 0) and view.set_aside.total == 12
    assert len(view.hand) == 5 and view.draw_count == draw - 5
    assert game.player == 0


def test_ec72_the_skip_bo_card_is_discarded_and_stays_wild():
    game = swedish()
    draw = game.view(0).draw_count
    game.play("discard hand W on 4")
    view = game.view(0)
    assert view.hand == () and game.player == 1
    assert view.draw_count == draw - 5  # the next player's hand
    assert view.discards[0] == ((), (), (), ("W",))
    game.play(next(a for a in game.legal_actions() if a >= R.DISCARD))
    game.play("discard 4 -> 1")
    assert pile_of(game.state, 0)[-1] == "W" and heights(game)[0] == 7


def test_sb11_the_completed_pile_is_set_aside_before_the_draw():
    game = at(hand=[12], piles=[RUN[:11]], draw=[])
    game.play("hand 12 -> 1")
    view = game.view(0)
    assert len(view.hand) == 5 and view.draw_count == 7 and view.set_aside.total == 0
    assert Counter(view.hand) <= Counter(RUN)
    game = at(hand=[12], piles=[RUN[:11]], draw=[3, 3])
    game.play("hand 12 -> 1")
    assert len(game.view(0).hand) == 5 and game.view(0).hand.count(3) in (2, 3)


def test_sb11_a_hand_emptied_in_vain_is_filled_as_soon_as_there_are_cards():
    game = at(hand=[1], stock=[5, 12], piles=[[], RUN[:11]], draw=[])
    game.play("hand 1 -> 1")
    assert game.view(0).hand == () and "pass" in map(str, game.legal_actions())
    game.play("stock -> 2")
    assert len(game.view(0).hand) == 5
    illegal(game, "pass", "SB-16")


def test_ec88_illegal_discards():
    game = at(hand=[5, 6], discards=[[7]])
    for text in ("discard stock on 1", "discard discard 1 on 2"):
        with pytest.raises(IllegalAction, match="SB-12"):
            game.play(text)
    illegal(game, "discard hand 9 on 1", "SB-12")
    game.play("discard hand 5 on 1")
    illegal(game, "discard hand 6 on 1", "SB-12")  # the other player's turn, who may have no 6
    assert discards_of(game.state, 0)[0] == (7, 5)


def test_sb12_any_hand_card_on_any_own_pile():
    game = at(hand=[5, 5, "W"], discards=[[1], [], [9, 9]])
    discards = [str(a) for a in game.legal_actions() if a >= R.DISCARD]
    assert discards == [f"discard hand {card} on {pile}" for card in (5, "W") for pile in (1, 2, 3, 4)]
    game.play("discard hand 5 on 3")
    assert discards_of(game.state, 0) == ((1,), (), (9, 9, 5), ())
    assert hand_of(game.state, 0) == (5, "W")


# --- SB-13, SB-14: the end of a game, the match -----------------------------------------------------------------------
def test_ec75_sb13_the_game_ends_with_the_last_stock_card():
    game = at(hand=[2, 3, 4], stock=[1], draw=[6] * 5)
    game.play("stock -> 1")
    assert game.phase == "game over" and game.player is None and game.result == "won" and game.winners == (0,)
    assert hand_of(game.state, 0) == (2, 3, 4) and game.state.draw_n == 5
    assert [str(a) for a in game.legal_actions()] == ["next game"]
    illegal(game, "discard hand 2 on 1", "SB-13")


def test_ec74_sb14_the_score():
    game = skipbo.Game.from_position(
        stocks=[[1], [8] * 6, [9] * 11], hands=[[5], [], []], seed=1, totals=[100, 20, 30],
        rules=skipbo.Rules(match_target=211),
    )  # fmt: skip
    game.play("stock -> 2")
    assert game.round_scores == (110, 0, 0) and game.totals == (210, 20, 30)
    assert not game.is_over
    options = skipbo.Rules(win_bonus=7, card_points=2)
    game = skipbo.Game.from_position(stocks=[[1], [8] * 6, [9] * 11], hands=[[5], [], []], seed=1, rules=options)
    assert game.play("stock -> 1").round_scores == (41, 0, 0)


def test_sb14_the_match_ends_at_its_target():
    for target, over in ((129, True), (130, True), (131, False)):
        game = at(hand=[5], stock=[1], other=[8], totals=[100, 125], rules=skipbo.Rules(match_target=target))
        game.play("stock -> 1")
        assert game.totals == (130, 125)
        assert game.is_over == over
        assert game.phase == ("match over" if over else "game over") and game.winners == (0,)
        assert bool(game.legal_actions()) != over
    game = at(hand=[5], stock=[1], other=[8], totals=[480, 0]).play("stock -> 1")
    assert game.is_over
    illegal(game, "next game", "SB-14")


def test_sb14_the_next_game_begins_afresh():
    game = at(hand=[5], stock=[1], discards=[[3, 4]], piles=[[1], [1, 2]])
    game.play("stock -> 3")
    illegal(game, "pass", "SB-13")
    game.play("next game")
    view = game.view(0)
    assert in_play(game.state) == 162 and view.heights == (0, 0, 0, 0) and view.set_aside.total == 0
    assert view.stock_counts == (30, 30) and view.discards == (((),) * 4,) * 2 and game.totals == (35, 0)
    assert view.round_scores == (0, 0) and game.winners == () and game.result is None


# --- SB-15, SB-16: no cards left --------------------------------------------------------------------------------------
def test_sb15_a_draw_goes_on_with_the_shuffled_cards_after_the_old_ones():
    for seed in range(10):
        game = at(hand=[2], hand1=[10], draw=[9, 7], set_aside=[1, 1, 1, 4, 4, 4], seed=seed)
        game.play("discard hand 2 on 1")
        view = game.view(1)
        assert view.hand_counts == (0, 5) and view.draw_count == 4 and view.set_aside.total == 0
        drawn = Counter(view.hand) - Counter([10, 7, 9])
        assert sum(drawn.values()) == 2 and set(drawn) <= {1, 4}
        assert view.unseen[1] + view.unseen[4] == 6 - 2 + sum(view.unseen[c] for c in ()), seed
        assert in_play(game.state) == 2 + 2 + 1 + 1 + 2 + 6


def test_sb15_the_cards_set_aside_are_shuffled():
    orders = set()
    for seed in range(20):
        game = at(hand=[2], draw=[], set_aside=[*RUN], seed=seed)
        game.play("discard hand 2 on 1")
        orders.add(hand_of(game.state, 1))
    assert len(orders) > 15
    cards = {card for order in orders for card in order}
    assert cards == set(RUN)


def test_sb15_the_laid_cards_come_first_and_in_order():
    game = at(hand=[2], draw=[1, 2, 3, 4, 5, 6, 7])
    game.play("discard hand 2 on 1")
    assert hand_of(game.state, 1) == (3, 4, 5, 6, 7)


def test_sb15_cards_set_aside_are_open_until_they_are_shuffled():
    game = at(hand=[2], draw=[], set_aside=[*RUN])
    assert game.view(0).unseen.total == 2  # below the tops of the two stocks
    game.play("discard hand 2 on 1")
    assert game.view(0).unseen.total == 2 + 12


def test_ec82_sb16_both_empty_a_turn_starts_with_what_there_is():
    game = at(hand=[7], hand1=[5, 6, 7], draw=[], set_aside=[])
    game.play("discard hand 7 on 1")
    assert game.player == 1 and game.view(1).hand == (5, 6, 7)
    game.play("discard hand 5 on 1")
    assert game.player == 0 and game.view(0).hand == ()
    assert [str(a) for a in game.legal_actions()] == ["pass"]


def test_sb16_pass_is_legal_only_without_hand_and_draw():
    game = at(hand=[7], draw=[])
    illegal(game, "pass", "SB-16")
    game = at(hand=[], draw=[], stock=[3, 1], hand1=[4])
    assert [str(a) for a in game.legal_actions()] == [*(f"stock -> {b}" for b in (1, 2, 3, 4)), "pass"]
    game.play("pass")  # although a play was possible
    assert game.player == 1 and game.state.passes == 1


def test_sb16_blocked_when_all_pass_in_a_row():
    game = skipbo.Game.from_position(stocks=[[8], [8], [8]], hands=[[], [], []], draw=[], seed=1, totals=[5, 0, 0])
    game.play("pass").play("pass")
    assert game.result is None and game.phase == "turn"
    game.play("pass")
    assert (game.result, game.winners, game.phase) == ("blocked", (), "game over")
    assert game.round_scores == (0, 0, 0) and game.totals == (5, 0, 0)
    assert "blocked" in game.history[-1] and "SB-16" in game.history[-1].rules
    game.play("next game")
    assert game.phase == "turn" and game.state.round == 2


def test_sb16_a_pass_counts_only_if_nothing_can_be_drawn():
    """Barred players (SB-18) pass although there are cards to draw: the game is not blocked."""
    for cards, drawn in (({}, 5), ({"draw": [], "set_aside": [4, 4]}, 2)):
        game = skipbo.Game.from_position(stocks=[[9, 9], [9, 9]], hands=[[], []], barred=[0, 1], seed=1, **cards)
        game.play("pass").play("pass")
        assert (game.phase, game.player, game.state.passes) == ("turn", 0, 0)
        assert len(game.view(0).hand) == drawn
    game = skipbo.Game.from_position(
        stocks=[[9, 9], [9, 9]], hands=[[], []], barred=[0], passes=1, seed=1, draw=[], piles=[[1, 2]],
        rules=skipbo.Rules(exhaustion="recycle"),
    )  # fmt: skip
    assert game.play("pass").player == 1  # the 1 below the 2 can be drawn
    assert game.view(1).hand == (1,)


def test_sb16_a_play_or_a_discard_between_starts_the_count_again():
    game = at(hand=[], draw=[], stock=[3, 1], hand1=[4])
    game.play("pass").play("discard hand 4 on 1")
    assert game.state.passes == 0
    game.play("stock -> 1").play("pass")
    assert game.state.passes == 1 and game.phase == "turn"
    game.play("pass")
    assert game.result == "blocked"
    game = at(hand=[], draw=[], other=[5, 1]).play("pass").play("stock -> 1").play("pass")
    assert game.state.passes == 1 and game.phase == "turn"


def test_ec84_sb16_recycling():
    recycle = skipbo.Rules(exhaustion="recycle")
    game = at(hand=[7], hand1=[9, 9], draw=[], piles=[[1, 2, "W", 4]], rules=recycle)
    game.play("discard hand 7 on 1")
    view = game.view(1)
    assert view.hand == (1, 2, 9, 9, "W") and view.heights[0] == 4
    assert view.piles[0] == (".", ".", ".", 4)
    illegal(game, "hand 9 -> 1", "SB-8")
    for text in ("hand W -> 1",):
        game.play(text)
    assert game.view(1).heights[0] == 5
    game = at(hand=[7], hand1=[9, 9], draw=[], piles=[[1, 2, "W", 4]])
    game.play("discard hand 7 on 1")
    assert game.view(1).hand == (9, 9)


def test_sb16_recycling_only_when_nothing_is_set_aside_and_a_bare_pile_is_set_aside_as_it_is():
    recycle = skipbo.Rules(exhaustion="recycle")
    game = at(hand=[7], draw=[], set_aside=[2] * 5, piles=[[1, 2, "W", 4]], rules=recycle)
    game.play("discard hand 7 on 1")
    assert game.view(1).hand == (2,) * 5 and game.view(1).piles[0] == (1, 2, "W", 4)
    bare = [*["."] * 9, 10]
    game = at(hand=[11, 12, 3], draw=[], piles=[bare], rules=recycle)
    game.play("hand 11 -> 1").play("hand 12 -> 1")
    assert game.view(0).set_aside.total == 3 and heights(game)[0] == 0


# --- SB-17: teams -----------------------------------------------------------------------------------------------------
TEAMS = skipbo.Rules(teams=True)


def team(stocks, hands, discards=((), (), (), ()), piles=(), player=0, **more):
    return skipbo.Game.from_position(
        stocks=stocks, hands=hands, discards=[list(own) for own in discards], piles=list(piles), player=player, seed=1,
        rules=more.pop("rules", TEAMS), **more,
    )  # fmt: skip


def test_sb17_teams_are_of_four_or_six():
    for seats in (2, 3, 5):
        with pytest.raises(ValueError, match="number of players"):
            skipbo.Game(seats, TEAMS)
    assert [skipbo.Game(4, TEAMS, seed=1).view(p).partner for p in range(4)] == [2, 3, 0, 1]
    assert [skipbo.Game(6, TEAMS, seed=1).view(p).partner for p in range(6)] == [3, 4, 5, 0, 1, 2]
    assert skipbo.Game(4, seed=1).view(0).partner is None


def test_sb17_the_partners_stock_and_discard_tops_may_be_played():
    game = team([[8, 5], [8], [6, 1], [8]], [[5], [], [3], []], discards=[(), (), ([9, 2], [], [4]), ()])
    game.play("partner stock -> 1").play("partner discard 1 -> 1")
    illegal(game, "partner discard 3 -> 1", "SB-8")
    assert game.view(0).stock_tops[2] == 6 and game.view(0).discards[2] == ((9,), (), (4,), ())
    assert game.state.unseen[6] == 11
    assert game.player == 0


def test_ec96_never_the_partners_hand_and_discards_on_own_piles_only():
    game = team([[8], [8], [8], [8]], [[5], [], [1], []])
    with pytest.raises(IllegalAction, match="SB-17"):
        game.play("partner hand 1 -> 1")
    with pytest.raises(ValueError, match="is not an action"):
        game.play("discard hand 5 on partner 1")
    game.play("discard hand 5 on 2")
    assert discards_of(game.state, 0)[1] == (5,) and discards_of(game.state, 2)[1] == ()


def test_sb17_without_teams_there_is_no_partner():
    game = skipbo.Game.from_position(stocks=[[8], [8], [1], [8]], hands=[[5], [], [], []], seed=1)
    illegal(game, "partner stock -> 1", "SB-17")
    illegal(game, "partner discard 1 -> 1", "SB-17")


def test_ec95_a_team_wins_when_both_stocks_are_empty():
    game = team([[1], [8] * 3, [9, 9, 3, 2], [7] * 2], [[5], [6], [4], [4]], draw=[*[10] * 11, *[11] * 12])
    game.play("stock -> 1")
    assert game.phase == "turn" and game.player == 0 and game.view(0).stock_counts == (0, 3, 4, 2)
    illegal(game, "stock -> 1", "SB-8")
    game.play("partner stock -> 1").play("discard hand 5 on 1")
    for action in ("discard hand 6 on 1", "stock -> 1", "discard hand 4 on 1", "discard hand 4 on 1"):
        game.play(action)
    assert game.player == 0 and game.view(0).hand_counts[0] == 5  # an empty stock, but a turn like any other
    game = team([[], [8] * 3, [2], [7] * 2], [[5], [6], [4], [4]], piles=[[1]])
    game.play("partner stock -> 1")
    assert game.result == "won" and game.winners == (0, 2)
    assert game.round_scores == (50, 0, 50, 0) and game.totals == (50, 0, 50, 0)


def test_sb17_the_partner_may_end_it_too():
    game = team([[], [8], [2], [7]], [[5], [6], [4], [4]], piles=[[1]], player=2)
    game.play("stock -> 1")
    assert game.winners == (0, 2)


def test_sb17_six_players():
    game = skipbo.Game.from_position(
        stocks=[[], [8], [8, 8], [1], [7], [7]], hands=[[5], *[[]] * 5], seed=1, rules=skipbo.Rules(teams=True)
    )
    game.play("partner stock -> 4")
    assert game.winners == (0, 3) and game.round_scores == (50, 0, 0, 50, 0, 0)


# --- SB-18: the referee -----------------------------------------------------------------------------------------------
def test_sb18_too_many_cards_go_into_the_stock_below_its_top():
    places = Counter()
    for seed in range(60):
        game = at(hand=[2], stock=[9, 9, 9, 5], draw=[1, 2, 3], seed=seed)
        game.call_too_many(0, 2)
        stock = stack_of(game.state, 0)
        assert stock[-1] == 5 and Counter(stock) == Counter([9, 9, 9, 5, 3, 2])
        assert game.player == 0 and game.view(0).hand == (2,) and game.view(0).draw_count == 1
        places.update(k for k, card in enumerate(stock) if card != 9 and k < 5)
    assert set(places) == {0, 1, 2, 3, 4}
    assert "2 cards too many" in game.history[0] and game.history[0].seat is None


def test_sb18_sb19_a_view_does_not_tell_where_in_the_stock_they_went():
    views = []
    for seed in range(8):
        game = at(hand=[2], stock=[9, 9, 9, 1], draw=[9, 3], seed=seed)
        game.call_too_many(0, 2)
        views.append((stack_of(game.state, 0), game.view(0)))
    assert len({stock for stock, _view in views}) > 1
    assert all(view == views[0][1] for _stock, view in views)


def test_sb18_too_many_may_need_the_cards_set_aside_and_no_more_than_there_are():
    game = at(hand=[2], draw=[1], set_aside=[3, 3, 3])
    illegal(game, "call seat 1: 5 too many", "SB-18")
    game.call_too_many(1, 4)
    assert game.view(0).stock_counts == (2, 6) and game.view(0).draw_count == 0
    with pytest.raises(ValueError, match="1 to 20"):
        game.call_too_many(1, 0)
    with pytest.raises(ValueError, match="there is no player"):
        game.call_too_many(2, 1)


def test_sb18_a_partner_who_talks_gets_two_cards_at_the_bottom():
    game = team([[8, 5], [8, 7], [6, 1], [8, 2]], [[5], [], [], []], draw=[10, 11, 12])
    game.call_talking(2)
    assert stack_of(game.state, 2) == (11, 12, 6, 1)
    assert game.view(2).draw_count == 1 and game.view(2).unseen[11] == 1 and game.player == 0
    game.call_talking(1)
    assert stack_of(game.state, 1) == (10, 8, 7)
    with pytest.raises(IllegalAction, match="not so many cards"):
        game.call_talking(1)
    with pytest.raises(IllegalAction, match="partners"):
        at(hand=[2]).call_talking(1)


def test_sb18_cards_for_an_empty_stock_lie_open():
    game = team([[], [8], [6], [8]], [[5], [], [], []], draw=[10, 11, 12])
    game.call_talking(0)
    assert stack_of(game.state, 0) == (11, 12) and game.state.unseen[12] == 0 and game.state.unseen[11] == 1


def test_sb18_out_of_turn_noticed_in_time():
    game = at(hand=[2, 3], hand1=[7, 8])
    game.call_out_of_turn(1)
    assert game.player == 0
    with pytest.raises(IllegalAction, match="it is this player's turn"):
        game.call_out_of_turn(0)
    game.play("discard hand 2 on 1")
    assert game.view(1).hand == (7, 8)
    game.play("discard hand 7 on 1")
    assert game.view(0).hand_counts[0] == 5
    game.play(game.legal_actions()[-1])
    assert game.view(1).hand_counts[1] == 5  # only once


def test_sb18_out_of_turn_with_an_empty_hand():
    game = at(hand=[2, 3], other=[5, 2, 1])
    game.call_out_of_turn(1).play("discard hand 2 on 1")
    assert game.view(1).hand == ()
    game.play("stock -> 1")
    assert game.view(1).hand == () and "pass" in map(str, game.legal_actions())
    game.play("pass")
    assert game.player == 0
    game = at(hand=[2, 3], hand1=[1])
    game.call_out_of_turn(1).play("discard hand 2 on 1").play("hand 1 -> 1")
    assert game.view(1).hand_counts[1] == 5  # emptied by playing: SB-11


def test_sb18_out_of_turn_not_noticed_stands():
    game = skipbo.Game.from_position(stocks=[[8], [8], [8]], hands=[[5], [], [4]], seed=1)
    game.call_out_of_turn(2, noticed=False)
    assert game.player == 2 and game.view(2).hand_counts == (1, 0, 5)
    game.play("discard hand 4 on 1")
    assert game.player == 0


def test_sb18_the_engine_refuses_an_action_out_of_turn():
    game = at(hand=[2, 3], hand1=[7])
    before = game.state.to_dict()
    with pytest.raises(IllegalAction, match="SB-18"):
        game.play("discard hand 7 on 1", player=1)
    assert game.state.to_dict() == before


def test_sb18_calls_are_part_of_the_record_but_not_offered():
    game = at(hand=[2, 3], hand1=[7], other=[8, 8, 8])
    game.call_too_many(1, 3).call_out_of_turn(1).play("discard hand 2 on 1")
    assert not any(a > R.NEXT for a in game.legal_actions())
    again = skipbo.Game.from_json(game.to_json())
    assert again == game and len(again.history) == 3
    game.undo().undo().undo()
    assert game.view(0).stock_counts == (2, 3)
    texts = [str(action) for action, _sentence in game.calls()]
    assert texts[:2] == ["call seat 0: 1 too many", "call seat 0: 2 too many"]
    assert texts[40:] == ["call seat 1: out of turn", "call seat 1: it stands"]
    game.redo()
    assert game.view(0).stock_counts == (2, 6)


# --- SB-19, bad input -------------------------------------------------------------------------------------------------
def test_ec97_sb19_the_view():
    game = at(hand=[2, "W"], stock=[3, 3, 9], hand1=[7, 7, 12], draw=[1, 1, 4])
    view = game.view(0)
    assert view.hand == (2, "W") and view.hand_counts == (2, 3)
    assert view.record.hand[1] == [0] * R.KINDS
    faces = Counter(face for face in view.record.face if face)
    assert faces == Counter([9, 8])  # the two tops
    assert view.unseen == Deck([3, 3, 8, 7, 7, 12, 1, 1, 4])
    assert not any(name in ("draw", "seed", "luck", "deck", "laid") for name, _kind, _shape in R.VIEW_FIELDS)
    table = game.view_record(-1)
    assert sum(map(sum, table.hand)) == 0


def test_sb19_set_aside_and_discards_lie_open():
    game = at(hand=[2], discards=[[4, 5], [6]], set_aside=[*RUN], piles=[[1, "W"]])
    view = game.view(1)
    assert view.discards[0] == ((4, 5), (6,), (), ())
    assert view.set_aside.total == 12 and view.piles[0] == (1, "W")
    assert (view.unseen[4], view.unseen[5], view.unseen["W"]) == (10, 10, 17)


@pytest.mark.parametrize(
    "text",
    ["hand 7 -> 5", "hand 7 -> 0", "hand 7 -> -1", "hand 7 -> 1.5", "deck -> 1", "hand 13 -> 1", "hand 0 -> 1",
     "discard 5 -> 1", "discard hand 7 on 0", "stock", "", "stock -> 1 -> 2", "call seat 9: talking",
     "call seat 1: 21 too many", "call seat 1: singing", None, 1.5, True, -1, R.ACTIONS],
)  # fmt: skip
def test_ec98_what_is_no_action_is_refused(text):
    game = at(hand=[7])
    before = game.state.to_dict()
    with pytest.raises(ValueError):
        game.play(text)
    assert game.state.to_dict() == before and game.step == 0


def test_ec98_after_the_end_nothing_is_legal():
    game = at(hand=[5], stock=[1], rules=skipbo.Rules(match_target=1)).play("stock -> 1")
    assert game.is_over and game.legal_actions() == []
    for action in range(R.ACTIONS):
        illegal(game, action, "SB-14")


CASES = [
    test
    for name, test in sorted(globals().items())
    if name.startswith(("test_sb", "test_ec")) and not hasattr(test, "pytestmark")
]


# --- what went back into the draw pile --------------------------------------------------------------------------------
def test_everybody_remembers_what_was_shuffled_into_the_draw_pile():
    game = skipbo.Game.from_position(
        stocks=[[9, 9, 7], [8, 8, 3]], hands=[[], []], set_aside=[*range(1, 13)], draw=[], player=1, seed=1
    )
    drawn = list(game.view(1).hand)
    assert game.view(0).returned == Deck(range(1, 13))
    assert game.view(1).returned == Deck(range(1, 13)) - drawn
    game.play(f"discard hand {drawn[0]} on 1")  # that hand held no older card: this one was shuffled back
    assert game.view(0).returned == Deck(range(1, 13)) - [drawn[0], *game.view(0).hand]
    assert game.view(1).returned == Deck(range(1, 13)) - drawn


def test_an_older_hand_card_is_not_taken_for_one_that_was_shuffled_back():
    game = skipbo.Game.from_position(
        stocks=[[9, 9, 7], [8, 8, 3]],
        hands=[[], [10, 10, 11, 12]],
        set_aside=[1, 2, 3, 4, 5, 6],
        draw=[],
        player=0,
        seed=1,
    )
    game.play("discard hand " + str(game.view(0).hand[-1]) + " on 1")
    before = game.view(0).returned
    game.play("discard hand 12 on 1")
    assert game.view(0).returned == before - list(game.view(0).hand[4:])  # 12 was never among them


def test_before_the_first_new_draw_pile_there_is_nothing_to_remember():
    game = skipbo.Game(players=3, seed=1)
    assert all(game.view(seat).returned.total == 0 for seat in range(3))


def test_what_is_remembered_can_hold_the_draw_pile_and_is_never_seen_elsewhere():
    games = fits = 0
    for seed in range(12):
        game = skipbo.Game(players=2 + seed % 3, rules=skipbo.Rules(stock_size=30), seed=seed)
        while game.phase == "turn" and game.step < 900:
            game.play(choose_action(game, "planner"))
            view = game.view(game.step % len(game.players))
            if view.returned.total:
                assert (view.unseen - view.returned).total >= 0
                games, fits = games + 1, fits + (view.returned.total >= view.draw_count)
    assert games > 500 and fits > 0.99 * games
