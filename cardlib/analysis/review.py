"""The review of a game: start + luck + choices + others + model = result, exactly.

One yardstick V: the seat's share of the win when a named policy plays on in every seat, averaged over everything the
seat cannot see. It is estimated once for every position and stored as a Fraction, so that the steps add up to the last
bit, whatever the noise. Each action of the game changes it; the change belongs to
  choices   an own move against the best one: what it cost (0 or less)
  luck      what chance made of an own move: the card drawn or turned up
  others    a rival's action, the rival's own luck included
  model     what the best move gains over the move the policy would have played; without it the sum would not close
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..engine.game import Game
from ..explain import Table
from ..extras import TABLE, need
from ..text import Error, Message, Number, _, plural
from .playouts import NOTHING
from .worth import FRESH, WHOLE, WON, Analysis, Outcome, Source, alike_moves, shares, source_of

PARTS = CHOICES, LUCK, OTHERS, MODEL = "choices", "luck", "others", "model"
DEALS = 400  # for every position and every move
WORDS = {CHOICES: _("own choices"), LUCK: _("luck"), OTHERS: _("others"), MODEL: _("the model")}
LARGEST = 3  # of each part are told


@dataclass(frozen=True)
class Part:
    """One change of the seat's chance: after which action (its number in the game), which part, how much (-1..1)."""

    step: int
    part: str
    change: Fraction
    action: str
    seat: int


class Review:
    """A game looked back on through the eyes of one seat; every number is a change of its chance to win (0..1).

    `start + luck + choices + others + model == result`, exactly. `steps` are all changes in order, `chances` the chance
    before the first action and after each one. Where the game is still going on, `result` is the chance now.
    """

    def __init__(
        self, game: Game, first: int, source: Source, deals: int, chances: Sequence[Fraction], steps: Sequence[Part]
    ) -> None:
        self.game, self.first, self.seat, self.deals = game, first, source.seat, deals
        self.chances, self.steps = tuple(chances), tuple(steps)
        self.policy, self.seed = source.policy, source.seed

    def _sum(self, part: str) -> Fraction:
        return sum((step.change for step in self.steps if step.part == part), Fraction(0))

    @property
    def start(self) -> Fraction:
        """The chance before the first action."""
        return self.chances[0]

    @property
    def luck(self) -> Fraction:
        """What the cards gave and took."""
        return self._sum(LUCK)

    @property
    def choices(self) -> Fraction:
        """What own choices cost against the best moves (0 or less)."""
        return self._sum(CHOICES)

    @property
    def others(self) -> Fraction:
        """What the others' turns gave and took."""
        return self._sum(OTHERS)

    @property
    def model(self) -> Fraction:
        """What the best moves gain over those the policy would have played."""
        return self._sum(MODEL)

    @property
    def result(self) -> Fraction:
        """The share of the win; while the game goes on, the chance now."""
        return self.chances[-1]

    def largest(self, part: str, n: int = LARGEST) -> list[Part]:
        """The n largest changes of a part, the largest first."""
        if part not in PARTS:
            raise Error("{part} is no part of a review; the parts are {known}", part=repr(part), known=", ".join(PARTS))
        some = [step for step in self.steps if step.part == part and step.change]
        return sorted(some, key=lambda step: (-abs(step.change), step.step))[:n]

    def board(self, step: Part) -> Game:
        """The game as it was when a step was about to happen."""
        return self.game.copy().goto(step.step - 1)

    @property
    def caption(self) -> Message:
        """How the chances were estimated."""
        return plural(
            "n = {n} deal for every position and move, seed = {seed}, {policy} plays on",
            "n = {n} deals for every position and move, seed = {seed}, {policy} plays on",
            self.deals, seed=str(self.seed), policy=self.policy,
        )  # fmt: skip

    @property
    def message(self) -> Message:
        """The sum in a sentence."""
        numbers = {part: signed(self._sum(part)) for part in PARTS}
        return _(
            "{name}: {start} at the start, {luck} by luck, {choices} by own choices, {others} by the others, {model} "
            "by the model: {result}.",
            name=self.game.players[self.seat], start=points(self.start), result=points(self.result), **numbers,
        )  # fmt: skip

    def summary(self) -> Table:
        """The parts with their sums, and the largest changes of each."""
        rows: list[list[Any]] = [[_("at the start"), points(self.start), ""]]
        for part in (LUCK, CHOICES, OTHERS, MODEL):
            told = [
                _("{change} at step {step} ({action})", change=signed(s.change), step=s.step, action=s.action)
                for s in self.largest(part)
            ]
            rows.append([WORDS[part], signed(self._sum(part)), listed(told)])
        rows.append([_("result"), points(self.result), ""])
        return Table([_("part"), _("percentage points"), _("largest changes")], rows)

    @property
    def frame(self) -> Any:
        """One row a change, as a pandas DataFrame."""
        need("data", "pandas", TABLE)
        import pandas as pd

        rows = [
            {**vars(step), "change": float(step.change), "chance": float(self.chances[step.step])}
            for step in self.steps
        ]
        return pd.DataFrame(rows, columns=["step", "part", "change", "action", "seat", "chance"])

    def chart(self) -> Any:
        """A staircase from the chance at the start to the result, one stair a change (Altair)."""
        import altair as alt

        from .. import charts

        rows, at = [], self.start
        for k, step in enumerate(self.steps, 1):
            rows.append(
                {
                    "k": k, "from": float(at), "to": float(at + step.change), "part": str(WORDS[step.part]),
                    "move": step.action, "step": step.step,
                }
            )  # fmt: skip
            at += step.change
        colours = {LUCK: charts.GREEN, CHOICES: charts.ORANGE, OTHERS: charts.BLUE, MODEL: charts.GREY}
        scale = alt.Scale(domain=[str(WORDS[part]) for part in colours], range=list(colours.values()))
        title = str(_("chance to win"))
        chart = (
            alt.Chart(charts.data(rows))
            .mark_bar()
            .encode(
                alt.X("k:O", title=str(_("changes, in order")), axis=alt.Axis(labels=False, ticks=False)),
                alt.Y("from:Q", title=title, axis=charts.PERCENT, scale=alt.Scale(domain=[0, 1])),
                alt.Y2("to:Q"),
                alt.Color("part:N", scale=scale),
                tooltip=["step:Q", "move:N", "part:N"],
            )
        )
        return charts.finish(chart, _("From the start to the result"), self.message, self.caption)

    def __str__(self) -> str:
        return f"{self.message}\n{self.summary()}\n({self.caption})"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        said, caption = (text.render("html") for text in (self.message, self.caption))
        return f"<p>{said}</p>{self.summary()._repr_html_()}<p><small>{caption}</small></p>"


def points(chance: Fraction) -> Number:
    """A chance in per cent."""
    return Number(chance, 1, percent=True)


def signed(change: Fraction) -> Message:
    """A change in percentage points, with its sign."""
    return (
        _("+{points}", points=Number(change * 100, 1)) if change > 0 else _("{points}", points=Number(change * 100, 1))
    )


def listed(items: Sequence[Message]) -> Any:
    """Some texts, one after the other."""
    text: Any = items[0] if items else ""
    for item in items[1:]:
        text = _("{first}; {next}", first=text, next=item)
    return text


def review(game: Game, seat: int | str | None = None, seed: int = 1, deals: int = DEALS, policy: Any = None) -> Review:
    """Every choice and every card of a round (Skip-Bo: a game), through the eyes of one seat.

    game:  finished or still going on; of a longer one the round in which it stands
    seat:  number or name; None: the first seat
    deals: for every position and every move; the review of two players' rounds takes some seconds
    """
    found = None
    for found in reviews(game, seat, seed, deals, policy):  # noqa: B007
        pass
    assert found is not None
    return found


def reviews(
    game: Game, seat: int | str | None = None, seed: int = 1, deals: int = DEALS, policy: Any = None, host: str = "auto"
) -> Iterator[Review]:
    """The same one action after the other: a review of the round so far after each, for who waits."""
    me = 0 if seat is None else game.seat(seat)
    first = max(step for step in game.round_starts if step <= game.step)
    table = game.copy()
    chances: list[Fraction] = []
    steps: list[Part] = []
    table.goto(first)
    source = source_of(table.view(me), seed, WON, policy, host)
    chances.append(chance(source, table, deals))
    yield Review(game, first, source, deals, chances, steps)
    for step in range(first, game.step):
        table.goto(step)
        source = source_of(table.view(me), seed, WON, policy, host)
        before = chances[-1]
        mine = table.player == me
        action = str(game.actions[step])
        played = best = None
        if mine:
            played, best = weigh(source, table, game.actions[step], deals)
        after = chance(source_of(table.goto(step + 1).view(me), seed, WON, policy, host), table, deals)
        chances.append(after)
        if played is not None and best is not None:
            steps += [
                Part(step + 1, MODEL, best - before, action, me),
                Part(step + 1, CHOICES, played - best, action, me),
                Part(step + 1, LUCK, after - played, action, me),
            ]
        else:
            steps.append(Part(step + 1, OTHERS, after - before, action, source.seat))
        yield Review(game, first, source, deals, chances, steps)


def chance(source: Source, table: Game, deals: int) -> Fraction:
    """The seat's chance in a position: played out by the policy, or what has come out."""
    if table.player is None:
        return Fraction(shares(table.round_scores, source.seat, source.sign < 0), WHOLE)
    return mean(source.outcomes(NOTHING, range(deals)))


def weigh(source: Source, table: Game, action: Any, deals: int) -> tuple[Fraction, Fraction]:
    """The chance after the move that was played, and after the best one: from deals on which it was not chosen."""
    alike = alike_moves(table.view(source.seat), source.kind)
    played = next(one for one, same in alike.items() if action in same)
    rows = source.all(list(alike), range(deals))
    best = Analysis(source, rows).best_action
    if best == played:
        worth = mean(rows[played])
        return worth, worth
    fresh = source.all([best, played], range(FRESH, FRESH + deals))
    return mean(fresh[played]), max(mean(fresh[best]), mean(fresh[played]))


def mean(rows: Sequence[Outcome]) -> Fraction:
    """The mean share of the win."""
    return Fraction(sum(row[0] for row in rows), WHOLE * len(rows))
