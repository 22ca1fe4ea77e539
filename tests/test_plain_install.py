"""What a plain `pip install` gives, without NumPy, Numba, pandas, Arrow and SciPy."""

import os
import subprocess
import sys
from pathlib import Path

from test_packaging import PROJECT

import cardlib.extras

HERE = Path(__file__).parent
PLAIN = """import without_extras
from fractions import Fraction
from cardlib import Pmf, analyse, review, simulate, skipbo, skyjo, skyjo_action, tournament, widgets
from cardlib.engine.players import choose_action
from cardlib.simulation.files import load

for module in (skyjo, skyjo_action, skipbo):
    game = module.Game(["Ana", "Bo"], seed=5)
    for _move in range(30):
        game.play(choose_action(game, "random"))
    assert module.Game.from_json(game.to_json()).to_json() == game.to_json()
    widgets.stepper(game)
    result = simulate(module, ["random", "random"], rounds=20, seed=1, progress=False)
    assert result.done == 20 and str(result.summary())
    result.chart().to_dict()
widgets.dashboard(), widgets.companion("skyjo"), widgets.odds_explorer("5 ? 0 4 / 5 9 ? ? / ? -1 ? 2")
answer = skyjo.odds.complete_column(["5", "5", "?"], draws=3)
assert isinstance(answer.value, Fraction) and answer.explain() and answer.simulate(1000, seed=1)
game = skyjo.Game(["Ana", "Bo"], seed=5)
for _move in range(12):
    game.play(choose_action(game, "greedy"))
worth = analyse(game.view(game.player), deals=4, seed=1)
tournament(skyjo, ["random", "greedy"], games=20, seed=1, progress=False)
"""
REFUSED = {
    "Pmf({1: 1}).to_frame()": ("data", "pandas"),
    "Pmf({1: 1}).to_scipy()": ("data", "scipy"),
    "result.frame": ("data", "pandas"),
    "result.save('x.parquet')": ("data", "pyarrow"),
    "load('x.parquet')": ("data", "pyarrow"),
    "worth.frame": ("data", "pandas"),
    "simulate(skyjo, ['random', 'random'], rounds=5, host='compiled')": ("fast", "numba"),
    "analyse(game.view(game.player), host='compiled')": ("fast", "numba"),
}
TRY = """
for call, (extra, package) in {calls}.items():
    try:
        eval(call)
    except ImportError as error:
        assert f"this needs {{package}}: pip install \\"cardlib[{{extra}}]\\". Without it: " in str(error), error
    else:
        raise AssertionError(call)
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": f"{HERE}{os.pathsep}{HERE.parent}", "CARDLIB_LANG": "en"}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=env, cwd=HERE.parent)


def test_games_odds_widgets_and_simulation_need_no_extra():
    done = run("-c", PLAIN + TRY.format(calls=REFUSED))
    assert done.returncode == 0, done.stderr


def test_the_core_of_the_suite_passes():
    files = [str(HERE / f"test_{name}.py") for name in ("formula", "board", "html", "skyjo_cases")]
    done = run("-m", "pytest", "-p", "without_extras", "-p", "no:xdist", "-q", "-x", *files)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_extras_hold_what_the_calls_name():
    for extra, packages in cardlib.extras.EXTRAS.items():
        listed = " ".join(PROJECT["optional-dependencies"][extra])
        assert all(package in listed for package in packages)
    assert PROJECT["optional-dependencies"]["all"] == ["cardlib[fast,data]"]
    assert not any(package in str(PROJECT["dependencies"]) for package in ("numpy", "numba", "pandas", "scipy"))
