"""simulate and its results: the same however they are computed, with intervals, and every round can be opened again."""

import json
import signal
import subprocess
import sys
from array import array
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from cardlib import simulate, skipbo, skyjo
from cardlib.engine import batch
from cardlib.engine.players import choose_action, find_player
from cardlib.simulation import PlayerError, run
from cardlib.simulation.tally import Tally, count_compiled, count_interpreted

THREE = ["random", "greedy", "threshold(keep=5)"]


def quick(players=THREE, rounds=60, **options):
    return simulate(skyjo, players, rounds=rounds, **{"seed": 7, "progress": False, "host": "interpreted", **options})


def first_legal(view, legal, rng):
    return legal[0]


def by_chance(view, legal, rng):
    return rng.choice(legal)


# --- the same result, however it is computed --------------------------------------------------------------------------
ALL = ["expert", "greedy", "threshold", "random"]


@pytest.mark.parametrize("players", [["random"] * 3, ["columns", "cautious"], ALL])
def test_both_hosts_give_the_same_rounds(players):
    assert quick(players) == quick(players, host="compiled")


@pytest.mark.parametrize(
    "options",
    [
        {"row_clear": True, "final_lap": "equal_turns", "next_starter": "highest_sum"},
        {"may_reject_drawn": False, "column_clear": "off", "no_progress_turns": 3},
        {"final_lap": "none", "penalty_only_positive": False, "penalty_multiplier": 3},
    ],
)
def test_both_hosts_give_the_same_games_with_every_player(options):
    rules = skyjo.Rules(end_at=40, **options)
    names = skyjo.players.NAMES
    for players in (names[: len(names) // 2], names[len(names) // 2 :]):
        some = {"players": list(players), "rules": rules, "rounds": None, "games": 3}
        assert quick(**some) == quick(**some, host="compiled")


@pytest.mark.parametrize("host", ["interpreted", "compiled"])
def test_chunks_do_not_matter(host):
    whole = quick(rounds=250, host=host)
    for chunk in (1, 7, 1000):
        assert quick(rounds=250, host=host, chunk=chunk) == whole


def test_games_do_not_depend_on_chunks_either():
    some = {"rounds": None, "games": 12, "rules": skyjo.Rules(end_at=60)}
    whole = quick(**some)
    assert len(list(whole.rows)) > 12 * 3
    assert quick(**some, chunk=1) == quick(**some, chunk=5, host="compiled") == whole


def test_a_game_with_more_rounds_than_expected_is_kept_whole():
    rules = skyjo.Rules(end_at=3_000)
    result = quick(["greedy", "cautious"], rounds=None, games=1, rules=rules, host="compiled")
    rows = list(result.rows)
    assert len(rows) > 2 * 100
    assert [row["round"] for row in rows[::2]] == list(range(1, len(rows) // 2 + 1))


def test_a_longer_simulation_begins_with_the_shorter_one():
    short, long = list(quick(rounds=30).rows), list(quick(rounds=90).rows)
    assert long[: len(short)] == short


def test_large_batches_use_threads_and_stay_the_same(monkeypatch):
    alone = quick(["random"] * 3, rounds=4000, host="compiled")
    monkeypatch.setattr("cardlib.simulation.run.WORTH_THREADS", 100)
    assert quick(["random"] * 3, rounds=4000, host="compiled") == alone


def test_it_works_without_numpy_numba_pandas_and_tqdm():
    code = """
import sys
from array import array
for name in ("numpy", "numba", "pandas", "tqdm", "scipy", "altair", "pyarrow"):
    sys.modules[name] = None
from cardlib import simulate, skipbo, skyjo
r = simulate(skyjo, ["random", "expert"], rounds=20_000 // 1000, seed=7)
print(sum(row["score"] for row in r.rows), "won" in str(r.summary()))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    expected = sum(row["score"] for row in quick(["random", "expert"], rounds=20).rows)
    assert found == [str(expected), "True"]


# --- rows, frame and summary ------------------------------------------------------------------------------------------
def test_the_frame_has_the_rows_and_documented_columns():
    result = quick()
    frame = result.frame
    assert list(frame.columns) == list(result.columns)
    assert len(frame) == 60 * 3
    for row, other in zip(result.rows, frame.to_dict("records"), strict=True):
        assert row == other
    assert all(column.unit and column.meaning for column in result.columns.values())


def test_scores_follow_from_the_other_columns():
    """SK-22: the closer's raw score is doubled when it is positive and not the lowest."""
    rows = list(quick(rounds=200).rows)
    doubled = 0
    for k in range(0, len(rows), 3):
        table = rows[k : k + 3]
        assert sum(row["closer"] for row in table) == 1
        assert sum(row["starter"] for row in table) == 1
        for row in table:
            lowest = min(other["raw"] for other in table if other is not row)
            wrong = row["closer"] and row["raw"] >= lowest and row["raw"] > 0
            assert row["doubled"] == wrong
            assert row["score"] == row["raw"] * (2 if wrong else 1) == row["total"]
            assert row["won"] == (row["score"] == min(other["score"] for other in table))
            doubled += wrong
    assert doubled > 10


def test_totals_of_games_add_up():
    result = quick(rounds=None, games=10)
    totals = Counter()
    for row in result.rows:
        if row["round"] == 1:
            totals[row["seat"]] = 0
        totals[row["seat"]] += row["score"]
        assert row["total"] == totals[row["seat"]]
    last = {row["index"]: row["round"] for row in result.rows}
    assert result.counts("round", 0) == Counter(last.values())
    ends = [row for row in result.rows if row["round"] == last[row["index"]] and row["seat"] == 1]
    assert result.estimate("total", 1).value == pytest.approx(sum(row["total"] for row in ends) / 10)
    assert result.estimate("won", 1).value == sum(row["won"] for row in ends) / 10


def test_the_summary_has_students_and_wilsons_intervals():
    result = quick(rounds=100)
    frame = result.frame[result.frame.seat == 1]
    score = result.summary()["greedy"]["score"]
    assert score.value == pytest.approx(frame.score.mean())
    assert score.standard_error == pytest.approx(frame.score.std() / 10)
    assert score.high - score.value == pytest.approx(1.984217 * score.standard_error, rel=1e-5)  # t, 99 degrees
    won, p, z = result.summary()["greedy"]["won"], frame.won.mean(), 1.959964
    assert won.low == pytest.approx(
        (p + z * z / 200 - z * (p * (1 - p) / 100 + z * z / 40000) ** 0.5) / (1 + z * z / 100), rel=1e-5
    )
    assert (won.n, won.seed) == (100, 7)
    text = str(result.summary())
    assert "100 rounds" in text and "seed 7" in text and "95% intervals" in text and "closed: 100" in text


def test_without_rows_the_summary_is_the_same_and_memory_does_not_grow():
    kept, streamed = quick(rounds=300), quick(rounds=300, keep=False)
    assert str(kept) == str(streamed)
    assert streamed._rows == {}
    with pytest.raises(ValueError, match="keep=True"):
        _ = streamed.frame


def test_names_are_escaped_where_they_are_shown():
    result = quick({"<b>Ana</b>": "random", "Bo": "greedy"}, rounds=5)
    assert result.players == ("<b>Ana</b>", "Bo")
    assert "<b>Ana" not in result._repr_html_() and "&lt;b&gt;Ana" in result._repr_html_()


def test_the_same_player_twice_gets_two_names():
    assert quick(["greedy", "greedy", by_chance, by_chance], rounds=2).players == (
        "greedy", "greedy 2", "by_chance", "by_chance 2",
    )  # fmt: skip


def test_the_running_mean_ends_at_the_mean():
    result = quick(rounds=130)
    means = result.running_means()["greedy"]
    assert means[-1] == result.estimate("score", "greedy")
    assert [one.n for one in means] == sorted(one.n for one in means)
    scores = [row["score"] for row in result.rows if row["seat"] == 1]
    for one in means:
        assert one.value == pytest.approx(sum(scores[: one.n]) / one.n)


@pytest.mark.parametrize("kind", ["distribution", "running mean", "both"])
def test_charts_say_what_they_show(kind):
    chart = quick().chart(kind).to_dict()
    assert "60 rounds of skyjo, seed 7" in json.dumps(chart)
    assert chart["description"]


def test_counts_of_both_kinds_of_arrays_are_equal():
    for values in ([3, -2, 3, 0], [10**6, 0, 10**6]):
        flat = array("i", [number for value in values for number in (7, value)])
        assert count_compiled(np.array(flat, np.int32), 2, [1]) == count_interpreted(flat, 2, [1]) == [Counter(values)]
        assert count_interpreted(np.array(flat), 2, [1]) == [Counter(values)]


# --- every round can be opened again ----------------------------------------------------------------------------------
def test_a_round_opens_at_its_first_action_and_plays_out_as_it_was():
    result = quick(rounds=40, host="compiled")
    scores = {}
    for row in result.rows:
        scores.setdefault(row["index"], []).append(row["score"])
    for index in (0, 7, 39):
        start = result.replay(index)
        assert (start.step, start.phase, start.players) == (0, "reveal", result.players)
        end = result.play_out(index)
        assert list(end.round_scores) == scores[index]
        assert skyjo.Game.from_json(end.to_json()) == end
        assert end.copy().goto(0).state == start.state


def test_whole_games_play_out_too():
    result = quick(rounds=None, games=3)
    for index in range(3):
        game = result.play_out(index)
        assert game.is_over
        assert list(game.totals) == [row["total"] for row in result.rows if row["index"] == index][-3:]


def test_a_built_in_player_decides_alike_after_undo():
    game = quick(["random", "random"], rounds=1).play_out(0)
    for k in range(game.steps):
        before = game.copy().goto(k)
        assert choose_action(before, "random") == game.actions[k]
    with pytest.raises(ValueError, match="nobody's turn"):
        choose_action(game, "random")


def test_functions_play_out_as_they_played():
    result = quick([by_chance, "greedy"], rounds=4)
    end = result.play_out(3)
    assert list(end.round_scores) == [row["score"] for row in result.rows][-2:]


# --- player functions -------------------------------------------------------------------------------------------------
def test_a_function_sees_its_view_and_legal_actions():
    seen = []

    def watcher(view, legal, rng):
        seen.append((view.me, view.phase, len(legal), rng.below(10), 0 <= rng.random() < 1))
        cards = [1, 2, 3]
        rng.shuffle(cards)
        assert sorted(cards) == [1, 2, 3]
        return str(legal[0])

    quick(["random", watcher], rounds=3)
    assert {me for me, *_rest in seen} == {1}
    assert {phase for _me, phase, *_rest in seen} == {"reveal", "turn", "drawn"}


def test_a_functions_chance_does_not_touch_the_deck():
    """The same deal, whatever the players draw from their own luck."""

    def greedy_for_luck(view, legal, rng):
        for _k in range(5):
            rng.random()
        return legal[0]

    first = next(quick(["random", greedy_for_luck], rounds=5).rows)
    assert first == next(quick(["random", first_legal_named("greedy_for_luck")], rounds=5).rows)


def first_legal_named(name):
    def function(view, legal, rng):
        return legal[0]

    function.__name__ = name
    return function


def test_an_integer_of_numpy_is_an_action():
    taken = quick([lambda view, legal, rng: np.int64(legal[0]), "greedy"], rounds=3)
    same = quick([first_legal, "greedy"], rounds=3)
    assert [row["score"] for row in taken.rows] == [row["score"] for row in same.rows]


def illegal(view, legal, rng):
    return "keep (0,0)" if view.phase == "turn" else legal[0]


def failing(view, legal, rng):
    if view.phase == "drawn":
        raise ZeroDivisionError("oh")
    return legal[0]


def test_an_illegal_action_names_player_round_and_view_and_can_be_replayed():
    with pytest.raises(PlayerError) as caught:
        quick(["random", illegal])
    error = caught.value
    assert (error.name, error.seat, error.index, error.seed, error.round) == ("illegal", 1, 0, 7, 1)
    text = str(error)
    assert "SK-9" in text and "illegal" in text and "index=0" in text and str(error.view) in text
    assert error.game.player == 1 and error.game.phase == "turn"
    code = error.call
    again = eval(code, {"skyjo": skyjo})
    for action in error.game.actions:
        again.play(action)
    assert again == error.game


def test_an_exception_of_a_player_is_reported_with_its_cause():
    with pytest.raises(PlayerError, match="ZeroDivisionError: oh") as caught:
        quick([failing, "random"])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("answer", [None, 3.5, "castle", -1, 10**6, True])
def test_what_is_no_action_is_refused(answer):
    with pytest.raises(PlayerError, match="illegal action"):
        quick([lambda view, legal, rng: answer, "random"], rounds=1)


# --- rounds that do not end -------------------------------------------------------------------------------------------
def staller(view, legal, rng):
    """Takes the discard for the same card again and again."""
    return legal[1] if view.phase == "turn" and len(legal) > 1 else legal[0]


def test_a_guarded_round_is_counted():
    result = quick([staller, staller], rounds=5, rules=skyjo.Rules(no_progress_turns=10))
    assert result.endings == {"closed": 0, "no progress": 5, "cut off": 0}
    assert not any(row["closer"] for row in result.rows)
    assert "no progress: 5" in str(result)


def test_a_round_without_end_is_cut_off_and_in_no_number(monkeypatch):
    monkeypatch.setattr(batch, "MOST_ACTIONS", 300)
    result = quick({"one": staller, "two": staller}, rounds=3)
    assert result.cut_off == [0, 1, 2]
    assert result.endings["cut off"] == 3 and list(result.rows) == []
    assert len(result.frame) == 0
    assert result.replay(1).index == 1 and result.play_out(1).step == 300


# --- progress and interrupts ------------------------------------------------------------------------------------------
def test_progress_is_told_and_can_stop_the_work():
    told = []

    def report(done, of):
        told.append((done, of))
        return done < 30

    result = quick(rounds=100, progress=report)
    assert told == [(k, 100) for k in range(1, 31)]
    assert (result.done, result.asked) == (30, 100)
    assert list(result.rows) == list(quick(rounds=30).rows)


def test_an_interrupt_keeps_what_is_done():
    calls = Counter()

    def interrupted(view, legal, rng):
        calls["all"] += 1
        if calls["all"] == 400:
            raise KeyboardInterrupt
        return legal[0]

    with pytest.warns(UserWarning, match="interrupted"):
        result = quick(["random", interrupted], rounds=100)
    assert 0 < result.done < 100
    whole = quick(["random", first_legal_named("interrupted")], rounds=result.done)
    assert [row["score"] for row in result.rows] == [row["score"] for row in whole.rows]
    assert result.estimate("score", 0).n == result.done


def test_an_interrupt_while_results_are_added_waits():
    from cardlib.simulation.run import uninterrupted

    reached = []
    with pytest.raises(KeyboardInterrupt), uninterrupted():
        signal.raise_signal(signal.SIGINT)
        reached.append(True)
    assert reached == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_bar_is_drawn_by_tqdm(capsys):
    quick(rounds=3, progress=True)
    assert "rounds" not in capsys.readouterr().out  # on the error stream, and only when it takes long


# --- wrong arguments --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": ["random"]}, "number of players"),
        ({"players": ["random"] * 9}, "number of players"),
        ({"players": "random"}, "give a list"),
        ({"players": ["random", "clever"]}, "the built-in players are random, greedy"),
        ({"players": ["random", 3]}, "is no player"),
        ({"players": ["random", "threshold(height=3)"]}, "parameters of threshold are: keep=4"),
        ({"players": ["random", "threshold(keep=x)"]}, "not a number"),
        ({"players": ["random", "threshold(keep=nan)"]}, "not a number"),
        ({"players": ["random", "threshold(1, 2)"]}, "parameters of threshold"),
        ({"players": ["random", "random(1)"]}, "the parameters of random are: none"),
        ({"rounds": 0}, "from 1 to"),
        ({"executor": 3}, "executor of concurrent.futures"),
        ({"rounds": -3}, "whole number"),
        ({"rounds": 2.5}, "whole number"),
        ({"games": 3}, "either rounds= or games="),
        ({"rounds": None}, "either rounds= or games="),
        ({"seed": -1}, "seed"),
        ({"rules": {"end_at": 3}}, "Rules"),
        ({"host": "gpu"}, "interpreted"),
        ({"chunk": 0}, "chunk"),
        ({"players": [by_chance, "random"], "host": "compiled"}, "cannot be compiled"),
    ],
)
def test_wrong_arguments_are_explained(arguments, message):
    with pytest.raises(ValueError, match=message):
        quick(**arguments)


def test_what_is_no_game_is_refused():
    with pytest.raises(ValueError, match="is no game; the games are"):
        simulate(json, ["random"], rounds=1)


@pytest.mark.parametrize("column", ["luck", "index", "ending"])
def test_unknown_columns_and_players_are_refused(column):
    result = quick(rounds=3)
    with pytest.raises(ValueError, match="there are no numbers"):
        result.estimate(column, 0)
    with pytest.raises(ValueError, match="there is no player"):
        result.estimate("score", "Zoe")
    with pytest.raises(ValueError, match="there is no game"):
        result.replay(3)


def test_texts_of_players_are_canonical():
    for text in ("threshold", "threshold(4)", "threshold(keep=4)", " threshold ( keep = 4.0 ) ", "threshold()"):
        assert find_player(skyjo.players, text).text == "threshold"
    assert find_player(skyjo.players, "threshold(6)").text == "threshold(keep=6)"
    assert find_player(skyjo.players, "cautious(risk=0.25)").numbers == (0.25,)


# --- the expected values ----------------------------------------------------------------------------------------------
def test_random_rounds_agree_with_the_exact_mean_of_a_grid():
    """Without columns, doubling and turns that matter a grid is 12 random cards: mean 12 x 76/15 = 60.8."""
    rules = skyjo.Rules(column_clear="off", penalty_multiplier=1, no_progress_turns=1, final_lap="none")
    result = quick(["random"] * 2, rounds=20_000, rules=rules, host="compiled", keep=False)
    assert result.estimate("raw", 0).errors_from(Fraction(304, 5)) < 4


def test_tallies_add_up():
    one, two = Tally(8, 2), Tally(8, 2)
    one.add(two)
    assert one == two and one.n == 0


def test_one_round_is_shown_without_figures():
    result = simulate(skyjo, ["random", "random"], rounds=1, seed=1, progress=False)
    said = "1 round of skyjo, seed 1: too few have ended for an interval. The rows are in .frame."
    assert (str(result), result._repr_html_()) == (said, f"<p>{said}</p>")


def test_a_chart_of_nothing_says_so():
    endless = skipbo.Rules(win_bonus=1, card_points=0, match_target=10**6, stock_size=1)
    result = simulate(skipbo, ["naive", "naive"], games=2, seed=5, rules=endless, progress=False)
    assert result.cut_off == [0, 1]
    with pytest.raises(ValueError, match="nothing has been played to the end"):
        result.chart()


def test_a_small_batch_waits_for_no_compilation(monkeypatch):
    monkeypatch.setattr(run, "_compiled", {("skyjo", False)})
    for players, compiled in ((["random", "random"], True), (["greedy", "random"], False)):
        assert run.choose_host(run.new_match(skyjo, players, None, 1, False), 10, None) is compiled


def test_the_work_is_cut_as_it_is_done():
    result = simulate(
        skyjo, ["random"] * 2, rounds=10**12, seed=1, keep=False, chunk=5, host="interpreted",
        progress=lambda done, of: False,
    )  # fmt: skip
    assert (result.done, result.asked) == (5, 10**12)
