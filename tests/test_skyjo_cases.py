"""Worked cases of Skyjo: given a position, when something is played, then exactly this follows."""

import pytest

from cardlib import skyjo
from cardlib.engine.game import IllegalAction
from cardlib.skyjo import rules as R

CLOSED = "? ? ? ? / ? ? ? ? / ? ? ? ?"
OPEN = "1 2 3 4 / 5 6 7 8 / 9 10 11 12"


def at(grids, discard=(3,), rules=None, seed=1, **more):
    """A game from a position of two or more grids."""
    return skyjo.Game.from_position(grids=grids, discard=list(discard), seed=seed, rules=rules, **more)


def illegal(game, action, rule):
    """The action is refused under that rule, and the game stays as it was."""
    before = game.state.copy()
    with pytest.raises(IllegalAction) as refused:
        game.play(action)
    assert refused.value.rule == rule
    assert game.state.to_dict() == before.to_dict()


def almost_open(last, others="0 0 0 0 / 1 1 1 2 / 2 2 2"):
    """A grid that is open but for the last place."""
    return f"{others} {last}"


# --- SK-1 to SK-9: deck, deal, start ------------------------------------------------------------------------------
def test_sk1_the_deck():
    assert skyjo.DECK.total == 150
    assert [skyjo.DECK[v] for v in range(-2, 13)] == [5, 10, 15] + [10] * 12
    assert sum(skyjo.DECK) == 760


def test_sk2_players():
    for wrong in (0, 1, 9):
        with pytest.raises(ValueError, match="number of players"):
            skyjo.Game(players=wrong)
    assert len(skyjo.Game(players=8, seed=1).players) == 8


def test_sk3_sk4_the_deal():
    game = skyjo.Game(players=3, seed=5)
    assert [R.size(game.state.there[p]) for p in range(3)] == [12, 12, 12]
    assert game.view(0).draw_count == 150 - 36 - 1
    assert len(game.view(0).discard) == 1
    assert game.phase == "reveal"


def test_sk5_exactly_two_cards_seen_by_others_only_when_all_have_chosen():
    game = skyjo.Game(players=["Ana", "Bo"], seed=7)
    illegal(game, "draw", "SK-5")
    illegal(game, "take (0,0)", "SK-5")
    illegal(game, "reveal (0,0) (0,0)", "SK-5")
    game.play("reveal (0,0) (2,3)")
    assert str(game.view(1).grids[0]) == CLOSED
    assert str(game.view(0).grids[0]).count("?") == 10
    game.play("reveal (1,1) (0,1)")
    assert [str(grid).count("?") for grid in game.view(1).grids] == [10, 10]
    illegal(game, "reveal (1,1) (0,1)", "SK-5")


def test_sk6_the_highest_sum_starts():
    opening = ["12 -2 ? ? / ? ? ? ? / ? ? ? ?", "4 2 ? ? / ? ? ? ? / ? ? ? ?"]
    assert at(opening, player=None).player == 0
    assert at(opening[::-1], player=None).player == 1


def test_sk6_a_tie_goes_to_the_highest_single_card_then_to_the_lowest_seat():
    seven, five, also_five = (f"{a} {b} ? ? / ? ? ? ? / ? ? ? ?" for a, b in ((1, 7), (3, 5), (5, 3)))
    assert at([five, seven], player=None).player == 1
    assert at([also_five, five], player=None).player == 0
    minus = ["-2 -1 ? ? / ? ? ? ? / ? ? ? ?", "-1 -1 ? ? / ? ? ? ? / ? ? ? ?"]
    assert at(minus, player=None).player == 1


def next_round_after_b_closed(**options):
    """B closes round 1 by exchanging the last hidden card; A plays; the next round is dealt and opened."""
    game = at([CLOSED, almost_open("?5")], player=1, discard=[3], draw=[9] * 3, rules=skyjo.Rules(**options))
    game.play("take (2,3)").play("draw").play("reject (0,0)")
    assert game.phase == "round over"
    game.play("next round")
    for _seat in range(2):
        game.play("reveal (0,0) (0,1)")
    return game


def test_sk7_the_closer_starts_the_next_round():
    assert next_round_after_b_closed().player == 1


def test_sk7_highest_sum_by_option():
    game = next_round_after_b_closed(next_starter="highest_sum")
    sums = [sum(game.state.card[p][cell] for cell in (0, 3)) for p in range(2)]
    assert sums[0] > sums[1]  # with this seed the other player has the highest sum
    assert game.player == 0


def test_sk8_turns_go_round():
    game = at([CLOSED] * 3, player=1, discard=[3])
    for seat in (1, 2, 0, 1):
        assert game.player == seat
        game.play("draw").play("keep (0,0)" if seat else "keep (1,1)")


def test_sk8_nobody_plays_out_of_turn():
    game = at([CLOSED] * 2, player=1)
    with pytest.raises(IllegalAction) as refused:
        game.play("draw", player=0)
    assert refused.value.rule == "SK-8"
    assert game.play("draw", player=1).phase == "drawn"


# --- SK-9 to SK-16: a turn and its clearing -----------------------------------------------------------------------
def test_sk9_the_choice_of_the_pile_is_final():
    game = at([CLOSED] * 2)
    illegal(game, "keep (0,0)", "SK-9")
    illegal(game, "reject (0,0)", "SK-9")
    game.play("draw")
    illegal(game, "draw", "SK-9")
    illegal(game, "take (0,0)", "SK-9")


def test_sk10_taking_allows_exactly_the_places_that_are_not_cleared():
    game = at(["? . 0 4 / 12 . ? ? / ? . ? 2", CLOSED])
    cells = [f"take ({r},{c})" for c in (0, 2, 3) for r in range(3)]
    assert [str(action) for action in game.legal_actions()] == ["draw", *cells]


def test_sk10_a_column_completed_from_the_discard_pile():
    game = at(["? 9 0 4 / 12 9 ? ? / ? -1 ? 2", CLOSED], discard=[3, 9])
    game.play("take (2,1)")
    view = game.view(0)
    assert str(view.grid) == "? . 0 4 / 12 . ? ? / ? . ? 2"
    assert view.discard == (3, -1, 9, 9, 9)
    assert view.discard_top == 9


def test_sk12_a_hidden_card_is_exchanged_and_the_column_cleared():
    game = at(["7 1 1 2 / 7 ? ? ? / ?12 ? ? ?", CLOSED], draw=[5, 7])
    game.play("draw").play("keep (2,0)")
    assert game.view(0).discard == (3, 12, 7, 7, 7)
    assert str(game.view(0).grid) == ". 1 1 2 / . ? ? ? / . ? ? ?"


def test_sk12_a_kept_card_replaces_an_open_one():
    game = at(["7 1 1 2 / ? ? ? ? / ? ? ? ?", CLOSED], draw=[5])
    game.play("draw").play("keep (0,0)")
    assert game.view(0).discard == (3, 7)
    assert str(game.view(0).grid) == "5 1 1 2 / ? ? ? ? / ? ? ? ?"


def test_sk13_a_column_completed_by_a_reveal():
    game = at(["3 1 1 2 / 3 ? ? ? / ?3 ? ? ?", CLOSED], draw=[8], discard=[0])
    game.play("draw").play("reject (2,0)")
    assert game.view(0).discard == (0, 8, 3, 3, 3)


def test_sk13_reject_turns_up_a_face_down_card():
    game = at([". 1 1 2 / . ? ? ? / . ? ? ?", CLOSED])
    game.play("draw")
    illegal(game, "reject (0,1)", "SK-13")
    illegal(game, "reject (0,0)", "SK-13")
    illegal(game, "keep (0,0)", "SK-16")
    game.play("reject (1,1)")
    assert str(game.view(0).grid).count("?") == 5


def test_sk13_the_club_must_exchange_a_drawn_card():
    game = at([CLOSED] * 2, rules=skyjo.Rules.club())
    game.play("draw")
    illegal(game, "reject (0,0)", "SK-13")
    assert len(game.legal_actions()) == 12


def test_sk14_minus_twos_are_cleared_too_and_the_score_rises_by_6():
    raw = {}
    for rule in ("mandatory", "off"):
        game = at(["-2 1 1 2 / -2 3 4 5 / ?-2 6 7 8", OPEN], draw=[9, 9], rules=skyjo.Rules(column_clear=rule))
        game.play("draw").play("reject (2,0)").play("draw").play("keep (0,0)")
        raw[rule] = game.state.raw[0]
    assert raw == {"mandatory": 37, "off": 31}


def test_sk14_rows_are_cleared_by_option_only():
    grid = "5 5 5 ?5 / 1 2 3 4 / ? ? ? ?"
    for rows, after in ((False, "5 5 5 5 / 1 2 3 4 / ? ? ? ?"), (True, ". . . . / 1 2 3 4 / ? ? ? ?")):
        game = at([grid, CLOSED], draw=[9], rules=skyjo.Rules(row_clear=rows))
        game.play("draw").play("reject (0,3)")
        assert str(game.view(0).grid) == after


def test_sk14_a_card_may_complete_a_row_and_a_column():
    game = at(["5 5 5 ?5 / 1 2 3 5 / ? ? ? 5", CLOSED], draw=[9], rules=skyjo.Rules(row_clear=True))
    game.play("draw").play("reject (0,3)")
    assert str(game.view(0).grid) == ". . . . / 1 2 3 . / ? ? ? ."
    assert game.view(0).discard == (3, 9) + (5,) * 6


def test_sk14_all_cards_of_a_line_are_equal_and_face_up():
    two = at(["3 1 1 2 / 3 ? ? ? / ?5 ? ? ?", CLOSED], draw=[9])
    assert str(two.play("draw").play("reject (2,0)").view(0).grid) == "3 1 1 2 / 3 ? ? ? / 5 ? ? ?"
    hidden = at(["1 1 1 2 / 3 ? ? ? / ?3 ? ? ?", CLOSED], draw=[3])
    assert str(hidden.play("draw").play("keep (0,0)").view(0).grid) == "3 1 1 2 / 3 ? ? ? / ? ? ? ?"
    row = at(["5 5 ?5 ?5 / 1 2 3 4 / ? ? ? ?", CLOSED], draw=[9], rules=skyjo.Rules(row_clear=True))
    assert str(row.play("draw").play("reject (0,3)").view(0).grid) == "5 5 ? 5 / 1 2 3 4 / ? ? ? ?"


def test_sk16_a_second_column_later_and_no_shortened_row():
    game = at([". 1 1 4 / . ? ? 4 / . ? ? ?4", CLOSED], draw=[9], rules=skyjo.Rules(row_clear=True))
    game.play("draw").play("reject (2,3)")
    assert str(game.view(0).grid) == ". 1 1 . / . ? ? . / . ? ? ."
    short = at(["5 . 5 ?5 / 1 . 3 4 / ? . ? ?", CLOSED], draw=[9], rules=skyjo.Rules(row_clear=True))
    short.play("draw").play("reject (0,3)")
    assert str(short.view(0).grid) == "5 . 5 5 / 1 . 3 4 / ? . ? ?"


def test_sk16_cleared_places_are_no_targets():
    game = at(["? . 0 4 / 12 . ? ? / ? . ? 2", CLOSED])
    illegal(game, "take (1,1)", "SK-16")


# --- SK-17 to SK-20: closing, the final lap, the final reveal -----------------------------------------------------
def seats_after_closing(closer, final_lap):
    """Who plays after a seat of three has closed; seat 0 started."""
    grids = [CLOSED] * 3
    grids[closer] = almost_open("?5")
    game = at(grids, player=closer, starter=0, discard=[3], draw=[9] * 4, rules=skyjo.Rules(final_lap=final_lap))
    game.play("take (2,3)")
    seats = []
    while game.player is not None:
        assert len(seats) < 4
        seats.append(game.player)
        game.play("draw").play("keep (0,0)")
    return seats


def test_sk18_all_others_once():
    assert seats_after_closing(1, "all_others_once") == [2, 0]
    assert seats_after_closing(2, "all_others_once") == [0, 1]


def test_sk18_equal_turns():
    assert seats_after_closing(1, "equal_turns") == [2]
    assert seats_after_closing(2, "equal_turns") == []
    assert seats_after_closing(0, "equal_turns") == [1, 2]


def test_sk18_none():
    assert seats_after_closing(1, "none") == []


def test_sk17_closing_by_clearing():
    game = at(["1 2 3 4 / 5 6 7 4 / 8 9 10 ?4", CLOSED], draw=[1, 9])
    game.play("draw").play("reject (2,3)")
    assert str(game.view(0).grid) == "1 2 3 . / 5 6 7 . / 8 9 10 ."
    assert game.view(0).closer == 0
    assert "SK-17" in game.history[-1].rules


def test_sk17_no_cards_left():
    grids = [". . . 6 / . . . 6 / . . . ?6", "0 1 1 2 / 0 3 0 0 / ?-1 -2 -2 -2"]
    game = at(grids, draw=[0, 9], discard=[3])
    game.play("draw").play("reject (2,3)")
    assert game.view(0).closer == 0
    game.play("draw").play("keep (2,0)")  # 0 for -1: a column of zeros
    assert game.state.raw[:2] == [0, 1 + 1 + 2 + 3 - 2 - 2 - 2]
    assert game.round_scores == (0, 1)


def test_sk17_an_empty_grid_is_not_doubled_below_another_player():
    grids = [". . . 6 / . . . 6 / . . . ?6", "0 1 1 2 / 1 3 0 0 / ?0 -2 -2 -2"]
    game = at(grids, draw=[-2, 9], discard=[3])
    game.play("draw").play("reject (2,3)").play("draw").play("keep (2,0)")
    assert game.state.raw[:2] == [0, 0]
    assert game.round_scores == (0, 0)


def test_sk19_a_second_player_without_hidden_cards_is_no_closer():
    game = at([almost_open("?5"), almost_open("?4")], draw=[9, 9])
    game.play("draw").play("reject (2,3)")
    assert game.view(0).closer == 0
    game.play("draw").play("reject (2,3)")
    assert game.phase == "round over"
    assert game.view(0).closer == 0


def test_sk20_a_hidden_triple_counts_nothing_at_the_end():
    hidden = "?8 1 2 3 / ?8 4 5 6 / ?8 ?7 9 10"
    scores = {}
    for clears in (True, False):
        rules = skyjo.Rules(clear_at_final_reveal=clears)
        game = at([OPEN, hidden], player=1, closer=0, draw=[7], rules=rules)
        game.play("draw").play("reject (2,1)")
        scores[clears] = game.round_scores[1]
    assert scores == {True: 47, False: 71}


def test_sk20_every_complete_column_of_every_player():
    two = "?8 ?1 2 3 / ?8 ?1 5 6 / ?8 ?1 9 10"
    game = at([OPEN, two, two.replace("8", "9")], player=1, closer=0, draw=[0, 0])
    game.play("draw").play("keep (0,2)").play("draw").play("keep (0,2)")
    assert game.round_scores[1:] == (33, 33)
    assert str(game.view(0).grids[1]) == ". . 0 3 / . . 5 6 / . . 9 10"


# --- SK-21 to SK-25: scores ---------------------------------------------------------------------------------------
def scored(closer, *others, totals=None, **options):
    """A round that seat 0 has closed, with these raw scores: the others exchange a 0 for a 0, which changes nothing."""
    grids = [grid_worth(points) for points in (closer, *others)]
    rules = skyjo.Rules(column_clear="off", **options)
    game = at(grids, player=1, closer=0, draw=[5], discard=[0], rules=rules, totals=totals)
    for _other in others:
        game.play("take (0,2)")
    return game


def grid_worth(points):
    """A grid of two columns with a 0 at (0,2) and that sum."""
    cells = [0]
    for left in range(5, 0, -1):
        cells.append(-(-(points - sum(cells)) // left))
    a, b, c, d, e, f = cells
    return f". . {a} {b} / . . {c} {d} / . . {e} {f}"


def test_grid_worth():
    for points in (-4, 0, 10, 24, 30):
        game = scored(points, points)
        assert game.state.raw[:2] == [points, points]


def test_sk22_a_tied_closer_is_doubled():
    assert scored(10, 24, 10).round_scores == (20, 24, 10)
    assert scored(10, 24, 10, penalty_on_tie=False).round_scores == (10, 24, 10)


def test_sk22_a_closer_above_another_is_doubled():
    assert scored(11, 24, 10).round_scores == (22, 24, 10)
    assert scored(11, 24, 10, penalty_on_tie=False).round_scores == (22, 24, 10)
    assert scored(11, 24, 10, penalty_multiplier=3).round_scores == (33, 24, 10)


def test_sk22_a_negative_closer_is_not_doubled():
    assert scored(-4, -5).round_scores == (-4, -5)
    assert scored(-4, -5, penalty_only_positive=False).round_scores == (-8, -5)


def test_sk22_the_strictly_lowest_closer_keeps_the_score():
    assert scored(9, 10, 30).round_scores == (9, 10, 30)


def test_sk22_only_the_closer_is_doubled():
    assert scored(5, 30, 20).round_scores == (5, 30, 20)


def test_sk23_a_negative_round_lowers_the_total():
    game = scored(-5, 20, totals=[30, 0])
    assert game.totals == (25, 20)


def test_sk24_exactly_100():
    game = scored(18, 20, totals=[82, 60])
    assert game.totals == (100, 80)
    assert game.is_over
    assert game.winners == (1,)
    assert game.legal_actions() == []
    illegal(game, "next round", "SK-24")
    on = scored(18, 20, totals=[82, 60], end_inclusive=False)
    assert not on.is_over
    assert on.winners == ()
    over = scored(19, 20, totals=[82, 60], end_inclusive=False)
    assert over.is_over


def test_sk24_another_limit():
    assert scored(18, 20, totals=[30, 40], end_at=60).is_over
    assert not scored(18, 20, totals=[30, 40], end_at=61).is_over


def test_sk25_equal_lowest_totals_share_the_win():
    game = scored(20, 30, 30, totals=[81, 10, 10])
    assert game.totals == (101, 40, 40)
    assert game.winners == (1, 2)


# --- SK-26 to SK-28: reshuffling, views, stalling -----------------------------------------------------------------
def test_sk26_the_discard_pile_but_for_its_top_is_shuffled():
    game = at([CLOSED] * 2, draw=[], discard=[7, 8, 9, 5])
    game.play("draw")
    assert game.view(0).discard == (5,)
    assert sorted([game.state.drawn, *game.state.draw[:2]]) == [7, 8, 9]
    assert game.view(0).draw_count == 2
    assert "SK-26" in game.history[-1].rules


def test_sk26_the_order_comes_by_chance():
    drawn = {at([CLOSED] * 2, draw=[], discard=[7, 8, 9, 5], seed=seed).play("draw").state.drawn for seed in range(20)}
    assert drawn == {7, 8, 9}


def test_sk26_nothing_to_shuffle():
    game = at([CLOSED] * 2, draw=[], discard=[5])
    illegal(game, "draw", "SK-26")
    assert len(game.legal_actions()) == 12
    game.play("take (0,0)")
    illegal(game, "draw", "SK-26")


def test_sk26_what_was_reshuffled_is_unseen_again():
    game = at([CLOSED] * 2, draw=[], discard=[7, 7, 8, 5])
    before = game.view(1).unseen
    game.play("draw")
    assert game.view(1).unseen == before + [7, 7, 8]
    assert game.view(0).unseen == before + [7, 7, 8] - [game.view(0).drawn]


def test_sk27_a_view_holds_what_its_player_may_know():
    game = at(["?1 2 ? ? / ? ? ? ? / ? ? ? ?", CLOSED], draw=[4, 11, 6], discard=[3])
    game.play("draw")
    mine, other = game.view(0), game.view(1)
    assert mine.drawn == 6
    assert other.drawn is None
    assert str(mine.grid) == "? 2 ? ? / ? ? ? ? / ? ? ? ?"
    assert mine.unseen + [6] == other.unseen
    assert other.unseen.total == 11 + 12 + 3
    assert not any("seed" in name or name in ("draw", "state") for name in [*dir(mine), *dir(mine.record)])
    assert mine.record.rng == 0


def stalled(**options):
    """Two players exchange open cards and turn nothing up; the number of turns until the round ends (at most 20)."""
    game = at(["1 ? ? ? / ? ? ? ? / ? ? ? ?"] * 2, discard=[3], rules=skyjo.Rules(**options))
    for turn in range(20):
        if game.phase == "round over":
            return turn, game
        game.play("take (0,0)")
    return None, game


def test_sk28_stalling_ends_the_round_by_option():
    assert stalled()[0] is None
    turns, game = stalled(no_progress_turns=6)
    assert turns == 6
    assert game.view(0).closer is None
    assert game.round_scores == tuple(game.state.raw[:2])
    assert str(game.view(0).grid).count("?") == 0


def test_sk28_turning_a_card_up_starts_the_count_again():
    game = at(["1 ? ? ? / ? ? ? ? / ? ? ? ?"] * 2, discard=[3], rules=skyjo.Rules(no_progress_turns=3))
    game.play("take (0,0)").play("take (0,0)").play("take (0,1)").play("take (0,0)").play("take (0,0)")
    assert game.phase == "turn"
    game.play("take (0,0)")
    assert game.phase == "round over"


def test_sk14_two_equal_cards_and_another_stay():
    """SK-14 speaks of three equal cards: a pair beside another open card stays, wherever the card is placed."""
    for row in range(3):
        column = ["5", "5", "5"]
        column[row - 1] = "1"
        column[row] = "9"
        grid = f"{column[0]} ? ? ? / {column[1]} ? ? ? / {column[2]} ? ? ?"
        game = skyjo.Game.from_position(grids=[grid, "? ? ? ? / ? ? ? ? / ? ? 1 2"], discard=[3, 5], player=0, seed=1)
        game.play(f"take ({row},0)")
        assert [cells[0] for cells in game.view(0).grid] == [
            5 if r == row or c == "5" else 1 for r, c in enumerate(column)
        ]


CASES = [test for name, test in sorted(globals().items()) if name.startswith("test_sk")]


def test_the_rules_say_which_cells_go():
    """SK-14, SK-20: asked of a view, with a card that might be placed, and as the lines of the options."""
    game = skyjo.Game.from_position(["5 ? 1 1 / 5 . 2 . / ? . 3 .", "? ? ? ? / ? ? ? ? / ? ? ? ?"], seed=1)
    state = game.state
    assert R.cleared_by(state, 0, 2, 5) == 0b111 and R.cleared_by(state, 0, 2, 4) == 0
    assert R.cleared_by(state, 0, 4, 1) == 0  # a cleared place completes nothing
    columns, rows = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11)), ((0, 3, 6, 9), (1, 4, 7, 10), (2, 5, 8, 11))
    assert R.lines(skyjo.Rules()) == columns == R.lines(skyjo.Rules(), at_the_end=True)
    assert R.lines(skyjo.Rules(row_clear=True)) == columns + rows
    assert R.lines(skyjo.Rules(column_clear="off", row_clear=True)) == rows
    assert R.lines(skyjo.Rules(clear_at_final_reveal=False)) == columns
    assert R.lines(skyjo.Rules(clear_at_final_reveal=False), at_the_end=True) == R.lines(skyjo.Rules.club()) == ()
