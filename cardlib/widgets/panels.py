"""What each game shows beside the board in the stepper: a class a game, made anew for each widget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine.game import Game
from ..skyjo import odds
from ..text import Message, _, percentage
from .parts import bars, esc, folded, number, select

MOST_DRAWS = 30
PROCESSES = dict(
    zip(odds.PROCESSES, (_("draw only"), _("turn the hidden ones up"), _("draw, or else turn one up")), strict=True)
)


class ColumnOdds:
    """Skyjo: the chance of completing each column within some draws, with the derivation of the chosen one."""

    def __init__(self, draws: int = 3, unfolded: bool = False) -> None:
        self.draws, self.process, self.column, self.unfolded = draws, odds.PROCESSES[0], 0, unfolded

    def do_draws(self, draws: Any) -> None:
        """Choose the number of draws."""
        n = int(draws) if str(draws).isdecimal() else -1
        if not 0 <= n <= MOST_DRAWS:
            raise ValueError(_("The number of draws is a whole number from 0 to {most}.", most=MOST_DRAWS))
        self.draws = n

    def do_process(self, process: Any) -> None:
        """Choose what is done to complete the column."""
        if process not in PROCESSES:
            raise ValueError(_("There is no such way to complete a column."))
        self.process = process

    def do_column(self, column: Any) -> None:
        """Choose the column whose derivation is shown."""
        self.column = int(column)

    def html(self, game: Game, seat: int) -> str:
        """The odds of that player's columns, from what this player may know."""
        view = game.view(seat)
        return self.table(_("Odds of completing a column: {player}", player=view.name), lambda: self.answers(view))

    def answers(self, view_or_grid: Any, **known: Any) -> list[odds.ColumnAnswer]:
        """The answers for all columns of a view, or of a grid with what else is known."""
        return odds.columns(view_or_grid, draws=self.draws, process=self.process, **known)

    def table(self, title: Message, ask: Callable[[], list[odds.ColumnAnswer]]) -> str:
        """A bar a column, each with its exact chance, and why; or why there is no answer."""
        tools = number(_("draws from the pile"), "draws", 0, MOST_DRAWS, self.draws)
        tools += select(_("how"), "process", PROCESSES.items(), self.process)
        head = f'<h3>{esc(title)}</h3><div class="cl-tools">{tools}</div>'
        try:
            answers = ask()
        except ValueError as error:
            return f"{head}<p>{esc(error)}</p>"
        chosen = min(self.column, len(answers) - 1)
        rows = [(self._name(c, answer), float(answer), percentage(answer.value), c) for c, answer in enumerate(answers)]
        why = folded(
            _("Why? Column {n}", n=chosen + 1), "why", answers[chosen].explain().html(), unfolded=self.unfolded
        )
        return f"{head}{bars(rows, _('Choose a column to see why.'), 'column', chosen)}{why}"

    def _name(self, c: int, answer: odds.ColumnAnswer) -> Message:
        value = getattr(answer, "collect", None)
        if value is None or not 0 < answer.value < 1:
            return _("column {n}", n=c + 1)
        return _("column {n}: {value}s", n=c + 1, value=value)


PANELS: dict[str, Callable[[], Any]] = {"skyjo": ColumnOdds}
