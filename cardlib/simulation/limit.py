"""A time limit for functions that may never return, and how much to do at a time."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")
GOAL = 0.2  # seconds for which a chunk is to be played: an interrupt waits for it, and loses at most this
FIRST = {True: 500, False: 5}  # rounds in the first chunk, compiled and interpreted
LARGEST = {True: 50_000, False: 500}  # rounds in any
ROUNDS_A_GAME = 10


class Pace:
    """How many rounds or games are played at a time: as many as take GOAL seconds, found out on the way.

    parts: how many chunks share those seconds; fixed: a size that stays; at_once: False if it begins interpreted
    """

    def __init__(
        self, compiled: bool, games: bool, parts: int = 1, fixed: int | None = None, at_once: bool = True
    ) -> None:
        rounds = ROUNDS_A_GAME if games else 1
        self.largest = LARGEST[compiled] // rounds
        self.size = FIRST[compiled and at_once] // rounds or 1 if fixed is None else fixed
        self.goal = None if fixed else max(0.01, GOAL / parts)

    def took(self, games: int, seconds: float) -> None:
        """A chunk of so many has taken that long."""
        if self.goal:
            fits = games * self.goal / max(seconds, 1e-6)
            self.size = int(max(1, min(fits, 2 * self.size, self.largest)))


class TooLong(BaseException):
    """A function has used up its time; not an Exception, so that its own `except Exception` lets it through."""


def within(seconds: float | None, function: Callable[[], T]) -> T:
    """What a function returns; TooLong once it takes longer than so many seconds (None: it may take its time).

    It is ended in its own thread at its next step in Python. While it waits for something outside of Python, and where
    there are no threads (a browser), that is when it returns. Nothing ends a loop around a bare `except: continue`.
    """
    if seconds is None:
        return function()
    done, lock, thread = threading.Event(), threading.Lock(), ctypes.c_ulong(threading.get_ident())
    sent = False

    def watch() -> None:
        nonlocal sent
        while not done.wait(seconds):  # again and again, since a bare `except:` may catch it
            with lock:
                if not done.is_set():
                    sent = True
                    _end(thread)

    began = perf_counter()
    with suppress(RuntimeError):  # no threads
        threading.Thread(target=watch, daemon=True).start()
    try:
        try:
            result = function()
        finally:
            done.set()
    finally:
        with lock:
            if sent:
                _receive(thread)
    if perf_counter() - began > seconds:
        raise TooLong
    return result


def _end(thread: ctypes.c_ulong) -> None:
    """Raise TooLong in a thread, at its next step in Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TooLong))


def _receive(thread: ctypes.c_ulong) -> None:
    """Let one that may still be on its way arrive here, in that thread.

    Python can take it back, but then (3.11) goes on looking for it, and a tracer or debugger waits for ever.
    """
    with suppress(TooLong):
        _end(thread)
        while True:
            pass
