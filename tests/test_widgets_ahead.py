"""Playing on, beside a table: bars that get sharper, the curve, the review, the companion's headline."""

import random
import re

import pytest

from cardlib import analyse, review, skipbo, skyjo, skyjo_action, widgets
from cardlib.analysis.worth import WHOLE
from cardlib.engine.players import choose_action
from cardlib.widgets import ahead


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """No process that compiles: what is shown is the same on both hosts, and here small."""
    monkeypatch.setattr(ahead, "ready", lambda _kind, _job: False)
    monkeypatch.setattr(ahead, "MOST", 8)
    monkeypatch.setattr(ahead, "FEW", 8)


def played(kind, steps, policy, seed=4):
    game = kind.Game(players=["Ana", "Bo"], seed=seed)
    for _step in range(steps):
        game.play(choose_action(game, policy))
    return game


def work(widget):
    """The front end's timer, until nothing is left to do."""
    n = 0
    while widget.timer[0]:
        widget.act("tick", widget.timer[1])
        n += 1
        assert n < 500 and not widget.problem, widget._traceback
    return n


def late(kind=skyjo):
    """A position near the end, where playing on is quick."""
    grids = ["5 5 1 . / 4 3 2 . / 0 1 ? .", "9 2 1 . / 4 ? 2 . / 0 1 0 ."]
    return kind.Game.from_position(players=["Ana", "Bo"], grids=grids, discard=[8, 3], player=0, seed=1)


def test_the_stepper_plays_the_moves_on_in_slices_and_marks_the_best(monkeypatch):
    stepper = widgets.stepper(late(), ahead=True)
    assert "each move is played on" in stepper.html and stepper.timer[0] == ahead.BREATH
    assert work(stepper) >= 2
    found = stepper.moves.analysis
    assert found.deals == 8 and not found.ranked and "too few" in stepper.html
    monkeypatch.setattr(ahead, "MOST", 400)
    stepper.act("ahead", True)
    work(stepper)
    found = stepper.moves.analysis
    assert found.ranked and str(found.message) in re.sub("&#x27;", "'", stepper.html)
    assert found.moves[0].won.value == pytest.approx(analyse(stepper.game, 400, host="interpreted").moves[0].won.value)
    assert "<small>best</small>" in stepper.html


def test_a_slice_that_fails_is_told_once_and_not_tried_for_ever(monkeypatch):
    stepper = widgets.stepper(late(), ahead=True)
    monkeypatch.setattr(ahead.Moves, "work", lambda _moves: 1 / 0)
    stepper.act("tick", stepper.timer[1])
    assert "ZeroDivisionError" in str(stepper.problem) and stepper.timer[0] == 0
    monkeypatch.undo()
    stepper.act("ahead", True)
    assert not stepper.problem and stepper.timer[0] == ahead.BREATH


def test_eyes_that_do_not_see_the_hand_get_no_bars():
    stepper = widgets.stepper(late(), ahead=True, eyes="Bo")
    assert stepper.moves.view is None and stepper.timer[0] == 0
    stepper.act("eyes", "0")
    assert stepper.moves.view is not None


def test_moves_are_shown_after_the_own_guess():
    stepper = widgets.stepper(late(), ahead="guess")
    assert "Make your move first" in stepper.html and stepper.timer[0] == 0
    stepper.act("action", int(stepper.game.legal_actions()[0]))
    stepper.act("play")  # stops
    work(stepper)
    assert f"You played {stepper.guessed[1]}" in stepper.html


def test_the_curve_has_a_point_for_every_step_and_opens_its_board():
    game = late()
    while game.player is not None:
        game.play(choose_action(game, "expert"))
    stepper = widgets.stepper(game)
    stepper.act("curve", True)
    work(stepper)
    points = stepper.curve._points
    assert sorted(points) == list(range(game.steps + 1))
    chances, n = points[game.steps]
    assert n == 0 and sum(chances) == 1
    assert all(sum(chances) == pytest.approx(1) for chances, _n in points.values())
    assert stepper.html.count('data-action="goto" data-value=') == game.steps + 1
    stepper.act("goto", "0")
    assert "Step 0, by what lies open: Ana" in stepper.html


def test_the_curve_is_the_same_whatever_lies_hidden():
    """What nobody can see is permuted: no point moves."""
    one, two = played(skyjo, 2, "greedy", 4), played(skyjo, 2, "greedy", 4)
    state, rng = two._states[-1], random.Random(1)
    spots = [(p, c) for p in range(2) for c in range(12) if not state.up[p] >> c & 1]
    cards = [state.card[p][c] for p, c in spots] + state.draw[: state.draw_n]
    rng.shuffle(cards)
    for (p, c), card in zip(spots, cards, strict=False):
        state.card[p][c] = card
    state.draw[: state.draw_n] = cards[len(spots) :]
    curves = []
    for game in (one, two):
        curve = ahead.Curve()
        curve.look(game)
        curves.append(curve._chances(2))
    assert curves[0] == curves[1]


def test_a_review_in_slices_is_the_review():
    game = late()
    while game.player is not None:
        game.play(choose_action(game, "greedy"))
    stepper = widgets.stepper(game, eyes="Ana")
    stepper.act("review")
    work(stepper)
    found = stepper.review.review
    assert found.chances == review(game, "Ana", deals=stepper.review.deals).chances
    assert str(found.message) in stepper.html
    stepper.act("eyes", "table")
    stepper.act("review")
    assert "choose that player" in stepper.problem


def test_the_companion_says_one_step_ahead_until_playing_on_is_known(monkeypatch):
    companion = widgets.companion("skyjo", ["Ana", "Bo"])
    for key, card in (
        ("cell 0 0 0", "5"),
        ("cell 0 1 0", "5"),
        ("cell 1 0 0", "9"),
        ("cell 1 0 1", "2"),
        ("discard", "8"),
    ):
        companion.act("place", key)
        companion.act("lay", card)
        companion.act("place", key)
    companion.act("tick", companion.timer[1])  # the entries have paused
    assert not companion.problem, companion._traceback
    if companion.moves.view is None:
        pytest.fail(companion.html)
    assert str(companion.advice()).startswith("Best for Ana, one step ahead: ")
    work(companion)
    assert "Played on" in companion.html and companion.moves.analysis.deals == 8


@pytest.mark.parametrize(("kind", "policy"), [(skyjo_action, "all_round"), (skipbo, "planner")])
def test_the_other_games_are_played_on_as_well(kind, policy):
    stepper = widgets.stepper(played(kind, 9, policy), eyes="all", ahead=True)
    work(stepper)
    assert stepper.moves.analysis.deals == 8
    chances, n = stepper.curve._chances(9)
    assert n == 8 and all(0 <= chance <= 1 for chance in chances)


def test_shares_are_whole():
    assert all(WHOLE % k == 0 for k in range(1, 11))
