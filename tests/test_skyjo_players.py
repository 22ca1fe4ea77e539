"""Skyjo's built-in players: legal, blind to what is hidden, and as strong as they say."""

import random

import pytest
from hosts import hosts_agree, new_state

from cardlib import simulate, skyjo, tournament
from cardlib.engine.options import Flag
from cardlib.engine.players import choose_action, find_player
from cardlib.rng import Rng
from cardlib.skyjo import rules as R

NAMES = skyjo.players.NAMES
THINKING = NAMES[1:]
FLAGS = [name for name, option in skyjo.Rules.OPTIONS.items() if isinstance(option, Flag)]


def position(grids, **options):
    return skyjo.Game.from_position(grids=grids, seed=1, **options)


ME = "? 5 3 4 / 9 ? ? ? / ? -1 ? 2"
OTHER = "? ? 1 ? / ? ? ? ? / 8 ? ? ?"


# --- no peeking -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_a_choice_does_not_depend_on_hidden_cards(name):
    """The same open cards with other cards below, and the same luck: the same choice."""
    choices = set()
    for seed in range(8):
        game = skyjo.Game.from_position(grids=[ME, OTHER], discard=[7, 6], player=0, seed=seed)
        game.state.luck = 99
        choices.add(int(choose_action(game, name)))
    assert len(choices) == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [skyjo.Rules(row_clear=True), skyjo.Rules.club(no_progress_turns=8)])
def test_choices_are_legal_and_rounds_end(name, rules):
    result = simulate(skyjo, [name, "random", name], rounds=40, rules=rules, seed=3, progress=False, host="interpreted")
    assert result.endings["cut off"] == 0
    game = result.play_out(0)
    assert game.round_scores == tuple(row["score"] for row in list(result.rows)[:3])


@pytest.mark.parametrize("name", THINKING)
def test_two_alike_do_not_wait_for_ever(name):
    result = simulate(skyjo, [name, name], rounds=150, seed=3, progress=False, keep=False)
    assert result.endings == {"closed": 150, "no progress": 0, "cut off": 0}


# --- single decisions -------------------------------------------------------------------------------------------------
def test_greedy_takes_a_low_card_for_its_highest_one():
    game = position(["12 0 1 2 / 3 4 ? ? / ? ? ? ?", OTHER], discard=[-2])
    assert str(choose_action(game, "greedy")) == "take (0,0)"


def test_greedy_completes_a_column():
    game = position(["9 0 1 2 / 9 4 ? ? / ? ? ? ?", OTHER], discard=[9])
    assert str(choose_action(game, "greedy")) == "take (2,0)"


def test_greedy_rejects_what_is_worse_than_its_cards():
    game = position(["1 0 1 2 / 3 4 ? ? / ? ? ? ?", OTHER], discard=[11], drawn=12)
    assert str(choose_action(game, "greedy")).startswith("reject")


def test_threshold_keeps_up_to_its_threshold():
    for keep, expected in ((5, "keep"), (4, "reject")):
        game = position(["12 0 1 2 / 3 4 ? ? / ? ? ? ?", OTHER], discard=[3], drawn=5)
        assert str(choose_action(game, f"threshold(keep={keep})")).startswith(expected)
    game = position(["12 0 1 2 / 3 4 ? ? / ? ? ? ?", OTHER], discard=[3])
    assert str(choose_action(game, "threshold")) == "take (0,0)"


def test_columns_keeps_a_pair_that_greedy_would_break():
    grids = ["6 ? 1 2 / 6 4 ? ? / ? ? ? ?", OTHER]
    assert str(choose_action(position(grids, discard=[0]), "greedy")) == "take (0,0)"
    assert str(choose_action(position(grids, discard=[0]), "columns")) not in ("take (0,0)", "take (1,0)")


def test_cautious_does_not_close_at_a_risk():
    """One card is left to turn up; the other player has less on the table."""
    mine, other = "9 9 8 8 / 7 7 6 6 / 1 2 3 ?", "0 0 1 1 / 0 -1 0 2 / 1 0 ? ?"
    game = position([mine, other], discard=[3], drawn=12)
    assert str(choose_action(game, "greedy")) == "reject (2,3)"
    assert not str(choose_action(game, "cautious")).endswith("(2,3)")
    assert not str(choose_action(game, "expert")).endswith("(2,3)")


def test_cautious_closes_when_it_is_safe():
    mine, other = "0 0 1 1 / 0 -1 0 2 / 1 0 3 ?", "9 9 8 8 / 7 7 6 6 / 1 2 ? ?"
    game = position([mine, other], discard=[3], drawn=12)
    assert str(choose_action(game, "cautious")) == "reject (2,3)"


def test_the_risk_of_closing_is_that_of_two_normal_laws():
    game = position(["0 0 0 0 / 0 0 0 0 / 0 0 0 ?", "1 1 1 1 / 1 1 1 1 / 1 1 2 -1"], discard=[3])
    view = game.view_record(0)
    skyjo.valuation.make_plan(view, 0.0, 0.0, 0.0)
    players = skyjo.valuation
    players.watch_rivals(view)
    risk = players.closing_risk
    assert risk(view, 11) == pytest.approx(0.5987, abs=1e-4)  # the other has 11: Phi(0.5 / 2)
    assert risk(view, -30) < 1e-6 and risk(view, 50) > 1 - 1e-6
    before, view.plan[players.TURN_GAIN] = risk(view, 5), 3.0
    players.watch_rivals(view)
    assert risk(view, 5) > before


def test_the_normal_law_is_that_of_the_tables():
    for x, p in ((0, 0.5), (1, 0.8413447), (-1.96, 0.0249979), (3, 0.9986501)):
        assert skyjo.valuation.normal_cdf(x) == pytest.approx(p, abs=2e-7)


def test_parameters_have_room_in_the_view():
    room = next(shape for name, _kind, shape in R.VIEW_FIELDS if name == "numbers")
    for name, parameters in skyjo.players.PARAMETERS.items():
        assert name in NAMES and len(parameters) <= room[1]
        assert find_player(skyjo.players, name).numbers == tuple(parameters.values())


@pytest.mark.parametrize("name", [n for n in NAMES if n != "random"])
def test_docstrings_say_whose_idea_a_player_is(name):
    assert len(getattr(skyjo.players, name).__doc__) > 60


# --- the rules are asked ----------------------------------------------------------------------------------------------
def pairs_clear(s, p, cell, card):
    """A rule that is not there: two equal cards of a column leave the grid too."""
    first, gone = cell // 3 * 3, 0
    for k in range(first, first + 3):
        if k != cell and s.up[p] >> k & 1 and s.card[p][k] == card:
            gone |= 1 << k | 1 << cell
    return gone


@pytest.mark.parametrize("name", ["greedy", "columns", "cautious", "expert"])
def test_a_new_rule_is_followed_by_the_players(name, monkeypatch):
    grids, options = ["12 ? 1 2 / 9 4 ? ? / ? ? ? ?", OTHER], {"discard": [9], "players": ["Ana", "Bo"]}
    assert str(choose_action(position(grids, **options), name)) != "take (2,0)"
    monkeypatch.setattr(R.cleared_by, "__code__", pairs_clear.__code__)
    assert str(choose_action(position(grids, **options), name)) in ("take (0,0)", "take (2,0)")
    assert str(choose_action(position(grids, discard=[3], drawn=9), name)) in ("keep (0,0)", "keep (2,0)")


def test_rows_count_where_they_are_removed():
    grids = ["8 7 ? ? / 9 9 ? 9 / ? ? ? ?", OTHER]
    for row_clear, places in ((True, ["take (1,2)"]), (False, [])):
        game = position(grids, discard=[9], rules=skyjo.Rules(row_clear=row_clear))
        for name in ("greedy", "columns", "cautious", "expert"):
            chosen = str(choose_action(game, name))
            assert (chosen in places) == row_clear, (name, chosen)


@pytest.mark.parametrize("deck", [(0, 0, 75, 75), (30, 30, 30, 30, 30), (5, 10, 15, *(10,) * 12)])
def test_no_player_fails_whatever_the_options(deck):
    """Decks of few values clear rows and columns all the time; both hosts, every player, random options."""
    rng = Rng(deck[0] + 1)
    deck = [*deck, *[0] * (15 - len(deck))]
    for index in range(60):
        options = {name: bool(rng.below(2)) for name in FLAGS} | {"row_clear": index % 4 > 0}
        options["final_lap"] = ("all_others_once", "equal_turns", "none")[rng.below(3)]
        rules = skyjo.Rules(no_progress_turns=20, **options)
        kinds, seats = [(index + seat) % len(NAMES) for seat in range(8)], 2 + rng.below(4)
        hosts_agree(skyjo, R, lambda: new_state(skyjo, seats, rules, 5, index, deck), kinds, False)  # noqa: B023


# --- strength, from seeds that no search has used ---------------------------------------------------------------------
@pytest.mark.parametrize("other", [name for name in NAMES if name != "expert"])
def test_the_expert_beats_every_other_player_with_two(other):
    found = tournament(skyjo, ["expert", other], rounds=1_500, seed=2_001, progress=False, host="compiled")
    first, second = found.ranking
    assert first.player == "expert"
    assert found.differences[0].estimate.low > 0.05  # of the wins
    assert first.score.high < second.score.low


def test_the_expert_beats_every_other_player_with_four():
    """At every table of four with other built-in players, not only on average."""
    for k, others in enumerate((["columns", "cautious", "greedy"], ["columns", "threshold", "random"])):
        found = tournament(
            skyjo, ["expert", *others], rounds=700, table="all", seed=2_002 + k, progress=False, host="compiled"
        )
        assert found.ranking[0].player == "expert"
        for one in found.differences[:3]:
            assert one.better == "expert" and one.established and one.estimate.low > 0.03
        scores = [one.score for one in found.ranking]
        assert all(scores[0].high < score.low for score in scores[1:])


# --- habits -----------------------------------------------------------------------------------------------------------
def test_the_expert_of_the_first_version_is_there_with_its_parameters():
    old = "expert(pair=3.25, penalty=3, turn=3.1, apart=0, deny=0)"
    game = skyjo.Game(players=["a", "b"], seed=1)
    assert str(choose_action(game, old)) == "reveal (0,0) (1,0)"
    assert str(choose_action(game, "expert")) == "reveal (0,0) (0,1)"
    assert str(choose_action(game, "columns(apart=1)")) == "reveal (0,0) (0,1)"


def test_a_gift_is_what_the_card_saves_in_the_best_place_of_the_next_player():
    rng = random.Random(5)
    for seed in range(40):
        game = skyjo.Game(players=["a", "b", "c"], rules=skyjo.Rules(row_clear=seed % 2 == 1), seed=seed)
        for _turn in range(rng.randrange(4, 90)):
            if game.player is None:
                break
            game.play(rng.choice(game.legal_actions()))
        if game.player is None or game.phase == "revealing":
            continue
        view = game.view_record(game.player)
        skyjo.valuation.make_plan(view, 0.0, 0.0, 0.0)
        skyjo.valuation.weigh_swings(view, (game.player + 1) % 3)
        for i, gift in enumerate(view.gift):
            best = skyjo.valuation.best_swing(view, (game.player + 1) % 3, i + R.LOW)[1]
            assert gift == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("name", ["clearer", "level_2", "rusher", "saboteur", "statistician"])
def test_published_players_do_what_their_rule_says(name):
    """Ana shows a pair of fives and a 12, Bo two nines; a 5 lies open."""
    grids = ["5 12 ? ? / 5 ? ? ? / ? ? ? ?", "9 ? ? ? / 9 ? ? ? / ? ? ? ?"]
    game = skyjo.Game.from_position(players=["Ana", "Bo"], grids=grids, discard=[5], player=0, seed=1)
    assert str(choose_action(game, name)) == "take (2,0)"
    high = skyjo.Game.from_position(players=["Ana", "Bo"], grids=grids, discard=[3], drawn=12, player=0, seed=1)
    collects = name == "clearer"  # the 12 makes a pair with the other one
    assert str(choose_action(high, name)).startswith("keep (1,1)" if collects else "reject")
