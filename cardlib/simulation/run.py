"""simulate: many rounds or games, in chunks, here or on other processors; the results do not depend on how."""

from __future__ import annotations

import os
import secrets
import signal
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from ..engine.batch import compiled_batch, compiled_thinker
from ..engine.kinds import kind_of
from ..engine.options import Options
from ..engine.players import read_players
from ..engine.position import whole
from ..engine.warm import ready
from ..extras import SLOWLY, need
from ..rng import MASK64
from ..text import Error
from .limit import GOAL, ROUNDS_A_GAME, Pace
from .match import Match, Part, PlayerError, play_chunk
from .result import BLOCKS, Result

WORTH_COMPILING = 3_000  # rounds: fewer are played before the compiled host has started
WORTH_THREADS = 200_000  # rounds for which several processors are used
IN_FLIGHT = 64  # chunks handed to an executor at a time, so that results do not pile up
MOST = 10**12  # rounds or games

Progress = bool | Callable[[int, int], object]

COMPILE = {thinks: f"{__name__}:{name}" for thinks, name in ((False, "compile_simple"), (True, "compile_thinking"))}
_compiled: set[tuple[str, bool]] = set()  # the games whose compiled host has been started; True: see Match.thinks


def simulate(
    game: ModuleType,
    players: Sequence[Any] | Mapping[str, Any],
    rounds: int | None = None,
    *,
    games: int | None = None,
    rules: Options | None = None,
    seed: int | None = None,
    progress: Progress = True,
    executor: Executor | None = None,
    keep: bool = True,
    host: str | None = None,
    chunk: int | None = None,
    limit: float | None = None,
) -> Result:
    """Play many rounds, or whole games, of a game and return what came out.

    game:     a game such as cardlib.skyjo, or one that has registered itself
    players:  one a seat: a built-in player such as "greedy" or "threshold(keep=6)", or any function
              player(view, legal, rng) -> one of the legal actions; or a mapping from names to players.
              A function's own chance must come from rng, and it should remember nothing from game to game
    rounds, games:  how many, one of the two; round or game i is the one that (seed, i) names, see Result.replay
    rules:    the game's Rules(...); seed: a whole number; None: chosen by chance, see .seed of the result
    progress: a bar when it takes longer than a second; or a function (done, of) that stops the work by returning False.
              With the environment variable CARDLIB_PROGRESS=off there are no bars
    executor: any concurrent.futures executor, a dask client's `get_executor()` too. By default large batches of
              built-in players use all processors, by threads: compiled rounds need no processes to run side by side
    keep:     whether to keep the rows of the frame; without them memory does not grow with the number of rounds
    host:     "interpreted" or "compiled"; None: whichever is faster
    chunk:    rounds or games at a time; None: what takes some tenths of a second
    limit:    the seconds a player function may take for one move; the one that takes longer is named in a PlayerError
    Executor, host and chunk never change the results. An interrupt (Ctrl-C, the stop button) ends the work with what
    is done so far, without the chunks that have been begun. Raises ValueError for arguments that are not possible,
    PlayerError (a ValueError) for a player function that fails or breaks the rules.
    """
    match = new_match(game, players, rules, seed, games is not None, limit=limit)
    if (rounds is None) == (games is None):
        raise Error("give either rounds= or games=: how many to play")
    n = games if rounds is None else rounds
    if type(n) is not int or not 1 <= n <= MOST:
        unit = "games" if rounds is None else "rounds"
        raise Error(
            "{what} is {value}; it must be a whole number from {low} to {high}",
            what=unit,
            value=repr(n),
            low=1,
            high=MOST,
        )
    if executor is not None and not hasattr(executor, "submit"):
        raise Error("executor is {value}; it must be an executor of concurrent.futures, or None", value=repr(executor))
    compiled = choose_host(match, n, host)
    if chunk is not None and (type(chunk) is not int or chunk < 1):
        raise Error("chunk is {value}; it must be a whole number from 1", value=repr(chunk))
    now = when_compiled(match, compiled, host is not None or executor is not None)
    result, pace = Result(match, n, keep), Pace(compiled, match.whole_games, fixed=chunk, at_once=now())
    work = ((match, start, stop, keep, now()) for start, stop in cut(n, pace, BLOCKS))
    unit = "games" if match.whole_games else "rounds"
    collect(play_all(work, n, executor), lambda _task, part: result.add(part), n, unit, progress, pace)
    return result


def new_match(
    game: ModuleType,
    players: Sequence[Any] | Mapping[str, Any],
    rules: Options | None,
    seed: int | None,
    games: bool,
    seats: bool = True,
    limit: float | None = None,
) -> Match:
    """A match with its parts checked; ValueError says what is allowed. seats: whether all sit at one table."""
    if limit is not None and not (isinstance(limit, (int, float)) and limit > 0):
        raise Error("limit is {value}; it must be a number of seconds above 0, or None", value=repr(limit))
    kind = kind_of(game)
    names, listed = read_players(kind, players)
    seed = secrets.randbits(32) if seed is None else whole("seed", seed, MASK64)
    match = Match(kind.name, names, listed, kind.Game.OPTIONS() if rules is None else rules, seed, games, limit)
    if seats:
        match.game(0)  # refuses what cannot be
    return match


def choose_host(match: Match, n: int, host: str | None) -> bool:
    """Whether to play compiled: when asked to, or when it pays and can be done."""
    if host not in (None, "interpreted", "compiled"):
        raise Error("host is {value}; it must be 'interpreted', 'compiled' or None", value=repr(host))
    if host is not None:
        if host == "compiled" and not match.built_in:
            raise Error("player functions cannot be compiled; use the interpreted host")
        if host == "compiled":
            need("fast", "numba", SLOWLY)
        return host == "compiled"
    pays = n * (ROUNDS_A_GAME if match.whole_games else 1) >= WORTH_COMPILING or (match.kind, match.thinks) in _compiled
    return pays and match.built_in and find_spec("numba") is not None


def when_compiled(match: Match, compiled: bool, patient: bool) -> Callable[[], bool]:
    """Whether the next chunk is played compiled: always if one is patient, else as soon as that costs no wait."""
    if not compiled or patient or (match.kind, match.thinks) in _compiled:
        return lambda: compiled
    return lambda: ready(match.module, COMPILE[match.thinks])


def cut(n: int, pace: Pace, blocks: int) -> Iterator[tuple[int, int]]:
    """The games 0..n-1 in chunks at that pace, none of which reaches over the edge of a block of the result."""
    start = 0
    for edge in (k * n // blocks for k in range(1, blocks + 1)):
        while start < edge:
            stop = min(start + pace.size, edge)
            yield start, stop
            start = stop


def compile_simple(name: str) -> None:
    """Compile what batches of a game need whose players need no view, into the cache that all processes share."""
    kind = kind_of(name)
    compiled_batch(kind.rules, kind.players)
    compiled_thinker(kind.rules, kind.players, False)


def compile_thinking(name: str) -> None:
    """The same for all players."""
    compile_simple(name)
    compiled_thinker(kind_of(name).rules, kind_of(name).players, True)


# --- where the chunks are played --------------------------------------------------------------------------------------
Task = tuple[Match, int, int, bool, bool]  # the arguments of play_chunk
Work = Iterable[Task]
Play = Callable[..., Part]


def play_all(work: Work, n: int, executor: Executor | None, play: Play = play_chunk) -> Iterator[tuple[Task, Part]]:
    """Play all chunks, n rounds or games together; each with its results, in the order in which they get done.

    play: what plays one, given a task
    Here means in this process, interpreted while another one compiles; then one chunk after the other, or when it pays
    in one thread for each processor.
    """
    if executor is not None:
        yield from _elsewhere(work, executor, play)
        return
    todo = iter(work)
    compiled = False
    for task in todo:
        yield task, play(*task)  # the first one that is compiled may have to compile
        match, *_which, compiled = task
        if compiled:
            _compiled.update({(match.kind, False), (match.kind, match.thinks)})
            break
    rounds = n * (ROUNDS_A_GAME if match.whole_games else 1)
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if compiled and processors > 1 and rounds >= WORTH_THREADS:
        with ThreadPoolExecutor(processors) as pool:
            yield from _elsewhere(todo, pool, play)
    else:
        for task in todo:
            yield task, play(*task)


def _elsewhere(work: Work, executor: Executor, play: Play) -> Iterator[tuple[Task, Part]]:
    """By an executor. A chunk that is lost with its worker is played here."""
    waiting: dict[Future[Part], Task] = {}
    told: list[str] = []
    todo = iter(work)
    try:
        while True:
            while len(waiting) < IN_FLIGHT and (task := next(todo, None)):
                waiting[_submit(executor, play, task)] = task
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                task = waiting.pop(future)
                yield task, _result(future, play, task, told)
    except KeyboardInterrupt:
        begun = [future for future in waiting if not future.cancel()]
        for future in wait(begun, GOAL).done:
            if not future.exception():
                yield waiting[future], future.result()
        raise
    finally:
        for future in waiting:
            future.cancel()


def _submit(executor: Executor, play: Play, task: Task) -> Future[Part]:
    try:
        return executor.submit(play, *task)
    except RuntimeError as error:  # a pool that is broken or shut down
        future: Future[Part] = Future()
        future.set_exception(error)
        return future


def _result(future: Future[Part], play: Play, task: Task, told: list[str]) -> Part:
    """The part, played here if it was lost with its worker; that is told once."""
    try:
        return future.result()
    except PlayerError:
        raise
    except Exception as error:
        if not told:
            told.append(f"{type(error).__name__}: {error}")
            why = f"some rounds could not be played by the executor ({told[0]}); they are played here"
            warnings.warn(why, stacklevel=4)
        return play(*task)


# --- progress ---------------------------------------------------------------------------------------------------------
def collect(
    parts: Iterator[tuple[Task, Part]],
    add: Callable[[Task, Part], None],
    n: int,
    unit: str,
    progress: Progress,
    pace: Pace,
) -> None:
    """Hand the parts on as they come, set the pace and report progress; an interrupt ends it with what has come."""
    report, close = _reporter(n, progress, unit)
    done = 0

    def take(task: Task, part: Part) -> None:
        nonlocal done
        with uninterrupted():
            add(task, part)
            done += part.stop - part.start
        pace.took(part.stop - part.start, part.seconds)

    try:
        for task, part in parts:
            take(task, part)
            if report(done) is False:
                break
    except KeyboardInterrupt:
        with suppress(KeyboardInterrupt):  # what has been played meanwhile
            got = parts.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
            while True:
                take(*got)
                got = next(parts)
        warnings.warn(f"interrupted: {done} of {n} {unit} are done and in the result", stacklevel=3)
    finally:
        parts.close()  # type: ignore[attr-defined]
        close()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold an interrupt back until the block is through (in the main thread, which is the one that gets them)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[object] = []
    before = signal.signal(signal.SIGINT, lambda *_args: held.append(None))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


def _reporter(n: int, progress: Progress, unit: str) -> tuple[Callable[[int], object], Callable[[], object]]:
    """How to report progress, and how to end doing so."""
    if callable(progress):
        return lambda done: progress(done, n), lambda: None
    if not progress or os.environ.get("CARDLIB_PROGRESS") == "off" or find_spec("tqdm") is None:
        return lambda done: None, lambda: None
    from tqdm.auto import tqdm

    tqdm.monitor_interval = 0  # no thread of its own: a browser has none to give
    bar = tqdm(total=n, unit=f" {unit}", unit_scale=True, delay=1)
    return lambda done: bar.update(done - bar.n), bar.close
