"""Worked cases of Skyjo Action: given a position, when something is played, then exactly this follows."""

from collections import Counter

import pytest

from cardlib import skyjo_action as sa
from cardlib.engine.game import IllegalAction
from cardlib.skyjo_action import rules as R
from cardlib.skyjo_action import table as T

DOWN = "? ? ? ? / ? ? ? ? / ? ? ? ?"
LOW = "1 2 3 4 / 5 6 7 8 / 9 10 11 ?12"  # one card is face down


def at(*grids, discard=(3,), rules=None, seed=1, **more):
    """A game from a position of two or more grids."""
    return sa.Game.from_position(grids=list(grids), discard=list(discard), seed=seed, rules=rules, **more)


def act(game, *actions):
    """Play; after every action exactly the cards that lie hidden are unseen."""
    for action in actions:
        game.play(action)
        view = game.view(0)
        assert view.unseen.total == sa.game.hidden_places(view.record)
    return game


def legal(game):
    return {str(action) for action in game.legal_actions()}


def illegal(game, action, rule):
    """The action is refused under that rule, and the game stays as it was."""
    before = game.state.copy()
    with pytest.raises(IllegalAction) as refused:
        game.play(action)
    assert refused.value.rule == rule
    assert game.state.to_dict() == before.to_dict()


def grid(game, seat):
    return str(game.view(seat).grids[seat])


def held(game):
    return [list(cards) for cards in game.view(0).held]


def lap(game):
    """Play the round out; who had the turns."""
    order = []
    while game.player is not None:
        if game.phase == "turn":
            order.append(game.player)
            act(game, "draw", "keep (0,0)")
        else:
            act(game, "pass")
    return order


# --- SA-1 to SA-4: cards, deal, start -----------------------------------------------------------------------------
def test_sa1_the_decks():
    assert sa.DECK.total == 120 and sa.ACTION_DECK.total == 27
    assert [sa.DECK[v] for v in (-2, -1, 0, 1, 12, "*")] == [3, 7, 11, 7, 7, 15]
    assert set(sa.ACTION_DECK.counts.values()) == {3} and len(sa.ACTION_DECK.counts) == 9


def test_sa2_sa3_the_deal():
    game = sa.Game(players=3, seed=5)
    view = game.view(0)
    assert (view.draw_count, len(view.discard)) == (120 - 36 - 1, 1)
    assert (view.action_draw_count, len(view.market)) == (23, 4)
    assert view.unseen_actions.total == 23 and view.unseen.total == 119


def test_sa3_a_star_counts_0_for_the_start():
    game = at("* 2 ? ? / ? ? ? ? / ? ? ? ?", "1 2 ? ? / ? ? ? ? / ? ? ? ?", player=None)
    assert game.state.starter == 1
    game = at("12 -2 ? ? / ? ? ? ? / ? ? ? ?", "4 6 ? ? / ? ? ? ? / ? ? ? ?", player=None)
    assert game.state.starter == 0  # equal sums: the highest single card


def test_ec40_stars_of_the_set_up_in_seat_order_from_the_starter():
    star_left = "?* ?4 ? ? / ? ? ? ? / ? ? ? ?"
    game = at(star_left, "?12 ?* ? ? / ? ? ? ? / ? ? ? ?", "?* ?* ? ? / ? ? ? ? / ? ? ? ?", player=None,
              market=["look", "steal", "swap", "defence"])  # fmt: skip
    act(game, *["reveal (0,0) (0,1)"] * 3)
    assert (game.phase, game.player, game.state.starter) == ("star", 1, 1)
    illegal(game, "play look", "SA-5")
    act(game, "market 1")
    assert game.player == 2
    act(game, "market 2")
    assert (game.phase, game.player) == ("star", 2)  # a card for each star
    act(game, "pass")
    assert game.player == 0
    illegal(game, "draw", "SA-5")
    act(game, "pile")
    assert (game.phase, game.player) == ("turn", 1)
    assert held(game)[1:] == [["look"], ["steal"]] and len(held(game)[0]) == 1
    assert "play look" in legal(game)  # the set-up is not a turn


# --- SA-5 to SA-8: turns ------------------------------------------------------------------------------------------
def test_ec50_a_card_taken_is_played_in_a_later_turn():
    game = at(DOWN, DOWN, market=["look", None, None, None])
    act(game, "market 1")
    assert game.player == 1  # the turn is over
    act(game, "pile")
    assert "play look" in legal(game)
    illegal(game, "play steal", "SA-5")


def test_sa7_the_second_extra_turn_is_a_later_turn():
    game = at(DOWN, DOWN, held=[["extra turns"], []], market=["look", None, None, None])
    act(game, "play extra turns")
    assert (game.player, game.view(0).extra_turns) == (0, 1)
    act(game, "market 1")
    assert game.player == 0 and "play look" in legal(game)
    act(game, "play look", "seat 1", "column 0")
    assert game.player == 1


def test_ec52_discard_unused():
    game = at(DOWN, DOWN, held=[["look", "look"], []], action_discard=["swap"])
    act(game, "discard look")
    assert game.player == 1 and game.view(0).action_discard == ("swap", "look") and held(game)[0] == ["look"]


def test_ec53_the_row_is_refilled_at_once():
    game = at(DOWN, DOWN, market=["look", "swap", "steal", "remove"], action_draw=["defence", "look"], discard=["*"])
    act(game, "market 2")
    assert game.view(0).market == ("look", "look", "steal", "remove")
    act(game, "take (0,0)")
    assert (game.phase, game.player) == ("star", 1)
    act(game, "market 1")
    assert game.view(0).market == ("defence", "look", "steal", "remove") and game.view(0).action_draw_count == 0


def test_ec66_an_empty_action_pile_is_filled_from_the_discards():
    pile = ["swap", "steal", "remove", "defence", "extra turns"]
    game = at(DOWN, DOWN, market=["look", "look", None, None], action_draw=[], action_discard=pile)
    act(game, "market 1")
    view = game.view(0)
    assert view.market[0] in pile and view.action_draw_count == 4 and view.action_discard == ()
    assert view.unseen_actions.total == 4
    game = at(DOWN, DOWN, market=["look", None, None, None], action_draw=[])
    illegal(game, "pile", "SA-2")
    illegal(game, "market 2", "SA-2")
    act(game, "market 1")
    assert game.view(0).market == (None,) * 4


def test_sa5_passing_is_for_those_who_can_do_nothing_else():
    illegal(at(DOWN, DOWN), "pass", "SA-5")
    game = at(DOWN, DOWN, discard=[], draw=[], rules=sa.Rules(variant="stars"))
    assert legal(game) == {"pass"}
    assert act(game, "pass").player == 1


def test_ec51_final_lap():
    game = at(DOWN, LOW, discard=[5], player=1, draw=[0], held=[["look", "swap"], []], market=["steal"] + [None] * 3)
    act(game, "take (2,3)")
    assert game.state.closer == 1
    illegal(game, "play look", "SA-8")
    assert {"market 1", "discard look"} <= legal(game)
    act(game, "market 1")
    raw = R.skyjo.grid_sum(game.state, 0)
    assert game.player is None and game.state.raw[0] == raw + 30


def test_ec48_action_cards_cost_10_each():
    game = at(
        "7 0 0 1 / 0 -1 0 0 / 0 -1 0 ?2",
        DOWN,
        held=[["look", "swap"], []],
        discard=[1],
        rules=sa.Rules(final_lap="none"),
    )
    act(game, "take (2,3)")
    assert game.round_scores[0] == 7 + 20


# --- SA-9 to SA-12: lines and stars -------------------------------------------------------------------------------
def test_ec44_rows_of_four_not_of_three():
    game = at("5 5 5 ?5 / ? ? ? ? / ? ? ? ?", DOWN, draw=[2, 1])
    act(game, "draw", "reject (0,3)")
    assert grid(game, 0).startswith(". . . .") and game.view(0).discard[-5:] == (1, 5, 5, 5, 5)
    game = at("5 . 5 ?5 / ? . ? ? / ? . ? ?", DOWN, draw=[2, 1])
    act(game, "draw", "reject (0,3)")
    assert grid(game, 0).startswith("5 . 5 5")


def test_sa9_one_card_completes_a_row_and_a_column():
    game = at("? 5 ? ? / 5 ? 5 5 / ? 5 ? ?", DOWN, discard=[5], draw=[1])
    act(game, "take (1,1)")
    assert grid(game, 0) == "? . ? ? / . . . . / ? . ? ?"
    assert game.view(0).discard[1:] == (5,) * 6


def test_sa9_options_keep_lines():
    row = at("5 5 5 ?5 / ? ? ? ? / ? ? ? ?", DOWN, draw=[2, 1], rules=sa.Rules(row_clear=False))
    assert grid(act(row, "draw", "reject (0,3)"), 0).startswith("5 5 5 5")
    column = at("5 ? ? ? / 5 ? ? ? / ?5 ? ? ?", DOWN, draw=[2, 1], rules=sa.Rules(column_clear="off"))
    assert grid(act(column, "draw", "reject (2,0)"), 0).startswith("5 ")


def test_ec41_a_star_from_the_discard_pile():
    game = at("9 ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, discard=[3, "*"], market=["look", None, None, None])
    act(game, "take (0,0)")
    assert (game.phase, game.player, game.view(0).discard) == ("star", 0, (3, 9))
    act(game, "market 1")
    assert game.player == 1 and held(game)[0] == ["look"] and grid(game, 0).startswith("*")


def test_sa10_no_grant_for_a_star_that_is_exchanged_away_nor_at_the_final_reveal():
    game = at("?* ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, discard=[3])
    act(game, "take (0,0)")
    assert (game.phase, game.player, game.view(0).discard_top) == ("turn", 1, "*")
    game = at(LOW, "?* ?1 ?2 ?3 / ?4 ?5 ?6 ?7 / ?8 ?9 ?10 ?11", discard=[0], draw=[1, 2])
    act(game, "take (2,3)", "draw", "reject (0,1)")
    assert game.player is None and held(game) == [[], []]


def test_sa10_a_revealed_star_is_a_grant_and_nothing_to_take_is_none():
    game = at("?* ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, draw=[1, 2])
    assert act(game, "draw", "reject (0,0)").phase == "star"
    game = at("?* ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, draw=[1, 2], market=[], action_draw=[])
    assert act(game, "draw", "reject (0,0)").player == 1


def test_ec45_a_star_is_a_joker():
    game = at("6 ? ? ? / * ? ? ? / 9 ? ? ?", DOWN, discard=[3, 6])
    act(game, "take (2,0)")
    assert (game.phase, game.player) == ("joker", 0) and legal(game) == {"column 0", "pass"}
    act(game, "column 0")
    assert game.view(0).discard == (3, 9, 6, "*", 6) and game.player == 1
    game = at("6 0 0 0 / * 0 0 1 / 9 0 1 1", DOWN, discard=[3, 6], rules=sa.Rules(final_lap="none"))
    act(game, "take (2,0)", "pass")
    assert game.round_scores[0] == 12 + 3


def test_sa11_the_star_may_come_last_and_a_0_is_no_star():
    game = at("6 ? ? ? / 6 ? ? ? / 9 ? ? ?", DOWN, discard=["*"], market=[], action_draw=[])
    assert act(game, "take (2,0)").phase == "joker"
    game = at("6 ? ? ? / 6 ? ? ? / 9 ? ? ?", DOWN, discard=[0])
    assert act(game, "take (2,0)").player == 1
    game = at("* ? ? ? / 6 ? ? ? / 9 ? ? ?", DOWN, discard=[7])
    assert act(game, "take (2,0)").player == 1
    game = at("* ? ? ? / * ? ? ? / 9 ? ? ?", DOWN, discard=[7])
    assert legal(act(game, "take (2,0)")) == {"column 0", "pass"}  # two stars and any number


def test_sa11_one_star_serves_one_value():
    grids = ("6 ? ? ? / ? 8 8 8 / 6 ? ? ?", DOWN)
    for line, left in (("column 0", ". ? ? ? / . 8 8 8 / . ? ? ?"), ("row 1", "6 ? ? ? / . . . . / 6 ? ? ?")):
        game = at(*grids, discard=["*"], market=[], action_draw=[])
        act(game, "take (1,0)")
        assert legal(game) == {"column 0", "row 1", "pass"}
        act(game, line)
        assert grid(game, 0) == left and game.player == 1
    game = at("6 ? ? ? / ? 6 6 6 / 6 ? ? ?", DOWN, discard=["*"], market=[], action_draw=[])
    act(game, "take (1,0)", "row 1", "column 0")  # with one value it serves both
    assert grid(game, 0) == ". ? ? ? / . . . . / . ? ? ?" and game.player == 1


def test_sa11_a_number_line_goes_in_any_case_and_together_with_a_joker_line():
    game = at("? 5 ? ? / 5 ? 5 5 / ? * ? ?", DOWN, discard=[5])
    act(game, "take (1,1)")
    assert legal(game) == {"column 1", "pass"}
    assert grid(act(game, "column 1"), 0) == "? . ? ? / . . . . / ? . ? ?"
    game.undo().play("pass")
    assert grid(game, 0) == "? 5 ? ? / . . . . / ? * ? ?"


def test_sa11_a_line_is_offered_when_it_is_touched_and_at_the_final_reveal():
    game = at("6 ? ? ? / * ? ? ? / 9 ? ? ?", DOWN, discard=[3, 6], draw=[1, 2, 3, 4])
    act(game, "take (2,0)", "pass", "draw", "reject (0,0)", "draw", "reject (0,1)")
    assert game.phase == "turn"
    game = at(LOW, "6 ?1 ?2 ?3 / * ?5 ?6 ?7 / ?6 ?9 ?10 ?11", discard=[0], draw=[1, 2])
    act(game, "take (2,3)", "draw", "reject (0,1)")
    assert (game.phase, game.player) == ("joker", 1)
    act(game, "column 0")
    assert game.player is None and game.state.raw[1] == 1 + 2 + 3 + 5 + 6 + 7 + 9 + 10 + 11
    kept = at(LOW, "6 ?1 ?2 ?3 / * ?5 ?6 ?7 / ?6 ?9 ?10 ?11", discard=[0], draw=[1, 2],
              rules=sa.Rules(clear_at_final_reveal=False))  # fmt: skip
    assert act(kept, "take (2,3)", "draw", "reject (0,1)").player is None


def test_sa9_hidden_lines_at_the_final_reveal():
    game = at(LOW, "?6 ?1 ?2 ?3 / ?6 ?5 ?7 ?7 / ?6 ?9 ?10 ?11", discard=[0], draw=[1, 2])
    act(game, "take (2,3)", "draw", "reject (0,1)")
    assert game.state.raw[1] == 1 + 2 + 3 + 5 + 7 + 7 + 9 + 10 + 11


STARS = sa.Rules(final_lap="none")


def test_ec46_lines_of_stars():
    game = at("* 0 0 1 / * 0 1 1 / ?* 0 1 1", DOWN, draw=[2, 12], market=[], action_draw=[], rules=STARS)
    act(game, "draw", "reject (2,0)")
    assert game.phase == "joker"
    act(game, "pass")
    assert game.round_scores[0] == 2 - 10  # the open columns of 0s and of 1s go at the final reveal (SA-9)
    game = at("* 0 0 1 / * 0 1 1 / ?* 0 1 1", DOWN, draw=[2, 12], market=[], action_draw=[], rules=STARS)
    act(game, "draw", "reject (2,0)", "column 0")
    assert game.state.raw[0] == 2
    game = at("* * * ?* / * 1 1 0 / 0 1 0 1", DOWN, draw=[2, 12], market=[], action_draw=[], rules=STARS)
    act(game, "draw", "reject (0,3)", "pass")
    assert game.state.raw[0] == 4 - 15
    game = at("* * * ?* / * 1 1 0 / * 1 0 1", DOWN, draw=[2, 12], market=[], action_draw=[], rules=STARS)
    act(game, "draw", "reject (0,3)", "pass")
    assert game.state.raw[0] == 4 - 25  # a star counts in both
    game = at("* . * ?* / 0 . 1 0 / 0 . 0 1", DOWN, draw=[2, 12], market=[], action_draw=[], rules=STARS)
    assert act(game, "draw", "reject (0,3)").state.raw[0] == 2  # shortened lines never count
    nine = sa.Rules(nine_cards=True, final_lap="none")
    game = at("* * ?* / 0 1 1 / 0 1 0", "? ? ? / ? ? ? / ? ? ?", draw=[2, 12], market=[], action_draw=[], rules=nine)
    assert act(game, "draw", "reject (0,2)", "pass").state.raw[0] == 3 - 10


def test_sa12_stars_turned_up_at_the_end_count():
    game = at(LOW, "?* ?1 ?2 ?3 / ?* ?5 ?7 ?7 / ?* ?9 ?10 ?11", discard=[0], draw=[1, 2])
    act(game, "take (2,3)", "draw", "reject (0,1)", "pass")
    assert game.state.raw[1] == 1 + 2 + 3 + 5 + 7 + 7 + 9 + 10 + 11 - 10


def test_sa12_no_bonus_for_removed_number_lines():
    game = at("5 0 0 1 / 5 0 1 1 / ?5 0 1 1", DOWN, draw=[2, 12], rules=STARS)
    assert act(game, "draw", "reject (2,0)").state.raw[0] == 2


# --- SA-13: the action cards --------------------------------------------------------------------------------------
def test_a1_goes_round_the_opponents():
    game = at(DOWN, "7 ? ? ? / 7 ? ? ? / ?9 ? ? ?", DOWN, held=[["remove"], [], ["swap"]], draw=[4, 7],
              action_draw=["look"], market=[], discard=[3])  # fmt: skip
    act(game, "play remove")
    assert (game.player, game.phase) == (0, "remove")
    assert "choose swap" not in legal(game) and "choose (2,0)" in legal(game)
    act(
        game, "choose (2,0)"
    )  # the 9 goes under the pile, the 7 completes the column, which goes before seat 2 is asked
    assert game.view(0).discard == (9, 3, 7, 7, 7) and grid(game, 1) == ". ? ? ? / . ? ? ? / . ? ? ?"
    assert (game.player, game.phase) == (0, "remove")
    illegal(game, "choose look", "SA-5")
    act(game, "choose swap")
    assert held(game)[2] == ["look"] and game.view(0).action_discard == ("swap", "remove") and game.player == 1


def test_a1_a_star_is_a_grant_for_its_owner_who_decides():
    game = at(DOWN, "7 ? ? ? / 7 ? ? ? / 9 ? ? ?", DOWN, held=[["remove"], [], []], draw=[4, "*"],
              market=["look", None, None, None])  # fmt: skip
    act(game, "play remove", "choose (2,0)")
    assert (game.phase, game.player, game.state.turn) == ("star", 1, 0)
    with pytest.raises(IllegalAction):
        game.play("market 1", player=0)
    act(game, "market 1")
    assert (game.phase, game.player) == ("joker", 1)
    act(game, "column 0")
    assert (game.phase, game.player) == ("remove", 0) and held(game)[1] == ["look"]


def test_a1_closes_for_the_opponent_and_everybody_else_has_one_more_turn():
    game = at(DOWN, DOWN, "1 2 3 4 / 5 6 7 8 / 9 10 11 ?12", held=[["remove"], [], []], draw=[3, 4, 5, 6, 0])
    act(game, "play remove", "choose (0,0)", "choose (2,3)")
    assert game.state.closer == 2
    assert lap(game) == [0, 1]  # clockwise from the closer


def test_a1_the_second_to_have_no_face_down_card_is_no_closer():
    game = at(DOWN, LOW, LOW.replace("12", "0"), held=[["remove"], [], []], draw=[3, 4, 5, 6])
    act(game, "play remove", "choose (2,3)", "choose (2,3)")
    assert game.state.closer == 1 and game.player == 2


def test_a2_ec60_swap_keeps_faces():
    game = at("?3 ? ? ? / ? ? ? ? / ? ? 8 ?", DOWN, held=[["swap"], []])
    act(game, "play swap", "choose (0,0)")
    illegal(game, "choose (0,0)", "SA-13")
    act(game, "choose (2,2)")
    assert grid(game, 0) == "8 ? ? ? / ? ? ? ? / ? ? ? ?" and game.state.card[0][8] == 3
    assert game.player == 1
    game = at("5 4 ? ? / 5 ? ? ? / 4 5 ? ?", DOWN, held=[["swap"], []])
    act(game, "play swap", "choose (2,0)", "choose (2,1)")
    assert grid(game, 0) == ". 4 ? ? / . ? ? ? / . 4 ? ?"


def test_a2_a_moved_star_is_no_new_star():
    game = at("* ? ? ? / ? ? ? ? / ? ? 8 ?", DOWN, held=[["swap"], []])
    assert act(game, "play swap", "choose (0,0)", "choose (2,2)").phase == "turn"


def test_a3_extra_turns_are_the_owners_and_lost_when_the_owner_closes():
    game = at(DOWN, DOWN, held=[["extra turns"], []])
    act(game, "play extra turns")
    turns = []
    for _k in range(3):
        turns.append(game.player)
        act(game, "draw", "keep (0,0)")
        if game.phase == "star":
            act(game, "pass")
    assert turns == [0, 0, 1]
    game = at(LOW, DOWN, held=[["extra turns"], []], discard=[0])
    act(game, "play extra turns", "take (2,3)")
    assert (game.player, game.state.closer, game.view(0).extra_turns) == (1, 0, 0)


def test_a4_keep_one():
    game = at("?9 ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, held=[["draw three"], []], draw=[0, 1, 2, 4])
    act(game, "play draw three")
    assert game.view(0).three == (4, 2, 1) and game.view(1).three == ()
    act(game, "card 3", "choose (0,0)")
    assert game.phase == "order" and game.view(1).three == (4, 2, 9)
    act(game, "card 3", "card 1")
    assert game.view(0).discard == (3, 9, 4, 2) and grid(game, 0).startswith("1 ?") and game.player == 1


def test_ec62_a4_keep_none():
    game = at("?9 1 2 3 / 4 5 6 7 / 8 9 10 11", DOWN, held=[["draw three"], []], draw=[0, 1, 2, 4])
    act(game, "play draw three", "pass")
    assert legal(game) == {"card 1", "card 2", "card 3"}
    act(game, "card 2", "card 1")
    assert game.view(0).discard == (3, 2, 4, 1) and legal(game) == {"choose (0,0)"}
    act(game, "choose (0,0)")
    assert game.state.closer == 0
    game = at("0 1 2 3 / 4 5 6 7 / 8 9 10 11", DOWN, held=[["draw three"], []], draw=[0, 1, 2, 4])
    illegal(act(game, "play draw three"), "pass", "SA-13")


def test_a4_cards_of_equal_value_need_no_order_and_lines_lie_on_top():
    game = at("7 ? ? ? / 7 ? ? ? / 8 ? ? ?", DOWN, held=[["draw three"], []], draw=[0, 8, 7, 8])
    act(game, "play draw three", "card 2", "choose (2,0)")
    assert game.view(0).discard == (3, 8, 8, 8, 7, 7, 7) and game.player == 1
    game = at(DOWN, DOWN, held=[["draw three"], []], draw=[], discard=[5])
    illegal(game, "play draw three", "SA-13")


def test_a5_only_the_looker_learns():
    hidden = "?9 ?1 2 ? / ?8 ? ? ? / 7 ? ? ?"
    game = at(DOWN, hidden, DOWN, held=[["look"], ["swap"], []])
    act(game, "play look")
    assert legal(game) == {"seat 0", "seat 1", "seat 2"}
    act(game, "seat 1", "column 0")
    assert str(game.view(0).grids[1]) == "?9 ? 2 ? / ?8 ? ? ? / 7 ? ? ?"
    assert all("?9" not in str(game.view(p).grids[1]) for p in (1, 2))
    assert game.view(0).unseen[9] == game.view(1).unseen[9] - 1
    act(game, "play swap", "choose (0,0)", "choose (0,1)")  # the looker sees the cards move
    assert str(game.view(0).grids[1]) == "? ?9 2 ? / ?8 ? ? ? / 7 ? ? ?"
    open_column = at(DOWN, "1 ? ? ? / 2 ? ? ? / 3 ? ? ?", held=[["look"], []])
    assert "column 0" not in legal(act(open_column, "play look", "seat 1"))


def test_a6_by_its_owner_is_an_extra_turn():
    game = at(DOWN, DOWN, held=[["defence"], []])
    act(game, "play defence")
    assert game.player == 0 and held(game) == [[], []]
    act(game, "pile")
    assert game.player == 1


def test_ec54_a7_needs_another_card():
    game = at(DOWN, DOWN, held=[["play again"], []])
    illegal(game, "play play again", "SA-13")
    game = at(DOWN, DOWN, held=[["play again"], []], action_discard=["play again"])
    illegal(game, "play play again", "SA-13")
    game = at(DOWN, DOWN, held=[["play again"], []], action_discard=["look", "steal", "swap", "extra turns"])
    act(game, "play play again")
    assert legal(game) == {"play look", "play swap", "play extra turns"}  # there is nothing to steal
    act(game, "play extra turns")
    assert game.player == 0 and game.view(0).extra_turns == 1
    assert game.view(0).action_discard == ("look", "steal", "swap", "play again", "extra turns")


def test_a7_fetches_another_a7_but_none_twice():
    game = at(DOWN, DOWN, held=[["play again"], []], action_discard=["look", "play again"])
    act(game, "play play again")
    assert legal(game) == {"play look", "play play again"}
    act(game, "play play again")
    assert legal(game) == {"play look"}


def test_a8_steals_and_plays_at_once():
    game = at(DOWN, DOWN, DOWN, held=[["steal"], ["extra turns", "swap"], []])
    act(game, "play steal")
    assert legal(game) == {"seat 1"}
    act(game, "seat 1")
    assert legal(game) == {"choose extra turns", "choose swap"}
    act(game, "choose extra turns")
    assert game.player == 0 and game.view(0).extra_turns == 1 and held(game) == [[], ["swap"], []]
    assert game.view(0).action_discard == ("steal", "extra turns")
    game = at(DOWN, DOWN, held=[["steal"], []])
    illegal(game, "play steal", "SA-13")


def test_a8_steals_an_a7_that_fetches_the_a8():
    game = at(DOWN, DOWN, held=[["steal"], ["play again", "look"]])
    act(game, "play steal", "seat 1", "choose play again")
    assert legal(game) == {"play steal"}
    act(game, "play steal", "seat 1", "choose look", "seat 0", "row 0")
    assert game.player == 1 and game.view(0).action_discard == ("play again", "steal", "look")


def test_a8_a_stolen_card_that_can_do_nothing_is_only_discarded():
    game = at(DOWN, DOWN, held=[["steal"], ["steal"]])
    act(game, "play steal", "seat 1", "choose steal")
    assert game.player == 1 and game.view(0).action_discard == ("steal", "steal")


def test_ec55_defence_triggers_itself():
    game = at(DOWN, DOWN, held=[["steal"], ["defence", "look"]])
    act(game, "play steal", "seat 1")
    assert held(game) == [[], ["look"]] and game.view(0).action_discard == ("steal", "defence") and game.player == 1
    game = at(DOWN, DOWN, DOWN, held=[["remove"], ["defence"], []])
    act(game, "play remove")
    assert game.state.aim[0] == 2 and held(game)[1] == []  # only its holder is skipped
    game = at(DOWN, DOWN, held=[["remove"], ["defence"]])
    assert act(game, "play remove").player == 1


def test_a9_with_two_players():
    game = at("5 1 ? ? / 5 ? ? ? / ?8 ? ? ?", "8 ? ? ? / 8 ? ? ? / 5 ? ? ?", "? ? ?7 ? / ? ? ? ? / ? ? ? ?",
              held=[["swap with players"], [], []], discard=[0])  # fmt: skip
    act(game, "play swap with players", "seat 1", "seat 2", "choose (2,0)", "choose (2,0)")
    assert grid(game, 0) == "5 1 ? ? / 5 ? ? ? / ? ? ? ?"  # both exchanges are carried out at once
    illegal(game, "choose (2,0)", "SA-13")
    act(game, "choose (0,1)", "choose (0,2)")
    assert grid(game, 0) == ". ? ? ? / . ? ? ? / . ? ? ?" and game.view(0).discard == (0, 5, 5, 5)
    assert grid(game, 1) == "8 ? ? ? / 8 ? ? ? / ? ? ? ?" and game.state.card[1][2] == 8  # face down, as it was given
    assert grid(game, 2) == "? ? 1 ? / ? ? ? ? / ? ? ? ?" and game.state.card[0][3] == 7 and game.player == 1


def test_a9_lines_in_the_other_grid():
    game = at(
        "8 1 ? ? / ? ? ? ? / ? ? ? ?", "8 ? ? ? / 8 ? ? ? / 5 ? ? ?", held=[["swap with players"], []], discard=[0]
    )
    act(game, "play swap with players", "seat 1", "seat 1", "choose (0,0)", "choose (2,0)", "choose (0,1)")
    illegal(game, "choose (2,0)", "SA-13")
    act(game, "choose (0,1)")
    assert grid(game, 1) == ". 1 ? ? / . ? ? ? / . ? ? ?" and grid(game, 0).startswith("5 ?")


def test_a9_a_star_that_comes_into_a_grid_is_a_grant():
    game = at("* 1 ? ? / ? ? ? ? / ? ? ? ?", "8 ?* ? ? / 8 ? ? ? / 5 ? ? ?", held=[["swap with players"], []])
    act(
        game,
        "play swap with players",
        "seat 1",
        "seat 1",
        "choose (0,0)",
        "choose (2,0)",
        "choose (0,1)",
        "choose (0,1)",
    )
    assert (game.phase, game.player) == ("star", 1)
    act(game, "pass")
    assert (game.phase, game.player) == ("joker", 1)  # 8, 8 and the star
    assert act(game, "pass").player == 1 and game.phase == "turn"


def test_a9_and_the_defence():
    game = at(DOWN, DOWN, DOWN, held=[["swap with players"], ["defence"], []])
    act(game, "play swap with players", "seat 1", "seat 2")
    assert held(game)[1] == [] and game.phase == "give"
    act(game, "choose (0,0)", "choose (1,1)")
    assert game.player == 1
    game = at(DOWN, DOWN, DOWN, held=[["swap with players"], ["defence"], []])
    act(game, "play swap with players", "seat 1", "seat 1")
    assert (game.phase, game.player) == ("turn", 1)


def test_a9_who_gets_rid_of_the_last_face_down_card_closes():
    game = at(
        DOWN.replace("?", "1", 1).replace("?", "2", 1), LOW, DOWN, held=[["swap with players"], [], []], discard=[0]
    )
    act(
        game,
        "play swap with players",
        "seat 1",
        "seat 2",
        "choose (0,0)",
        "choose (2,3)",
        "choose (1,0)",
        "choose (0,0)",
    )
    assert game.state.closer == 1 and game.player == 2


def test_the_lap_turn_of_who_made_another_close_is_told_as_no_extra_turn():
    swap = [
        "play swap with players",
        "seat 1",
        "seat 1",
        "choose (0,0)",
        "choose (2,3)",
        "choose (1,0)",
        "choose (0,0)",
    ]
    grids = ["1 ? ? ? / 2 ? ? ? / ? ? ? ?", LOW]
    game = act(at(*grids, held=[["swap with players"], []], discard=[0]), *swap)
    assert (game.state.closer, game.player) == (1, 0)
    assert "closes the round" in game.history[-1] and "another turn" not in game.history[-1]
    game = act(at(*grids, held=[["swap with players"], []], discard=[0], extra_turns=1), *swap)
    assert (game.state.closer, game.player) == (1, 0) and "Player 1 has another turn" in game.history[-1]
    act(game, "draw", "keep (0,0)")  # after the extra turn the turn of the lap
    assert game.player == 0 and "another turn" not in game.history[-1]


# --- SA-14 to SA-16 -----------------------------------------------------------------------------------------------
def test_sa14_extra_turns_of_another_are_kept_and_then_comes_the_lap():
    game = at(DOWN, DOWN, LOW, held=[["extra turns", "remove"], [], []], draw=[3, 4, 5, 6, 7, 8, 0, 1])
    act(game, "play extra turns", "play remove", "choose (0,0)", "choose (2,3)")
    assert (game.state.closer, game.player) == (2, 0)
    illegal(game, "play look", "SA-5")
    assert lap(game) == [0, 0, 1]


@pytest.mark.parametrize(("final_lap", "order"), [("all_others_once", [2, 0]), ("equal_turns", [2]), ("none", [])])
def test_sa14_laps_after_an_action(final_lap, order):
    game = at(
        DOWN, LOW, DOWN, held=[["remove"], [], []], draw=[3, 4, 5, 6, 7, 8, 0, 1], rules=sa.Rules(final_lap=final_lap)
    )
    act(game, "play remove", "choose (2,3)", "choose (0,0)")
    assert lap(game) == order


def test_sa15_the_penalty_on_the_whole_sum():
    game = at("7 0 0 1 / 0 -1 0 0 / 0 -1 0 ?2", "1 ?2 ?3 ?4 / ?1 ?2 ?3 ?5 / ?5 ?0 ?-2 ?4", held=[["look"], []], discard=[1],
              draw=[0, 2])  # fmt: skip
    act(game, "take (2,3)", "draw", "reject (0,1)")
    assert (game.state.raw[:2], game.round_scores) == ([17, 28], (17, 28))
    game = at("7 0 0 1 / 0 -1 0 0 / 0 -1 0 ?2", "1 ?2 ?3 ?4 / ?1 ?2 ?3 ?4 / ?5 ?0 ?-2 ?-1", held=[["look", "look"], []],
              discard=[1], draw=[0, 2])  # fmt: skip
    act(game, "take (2,3)", "draw", "reject (0,1)")
    assert (game.state.raw[:2], game.round_scores) == ([27, 22], (54, 22))


def test_ec65_nine_cards():
    game = sa.Game(10, sa.Rules(nine_cards=True), seed=3)
    assert game.view(0).draw_count == 120 - 91
    illegal(game, "reveal (0,0) (0,1)", "SA-16")
    illegal(game, "reveal (0,3)", "SA-16")
    act(game, *["reveal (1,1)"] * 10)
    assert all(str(game.view(0).grids[p]).count("?") == 8 for p in range(10))


@pytest.mark.parametrize(
    ("variant", "nine", "least", "most"),
    [("full", 0, 2, 8), ("full", 1, 2, 10), ("single_pile", 0, 2, 8), ("stars", 0, 1, 6), ("stars", 1, 1, 8),
     ("numbers", 0, 1, 4), ("numbers", 1, 1, 6)],
)  # fmt: skip
def test_sa16_players_of_a_variant(variant, nine, least, most):
    rules = sa.Rules(variant=variant, nine_cards=bool(nine))
    assert sa.Game(least, rules, seed=1) and sa.Game(most, rules, seed=1)
    for wrong in (least - 1, most + 1):
        with pytest.raises(ValueError, match="number of players"):
            sa.Game(wrong, rules)


def test_sa16_cards_of_a_variant():
    assert sa.Game(2, sa.Rules(variant="numbers"), seed=1).view(0).unseen["*"] == 0
    stars = sa.Game(2, sa.Rules(variant="stars"), seed=1)
    assert stars.view(0).unseen_actions.total == 0
    beginner = sa.Game(2, sa.Rules(beginner=True), seed=1)
    seen = beginner.view(0).unseen_actions + [kind for kind in beginner.view(0).market]
    assert seen.total == 21 and seen["remove"] == seen["steal"] == 0
    for n in (5, 10):
        single = sa.Game(2, sa.Rules(variant="single_pile", single_pile_actions=n), seed=1).view(0)
        assert single.unseen["action"] + len(single.action_discard) == n and single.unseen_actions.total >= 27 - n
    for wrong in ({"single_pile_actions": 4}, {"variant": "solo"}, {"nine": True}):
        with pytest.raises(ValueError):
            sa.Rules(**wrong)


def test_sa16_stars_without_actions():
    game = at("9 ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, discard=["*"], rules=sa.Rules(variant="stars"))
    act(game, "take (0,0)")
    assert game.player == 1 and not any("market" in x or x == "pile" for x in legal(game))
    illegal(game, "market 1", "SA-16")


def test_sa16_solo():
    rules = sa.Rules(variant="stars")
    game = at("9 2 3 4 / 5 6 7 8 / 9 10 11 ?12", discard=[0], rules=rules)
    act(game, "take (2,3)")
    assert game.phase == "round over" and game.round_scores == (74,) and game.winners == ()
    assert act(game, "next round").phase == "reveal"


SINGLE = sa.Rules(variant="single_pile")


def test_sa16_single_pile_a_drawn_action_card_is_kept_or_discarded_and_another_card_drawn():
    game = at(DOWN, DOWN, draw=[1, 7, "A5", "A2"], rules=SINGLE)
    act(game, "draw")
    assert (game.phase, legal(game)) == ("found action card", {"hold", "discard swap"})
    act(game, "hold")
    assert legal(game) == {"hold", "discard look"}
    act(game, "discard look")
    assert (game.phase, game.view(0).drawn, held(game)[0]) == ("drawn", 7, ["swap"])
    illegal(game, "play swap", "SK-9")
    assert game.view(0).action_discard == ("look",)
    act(game, "reject (0,0)")
    assert not any("market" in x or x == "pile" for x in legal(game))


def test_sa16_single_pile_in_the_grid():
    game = at("?A5 ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, draw=[1, 8, 7], rules=SINGLE)
    act(game, "draw", "reject (0,0)")
    assert (game.phase, game.player) == ("found action card", 0)
    act(game, "hold")
    assert grid(game, 0).startswith("8 ?") and game.player == 1 and held(game)[0] == ["look"]
    game = at("?A5 ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, discard=[7], draw=[1, 8, 7], rules=SINGLE)
    act(game, "take (0,0)")  # exchanged away: to its own discard pile
    assert game.player == 1 and game.view(0).discard == () and game.view(0).action_discard == ("look",)


def test_sa16_single_pile_at_the_set_up_and_the_end():
    game = at("?A5 ?1 ? ? / ? ? ? ? / ? ? ? ?", "?3 ?4 ? ? / ? ? ? ? / ? ? ? ?", draw=[1, 8], player=None, rules=SINGLE)
    act(game, *["reveal (0,0) (0,1)"] * 2)
    assert (game.phase, game.player) == ("found action card", 0)
    act(game, "discard look")
    assert (game.state.starter, game.phase) == (0, "turn")  # 8 and 1 are more than 3 and 4
    game = at(LOW, "?A5 ?1 ?2 ?3 / ?4 ?5 ?6 ?7 / ?8 ?9 ?10 ?11", discard=[0], draw=[9, 1, 2], rules=SINGLE)
    act(game, "take (2,3)", "draw", "reject (0,1)")
    assert game.state.raw[1] == sum(range(1, 12)) + 1 and game.view(0).action_discard == ("look",)


def test_sa16_single_pile_draw_three_gives_play_cards():
    game = at(DOWN, DOWN, held=[["draw three"], []], draw=[1, 8, 7, "A5", 6], rules=SINGLE)
    act(game, "play draw three")
    assert game.phase == "found action card"
    act(game, "discard look")
    assert (game.phase, game.view(0).three) == ("pick one of three", (6, 7, 8))


def test_sk28_a_round_without_progress_ends():
    game = at("5 ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, discard=[5], rules=sa.Rules(no_progress_turns=2))
    act(game, "take (0,0)")
    assert game.phase == "turn"
    act(game, "pile")
    assert game.phase == "round over" and game.state.closer == -1


def test_later_rounds_begin_anew():
    game = at("7 0 0 1 / 0 -1 0 0 / 0 -1 0 ?2", "?1 2 3 4 / 5 6 7 8 / 9 9 9 2", held=[["look"], ["swap"]], discard=[1],
              draw=[0, 2])  # fmt: skip
    act(game, "take (2,3)", "draw", "keep (0,0)", "next round")
    assert held(game) == [[], []] and game.view(0).unseen.total == 119 and game.view(0).action_draw_count == 23
    act(game, *["reveal (0,0) (0,1)"] * 2)
    while game.phase == "star":
        act(game, "pass")
    assert game.player == 0


def cards_of(state):
    """All cards of a state by value and kind, wherever they are."""
    cards = Counter(state.draw[: state.draw_n]) + Counter(state.discard[: state.discard_n])
    for p in range(state.players):
        cards.update(state.card[p][c] for c in range(12) if state.there[p] >> c & 1)
        cards.update({T.ACTION + kind: n for kind, n in enumerate(state.held[p])})
    if state.drawn != R.NONE:
        cards[state.drawn] += 1
    if state.phase in (T.PICKING, T.PUTTING, T.ORDERING) or (state.phase == T.FOUND and state.playing == T.THREE):
        cards.update(state.three[: state.three_n])
    if state.phase == T.FOUND and state.spot == R.NONE:
        cards[T.ACTION + state.found] += 1
    piles = [*state.action_draw[: state.action_draw_n], *state.action_discard[: state.action_discard_n]]
    cards.update(T.ACTION + kind for kind in [*piles, *state.market] if kind != R.NONE)
    return +cards


@pytest.mark.parametrize("variant", ["full", "single_pile", "stars", "numbers"])
def test_cards_are_conserved(variant):
    rules = sa.Rules(variant=variant)
    whole = Counter({**sa.game.play_deck(rules), **{T.ACTION + k: n for k, n in sa.game.action_deck(rules).items()}})
    for seed in range(6):
        game = sa.Game(3, rules, seed=seed)
        for step in range(400):
            assert cards_of(game.state) == +whole
            if game.player is None:
                break
            legal_actions = game.legal_actions()
            game.play(legal_actions[(seed * 7919 + step * 104729) % len(legal_actions)])


CASES = [function for name, function in sorted(globals().items())
         if name.startswith("test_") and not hasattr(function, "pytestmark")]  # fmt: skip


def test_the_rules_say_what_must_and_what_may_go():
    """SA-9, SA-11: the lines of the options, and the sets of cells that can leave a grid."""
    rows = ((0, 3, 6, 9), (1, 4, 7, 10), (2, 5, 8, 11))
    assert R.lines(sa.Rules(column_clear="off")) == rows
    assert R.lines(sa.Rules(nine_cards=True, row_clear=False)) == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    game = sa.Game.from_position(["5 * 5 5 / 3 3 1 2 / 4 3 2 1", "1 2 3 4 / 1 2 3 4 / 1 2 4 ?"], seed=1)
    state = game.state.copy()
    state.touched[0], state.marked = 0o7777, 0
    row, column = 0o1111, 0o70
    assert R.removals(state, 0) == [0, column, row]  # the star serves one value
    state.card[0][3] = 5
    assert R.removals(state, 0) == [row]  # numbers go in any case
