"""Every legal move by the total it leads to on average, one step ahead: see `ahead` for the measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...answer import SAME_CHOICES, Answer
from ...deck import Deck
from ...explain import Derivation, Shown, Table, shown
from ...formula import Num, Ratio, add_up
from ...hands import Draw
from ...rng import Rng
from ...text import Error, Message, _, both, decimal, plural
from .. import rules as R
from ..game import Action, Rules
from .ahead import GONE, HIDDEN, KEEP, TURN_UP, Ahead, Use
from .known import Known, known, unseen_in_words


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


class Moves(Shown, Sequence[Move]):
    """All legal moves, the best first: a table, a chart, and the comparison explained.

    Moves that are equally good say so; those that spoil no pair stand before the others.
    """

    def __init__(self, turn: Ahead, rows: Sequence[Move]) -> None:
        self.turn, self.rows = turn, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: Any) -> Any:
        return self.rows[i]

    @property
    def best(self) -> Move:
        """The move with the lowest expected total."""
        return self.rows[0]

    @property
    def ties(self) -> list[Move]:
        """The moves that are as good as the best, which is the first of them."""
        return [move for move in self.rows if move.expected == self.best.expected]

    def move(self, action: Any) -> Move:
        """The row of an action (or its text); ValueError if it is not legal here."""
        found = next((move for move in self.rows if action in (move.action, str(move.action))), None)
        if found is None:
            legal = ", ".join(str(move.action) for move in self.rows)
            raise Error("{action} is not a legal move here; legal are: {known}.", action=str(action), known=legal)
        return found

    def answer(self, action: Any) -> Answer:
        """The expected total after a move, as an Answer: with simulation and, where small enough, enumeration."""
        move, turn = self.move(action), self.turn
        fresh = move.action == R.DRAW and turn.pile is None  # the drawn card is one of the unseen ones
        places = len(turn.hidden)

        def play(lying: Sequence[int], drawn: int | None) -> int:
            return self.play(move.action, dict(zip(turn.hidden, lying, strict=True)), drawn)

        draw = Draw(turn.unseen.counts, places + fresh, lambda cards: play(cards[:places], (*cards, None)[places]),
                    ordered=True)  # fmt: skip
        if move.action != R.DRAW or fresh:
            return Answer(move.expected, self.explain, draw.trial, draw.outcomes, "points", SAME_CHOICES)
        hidden, pile = list(turn.unseen), list(turn.source)

        def trial(rng: Rng) -> int:
            return play(rng.draw(hidden, places), rng.draw(pile, 1)[0])

        return Answer(move.expected, self.explain, trial, unit="points", about=SAME_CHOICES)

    def play(self, action: int, lying: dict[int, int], drawn: int | None) -> int:
        """The total after a move when these cards lie in the hidden places and this one is drawn; then all turn up."""
        turn = self.turn
        if action == R.DRAW:
            assert drawn is not None
            return turn.result(turn.best_after[drawn], lying, (drawn,) if turn.pile is None else ())
        if action >= R.REVEAL:
            return turn.final(tuple(lying.get(cell, card) for cell, card in enumerate(turn.cells)))
        what = TURN_UP if action >= R.REJECT else KEEP
        card = turn.top if action < R.KEEP else turn.drawn
        return turn.result(Use(Fraction(0), what, (action - R.TAKE) % R.CELLS, card), lying)

    def table(self) -> Table:
        """One row a move, the best first."""
        headings = [_("move"), _("expected total"), _("saves"), _("what to know")]
        return Table(headings, [move.row() for move in self.rows])

    def parts(self) -> list[Any]:
        """The best move in a sentence, and all moves in a table."""
        return [self.message, self.table()]

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
            "The best move is {move}: it saves {points}.", move=self.best.action.said, points=decimal(self.best.saves)
        )
        return charts.finish(chart, _("What each move saves on average"), told)

    def explain(self) -> Derivation:
        """Draw or take, keep or reject: the comparison with its numbers."""
        return _explain_moves(self)

    @property
    def message(self) -> Message:
        """The best move in one sentence."""
        return _(
            "Best one step ahead: {move}, expected total {expected} points, {saves} less than now.",
            move=self.best.action.said,
            expected=decimal(self.best.expected, 3),
            saves=decimal(self.best.saves, 3),
        )


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
    The expected total is the mean of `total` after the move: the mean, over all deals that fit what is known, of the
    total when all cards are turned up then (SK-20); "draw" is the exact average over the cards that can come, each used
    in the best way. The closer's penalty and later turns are left out: see `closing`.
    Raises ValueError when there is nothing to choose: another player's turn, or the round is over.
    """
    asked = known(view_or_grid, None, unseen, seen, rules, discard_top, drawn)
    turn = _turn(asked)
    if not turn.places:
        raise Error("All cards of this grid are cleared: there is no move to make.")
    return Moves(turn, _rows(turn, opening=not asked.typed and asked.view.phase == "reveal"))


def _turn(asked: Known) -> Ahead:
    """The move to make."""
    view = asked.view
    if asked.typed:
        return Ahead(asked.cells, asked.unseen, asked.rules, asked.top, asked.drawn)
    if view.player != view.me or view.phase not in ("turn", "drawn", "reveal"):
        who = _("nobody") if view.player is None else view.players[view.player]
        raise Error("It is not {name}'s move: {who} is to act.", name=view.name, who=who)
    top = view.discard_top if view.phase == "turn" else None
    pile = Deck(view.discard[:-1]) if view.draw_count == 0 and view.phase == "turn" else None
    return Ahead(asked.cells, asked.unseen, asked.rules, top, asked.drawn, pile)


def _rows(turn: Ahead, opening: bool) -> list[Move]:
    """All legal moves with their expected totals."""
    if opening:
        pairs = [(a, b) for a in range(R.CELLS) for b in range(a + 1, R.CELLS)]
        return [Move(Action(R.REVEAL + R.CELLS * a + b), turn.now, Fraction(0), ()) for a, b in pairs]
    if turn.drawn is not None:
        uses = turn.uses([turn.drawn], (), bool(turn.rules.may_reject_drawn))
        found = [(use.after, *turn.order(use)[1:], use) for use in uses]
    else:
        found = [] if turn.top is None else [
            (*turn.order(use)[:2], R.TAKE + use.cell, use) for use in turn.uses([turn.top], (), reject=False)
        ]  # fmt: skip
        if turn.can_draw:
            found.append((turn.draw, -turn.promise(turn.cells), R.DRAW, None))
    found.sort(key=lambda row: row[:3])
    ties = sum(row[0] == found[0][0] for row in found)
    rows = []
    for i, (after, _promise, action, use) in enumerate(found):
        notes = [] if use is None else _notes(turn, use)
        if i < ties > 1:
            notes.append(plural("one of {n} equally good moves", "one of {n} equally good moves", ties))
        rows.append(Move(Action(action), after, turn.now - after, tuple(notes)))
    return rows


def _notes(turn: Ahead, use: Use) -> list[Message]:
    """What a use of a card leads to at once."""
    cells, notes = turn.cells, []
    if use.what == KEEP:
        cells = turn.grid(use, {})
        if cleared := cells.count(GONE) - turn.cells.count(GONE):
            notes.append(_("clears {n} cards", n=cleared))
    if cells.count(HIDDEN) == (use.what == TURN_UP) and HIDDEN in turn.cells:
        notes.append(_("closes the round"))
    return notes


# --- draw or take, explained ------------------------------------------------------------------------------------------
def _explain_moves(moves: Moves) -> Derivation:
    turn, best = moves.turn, moves.best
    hidden = len(turn.hidden)
    told = [
        plural(
            "Your face-up cards count {points} together; {n} card is hidden.",
            "Your face-up cards count {points} together; {n} cards are hidden.",
            hidden,
            points=turn.base,
        ),
        unseen_in_words(turn.unseen),
    ]
    if turn.top is not None:
        told.append(_("The top discard is {card}.", card=turn.top))
    if turn.pile is not None:
        told.append(
            plural(
                "The draw pile is empty: the {n} card below the top discard becomes the new draw pile (SK-26).",
                "The draw pile is empty: the {n} cards below the top discard are shuffled into a new one (SK-26).",
                turn.pile.total,
            )
        )
    if turn.drawn is not None:
        told.append(_("You have drawn {card}.", card=turn.drawn))
        question = _("You have drawn {card}. Keep it or reject it?", card=turn.drawn)
    elif best.action >= R.REVEAL:
        question = _("Which two cards do you turn up?")
    else:
        question = _("Draw a card, or take the top discard?")
    d = now_step(turn, Derivation(question, told, model(), unit="points"))
    for span, name in (
        (range(R.KEEP, R.REJECT), _("keep")),
        (range(R.REJECT, R.NEXT), _("reject")),
        (range(R.TAKE, R.KEEP), _("take")),
    ):
        if some := [move for move in moves if move.action in span]:
            text = _("{name}: the best place is {move}. The expected total is then {expected}; that saves:", name=name,
                     move=some[0].action.said, expected=shown(some[0].expected))  # fmt: skip
            d.step(text, Num(turn.now) - Num(some[0].expected))
    if any(move.action == R.DRAW for move in moves):
        draw_steps(turn, d)
        if turn.rules.may_reject_drawn and turn.hidden:
            _warn_of_the_average(turn, d)
    if best.action >= R.REVEAL:
        d.step(_("One move ahead all choices are equal; see opening() for what a shared column buys."), Num(turn.now))
    else:
        text = _("Best: {move}, because it saves the most.", move=best.action.said)
        d.step(text, Num(turn.now) - Num(best.saves))
    return d


def model() -> list[Message]:
    """What is assumed, in words."""
    return [
        _("All hidden cards count what is turned up in the end; every unseen card is equally likely to lie anywhere."),
        _(
            "We look one move ahead: lines that are complete then or when all cards are turned up are cleared, later "
            "turns and the closer's penalty are left out."
        ),
    ]


def now_step(turn: Ahead, d: Derivation) -> Derivation:
    """The expected total before the move."""
    hidden, left = len(turn.hidden), turn.left()
    saved = Fraction(turn.saved(turn.cells, left), left.scale)
    now: Any = Num(turn.base)
    if hidden:
        now = now + Num(hidden) * Num(Fraction(left.points, left.total))
    if not saved:
        return d.step(_("Now you can expect this total:"), now)
    return d.step(
        _("Now you can expect this total, less what complete lines take away on average when all is turned up:"),
        now - Num(saved),
    )


def draw_steps(turn: Ahead, d: Derivation, plan_only: bool = False) -> Derivation:
    """What every drawn card would be good for, and the average."""
    groups: dict[int, list[int]] = {}
    for card, use in turn.best_after.items():
        groups.setdefault(R.REJECT if use.what == TURN_UP else use.action, []).append(card)
    said = []
    for action, cards in groups.items():
        what = _("reject {cards}", cards=both(cards))
        if action < R.REJECT:
            what = _("{move} with {cards}", move=Action(action).said, cards=both(cards))
        said.append(what)
    total = turn.source.total
    terms = [
        Ratio(n, total) * Num(turn.now - turn.best_after[card].after)
        for card, n in turn.source.items()
        if turn.now != turn.best_after[card].after
    ]
    d.step(_("draw: you look at the card first and do the best with it: {plan}.", plan=both(said)))
    if plan_only:
        return d
    told = _("What each card saves, times its chance, added up over all cards that can come, is what drawing saves:")
    if turn.hidden and turn.pile is None:
        d.step(_("A low card that is drawn no longer lies among the hidden ones: they are worth more then, and less "
                 "after a high one. That is counted in what each card saves."))  # fmt: skip
    return d.step(told, add_up(terms or [0]))


def _warn_of_the_average(turn: Ahead, d: Derivation) -> None:
    """To forget that a bad card may be rejected."""
    mean = Fraction(turn.unseen.mean())
    worst = max([mean, *(Fraction(card) for card in turn.cells if isinstance(card, int))])
    text = _(
        "Forgetting that you look at the card first: an average card in place of your worst one would save only this."
    )
    d.warn(text, Num(worst) - Num(Fraction(turn.source.mean())))
