"""Every legal move by the score it leads to on average, one step ahead.

The measure is the expected total of the own grid after the move: face-up cards at their value, hidden ones at the mean
of the unseen cards; lines that the move completes are cleared (SK-14). What later turns can still do is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...explain import Explanation, Mistake, Step, Table, shown
from ...formula import Formula, Num, Ratio, add_up, result
from ...hands import Draw
from ...rng import Rng
from ...text import Error, Message, _, both, decimal, plural
from .. import rules as R
from ..game import Action, Rules, View, read_card
from .known import unseen_in_words
from .reveal import Cells, clearing_lines, turned_up, with_card
from .seen import GONE, HIDDEN, read_cards, read_grid, read_scene, read_top


@dataclass(frozen=True)
class Turn:
    """A player's grid and what that player knows when a move is to be made."""

    cells: Cells
    unseen: Deck
    rules: Any
    top: int | None  # the top discard, if it can be taken
    drawn: int | None = None  # the card just drawn
    pile: Deck | None = None  # what the draw pile holds for certain, when it is shuffled anew (SK-26)
    can_draw: bool = True

    @cached_property
    def lines(self) -> list[range]:
        """The lines that are cleared when they are complete."""
        return clearing_lines(self.rules)

    @property
    def hidden(self) -> list[int]:
        """The places with a hidden card."""
        return [cell for cell, card in enumerate(self.cells) if card == HIDDEN]

    @property
    def places(self) -> list[int]:
        """The places that are not cleared."""
        return [cell for cell, card in enumerate(self.cells) if card != GONE]

    @cached_property
    def now(self) -> Fraction:
        """The expected total before the move."""
        return expected(self.cells, self.mean())

    @cached_property
    def _sum(self) -> int:
        return sum(self.unseen)

    def mean(self, without: int | None = None) -> Fraction:
        """The mean of the unseen cards, when one card is known to be drawn from them (0 without cards)."""
        cards, points = self.unseen.total, self._sum
        if without is not None and self.pile is None:
            cards, points = cards - 1, points - without
        return Fraction(points, cards) if cards else Fraction(0)

    # the expected total after a move

    def place(self, cell: int, card: int, drawn: bool) -> Fraction:
        """After placing a card: the top discard, or one just drawn from the unseen cards."""
        hypothetical = drawn and self.drawn is None
        return expected(with_card(self.cells, cell, card, self.lines), self.mean(card if hypothetical else None))

    def turn_up(self, cell: int, drawn: int | None = None) -> Fraction:
        """After turning up a hidden card (`drawn`: the card just rejected, not yet taken out of the unseen ones)."""
        out = drawn if self.pile is None else None
        cards = self.unseen.total - (out is not None)
        found = expected(self.cells, self.mean(drawn))
        for value in self._completing(cell):
            lost = sum(card for card in with_card(self.cells, cell, value, self.lines) if card not in (HIDDEN, GONE))
            cleared = sum(card for card in self.cells if card not in (HIDDEN, GONE)) + value - lost
            found -= Fraction((self.unseen[value] - (out == value)) * cleared, cards)
        return found

    def _completing(self, cell: int) -> set[int]:
        """The values that complete a line through a place."""
        found = set()
        for line in self.lines:
            if cell in line:
                others = {self.cells[c] for c in line if c != cell}
                if len(others) == 1 and not others & {HIDDEN, GONE}:
                    found |= others
        return found

    def follow_ups(self, card: int) -> list[tuple[Fraction, int]]:
        """What can be done with a drawn card: (expected total, action), the best first."""
        found = [(self.place(cell, card, drawn=True), R.KEEP + cell) for cell in self.places]
        if self.rules.may_reject_drawn:
            out = card if self.drawn is None else None
            found += [(self.turn_up(cell, out), R.REJECT + cell) for cell in self.hidden]
        return sorted(found)

    @property
    def source(self) -> Deck:
        """What the next drawn card comes from."""
        return self.unseen if self.pile is None else self.pile

    @cached_property
    def best_after(self) -> dict[int, tuple[Fraction, int]]:
        """For every card that can be drawn: the best follow-up (expected total, action)."""
        return {card: self.follow_ups(card)[0] for card in self.source.counts}

    def draw(self) -> Fraction:
        """After drawing and doing the best with the card: the average over all cards that can come."""
        total = self.source.total
        return sum((Fraction(n, total) * self.best_after[card][0] for card, n in self.source.items()), Fraction(0))

    # playing it with cards

    def played(self, action: int, hidden: Sequence[int], drawn: int | None) -> Cells:
        """The grid after the move when the hidden cards are these and are turned up then.

        A drawn card is used in the best way. Only lines that the move completes are cleared.
        """
        if action == R.DRAW:
            assert drawn is not None
            action = self.best_after[drawn][1]
        cells, real = self.cells, turned_up(self.cells, iter(hidden))
        if action < R.REJECT:
            card = self.top if action < R.KEEP else drawn
            assert card is not None
            cells = with_card(cells, (action - R.TAKE) % R.CELLS, card, self.lines)
        elif action < R.NEXT:
            cell = action - R.REJECT
            cells = with_card(cells, cell, real[cell], self.lines)
        return tuple(real[cell] if card == HIDDEN else card for cell, card in enumerate(cells))

    def play(self, action: int, hidden: Sequence[int], drawn: int | None) -> int:
        """The total of that grid."""
        return sum(card for card in self.played(action, hidden, drawn) if card != GONE)


def expected(cells: Sequence[Any], mean: Fraction) -> Fraction:
    """The expected total of a grid with its hidden cards at the mean."""
    points = sum(card for card in cells if card not in (HIDDEN, GONE))
    return points + mean * list(cells).count(HIDDEN)


@dataclass(frozen=True)
class Move:
    """A legal move: the expected total after it (points), what it saves against now (points), what to know about it."""

    action: Action
    expected: Fraction
    saves: Fraction
    notes: tuple[Message, ...]

    def row(self) -> list[Any]:
        """The move as a row of the table."""
        said = both(self.notes) if self.notes else ""
        return [str(self.action), decimal(self.expected, 3), decimal(self.saves, 3), said]


class Moves(Sequence[Move]):
    """All legal moves, the best first: a table, a chart, and the comparison explained."""

    def __init__(self, turn: Turn, rows: Sequence[Move]) -> None:
        self.turn, self.rows = turn, sorted(rows, key=lambda move: (move.expected, int(move.action)))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: Any) -> Any:
        return self.rows[i]

    @property
    def best(self) -> Move:
        """The move with the lowest expected total."""
        return self.rows[0]

    def move(self, action: Any) -> Move:
        """The row of an action (or its text); ValueError if it is not legal here."""
        found = next((move for move in self.rows if action in (move.action, str(move.action))), None)
        if found is None:
            known = ", ".join(str(move.action) for move in self.rows)
            raise Error("{action} is not a legal move here; legal are: {known}.", action=str(action), known=known)
        return found

    def answer(self, action: Any) -> Answer:
        """The expected total after a move, as an Answer: with simulation and, where small enough, enumeration."""
        move, turn = self.move(action), self.turn
        draws = move.action == R.DRAW
        places = len(turn.hidden)

        def measure(cards: Sequence[int]) -> int:
            return turn.play(move.action, cards[:places], cards[places] if draws and turn.pile is None else turn.drawn)

        draw = Draw(turn.unseen.counts, places + (draws and turn.pile is None), measure, ordered=True)
        if not draws or turn.pile is None:
            return Answer(move.expected, self.explain, draw.trial, draw.outcomes, "points")
        hidden, pile = list(turn.unseen), list(turn.source)

        def trial(rng: Rng) -> int:
            return turn.play(move.action, rng.draw(hidden, places), rng.draw(pile, 1)[0])

        return Answer(move.expected, self.explain, trial, unit="points")

    def table(self) -> Table:
        """One row a move, the best first."""
        headings = [_("move"), _("expected total"), _("saves"), _("what to know")]
        return Table(headings, [move.row() for move in self.rows])

    def chart(self) -> Any:
        """What every move saves, as bars (Altair)."""
        import altair as alt

        from cardlib import charts

        rows = [
            {
                "move": str(move.action),
                "points": float(move.saves),
                "end": max(0.0, float(move.saves)),  # labels stand to the right of the bar, also of a bar to the left
                "best": move is self.best,
                "label": str(decimal(move.saves, 2)),
            }
            for move in self.rows
        ]
        saved = str(_("points saved on average"))
        base = alt.Chart(charts.data(rows)).encode(alt.Y("move:N", sort=None, title=str(_("move"))))
        best = alt.condition("datum.best", alt.value("black"), alt.value("transparent"))
        bars = base.mark_bar(strokeWidth=2).encode(alt.X("points:Q", title=saved), stroke=best)
        chart = bars + base.mark_text(align="left", dx=4).encode(alt.X("end:Q", title=saved), text="label:N")
        told = _(
            "The best move is {move}: it saves {points}.", move=str(self.best.action), points=decimal(self.best.saves)
        )
        return charts.finish(chart, _("What each move saves on average"), told)

    def explain(self) -> Explanation:
        """Draw or take, keep or reject: the comparison with its numbers."""
        return _explain_moves(self)

    @property
    def message(self) -> Message:
        """The best move in one sentence."""
        return _(
            "Best one step ahead: {move}, expected total {expected} points, {saves} less than now.",
            move=str(self.best.action),
            expected=decimal(self.best.expected, 3),
            saves=decimal(self.best.saves, 3),
        )

    def __str__(self) -> str:
        return f"{self.message}\n{self.table()}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<p>{self.message.render('html')}</p>{self.table()._repr_html_()}"


def moves(
    view_or_grid: Any,
    discard_top: Any = None,
    drawn: Any = None,
    unseen: Any = None,
    seen: Any = None,
    rules: Rules | None = None,
) -> Moves:
    """Every legal move with the expected total of the own grid after it (points), lowest first: exact, one step ahead.

    view_or_grid: the View of the player to act; or a written grid, then with the top discard, the card just drawn (if
        any), and unseen= or seen= as for complete_column (`seen` without grid, discard_top and drawn)
    Hidden cards count the mean of the unseen ones; lines completed by the move are cleared; "draw" is the exact average
    over the unseen cards, each used in the best way. The closer's penalty and later turns are left out: see `closing`.
    Raises ValueError when there is nothing to choose: another player's turn, or the round is over.
    """
    turn = _turn_of_view(view_or_grid) if isinstance(view_or_grid, View) else None
    if turn is None:
        card, top = None if drawn is None else read_card(drawn), read_top(discard_top)
        elsewhere = Deck([c for c in (card, top) if c is not None]) + (Deck() if seen is None else read_cards(seen))
        scene = read_scene(view_or_grid, None, unseen, None if unseen is not None else elsewhere, rules)
        turn = Turn(scene.grids[0], scene.unseen, scene.rules, top, card)
        if not turn.places:
            raise Error("All cards of this grid are cleared: there is no move to make.")
    elif any(given is not None for given in (discard_top, drawn, unseen, seen, rules)):
        raise Error("A view knows its cards and rules; the other arguments go with a written grid.")
    return Moves(turn, _rows(turn))


def _turn_of_view(view: View) -> Turn:
    """The move to make in a view."""
    if view.player != view.me or view.phase not in ("turn", "drawn", "reveal"):
        who = _("nobody") if view.player is None else view.players[view.player]
        raise Error("It is not {name}'s move: {who} is to act.", name=view.name, who=who)
    cells = read_grid(view.grid)
    if view.phase == "reveal":
        return Turn(cells, view.unseen, view.rules, None, can_draw=False)
    top = view.discard_top if view.phase == "turn" else None
    fresh = Deck(view.discard[:-1]) if view.draw_count == 0 and view.phase == "turn" else None
    can_draw = view.draw_count > 0 or bool(fresh)
    return Turn(cells, view.unseen, view.rules, top, view.drawn, fresh, can_draw)


def _rows(turn: Turn) -> list[Move]:
    """All legal moves with their expected totals."""

    def row(action: int, after: Fraction, cell: int | None = None, card: int | None = None) -> Move:
        notes = []
        if cell is not None:
            cells = turn.cells if card is None else with_card(turn.cells, cell, card, turn.lines)
            if card is not None and cells.count(GONE) > turn.cells.count(GONE):
                notes.append(_("clears {n} cards", n=cells.count(GONE) - turn.cells.count(GONE)))
            if cells.count(HIDDEN) - (card is None) == 0 and HIDDEN in turn.cells:
                notes.append(_("closes the round"))
        return Move(Action(action), after, turn.now - after, tuple(notes))

    if turn.drawn is not None:
        found = []
        for after, action in turn.follow_ups(turn.drawn):
            kept = action < R.REJECT
            found.append(row(action, after, (action - R.TAKE) % R.CELLS, turn.drawn if kept else None))
        return found
    found = [row(R.DRAW, turn.draw())] if turn.can_draw else []
    if turn.top is not None:
        found += [row(R.TAKE + c, turn.place(c, turn.top, drawn=False), c, turn.top) for c in turn.places]
    if not found:
        pairs = [(a, b) for a in range(R.CELLS) for b in range(a + 1, R.CELLS)]
        found = [row(R.REVEAL + R.CELLS * a + b, turn.now) for a, b in pairs]
    return found


# --- draw or take, explained ------------------------------------------------------------------------------------------
def _explain_moves(moves: Moves) -> Explanation:
    turn = moves.turn
    points = sum(card for card in turn.cells if card not in (HIDDEN, GONE))
    mean = turn.mean()
    hidden = len(turn.hidden)
    known = [
        plural(
            "Your face-up cards count {points} together; {n} card is hidden.",
            "Your face-up cards count {points} together; {n} cards are hidden.",
            hidden,
            points=points,
        ),
        unseen_in_words(turn.unseen),
    ]
    if turn.top is not None:
        known.append(_("The top discard is {card}.", card=turn.top))
    if turn.pile is not None:
        known.append(
            plural(
                "The draw pile is empty: the {n} card below the top discard becomes the new draw pile (SK-26).",
                "The draw pile is empty: the {n} cards below the top discard are shuffled into a new one (SK-26).",
                turn.pile.total,
            )
        )
    if turn.drawn is not None:
        known.append(_("You have drawn {card}.", card=turn.drawn))
    model = [
        _("A hidden card counts the mean of the unseen cards; every unseen card is equally likely to lie anywhere."),
        _(
            "We look one move ahead: lines that this move completes are cleared, later turns and the closer's penalty "
            "are left out."
        ),
    ]
    now: Formula = Num(points) + Num(hidden) * Num(mean) if hidden else Num(points)
    steps = [Step(_("Now you can expect this total:"), result(now))]
    mistakes: list[Mistake] = []
    if turn.drawn is not None:
        question = _("You have drawn {card}. Keep it or reject it?", card=turn.drawn)
        for limit, name in (((R.KEEP, R.REJECT), _("keep")), ((R.REJECT, R.NEXT), _("reject"))):
            steps += _best_of(moves, limit, name)
    elif turn.top is None and not turn.can_draw:
        question = _("Which two cards do you turn up?")
        steps.append(Step(_("One move ahead all choices are equal; see opening() for what a shared column buys.")))
    else:
        question = _("Draw a card, or take the top discard?")
        steps += _best_of(moves, (R.TAKE, R.KEEP), _("take"))
        if turn.can_draw:
            steps += draw_steps(turn)
            mistakes = _draw_mistake(turn)
    best = moves.best
    steps.append(Step(_("Best: {move}, because it saves the most.", move=str(best.action)), result(Num(best.saves))))
    return Explanation(question, known, model, steps, best.expected, "points", mistakes)


def _best_of(moves: Moves, span: tuple[int, int], name: Message) -> list[Step]:
    """The best move of a kind, with what it saves."""
    some = [move for move in moves if span[0] <= move.action < span[1]]
    if not some:
        return []
    best = some[0]
    text = _(
        "{name}: the best place is {move}. The expected total is then {expected}; that saves:",
        name=name,
        move=str(best.action),
        expected=shown(best.expected),
    )
    return [Step(text, result(Num(moves.turn.now) - Num(best.expected)))]


def draw_steps(turn: Turn) -> list[Step]:
    """What every drawn card would be good for, and the average."""
    groups: dict[int, list[int]] = {}
    for card, (_after, action) in turn.best_after.items():
        groups.setdefault(R.REJECT if action >= R.REJECT else action, []).append(card)
    said = []
    for action, cards in groups.items():
        what = _("reject {cards}", cards=both(cards))
        if action < R.REJECT:
            what = _("{move} with {cards}", move=str(Action(action)), cards=both(cards))
        said.append(what)
    total = turn.source.total
    terms = [
        Ratio(n, total) * Num(turn.now - turn.best_after[card][0])
        for card, n in turn.source.items()
        if turn.now != turn.best_after[card][0]
    ]
    return [
        Step(_("draw: you look at the card first and do the best with it: {plan}.", plan=both(said))),
        Step(
            _("What each card saves, times its chance, added up over all cards that can come, is what drawing saves:"),
            result(add_up(terms or [0])),
        ),
    ]


def _draw_mistake(turn: Turn) -> list[Mistake]:
    """To forget that a bad card may be rejected."""
    if not turn.rules.may_reject_drawn or not turn.hidden:
        return []
    mean = Fraction(sum(turn.source), turn.source.total)
    worst = max([turn.mean(), *(card for card in turn.cells if card not in (HIDDEN, GONE))])
    text = _(
        "Forgetting that you look at the card first: an average card in place of your worst one would save only this."
    )
    wrong = Mistake(text, result(Num(Fraction(worst)) - Num(mean)))
    return [wrong] if wrong.value != turn.now - turn.draw() else []
