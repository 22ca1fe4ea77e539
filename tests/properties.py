"""What always holds, for every game: a Hypothesis machine that plays, undoes, saves and tries illegal actions."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cardlib.engine.game import IllegalAction
from cardlib.engine.players import choose


def machine(
    game: Any,
    start: st.SearchStrategy[Any],
    cards: Callable[[Any], Counter[Any]],
    shuffle_hidden: Callable[[Any, int, random.Random], Any] | None = None,
    calls: range = range(0),
) -> Any:
    """A test case for a game module.

    start: a strategy for games to begin with; cards(state): all cards in it; shuffle_hidden(state, seat, chance): a
    copy of the state in which what that seat cannot know is permuted; calls: actions that may be legal without being
    listed.
    """

    class Table(RuleBasedStateMachine):
        @initialize(started=start)
        def begin(self, started: Any) -> None:
            self.game = started
            self.deck = cards(started.state)

        @precondition(lambda self: not self.game.is_over)
        @rule(choice=st.integers(0, 10**6), steps=st.integers(1, 6))
        def play(self, choice: int, steps: int) -> None:
            for step in range(steps):
                legal = self.game.legal_actions()
                if not legal:
                    break
                before = self.game.step
                self.game.play(legal[(choice + 7919 * step) % len(legal)])
                assert self.game.step == self.game.steps == before + 1

        @precondition(lambda self: not self.game.is_over)
        @rule(action=st.integers(0, game.Game.RULES.ACTIONS - 1))
        def try_anything(self, action: int) -> None:
            legal = self.game.legal_actions()
            if action in calls and game.Game.RULES.check(self.game.state, action) == game.Game.RULES.LEGAL:
                self.game.play(action)
            elif action not in legal:
                before, steps = self.game.state.to_dict(), self.game.step
                with pytest.raises(IllegalAction):
                    self.game.play(action)
                assert (self.game.state.to_dict(), self.game.step) == (before, steps)

        @precondition(lambda self: self.game.step > 0)
        @rule()
        def undo_and_redo(self) -> None:
            twin, action = self.game.copy(), self.game.actions[-1]
            self.game.undo()
            undone = self.game.state.to_dict()
            self.game.redo()
            assert self.game == twin
            self.game.undo()
            assert self.game.state.to_dict() == undone
            self.game.play(action)
            assert self.game == twin

        @rule()
        def save_and_load(self) -> None:
            assert game.Game.from_json(self.game.to_json()) == self.game

        @rule()
        def texts_round_trip(self) -> None:
            for action in self.game.legal_actions():
                assert game.parse(str(action)) == action

        @rule()
        def a_view_depends_on_nothing_hidden(self) -> None:
            if shuffle_hidden is None:
                return
            for seat in range(len(self.game.players)):
                other = self.game.copy()
                other._states[other._step] = shuffle_hidden(self.game.state, seat, random.Random(self.game.step))
                assert other.view(seat) == self.game.view(seat)
                assert other.board(seat) == self.game.board(seat)
                kinds = range(len(game.players.NAMES))
                if seat == self.game.player:
                    for kind in kinds:
                        mine, theirs, state = self.game.view_record(seat), other.view_record(seat), other.state.copy()
                        mine.rng = theirs.rng = state.rng = 7
                        chosen = choose(game.players, mine, kind)
                        assert choose(game.players, theirs, kind) == chosen
                        if kind < game.players.SIMPLE:  # what the loop of a batch relies on
                            assert game.players.choose_simple(state, kind) == chosen

        @invariant()
        def cards_are_conserved(self) -> None:
            if hasattr(self, "game") and self.game.state.round == 1:
                assert cards(self.game.state) == self.deck

        @invariant()
        def there_is_something_to_do_until_the_end(self) -> None:
            if hasattr(self, "game"):
                assert bool(self.game.legal_actions()) != self.game.is_over

    Table.TestCase.settings = settings(
        max_examples=30,
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    return Table.TestCase
