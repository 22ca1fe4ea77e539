"""Widgets need no NumPy, no compiler and no chart library: a browser has none of them."""

import subprocess
import sys

import pytest

pytest.importorskip("anywidget")

PROGRAM = """
import importlib, importlib.abc, sys
from fractions import Fraction

HEAVY = {"numpy", "numba", "llvmlite", "scipy", "pandas", "altair", "tqdm"}

class Block(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HEAVY:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Block())

from cardlib import simulate, skyjo, widgets
from cardlib.exercises import tasks
from cardlib.widgets.surface import Surface

def act(widget, action, value=None):
    widget.act(action, value)
    assert not widget.problem, (action, value, widget.problem)

for kind in ("skyjo", "skyjo_action", "skipbo"):
    module = importlib.import_module("cardlib." + kind)
    who = [module.players.NAMES[-1], "random"]
    stepper = widgets.stepper(module.Game(players=2, seed=2), players=who)
    if 'data-key="best"' in stepper.html:
        act(stepper, "best", True)
    for _step in range(25):
        act(stepper, "forward")
    act(stepper, "who", "0")
    act(stepper, "who", "1")
    act(stepper, "eyes", "all")
    for key in stepper.game.places(stepper.game.legal_actions()[-1]):
        act(stepper, "place", key)
    assert stepper.game.steps == 26 and len(stepper.still()) > 1000
    result = simulate(module, players=who, rounds=2, seed=1, progress=False)
    act(widgets.stepper(result.replay(1), players=who), "forward")
    exercise = widgets.exercise("At least one?", module.DECK.at_least(1, of=5, draws=3))
    act(exercise, "check", {"entry": "0,5"})
    act(exercise, "check", {"entry": "0,4"})
    assert str(exercise.solution())
    predict = widgets.predict("How likely?")
    act(predict, "collect", {"guesses": "Ana 20"})
    reveal = predict.answer(module.DECK.at_least(1, of=5, draws=3))
    act(reveal, "show_answer")
    assert "The answer" in str(reveal)

explorer = widgets.odds_explorer("5 ? 0 4 / 5 9 ? ? / ? -1 ? 2", seen=[12, 12])
act(explorer, "type", ["cell 0 0 1", "7"])
act(explorer, "draws", "5")
for name in tasks():
    act(widgets.task(name, "Ana"), "check", {"entry": "1/2"})
assert not HEAVY & {name.partition(".")[0] for name in sys.modules}
print("all done")
"""


def test_widgets_run_where_nothing_heavy_is_installed():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=300)
    assert done.stdout == "all done\n", done.stderr
