"""Other processes and machines: the same results, and nothing is lost with a worker."""

import os
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from cardlib import simulate, skyjo
from cardlib.simulation import PlayerError

PLAYERS = ["random", "greedy", "threshold"]


def run(executor=None, players=PLAYERS, rounds=300, **options):
    return simulate(skyjo, players, rounds=rounds, seed=7, progress=False, executor=executor, **options)


def slow(view, legal, rng):
    """A player that leaves time to kill its worker."""
    time.sleep(0.0005)
    return rng.choice(legal)


def illegal(view, legal, rng):
    return "take (9,9)"


def killer(view, legal, rng):
    """Ends its own process, but only where it was told to."""
    if os.environ.get("CARDLIB_TEST_KILL") == "yes":
        os.kill(os.getpid(), signal.SIGKILL)
    return legal[0]


def allow_killing():
    os.environ["CARDLIB_TEST_KILL"] = "yes"


@pytest.fixture(scope="module")
def alone():
    return run()


def test_threads_give_the_same(alone):
    with ThreadPoolExecutor(2) as pool:
        assert run(pool, chunk=11) == alone


def test_processes_give_the_same(alone):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert run(pool, chunk=40) == alone
        assert run(pool, rounds=None, games=6) == run(rounds=None, games=6)


def test_an_error_of_a_player_comes_back_from_a_process():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with warnings.catch_warnings(), pytest.raises(PlayerError, match="illegal action") as caught:
            warnings.simplefilter("error")  # the worker must not be lost
            run(pool, [illegal, "random"], rounds=3)
        assert caught.value.game.player == 0


def test_a_process_that_dies_loses_nothing():
    pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=allow_killing)
    with pool, pytest.warns(UserWarning, match="could not be played by the executor"):
        result = run(pool, [killer, "random"], rounds=20)
    assert result == run(None, [killer, "random"], rounds=20)


def test_an_executor_that_refuses_loses_nothing(alone):
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.warns(UserWarning, match="could not be played by the executor") as told:
        assert run(pool, chunk=20) == alone
    assert len(told) == 1  # not once a chunk


class Interrupting(ThreadPoolExecutor):
    """Gets one chunk done, then the user interrupts."""

    def submit(self, function, *arguments):
        future: Future = super().submit(function, *arguments)
        future.result()
        if arguments[1] > 100:
            raise KeyboardInterrupt
        return future


def test_an_interrupt_keeps_the_chunks_that_are_done(alone):
    with Interrupting(1) as pool, pytest.warns(UserWarning, match="interrupted"):
        result = run(pool)
    assert 30 < result.done < 300
    indices = {row["index"] for row in result.rows}
    assert len(indices) == result.done
    assert list(result.rows) == [row for row in alone.rows if row["index"] in indices]


# --- a cluster --------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def cluster():
    """A real scheduler and two worker processes on this machine."""
    distributed = pytest.importorskip("distributed", reason="no distributed: install cardlib[cluster]")
    quiet = {"dashboard_address": None, "silence_logs": 50}
    local = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **quiet)
    with local, distributed.Client(local) as client:
        yield client


def test_a_cluster_gives_the_same(alone, cluster):
    assert run(cluster.get_executor(), chunk=20) == alone


def test_a_worker_killed_in_mid_run_loses_nothing(cluster):
    workers = cluster.run(os.getpid)
    assert len(workers) == 2
    killed = []

    def kill_one(done, of):
        if done >= 8 and not killed:
            killed.append(next(iter(workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    players, executor = [slow, "random"], cluster.get_executor()
    result = simulate(skyjo, players, rounds=80, seed=7, progress=kill_one, executor=executor, chunk=2)
    assert killed and result.done == 80
    assert result == run(None, players, rounds=80)


def test_every_new_process_finds_what_the_first_has_compiled(tmp_path):
    """However it is started, and whether the modules came as source or as bytecode."""
    code = (
        "from multiprocessing import get_context\n"
        "from cardlib import simulate, skyjo\n"
        "def play(): simulate(skyjo, ['random', 'greedy'], rounds=10, seed=1, host='compiled', progress=False)\n"
        "if __name__ == '__main__':\n"
        "    play()\n"
        "    worker = get_context('spawn').Process(target=play)\n"
        "    worker.start(); worker.join(); assert worker.exitcode == 0\n"
    )
    script = tmp_path / "play.py"
    script.write_text(code)
    compiled = []
    for bytecode in (
        {"PYTHONDONTWRITEBYTECODE": "1"},
        {"PYTHONDONTWRITEBYTECODE": ""},
        {"PYTHONDONTWRITEBYTECODE": ""},
    ):
        caches = {"NUMBA_CACHE_DIR": str(tmp_path / "numba"), "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}
        subprocess.run([sys.executable, str(script)], check=True, env={**os.environ, **caches, **bytecode})
        compiled.append(sorted(path.name for path in (tmp_path / "numba").rglob("*.nbc")))
    assert len(compiled[0]) == 3  # the loop, the players who think, the counting of results
    assert compiled[1] == compiled[2] == compiled[0]
