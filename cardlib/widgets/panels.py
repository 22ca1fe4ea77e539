"""What each game shows beside the board in the stepper: a class a game, made anew for each widget."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from .. import skipbo, skyjo, skyjo_action
from ..answer import Answer
from ..engine.game import Game
from ..explain import Table
from ..skipbo.odds.runs import draws_to_come
from ..skyjo import odds
from ..skyjo.odds import Move
from ..text import Error, Message, _, percentage, plural
from .parts import bars, esc, folded, number, select, switch

MOST_DRAWS = 30
BEST = 6  # so many of the best moves are shown
PROCESSES = dict(
    zip(odds.PROCESSES, (_("draw only"), _("turn the hidden ones up"), _("draw, or else turn one up")), strict=True)
)


def whole(text: Any, most: int = MOST_DRAWS) -> int:
    """A number of draws from what was typed; ValueError says what is allowed."""
    n = int(text) if str(text).isdecimal() else -1
    if not 0 <= n <= most:
        raise Error("The number of draws is a whole number from 0 to {most}.", most=most)
    return n


class Advice:
    """The best moves below the odds: worked out only when asked for, so that a class can think first."""

    best = False

    def do_best(self, on: Any) -> None:
        """Show or hide the best moves."""
        self.best = bool(on)

    def advice(self, game: Game, seat: int, label: Message, say: Callable[[Any], str]) -> str:
        """The switch, and what `say` makes of the player's view; or why there is nothing to say."""
        found = ""
        if self.best:
            try:
                found = say(game.view(seat))
            except ValueError as error:
                found = f"<p>{esc(error)}</p>"
        return f'<div class="cl-best" data-key="best">{switch(label, "best", self.best)}{found}</div>'


# --- Skyjo ----------------------------------------------------------------------------------------------------------
class ColumnOdds:
    """Skyjo: the chance of completing each column within some draws, with the derivation of the chosen one."""

    def __init__(self, draws: int = 3, unfolded: bool = False) -> None:
        self.draws, self.process, self.column, self.unfolded = draws, odds.PROCESSES[0], 0, unfolded

    def do_draws(self, draws: Any) -> None:
        """Choose the number of draws."""
        self.draws = whole(draws)

    def do_process(self, process: Any) -> None:
        """Choose what is done to complete the column."""
        if process not in PROCESSES:
            raise Error("There is no such way to complete a column.")
        self.process = process

    def do_column(self, column: Any) -> None:
        """Choose the column whose derivation is shown."""
        self.column = int(column)

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


class SkyjoPanel(ColumnOdds, Advice):
    """Skyjo: the odds of the columns, and every move by the total it leads to."""

    def html(self, game: Game, seat: int) -> str:
        """The odds of that player's columns and the best moves, from what this player may know."""
        view = game.view(seat)
        columns = self.table(_("Odds of completing a column: {player}", player=view.name), lambda: self.answers(view))
        return columns + self.advice(game, seat, _("best moves"), _best_moves)


def _best_moves(view: skyjo.View) -> str:
    """The best moves with the total each leads to; moves that do equally well share a row."""
    moves = odds.moves(view)

    def alike(move: Move) -> tuple[Any, ...]:
        return move.expected, move.action.word, [str(note) for note in move.notes]

    groups = [list(group) for _alike, group in groupby(sorted(moves, key=lambda m: (*alike(m), m.action)), key=alike)]
    rows = [[_together(group), *group[0].row()[1:]] for group in groups[:BEST]]
    headings = [_("move"), _("expected total"), _("saves"), _("what to know")]
    return f"{Table(headings, rows)._repr_html_()}{folded(_('Why these moves?'), 'why moves', moves.explain().html())}"


def _together(moves: list[Move]) -> Message | str:
    """Moves of one kind in few words."""
    more = len(moves) - 1
    if not more:
        return str(moves[0].action)
    return plural("{move} or {n} like it", "{move} or {n} like it", more, move=str(moves[0].action))


# --- Skip-Bo --------------------------------------------------------------------------------------------------------
STOCK = "stock"  # up to where the stock card fits


class SkipBoPanel(Advice):
    """Skip-Bo: the chance to run each building pile up to the stock card or another value, and the best plays."""

    def __init__(self) -> None:
        self.to: int | None = None
        self.draws: int | None = None
        self.pile: int | None = None  # the one whose derivation is shown; None: the best one

    def do_to(self, to: Any) -> None:
        """Choose up to which value the piles are to be run."""
        if to != STOCK and not (str(to).isdecimal() and 1 <= int(to) <= 12):
            raise Error("A pile goes from 1 to 12.")
        self.to = None if to == STOCK else int(to)

    def do_draws(self, draws: Any) -> None:
        """Choose the number of cards drawn."""
        self.draws = whole(draws)

    def do_pile(self, pile: Any) -> None:
        """Choose the pile whose derivation is shown."""
        self.pile = int(pile)

    def html(self, game: Game, seat: int) -> str:
        """The odds of that player's runs and the best plays, from what this player may know."""
        view = game.view(seat)
        head = f"<h3>{esc(_('Odds of running a pile up: {player}', player=view.name))}</h3>"
        return head + self._runs(view) + self.advice(game, seat, _("best plays of this turn"), _best_plays)

    def _runs(self, view: skipbo.View) -> str:
        draws = draws_to_come(view) if self.draws is None else self.draws
        values: list[tuple[object, object]] = [(STOCK, _("to where the stock card fits"))]
        values += [(value, _("up to {value}", value=value)) for value in range(1, 13)]
        tools = select(_("run"), "to", values, STOCK if self.to is None else self.to)
        tools += number(_("cards drawn"), "draws", 0, MOST_DRAWS, draws)
        row = f'<div class="cl-tools">{tools}</div>'
        top = view.stock_top
        to = top - 1 if self.to is None and isinstance(top, int) else self.to
        if to is None:
            return f"{row}<p>{esc(_('A Skip-Bo card on the stock fits on any pile.'))}</p>"
        asked = [k for k, height in enumerate(view.heights) if height <= to]
        if not asked:
            return f"{row}<p>{esc(_('Every building pile is higher than {to} already.', to=to))}</p>"
        answers = [skipbo.odds.reach(view, k + 1, to, draws=draws) for k in asked]
        best = max(range(len(asked)), key=lambda k: answers[k].value)
        chosen = self.pile if self.pile in asked else asked[best]
        rows = [
            (_("pile {n}: from {height} to {to}", n=k + 1, height=view.heights[k], to=to), float(answer),
             percentage(answer.value), k)
            for k, answer in zip(asked, answers, strict=True)
        ]  # fmt: skip
        why = folded(_("Why? Pile {n}", n=chosen + 1), "why", answers[asked.index(chosen)].explain().html())
        return f"{row}{bars(rows, _('Choose a pile to see why.'), 'pile', chosen)}{why}"


def _best_plays(view: skipbo.View) -> str:
    """The plays of the turn that bring the most stock cards with the fewest Skip-Bo cards."""
    if view.player != view.me:
        return f"<p>{esc(_('It is not the turn of {player}.', player=view.name))}</p>"
    turn = skipbo.odds.turn(view)
    why = plural(
        "{n} situation that the known cards can lead to was looked at. Best is the one with the fewest stock cards "
        "left, then with the fewest Skip-Bo cards used, then with the fewest plays.",
        "{n} situations that the known cards can lead to were compared. Best is the one with the fewest stock cards "
        "left, then with the fewest Skip-Bo cards used, then with the fewest plays.",
        turn.situations,
    )
    plays = "".join(f"<li>{esc(play)} ({esc(card)})</li>" for play, card in zip(turn.plays, turn.cards, strict=True))
    said = f"<p>{esc(turn.message)}</p><ol>{plays}</ol>"
    return said + folded(_("Why these plays?"), "why plays", f"<p>{esc(why)}</p>")


# --- Skyjo Action ---------------------------------------------------------------------------------------------------
PURPOSES = {  # what an action card does (SA-13), in a sentence for the one who plays it
    "remove": _("From each other player you remove one card; the player draws another one for it."),
    "swap": _("Two of your own cards change places."),
    "extra turns": _("You have two turns in a row, at once."),
    "draw three": _("You see three cards, keep one or none, and discard the others in any order."),
    "look": _("You look at the hidden cards of a row or column; only you learn them."),
    "defence": _("It protects you once, by itself, against an attack. Played, it gives an extra turn."),
    "play again": _("You take a discarded action card and play it at once."),
    "steal": _("You take an action card of another player and play it at once."),
    "swap with players": _("You exchange one card with two players each, or two cards with one player."),
}


class ActionPanel:
    """Skyjo Action: which cards come next, a star or an action card of each kind, and what the action cards do."""

    def __init__(self) -> None:
        self.draws, self.chosen = 3, "*"

    def do_draws(self, draws: Any) -> None:
        """Choose the number of cards drawn."""
        self.draws = whole(draws)

    def do_card(self, card: Any) -> None:
        """Choose the card whose derivation is shown."""
        if card != "*" and card not in PURPOSES:
            raise Error("There is no such card.")
        self.chosen = card

    def html(self, game: Game, seat: int) -> str:
        """The odds of the cards to come, from what the player in that seat may know."""
        view = game.view(seat)
        tools = number(_("cards drawn"), "draws", 0, MOST_DRAWS, self.draws)
        head = f"<h3>{esc(_('Odds of the next cards: {player}', player=view.name))}</h3>"
        return f'{head}<div class="cl-tools">{tools}</div>{self._chances(view)}{_purposes(view)}'

    def _chances(self, view: skyjo_action.View) -> str:
        answers: dict[str, tuple[Message, Answer]] = {}
        if view.unseen["*"] and self.draws <= view.draw_count:
            name = plural("a star in {n} card", "a star in {n} cards", self.draws)
            answers["*"] = name, view.unseen.at_least(1, of="*", draws=self.draws)
        if view.action_draw_count:
            for kind in sorted(view.unseen_actions.counts):
                answers[kind] = _("{kind}", kind=kind), view.unseen_actions.at_least(1, of=kind, draws=1)
        if not answers:
            return ""
        chosen = self.chosen if self.chosen in answers else next(iter(answers))
        name, answer = answers[chosen]
        rows = [(name, float(answer), percentage(answer.value), card) for card, (name, answer) in answers.items()]
        caption = _("A star from the draw pile; one card from the action pile. Choose a card to see why.")
        why = folded(_("Why? {card}", card=name), "why", answer.explain().html())
        return bars(rows, caption, "card", chosen) + why


def _purposes(view: skyjo_action.View) -> str:
    """What the action cards of this game do."""
    if not view.rules.variant.startswith(("full", "single")):
        return ""
    said = "".join(f"<li><strong>{esc(kind)}</strong>: {esc(purpose)}</li>" for kind, purpose in PURPOSES.items())
    return folded(_("What the action cards do"), "purposes", f"<ul>{said}</ul>")


PANELS: dict[str, Callable[[], Any]] = {"skyjo": SkyjoPanel, "skyjo_action": ActionPanel, "skipbo": SkipBoPanel}
