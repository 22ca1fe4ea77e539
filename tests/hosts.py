"""Two hosts, rule coverage and wrong rules: tools that the tests of every game share."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numpy as np
import pytest

from cardlib.engine import batch, host


def new_state(game: Any, seats: int, rules: Any, seed: int, index: int, deck: Sequence[int] | None = None) -> Any:
    """A state as `game.Game` makes it, before the deal; with another deck if one is given."""
    table = object.__new__(game.Game)
    table._set_up(seats, rules, seed, index)
    state = table._new_state()
    if deck is not None:
        state.deck[:] = deck
    return state


def interpreted(game: Any, rules: ModuleType, state: Any, kinds: Sequence[int], whole_game: bool) -> list[int]:
    """Play a state out on the interpreted host; the actions."""
    view = host.record("View", rules.VIEW_FIELDS)()
    for name, _kind, _shape in rules.OPTION_FIELDS:
        setattr(view, name, getattr(state, name))
    actions = [-1] * 20_000
    run = batch.batch_loop(rules, game.players)
    columns = len(batch.result_columns(rules))
    row, ends = [0] * columns, [[0] * columns for _seat in range(state.players)]
    done, _whole, _used = run(
        [state], [view], kinds, batch.thinker(rules, game.players), whole_game, actions, [state.rng], [state.luck],
        row, ends, [], [False],
    )  # fmt: skip
    assert done == 1, "a built-in player chose an illegal action"
    return [action for action in actions if action >= 0]


def compiled(game: Any, rules: ModuleType, state: Any, kinds: Sequence[int], whole_game: bool) -> list[int]:
    """Play a state out on the compiled host and leave the result in it; the actions."""
    states, views = batch.new_records(rules)
    host.to_numpy(state, states[0])
    for name, _kind, _shape in rules.OPTION_FIELDS:
        views[0][name] = getattr(state, name)
    actions = np.full(20_000, -1, np.int32)
    rngs, lucks = np.array([state.rng], np.uint64), np.array([state.luck], np.uint64)
    columns = len(batch.result_columns(rules))
    row, ends, rows = (np.zeros(shape, np.int32) for shape in (columns, (state.players, columns), (0, columns)))
    run = batch.compiled_batch(rules, game.players)
    kinds = np.array(kinds, np.int32)
    think = batch.compiled_thinker(rules, game.players, needed=True)
    done, _whole, _used = run(
        states, views, kinds, think, whole_game, actions, rngs, lucks, row, ends, rows, np.zeros(1, np.bool_)
    )
    assert done == 1, "a built-in player chose an illegal action"
    host.from_numpy(states[0], state)
    return actions[actions >= 0].tolist()


def hosts_agree(
    game: Any, rules: ModuleType, make_state: Callable[[], Any], kinds: Sequence[int], whole_game: bool
) -> Any:
    """Play the same start on both hosts; assert equal actions and equal final states, and return the final state."""
    one, two = make_state(), make_state()
    played = interpreted(game, rules, one, kinds, whole_game)
    assert compiled(game, rules, two, kinds, whole_game) == played
    assert one.to_dict() == two.to_dict()
    return one


class RuleTrace:
    """Counts, while it is active, how often each line of a rules module that is tagged with a rule number ran."""

    def __init__(self, *modules: ModuleType) -> None:
        self.tagged: dict[tuple[str, int], str] = {}
        self.counts: Counter[tuple[str, int]] = Counter()
        for module in modules:
            path = str(module.__file__)
            for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
                tag = re.search(r"^ .*# ((?:SK|SA|SB)-\d+\b.*)$", line)
                if tag:
                    self.tagged[path, number] = tag[1]
        self.files = {path for path, _number in self.tagged}

    def _call(self, frame: FrameType, _event: str, _arg: Any) -> Any:
        return self._line if frame.f_code.co_filename in self.files else None

    def _line(self, frame: FrameType, event: str, _arg: Any) -> Any:
        if event == "line":
            self.counts[frame.f_code.co_filename, frame.f_lineno] += 1
        return self._line

    def __enter__(self) -> "RuleTrace":
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.settrace(self._before)

    def never_ran(self) -> list[str]:
        """The tagged lines that did not run, as "SK-22 (...) at line n"."""
        return [f"{tag} at line {place[1]}" for place, tag in self.tagged.items() if not self.counts[place]]


@contextmanager
def wrong_rule(rules: ModuleType, right: str, wrong: str) -> Iterator[None]:
    """While active, a rules module has one piece of its source replaced (it must be there exactly once)."""
    path = Path(str(rules.__file__))
    source = path.read_text(encoding="utf-8")
    assert source.count(right) == 1, f"{right!r} is there {source.count(right)} times"
    before = dict(rules.__dict__)
    registered = len(host._rules)
    try:
        exec(compile(source.replace(right, wrong), str(path), "exec"), rules.__dict__)
        yield
    finally:
        del host._rules[registered:]
        rules.__dict__.clear()
        rules.__dict__.update(before)


def is_caught(rules: ModuleType, right: str, wrong: str, cases: Iterable[Callable[[], None]]) -> bool:
    """Whether at least one of the cases fails under a wrong rule."""
    with wrong_rule(rules, right, wrong):
        for case in cases:
            try:
                case()
            except (Exception, pytest.fail.Exception):
                return True
    return False
