"""The simulator and the dashboard without a browser: settings, running in slices, numbers, opening a round."""

import subprocess
import sys

import pytest
from test_board import Tags

pytest.importorskip("anywidget")

from cardlib import skyjo, widgets
from cardlib.engine.kinds import kind_of
from cardlib.simulation import simulate


def run(simulator, rounds=30, seed=3):
    """Press Run and let the front end's timer tick until all is done."""
    simulator.act("numbers", {"rounds": str(rounds), "seed": str(seed)})
    assert not simulator.controls.problem, str(simulator.controls.problem)
    while simulator.controls.timer[0]:
        simulator.act("tick", simulator.controls.timer[1])
        assert not simulator.controls.problem, str(simulator.controls.problem)


@pytest.fixture
def simulator():
    """Two built-in players, nothing run yet."""
    return widgets.simulator("skyjo", ["threshold", "random"], rounds=30, seed=3)


def test_the_result_is_that_of_simulate(simulator):
    assert simulator.result is None and "Press Run" in simulator.controls.html
    run(simulator)
    alone = simulate(skyjo, ["threshold", "random"], rounds=30, seed=3, progress=False, keep=False)
    assert simulator.result == alone
    assert "30 of 30" in simulator.controls.html and "30 rounds of skyjo, seed 3" in simulator.controls.html
    assert str(simulator.controls.message) == "Done: 30 rounds of skyjo, seed 3."
    table = str(simulator)
    assert str(alone.summary().table.rows[0][1]) in table and "95% intervals" in table


def test_the_charts_carry_their_interval_n_and_seed(simulator):
    pytest.importorskip("altair")
    run(simulator)
    mean, spread = (output["data"] for output in simulator.charts.outputs)
    assert "95% band" in mean["text/plain"] and "30 rounds of skyjo, seed 3" in str(mean)
    assert "mean" in spread["text/plain"]
    simulator.act("numbers", {"rounds": "5", "seed": "1"})
    assert simulator.charts.outputs == ()


def test_stop_and_go_on(simulator, monkeypatch):
    monkeypatch.setattr(sys.modules["cardlib.widgets.simulator"], "SLICE", 0.0)  # one chunk, then the clock is up
    simulator.act("stop")
    assert "nothing to stop" in str(simulator.controls.problem)
    simulator.act("numbers", {"rounds": "1000", "seed": "3"})
    simulator.act("tick", simulator.controls.timer[1])
    assert simulator.controls.running and ">Stop<" in simulator.controls.html
    simulator.act("stop")
    assert not simulator.controls.running and simulator.controls.timer[0] == 0
    assert str(simulator.controls.message) == "Stopped." and ">Go on<" in simulator.controls.html
    simulator.act("tick", simulator.controls.timer[1])
    assert simulator.result.done == 10
    assert simulator.result == simulate(
        skyjo, ["threshold", "random"], rounds=1000, seed=3, keep=False, chunk=10, progress=lambda done, of: False
    )
    simulator.act("stop")
    assert simulator.controls.running and simulator.controls.timer[0] > 0


def test_an_old_tick_does_nothing(simulator):
    simulator.act("numbers", {"rounds": "30", "seed": "3"})
    simulator.act("tick", simulator.controls.timer[1] - 1)
    assert simulator.result.done == 0


@pytest.mark.parametrize(
    ("action", "value", "said"),
    [
        ("numbers", {"rounds": "0", "seed": "1"}, "whole number from 1"),
        ("numbers", {"rounds": "1e9", "seed": "1"}, "whole number"),
        ("numbers", {"rounds": "5", "seed": "-1"}, "whole number from 0"),
        ("numbers", {}, "whole number"), ("game", "poker", "no game poker"), ("who", "0 nobody", "no player"),
        ("who", "9 random", "no such player"), ("players", "1", "players"), ("players", "9", "players"),
        ("option", "nothing=1", "no such rule option"), ("option", "final_lap=never", "no such choice"),
        ("options", {"end_at": "0"}, "whole number from 1"), ("round", {"index": "0"}, "Run the simulation first"),
    ],
)  # fmt: skip
def test_a_wrong_setting_says_why_and_changes_nothing(simulator, action, value, said):
    controls = simulator.controls
    before = controls.kind, controls.rules, controls.seats, controls.rounds, controls.seed
    simulator.act(action, value)
    assert said in str(controls.problem) and not controls._traceback
    assert before == (controls.kind, controls.rules, controls.seats, controls.rounds, controls.seed)


def test_settings(simulator):
    controls = simulator.controls
    for action, value in (
        ("players", "3"), ("who", "2 greedy"), ("option", "penalty_on_tie=False"), ("option", "final_lap=none"),
        ("options", {"end_at": "50", "no_progress_turns": ""}), ("games", True),
    ):  # fmt: skip
        simulator.act(action, value)
        assert not controls.problem, str(controls.problem)
    assert controls.seats == ["threshold", "random", "greedy"] and controls.games
    assert controls.rules == skyjo.Rules(penalty_on_tie=False, final_lap="none", end_at=50)
    simulator.act("game", "skipbo")
    assert controls.kind == "skipbo" and controls.seats == ["random"] * 3
    assert controls.rules.changed() == {}


def test_any_round_opens_in_a_stepper(simulator):
    run(simulator)
    simulator.act("round", {"index": "17"})
    (stepper,) = simulator.round.children
    assert stepper.game.step == 0
    assert stepper.game.copy().goto(stepper.game.steps).round_scores == simulator.result.play_out(17).round_scores
    simulator.act("round", {"index": "30"})
    assert "whole number from 0 to 29" in str(simulator.controls.problem)


def test_a_player_function_and_its_mistake_at_a_glance():
    def first(view, legal, rng):
        return legal[0]

    def wrong(view, legal, rng):
        return "take (0,0)"

    simulator = widgets.simulator("skyjo", [first, "random"], rounds=3)
    assert simulator.controls.seats == ["first", "random"]
    simulator.act("who", "1 first")
    assert simulator.controls.seats == ["first", "first"]
    simulator = widgets.simulator("skyjo", [wrong, "random"], rounds=3)
    simulator.act("run")
    simulator.act("tick", simulator.controls.timer[1])
    assert "chose an illegal action" in str(simulator.controls.problem)
    assert not simulator.controls.running
    assert simulator.round.children[0].game.state.player == 0  # the game up to the mistake


def test_names_are_escaped():
    def player(view, legal, rng):
        return legal[0]

    player.__name__ = "<b>me</b>"
    simulator = widgets.simulator("skyjo", [player, "random"], rounds=3)
    run(simulator, 3, 1)
    tags = Tags(simulator.controls.html)
    assert "b" not in {tag for tag, _ in tags.tags} and "<b>me</b>" in tags.text
    assert "<b>" not in simulator.controls.still()


def test_the_dashboard_has_a_page_for_everything():
    board = widgets.dashboard()
    assert str(board) == "Dashboard: Play, At the table, Odds of a column, Simulate"
    data, _metadata = board._repr_mimebundle_()
    assert data["text/plain"] == str(board) and "cl-board" in data["text/html"]
    one = widgets.dashboard({"<i>": widgets.companion("skipbo", ["Ana"])})
    assert one.titles == ("<i>",) and "<i>" not in one._repr_mimebundle_()[0]["text/html"]


def test_neither_the_companion_nor_the_simulator_needs_numpy():
    program = """
import sys
for name in ("numpy", "numba", "pandas", "scipy", "altair", "pyarrow"):
    sys.modules[name] = None
from cardlib import widgets
simulator = widgets.simulator("skyjo", ["threshold", "random"])
simulator.act("numbers", {"rounds": "12", "seed": "1"})
while simulator.controls.timer[0]:
    simulator.act("tick", simulator.controls.timer[1])
    assert not simulator.controls.problem, simulator.controls._traceback
assert simulator.result.done == 12
for kind in ("skyjo", "skyjo_action", "skipbo"):
    table = widgets.companion(kind, ["Ana", "Bo"])
    for why in ("moves", "total", "line", "reach", "right", "worth"):
        table.act("why", why)
        assert not table.problem, table._traceback
widgets.dashboard()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_a_game_that_registers_itself_is_in_the_list():
    import toy_game

    simulator = widgets.simulator("skyjo", ["random", "random"], rounds=20, seed=3)
    entries = [tag.get("value") for name, tag in Tags(simulator.controls.html).tags if name == "option"]
    assert {"skyjo", "skyjo_action", "skipbo", kind_of(toy_game).name} <= set(entries)


def test_a_game_that_registers_itself_is_simulated():
    import toy_game

    simulator = widgets.simulator("skyjo", ["random", "random"])
    simulator.act("game", "pig")
    assert not simulator.controls.problem, str(simulator.controls.problem)
    run(simulator, 20, 3)
    assert simulator.result == simulate(
        toy_game, simulator.controls.seats, rounds=20, seed=3, keep=False, progress=False
    )
    assert "goal (PC-3)" in simulator.controls.html
