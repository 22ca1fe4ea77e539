"""What may go wrong around a simulation: interrupts, loops, failing players, caches that are missing or damaged."""

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from cardlib import simulate, skipbo, skyjo, skyjo_action, tournament
from cardlib.engine import host
from cardlib.rng import MASK64, MIX
from cardlib.simulation import PlayerError
from cardlib.simulation.limit import FIRST, GOAL, LARGEST, Pace, TooLong, within
from cardlib.simulation.result import block_of
from cardlib.simulation.run import IN_FLIGHT, cut


def quick(players, rounds=20, **options):
    return simulate(skyjo, players, rounds=rounds, **{"seed": 7, "progress": False, "host": "interpreted", **options})


def by_chance(view, legal, rng):
    return rng.choice(legal)


def loops(view, legal, rng):
    while len(legal):
        pass


def catches(view, legal, rng):
    try:
        while len(legal):
            pass
    except:  # noqa: E722
        return legal[0]


def sleeps(view, legal, rng):
    time.sleep(0.05)
    return legal[0]


def fails(view, legal, rng):
    return legal[0] / 0


def quits(view, legal, rng):
    raise SystemExit


CHANCE = 700


def late(view, legal, rng):
    """Fails only now and then."""
    if rng.below(CHANCE) == 0:
        raise ValueError("no idea")
    return legal[0]


# --- chunks by time ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("seconds", [1e-6, 1e-4, 0.01, 3.0])
def test_a_chunk_takes_as_long_as_it_should(compiled, seconds):
    """Whatever a round takes: after some chunks one takes GOAL seconds, or is one round, or as large as it may be."""
    pace = Pace(compiled, games=False)
    longest = 0.0
    for _k in range(30):
        longest = max(longest, pace.size * seconds)
        pace.took(pace.size, pace.size * seconds)
    assert pace.size in (1, LARGEST[compiled]) or GOAL / 2 < pace.size * seconds <= GOAL
    assert longest <= max(GOAL, FIRST[compiled] * seconds)


def test_one_slow_chunk_does_not_make_the_rest_small():
    pace = Pace(True, games=False)
    pace.took(pace.size, 20.0)  # the compiler was at work
    assert pace.size < 10
    for _k in range(16):
        pace.took(pace.size, pace.size * 1e-6)
    assert pace.size == LARGEST[True]


def test_chunks_cover_the_work_whatever_the_pace():
    for n, blocks in ((1, 100), (99, 100), (1234, 100), (40, 20)):
        pace, found = Pace(False, games=False), []
        for k, (start, stop) in enumerate(cut(n, pace, blocks)):
            found += range(start, stop)
            assert stop - start <= pace.size and block_of(start, n, blocks) == block_of(stop - 1, n, blocks)
            pace.took(stop - start, (0.001, 1.0)[k % 3 == 0])
        assert found == list(range(n))


def test_a_size_that_was_asked_for_stays():
    pace = Pace(True, games=True, fixed=7)
    pace.took(7, 50.0)
    assert pace.size == 7 and Pace(False, games=True).size == 1


def test_the_pace_does_not_change_results(monkeypatch):
    whole = quick(["greedy", by_chance], rounds=300)
    monkeypatch.setattr(Pace, "took", lambda self, games, seconds: setattr(self, "size", games % 3 + 1))
    assert quick(["greedy", by_chance], rounds=300) == whole


# --- interrupts -------------------------------------------------------------------------------------------------------
class AtOnce(Executor):
    """Has everything done before anybody asks for it."""

    def submit(self, function, *arguments):
        future = Future()
        future.set_result(function(*arguments))
        return future


def test_an_interrupt_keeps_what_an_executor_has_done_meanwhile():
    def interrupt(done, of):
        signal.raise_signal(signal.SIGINT)

    with pytest.warns(UserWarning, match=f"interrupted: {IN_FLIGHT} of 100"):
        result = quick(["random", "random"], rounds=100, executor=AtOnce(), progress=interrupt)
    assert result.done == IN_FLIGHT and result == quick(["random", "random"], rounds=100, progress=stop_at(IN_FLIGHT))


def stop_at(n):
    return lambda done, of: done < n


def test_an_interrupted_tournament_has_the_deals_that_all_have_played():
    def stop(done, of):
        if done >= of / 2:
            raise KeyboardInterrupt

    players = ["random", "greedy", "threshold"]
    with pytest.warns(UserWarning, match="interrupted"):
        found = tournament(skyjo, players, rounds=100, seed=3, progress=stop, host="interpreted")
    assert 20 <= found.done <= 50
    again = tournament(skyjo, players, rounds=found.done, seed=3, progress=False, host="interpreted")
    assert [(one.player, one.score.value, one.won.value) for one in found.ranking] == [
        (one.player, one.score.value, one.won.value) for one in again.ranking
    ]


# --- loops ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("player", [loops, catches, sleeps])
def test_a_player_that_takes_too_long_is_named(player):
    with pytest.raises(PlayerError, match=f"{player.__name__} .*took longer than 0.02 s for a move") as caught:
        quick([by_chance, player], limit=0.02)
    assert caught.value.seat == 1 and caught.value.game.player == 1


def test_who_is_in_time_plays_as_without_a_limit():
    assert quick([by_chance, "greedy"], limit=20) == quick([by_chance, "greedy"])


def test_a_limit_holds_in_any_thread_and_leaves_nothing_behind():
    def try_it():
        with pytest.raises(TooLong):
            within(0.02, lambda: loops(None, [1], None))
        return within(0.02, lambda: 5)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(try_it).result() == try_it() == 5
    assert within(None, lambda: 6) == 6
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 / 0)


def test_where_there_are_no_threads_the_limit_comes_afterwards(monkeypatch):
    def refused(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    assert within(5, lambda: 1) == 1
    with pytest.raises(TooLong):
        within(0.01, lambda: time.sleep(0.03))


@pytest.mark.parametrize("limit", [0, -1, "1", float("nan")])
def test_a_limit_is_a_number_of_seconds(limit):
    with pytest.raises(ValueError, match=r"limit is .* seconds above 0"):
        quick(["random", "random"], limit=limit)


# --- failing players in tournaments -----------------------------------------------------------------------------------
def meet(players, **options):
    usual = {"rounds": 30, "seed": 5, "progress": False, "host": "interpreted"}
    return tournament(skyjo, players, **{**usual, **options})


@pytest.mark.parametrize("player", [fails, quits, loops])
@pytest.mark.parametrize("table", [2, "all"])
def test_a_failing_player_is_out_and_the_others_are_ranked_as_without_it(player, table):
    found = meet(["greedy", player, "random", by_chance], table=table, limit=1)
    alone = meet(["greedy", "random", by_chance], table=table)
    assert found.ranking == alone.ranking and found.differences == alone.differences
    assert found.players == alone.players and found.done == alone.done == 30
    assert list(found.failed) == [player.__name__] and isinstance(found.failed[player.__name__], PlayerError)
    assert f"{player.__name__} is out: in deal 0 the player " in str(found)
    assert found.head_to_head("greedy", "random") == alone.head_to_head("greedy", "random")


def test_who_is_out_does_not_depend_on_how_the_work_is_cut(monkeypatch):
    failed = []
    for size in (1, 2, 10):
        monkeypatch.setattr(Pace, "took", lambda self, games, seconds, size=size: setattr(self, "size", size))
        found = meet({"Ana": late, "Bo": late, "Cleo": "random", "Dan": "greedy"}, rounds=20)
        failed.append({name: error.index for name, error in found.failed.items()})
        assert found.players == ("Cleo", "Dan") and found.done == 20
    assert failed[0] == failed[1] == failed[2] == {"Bo": 0, "Ana": 1}


def test_a_failing_player_in_other_threads():
    with ThreadPoolExecutor(2) as pool:
        found = meet(["greedy", fails, "random"], executor=pool)
    assert found.ranking == meet(["greedy", "random"]).ranking


def test_with_nobody_left_the_first_failure_is_told():
    with pytest.raises(PlayerError, match="failed: ZeroDivisionError"):
        meet(["greedy", fails, quits])


# --- caches -----------------------------------------------------------------------------------------------------------
@pytest.fixture
def cache(tmp_path, monkeypatch):
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def twice(number):
    return 2 * number


def test_where_nothing_can_be_cached_it_is_compiled_all_the_same(cache, monkeypatch):
    from numba.core.caching import CacheImpl, IndexDataCacheFile

    with monkeypatch.context() as patch:
        patch.setattr(CacheImpl, "_locator_classes", [])
        assert host.compile_rules("int64(int64)", twice)(4) == 8
    assert list(cache.rglob("*.nb?")) == []

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    assert host.compile_rules("int64(int64)", twice)(5) == 10


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"\x80", b"nothing", None])
def test_a_damaged_cache_is_made_anew(suffix, content, cache):
    assert host.compile_rules("int64(int64)", twice)(4) == 8
    (path,) = cache.rglob(f"*.{suffix}")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if content is None else content)
    assert host.compile_rules("int64(int64)", twice)(4) == 8
    (path,) = cache.rglob(f"*.{suffix}")
    assert len(path.read_bytes()) > len(whole) // 2  # whole again


def test_an_error_of_the_compiler_is_told(cache):
    from numba.core.errors import NumbaError

    with pytest.raises(NumbaError):
        host.compile_rules("int64(int64)", lambda number: number.upper())


# --- no peeking through chance ----------------------------------------------------------------------------------------
def unmixed(z):
    """splitmix64's output function backwards."""
    z ^= z >> 31 ^ z >> 62
    z = z * pow(MIX[1], -1, 1 << 64) & MASK64
    z ^= z >> 27 ^ z >> 54
    z = z * pow(MIX[0], -1, 1 << 64) & MASK64
    return z ^ z >> 30 ^ z >> 60


def decks(luck):
    """The deck's streams that follow from a player's luck by computing backwards, for any number of actions before."""
    for actions in range(400):
        start = (luck - actions * host.LUCK_STEP) & MASK64
        yield host.mix((unmixed(start) - host.LUCK + host.DECK) & MASK64)


@pytest.mark.parametrize("game", [skyjo, skyjo_action, skipbo], ids=lambda game: game.__name__)
def test_the_deck_cannot_be_computed_from_a_players_chance(game):
    """The attack that once told all hidden cards: nothing follows from the numbers that a player function gets."""
    seen = []

    def spy(view, legal, rng):
        seen.append(rng.state)
        return legal[0] if len(seen) % 3 else rng.choice(legal)

    result = simulate(game, [spy, "random"], rounds=2, seed=11, progress=False)
    batch = list(seen)
    seen.clear()
    for index in range(2):
        result.play_out(index)  # a replay gives the same numbers, no others
    assert seen == batch and len(set(batch)) == len(batch)
    deals = {host.stream(11, index, host.DECK) for index in range(2)}
    assert not any(deck in deals for luck in batch[:40] for deck in decks(luck))
    deck = host.stream(11, 0, host.DECK)  # by the old way it would have worked
    old = host.first_version_luck(11, 0, 7)
    assert deck in decks(old)
    dealt, again = game.Game(players=result.players, seed=11), game.Game(players=result.players, seed=12)
    state = again.state.copy()
    state.rng, state.luck = deck, dealt.state.luck
    game.Game.RULES.begin(state)
    assert state == dealt.state != again.state


TRACED = """
import sys
from cardlib.simulation.limit import TooLong, within

def loop():
    while True:
        pass

def numbers():
    for k in range(1000):
        yield k

for seconds, function in ((9, int), (0.05, loop)):
    try:
        within(seconds, function)
    except TooLong:
        print("ended")
sys.settrace(lambda *_: None)
print(sum(numbers()))
"""


def test_a_tracer_works_after_a_time_limit():
    """Python's flag for an exception from another thread is not left set: tracing would wait for ever (3.11)."""
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["ended", "499500"]
