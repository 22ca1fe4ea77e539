"""Playing on, beside a table: what each move is worth, each player's chance along the game, and the review of a round.

All of it is worked out in slices of a fraction of a second, so that the kernel answers in between; what is shown gets
sharper from slice to slice. Until compiled code is ready, it is played on interpreted.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt
from time import monotonic
from typing import Any

from ..analysis.playouts import NOTHING, play_out
from ..analysis.review import PARTS, WORDS, Review, reviews, signed
from ..analysis.worth import WHOLE, WON, Analysis, Source, Worth, alike_moves, likely, shares, source_of
from ..answer import Estimate
from ..engine.game import ALL, Action, Game
from ..engine.kinds import kind_of
from ..engine.warm import ready
from ..html import Markup, tag
from ..text import Error, Message, Number, _, both, plural
from .parts import button, histogram, scrolled, switch, tools

SEED = 1
SLICE = 0.15  # seconds of work between two looks at the buttons
BREATH = 30  # milliseconds for the front end between two slices
FIRST, MOST = 25, 2_000  # deals before the first bars, and in all
FEW, MANY = 40, 400  # deals for a point of the curve and for the review: interpreted, compiled
COMPILE = "cardlib.analysis.playouts:compile_for"
WIDTH, HEIGHT = 640, 120  # of the curve, in its own units
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")


def host_for(name: str) -> str:
    """Where to play on now: compiled as soon as that costs no wait."""
    return "compiled" if ready(kind_of(name), COMPILE) else "interpreted"


class Moves:
    """The worth of the moves of one view, from more and more deals."""

    def __init__(self) -> None:
        self.view: Any = None
        self.analysis: Analysis | None = None
        self._source: Source | None = None
        self._rows: dict[Action, list[Any]] = {}
        self._step = FIRST

    def look(self, view: Any) -> None:
        """Look at another view; None where there is nothing to decide."""
        if view != self.view:
            self.view, self.analysis, self._source, self._rows = view, None, None, {}

    @property
    def waits(self) -> bool:
        """Whether more deals would make it sharper."""
        return self.view is not None and (self.analysis is None or self.analysis.deals < MOST)

    def work(self) -> None:
        """A slice of work."""
        source, start = self._ready(), monotonic()
        done = 0 if self.analysis is None else self.analysis.deals
        step = range(done, min(done + self._step, MOST))
        for action, more in source.all(list(self._rows), step).items():
            self._rows[action] += more
        done = step.stop
        if monotonic() - start < SLICE / 2:
            self._step *= 2
        self.analysis = source.extended(self._rows, MOST) if done == MOST else Analysis(source, self._rows)

    def _ready(self) -> Source:
        """How it is played on; all moves are played once compiled code is there, the likeliest ones before."""
        view, host = self.view, host_for(self.view.kind)
        compiled = host == "compiled"
        if self._source is None or (compiled and not self._source.compiled):
            source = source_of(view, SEED, WON, None, host)
            source = replace(source, alike=alike_moves(view, source.kind))
            actions = list(source.alike) if compiled else likely(source, list(source.alike), 1)
            self._source, self._rows, self.analysis = source, {action: [] for action in actions}, None
            self._step = FIRST if compiled else 2
        return self._source

    @property
    def ranked(self) -> Analysis | None:
        """The analysis, once there are deals enough to name a best move."""
        return self.analysis if self.analysis is not None and self.analysis.ranked else None

    def places(self, game: Game) -> set[str]:
        """The places on the board of the moves that are as good as the best, once that is known."""
        found = self.ranked
        good = [] if found is None else [move for move in found.moves if move.good]
        return {key for move in good for action in move.actions for key in game.places(action)[-1:]}

    def html(self, played: Action | None = None) -> Markup:
        """Bars, a sentence and how many deals they come from. played: a move that has been made, to be compared."""
        found = self.analysis
        if found is None:
            return tag("p", _("The cards you cannot see are dealt anew, and each move is played on …"))
        rows = [(self._name(found, move), float(move.won), self._interval(move.won)) for move in found.moves]
        said = found.message if played is None else self._compared(found, played)
        drawn = histogram(rows, _("chance to win, played on"))
        why = tag("details", tag("summary", _("How this is known")), tag("p", found.explain()), data_key="why ahead")
        return Markup().join([
            tag("p", said, class_="cl-advice"), drawn, tag("p", tag("small", found.caption)),
            why if found.ranked else Markup(),
        ])  # fmt: skip

    def _compared(self, found: Analysis, played: Action) -> Message:
        """The move that was made beside the best one."""
        try:
            mine = found[played]
        except ValueError:  # interpreted, only the likeliest moves were played on
            return _("You played {move}. {result}", move=str(played), result=found.message)
        won = self._interval(mine.won)
        return _("You played {move}: it wins {won}. {result}", move=str(played), won=won, result=found.message)

    @staticmethod
    def _name(found: Analysis, move: Worth) -> Message:
        if found.ranked and move.good:
            return _("{move} ✓", move=move.name)
        return move.name

    @staticmethod
    def _interval(won: Estimate) -> Message:
        value = Number(won.value, 0, percent=True)
        low, high = (Number(100 * min(max(x, 0), 1), 0) for x in (won.low, won.high))
        return _("{value} ({low} to {high})", value=value, low=low, high=high)


class Curve:
    """Each player's chance to win along the history, from what lies open to everybody."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._points: dict[int, tuple[tuple[Fraction, ...], int]] = {}  # step -> chances, deals

    def look(self, game: Game) -> None:
        """Look at a game; what is known of an earlier stage of it stays."""
        old = self._game
        if old is None or type(old) is not type(game) or old.seed != game.seed or old.index != game.index:
            self._points = {}
        elif old.actions[: game.steps] != game.actions[: old.steps]:
            same = next(
                (k for k, (a, b) in enumerate(zip(old.actions, game.actions, strict=False)) if a != b),
                min(len(old.actions), len(game.actions)),
            )
            self._points = {step: point for step, point in self._points.items() if step <= same}
        self._game = game.copy()

    def _steps(self) -> list[int]:
        assert self._game is not None
        start = max(step for step in self._game.round_starts if step <= self._game.step)
        later = [step for step in self._game.round_starts if step > self._game.step]
        return list(range(start, later[0] if later else self._game.steps + 1))

    @property
    def missing(self) -> list[int]:
        """The steps whose chances are not known."""
        return [] if self._game is None else [step for step in self._steps() if step not in self._points]

    def work(self) -> None:
        """A slice of work: every eighth step first, then those between."""
        end = monotonic() + SLICE
        for step in sorted(self.missing, key=lambda k: (k % 8 != 0, k % 2, k)):
            self._points[step] = self._chances(step)
            if monotonic() > end:
                break

    def _chances(self, step: int) -> tuple[tuple[Fraction, ...], int]:
        assert self._game is not None
        game = self._game.copy().goto(step)
        seats = range(len(game.players))
        if game.player is None:
            return tuple(Fraction(shares(game.round_scores, p, _highest(game)), WHOLE) for p in seats), 0
        compiled = host_for(game.KIND) == "compiled"
        source = source_of(_Open(game), SEED, WON, None, "compiled" if compiled else "interpreted")
        n = MANY if compiled else FEW
        rows = play_out(source.table, NOTHING, range(n), compiled)
        return tuple(Fraction(sum(shares(row, p, _highest(game)) for row in rows), WHOLE * n) for p in seats), n

    def html(self) -> Markup:
        """The curve as a picture whose steps can be clicked; a sentence says what it shows at this step."""
        game = self._game
        if game is None:
            return Markup()
        steps = self._steps()
        wide = WIDTH / max(len(steps), 1)
        known = [step for step in steps if step in self._points]
        lines = []
        for p, colour in zip(range(len(game.players)), COLOURS * 2, strict=False):
            spots = " ".join(
                f"{(step - steps[0] + 0.5) * wide:.1f},{HEIGHT * (1 - float(self._points[step][0][p])):.1f}"
                for step in known
            )
            dash = None if p < len(COLOURS) else "6 3"
            lines.append(
                tag("polyline", points=spots, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dash)
            )
        presses = [
            tag("rect", tag("title", self.told(step)), x=f"{(step - steps[0]) * wide:.2f}", y=0, width=f"{wide:.2f}",
                height=HEIGHT, class_="cl-step", data_action="goto", data_value=step)
            for step in steps
        ]  # fmt: skip
        now = f"{(game.step - steps[0] + 0.5) * wide:.1f}"
        here = tag("line", x1=now, x2=now, y1=0, y2=HEIGHT, class_="cl-now")
        half = tag("line", x1=0, x2=WIDTH, y1=HEIGHT / 2, y2=HEIGHT / 2, class_="cl-half")
        names = [
            tag("span", tag("i", style=f"background:{colour}"), name, class_="cl-key")
            for name, colour in zip(game.players, COLOURS * 2, strict=False)
        ]
        told = self.told(game.step)
        picture = tag(
            "svg", half, here, lines, presses, viewBox=f"0 0 {WIDTH} {HEIGHT}", preserveAspectRatio="none",
            class_="cl-curve", role="img", aria_label=told,
        )  # fmt: skip
        return tag("p", names) + picture + tag("p", told, class_="cl-note", role="status", data_key="chance")

    def told(self, step: int) -> Message:
        """The chances at a step in words."""
        assert self._game is not None
        if step not in self._points:
            return _("Step {step}: not worked out yet.", step=step)
        chances, n = self._points[step]
        said = both(
            [_("{name} {share}", name=name, share=Number(chance, 0, percent=True))
             for name, chance in zip(self._game.players, chances, strict=True)]
        )  # fmt: skip
        if n == 0:
            return _("Step {step}: {chances}.", step=step, chances=said)
        error = Number(0.98 / sqrt(n), 0, percent=True)  # 1.96 times at most sqrt(1/4 / n)
        return plural(
            "Step {step}, by what lies open: {chances} (each within {error}, n = {n} deal, seed = {seed}).",
            "Step {step}, by what lies open: {chances} (each within {error}, n = {n} deals, seed = {seed}).",
            n, step=step, chances=said, error=error, seed=str(SEED),
        )  # fmt: skip


class Looking:
    """The review of the round in which a game stands, one action after the other."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game.copy(), seat
        self.host = host_for(game.KIND)
        self.deals = MANY if self.host == "compiled" else FEW // 4
        self._rest = reviews(self.game, seat, SEED, self.deals, None, self.host)
        self.review: Review | None = None
        self.waits = True

    def work(self) -> None:
        """A slice of work."""
        end = monotonic() + SLICE
        while self.waits and monotonic() < end:
            found = next(self._rest, None)
            self.waits, self.review = found is not None, found or self.review

    def html(self) -> Markup:
        """The staircase, the sum in words and the largest changes, each a button that opens its board."""
        found = self.review
        if found is None:
            return tag("p", _("The review begins …"))
        done = (
            tag("p", _("Looking at step {step} of {last} …", step=len(found.chances) - 1, last=self.game.step))
            if self.waits
            else None
        )
        parts = [
            tag("div", tag("h5", WORDS[part]), tools([self._press(step) for step in found.largest(part)]))
            for part in PARTS
            if part != "model" and found.largest(part)
        ]
        table = scrolled(_("The review as a table"), found.summary()._repr_html_())
        fold = tag("details", tag("summary", _("The review as a table")), table, data_key="review table")
        said = tag("p", found.message, class_="cl-advice")
        return Markup().join(
            [done or "", said, self._stairs(found), *parts, fold, tag("p", tag("small", found.caption))]
        )

    @staticmethod
    def _press(step: Any) -> Markup:
        label = _("{change}: step {step}, {action}", change=signed(step.change), step=step.step, action=step.action)
        return button(label, "goto", step.step - 1, key=f"review {step.step} {step.part}")

    @staticmethod
    def _stairs(found: Review) -> Markup:
        """Each change as a bar from the chance before it to the chance after it; a press opens its board."""
        colours = {"luck": COLOURS[2], "choices": COLOURS[1], "others": COLOURS[0], "model": COLOURS[7]}
        wide, at, drawn = WIDTH / max(len(found.steps), 1), found.start, []
        for k, step in enumerate(found.steps):
            low, high = sorted((at, at + step.change))
            title = _("step {step}: {part} {change}", step=step.step, part=WORDS[step.part], change=signed(step.change))
            drawn.append(tag(
                "rect", tag("title", title), x=f"{k * wide:.2f}", y=f"{HEIGHT * (1 - float(high)):.2f}",
                width=f"{wide:.2f}", height=f"{max(HEIGHT * float(high - low), 1):.2f}", fill=colours[step.part],
                data_action="goto", data_value=step.step - 1,
            ))  # fmt: skip
            at += step.change
        names = [
            tag("span", tag("i", style=f"background:{colours[part]}"), WORDS[part], class_="cl-key") for part in colours
        ]
        picture = tag(
            "svg", drawn, viewBox=f"0 0 {WIDTH} {HEIGHT}", preserveAspectRatio="none", class_="cl-curve", role="img",
            aria_label=found.message,
        )  # fmt: skip
        return tag("p", names) + picture


class _Open:
    """What lies open to everybody, in the form of a view."""

    me = -1

    def __init__(self, game: Game) -> None:
        self.record, self.kind, self.players, self.rules = game.view_record(-1), game.KIND, game.players, game.rules


def _highest(game: Game) -> bool:
    return bool(getattr(game.RULES, "HIGHEST_WINS", False))


def can_look_ahead(kind: Any) -> bool:
    """Whether a game says how its unseen cards are dealt, so that it can be played on."""
    return kind_of(kind).deals is not None


def nothing_to_review(seat: object) -> None:
    """Refuse a review where nobody looks: it is always one player's."""
    if not isinstance(seat, int):
        raise Error("A review is one player's: choose that player's eyes first.")


class Working:
    """A widget that works in slices while one looks: the timer of its front end asks for one after the other."""

    timer: Any
    broken = False  # whether the last slice has failed; whatever is pressed next tries again

    def working(self) -> bool:
        """Whether there is something to work out."""
        raise NotImplementedError

    def work(self) -> None:
        """A slice of it."""
        raise NotImplementedError

    def act(self, action: str, value: Any = None) -> None:
        """A tick of the timer is a slice of work, if there is any; it says nothing new. A late tick does nothing."""
        if action == "tick" and self.timer[0] == BREATH and value != self.timer[1]:
            return
        if action == "tick" and value == self.timer[1] and self.working():
            try:
                self.work()
            except Exception as error:
                self.broken = True  # it would fail again at every tick
                self._fail(error)  # type: ignore[attr-defined]
            self.show()  # type: ignore[attr-defined]
            return
        self.broken = False
        super().act(action, value)  # type: ignore[misc]

    def breathe(self) -> None:
        """Ask the front end for the next slice, if there is one."""
        if not self.broken and self.working():
            self.timer = [BREATH, self.timer[1] + 1]
        elif self.timer[0] == BREATH:
            self.timer = [0, self.timer[1]]


class PlayedOn(Working):
    """What a stepper shows of playing on: the moves, the curve, the review, each when it is asked for."""

    game: Game
    playing: bool
    seen_by: Any

    def ahead_from(self, ahead: bool | str) -> None:
        """At first: whether the moves are played on; "guess": only after one's own move."""
        self.moves, self.curve = Moves(), Curve()
        self.review: Looking | None = None
        self.show_ahead, self.guess_first, self.show_curve = bool(ahead), ahead == "guess", False
        self.guessed: tuple[Any, Action] | None = None  # what was seen before one's own move, and that move

    def working(self) -> bool:
        """Whether moves, the curve or a review are still to be worked out."""
        if self.playing or not can_look_ahead(self.game):
            return False
        self.curve.look(self.game)
        self.moves.look(self._looked_at())
        return (
            (self.show_ahead and self.moves.waits)
            or (self.show_curve and bool(self.curve.missing))
            or (self.review is not None and self.review.waits)
        )

    def work(self) -> None:
        """A slice: the moves first, then the curve, then the review."""
        if self.show_ahead and self.moves.waits:
            self.moves.work()
        elif self.show_curve and self.curve.missing:
            self.curve.work()
        elif self.review is not None:
            self.review.work()

    def _looked_at(self) -> Any:
        """The view whose moves are played on: of the seat to act, if those eyes may see it; or before the guess."""
        if self.guess_first:
            return None if self.guessed is None else self.guessed[0]
        player = self.game.player
        return self.game.view(player) if player is not None and self.seen_by in (player, ALL) else None

    def do_ahead(self, on: Any) -> None:
        """Play the moves on, or stop it."""
        self.show_ahead = bool(on)

    def do_guess(self, on: Any) -> None:
        """Show what moves are worth only after one's own."""
        self.guess_first, self.guessed = bool(on), None

    def do_curve(self, on: Any) -> None:
        """Show or hide each player's chance along the game."""
        self.show_curve = bool(on)

    def do_review(self, _value: Any) -> None:
        """Review the round up to here through the eyes that look."""
        if not isinstance(self.seen_by, int):
            raise Error("A review is one player's: choose that player's eyes first.")
        self.review = Looking(self.game, self.seen_by)

    def show(self) -> None:
        """Draw again, and go on with what is being worked out."""
        if hasattr(self, "playing") and not self.playing:
            self.breathe()
        super().show()  # type: ignore[misc]

    def _ahead_html(self) -> Markup | None:
        """The moves played on, the curve and the review, as far as they are asked for."""
        if not can_look_ahead(self.game):
            return None
        switches = [
            switch(_("play the moves on"), "ahead", self.show_ahead),
            switch(_("only after my own move"), "guess", self.guess_first) if self.show_ahead else None,
            switch(_("chances along the game"), "curve", self.show_curve),
            button(_("Review this round"), "review", off=not self.game.step),
        ]
        inner: list[Any] = [tools(switches)]
        if self.show_ahead:
            self.moves.look(self._looked_at())
            if self.moves.view is not None:
                inner.append(self.moves.html(self.guessed[1] if self.guess_first and self.guessed else None))
            elif self.guess_first:
                inner.append(
                    tag("p", _("Make your move first: then you see what each move was worth."), class_="cl-note")
                )
        if self.show_curve:
            self.curve.look(self.game)
            inner.append(self.curve.html())
        if self.review is not None:
            inner.append(self.review.html())
        return tag("section", tag("h3", _("Played on")), inner, class_="cl-panel", data_key="ahead")
