"""No wait for the compiler: rounds are played interpreted until another process has compiled."""

import pytest

from cardlib import simulate, skyjo, tournament
from cardlib.engine import warm
from cardlib.engine.kinds import kind_of
from cardlib.simulation import run


@pytest.fixture
def compiler(monkeypatch):
    """Whether compiled code is ready, as a list of answers; what was played compiled is noted."""
    pytest.importorskip("numba")
    answers, played = [], []
    monkeypatch.setattr(run, "_compiled", set())
    monkeypatch.setattr(run, "ready", lambda _kind, _job: answers.pop(0) if len(answers) > 1 else answers[0])
    play = run.play_chunk

    def chunk(match, start, stop, keep, compiled):
        played.append(compiled)
        return play(match, start, stop, keep, compiled)

    monkeypatch.setattr(run.play_all, "__defaults__", (chunk,))
    return answers, played


def test_a_batch_begins_interpreted_and_goes_on_compiled(compiler):
    answers, played = compiler
    answers += [False, False, False, True]
    some = {"players": ["random", "random"], "rounds": 4_000, "seed": 3, "progress": False}
    mixed = simulate(skyjo, **some)
    assert played[:2] == [False, False] and played[-1] and played == sorted(played)
    assert mixed == simulate(skyjo, **some, host="compiled")


def test_who_asks_for_a_host_gets_it_at_once(compiler):
    answers, played = compiler
    answers += [False]
    simulate(skyjo, ["random", "random"], rounds=4_000, seed=3, progress=False, host="compiled")
    assert set(played) == {True}


def test_a_tournament_does_not_wait_either(compiler, monkeypatch):
    answers, _played = compiler
    answers += [False, True]
    one = tournament(skyjo, ["random", "threshold"], rounds=4_000, seed=3, progress=False)
    answers[:] = [True]
    assert str(one.ranking) == str(
        tournament(skyjo, ["random", "threshold"], rounds=4_000, seed=3, progress=False).ranking
    )


def test_a_mark_is_left_when_the_sources_are_compiled(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.delenv("CARDLIB_WAIT")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    warm._mark.cache_clear()
    kind, job = kind_of(skyjo), "cardlib.engine.kinds:kind_of"  # a job that is done at once
    assert not warm.ready(kind, job) or warm._mark(kind, job).exists()
    process = warm._started(kind.home, kind.name, job, warm._mark(kind, job))
    assert process is not None and process.wait(60) == 0
    assert warm._mark(kind, job).exists() and warm.ready(kind, job)
    warm._mark.cache_clear()


def test_without_processes_the_compiler_is_waited_for(monkeypatch):
    pytest.importorskip("numba")

    def refuse(*_arguments, **_options):
        raise OSError

    monkeypatch.delenv("CARDLIB_WAIT")
    monkeypatch.setattr(warm.subprocess, "Popen", refuse)
    assert warm.ready(kind_of(skyjo), "nowhere:nothing")
