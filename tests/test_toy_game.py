"""A game that registers itself has undo, files, boards, the stepper and simulate on both hosts, with no list changed."""

import pickle

import pytest
import toy_game

from cardlib import simulate
from cardlib.engine.game import IllegalAction
from cardlib.engine.kinds import kind_of, kinds


def test_it_is_known_by_its_name_its_module_and_its_class():
    kind = kind_of("pig")
    assert kind in kinds()
    assert kind is kind_of(toy_game) is kind_of(toy_game.Game) is kind_of(toy_game.Game(seed=1))
    assert pickle.loads(pickle.dumps(kind)) is kind and kind.module is toy_game


def test_undo_files_and_boards():
    game = toy_game.Game(players=["Ana", "Bo"], seed=3)
    while game.step < 30 and not game.is_over:
        game.play(game.legal_actions()[game.step % 3 == 2])
    game.undo().undo()
    loaded = toy_game.Game.from_json(game.to_json())
    assert loaded == game and loaded.redo().redo() == game.redo().redo()
    assert "Ana" in str(game) and "Ana" in game._repr_html_() and len(game.history) == game.step
    with pytest.raises(IllegalAction):
        toy_game.Game(seed=1).play("next")


def test_simulate_on_both_hosts():
    one, two = (
        simulate(toy_game, ["random", "twenty"], rounds=200, seed=5, host=host, progress=False)
        for host in ("interpreted", "compiled")
    )
    assert one == two and list(one.rows) == list(two.rows)
    assert one.play_out(7).is_over
    mine = simulate(toy_game, [lambda view, legal, rng: rng.choice(legal), "twenty"], rounds=20, seed=5, progress=False)
    assert mine.done == 20


def test_the_stepper_shows_it():
    pytest.importorskip("anywidget")
    from cardlib import widgets

    stepper = widgets.stepper(toy_game.Game(players=["Ana", "Bo"], seed=3))
    assert "Ana" in stepper.view()
