"""How fast is it on this machine? Run: python benchmarks/run.py (some minutes; --quick for less exact numbers in one).

Rates and starts are in seconds of processor time, so that other work on the machine disturbs them little; scaling is by
the clock. Peers are timed beside ours where they are installed: icepool for exact questions, rlskyjo
(pip install --no-deps rlskyjo) for rounds of Skyjo.
"""

import argparse
import importlib
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

Row = tuple[str, str, str]  # what, how fast, the goal
BATCHES = {  # game: players, rules, goal compiled and interpreted (rounds a second)
    "skyjo": (["random"] * 3, {}, "400,000", "2,000"),
    "skyjo_action": (["random"] * 3, {}, "100,000", ""),
    "skipbo": (["naive"] * 2, {"stock_size": 20}, "40,000", ""),
}


def clock(work: Callable[[], Any], timer: Callable[[], float] = time.perf_counter) -> float:
    """Seconds that the work takes."""
    start = timer()
    work()
    return timer() - start


def rate(work: Callable[[], Any], n: int, times: int = 3) -> str:
    """The best rate of a few, in things per second of processor time."""
    return f"{n / min(clock(work, time.process_time) for _k in range(times)):,.0f} /s"


def milliseconds(work: Callable[[], Any]) -> str:
    """How long the first run of the work takes, by the clock."""
    return f"{1000 * clock(work):,.2f} ms"


def fresh(code: str, **environment: str) -> tuple[float, str]:
    """Run code in a new Python: seconds of processor time, and what it printed."""
    start = os.times()
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, text=True, capture_output=True, env={**os.environ, **environment})
    end = os.times()
    spent = end.children_user - start.children_user + end.children_system - start.children_system
    return spent, done.stdout.strip()


def starting() -> list[Row]:
    """Imports, the first compilation, and the start from the cache."""
    bare = min(fresh("pass")[0] for _k in range(3))
    rows = []
    for what, code, goal in (
        ("import cardlib", "import cardlib", "0.15 s"),
        ("import cardlib.skyjo", "from cardlib import skyjo", ""),
    ):
        rows.append((what, f"{min(fresh(code)[0] for _k in range(3)) - bare:.3f} s", goal))
    for name, (players, options, *_rates) in BATCHES.items():
        batch = (
            f"from cardlib import simulate, {name} as game\n"
            f"simulate(game, {players}, rounds=100, rules=game.Rules(**{options}), seed=1, host='compiled')"
        )
        with tempfile.TemporaryDirectory() as folder:
            cache = {"NUMBA_CACHE_DIR": folder, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
            first, *others = (fresh(batch, **cache)[0] - bare for _k in range(4))
        rows.append((f"first compiled batch, {name}", f"{first:.1f} s", "15 s"))
        rows.append((f"the same in a new process, {name}", f"{min(others):.1f} s", "1.5 s"))
    return rows


def batches(scale: int) -> list[Row]:
    """Rounds a second on one core, both hosts, every game that is there."""
    from cardlib.simulation.match import play_chunk
    from cardlib.simulation.run import new_match

    rows = []
    for name, (players, options, compiled, interpreted) in BATCHES.items():
        try:
            game = importlib.import_module(f"cardlib.{name}")
        except ImportError:
            continue
        match = new_match(game, players, game.Rules(**options), 1, False)
        what = f"{name}, {len(players)} x {players[0]}"
        play_chunk(match, 0, 10, False, True)
        for host, n, goal in (("compiled", 20_000 * scale, compiled), ("interpreted", 100 * scale, interpreted)):
            speed = rate(lambda: play_chunk(match, 0, n, False, host == "compiled"), n)  # noqa: B023
            rows.append((f"rounds of {what}, {host}", speed, goal))
    return rows


def scaling(scale: int) -> list[Row]:
    """A large batch on one core and on two, by the clock."""
    from cardlib import simulate, skyjo

    n = 200_000 * scale

    def run(executor: Any) -> float:
        options = {"rounds": n, "seed": 1, "keep": False, "progress": False, "chunk": n // 10}
        return clock(lambda: simulate(skyjo, ["random"] * 3, executor=executor, **options))

    rows = []
    pools = {
        "threads": ThreadPoolExecutor,
        "processes": lambda k: ProcessPoolExecutor(k, mp_context=get_context("spawn")),
    }
    for name, pool in pools.items():
        spent = []
        for workers in (1, 2):
            with pool(workers) as executor:
                run(executor)  # starts the workers, each of which loads the compiled game
                spent.append(run(executor))
        rows.append((f"two {name} against one, {n:,} rounds", f"{spent[0] / spent[1]:.2f} times as fast", "2"))
    return rows


def memory(scale: int) -> list[Row]:
    """The highest memory use of a small and a large batch."""
    code = (
        "import resource; from cardlib import simulate, skyjo\n"
        "simulate(skyjo, ['random'] * 3, rounds={n}, seed=1, keep={keep}, host='compiled', progress=False)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    rows = []
    for n, keep in ((20_000, False), (400_000 * scale, False), (400_000 * scale, True)):
        peak = fresh(code.format(n=n, keep=keep))[1]
        rows.append((f"memory, {n:,} rounds, {'rows kept' if keep else 'no rows kept'}", f"{peak} MB", ""))
    return rows


def exact() -> list[Row]:
    """Exact answers, cold: the first time in a new Python."""
    questions = {
        "outs in n draws: at least one of 8 in 120 cards, 3 draws": (
            "from cardlib import Deck; d = Deck({5: 8, 0: 112})", "d.at_least(1, of=5, draws=3).value", "0.1 ms",
        ),
        "law of the sum of 12 cards": ("from cardlib import skyjo; d = skyjo.DECK", "d.sum_of(12)", "40 ms"),
        "closing risk, 2 + 3 hidden cards": (
            "from cardlib import skyjo; f = skyjo.odds.closing; d = skyjo.DECK",
            "f(['1 2 3 4 / 5 6 7 8 / 0 0 ? ?', '4 3 2 1 / 8 7 6 5 / 0 ? ? ?'], seen=[])", "30 ms",
        ),
        "best of four columns, 7 hidden cards": (
            "from cardlib import skyjo; f = skyjo.odds.any_column",
            "f('5 3 7 1 / 5 ? ? ? / ? ? ? ?', draws=3, seen=[])", "1,000 ms",
        ),
    }  # fmt: skip
    peers = {
        "icepool: the same outs": (
            "from icepool import Deck; d = Deck({1: 8, 0: 112})", "d.deal(3).sum().probability('>=', 1)",
        ),
        "icepool: the same sum": (
            "from icepool import Deck; from cardlib import skyjo; d = Deck(dict(skyjo.DECK.items()))",
            "d.deal(12).sum()",
        ),
    }  # fmt: skip
    timed = "import time\n{setup}\nt = time.perf_counter()\n{work}\nprint(1000 * (time.perf_counter() - t))"
    rows = []
    for what, (setup, work, *goal) in {**questions, **peers}.items():
        try:
            spent = min(float(fresh(timed.format(setup=setup, work=work))[1]) for _k in range(3))
            rows.append((what, f"{spent:,.2f} ms", "".join(goal)))
        except subprocess.CalledProcessError as error:
            rows.append((what, "not timed: " + error.stderr.strip().rpartition("\n")[2][:60], "".join(goal)))
    return rows


def peers(scale: int) -> list[Row]:
    """Skyjo packages of the Python index: random rounds with three players."""
    try:
        from rlskyjo.game.skyjo import SkyjoGame
        from rlskyjo.models.random_admissible_policy import policy_ra
    except ImportError:
        return [("rounds of rlskyjo, 3 x random", "not installed", "")]
    game, n = SkyjoGame(num_players=3), 20 * scale

    def play() -> None:
        for _k in range(n):
            game.reset()
            while not game.is_terminated:
                player, _expected = game.expected_action
                game.act(player, policy_ra(*game.collect_observation(player)))

    play()  # compiles
    return [("rounds of rlskyjo, 3 x random", rate(play, n), "")]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    scale = 1 if parser.parse_args().quick else 5
    numba, numpy = (importlib.import_module(name).__version__ for name in ("numba", "numpy"))
    print(f"{processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, numba {numba}, numpy {numpy}\n")
    print(f"{'':58} {'here':>22}  goal")
    parts = (
        starting,
        lambda: batches(scale),
        lambda: peers(scale),
        lambda: scaling(scale),
        lambda: memory(scale),
        exact,
    )
    for part in parts:
        for what, found, goal in part():
            print(f"{what:58} {found:>22}  {goal}".rstrip(), flush=True)


def processor() -> str:
    """The name of the processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
